"""Lines of fire for pictures: walked as by `fire.in_line`, with where they end and whom they hit.

It reads plain lists, so that drawing many shots is cheap.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Any

import numpy as np

from cogarena.envs.core.grid import DX, DY
from cogarena.envs.rally.floor import FLOOR
from cogarena.envs.rally.state import Place

Square = tuple[int, int]  # x, y
Spot = tuple[float, float]  # x, y in squares; the middle of a square is at whole numbers
Grid = list[list[int]]  # by x, y

EDGE = 0.5  # from the middle of a square to a wall on its edge
FRONT = 0.4  # from the middle of a robot or an object to where a beam meets it


class Met(Enum):
    """What a beam meets on a square."""

    NOTHING = 0
    TARGET = 1  # is hit, and lets through a beam that passes one
    LAST = 2  # is hit, and lets nothing through
    OBJECT = 3  # stops the beam unless it pierces objects
    END = 4  # the beam does not come onto the square


@dataclass(frozen=True)
class Ground:
    """What a floor does to beams."""

    stops: Grid  # bit set of the edges with a wall or a screen
    shelters: Grid
    heights: Grid
    pierces: bool

    def on_floor(self, x: int, y: int) -> bool:
        """The square is one of the floor's."""
        return 0 <= x < len(self.stops) and 0 <= y < len(self.stops[0])

    def lets_in(self, x: int, y: int, height: int) -> bool:
        """A beam of this height comes over the square."""
        return (
            self.on_floor(x, y) and not self.shelters[x][y] and self.heights[x][y] <= height
        )  # fmt: skip


@dataclass(frozen=True)
class Line:
    """The way of a beam."""

    end: Spot
    hits: tuple[Square, ...]  # squares of those it hits, the nearest first


def ground_of(floor: Any) -> Ground:
    """What the floor does to beams."""
    return _ground(floor.tobytes())


@lru_cache(maxsize=8)
def _ground(floor_bytes: bytes) -> Ground:
    floor = np.frombuffer(floor_bytes, FLOOR)[0]
    squares = floor.squares[: floor.width, : floor.height]
    return Ground(
        stops=(squares["walls"] | squares["screens"]).tolist(),
        shelters=squares["shelter"].tolist(),
        heights=squares["height"].tolist(),
        pierces=bool(floor.pierces),
    )


def standing(r: Any) -> dict[Square, int]:
    """The robots on the floor by square."""
    fields = (r.robots[field][: r.count].tolist() for field in ("place", "x", "y"))
    rows = enumerate(zip(*fields, strict=True))
    return {(x, y): i for i, (place, x, y) in rows if place == Place.FLOOR}


def objects(r: Any) -> dict[Square, int]:
    """The objects that stand on the floor by square."""
    fields = (r.things[field][: r.thing_count].tolist() for field in ("health", "x", "y"))
    rows = enumerate(zip(*fields, strict=True))
    return {(x, y): t for t, (health, x, y) in rows if health > 0}


def trace(
    ground: Ground, start: Square, direction: int, passes: int, met: Callable[[int, int], Met]
) -> Line:
    """The way of a beam that passes so many walls, robots or objects."""
    (x, y), dx, dy = start, int(DX[direction]), int(DY[direction])
    hits: list[Square] = []
    while True:
        if ground.stops[x][y] >> direction & 1:
            if passes == 0:
                return Line((x + EDGE * dx, y + EDGE * dy), tuple(hits))
            passes -= 1
        x, y = x + dx, y + dy
        found = met(x, y)
        if found is Met.END:
            return Line((x - EDGE * dx, y - EDGE * dy), tuple(hits))
        if found is Met.NOTHING:
            continue
        if found is not Met.OBJECT:
            hits.append((x, y))
        if passes == 0 or found is Met.LAST or (found is Met.OBJECT and not ground.pierces):
            return Line((x - FRONT * dx, y - FRONT * dy), tuple(hits))
        passes -= 1
