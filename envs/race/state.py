"""The records of the race: the engine's, and the little that a race adds."""

from enum import IntEnum

from cogarena.envs.core.header import header
from cogarena.envs.core.records import record
from cogarena.envs.rally.floor import FLOOR
from cogarena.envs.rally.floor_views import VIEWS
from cogarena.envs.rally.phases import Phase
from cogarena.envs.rally.state import RALLY, ROBOTS


class Stage(IntEnum):
    """The steps of a turn, in the order of the rules."""

    BEGIN = Phase.BEGIN
    RECOMPILE = Phase.RECOMPILE
    PROGRAM = Phase.PROGRAM
    STORE = Phase.STORE
    ANNOUNCE = Phase.ANNOUNCE
    GYROSCOPE = Phase.GYROSCOPE
    REVEAL = Phase.REVEAL  # from here on for each register
    SWAP = Phase.SWAP
    MOVE = Phase.MOVE
    MACHINES = Phase.MACHINES
    SETTLE = Phase.SETTLE
    AIM = 11
    FIRE = 12
    DAMAGE = 13
    TOUCH = 14
    CLEAN_UP = 15
    STAY_DOWN = 16
    REENTER = 17


class Reward(IntEnum):
    """The setting `reward`."""

    RANK = 0
    FLAGS = 1


STATE = record(
    *header(ROBOTS),
    ("turn", "i2"),
    ("stage", "i1"),
    ("winners", "u1"),  # bit set of seats
    ("rally", RALLY),
)

SETUP = record(
    ("robots", "i1"),
    ("turns", "i2"),
    ("reward_kind", "i1"),
    ("options", "i1"),  # dealt to each robot at the start
    ("floor", FLOOR),
    VIEWS,
)
