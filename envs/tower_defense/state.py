"""The records of Tower Defense: the engine's, and experience, towers, drones and debris."""

from enum import IntEnum
from typing import Any

from cogarena.envs.core.layout import Actions, Block, Column, columns
from cogarena.envs.core.records import frozen, record
from cogarena.envs.core.visibility import BY_SEAT, INTERNAL, PUBLIC, SEATS
from cogarena.envs.rally.floor import FLOOR, HEIGHT, WIDTH
from cogarena.envs.rally.floor_views import SIDES, SURFACE, views_of
from cogarena.envs.rally.log import EVENTS
from cogarena.envs.rally.phases import Phase, stages
from cogarena.envs.rally.preview import TO_FLAGS
from cogarena.envs.rally.state import ACTIONS as RALLY_ACTIONS
from cogarena.envs.rally.state import OTHERS, RALLY, ROBOTS, SETUP_HEAD, STATE_HEAD, THINGS
from cogarena.envs.rally.transitions import TRANSITIONS

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
    DRONE_LANDED = EVENTS + 4  # it explodes there
    LAUNCHED = EVENTS + 5  # drones in the air now
    FIRED = EVENTS + 6  # robot that was aimed at, the tower; where it hits
    SALVAGED = EVENTS + 7  # robot that cleared debris
    TOWER_EVENT = EVENTS + 8  # the roll 3…18
    ROBOT_EVENT = EVENTS + 9  # robot, the roll 3…18
    SCRAMBLED = EVENTS + 10  # robot
    TOWER_HIT = EVENTS + 11  # by whom, hit points it will lose; detail: the tower
    LOBBED = EVENTS + 12  # robot that fires indirectly, its target; where it hits
    TOWER_WORN = EVENTS + 13  # hit points an event takes; detail: the tower
    TOWER_REPAIRED = EVENTS + 14  # hit points; detail: the tower
    DRONE_MOVED = EVENTS + 15  # by whose Pressor Beam, or nobody's; where it is now
    DRONE_FELL = EVENTS + 16  # harmlessly
    SCRAMBLE_BOMB = EVENTS + 17  # robot at which it is dropped; where it lands
    MISSILE_LANDED = EVENTS + 18
    LOCKED = EVENTS + 19  # robot, the register 1…5


class Reward(IntEnum):
    """The setting `reward` (T26)."""

    XP = 0
    RANK = 1


ACTIONS = Actions(
    *RALLY_ACTIONS.blocks,
    Block("lob", (OTHERS + TOWERS,), "indirect fire at that row of `others`, or of `towers`"),
    Block("shell", (OTHERS + TOWERS,), "Mini Howitzer at that row of `others`, or of `towers`"),
)


def on_board(s: Any, part: Any, index: tuple[int, int], setup: Any) -> bool:
    """The square is on the floor of this game."""
    return bool(index[0] < setup.floor.width and index[1] < setup.floor.height)


DRONE = record(
    ("live", "i1", PUBLIC),  # 1: in the air
    ("x", "i1", PUBLIC.when(lambda drone: drone.live)),
    ("y", "i1", PUBLIC.when(lambda drone: drone.live)),
)

TALLY = record(  # counted over the whole episode
    ("kills", "i4"),
    ("towers_destroyed", "i4"),
    ("drones_destroyed", "i4"),
    ("tower_damage", "i4"),
    ("salvaged", "i4"),
)

STATE = record(
    *STATE_HEAD,
    ("xp", "i2", (ROBOTS,), PUBLIC, BY_SEAT),
    ("tallies", TALLY, (ROBOTS,), INTERNAL, BY_SEAT),
    ("flags_paid", "i1", (ROBOTS,), INTERNAL, BY_SEAT),  # flags that have brought experience
    ("counted", "i1", INTERNAL),  # robots destroyed this turn that have been processed
    ("deaths", "i1", PUBLIC),  # robots destroyed in this turn, events apart
    ("event_due", "i1", PUBLIC),  # 1: an event has killed a robot, so there is another event
    ("in_event", "i1", PUBLIC),  # 1: an event is going on
    # bit set of robots that have earned an event in this turn (T23)
    ("earners", "u1", PUBLIC.naming(SEATS)),
    ("lull", "i1", PUBLIC),  # 1: drones and towers rest in this turn
    ("next_lull", "i1", PUBLIC),  # 1: in the next one
    # bit set of robots that get random programs in the next turn (T25)
    ("scrambled", "u1", PUBLIC.naming(SEATS)),
    ("drones", DRONE, (DRONES,)),
    # bit set of the robots that hit each in this damage step, before it falls
    ("shot_drones", "u1", (DRONES,), INTERNAL.naming(SEATS)),
    # 1 + the drone that its Pressor Beam will move, 0 none
    ("swept", "i1", (ROBOTS,), PUBLIC, BY_SEAT),
    # bit set of the robots whose debris lies on the square
    ("debris", "u1", (WIDTH, HEIGHT), PUBLIC.naming(SEATS).when(on_board)),
    # 1 + square of own debris it re-entered on and stands on, or 0
    ("returned", "i2", (ROBOTS,), INTERNAL, BY_SEAT),
    ("rally", RALLY),  # its things are the towers
)


# What a robot sees of a square, with its own facing as ahead: `Surface`, then height and ramps.
Ground = columns(
    "Ground",
    SURFACE,
    Column("HIGH", "1: on the plateau"),
    tuple(Column(f"RAMP_{side}", f"1: a ramp to another height, {where}") for side, where in SIDES),
)


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
    views_of(Ground),
    TRANSITIONS,
    TO_FLAGS,
)
