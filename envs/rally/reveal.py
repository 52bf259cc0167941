"""Revealing a register: whose card counts, and the options that change it."""

from typing import Any

from cogarena.envs.core.jit import kernel
from cogarena.envs.rally.cards import NO_CARD
from cogarena.envs.rally.damage import ask_robot
from cogarena.envs.rally.deck import draw_card, empty_register, has, is_locked, is_running
from cogarena.envs.rally.options import Option
from cogarena.envs.rally.state import Ask


@kernel
def source(r: Any, i: int) -> int:
    """The robot whose program this one runs in this register: its own, or by Radio Control."""
    robot = r.robots[i]
    if robot.radio > 0 and (robot.own >> r.register) & 1 == 0:
        return robot.radio - 1
    return i


@kernel
def card_of(r: Any, i: int) -> int:
    """The card that counts for the robot in this register."""
    return r.robots[source(r, i)].program[r.register]


@kernel
def replace_card(r: Any, i: int, k: int, card: int) -> None:
    """Another card in the robot's own register, which counts in spite of Radio Control."""
    robot = r.robots[i]
    empty_register(robot, k)
    robot.program[k] = card
    robot.own |= 1 << k


@kernel
def ask_aborts(floor: Any, r: Any) -> bool:
    """Abort Switch: cards from the deck from this register on; locked registers keep theirs."""
    for i in range(r.cursor, r.count):
        r.cursor = i + 1
        robot = r.robots[i]
        if not is_running(robot) or is_locked(robot, r.register):
            continue
        if robot.aborting == 1:
            replace_card(r, i, r.register, draw_card(r))
        elif has(robot, Option.ABORT_SWITCH) and floor.asks_all == 1:
            ask_robot(r, i, Ask.ABORT)
            return True
    r.cursor = 0
    return False


@kernel
def abort(r: Any, i: int) -> None:
    """Replace the revealed card, and every later one."""
    r.robots[i].aborting = 1
    replace_card(r, i, r.register, draw_card(r))


@kernel
def ask_swaps(floor: Any, r: Any) -> bool:
    """Conditional Program: the kept card instead of the one in this register."""
    for i in range(r.cursor, r.count):
        r.cursor = i + 1
        robot = r.robots[i]
        if robot.spare == NO_CARD or not is_running(robot) or is_locked(robot, r.register):
            continue
        if floor.asks_all == 1:
            ask_robot(r, i, Ask.SWAP)
            return True
    r.cursor = 0
    return False


@kernel
def swap(r: Any, i: int) -> None:
    """Play the kept card; the old one is discarded."""
    replace_card(r, i, r.register, r.robots[i].spare)
    r.robots[i].spare = NO_CARD
