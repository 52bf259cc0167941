import json
from pathlib import Path

import pytest

from cogarena.envs.core import registry
from cogarena.training.evaluation.benchmark import leaderboard, leaderboard_tasks
from cogarena.training.evaluation.evaluate import TEST_SEEDS
from cogarena.training.evaluation.tasks import reference

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
RESULTS, AGAINST_RANDOM = (
    json.loads((ROOT / "docs" / f"{name}.json").read_text(encoding="utf-8"))
    for name in ("leaderboard", "against_random")
)
TASKS = leaderboard_tasks(None)
each_task = pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)


def test_the_readme_shows_the_results_that_are_stored():
    assert leaderboard(RESULTS) in README
    assert leaderboard(AGAINST_RANDOM) in README


def test_the_order_of_the_leaderboard_is_that_of_the_tasks():
    assert list(RESULTS["tasks"]) == [task.name for task in TASKS]


def test_competitive_games_are_played_against_random_players_too():
    competitive = {task.name for task in TASKS if task.opponents is not None}
    assert set(AGAINST_RANDOM["tasks"]) == competitive
    for name, result in AGAINST_RANDOM["tasks"].items():
        assert result["opponents"] == "random"
        assert result["version"] == registry.load(name).version
        assert [row["agent"] for row in result["rows"]] == ["scripted", "trained"]


@each_task
def test_the_results_are_of_this_version_and_task(task):
    result = RESULTS["tasks"][task.name]
    game = registry.load(task.game)
    assert (result["game"], result["version"]) == (task.game, game.version)
    assert game.read(result["settings"]) == game.read(task.settings)
    assert result["opponents"] == task.opponents
    assert {row["first_seed"] for row in result["rows"]} == {TEST_SEEDS}


@each_task
def test_the_reference_scores_are_those_of_the_results(task):
    game = registry.load(task.game)
    known = reference(game, task.settings, task.opponents)
    means = {row["agent"]: row["mean"] for row in RESULTS["tasks"][task.name]["rows"]}
    assert (known["random"], known["scripted"]) == (means["random"], means["scripted"])
    assert known["version"] == game.version


@each_task
def test_every_task_has_a_trained_player_that_beats_random_play_beyond_doubt(task):
    rows = {row["agent"]: row for row in RESULTS["tasks"][task.name]["rows"]}
    assert list(rows) == ["random", "scripted", "trained"]
    assert rows["trained"]["low"] > rows["random"]["high"]


@each_task
def test_scripted_play_beats_random_play_beyond_doubt(task):
    rows = {row["agent"]: row for row in RESULTS["tasks"][task.name]["rows"]}
    assert rows["scripted"]["low"] > rows["random"]["high"]
