"""One random game of each game as text: a change of behaviour shows as a diff of these files.

A game's test folder holds `expected/playthrough.txt`. `python tests/test_playthroughs.py [GAME …]`
writes them anew; do so together with a new game version.
"""

import sys
from pathlib import Path

import pytest

from cogarena.envs.core import records, registry
from cogarena.envs.core.episode import Episode
from cogarena.envs.core.traces import random_play

TESTS = Path(__file__).parent
DECISIONS = 60
SEED = 2024
NOISE = ("rng", "tick", "to_act", "decision", "pending", "noted", "notes", "tallies")


def playthrough(name):
    game = registry.load(name)
    episode = Episode(game, game.examples[0])
    lines = [f"{game.name} version {game.version}, seed {SEED}, settings {dict(game.examples[0])}"]
    before = None
    for number, action in enumerate(random_play(episode, SEED)):
        if before is not None:
            lines += changes(before[0], episode.s)
        if number == DECISIONS:
            break
        words = game.action_text(episode.setup[0], episode.s, action)
        lines.append(f"{number + 1}. {episode.agent}: {words} (of {episode.mask.sum()})")
        before = records.duplicate(episode.states)
    return "\n".join(lines) + "\n"


def expected(name):
    return TESTS / name / "expected" / "playthrough.txt"


def changes(before, after):
    return [f"    {line}" for line in records.diff(before, after) if not line.startswith(NOISE)]


@pytest.mark.parametrize("name", registry.own_names())
def test_a_game_plays_as_it_did(name):
    assert playthrough(name) == expected(name).read_text(encoding="utf-8")


if __name__ == "__main__":
    for each in sys.argv[1:] or registry.own_names():
        expected(each).parent.mkdir(parents=True, exist_ok=True)
        expected(each).write_text(playthrough(each), encoding="utf-8")
