import json
from dataclasses import replace
from functools import partial

import pytest

from cogarena.envs.core.batch import Autoreset, Batch
from cogarena.envs.core.errors import SettingError
from cogarena.training.bench import environments as bench
from cogarena.wrappers import aec, parallel
from cogarena.wrappers.gymnasium import SingleEnv
from support.games import luck, secret_bids


@pytest.fixture(scope="module")
def result():
    return bench.bench(luck.GAME, {"goal": 50}, seconds=0.001, repeats=1, sizes=(1, 64))


def test_everything_is_measured(result):
    measured = result["decisions_per_second"]
    assert {bench.TAXI, bench.SINGLE, bench.CONNECT_FOUR, bench.AEC} < set(measured)
    batches = [name for name in measured if name.startswith("Batch")]
    assert len(batches) == 2 + 4
    assert all(speed["with_policy"] > 0 for speed in measured.values())
    assert all(measured[name]["step_only"] > measured[name]["with_policy"] for name in batches)
    assert all(measured[name]["slowest_step"] > 0 for name in batches)


def test_the_ratios_are_those_of_the_figures(result):
    measured = result["decisions_per_second"]
    assert len(result["ratios"]) == 5
    for name, ratio in result["ratios"].items():
        ours, theirs = name.split(" / ")
        expected = measured[ours]["with_policy"] / measured[theirs]["with_policy"]
        assert ratio == pytest.approx(expected)


def test_the_result_is_json_that_tells_what_was_measured(result):
    told = json.loads(json.dumps(result))
    assert told["game"] == "luck"
    assert told["settings"] == {"goal": 50}
    assert told["cpus"] >= 1
    assert {"numba", "gymnasium", "pettingzoo", "cogarena"} <= set(told["versions"])


def test_the_table_has_a_line_for_every_figure(result):
    lines = bench.table(result).splitlines()
    named = [*result["decisions_per_second"], *result["ratios"]]
    assert all(any(line.startswith(name) for line in lines) for name in named)


def test_the_playouts_of_a_search_are_counted(result):
    assert result["playouts_per_second"] > 0
    assert "playouts per second" in bench.table(result)


def test_a_game_for_opponents_has_no_single_environment():
    result = bench.bench(secret_bids.GAME, seconds=0.001, repeats=1, sizes=(1,))
    assert bench.SINGLE not in result["decisions_per_second"]
    assert result["ratios"][f"{bench.SINGLE} / {bench.TAXI}"] is None
    assert "not measured" in bench.table(result)


def test_pictures_are_measured_and_told(result):
    assert result["pictures_per_second"] > 0
    last = bench.table(result).splitlines()[-1]
    assert last.startswith("pictures per second at 512 px, one core")


@pytest.mark.parametrize("again", [True, False])
def test_batches_begin_again_or_go_on_after_they_have_scattered(again, monkeypatch):
    batch, calls = Batch(luck.GAME, 2, autoreset=Autoreset.SAME_STEP), []
    for name in ("reset", "step"):
        method = getattr(batch, name)
        monkeypatch.setattr(batch, name, partial(noted, calls, name, method))
    run = bench.batch_loop(batch, again)
    moment = 1e-9  # ends after a step
    run(moment)
    run(moment)
    first = ["reset", *["step"] * (1 if again else bench.SCATTER + 1)]
    assert calls == [*first, *(["reset"] if again else []), "step"]


def noted(calls, name, method, given):
    calls.append(name)
    method(given)


class DrawnError(Exception):
    """A picture was drawn."""


def refuse_to_draw(setup, s, *, tile):
    raise DrawnError


@pytest.mark.parametrize("mode", [None, "rgb_array"])
@pytest.mark.parametrize(
    "make", [SingleEnv, aec.env, parallel.parallel_env], ids=lambda make: make.__name__
)
def test_nothing_is_drawn_that_nobody_asks_for(make, mode):
    env = make(replace(luck.GAME, draw=refuse_to_draw), render_mode=mode)
    env.reset(seed=0)
    for _ in range(3):
        env.step({"player_0": 1} if make is parallel.parallel_env else 1)
    if mode is not None:
        with pytest.raises(DrawnError):
            env.render()


@pytest.mark.parametrize("wrong", [{"seconds": 0.0}, {"repeats": 0}])
def test_measuring_nothing_is_refused(wrong):
    with pytest.raises(SettingError, match="measure nothing"):
        bench.bench(luck.GAME, **wrong)
