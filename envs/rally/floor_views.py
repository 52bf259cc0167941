"""The floor as robots of each facing see it, prepared once for each setup record."""

from enum import IntEnum
from typing import Any

import numpy as np

from cogarena.envs.core.grid import DIRECTIONS, DX, DY
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.layout import Column, columns
from cogarena.envs.rally.fire import lets_fire_in, stops_fire
from cogarena.envs.rally.floor import (
    FLAGS,
    HEIGHT,
    NOWHERE,
    REGISTERS,
    WIDTH,
    Belt,
    Wrench,
    beyond,
)

Array = np.ndarray[Any, Any]

VIEW_RADIUS = 5  # squares that a robot sees in each direction
WINDOW = 2 * VIEW_RADIUS + 1
MARGIN = max(WIDTH, HEIGHT) + 2 * VIEW_RADIUS  # side of a floor that is turned and framed
MOST_BEAMS = 3  # that are counted
# How far a direction so many quarter turns clockwise from ahead leads to the right, and behind.
RIGHTWARDS = np.array((0, 1, 0, -1))
BACKWARDS = np.array((-1, 0, 1, 0))

SIDES = (
    ("AHEAD", "ahead"),
    ("RIGHT", "on the right"),
    ("BEHIND", "behind"),
    ("LEFT", "on the left"),
)
PUSHES = (1 << REGISTERS) - 1  # all registers
PUSHERS = "a pusher: bit set of the registers in which it pushes {}, negative if {}"
Field = tuple[str, str, tuple[int, ...]]


class Terrain(IntEnum):
    """What a square is, in the plane GROUND."""

    FLOOR = 0
    PIT = 1
    OUTSIDE = 2  # of the floor


# What a robot sees of a square, with its own facing as ahead.
SURFACE = (
    Column("GROUND", "0 floor, 1 a pit, 2 outside the floor", int(max(Terrain))),
    *(Column(f"WALL_{side}", f"1: a wall, {where}") for side, where in SIDES),
    Column(
        "BELT_RIGHT", "a belt's squares to the right, 2 if express", Belt.EXPRESS, -Belt.EXPRESS
    ),
    Column("BELT_BEHIND", "and backwards", Belt.EXPRESS, -Belt.EXPRESS),
    Column(
        "WRENCH",
        "1 a wrench, 2 a double wrench, 2 + n flag n, −n flag n with a double wrench",
        Wrench.DOUBLE + FLAGS,
        -FLAGS,
    ),
    # Simple boards have nothing of what follows.
    Column("GEAR", "1 turns to the right, −1 to the left", 1, -1),
    Column("PUSHER_RIGHT", PUSHERS.format("to the right", "left"), PUSHES, -PUSHES),
    Column("PUSHER_BEHIND", PUSHERS.format("backwards", "ahead"), PUSHES, -PUSHES),
    Column("LASER", "beams that cross the square while nothing stops them", MOST_BEAMS),
)
Surface = columns("Surface", SURFACE)


def views_of(planes: Any) -> Field:
    """A field of setup records: the floor by facing, row and column, turned so that ahead is up."""
    return "views", "i1", (DIRECTIONS, MARGIN, MARGIN, len(planes))


VIEWS = views_of(Surface)


def draw_views(floor: Any, views: Array) -> None:
    """Fill the `VIEWS` of a setup record."""
    for facing in range(DIRECTIONS):
        views[facing, :, :, Surface.GROUND] = Terrain.OUTSIDE
        draw_view(_surfaces(floor, facing), facing, views[facing])


def draw_view(planes: Array, facing: int, view: Array) -> None:
    """Copy planes by x, y into the middle of a frame by row and column, with `facing` up.

    A view may have only the first of the planes, or more.
    """
    seen = np.rot90(planes.swapaxes(0, 1), facing)
    rows, across, _ = seen.shape
    middle = view[VIEW_RADIUS : VIEW_RADIUS + rows, VIEW_RADIUS : VIEW_RADIUS + across]
    count = min(seen.shape[2], view.shape[2])
    middle[..., :count] = seen[..., :count]


def _surfaces(floor: Any, facing: int) -> Array:
    """What robots of this facing see of each square, by x, y."""
    squares = floor.squares[: floor.width, : floor.height]
    seen = np.zeros((*squares.shape, len(Surface)), np.int8)
    seen[..., Surface.GROUND] = np.where(squares["pit"], Terrain.PIT, Terrain.FLOOR)
    for direction in range(DIRECTIONS):
        wall = Surface.WALL_AHEAD + (direction - facing) % DIRECTIONS
        seen[..., wall] = squares["walls"] >> direction & 1 | _barriers(floor, direction)
    seen[..., Surface.BELT_RIGHT] = squares["belt"] * _rightwards(squares["leads"], facing)
    seen[..., Surface.BELT_BEHIND] = squares["belt"] * _backwards(squares["leads"], facing)
    pushes = np.where(squares["pusher"] == NOWHERE, 0, squares["pushes"].astype(np.int8))
    seen[..., Surface.PUSHER_RIGHT] = pushes * _rightwards(squares["pusher"], facing)
    seen[..., Surface.PUSHER_BEHIND] = pushes * _backwards(squares["pusher"], facing)
    seen[..., Surface.GEAR] = RIGHTWARDS[squares["gear"]]
    double = squares["wrench"] == Wrench.DOUBLE
    flags = np.where(double, -squares["flag"], Wrench.DOUBLE + squares["flag"])
    seen[..., Surface.WRENCH] = np.where(squares["flag"] > 0, flags, squares["wrench"])
    seen[..., Surface.LASER] = np.minimum(MOST_BEAMS, _beams(floor))
    return seen


def _barriers(floor: Any, direction: int) -> Array:
    """1 where a shelter begins in this direction: a robot outside cannot enter it."""
    shelter = floor.squares["shelter"][: floor.width, : floor.height]
    barriers = np.zeros_like(shelter)
    for x, y in np.ndindex(*shelter.shape):
        there = beyond(x, y, direction)
        if 0 <= there[0] < floor.width and 0 <= there[1] < floor.height:
            barriers[x, y] = shelter[there] & ~shelter[x, y] & 1
    return barriers


def _rightwards(directions: Array, facing: int) -> Array:
    """1 where a direction is to the right of the facing, −1 where it is to the left."""
    return RIGHTWARDS[(directions - facing) % DIRECTIONS]


def _backwards(directions: Array, facing: int) -> Array:
    """1 where a direction is opposite to the facing, −1 where it is the same."""
    return BACKWARDS[(directions - facing) % DIRECTIONS]


def _beams(floor: Any) -> Array:
    """How many laser beams cross each square while no robot stops them."""
    beams = np.zeros((int(floor.width), int(floor.height)), np.int64)
    count_beams(floor, beams)
    return beams


@kernel
def count_beams(floor: Any, beams: Any) -> None:
    """RR20, T8: the beams that would hit a robot on each square; see `in_beam`."""
    for i in range(floor.lasers):
        laser = floor.laser[i]
        x, y = int(laser.x), int(laser.y)
        height = floor.squares[x, y].height
        while lets_fire_in(floor, x, y, height):
            if floor.squares[x, y].height == height:
                beams[x, y] += laser.beams
            if stops_fire(floor, x, y, laser.fires):
                break
            x += DX[laser.fires]
            y += DY[laser.fires]
