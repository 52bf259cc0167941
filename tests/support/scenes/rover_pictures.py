"""Hand-made records for the tests of RoveR's pictures, and the parts of these pictures."""

import numpy as np
import pytest

from cogarena.envs.rover.modules import NUMBER, SPARE
from cogarena.envs.rover.panel import MAP, MARGIN, line_height
from cogarena.envs.rover.render import draw, window_area
from cogarena.envs.rover.settings import Settings, build
from cogarena.envs.rover.state import COLUMNS, REACH_X, REACH_Y, STATE
from cogarena.envs.rover.tables import KIND, WALL_INTEGRITY, Kind, Nature, Terrain, Thing

TILE = 32
GROUND = 1  # known
ROVER_AT = (25, 25)
SPOT = (28, 23)  # in the window
CACHE = Thing.CACHE + NUMBER["gas laser"]
THINGS = [thing for thing in Thing if thing not in (Thing.NOTHING, Thing.CACHE)]
OTHERS = [kind for kind in Kind if KIND[kind].nature != Nature.ROVER]
HOSTILE = [kind for kind in Kind if KIND[kind].nature in (Nature.MACHINE, Nature.WARDEN)]
some_tiles = pytest.mark.parametrize("tile", [16, 32, 64])


class Scene:
    def __init__(self, **settings):
        self.setup = build(Settings(**settings))[0]
        self.s = np.zeros(1, STATE)[0]
        self.s.turn, self.s.count = 1, 1
        self.s.pod_x, self.s.pod_y = 40, 40
        self.s.known[REACH_Y:-REACH_Y, REACH_X:-REACH_X] = GROUND
        self.s.sight[:] = 1
        self.rover = self.s.entities[0]
        self.fill(self.rover, Kind.POLYETHYLENE, ROVER_AT)
        self.rover.datum = 5
        self.s.transport.module, self.s.transport.durability = SPARE, 600

    def fill(self, entity, kind, at):
        entity.kind, (entity.x, entity.y) = kind, at
        for field in ("integrity", "energy", "shielding", "datum"):
            entity[field] = KIND[kind][field]

    def put(self, kind, at=SPOT, **fields):
        entity = self.s.entities[self.s.count]
        self.fill(entity, kind, at)
        entity.hostile = kind in HOSTILE
        for field, value in fields.items():
            entity[field] = value
        self.s.count += 1
        self.s.who[at[1], at[0]] = self.s.count
        return self

    def lay(self, thing, at=SPOT):
        self.s.thing[at[1], at[0]] = thing
        return self

    def terrain(self, terrain, at=SPOT):
        self.s.terrain[at[1], at[0]] = terrain
        if terrain == Terrain.WALL:
            self.s.wall[at[1], at[0]] = WALL_INTEGRITY
        return self

    def hide(self, at=SPOT, known=True):
        row, column = at[1] - int(self.rover.y) + REACH_Y, at[0] - int(self.rover.x) + REACH_X
        self.s.sight[row * COLUMNS + column] = 0
        if not known:
            self.s.known[at[1] + REACH_Y, at[0] + REACH_X] = 0
        return self

    def install(self, name, slot=0, uses=20):
        self.s.slots[slot].module = NUMBER[name.lower()]
        self.s.slots[slot].durability = uses
        return self

    def log(self, *events):
        for i, (what, value) in enumerate(events):
            self.s.log[i].what, self.s.log[i].value = what, value
        self.s.logged = len(events)
        return self

    def draw(self, tile=TILE):
        return draw(self.setup, self.s, tile=tile)

    def square(self, at=SPOT, tile=TILE):
        return self.draw(tile)[square(at, tile)].copy()


def square(at=SPOT, tile=TILE):
    top, _, _ = window_area(tile)
    column, row = at[0] - ROVER_AT[0] + REACH_X, at[1] - ROVER_AT[1] + REACH_Y
    upper, left = top + row * tile, column * tile
    return slice(upper, upper + tile), slice(left, left + tile)


def panel(tile=TILE):
    top, wide, _ = window_area(tile)
    return slice(top, None), slice(wide, None)


def headline(tile=TILE):
    return slice(0, window_area(tile)[0]), slice(None)


def event_lines(tile=TILE):
    top, wide, high = window_area(tile)
    return slice(top + high, None), slice(0, wide)


def minimap_part(tile=TILE):
    top, wide, _ = window_area(tile)
    side, inset = MAP * line_height(tile), round(MARGIN * line_height(tile))
    upper, left = top + inset, wide + inset
    return slice(upper, upper + side), slice(left, left + side)


def least(tile):
    return tile * tile // 20
