import numpy as np
import pytest

from cogarena.envs.core import registry
from cogarena.envs.core.episode import Episode
from cogarena.envs.core.grid import DX, DY, turned
from cogarena.envs.rally.floor_views import VIEW_RADIUS, Surface
from cogarena.envs.tower_defense.state import Ground

GAME = registry.load("tower_defense")
BEFORE_THE_PLATEAU = (7, 11)


def seen_from(facing):
    """The floor around a robot that stands south of Citadel's plateau."""
    episode = Episode(GAME, {"board": "citadel"})
    episode.reset(0)
    robot = episode.s.rally.robots[0]
    robot.x, robot.y = BEFORE_THE_PLATEAU
    robot.facing, robot.place = facing, 0
    return episode.setup[0].floor, GAME.layout.split(episode.view(0)[1])["floor"]


def square_at(facing, row, column):
    """The square that a robot of that facing sees at a place of its window."""
    right, ahead = column - VIEW_RADIUS, VIEW_RADIUS - row
    x, y = BEFORE_THE_PLATEAU
    rightwards = turned(facing, 1)
    return (
        x + right * DX[rightwards] + ahead * DX[facing],
        y + right * DY[rightwards] + ahead * DY[facing],
    )


def test_the_ground_begins_as_the_surface_of_all_rally_games():
    assert [column.name for column in Ground][: len(Surface)] == [c.name for c in Surface]


@pytest.mark.parametrize("facing", range(4))
def test_heights_and_ramps_are_seen_with_the_facing_ahead(facing):
    floor, seen = seen_from(facing)
    high = np.zeros(seen.shape[:2])
    ramps = 0
    for row, column in np.ndindex(*high.shape):
        x, y = square_at(facing, row, column)
        if 0 <= x < floor.width and 0 <= y < floor.height:
            high[row, column] = floor.squares[x, y].height
            for direction in range(4):
                ramp = Ground.RAMP_AHEAD + (direction - facing) % 4
                there = int(floor.squares[x, y].ramps) >> direction & 1
                assert seen[row, column, ramp] == there
                ramps += there
    assert (seen[..., Ground.HIGH] == high).all()
    assert high.any()
    assert ramps
