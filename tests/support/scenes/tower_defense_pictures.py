"""Situations of Tower Defense to be drawn, and where their picture shows what."""

from functools import partial

import numpy as np

from cogarena.envs.core.grid import Direction
from cogarena.envs.rally.floor_pictures import floor_size
from cogarena.envs.rally.panel import panel_cell
from cogarena.envs.rally.render import HEADLINE
from cogarena.envs.rally.state import ROBOTS
from cogarena.envs.tower_defense.game import GAME
from cogarena.envs.tower_defense.render import HEADLINE_GAP, ROW, SKY
from cogarena.envs.tower_defense.state import Stage
from support import pictures
from support.pictures import TILE
from support.scenes.tower_defense import Scene

BOARD = """
    :F1   :tL   :     :     :>    :v    :     :
    :     :     :     :     :     :     :     :
    +     +     +     +/////+     +     +     +
    :     :     /    H:    H:tH  H:     :w1   :
    :     :     :F2  H:    H:gR  H:     :     :
    +     +     +     +     +     +     +     +
    :     :     :     :     :     :[]   :     :
"""
SPOT = (1, 4)  # a plain square
area = partial(pictures.area, tile=TILE)


class Picture(Scene):
    """A scene in the middle of a phase, with eight robots that are not on the floor."""

    def __init__(self, drawing=BOARD, **settings):
        super().__init__(drawing, register=3, robots=ROBOTS, **settings)
        self.s.stage, self.r.logged = Stage.MOVE, 0
        self.r.robots["program"] = 9 * np.arange(ROBOTS)[:, None] + np.arange(1, 6)

    def drone(self, x, y):
        super().drone(x, y)
        self.r.logged = 0
        return self

    def laser(self):
        """A board laser in the north-western corner that fires east."""
        floor = self.setup.floor
        floor.lasers, floor.laser[0] = 1, (0, 0, Direction.EAST, 1)
        return self

    def draw(self, tile=TILE):
        return GAME.draw(self.setup, self.s, tile=tile)

    def square(self, at, tile=TILE):
        return self.draw(tile)[area(*at, tile=tile)]


def panel_part(top, high):
    cell = panel_cell(TILE)
    left = floor_size(Picture().setup.floor, TILE)[0]
    return slice(round(top * cell), round((top + high) * cell)), slice(left, None)


def row_area(seat):
    return panel_part(HEADLINE + HEADLINE_GAP + SKY + seat * ROW, ROW)


SKY_AREA = panel_part(HEADLINE, HEADLINE_GAP + SKY)
HEADLINE_AREA = panel_part(0, HEADLINE)
