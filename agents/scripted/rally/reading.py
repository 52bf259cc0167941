"""Reading rows, cards and ways of an observation, and the mask."""

from typing import Any

from cogworks.envs.core.grid import DIRECTIONS, DX, DY, turned
from cogworks.envs.core.header import PASS
from cogworks.envs.core.jit import kernel
from cogworks.envs.rally.cards import KINDS
from cogworks.envs.rally.floor import REGISTERS
from cogworks.envs.rally.state import HAND, NOBODY


@kernel
def index_of(row: Any, columns: int) -> int:
    """The column that is set, or NOBODY."""
    for column in range(columns):
        if row[column] > 0:
            return column
    return NOBODY


@kernel
def set_of(row: Any, columns: int) -> int:
    """The bit set of the columns that are set."""
    bits = 0
    for column in range(columns):
        if row[column] > 0:
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
def facing_of(east: float, south: float) -> int:
    """The direction that leads so far east and south."""
    facing = 0
    for direction in range(DIRECTIONS):
        if east == DX[direction] and south == DY[direction]:
            facing = direction
    return facing


@kernel
def eastward(facing: int, right: int, behind: int) -> int:
    """How far a way leads east that is told by the robot's facing."""
    return right * int(DX[turned(facing, 1)]) - behind * int(DX[facing])


@kernel
def southward(facing: int, right: int, behind: int) -> int:
    """How far a way leads south that is told by the robot's facing."""
    return right * int(DY[turned(facing, 1)]) - behind * int(DY[facing])


@kernel
def first_legal(mask: Any) -> int:
    """PASS if it is legal, or the first action that is."""
    for action in range(len(mask)):
        if mask[action] == 1:
            return action
    return PASS
