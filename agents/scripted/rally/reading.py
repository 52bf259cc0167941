"""Reading rows and cards of an observation, and the mask."""

from typing import Any

from cogarena.envs.core.header import PASS
from cogarena.envs.core.jit import kernel
from cogarena.envs.rally.cards import KINDS
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.state import HAND, NOBODY

# What all players see of their own robots: the first fields of the records they call `seen`.
ITSELF = (
    ("asked", "i1"),  # Ask, NOBODY if nothing is
    ("x", "i1"),
    ("y", "i1"),
    ("stance", "i2"),
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
def first_legal(mask: Any) -> int:
    """PASS if it is legal, or the first action that is."""
    for action in range(len(mask)):
        if mask[action] == 1:
            return action
    return PASS
