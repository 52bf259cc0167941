"""What robots see: the floor turned to their facing, ways right and behind, robots and cards."""

from enum import IntEnum
from typing import Any

import numpy as np

from cogarena.envs.core.grid import DIRECTIONS, DX, DY, chebyshev, turned
from cogarena.envs.core.header import is_asked
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.layout import clear
from cogarena.envs.rally.cards import CARDS, KIND, NO_CARD
from cogarena.envs.rally.construction import beyond
from cogarena.envs.rally.deck import is_locked
from cogarena.envs.rally.fire import lets_fire_in, stops_fire
from cogarena.envs.rally.floor import HEIGHT, NOWHERE, REGISTERS, WIDTH, Belt, Wrench
from cogarena.envs.rally.options import CARD_SET, OPTIONS
from cogarena.envs.rally.phases import is_public
from cogarena.envs.rally.programming import open_register
from cogarena.envs.rally.state import DEADLY, HAND, Place, Power

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
        draw_view(_surfaces(floor, facing), facing, views[facing])


def draw_view(planes: Array, facing: int, view: Array) -> None:
    """Planes by x, y into the middle of a frame, by row and column, turned so that facing is up."""
    seen = np.rot90(planes.swapaxes(0, 1), facing)
    rows, columns = seen.shape[:2]
    view[SIGHT : SIGHT + rows, SIGHT : SIGHT + columns, : seen.shape[2]] = seen


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
def show_way(me: Any, x: int, y: int, row: Any, column: int) -> None:
    """The way to a square as the robot faces: to the right in a column, behind in the next."""
    my_x, my_y = here(me)
    row[column] = right_of(me.facing, x - my_x, y - my_y) / FAR
    row[column + 1] = behind_of(me.facing, x - my_x, y - my_y) / FAR


@kernel
def show_facing(me: Any, facing: int, row: Any, column: int) -> None:
    """Where something faces as the robot does: to the right in a column, behind in the next."""
    row[column] = right_of(me.facing, DX[facing], DY[facing])
    row[column + 1] = behind_of(me.facing, DX[facing], DY[facing])


@kernel
def is_in_sight(me: Any, x: int, y: int) -> bool:
    """The square is in the window around the robot."""
    my_x, my_y = here(me)
    return chebyshev(x, y, my_x, my_y) <= SIGHT


@kernel
def square_around(me: Any, x: int, y: int, around: Any) -> Any:
    """The columns of a square that is in sight."""
    my_x, my_y = here(me)
    v = behind_of(me.facing, x - my_x, y - my_y) + SIGHT
    u = right_of(me.facing, x - my_x, y - my_y) + SIGHT
    return around[v, u]


@kernel
def clear_window(around: Any) -> None:
    """Nothing is in any square around the robot."""
    for v in range(WINDOW):
        clear(around[v])


@kernel
def mark(me: Any, x: int, y: int, around: Any, column: int, value: float) -> None:
    """Something on a square, if it is in sight."""
    if is_in_sight(me, x, y):
        square_around(me, x, y, around)[column] = value


@kernel
def sees(r: Any, seat: int, i: int) -> bool:
    """The robot is another one, on the floor and in sight."""
    robot = r.robots[i]
    if i == seat or robot.place != Place.FLOOR:
        return False
    return is_in_sight(r.robots[seat], robot.x, robot.y)


@kernel
def mark_robot(me: Any, robot: Any, around: Any, column: int) -> None:
    """A robot in sight, in four columns: its facing, its damage, and whether it is powered down."""
    square = square_around(me, robot.x, robot.y, around)
    show_facing(me, robot.facing, square, column)
    square[column + 2] = robot.damage / DEADLY
    square[column + 3] = robot.power == Power.DOWN


@kernel
def show_question(s: Any, seat: int, row: Any) -> None:
    """What the seat is asked: one column a question."""
    asked = is_asked(s, seat)
    for question in range(len(row)):
        row[question] = asked and s.rally.robots[seat].asked == question


@kernel
def show_options(robot: Any, row: Any) -> None:
    """The option cards that a robot holds."""
    for option in range(OPTIONS):
        row[option] = robot.options & CARD_SET[option] != 0


@kernel
def show_registers(s: Any, clean_up: int, i: int, row: Any, column: int) -> None:
    """The priorities of a robot's cards as far as they are public, from a column on.

    `clean_up` is the game's first stage after the last register.
    """
    for k in range(REGISTERS):
        if is_public(s.rally, s.stage, clean_up, i, k):
            row[column + k] = s.rally.robots[i].program[k] / CARDS


@kernel
def next_flag(floor: Any, robot: Any) -> Any:
    """The flag that the robot touches next; the last one if it has touched all."""
    return floor.flag[min(robot.touched, floor.flag_count - 1)]


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
