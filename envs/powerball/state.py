"""The records of Powerball: the engine's, and balls, bombs and flags."""

from enum import IntEnum

from cogarena.envs.core.layout import Actions, Block
from cogarena.envs.core.records import record
from cogarena.envs.rally.cards import Option, deck
from cogarena.envs.rally.floor import FLOOR, REGISTERS
from cogarena.envs.rally.floor_views import VIEWS
from cogarena.envs.rally.phases import Phase, stages
from cogarena.envs.rally.state import ACTIONS as RALLY_ACTIONS
from cogarena.envs.rally.state import EVENTS, RALLY, ROBOTS, STATE_HEAD, decisions
from cogarena.envs.rally.state import Ask as RallyAsk

BALLS = 20  # at most; one for each site
FLAGS = 4
BOMBS = FLAGS  # P21: one for each flag
COMMUNITY = 2  # P4
MOST_OPTIONS = 3  # P4
CAPACITY = 2  # P7
BOTH_BARRELS = 2  # P28
CARDS_EACH = 2  # P24
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

    PICK_UP = len(RallyAsk)  # a ball (P7)
    DELIVER = len(RallyAsk) + 1  # a ball (P10)
    DISCARD = len(RallyAsk) + 2  # an option beyond the third (P4)
    TAKE = len(RallyAsk) + 3  # another player's option (P18)
    PUT = len(RallyAsk) + 4  # and where it goes
    BOMB = len(RallyAsk) + 5  # where to place it (P21)
    TURRET = len(RallyAsk) + 6  # whom to fire at (P22)
    TRADE = len(RallyAsk) + 7  # the option drawn for another (P24)


Decision = decisions(Ask)
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
    *(block for block in RALLY_ACTIONS.blocks if block.name != "square"),
    Block("throw", (BOTH_BARRELS,), "throw one ball, or two"),
    Block("robot", (ROBOTS,), "fire the turret at that robot's square"),
    Block("community", (COMMUNITY,), "that community option"),
)

BALL = record(
    ("place", "i1"),  # BallPlace
    ("x", "i1"),  # while it lies on the floor; in the air: where its target was hit
    ("y", "i1"),
    ("carrier", "i1"),  # while it is carried; in the air: who threw it
)

BOMB = record(
    ("live", "i1"),  # 1: it lies on the floor and will explode
    ("x", "i1"),
    ("y", "i1"),
    ("facing", "i1"),
    ("owner", "i1"),
    ("moved", "i1"),  # 1: has executed its card in this phase
    ("program", "u1", (REGISTERS,)),  # card numbers
)

STATE = record(
    *STATE_HEAD,
    ("points", "i2", (ROBOTS,)),  # VP
    ("counted", "i1"),  # robots destroyed this turn that have been processed
    ("balls", BALL, (BALLS,)),
    ("offers", "u4", (ROBOTS,)),  # bit set of balls that a robot may pick up now
    ("offered", "i1", (ROBOTS,)),  # the ball it is asked about
    ("was_x", "i1", (ROBOTS,)),  # where it was when balls were last offered
    ("was_y", "i1", (ROBOTS,)),
    ("delivered", "u1"),  # bit set of robots that have delivered a ball in this phase
    ("entered", "u1"),  # bit set of robots that have entered in this phase
    ("push_left", "i1"),  # squares that a thrown ball still pushes
    ("pushed", "i1"),  # the robot it pushes
    ("thrower", "i1"),  # 1 + the robot whose balls are in the air, 0 nobody
    ("bombs", BOMB, (BOMBS,)),
    ("bomb_walker", "i1"),  # 1 + the bomb that is executing its card, 0 none
    ("bomb_steps", "i1"),
    ("bomb_heading", "i1"),
    ("turrets", "u1"),  # bit set of robots that are stationed in the next turn
    ("community", "i1", (COMMUNITY,)),  # option cards
    ("happening", "i1"),  # Happening of this turn
    ("on_flags", "i1", (FLAGS,)),  # the robot on each flag at the end of the turn, or NOBODY
    ("flag_cursor", "i1"),  # flags that have been processed
    ("at_stake", "i1"),  # 1 + the option card that TAKE or TRADE is about, 0 none
    ("taken", "i1", (CARDS_EACH,)),  # 1 + option cards to decide about after the one at stake
    ("rally", RALLY),
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
    VIEWS,
)
