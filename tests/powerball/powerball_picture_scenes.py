"""Situations of Powerball to be drawn, and where their picture shows what."""

from functools import cache

import numpy as np

from cogarena.envs.core.episode import Episode
from cogarena.envs.core.grid import Direction
from cogarena.envs.powerball.game import GAME
from cogarena.envs.powerball.render import HEADLINE_GAP, ROW, TABLE
from cogarena.envs.powerball.state import BallPlace, Stage
from cogarena.envs.rally.floor_pictures import floor_size
from cogarena.envs.rally.panel import panel_cell
from cogarena.envs.rally.render import HEADLINE
from cogarena.envs.rally.state import ROBOTS, Place, Power

TILE = 32
SPOT = (9, 5)  # a plain square


@cache
def opening(settings):
    episode = Episode(GAME, dict(settings))
    episode.reset(3)
    return episode


class Scene:
    """A floor without robots in the middle of a phase; all balls are in the pool."""

    def __init__(self, **settings):
        settings = {"robots": ROBOTS, "balls": 20} | settings
        episode = opening(tuple(settings.items()))
        self.setup, self.s = episode.setup.copy()[0], episode.s.copy()
        self.floor, self.r = self.setup.floor, self.s.rally
        self.s.stage, self.s.pending, self.r.logged = Stage.MOVE, 0, 0
        for i, robot in enumerate(self.r.robots):
            robot.program[:] = range(9 * i + 1, 9 * i + 6)
            robot.place, robot.power = Place.DESTROYED, Power.ON
        self.robot = self.r.robots[0]

    def put(self, seat, x, y, **fields):
        robot = self.r.robots[seat]
        robot.x, robot.y, robot.facing, robot.place = x, y, Direction.NORTH, Place.FLOOR
        for field, value in fields.items():
            robot[field] = value
        return self

    def ball(self, place, x=0, y=0, by=0):
        b = int(np.argmin(self.s.balls["place"] != BallPlace.POOL))
        self.s.balls[b] = (place, x, y, by)
        return self

    def bomb(self, x, y, facing=Direction.NORTH, owner=0):
        bomb = self.s.bombs[int(np.argmin(self.s.bombs["live"]))]
        bomb.live, bomb.x, bomb.y, bomb.facing, bomb.owner = 1, x, y, facing, owner
        return self

    def draw(self, tile=TILE):
        return GAME.draw(self.setup, self.s, tile=tile)


def panel_part(top, high, tile=TILE):
    cell = panel_cell(tile)
    left = floor_size(Scene().floor, tile)[0]
    return slice(round(top * cell), round((top + high) * cell)), slice(left, None)


def row_area(seat):
    return panel_part(HEADLINE + HEADLINE_GAP + TABLE + seat * ROW, ROW)


TABLE_AREA = panel_part(HEADLINE, TABLE + HEADLINE_GAP)
