"""The records of Powerball: the engine's, and balls, bombs and flags."""

from enum import IntEnum
from typing import Any

from cogarena.envs.core.grid import DIRECTIONS
from cogarena.envs.core.header import is_asked
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.layout import Actions, Block, columns
from cogarena.envs.core.records import record
from cogarena.envs.core.visibility import (
    AFTER_SEAT,
    BY_SEAT,
    INTERNAL,
    PUBLIC,
    SEAT,
    SEATS,
    SECRET,
)
from cogarena.envs.rally import state as rally
from cogarena.envs.rally.cards import Option, deck
from cogarena.envs.rally.floor import FLOOR, REGISTERS
from cogarena.envs.rally.floor_views import SURFACE, Surface, views_of
from cogarena.envs.rally.log import EVENTS
from cogarena.envs.rally.phases import Phase, stages
from cogarena.envs.rally.transitions import TRANSITIONS

# What players see of a square: the board has no gears, pushers and lasers.
Ground = columns("Ground", SURFACE[: Surface.GEAR])
SIDE = 12  # squares
BALLS = 20  # at most; one for each site
FLAGS = 4
BOMBS = FLAGS  # P21: one for each flag
COMMUNITY = 2  # P4
MOST_OPTIONS = 3  # P4
CAPACITY = 2  # P7
BOTH_BARRELS = 2  # P28
CARDS_EACH = 2  # P24
MOST_PUSHED = 6  # P30: squares, by a pair of balls with a High-Power Laser
OPTION_DECK = deck(Option.SUPERIOR_ARCHIVE)  # P4, P31


# The stages of a turn, in the order of the rules.
Stage = stages(
    Phase.MOVE,
    "DELIVER_MOVED EXPRESS_BELTS BELTS DELIVER_CARRIED",
    "AIM FIRE DAMAGE EFFECTS REMOVE DELIVER_FIRED BOMBS SPAWN REENTER",
    "WRENCHES FLAGS EVENT REENTER_AGAIN CLEAN_UP STAY_DOWN END",  # the end of the turn
    "PLACE",  # once, before the first turn (P5)
)


class Ask(IntEnum):
    """Questions of Powerball, after the engine's."""

    PICK_UP = len(rally.Ask)  # a ball (P7)
    DELIVER = len(rally.Ask) + 1  # a ball (P10)
    DISCARD = len(rally.Ask) + 2  # an option beyond the third (P4)
    TAKE = len(rally.Ask) + 3  # another player's option (P18)
    PUT = len(rally.Ask) + 4  # and where it goes
    BOMB = len(rally.Ask) + 5  # where to place it (P21)
    TURRET = len(rally.Ask) + 6  # whom to fire at (P22)
    TRADE = len(rally.Ask) + 7  # the option drawn for another (P24)


Decision = rally.decisions(Ask)
ASKS = len(Decision)


class Event(IntEnum):
    """Events of Powerball, after the engine's."""

    PICKED_UP = EVENTS  # robot, the ball
    DELIVERED = EVENTS + 1  # robot, VP
    KILLED = EVENTS + 2  # robot, by whom, VP for each of them
    ROBBED = EVENTS + 3  # robot that fell with balls, by whom, VP for it
    THROWN = EVENTS + 4  # robot that was hit, by whom, balls
    SPAWNED = EVENTS + 5  # robot that rolled, the site 1…20
    ENTERED = EVENTS + 6  # robot, the flag 1…4
    HAPPENED = EVENTS + 7  # the event 1…6 (P19 to P24)
    STOLEN = EVENTS + 8  # robot that lost it, by whom, the option card
    SHARED = EVENTS + 9  # the option card that is a community option now
    METEOR = EVENTS + 10  # robot that rolled
    EXPLODED = EVENTS + 11  # owner of the bomb
    BOMB_PLACED = EVENTS + 12  # owner of the bomb
    BOMB_LOST = EVENTS + 13  # owner of the bomb, which has come into a pit
    STATIONED = EVENTS + 14  # robot that is a turret in the next turn
    DROPPED = EVENTS + 15  # robot, balls
    LANDED = EVENTS + 16  # robot that threw, the ball
    TRADED = EVENTS + 17  # robot, the option card that it gives for another
    RELEASED = EVENTS + 18  # robot that runs its own program again


class Happening(IntEnum):
    """The events of P19 to P24, as rolled."""

    NONE = 0
    EARTHQUAKE = 1
    POWER_HEAL = 2
    BUZZ_BOMB = 3
    TURRETS = 4
    METEOR_SHOWER = 5
    OPTION_SHUFFLE = 6


class BallPlace(IntEnum):
    """Where a ball is."""

    POOL = 0
    FLOOR = 1
    CARRIED = 2
    AIR = 3  # thrown, and still to land (P9)


class Reward(IntEnum):
    """The setting `reward` (P32)."""

    VP = 0
    RANK = 1


ACTIONS = Actions(
    *(block for block in rally.ACTIONS.blocks if block.name != "square"),
    Block("throw", (BOTH_BARRELS,), "throw one ball, or two"),
    Block("robot", (rally.OTHERS,), "fire the turret at the robot in that row of `others`"),
    Block("community", (COMMUNITY,), "that community option"),
)

ON_SQUARE = PUBLIC.when(lambda ball: ball.place in (BallPlace.FLOOR, BallPlace.AIR))
WITH_ROBOT = PUBLIC.when(lambda ball: ball.place in (BallPlace.CARRIED, BallPlace.AIR)).naming(SEAT)
BALL = record(
    ("place", "i1", PUBLIC),  # BallPlace
    ("x", "i1", ON_SQUARE),  # while it lies on the floor; in the air: where its target was hit
    ("y", "i1", ON_SQUARE),
    ("carrier", "i1", WITH_ROBOT),  # while it is carried; in the air: who threw it
)

LIVE = PUBLIC.when(lambda bomb: bomb.live)
# P21: nobody knows a bomb's card before its register is revealed.
BOMB_CARDS = SECRET.when(lambda bomb: bomb.live).shown_when(
    lambda s, bomb, index: index[0] < revealed(s)
)
BOMB = record(
    ("live", "i1", PUBLIC),  # 1: it lies on the floor and will explode
    ("x", "i1", LIVE),
    ("y", "i1", LIVE),
    ("facing", "i1", LIVE),
    ("owner", "i1", LIVE.naming(SEAT)),
    ("moved", "i1", LIVE),  # 1: has executed its card in this phase
    ("program", "u1", (REGISTERS,), BOMB_CARDS),  # card numbers
)


@kernel
def revealed(s: Any) -> int:
    """P21: how many of the bombs' registers are revealed."""
    if s.stage < Stage.SWAP:
        return 0
    return s.rally.register + (1 if s.stage >= Stage.REVEAL else 0)


def may_pick_up(s: Any, part: Any, index: tuple[int, ...]) -> bool:
    """P7: the robot is asked about a ball."""
    i = index[0]
    return bool(is_asked(s, i) and s.rally.robots[i].asked == Ask.PICK_UP)


OFFERED = PUBLIC.when(may_pick_up)

TALLY = record(  # counted over the whole episode
    ("deliveries", "i4"),
    ("kills", "i4"),
    ("balls_thrown", "i4"),
    ("balls_picked_up", "i4"),
    ("balls_robbed", "i4"),
    ("balls_spawned", "i4"),
)

STATE = record(
    *rally.STATE_HEAD,
    ("points", "i2", (rally.ROBOTS,), PUBLIC, BY_SEAT),  # VP
    ("tallies", TALLY, (rally.ROBOTS,), INTERNAL, BY_SEAT),
    ("counted", "i1", INTERNAL),  # robots destroyed this turn that have been processed
    ("balls", BALL, (BALLS,)),
    # bit set of balls that a robot may pick up now
    ("offers", "u4", (rally.ROBOTS,), OFFERED, BY_SEAT),
    ("offered", "i1", (rally.ROBOTS,), OFFERED, BY_SEAT),  # the ball it is asked about
    ("was_x", "i1", (rally.ROBOTS,), INTERNAL, BY_SEAT),  # where it was when balls were offered
    ("was_y", "i1", (rally.ROBOTS,), INTERNAL, BY_SEAT),
    # bit set of robots that have delivered a ball in this phase
    ("delivered", "u1", PUBLIC.naming(SEATS)),
    ("entered", "u1", PUBLIC.naming(SEATS)),  # bit set of robots that have entered in this phase
    ("push_left", "i1", PUBLIC),  # squares that a thrown ball still pushes
    ("pushed", "i1", PUBLIC.when(lambda s: s.push_left).naming(SEAT)),  # the robot it pushes
    # 1 + the robot whose balls are in the air, 0 nobody
    ("thrower", "i1", PUBLIC.naming(AFTER_SEAT)),
    ("bombs", BOMB, (BOMBS,)),
    ("bomb_walker", "i1", INTERNAL),  # 1 + the bomb that is executing its card, 0 none
    ("bomb_steps", "i1", INTERNAL),
    ("bomb_heading", "i1", INTERNAL),
    # bit set of robots that are stationed in the next turn
    ("turrets", "u1", PUBLIC.naming(SEATS)),
    ("community", "i1", (COMMUNITY,), PUBLIC),  # option cards
    ("happening", "i1", PUBLIC),  # Happening of this turn
    # the robot on each flag at the end of the turn, or NOBODY: follows from the squares
    ("on_flags", "i1", (FLAGS,), INTERNAL.naming(SEAT)),
    ("flag_cursor", "i1", INTERNAL),  # flags that have been processed
    ("at_stake", "i1", PUBLIC),  # 1 + the option card that TAKE or TRADE is about, 0 none
    # 1 + option cards to decide about after the one at stake
    ("taken", "i1", (CARDS_EACH,), PUBLIC),
    ("rally", rally.RALLY),
)

SITE = record(("x", "i1"), ("y", "i1"))

SETUP = record(
    ("robots", "i1"),
    ("turns", "i2"),
    ("balls", "i1"),
    ("reward_kind", "i1"),
    ("sites", SITE, (BALLS,)),  # where balls spawn, by number − 1
    ("wrenches", SITE, (FLAGS,)),  # by number − 1
    ("pits", SITE, (FLAGS,)),
    ("floor", FLOOR),
    views_of(Ground),
    TRANSITIONS,
    ("to_squares", "i1", (SIDE * SIDE, SIDE * SIDE * DIRECTIONS)),  # steps and turns to each
    ("to_pits", "i1", (SIDE * SIDE * DIRECTIONS,)),  # to where a ball can be delivered
)
