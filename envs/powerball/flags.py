"""Flags: entering the floor there, and their payouts at the end of a turn (P5, P16 to P18)."""

from typing import Any

from cogarena.envs.core.grid import DX, DY
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.rng import below
from cogarena.envs.powerball.balls import settle
from cogarena.envs.powerball.bombs import meet_bombs
from cogarena.envs.powerball.community import ask_discards, can_take
from cogarena.envs.powerball.state import FLAGS, Ask, Event, Happening
from cogarena.envs.rally.damage import ask_robot, draw_option, fallen
from cogarena.envs.rally.deck import repair
from cogarena.envs.rally.floor import NOWHERE, Wrench
from cogarena.envs.rally.log import Cause, log_event, log_there
from cogarena.envs.rally.moves import occupant, push_step
from cogarena.envs.rally.state import NOBODY, Entering, Place, Power
from cogarena.envs.rally.state import Ask as RallyAsk
from cogarena.envs.rally.turns import face, set_power, stand

PAIR = 2  # P18: robots on flags that may take options
DICE = 6  # P18: sides


@kernel
def enter_robots(setup: Any, s: Any) -> bool:
    """P5, P16: robots enter in the order of their destruction, or at first in the drawn order."""
    r = s.rally
    turn = 1
    while True:
        if settle(setup, s):
            return True
        if turn > r.falls:
            return False
        i = fallen(r, turn)
        turn += 1
        if i == NOBODY:
            continue
        if r.robots[i].place == Place.DESTROYED:
            enter_at_flag(setup, s, i, below(r, FLAGS))
        if r.robots[i].entering != Entering.NO:
            if setup.floor.asks_all == 1:
                ask_robot(r, i, RallyAsk.FACING)
                return True
            take_stance(r, i, r.robots[i].facing)


@kernel
def enter_at_flag(setup: Any, s: Any, i: int, flag: int) -> None:
    """P16: enter powered down on the flag, or on the next one that can be cleared."""
    r = s.rally
    while not clear_way(setup.floor, r, flag):
        flag = (flag + 1) % FLAGS
    place = setup.floor.flag[flag]
    ahead = 0 if occupant(r, place.x, place.y) == NOBODY else 1
    robot = r.robots[i]
    robot.archive_x = place.x + ahead * DX[place.facing]
    robot.archive_y = place.y + ahead * DY[place.facing]
    stand(r, i, robot.archive_x, robot.archive_y)
    robot.damage = 0
    log_there(r, Event.ENTERED, i, 0, flag + 1, Cause.NONE)
    set_power(r, i, Power.DOWN)
    robot.facing = place.facing
    robot.mover = NOBODY
    robot.moved = 0
    s.was_x[i] = NOWHERE
    s.entered |= 1 << i
    meet_bombs(s)


@kernel
def clear_way(floor: Any, r: Any, flag: int) -> bool:
    """P16, P22: push away the robot on the flag; in front of a turret, clear the next square."""
    place = floor.flag[flag]
    first = occupant(r, place.x, place.y)
    if first == NOBODY:
        return True
    if r.robots[first].anchored == 0:
        return push_step(floor, r, first, place.facing, NOBODY)
    x, y = place.x + DX[place.facing], place.y + DY[place.facing]
    second = occupant(r, x, y)
    return second == NOBODY or push_step(floor, r, second, place.facing, NOBODY)


@kernel
def take_stance(r: Any, i: int, facing: int) -> None:
    """P16: take the facing that the player chose."""
    face(r, i, facing)
    r.robots[i].entering = Entering.NO


@kernel
def pay_wrenches(floor: Any, r: Any) -> None:
    """P17, P25: pay out wrenches; only the one under a robot counts."""
    for i in range(r.count):
        robot = r.robots[i]
        if robot.place != Place.FLOOR:
            continue
        wrench = floor.squares[robot.x, robot.y].wrench
        if wrench != Wrench.NONE:
            pay(r, i, wrench == Wrench.DOUBLE and robot.power != Power.DOWN)


@kernel
def pay(r: Any, i: int, option: bool) -> None:
    """P17: repair one damage, and perhaps give an option."""
    repair(r, i, 1, Cause.REPAIR_SITE)
    if option:
        draw_option(r, i)


@kernel
def draws_at_flag(s: Any, i: int) -> bool:
    """P18: the robot is not powered down, or is so because it has entered in this phase."""
    return s.rally.robots[i].power != Power.DOWN or (s.entered >> i) & 1 == 1


@kernel
def count_flags(setup: Any, s: Any) -> None:
    """P18: the robots on flags decide what flags pay, or which event happens."""
    r = s.rally
    robots = 0
    for f in range(FLAGS):
        place = setup.floor.flag[f]
        s.on_flags[f] = occupant(r, place.x, place.y)
        robots += 1 if s.on_flags[f] != NOBODY else 0
    s.flag_cursor = 0
    if robots > PAIR:
        s.happening = 1 + below(r, DICE)
        log_event(r, Event.HAPPENED, NOBODY, 0, s.happening)
        return
    for f in range(FLAGS):
        if s.on_flags[f] != NOBODY:
            pay(r, s.on_flags[f], robots == 1 and draws_at_flag(s, s.on_flags[f]))
    if robots < PAIR:
        s.flag_cursor = FLAGS


@kernel
def pay_flags(setup: Any, s: Any) -> bool:
    """P18: two robots on flags may take options, in the order of the flags."""
    r = s.rally
    if ask_discards(setup.floor, r):
        return True
    if s.happening != Happening.NONE or setup.floor.asks_all == 0:
        return False
    if s.at_stake > 0:
        ask_robot(r, s.on_flags[s.flag_cursor - 1], Ask.PUT)
        return True
    while s.flag_cursor < FLAGS:
        i = s.on_flags[s.flag_cursor]
        s.flag_cursor += 1
        if i != NOBODY and can_take(s, i):
            ask_robot(r, i, Ask.TAKE)
            return True
    return False


@kernel
def forget_flags(s: Any) -> None:
    """Nobody has been counted on a flag, and nothing happens."""
    s.happening = Happening.NONE
    s.flag_cursor = 0
    for f in range(FLAGS):
        s.on_flags[f] = NOBODY
