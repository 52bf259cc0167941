"""All orders in which a hand can be put into the registers, one card of each kind.

An order is a path of steps, records that begin with the fields of ORDER: the first one before any
register, and one after each of them.
"""

from typing import Any

from cogarena.agents.scripted.rally.reading import first_legal
from cogarena.envs.core.jit import kernel
from cogarena.envs.rally.cards import Card
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.programming import CARD
from cogarena.envs.rally.state import HAND, NOBODY

IN_PLACE = HAND  # instead of a slot: the card that is in the register already

ORDER = (
    ("used", "i2"),  # bit set of the hand's slots
    ("tried", "i2"),  # bit set of the kinds of cards in the next register
    ("slot", "i1"),  # that led to this step
)


@kernel
def start_order(step: Any) -> None:
    """Nothing chosen yet."""
    step.used = step.tried = 0
    step.slot = NOBODY


@kernel
def next_card(seen: Any, step: Any, k: int, after: Any) -> int:
    """Put a card into register k of a kind that was not tried there: its kind, or NOBODY."""
    slot = next_slot(seen, step, k)
    if slot == NOBODY:
        return NOBODY
    after.used = step.used if slot == IN_PLACE else step.used | 1 << slot
    after.tried = 0
    after.slot = slot
    return int(seen.program[k] if slot == IN_PLACE else seen.hand[slot])


@kernel
def next_slot(seen: Any, step: Any, k: int) -> int:
    """The slot of a kind of card that was not tried in register k, IN_PLACE, or NOBODY."""
    if seen.program[k] != Card.NONE:
        is_fresh = step.tried == 0
        step.tried = 1
        return IN_PLACE if is_fresh else NOBODY
    for slot in range(HAND):
        card = int(seen.hand[slot])
        if card != Card.NONE and (step.used >> slot) & 1 == 0 and (step.tried >> card) & 1 == 0:
            step.tried |= 1 << card
            return slot
    return NOBODY


@kernel
def first_choice(seen: Any, path: Any, k: int) -> int:
    """The slot of the card in the first open register, or NOBODY if that is not among the first k.

    The last register counts as open if none is.
    """
    chosen = 1
    while chosen < REGISTERS and seen.program[chosen - 1] != Card.NONE:
        chosen += 1
    return int(path[chosen].slot) if k >= chosen else NOBODY


@kernel
def put_card(mask: Any, slot: int) -> int:
    """The action that puts this slot's card into its register; any card without a choice."""
    return first_legal(mask) if slot == NOBODY else CARD + slot
