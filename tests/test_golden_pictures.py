"""One small picture of each game: a change of its looks shows as a difference from these files.

`python tests/test_golden_pictures.py` draws them anew: look at each of them before you commit it.
"""

from itertools import islice
from pathlib import Path

import imageio.v3 as imageio
import numpy as np
import pytest

from cogarena.envs.core import registry
from cogarena.envs.core.checks import random_play
from cogarena.envs.core.drawing import png_bytes
from cogarena.envs.core.episode import Episode
from cogarena.wrappers.replay import between

FOLDER = Path(__file__).parent / "golden"
LARGEST = 40_000  # bytes
SEED = 2024
CLEARLY = 32  # so far apart are two pixels in some channel that anybody sees it
MOST_CLEARLY = 0.0005  # of the pixels may differ so
MOST_ON_AVERAGE = 0.25  # of 255 may a channel differ

# Settings, random decisions, steps on the way to the next one (0: at the decision), tile.
USUAL = ({}, 60, 0, 16)
SCENES = {
    "moba": ({"ask": "program", "start": "scattered", "options": 2}, 111, 19, 18),
    "powerball": ({"ask": "program", "robots": 8}, 873, 25, 18),
    "race": ({"ask": "program", "robots": 8, "board": "crossfire", "options": 2}, 116, 19, 18),
    "tower_defense": ({"ask": "program", "robots": 5, "options": 2}, 169, 57, 16),
}


def moment(name):
    """The state that is drawn."""
    settings, decisions, steps, _ = SCENES.get(name, USUAL)
    episode = Episode(registry.load(name), settings)
    action = next(islice(random_play(episode, SEED), decisions, None))
    return next(islice(between(episode, action), steps - 1, None)) if steps else episode


def picture(name):
    return drawn(name, moment(name))


def drawn(name, episode):
    *_, tile = SCENES.get(name, USUAL)
    return episode.game.draw(episode.setup[0], episode.s, tile=tile)


def differences(one, other):
    """The mean difference of channels, and the share of pixels that differ clearly."""
    apart = np.abs(one.astype(int) - other)
    return float(apart.mean()), float((apart.max(axis=2) > CLEARLY).mean())


@pytest.mark.parametrize("name", registry.names())
def test_a_game_looks_as_it_did(name, tmp_path):
    now, golden = picture(name), imageio.imread(FOLDER / f"{name}.png")
    actual = tmp_path / f"{name}.png"
    accept = f"compare {actual} with {FOLDER / actual.name}; to accept it: python {__file__}"
    on_average, clearly = 255.0, 1.0
    if now.shape == golden.shape:
        on_average, clearly = differences(now, golden)
    if on_average > MOST_ON_AVERAGE or clearly > MOST_CLEARLY:
        actual.write_bytes(png_bytes(now))
        pytest.fail(f"{name}: {clearly:.2%} of the pixels differ clearly; {accept}")


@pytest.mark.parametrize("name", registry.names())
def test_a_golden_picture_is_small(name):
    assert (FOLDER / f"{name}.png").stat().st_size <= LARGEST


@pytest.mark.parametrize("name", SCENES)
def test_one_robot_less_would_be_noticed(name):
    shown = moment(name)
    shown.s.rally.robots["place"][int(np.argmin(shown.s.rally.robots["place"]))] = 1
    assert differences(drawn(name, shown), imageio.imread(FOLDER / f"{name}.png"))[1] > MOST_CLEARLY


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in registry.names():
        (FOLDER / f"{each}.png").write_bytes(png_bytes(picture(each)))
