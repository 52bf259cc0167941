import json

import pytest

from cogarena.envs.core import registry
from cogarena.envs.core.errors import SettingError
from cogarena.training.bench import training as training_bench
from cogarena.training.bench.training import NATIVE, SELF_PLAY, SINGLES

SMALL = {"envs": 10, "n_steps": 8, "batch_size": 16, "n_epochs": 1}


def measured(name, settings):
    game = registry.load(name)
    return training_bench.bench(game, settings, rollouts=1, repeats=1, train=SMALL)


@pytest.fixture(scope="module")
def among_rivals():
    return measured("race", {"robots": 2})


def test_a_training_among_rivals_is_measured_with_one_seat_and_by_self_play(among_rivals):
    assert set(among_rivals["training"]) == {NATIVE, SINGLES, SELF_PLAY}
    for pace in among_rivals["training"].values():
        assert pace["decisions_per_second"] > 0
        assert 0 < pace["environment_share"] < 1


def test_the_time_of_opponents_is_told_apart_where_they_choose_for_all_rows(among_rivals):
    paces = among_rivals["training"]
    assert 0 < paces[NATIVE]["opponents_share"] < 1
    assert 0 < paces[SELF_PLAY]["opponents_share"] < 1
    assert paces[SINGLES]["opponents_share"] is None


def test_a_game_of_one_player_has_no_self_play():
    assert set(measured("coop_td", {})["training"]) == {NATIVE, SINGLES}


def test_the_ratio_is_that_of_the_figures(among_rivals):
    paces = among_rivals["training"]
    (ratio,) = among_rivals["ratios"].values()
    expected = paces[NATIVE]["decisions_per_second"] / paces[SINGLES]["decisions_per_second"]
    assert ratio == pytest.approx(expected)


def test_the_result_is_json_and_its_table_has_a_line_for_each(among_rivals):
    assert json.loads(json.dumps(among_rivals))["training"] == among_rivals["training"]
    lines = training_bench.table(among_rivals).splitlines()
    for name in (*among_rivals["training"], *among_rivals["ratios"]):
        assert any(line.startswith(name) for line in lines)


def test_measuring_nothing_is_refused():
    with pytest.raises(SettingError, match="0 repeats of 2 rollouts measure nothing"):
        training_bench.bench(registry.load("coop_td"), {}, repeats=0)
