"""What a robot's player sees: the floor around the robot as it faces, and the public state.

Hidden: the other players' hands and the registers they have not revealed, and the decks.
"""

from enum import IntEnum
from typing import Any

from cogarena.envs.core.grid import DX, DY
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.layout import Layout, Piece, clear
from cogarena.envs.race.state import Stage
from cogarena.envs.rally.damage import count_options
from cogarena.envs.rally.floor import FLAGS, REGISTERS
from cogarena.envs.rally.options import OPTIONS
from cogarena.envs.rally.observation import (
    WINDOW,
    CardColumn,
    RegisterColumn,
    Surface,
    clear_window,
    mark,
    mark_robot,
    next_flag,
    observe_cards,
    observe_floor,
    sees,
    show_facing,
    show_options,
    show_question,
    show_registers,
    show_way,
)
from cogarena.envs.rally.state import DEADLY, HAND, ROBOTS, Ask, Place, Power

MOST_LIVES = 5.0
MANY_OPTIONS = 5.0
ASKS = len(Ask)


class Own(IntEnum):
    """Columns of `own`."""

    DAMAGE = 0
    LIVES = 1
    TOUCHED = 2
    POWERED_DOWN = 3
    ANNOUNCED = 4
    DESTROYED = 5
    INCOMING = 6
    REGISTER = 7
    TURN = 8
    FLAG_RIGHT = 9
    FLAG_BEHIND = 10
    ARCHIVE_RIGHT = 11
    ARCHIVE_BEHIND = 12
    FACES_EAST = 13  # as on the map: answers that are directions are given so
    FACES_SOUTH = 14


class Robot(IntEnum):
    """Columns of `robots`: what is in a square around the robot."""

    PRESENT = 0
    FACES_RIGHT = 1
    FACES_BEHIND = 2
    DAMAGE = 3
    POWERED_DOWN = 4
    NEXT_FLAG = 5


class Other(IntEnum):
    """Columns of `others`."""

    RIGHT = 0
    BEHIND = 1
    FACES_RIGHT = 2
    FACES_BEHIND = 3
    ON_FLOOR = 4
    DAMAGE = 5
    LIVES = 6
    TOUCHED = 7
    POWERED_DOWN = 8
    ANNOUNCED = 9
    OPTIONS = 10
    REGISTER_1 = 11  # priority of the card, as far as it is public
    REGISTER_2 = 12
    REGISTER_3 = 13
    REGISTER_4 = 14
    REGISTER_5 = 15


LAYOUT = Layout(
    Piece("decision", ASKS, "what is asked, as in `Ask`"),
    Piece("own", Own, "the robot's own state; ways in widths of the largest floor", low=-1.0),
    Piece("hand", CardColumn, "the cards in hand; priorities as shares", (HAND,)),
    Piece("program", RegisterColumn, "the own registers", (REGISTERS,)),
    Piece("options", OPTIONS, "the own option cards, as in `Option`"),
    Piece("others", Other, "the other robots by seat after the own", (ROBOTS - 1,), low=-1.0),
    Piece("floor", Surface, "the squares around the robot, ahead is up", (WINDOW, WINDOW), -1.0),
    Piece("robots", Robot, "robots and the next flag around the robot", (WINDOW, WINDOW), -1.0),
)


@kernel
def observe(setup: Any, s: Any, seat: int, out: Any) -> None:
    """Write every element of the seat's observation."""
    robot = s.rally.robots[seat]
    show_question(s, seat, out.decision)
    observe_own(setup, s, seat, out.own)
    observe_cards(robot, out.hand, out.program)
    show_options(robot, out.options)
    observe_others(s, seat, out.others)
    observe_floor(setup.floor, setup.views, robot, out.floor)
    observe_robots(setup, s.rally, seat, out.robots)


@kernel
def observe_own(setup: Any, s: Any, seat: int, own: Any) -> None:
    """The robot's own state."""
    robot = s.rally.robots[seat]
    flag = next_flag(setup.floor, robot)
    own[Own.DAMAGE] = robot.damage / DEADLY
    own[Own.LIVES] = robot.lives / MOST_LIVES
    own[Own.TOUCHED] = robot.touched / FLAGS
    own[Own.POWERED_DOWN] = robot.power == Power.DOWN
    own[Own.ANNOUNCED] = robot.announced
    own[Own.DESTROYED] = robot.place != Place.FLOOR
    own[Own.INCOMING] = min(robot.incoming, DEADLY) / DEADLY
    own[Own.REGISTER] = s.rally.register / REGISTERS
    own[Own.TURN] = s.turn / setup.turns
    show_way(robot, flag.x, flag.y, own, Own.FLAG_RIGHT)
    show_way(robot, robot.archive_x, robot.archive_y, own, Own.ARCHIVE_RIGHT)
    own[Own.FACES_EAST] = DX[robot.facing]
    own[Own.FACES_SOUTH] = DY[robot.facing]


@kernel
def observe_others(s: Any, seat: int, others: Any) -> None:
    """The public state of the other robots."""
    clear(others)
    r = s.rally
    me = r.robots[seat]
    for i in range(1, r.count):
        j = (seat + i) % r.count
        robot = r.robots[j]
        row = others[i - 1]
        show_way(me, robot.x, robot.y, row, Other.RIGHT)
        show_facing(me, robot.facing, row, Other.FACES_RIGHT)
        row[Other.ON_FLOOR] = robot.place == Place.FLOOR
        row[Other.DAMAGE] = robot.damage / DEADLY
        row[Other.LIVES] = robot.lives / MOST_LIVES
        row[Other.TOUCHED] = robot.touched / FLAGS
        row[Other.POWERED_DOWN] = robot.power == Power.DOWN
        row[Other.ANNOUNCED] = robot.announced
        row[Other.OPTIONS] = min(1.0, count_options(robot) / MANY_OPTIONS)
        show_registers(s, Stage.CLEAN_UP, j, row, Other.REGISTER_1)


@kernel
def observe_robots(setup: Any, r: Any, seat: int, seen: Any) -> None:
    """The other robots around, and the flag to touch next."""
    clear_window(seen)
    me = r.robots[seat]
    for i in range(r.count):
        if sees(r, seat, i):
            robot = r.robots[i]
            mark(me, robot.x, robot.y, seen, Robot.PRESENT, 1.0)
            mark_robot(me, robot, seen, Robot.FACES_RIGHT)
    flag = next_flag(setup.floor, me)
    mark(me, flag.x, flag.y, seen, Robot.NEXT_FLAG, 1.0)
