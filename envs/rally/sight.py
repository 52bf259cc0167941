"""What robots see: the floor turned to their facing, ways right and behind, and cards."""

from enum import IntEnum
from typing import Any

import numpy as np

from cogworks.envs.core.grid import DIRECTIONS, DX, DY, turned
from cogworks.envs.core.jit import kernel
from cogworks.envs.core.layout import clear
from cogworks.envs.rally.cards import CARDS, KIND, NO_CARD
from cogworks.envs.rally.construction import beyond
from cogworks.envs.rally.deck import is_locked
from cogworks.envs.rally.floor import HEIGHT, NOWHERE, REGISTERS, WIDTH, Belt, Wrench
from cogworks.envs.rally.programming import open_register
from cogworks.envs.rally.state import HAND, Place

Array = np.ndarray[Any, Any]

SIGHT = 5  # squares that a robot sees in each direction
WINDOW = 2 * SIGHT + 1
MARGIN = max(WIDTH, HEIGHT) + 2 * SIGHT  # side of a floor that is turned and framed
FAR = WIDTH + 1  # ways are given in these
MOST_BEAMS = 3.0
GEAR_TURN = np.array((0, 1, 0, -1))  # by quarter turns clockwise


class Surface(IntEnum):
    """What a robot sees of a square, with its own facing as ahead."""

    OFF = 0  # no square of the floor
    PIT = 1
    WALL_AHEAD = 2
    WALL_RIGHT = 3
    WALL_BEHIND = 4
    WALL_LEFT = 5
    BELT_RIGHT = 6  # −1…1, its speed: to the right
    BELT_BEHIND = 7  # to behind
    WRENCH = 8
    GEAR = 9  # 1 right, −1 left; from here on what simple boards do not have
    PUSHER_RIGHT = 10
    PUSHER_BEHIND = 11
    LASER = 12  # beams that cross the square, in thirds


class CardColumn(IntEnum):
    """Columns of `hand`, and the first of `program`."""

    U_TURN = 0
    ROTATE_LEFT = 1
    ROTATE_RIGHT = 2
    BACK_UP = 3
    MOVE_1 = 4
    MOVE_2 = 5
    MOVE_3 = 6
    PRIORITY = 7


class RegisterColumn(IntEnum):
    """Columns of `program`."""

    U_TURN = 0
    ROTATE_LEFT = 1
    ROTATE_RIGHT = 2
    BACK_UP = 3
    MOVE_1 = 4
    MOVE_2 = 5
    MOVE_3 = 6
    PRIORITY = 7
    LOCKED = 8
    NEXT = 9  # the register that is programmed now


# The floor as robots of each facing see it, for a setup record: turned so that ahead is up, and
# framed by OFF; by facing, row, column.
VIEWS = ("views", "f4", (DIRECTIONS, MARGIN, MARGIN, len(Surface)))


def draw_views(floor: Any, views: Array) -> None:
    """Fill the `VIEWS` of a setup record."""
    for facing in range(DIRECTIONS):
        views[facing, :, :, Surface.OFF] = 1
        seen = turned_planes(_surfaces(floor, facing), facing)
        rows, columns = seen.shape[:2]
        views[facing, SIGHT : SIGHT + rows, SIGHT : SIGHT + columns] = seen


def turned_planes(planes: Array, facing: int) -> Array:
    """Planes by x, y as planes by row and column, turned so that `facing` is up."""
    return np.rot90(planes.swapaxes(0, 1), facing)


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
    seen[..., Surface.GEAR] = GEAR_TURN[squares["gear"]]
    repairs = np.maximum(squares["wrench"], squares["flag"] > 0)
    seen[..., Surface.WRENCH] = repairs / Wrench.DOUBLE
    seen[..., Surface.LASER] = np.minimum(1, _beams(floor) / MOST_BEAMS)
    return seen


def _barriers(floor: Any, direction: int) -> Array:
    """1 where a shelter begins in this direction: who stands outside cannot go in."""
    shelter = floor.squares["shelter"][: floor.width, : floor.height]
    barriers = np.zeros_like(shelter)
    for x, y in np.ndindex(*shelter.shape):
        there = beyond(x, y, direction)
        if 0 <= there[0] < floor.width and 0 <= there[1] < floor.height:
            barriers[x, y] = shelter[there] & ~shelter[x, y] & 1
    return barriers


def _rightwards(directions: Array, facing: int) -> Array:
    """1 where a direction is to the right of the facing, −1 where it is to the left."""
    return np.array((0, 1, 0, -1))[(directions - facing) % DIRECTIONS]


def _backwards(directions: Array, facing: int) -> Array:
    """1 where a direction is opposite to the facing, −1 where it is the same."""
    return np.array((-1, 0, 1, 0))[(directions - facing) % DIRECTIONS]


def _beams(floor: Any) -> Array:
    """How many laser beams cross each square while no robot stops them."""
    beams = np.zeros((floor.width, floor.height), np.int64)
    for i in range(floor.lasers):
        laser = floor.laser[i]
        x, y, fires = int(laser.x), int(laser.y), int(laser.fires)
        while 0 <= x < floor.width and 0 <= y < floor.height:
            beams[x, y] += laser.beams
            if floor.squares[x, y].walls >> fires & 1:
                break
            x, y = x + int(DX[fires]), y + int(DY[fires])
    return beams


@kernel
def right_of(facing: int, x: int, y: int) -> int:
    """How far a way leads to the right of somebody with this facing."""
    right = turned(facing, 1)
    return x * DX[right] + y * DY[right]


@kernel
def behind_of(facing: int, x: int, y: int) -> int:
    """How far a way leads behind somebody with this facing."""
    return -(x * DX[facing] + y * DY[facing])


@kernel
def here(robot: Any) -> tuple[int, int]:
    """Where a player looks from: the robot, or while it is destroyed its archive."""
    if robot.place == Place.FLOOR:
        return int(robot.x), int(robot.y)
    return int(robot.archive_x), int(robot.archive_y)


@kernel
def observe_floor(floor: Any, views: Any, robot: Any, seen: Any) -> None:
    """The squares around the robot, out of the floor turned to its facing."""
    x, y = here(robot)
    column = turned_x(floor, robot.facing, x, y)
    row = turned_y(floor, robot.facing, x, y)
    view = views[robot.facing]
    for v in range(WINDOW):
        for u in range(WINDOW):
            for plane in range(seen.shape[2]):
                seen[v, u, plane] = view[row + v, column + u, plane]


@kernel
def turned_x(floor: Any, facing: int, x: int, y: int) -> int:
    """The column of a square on the floor turned so that `facing` is up."""
    width, height = floor.width, floor.height
    return int((x, y, width - 1 - x, height - 1 - y)[facing])


@kernel
def turned_y(floor: Any, facing: int, x: int, y: int) -> int:
    """The row of a square on the floor turned so that `facing` is up."""
    width, height = floor.width, floor.height
    return int((y, width - 1 - x, height - 1 - y, x)[facing])


@kernel
def observe_cards(robot: Any, hand: Any, program: Any) -> None:
    """The robot's hand and registers."""
    clear(hand)
    clear(program)
    for slot in range(HAND):
        show_card(hand[slot], robot.hand[slot])
    following = open_register(robot)
    for k in range(REGISTERS):
        show_card(program[k], robot.program[k])
        program[k, RegisterColumn.LOCKED] = is_locked(robot, k)
        program[k, RegisterColumn.NEXT] = k == following


@kernel
def show_card(row: Any, card: int) -> None:
    """A card as its kind and its priority."""
    if card != NO_CARD:
        row[KIND[card] - 1] = 1
        row[CardColumn.PRIORITY] = card / CARDS
