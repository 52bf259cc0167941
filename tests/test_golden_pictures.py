"""One small picture of each game: a change of its looks shows as a difference from these files.

A game's test folder holds `expected/picture.png`, and in `picture.toml` what it shows if that is
not the usual. `python tests/test_golden_pictures.py [GAME …]` draws them anew: look at each of them
before you commit it.
"""

import sys
import tomllib
from itertools import islice
from pathlib import Path

import imageio.v3 as imageio
import numpy as np
import pytest

from cogarena.envs.core import registry
from cogarena.envs.core.draw.canvas import png_bytes
from cogarena.envs.core.episode import Episode
from cogarena.envs.core.traces import random_play
from cogarena.wrappers.replay import between

TESTS = Path(__file__).parent
LARGEST = 40_000  # bytes
SEED = 2024
CLEARLY = 32  # so far apart are two pixels in some channel that anybody sees it
MOST_CLEARLY = 0.0005  # of the pixels may differ so
MOST_ON_AVERAGE = 0.25  # of 255 may a channel differ

# Random decisions, parts of the step to the next one (0: at the decision), pixels of a tile.
USUAL = {"settings": {}, "decisions": 60, "parts": 0, "tile": 16}
each_game = pytest.mark.parametrize("name", registry.own_names())


def expected(name, file="picture.png"):
    return TESTS / name / "expected" / file


def scene(name):
    """What the picture of a game shows."""
    file = expected(name, "picture.toml")
    return USUAL | (tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {})


def moment(name):
    """The state that is drawn."""
    wanted = scene(name)
    episode = Episode(registry.load(name), wanted["settings"])
    coming = islice(random_play(episode, SEED), wanted["decisions"], None)
    action = next(coming, None)  # a short game is drawn at its end
    parts = wanted["parts"]
    return next(islice(between(episode, action), parts - 1, None)) if parts else episode


def picture(name):
    return drawn(name, moment(name))


def drawn(name, episode):
    return episode.game.draw(episode.setup[0], episode.s, tile=scene(name)["tile"])


def differences(one, other):
    """The mean difference of channels, and the share of pixels that differ clearly."""
    apart = np.abs(one.astype(int) - other)
    return float(apart.mean()), float((apart.max(axis=2) > CLEARLY).mean())


@each_game
def test_a_game_looks_as_it_did(name, tmp_path):
    now, golden = picture(name), imageio.imread(expected(name))
    actual = tmp_path / f"{name}.png"
    accept = f"compare {actual} with {expected(name)}; to accept it: python {__file__} {name}"
    on_average, clearly = 255.0, 1.0
    if now.shape == golden.shape:
        on_average, clearly = differences(now, golden)
    if on_average > MOST_ON_AVERAGE or clearly > MOST_CLEARLY:
        actual.write_bytes(png_bytes(now))
        pytest.fail(f"{name}: {clearly:.2%} of the pixels differ clearly; {accept}")


@each_game
def test_a_golden_picture_is_small(name):
    assert expected(name).stat().st_size <= LARGEST


@pytest.mark.parametrize("name", [name for name in registry.own_names() if scene(name)["parts"]])
def test_one_robot_less_would_be_noticed(name):
    shown = moment(name)
    shown.s.rally.robots["place"][int(np.argmin(shown.s.rally.robots["place"]))] = 1
    assert differences(drawn(name, shown), imageio.imread(expected(name)))[1] > MOST_CLEARLY


if __name__ == "__main__":
    for each in sys.argv[1:] or registry.own_names():
        expected(each).parent.mkdir(parents=True, exist_ok=True)
        expected(each).write_bytes(png_bytes(picture(each)))
