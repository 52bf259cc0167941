"""The six events (P19 to P24)."""

from typing import Any

from cogarena.envs.core.grid import DIRECTIONS, DX, DY
from cogarena.envs.core.header import PASS
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.records import frozen
from cogarena.envs.core.rng import below, die
from cogarena.envs.powerball.balls import drop_balls, note_moves, settle
from cogarena.envs.powerball.bombs import first_place, place_bomb, strike_around
from cogarena.envs.powerball.community import ask_discards, next_taken, take_cards, trade
from cogarena.envs.powerball.state import FLAGS, Ask, Event, Happening
from cogarena.envs.rally.damage import ask_robot, forget_hits
from cogarena.envs.rally.deck import repair
from cogarena.envs.rally.floor import NOWHERE
from cogarena.envs.rally.log import Cause, log_at, log_there
from cogarena.envs.rally.moves import can_leave, front_robot, occupant, rest_robots, shake_off
from cogarena.envs.rally.state import DEADLY, NOBODY, Place

SHAKEN = 2  # P19: squares
HEALED = 3  # P20
METEOR = frozen((8, 4, 2, 1), "i1")  # P23: by distance


@kernel
def run_event(setup: Any, s: Any) -> bool:
    """The event of this turn, if there is one; true if somebody must decide."""
    if s.happening == Happening.EARTHQUAKE:
        return shake(setup, s)
    if s.happening == Happening.POWER_HEAL:
        heal(s, HEALED)
    elif s.happening == Happening.TURRETS:
        heal(s, DEADLY)
        station(s)
    elif s.happening == Happening.BUZZ_BOMB:
        return place_bombs(setup.floor, s)
    elif s.happening == Happening.METEOR_SHOWER:
        return rain(setup, s)
    elif s.happening == Happening.OPTION_SHUFFLE:
        return shuffle_options(setup.floor, s)
    return False


@kernel
def heal(s: Any, tokens: int) -> None:
    """P20, P22: repair the robots on flags."""
    for f in range(FLAGS):
        if s.on_flags[f] != NOBODY:
            repair(s.rally, s.on_flags[f], tokens, Cause.EVENT)


@kernel
def station(s: Any) -> None:
    """P22: the robots on flags will be turrets in the next turn."""
    for f in range(FLAGS):
        if s.on_flags[f] != NOBODY:
            s.turrets |= 1 << int(s.on_flags[f])
            log_there(s.rally, Event.STATIONED, s.on_flags[f], 0, 0, Cause.NONE)


@kernel
def shake(setup: Any, s: Any) -> bool:
    """P19: all robots shift two squares, the front ones first; true if somebody must decide."""
    r = s.rally
    if s.flag_cursor == 0:
        s.flag_cursor = FLAGS
        r.heading = below(r, DIRECTIONS)
        rest_robots(r)
    while not settle(setup, s):
        if r.steps == 0:
            i = front_robot(r, r.heading)
            if i == NOBODY:
                r.walker = r.heading = 0
                return False
            r.robots[i].moved = 1
            r.walker = i + 1
            r.steps = SHAKEN
        shake_on(setup.floor, s, r.walker - 1)
    return True


@kernel
def shake_on(floor: Any, s: Any, i: int) -> None:
    """P19: shift a robot one square: walls and robots stop it, pits destroy it, balls stay."""
    r = s.rally
    robot = r.robots[i]
    x, y = int(robot.x), int(robot.y)
    stays = robot.place != Place.FLOOR or not can_leave(floor, r, i, r.heading)
    if stays or occupant(r, x + DX[r.heading], y + DY[r.heading]) != NOBODY:
        r.steps = 0
        return
    shake_off(floor, r, i, r.heading)
    if r.steps == SHAKEN:
        leave_balls(floor, s, i, x, y)
    r.steps -= 1


@kernel
def leave_balls(floor: Any, s: Any, i: int, x: int, y: int) -> None:
    """P19: the robot's balls stay where it was, and it is not offered them again."""
    note_moves(floor, s)
    offers = s.offers[i]
    drop_balls(floor, s, i, x, y, s.rally.heading)
    s.offers[i] = offers


@kernel
def place_bombs(floor: Any, s: Any) -> bool:
    """P21: each robot on a flag places a bomb, in flag order."""
    while s.flag_cursor < FLAGS:
        i = s.on_flags[s.flag_cursor]
        s.flag_cursor += 1
        if i == NOBODY or first_place(floor, s, i) == NOWHERE:
            continue
        if floor.asks_all == 1:
            ask_robot(s.rally, i, Ask.BOMB)
            return True
        place_bomb(s, i, first_place(floor, s, i))
    return False


@kernel
def rain(setup: Any, s: Any) -> bool:
    """P23: each surviving robot on a flag rolls for a meteor, in flag order."""
    r = s.rally
    while True:
        if settle(setup, s):
            return True
        if s.flag_cursor == FLAGS:
            return False
        i = s.on_flags[s.flag_cursor]
        s.flag_cursor += 1
        if i != NOBODY and r.robots[i].place == Place.FLOOR:
            forget_hits(r)
            x = die(r) + die(r) - 1
            y = die(r) + die(r) - 1
            log_at(r, Event.METEOR, i, 0, 0, Cause.NONE, x, y)
            strike_around(r, x, y, i, METEOR, Cause.METEOR)


@kernel
def shuffle_options(floor: Any, s: Any) -> bool:
    """P24: each robot on a flag takes two options, may trade each, then discards, in flag order."""
    r = s.rally
    while True:
        while next_taken(s):
            i = s.on_flags[s.flag_cursor - 1]
            if floor.asks_all == 1:
                ask_robot(r, i, Ask.TRADE)
                return True
            trade(s, i, PASS)
        if ask_discards(floor, r):
            return True
        if s.flag_cursor == FLAGS:
            return False
        i = s.on_flags[s.flag_cursor]
        s.flag_cursor += 1
        if i != NOBODY:
            take_cards(s, i)
