"""Decoding an observation: one-hot rows, cards, and where the robot and all it sees are.

Observations give positions relative to the robot, to its right and behind it.
"""

from typing import Any

from cogarena.envs.core.grid import DIRECTIONS, DX, DY, chebyshev, turned
from cogarena.envs.core.jit import kernel
from cogarena.envs.rally.cards import KINDS
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.state import HAND, NOBODY, ROBOTS
from cogarena.envs.rally.transitions import pose_at

PUSH_RANGE = 4  # squares between robots that may push each other this turn

# What every player knows about its own robot: the first fields of each game's SEEN.
OWN_ROBOT = (
    ("asked", "i1"),  # Ask, NOBODY if nothing is asked
    ("x", "i1"),
    ("y", "i1"),
    ("pose", "i2"),
    ("damage", "i1"),
    ("hand", "i1", (HAND,)),  # kinds of Card
    ("program", "i1", (REGISTERS,)),
)


@kernel
def index_of(row: Any, columns: int) -> int:
    """The column that is set, or NOBODY."""
    for column in range(columns):
        if row[column] > 0:
            return column
    return NOBODY


@kernel
def set_of(row: Any, columns: int) -> int:
    """The bit set of the columns that are odd: what a robot holds has the lowest bit."""
    bits = 0
    for column in range(columns):
        if row[column] & 1 == 1:
            bits |= 1 << column
    return bits


@kernel
def holds(bits: int, member: int) -> bool:
    """The member is in the bit set."""
    return (bits >> member) & 1 == 1


@kernel
def read_cards(observation: Any, seen: Any) -> None:
    """The kinds of the cards in the hand and in the registers."""
    for slot in range(HAND):
        seen.hand[slot] = index_of(observation.hand[slot], KINDS - 1) + 1
    for k in range(REGISTERS):
        seen.program[k] = index_of(observation.program[k], KINDS - 1) + 1


@kernel
def facing_of(east: int, south: int) -> int:
    """The direction of a unit vector."""
    facing = 0
    for direction in range(DIRECTIONS):
        if east == DX[direction] and south == DY[direction]:
            facing = direction
    return facing


@kernel
def eastward(facing: int, right: int, behind: int) -> int:
    """The eastward part of an offset that is relative to a robot with this facing."""
    return int(right) * int(DX[turned(facing, 1)]) - int(behind) * int(DX[facing])


@kernel
def southward(facing: int, right: int, behind: int) -> int:
    """The southward part of an offset that is relative to a robot with this facing."""
    return int(right) * int(DY[turned(facing, 1)]) - int(behind) * int(DY[facing])


@kernel
def locate(seen: Any, facing: int, right: int, behind: int, landmark: Any, height: int) -> None:
    """Find the robot's own pose from the offset to a landmark (x and y)."""
    seen.x = landmark[0] - eastward(facing, right, behind)
    seen.y = landmark[1] - southward(facing, right, behind)
    seen.pose = pose_at(int(seen.x), int(seen.y), facing, height)


@kernel
def locate_by_flag(seen: Any, tables: Any, facing: int, right: int, behind: int) -> None:
    """Find the robot's own pose from the offset to its next flag."""
    flag = tables.flag_places[next_flag(tables, seen)]
    locate(seen, facing, right, behind, flag, tables.height)


@kernel
def next_flag(tables: Any, seen: Any) -> int:
    """The index of the next flag; of the last one if all are touched."""
    return min(int(seen.touched), int(tables.flag_count) - 1)


@kernel
def position_at(seen: Any, right: int, behind: int) -> tuple[int, int]:
    """The x and y of an offset that the robot is shown."""
    facing = seen.pose % DIRECTIONS
    x = int(seen.x) + eastward(facing, right, behind)
    y = int(seen.y) + southward(facing, right, behind)
    return x, y


@kernel
def has_neighbour(seen: Any, x: int, y: int, reach: int) -> bool:
    """One of `seen.others` is within `reach` squares of x, y."""
    for k in range(ROBOTS - 1):
        other = seen.others[k]
        if other.present == 1 and chebyshev(other.x, other.y, x, y) <= reach:
            return True
    return False
