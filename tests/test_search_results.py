import json
from pathlib import Path

import pytest

from cogarena.envs.core import registry
from cogarena.training.evaluate import TEST_SEEDS
from cogarena.training.judging.contests import CONTESTS, comparison, ranking

ROOT = Path(__file__).parent.parent
RESULTS = json.loads((ROOT / "docs" / "search.json").read_text(encoding="utf-8"))
README = (ROOT / "README.md").read_text(encoding="utf-8")
SETTLED = ("coop_td",)  # the script wins everything there
each_contest = pytest.mark.parametrize("each", CONTESTS, ids=lambda each: each.standard.title)
each_rated = pytest.mark.parametrize(
    "title", [each.standard.title for each in CONTESTS if each.rated]
)


def found(each):
    return RESULTS["contests"][each.standard.title]


@each_contest
def test_search_beats_the_script_beyond_doubt(each):
    search, scripted = found(each)["rows"]
    if each.standard.title in SETTLED:
        assert search["mean"] == scripted["mean"] == 1
        return
    assert search["low"] > scripted["high"]
    if each.measure is not None:
        (low, _), (_, high) = (row["measure_intervals"][each.measure] for row in (search, scripted))
        assert low > high


@each_contest
def test_the_results_are_those_of_the_contest_in_this_version(each):
    result, game = found(each), registry.load(each.standard.game)
    assert (result["game"], result["version"]) == (each.standard.game, game.version)
    assert game.read(result["settings"]) == game.read(each.standard.settings)
    assert [row["agent"] for row in result["rows"]] == [each.search, "scripted"]
    assert [row["episodes"] for row in result["rows"]] == [each.episodes, each.many]
    assert {row["first_seed"] for row in result["rows"]} == {TEST_SEEDS}


def test_every_game_of_rivals_is_rated():
    rated = {each.standard.game for each in CONTESTS if each.rated}
    assert rated == {name for name in registry.names() if not registry.load(name).shared_reward}


@each_rated
def test_search_is_rated_above_the_script_and_that_above_chance(title):
    search, scripted, random = RESULTS["contests"][title]["ratings"]
    assert search["agent"].startswith("search:")
    assert (scripted["agent"], random["agent"]) == ("scripted", "random")
    assert search["low"] > scripted["high"]
    assert scripted["low"] > random["high"]


@each_rated
def test_the_better_player_of_each_pair_takes_more_than_half_of_the_points_beyond_doubt(title):
    search, scripted, random = (row["agent"] for row in RESULTS["contests"][title]["ratings"])
    pairs = {
        (row["agent"], row["against"]): row for row in RESULTS["contests"][title]["cross_play"]
    }
    assert pairs[search, scripted]["low"] > 0.5
    assert pairs[scripted, random]["low"] > 0.5


def test_the_readme_shows_the_results_that_are_stored():
    assert comparison(RESULTS) in README
    assert ranking(RESULTS) in README
