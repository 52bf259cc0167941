"""The factory floor as a record, and how floors are made. It never changes during an episode."""

from collections.abc import Iterable
from enum import IntEnum
from typing import Any

import numpy as np

from cogarena.envs.core.grid import DIRECTIONS, DX, DY, HALF_TURN, Direction
from cogarena.envs.core.records import record

WIDTH, HEIGHT = 28, 20  # largest floor
LASERS = 40
DOCKS = 8
FLAGS = 8
REGISTERS = 5
NOWHERE = -1


class Belt(IntEnum):
    """Speed of a conveyor belt."""

    NONE = 0
    NORMAL = 1
    EXPRESS = 2


class Wrench(IntEnum):
    """What a repair site offers."""

    NONE = 0
    SINGLE = 1
    DOUBLE = 2  # wrench and hammer: an option too


class Tower(IntEnum):
    """What kind of tower stands on a square at the start (Tower Defense)."""

    NONE = 0
    LASER = 1
    HOWITZER = 2


SQUARE = record(
    ("walls", "u1"),  # bit set of Direction; a wall is in both squares that it separates
    ("pit", "u1"),
    ("belt", "i1"),  # Belt
    ("leads", "i1"),  # Direction in which the belt moves
    ("gear", "i1"),  # quarter turns clockwise: 0 no gear, 1 right, 3 left
    ("pusher", "i1"),  # Direction in which it pushes, NOWHERE if there is none
    ("pushes", "u1"),  # bit set of the registers 0…4 in which it does
    ("wrench", "i1"),  # Wrench; a flag's square counts as SINGLE too
    ("tower", "i1"),  # Tower
    ("flag", "i1"),  # 1…8, 0 none
    ("arrow", "i1"),  # Direction of the flag's arrow, NOWHERE if it has none
    ("dock", "i1"),  # 1 + its number 0…7, 0 none
    ("height", "i1"),  # 0 ground, 1 plateau
    ("ramps", "u1"),  # bit set of Direction: this edge is a ramp to another height
    # Boards do not draw these; games set them.
    ("closed", "u1"),  # bit set of teams whose robots may not enter
    (
        "screens",
        "u1",
    ),  # bit set of Direction: the edge stops fire, in both squares it separates
    ("shelter", "u1"),  # 1: no fire leaves or enters, and robots enter from shelters only
)

LASER = record(
    ("x", "i1"),  # of the square whose wall it is mounted on: the first square of its beam
    ("y", "i1"),
    ("fires", "i1"),  # Direction
    ("beams", "i1"),  # 1…3
)

POINT = record(("x", "i1"), ("y", "i1"), ("facing", "i1"))

FLOOR = record(
    ("width", "i1"),
    ("height", "i1"),
    ("docks", "i1"),
    ("flag_count", "i1"),  # a record has an attribute `flags` already
    ("lasers", "i1"),
    ("asks_all", "i1"),  # 1: players are asked everything, 0: only for their programs
    ("lives", "i1"),  # of each robot, 0 unlimited; set by games
    (
        "steadies",
        "i1",
    ),  # 1: Gyroscopic Stabilizers are always on, and stop belts too
    ("pierces", "i1"),  # 1: a High-Power Laser passes through an object as through a wall
    ("dock", POINT, (DOCKS,)),  # by number; robots start there with that facing
    ("flag", POINT, (FLAGS,)),  # by number − 1; facing is the arrow's, NOWHERE without one
    ("laser", LASER, (LASERS,)),
    ("squares", SQUARE, (WIDTH, HEIGHT)),  # by x, y
)


Floor = np.ndarray[Any, Any]  # of one FLOOR record
Laser = tuple[int, int, int, int]  # x, y, fires, beams
ALL_EDGES = (1 << DIRECTIONS) - 1


def blank(width: int, height: int) -> Floor:
    """A writable floor of plain squares; devices that do not exist are NOWHERE."""
    if not (1 <= width <= WIDTH and 1 <= height <= HEIGHT):
        raise ValueError(
            f"a floor of {width} by {height} squares; the maximum is {WIDTH} by {HEIGHT}"
        )
    floor = np.zeros(1, FLOOR)
    floor["width"], floor["height"] = width, height
    for things, fields in (
        ("squares", ("pusher", "arrow")),
        ("dock", ("x", "y", "facing")),
        ("flag", ("x", "y", "facing")),
        ("laser", ("x", "y", "fires")),
    ):
        for field in fields:
            floor[things][field] = NOWHERE
    return floor


def done(floor: Floor) -> Floor:
    """The floor (or setup), made read-only."""
    floor.flags.writeable = False
    return floor


def mount_lasers(floor: Floor, lasers: Iterable[Laser]) -> None:
    """Enter the lasers row by row, so that equal floors have equal bytes."""
    ordered = sorted(lasers, key=lambda laser: (laser[1], laser[0], laser[2]))
    if len(ordered) > LASERS:
        raise ValueError(f"{len(ordered)} lasers on one floor; the maximum is {LASERS}")
    for i, laser in enumerate(ordered):
        floor[0].laser[i] = laser
    floor["lasers"] = len(ordered)


def lasers_of(floor: Floor) -> list[Laser]:
    """The lasers of a floor."""
    mounted: list[Laser] = floor[0].laser[: floor[0].lasers].tolist()
    return mounted


def add_wall(floor: Floor, x: int, y: int, side: int) -> None:
    """Add a wall to both squares that it separates."""
    _add_edge(floor, "walls", x, y, side)


def add_ramp(floor: Floor, x: int, y: int, side: int) -> None:
    """Add a ramp to both squares that it joins."""
    _add_edge(floor, "ramps", x, y, side)


def add_screen(floor: Floor, x: int, y: int, side: int) -> None:
    """Add a screen, which stops fire, to both squares that it separates."""
    _add_edge(floor, "screens", x, y, side)


def _add_edge(floor: Floor, field: str, x: int, y: int, side: int) -> None:
    squares = floor[0].squares
    squares[x, y][field] |= 1 << side
    beyond_x, beyond_y = beyond(x, y, side)
    if 0 <= beyond_x < floor[0].width and 0 <= beyond_y < floor[0].height:
        squares[beyond_x, beyond_y][field] |= 1 << opposite(side)


def beyond(x: int, y: int, side: int) -> tuple[int, int]:
    """The square on the other side of an edge, on the floor or not."""
    return x + int(DX[side]), y + int(DY[side])


def opposite(direction: int) -> int:
    """The opposite direction; NOWHERE stays NOWHERE."""
    return NOWHERE if direction == NOWHERE else (direction + HALF_TURN) % DIRECTIONS


def turned(floor: Floor) -> Floor:
    """The floor turned by 180 degrees."""
    old = floor[0]
    width, height = int(old.width), int(old.height)
    new = blank(width, height)
    squares = old.squares[:width, :height][::-1, ::-1].copy()
    for field in ("walls", "ramps", "screens"):
        edges = squares[field]
        squares[field] = ((edges << HALF_TURN) | (edges >> HALF_TURN)) & ALL_EDGES
    for field, there in (
        ("leads", squares["belt"] > 0),
        ("pusher", squares["pusher"] != NOWHERE),
        ("arrow", squares["arrow"] != NOWHERE),
    ):
        squares[field] = np.where(there, (squares[field] + HALF_TURN) % DIRECTIONS, squares[field])
    new["squares"][0, :width, :height] = squares
    for points, count in (("dock", "docks"), ("flag", "flag_count")):
        new[count] = floor[count]
        for i in range(old[count]):
            x, y, facing = old[points][i].tolist()
            new[points][0, i] = (width - 1 - x, height - 1 - y, opposite(facing))
    mount_lasers(
        new,
        ((width - 1 - x, height - 1 - y, opposite(fires), beams)
         for x, y, fires, beams in lasers_of(floor)),
    )  # fmt: skip
    return done(new)


def beside(west: Floor, east: Floor) -> Floor:
    """Two floors of equal height side by side; a wall on the seam is in both squares."""
    if west[0].height != east[0].height:
        raise ValueError(
            f"floors {west[0].height} and {east[0].height} squares high do not fit side by side"
        )
    shift, height = int(west[0].width), int(west[0].height)
    both = blank(shift + int(east[0].width), height)
    both["squares"][0, :shift, :height] = west["squares"][0, :shift, :height]
    both["squares"][0, shift : both[0].width, :height] = (
        east["squares"][0, : east[0].width, :height]
    )  # fmt: skip
    for y in range(height):
        if both[0].squares[shift - 1, y].walls & 1 << Direction.EAST:
            add_wall(both, shift - 1, y, Direction.EAST)
        if both[0].squares[shift, y].walls & 1 << Direction.WEST:
            add_wall(both, shift, y, Direction.WEST)
    for points, count in (("dock", "docks"), ("flag", "flag_count")):
        _gather(both, west, east, points, count)
    moved = ((x + shift, y, fires, beams) for x, y, fires, beams in lasers_of(east))
    mount_lasers(both, [*lasers_of(west), *moved])
    return done(both)


def _gather(both: Floor, west: Floor, east: Floor, points: str, count: str) -> None:
    """Copy the docks or flags of the floor that has them; their numbers would clash if both did."""
    if west[0][count] and east[0][count]:
        raise ValueError(f"both floors have {count}; only one may")
    for floor, shift in ((west, 0), (east, int(west[0].width))):
        for i in range(floor[0][count]):
            x, y, facing = floor[0][points][i].tolist()
            both[points][0, i] = (x + shift, y, facing)
    both[count] = west[count] + east[count]
