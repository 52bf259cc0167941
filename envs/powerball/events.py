"""The six events (P19 to P24)."""

from typing import Any

from cogworks.envs.core.grid import DIRECTIONS
from cogworks.envs.core.header import PASS
from cogworks.envs.core.jit import kernel
from cogworks.envs.core.records import frozen
from cogworks.envs.core.rng import below, die
from cogworks.envs.powerball.balls import drop_balls
from cogworks.envs.powerball.bombs import first_place, place_bomb, strike_around
from cogworks.envs.powerball.community import ask_discards, draw_for_trade, trade
from cogworks.envs.powerball.deaths import settle
from cogworks.envs.powerball.state import FLAGS, Ask, Event, Happening
from cogworks.envs.rally.damage import ask_robot, forget_hits
from cogworks.envs.rally.deck import repair
from cogworks.envs.rally.log import log_event
from cogworks.envs.rally.quakes import front_robot, rest_robots, shake_robot
from cogworks.envs.rally.state import DEADLY, NOBODY, Place

SHAKEN = 2  # P19: squares
HEALED = 3  # P20
METEOR = frozen((8, 4, 2, 1), "i1")  # P23: by distance
CARDS_EACH = 2  # P24


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
    """P20, P22: the robots on flags are repaired."""
    for f in range(FLAGS):
        if s.on_flags[f] != NOBODY:
            repair(s.rally.robots[s.on_flags[f]], tokens)


@kernel
def station(s: Any) -> None:
    """P22: the robots on flags are turrets in the next turn."""
    for f in range(FLAGS):
        if s.on_flags[f] != NOBODY:
            s.turrets |= 1 << int(s.on_flags[f])


@kernel
def shake(setup: Any, s: Any) -> bool:
    """P19: everybody shifts two squares, and leaves its balls behind."""
    if s.flag_cursor == 0:
        s.flag_cursor = FLAGS
        direction = below(s.rally, DIRECTIONS)
        for _ in range(s.rally.count):
            shake_off(setup, s, front_robot(s.rally, direction), direction)
        rest_robots(s.rally)
    return settle(setup, s)


@kernel
def shake_off(setup: Any, s: Any, i: int, direction: int) -> None:
    """P19: a robot is shifted; if it moves, its balls stay where it was."""
    robot = s.rally.robots[i]
    from_x, from_y = int(robot.x), int(robot.y)
    shake_robot(setup.floor, s.rally, i, direction, SHAKEN)
    if robot.x != from_x or robot.y != from_y:
        drop_balls(setup.floor, s, i, from_x, from_y, direction)


@kernel
def place_bombs(floor: Any, s: Any) -> bool:
    """P21: each robot on a flag places a bomb, in the order of the flags."""
    while s.flag_cursor < FLAGS:
        i = s.on_flags[s.flag_cursor]
        s.flag_cursor += 1
        if i == NOBODY or first_place(floor, s, i) == NOBODY:
            continue
        if floor.asks_all == 1:
            ask_robot(s.rally, i, Ask.BOMB)
            return True
        place_bomb(s, i, first_place(floor, s, i))
    return False


@kernel
def rain(setup: Any, s: Any) -> bool:
    """P23: each robot on a flag that still lives rolls for a meteor, in the order of the flags."""
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
            log_event(r, Event.METEOR, i, 0, 0)
            strike_around(r, x, y, i, METEOR)


@kernel
def shuffle_options(floor: Any, s: Any) -> bool:
    """P24: each robot on a flag takes two options and may trade them, in the order of the flags."""
    r = s.rally
    while True:
        if ask_discards(floor, r):
            return True
        if s.flag_cursor == FLAGS:
            return False
        i = s.on_flags[s.flag_cursor]
        if i == NOBODY or s.draws == CARDS_EACH or not draw_for_trade(s):
            s.flag_cursor += 1
            s.draws = 0
            continue
        s.draws += 1
        if floor.asks_all == 1:
            ask_robot(r, i, Ask.TRADE)
            return True
        trade(s, i, PASS)
