import json
from pathlib import Path

import pytest

from cogarena.envs.core import registry
from cogarena.training.evaluation.benchmark import search_ratings, search_table, search_tasks
from cogarena.training.evaluation.evaluate import TEST_SEEDS

ROOT = Path(__file__).parent.parent
RESULTS = json.loads((ROOT / "docs" / "search.json").read_text(encoding="utf-8"))
README = (ROOT / "README.md").read_text(encoding="utf-8")
SETTLED = ("coop_td",)  # the script wins everything there
TASKS = search_tasks(None)
each_task = pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
each_rated = pytest.mark.parametrize("name", [task.name for task in TASKS if task.search.rated])


def found(task):
    return RESULTS["tasks"][task.name]


def test_the_order_of_the_table_is_that_of_the_tasks():
    assert list(RESULTS["tasks"]) == [task.name for task in TASKS]


@each_task
def test_search_beats_the_script_beyond_doubt(task):
    search, scripted = found(task)["rows"]
    if task.name in SETTLED:
        assert search["mean"] == scripted["mean"] == 1
        return
    assert search["low"] > scripted["high"]
    if task.search.measure is not None:
        (low, _), (_, high) = (
            row["measure_intervals"][task.search.measure] for row in (search, scripted)
        )
        assert low > high


@each_task
def test_the_results_are_those_of_the_task_in_this_version(task):
    result, game = found(task), registry.load(task.game)
    assert (result["game"], result["version"]) == (task.game, game.version)
    assert game.read(result["settings"]) == game.read(task.settings)
    assert [row["agent"] for row in result["rows"]] == [task.search.agent, "scripted"]
    assert [row["episodes"] for row in result["rows"]] == [
        task.search.episodes,
        task.search.script_episodes,
    ]
    assert {row["first_seed"] for row in result["rows"]} == {TEST_SEEDS}


def test_every_competitive_game_is_rated():
    rated = {task.game for task in TASKS if task.search.rated}
    assert rated == {name for name in registry.names() if not registry.load(name).shared_reward}


@each_rated
def test_search_is_rated_above_the_script_and_that_above_chance(name):
    search, scripted, random = RESULTS["tasks"][name]["ratings"]
    assert search["agent"].startswith("search:")
    assert (scripted["agent"], random["agent"]) == ("scripted", "random")
    assert search["low"] > scripted["high"]
    assert scripted["low"] > random["high"]


@each_rated
def test_the_better_player_of_each_pair_takes_more_than_half_of_the_points_beyond_doubt(name):
    search, scripted, random = (row["agent"] for row in RESULTS["tasks"][name]["ratings"])
    pairs = {(row["agent"], row["against"]): row for row in RESULTS["tasks"][name]["cross_play"]}
    assert pairs[search, scripted]["low"] > 0.5
    assert pairs[scripted, random]["low"] > 0.5


def test_the_readme_shows_the_results_that_are_stored():
    assert search_table(RESULTS) in README
    assert search_ratings(RESULTS) in README
