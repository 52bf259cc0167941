"""The records of Tower Defense: the engine's, and experience, towers, drones and debris."""

from enum import IntEnum

from cogarena.envs.core.grid import DIRECTIONS
from cogarena.envs.core.layout import Actions, Block
from cogarena.envs.core.records import frozen, record
from cogarena.envs.rally.floor import FLOOR, HEIGHT, WIDTH
from cogarena.envs.rally.floor_views import MARGIN
from cogarena.envs.rally.phases import Phase, stages
from cogarena.envs.rally.state import ACTIONS as RALLY_ACTIONS
from cogarena.envs.rally.state import EVENTS, RALLY, ROBOTS, SETUP_HEAD, STATE_HEAD, THINGS

TOWERS = THINGS
DRONES = 24  # in the air at most
TARGETS = ROBOTS + TOWERS  # of indirect fire: robots by seat, then towers
FIRST_DRONE = TARGETS  # in lines of fire, drones are numbered after them
LEVELS = frozen((5, 15, 45, 85, 135), "i2")  # T3: experience needed for each
LASER_TOWER_HEALTH, HOWITZER_TOWER_HEALTH = 6, 8  # T9


# The stages of a turn, in the order of the rules.
Stage = stages(
    Phase.MOVE,
    "DRONES MACHINES AIM FIRE DAMAGE EFFECTS REMOVE TOUCH",
    "TOWER_EVENT ROBOT_EVENTS CLEAN_UP STAY_DOWN REENTER",  # the end of the turn
)


class Event(IntEnum):
    """Events of Tower Defense, after the engine's."""

    EARNED = EVENTS  # robot, experience
    KILLED = EVENTS + 1  # robot, by whom
    TOWER_DESTROYED = EVENTS + 2  # by whom, the tower
    DRONE_DESTROYED = EVENTS + 3  # by whom
    DRONE_LANDED = EVENTS + 4
    LAUNCHED = EVENTS + 5  # drones in the air now
    TOUCHED = EVENTS + 6  # robot, the flag
    FIRED = EVENTS + 7  # robot that was aimed at, the tower
    SALVAGED = EVENTS + 8  # robot that cleared debris
    TOWER_EVENT = EVENTS + 9  # the roll 3…18
    ROBOT_EVENT = EVENTS + 10  # robot, the roll 3…18
    SCRAMBLED = EVENTS + 11  # robot


class Reward(IntEnum):
    """The setting `reward` (T26)."""

    XP = 0
    RANK = 1


ACTIONS = Actions(
    *RALLY_ACTIONS.blocks,
    Block("lob", (TARGETS,), "indirect fire at that robot, or that tower"),
    Block("shell", (TARGETS,), "Mini Howitzer at that robot, or that tower"),
)

DRONE = record(
    ("live", "i1"),  # 1: in the air
    ("x", "i1"),
    ("y", "i1"),
)

STATE = record(
    *STATE_HEAD,
    ("xp", "i2", (ROBOTS,)),
    ("flags_paid", "i1", (ROBOTS,)),  # flags that have brought experience
    ("counted", "i1"),  # robots destroyed this turn that have been processed
    ("deaths", "i1"),  # robots destroyed in this turn, events apart
    ("event_due", "i1"),  # 1: an event has killed a robot, so there is another event
    ("in_event", "i1"),  # 1: an event is going on
    ("earners", "u1"),  # bit set of robots that have earned an event in this turn (T23)
    ("lull", "i1"),  # 1: drones and towers rest in this turn
    ("next_lull", "i1"),  # 1: in the next one
    ("scrambled", "u1"),  # bit set of robots that get random programs in the next turn (T25)
    ("drones", DRONE, (DRONES,)),
    ("shot_drones", "u1", (DRONES,)),  # bit set of the robots that hit each in this damage step
    ("swept", "i1", (ROBOTS,)),  # 1 + the drone that its Pressor Beam will move, 0 none
    ("debris", "u1", (WIDTH, HEIGHT)),  # bit set of the robots whose debris lies on the square
    ("returned", "i2", (ROBOTS,)),  # 1 + square of own debris it re-entered on and stands on, or 0
    ("rally", RALLY),  # its things are the towers
)


class Ground(IntEnum):
    """What a robot sees of a square, its own facing as ahead: `Surface`, then height and ramps."""

    OFF = 0
    PIT = 1
    WALL_AHEAD = 2
    WALL_RIGHT = 3
    WALL_BEHIND = 4
    WALL_LEFT = 5
    BELT_RIGHT = 6
    BELT_BEHIND = 7
    WRENCH = 8
    GEAR = 9
    PUSHER_RIGHT = 10
    PUSHER_BEHIND = 11
    LASER = 12
    HIGH = 13
    RAMP_AHEAD = 14
    RAMP_RIGHT = 15
    RAMP_BEHIND = 16
    RAMP_LEFT = 17


TOWER = record(
    ("x", "i1"),
    ("y", "i1"),
    ("kind", "i1"),  # Tower
    ("health", "i1"),  # at the start
)

SETUP = record(
    *SETUP_HEAD,
    ("tower_count", "i1"),
    ("towers", TOWER, (TOWERS,)),
    ("floor", FLOOR),
    ("views", "f4", (DIRECTIONS, MARGIN, MARGIN, len(Ground))),  # as the engine's VIEWS
)
