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
def competitive():
    return measured("race", {"robots": 2})


def test_a_competitive_training_is_measured_with_one_seat_and_by_self_play(competitive):
    assert set(competitive["training"]) == {NATIVE, SINGLES, SELF_PLAY}
    for pace in competitive["training"].values():
        assert pace["decisions_per_second"] > 0
        assert 0 < pace["environment_share"] < 1


def test_the_time_of_opponents_is_told_apart_where_they_choose_for_all_rows(competitive):
    paces = competitive["training"]
    assert 0 < paces[NATIVE]["opponents_share"] < 1
    assert 0 < paces[SELF_PLAY]["opponents_share"] < 1
    assert paces[SINGLES]["opponents_share"] is None


def test_a_game_of_one_player_has_no_self_play():
    assert set(measured("coop_td", {})["training"]) == {NATIVE, SINGLES}


def test_the_ratio_is_that_of_the_figures(competitive):
    paces = competitive["training"]
    (ratio,) = competitive["ratios"].values()
    expected = paces[NATIVE]["decisions_per_second"] / paces[SINGLES]["decisions_per_second"]
    assert ratio == pytest.approx(expected)


def test_the_result_is_json_and_its_table_has_a_line_for_each(competitive):
    assert json.loads(json.dumps(competitive))["training"] == competitive["training"]
    lines = training_bench.table(competitive).splitlines()
    for name in (*competitive["training"], *competitive["ratios"]):
        assert any(line.startswith(name) for line in lines)


def test_measuring_nothing_is_refused():
    with pytest.raises(SettingError, match="0 repeats of 2 rollouts measure nothing"):
        training_bench.bench(registry.load("coop_td"), {}, repeats=0)
