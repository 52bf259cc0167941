"""The log of a rally: what has happened in public since the last decision, entry by entry.

Rules log where things happen. `text.py` makes events and sentences of the entries.
"""

from enum import IntEnum
from typing import Any

from cogarena.envs.core.jit import kernel
from cogarena.envs.core.records import record

LOG = 4000  # entries: more than any turn can have, see tests/rally/test_log_bound.py
NO_PLACE = -100  # no square: robots that leave the floor stand on −1 or beyond its edge
NONE = -1  # no robot


class Event(IntEnum):
    """Kinds of entries: what they tell of robot, by whom, value and detail.

    Games add their own from `EVENTS` on. The detail is a Cause where nothing else is said.
    """

    DESTROYED = 0  # robot, who moved it last or dealt it damage (perhaps itself)
    DRAWN = 1  # robot, the option card
    DISCARDED = 2  # robot, the option card
    HURT = 3  # robot, who dealt it damage in this step, damage tokens it takes
    REPAIRED = 4  # robot, damage tokens
    RE_ENTERED = 5  # robot
    POWERED_DOWN = 6  # robot
    TOUCHED = 7  # robot, the flag
    HIT = 8  # robot, by whom, damage before shields and options
    PREVENTED = 9  # robot, damage
    PUSHED = 10  # robot, by whom (nobody: a machine), squares
    SHAKEN = 11  # robot, squares; detail: Direction
    ANNOUNCED = 12  # robot: it will power down
    USED = 13  # robot, on whom, the option
    JAMMED = 14  # robot, by whom, the register that was scrambled, 1…5
    CONTROLLED = 15  # robot, by whom: it runs their program from now on


EVENTS = len(Event)


class Cause(IntEnum):
    """How something came about."""

    NONE = 0
    # A death without damage.
    PIT = 1
    EDGE = 2
    # Damage.
    MAIN_LASER = 3
    REAR_LASER = 4
    HOWITZER = 5
    RAMMING_GEAR = 6
    BOARD_LASER = 7
    FALL = 8
    RECOMPILE = 9
    TOWER = 10
    BALL = 11
    TURRET = 12
    BOMB = 13
    METEOR = 14
    DRONE = 15
    INDIRECT_FIRE = 16
    MISSILE = 17
    EVENT = 18
    # Damage that is prevented.
    POWER_DOWN_SHIELD = 19
    ABLATIVE_COAT = 20
    TOKEN = 21
    OPTION = 22
    # Repairs.
    POWER_DOWN = 23
    REPAIR_SITE = 24
    BASE = 25
    DEBRIS = 26
    # Option cards that are discarded.
    AGAINST_DAMAGE = 27
    LOST_WITH_ROBOT = 28
    USED_UP = 29
    FIRE_CONTROL = 30
    OVER_THE_LIMIT = 31
    REPLACED = 32
    # A power down that is no choice.
    CIRCUIT_BREAKER = 33


ENTRY = record(
    ("kind", "i1"),  # Event, or one of the game's
    ("robot", "i1"),  # the robot concerned, or NONE
    ("by", "u1"),  # bit set of the robots that caused it
    ("value", "i1"),  # an option card or an amount, depending on the kind
    ("detail", "i1"),  # Cause, or what the kind says
    ("x", "i1"),  # where it happened, or NO_PLACE
    ("y", "i1"),
)


@kernel
def begin_log(r: Any) -> None:
    """A decision: what happens from now on is logged anew."""
    r.logged = r.untold = r.step_log = 0


@kernel
def begin_log_step(r: Any) -> None:
    """`add_to_log` adds nothing to entries before this."""
    r.step_log = r.logged


@kernel
def log_event(r: Any, kind: int, robot: int, by: int, value: int) -> None:
    """Log an event: its kind, the robot concerned, the bit set of those that caused it, a value."""
    log_how(r, kind, robot, by, value, Cause.NONE)


@kernel
def log_how(r: Any, kind: int, robot: int, by: int, value: int, detail: int) -> None:
    """Log an event with a detail."""
    log_at(r, kind, robot, by, value, detail, NO_PLACE, NO_PLACE)


@kernel
def log_there(r: Any, kind: int, robot: int, by: int, value: int, detail: int) -> None:
    """Log an event on the robot's square."""
    log_at(r, kind, robot, by, value, detail, r.robots[robot].x, r.robots[robot].y)


@kernel
def log_at(
    r: Any, kind: int, robot: int, by: int, value: int, detail: int, x: int, y: int
) -> None:  # fmt: skip
    """Log an event on a square."""
    if r.logged == LOG:
        r.untold += 1
        return
    entry = r.log[r.logged]
    entry.kind = kind
    entry.robot = robot
    entry.by = by
    entry.value = value
    entry.detail = detail
    entry.x = x
    entry.y = y
    r.logged += 1


@kernel
def add_to_log(
    r: Any, kind: int, robot: int, by: int, value: int, detail: int, x: int, y: int
) -> None:  # fmt: skip
    """Log an event on a square, or add the value to the entry of this step that tells the same."""
    for k in range(r.logged - 1, r.step_log - 1, -1):
        entry = r.log[k]
        if entry.kind == kind and entry.robot == robot and entry.by == by:
            if entry.detail == detail:
                entry.value += value
                entry.x = x
                entry.y = y
                return
    log_at(r, kind, robot, by, value, detail, x, y)
