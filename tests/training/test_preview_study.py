import pytest

from cogarena.training.studies import preview
from cogarena.training.studies.preview import (
    PREVIEW,
    RANDOM,
    SCRIPTED,
    WITH,
    WITHOUT,
    Run,
    experiment,
    page,
    shares,
)


def run(shown, *won, name="race_2"):
    points = [(1000 * k, share) for k, share in enumerate(won)]
    return Run(name, shown, 0, "Race, version 1", 100, {RANDOM: points, SCRIPTED: points})


@pytest.mark.parametrize("name", preview.EXPERIMENTS)
def test_the_two_experiments_differ_in_what_the_network_sees_alone(name):
    with_it, without = (experiment(name, shown, 3, None) for shown in (WITH, WITHOUT))
    assert without.network.without == (*with_it.network.without, *PREVIEW)
    assert without.train == with_it.train
    assert with_it.train.seed == 3
    assert with_it.output != without.output


@pytest.mark.parametrize("name", preview.EXPERIMENTS)
def test_the_experiments_begin_from_scratch(name):
    config = experiment(name, WITH, 0, None)
    assert (config.network.advice, config.imitation.steps) == ("none", 0)
    assert config.self_play.scripted_share == 0


def test_shares_of_games_won_are_read_from_the_log_of_a_run(tmp_path):
    (tmp_path / "logs").mkdir()
    rows = ["step,validation_random/win_rate,train/loss", "0,,1.0", "500,0.25,", "1000,0.5,2.0"]
    (tmp_path / "logs" / "progress.csv").write_text("\n".join(rows))
    assert shares(tmp_path, RANDOM) == [(500, 0.25), (1000, 0.5)]


def test_the_page_tells_of_every_run():
    text = page([run(WITH, 0.0, 0.7, 0.5), run(WITHOUT, 0.0, 0.0), run(WITH, 0.1, name="moba_1v1")])
    assert "| with | 0 | 2,000 | 50.0% (40.4% to 59.6%) | 70.0% |" in text
    assert "| without | 0 | 1,000 | 0.0% (0.0% to 3.7%) | 0.0% |" in text
    assert text.count("\n## ") == 2


def test_the_chart_is_a_picture():
    assert preview.chart([run(WITH, 0.0, 0.5), run(WITHOUT, 0.0)]).startswith(b"\x89PNG")
