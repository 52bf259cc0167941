"""The records of the race: the engine's, and the little that a race adds."""

from enum import IntEnum

from cogworks.envs.core.grid import DIRECTIONS
from cogworks.envs.core.header import header
from cogworks.envs.core.records import record
from cogworks.envs.rally.floor import FLOOR, HEIGHT, WIDTH
from cogworks.envs.rally.state import RALLY, ROBOTS


class Stage(IntEnum):
    """The steps of a turn, in the order of the rules."""

    BEGIN = 0
    RECOMPILE = 1
    PROGRAM = 2
    STORE = 3
    ANNOUNCE = 4
    GYROSCOPE = 5
    REVEAL = 6  # from here on for each register
    SWAP = 7
    MOVE = 8
    MACHINES = 9
    SETTLE = 10
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


SIGHT = 5  # squares that a robot sees in each direction
WINDOW = 2 * SIGHT + 1
MARGIN = max(WIDTH, HEIGHT) + 2 * SIGHT  # side of a floor that is turned and framed


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
    GEAR = 8  # 1 right, −1 left
    PUSHER_RIGHT = 9
    PUSHER_BEHIND = 10
    WRENCH = 11
    LASER = 12  # beams that cross the square, in thirds


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
    # The floor as robots of each facing see it: turned so that ahead is up, framed by OFF.
    ("views", "f4", (DIRECTIONS, MARGIN, MARGIN, len(Surface))),  # by facing, row, column
)
