import json
import tomllib
from pathlib import Path

import pytest

from cogarena.envs.core import registry
from cogarena.training.evaluate import TEST_SEEDS
from cogarena.training.judging.benchmark import leaderboard
from cogarena.training.judging.standard import REFERENCES, STANDARDS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
RESULTS, AGAINST_RANDOM = (
    json.loads((ROOT / "docs" / f"{name}.json").read_text(encoding="utf-8"))
    for name in ("leaderboard", "against_random")
)
each_standard = pytest.mark.parametrize("each", STANDARDS, ids=lambda each: each.title)


def test_the_readme_shows_the_results_that_are_stored():
    assert leaderboard(RESULTS) in README
    assert leaderboard(AGAINST_RANDOM) in README


def test_the_games_of_rivals_are_played_against_random_players_too():
    rivals = {each.title for each in STANDARDS if each.opponents is not None}
    assert set(AGAINST_RANDOM["standards"]) == rivals
    for title, result in AGAINST_RANDOM["standards"].items():
        assert result["opponents"] == "random"
        assert result["version"] == registry.load(title).version
        assert [row["agent"] for row in result["rows"]] == ["scripted", "trained"]


@each_standard
def test_the_results_are_of_this_version_under_standard_conditions(each):
    result = RESULTS["standards"][each.title]
    game = registry.load(each.game)
    assert (result["game"], result["version"]) == (each.game, game.version)
    assert game.read(result["settings"]) == game.read(each.settings)
    assert result["opponents"] == each.opponents
    assert {row["first_seed"] for row in result["rows"]} == {TEST_SEEDS}


@each_standard
def test_the_reference_scores_are_those_of_the_results(each):
    known = tomllib.loads(REFERENCES.read_text(encoding="utf-8"))[each.title]
    means = {row["agent"]: row["mean"] for row in RESULTS["standards"][each.title]["rows"]}
    assert (known["random"], known["scripted"]) == (means["random"], means["scripted"])
    assert known["version"] == registry.load(each.game).version


@each_standard
def test_every_standard_has_a_trained_player_that_beats_random_play_beyond_doubt(each):
    rows = {row["agent"]: row for row in RESULTS["standards"][each.title]["rows"]}
    assert list(rows) == ["random", "scripted", "trained"]
    assert rows["trained"]["low"] > rows["random"]["high"]


@each_standard
def test_scripted_play_beats_random_play_beyond_doubt(each):
    rows = {row["agent"]: row for row in RESULTS["standards"][each.title]["rows"]}
    assert rows["scripted"]["low"] > rows["random"]["high"]
