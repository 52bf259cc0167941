"""Situations of Powerball to be drawn, and where their picture shows what."""

import numpy as np

from cogarena.envs.core.grid import Direction
from cogarena.envs.powerball.render import HEADLINE_GAP, ROW, TABLE
from cogarena.envs.powerball.state import BallPlace, Stage
from cogarena.envs.rally.floor_pictures import floor_size
from cogarena.envs.rally.panel import panel_cell
from cogarena.envs.rally.render import HEADLINE
from cogarena.envs.rally.state import ROBOTS, Place, Power
from support.pictures import TILE, Picture

SPOT = (9, 5)  # a plain square


class Scene(Picture):
    """A floor without robots in the middle of a phase; all balls are in the pool."""

    def __init__(self, **settings):
        super().__init__("powerball", {"robots": ROBOTS, "balls": 20} | settings, Stage.MOVE)
        self.r.logged = 0
        self.program_all()
        self.r.robots["place"], self.r.robots["power"] = Place.DESTROYED, Power.ON
        self.robot = self.r.robots[0]

    def ball(self, place, x=0, y=0, by=0):
        b = int(np.argmin(self.s.balls["place"] != BallPlace.POOL))
        self.s.balls[b] = (place, x, y, by)
        return self

    def bomb(self, x, y, facing=Direction.NORTH, owner=0):
        bomb = self.s.bombs[int(np.argmin(self.s.bombs["live"]))]
        bomb.live, bomb.x, bomb.y, bomb.facing, bomb.owner = 1, x, y, facing, owner
        return self


def panel_part(top, high, tile=TILE):
    cell = panel_cell(tile)
    left = floor_size(Scene().floor, tile)[0]
    return slice(round(top * cell), round((top + high) * cell)), slice(left, None)


def row_area(seat):
    return panel_part(HEADLINE + HEADLINE_GAP + TABLE + seat * ROW, ROW)


TABLE_AREA = panel_part(HEADLINE, TABLE + HEADLINE_GAP)
