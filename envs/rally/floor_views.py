"""The floor as robots of each facing see it, prepared once for each setup record."""

from enum import IntEnum
from typing import Any

import numpy as np

from cogarena.envs.core.grid import DIRECTIONS, DX, DY
from cogarena.envs.core.jit import kernel
from cogarena.envs.rally.fire import lets_fire_in, stops_fire
from cogarena.envs.rally.floor import HEIGHT, NOWHERE, WIDTH, Belt, Wrench, beyond

Array = np.ndarray[Any, Any]

VIEW_RADIUS = 5  # squares that a robot sees in each direction
WINDOW = 2 * VIEW_RADIUS + 1
MARGIN = max(WIDTH, HEIGHT) + 2 * VIEW_RADIUS  # side of a floor that is turned and framed
MOST_BEAMS = 3.0
# How far a direction so many quarter turns clockwise from ahead leads to the right, and behind.
RIGHTWARDS = np.array((0, 1, 0, -1))
BACKWARDS = np.array((-1, 0, 1, 0))


class Surface(IntEnum):
    """What a robot sees of a square, with its own facing as ahead."""

    OFF = 0  # outside the floor
    PIT = 1
    WALL_AHEAD = 2
    WALL_RIGHT = 3
    WALL_BEHIND = 4
    WALL_LEFT = 5
    BELT_RIGHT = 6  # −1…1: its speed to the right
    BELT_BEHIND = 7  # −1…1: its speed backwards
    WRENCH = 8
    GEAR = 9  # 1 right, −1 left; simple boards have neither this nor what follows
    PUSHER_RIGHT = 10
    PUSHER_BEHIND = 11
    LASER = 12  # beams that cross the square, in thirds


# A field of setup records: the floor by facing, row and column, turned so that ahead is up and
# framed by OFF.
VIEWS = ("views", "f4", (DIRECTIONS, MARGIN, MARGIN, len(Surface)))


def draw_views(floor: Any, views: Array) -> None:
    """Fill the `VIEWS` of a setup record."""
    for facing in range(DIRECTIONS):
        views[facing, :, :, Surface.OFF] = 1
        draw_view(_surfaces(floor, facing), facing, views[facing])


def draw_view(planes: Array, facing: int, view: Array) -> None:
    """Copy planes by x, y into the middle of a frame by row and column, with `facing` up."""
    seen = np.rot90(planes.swapaxes(0, 1), facing)
    rows, columns, count = seen.shape
    middle = view[VIEW_RADIUS : VIEW_RADIUS + rows, VIEW_RADIUS : VIEW_RADIUS + columns]
    middle[..., :count] = seen


def _surfaces(floor: Any, facing: int) -> Array:
    """What robots of this facing see of each square, by x, y."""
    squares = floor.squares[: floor.width, : floor.height]
    seen = np.zeros((*squares.shape, len(Surface)), np.float32)
    seen[..., Surface.PIT] = squares["pit"]
    for direction in range(DIRECTIONS):
        wall = Surface.WALL_AHEAD + (direction - facing) % DIRECTIONS
        seen[..., wall] = squares["walls"] >> direction & 1 | _barriers(floor, direction)
    speed = squares["belt"] / Belt.EXPRESS
    seen[..., Surface.BELT_RIGHT] = speed * _rightwards(squares["leads"], facing)
    seen[..., Surface.BELT_BEHIND] = speed * _backwards(squares["leads"], facing)
    pushes = squares["pusher"] != NOWHERE
    seen[..., Surface.PUSHER_RIGHT] = pushes * _rightwards(squares["pusher"], facing)
    seen[..., Surface.PUSHER_BEHIND] = pushes * _backwards(squares["pusher"], facing)
    seen[..., Surface.GEAR] = RIGHTWARDS[squares["gear"]]
    repairs = np.maximum(squares["wrench"], squares["flag"] > 0)
    seen[..., Surface.WRENCH] = repairs / Wrench.DOUBLE
    seen[..., Surface.LASER] = np.minimum(1, _beams(floor) / MOST_BEAMS)
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
