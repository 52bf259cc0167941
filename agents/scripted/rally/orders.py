"""All orders in which a hand can be put into the registers, one card of each kind.

A step of such an order is a record with the bit sets `used`, of the hand's slots, and `tried`, of
the kinds of cards that have been tried in its register.
"""

from typing import Any

from cogworks.envs.core.jit import kernel
from cogworks.envs.rally.cards import Card
from cogworks.envs.rally.floor import REGISTERS
from cogworks.envs.rally.state import HAND, NOBODY

IN_PLACE = HAND  # instead of a slot: the card that is in the register already


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
def card_in(seen: Any, k: int, slot: int) -> int:
    """The kind of card that register k has with this slot's card."""
    return seen.program[k] if slot == IN_PLACE else seen.hand[slot]


@kernel
def use(step: Any, slot: int, after: Any) -> None:
    """The next step of the order, with this slot's card used, and nothing tried."""
    after.used = step.used if slot == IN_PLACE else step.used | 1 << slot
    after.tried = 0


@kernel
def open_register(seen: Any) -> int:
    """The first register without a card."""
    k = 0
    while k < REGISTERS - 1 and seen.program[k] != Card.NONE:
        k += 1
    return k
