"""Stored results carry the versions that made them: they are held to their own stamps and to the
README, not to today's play. Those of an older version of a game stand until they are made anew."""

import json
from pathlib import Path

import pytest

from cogarena.envs.core import registry
from cogarena.training.evaluation.benchmark import leaderboard, search_ratings, search_table
from cogarena.training.evaluation.evaluate import TEST_SEEDS
from cogarena.training.evaluation.tasks import all_tasks, reference

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
FILES = ("leaderboard", "against_random", "search")
STORED = {
    name: json.loads((ROOT / "docs" / f"{name}.json").read_text(encoding="utf-8")) for name in FILES
}
TABLES = {
    "leaderboard": (leaderboard,),
    "against_random": (leaderboard,),
    "search": (search_table, search_ratings),
}
TASKS = {task.name: task for task in all_tasks()}
SETTLED = ("coop_td",)  # the script wins every game there
each_result = pytest.mark.parametrize(
    ("file", "name"), [(file, name) for file in FILES for name in STORED[file]["tasks"]]
)
RATED = [name for name, result in STORED["search"]["tasks"].items() if "ratings" in result]


@pytest.mark.parametrize("file", FILES)
def test_the_readme_shows_what_is_stored(file):
    assert all(table(STORED[file]) in README for table in TABLES[file])


@pytest.mark.parametrize("file", FILES)
def test_a_file_tells_the_versions_that_made_it(file):
    assert {"cogarena", "numpy", "numba"} <= set(STORED[file]["versions"])
    assert STORED[file]["python"]


@each_result
def test_a_result_is_of_a_version_that_was_or_is(file, name):
    result = STORED[file]["tasks"][name]
    assert 0 <= result["version"] <= registry.spec(result["game"]).version


@each_result
def test_the_rows_of_a_result_are_means_inside_their_intervals_on_the_published_seeds(file, name):
    for row in STORED[file]["tasks"][name]["rows"]:
        assert row["low"] <= row["mean"] <= row["high"]
        assert row["episodes"] > 0
        assert row["first_seed"] == TEST_SEEDS


@each_result
def test_a_result_of_the_current_version_is_of_a_task_as_it_is_declared(file, name):
    result = STORED[file]["tasks"][name]
    game = registry.load(result["game"])
    if result["version"] == game.version:
        task = TASKS[name]
        assert result["game"] == task.game
        assert game.read(result["settings"]) == game.read(task.settings)
        assert result["opponents"] in ("random", task.opponents)


@pytest.mark.parametrize("name", STORED["leaderboard"]["tasks"])
def test_the_reference_scores_are_those_of_the_leaderboard(name):
    task, result = TASKS[name], STORED["leaderboard"]["tasks"][name]
    known = reference(registry.load(task.game), task.settings, task.opponents)
    if known is not None and known["version"] == result["version"]:
        means = {row["agent"]: row["mean"] for row in result["rows"]}
        assert (known["random"], known["scripted"]) == (means["random"], means["scripted"])


@pytest.mark.parametrize("name", STORED["leaderboard"]["tasks"])
def test_scripted_and_trained_play_beat_random_play_as_the_readme_says(name):
    rows = {row["agent"]: row for row in STORED["leaderboard"]["tasks"][name]["rows"]}
    assert min(rows["scripted"]["low"], rows["trained"]["low"]) > rows["random"]["high"]


@pytest.mark.parametrize("name", STORED["search"]["tasks"])
def test_search_beats_the_script_as_the_readme_says(name):
    result = STORED["search"]["tasks"][name]
    search, scripted = result["rows"]
    if name in SETTLED:
        assert search["mean"] == scripted["mean"] == 1
        return
    assert search["low"] > scripted["high"]
    if result["measure"] is not None:
        intervals = (row["measure_intervals"][result["measure"]] for row in (search, scripted))
        (low, _), (_, high) = intervals
        assert low > high


@pytest.mark.parametrize("name", RATED)
def test_search_is_rated_above_the_script_and_that_above_random_play(name):
    result = STORED["search"]["tasks"][name]
    search, scripted, random = result["ratings"]
    assert search["low"] > scripted["high"]
    assert scripted["low"] > random["high"]
    shares = {(row["agent"], row["against"]): row["low"] for row in result["cross_play"]}
    assert shares[search["agent"], scripted["agent"]] > 0.5
    assert shares[scripted["agent"], random["agent"]] > 0.5
