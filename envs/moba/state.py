"""The records of MOBA Rally: the engine's, and what teams add to it."""

from enum import IntEnum

from cogarena.envs.core.layout import Actions, Block
from cogarena.envs.core.records import frozen, record
from cogarena.envs.core.visibility import BY_SEAT, INTERNAL, PUBLIC, SEATS
from cogarena.envs.rally import state as rally
from cogarena.envs.rally.cards import Option, deck
from cogarena.envs.rally.floor import FLOOR
from cogarena.envs.rally.floor_views import VIEWS
from cogarena.envs.rally.log import EVENTS
from cogarena.envs.rally.phases import Phase, stages
from cogarena.envs.rally.transitions import POSES, SQUARES, TRANSITIONS

TEAMS = 2
TEAM_SIZE = rally.ROBOTS // TEAMS  # at most
DOCKS = 8  # M3: of each zone
TOWERS = 8  # M10
TOWERS_EACH = TOWERS // TEAMS
OBJECTIVES = 1 + TOWERS_EACH  # of a team: its base, then its towers
GREEN_TOKENS = 2  # M21
OPTION_DECK = deck(Option.MINI_HOWITZER, second_copies=True)  # M4


class Team(IntEnum):
    """The team of a robot or an objective; NONE in games without teams."""

    NONE = 0
    RED = 1
    BLUE = 2


# The stages of a turn, in the order of the rules.
Stage = stages(
    Phase.SETTLE,
    "AIM FIRE DAMAGE EFFECTS REMOVE TOWERS DISRUPT BASES LOSE",  # the order inside a damage step
    "CLEAN_UP INSTALL STAY_DOWN REENTER",  # the end of the turn
)


class Ask(IntEnum):
    """Questions of MOBA Rally, after the engine's."""

    DOCK = len(rally.Ask)  # where to re-enter (M7)
    INSTALL = len(rally.Ask) + 1  # an option for the base (M19)


Decision = rally.decisions(Ask)
ASKS = len(Decision)


class Event(IntEnum):
    """Events of MOBA Rally, after the engine's."""

    KILLED = EVENTS  # robot, by whom
    TOWER_DESTROYED = EVENTS + 1  # by whom, which
    BASE_DESTROYED = EVENTS + 2  # by whom, the team
    INSTALLED = EVENTS + 3  # robot, the option card
    REPLACED = EVENTS + 4  # robot, the option card that had been in the base
    DISRUPTED = EVENTS + 5  # by whom, the option card
    RED_BASE_HIT = EVENTS + 6  # hit points lost
    BLUE_BASE_HIT = EVENTS + 7
    TOWER_SHELLED = EVENTS + 8  # by whom, hit points it will lose; detail: which
    BASE_SHELLED = EVENTS + 9  # by whom, hit points it will lose; detail: the team


class Reward(IntEnum):
    """The setting `reward` (M29)."""

    TEAM = 0
    KDO = 1
    SHAPED = 2
    WINNER = 3


# Without the block of squares: robots re-enter on docks.
ACTIONS = Actions(
    *(block for block in rally.ACTIONS.blocks if block.name != "square"),
    Block("dock", (DOCKS,), "re-enter on that dock of the own zone"),
    Block("disrupt", (), "disrupt the enemy base instead of shelling it"),
)

SCORE = record(("kills", "i2", PUBLIC), ("deaths", "i2", PUBLIC), ("objectives", "i2", PUBLIC))

BASE = record(
    ("health", "i1", PUBLIC),
    ("incoming", "i1", PUBLIC),  # damage about to be received
    # Bit sets of robots, in this damage step or the last one:
    ("hitters", "u1", PUBLIC.naming(SEATS)),  # those that dealt it damage
    ("disruptors", "u1", PUBLIC.naming(SEATS)),  # those that disrupt it
    ("team_option", "i1", PUBLIC),  # option card, or NO_OPTION
)

STATE = record(
    *rally.STATE_HEAD,
    ("counted", "i1", INTERNAL),  # robots destroyed this turn that the score has counted: all
    ("objective_damage", "i4", (rally.ROBOTS,), INTERNAL, BY_SEAT),  # over the whole episode
    ("installed", "i4", (rally.ROBOTS,), INTERNAL, BY_SEAT),  # options, likewise
    ("scores", SCORE, (rally.ROBOTS,), BY_SEAT),
    ("bases", BASE, (TEAMS,)),  # by team − 1
    ("rally", rally.RALLY),  # its things are the towers
)

SETUP = record(
    *rally.SETUP_HEAD,
    ("tower_health", "i1"),  # at the start
    ("base_health", "i1"),
    ("scattered", "i1"),  # 1: robots start anywhere on the floor
    ("floor", FLOOR),
    VIEWS,
    TRANSITIONS,
    ("to_objectives", "i1", (TEAMS, OBJECTIVES, POSES)),  # steps and turns of each team to shell it
    ("shots", "u1", (TEAMS, POSES)),  # bit set of the enemy's objectives in the howitzer's line
    ("covers", "u1", (TEAMS, SQUARES)),  # bit set of the enemy's towers that reach the square
)

# M3 and RR 5.1; red's, of which blue's are the 180° turn.
WIDTH, HEIGHT = 28, 12
DOCK_ROWS = frozen((0, 1, 3, 5, 6, 8, 10, 11), "i1")
FIRST_START = 2  # robots start on the docks from this one on
TOWER_X = frozen((5, 10, 5, 10), "i1")
TOWER_Y = frozen((3, 3, 8, 8), "i1")
BASE_X, BASE_Y, BASE_SIDE = 7, 5, 2  # north-west square, and squares a side
