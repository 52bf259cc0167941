import json
from pathlib import Path

import pytest

from cogworks.envs.core import registry
from cogworks.training.evaluate import TEST_SEEDS

ROOT = Path(__file__).parent.parent
GAMES = json.loads((ROOT / "docs" / "search.json").read_text(encoding="utf-8"))["games"]
each_game = pytest.mark.parametrize("name", GAMES)


@each_game
def test_search_beats_the_script_beyond_doubt(name):
    search, scripted = GAMES[name]["rows"]
    assert search["agent"].startswith("search:")
    assert scripted["agent"] == "scripted"
    assert search["low"] > scripted["high"]
    assert search["first_seed"] == scripted["first_seed"] == TEST_SEEDS


@each_game
def test_the_settings_are_those_of_the_game(name):
    game = registry.load(name)
    game.read(GAMES[name]["settings"])


@each_game
def test_the_readme_shows_the_results_that_are_stored(name):
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for row in GAMES[name]["rows"]:
        shown = f"{row['mean']:.3f} ({row['low']:.3f} … {row['high']:.3f})"
        assert any(
            line.startswith(f"| {name} |") and row["agent"] in line and shown in line
            for line in readme.splitlines()
        )
