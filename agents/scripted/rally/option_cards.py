"""Choosing among option cards by their worth, which each game's player gives by Option, and use."""

from typing import Any

from cogarena.agents.scripted.rally.reading import first_legal
from cogarena.envs.core.header import PASS
from cogarena.envs.core.jit import kernel
from cogarena.envs.rally.damage import OPTION, YES
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.options import CARD_SET, GEARED_STEPS, OPTION_CARDS, OPTIONS
from cogarena.envs.rally.programming import CARD
from cogarena.envs.rally.state import DEADLY, HAND, NOBODY, Ask
from cogarena.envs.rally.weapons import REGISTER

USELESS = 0


@kernel
def usual_answer(mask: Any, seen: Any, worth: Any) -> int:
    """What players say alike, by what options are worth to them; to all other questions no."""
    asked = seen.asked
    if asked == Ask.PREVENT:
        action = prevent(mask, seen.damage, worth)
    elif asked == Ask.LOSE:
        action = OPTION + least_useful(mask, worth)
    elif asked == Ask.FLYWHEEL:
        action = keep_card(mask, seen)
    elif asked == Ask.CONTROL:
        action = lock_register(mask)
    else:
        action = first_legal(mask)
    return action


@kernel
def option_of(card: int) -> int:
    """The option that a card is."""
    for option in range(OPTIONS):
        if (CARD_SET[option] >> card) & 1 == 1:
            return option
    return NOBODY


@kernel
def least_useful(mask: Any, worth: Any) -> int:
    """Of the option cards to choose from, the one that its robot misses least, or NOBODY."""
    least = NOBODY
    for card in range(OPTION_CARDS):
        if mask[OPTION + card] == 0:
            continue
        if least == NOBODY or worth[option_of(card)] < worth[option_of(least)]:
            least = card
    return least


@kernel
def prevent(mask: Any, damage: int, worth: Any) -> int:
    """Tokens and useless options go for damage, useful ones for the token that destroys."""
    if mask[YES] == 1:
        return YES
    card = least_useful(mask, worth)
    if card == NOBODY:
        return PASS
    is_last = damage == DEADLY - 1
    return OPTION + card if is_last or worth[option_of(card)] <= USELESS else PASS


@kernel
def keep_card(mask: Any, seen: Any) -> int:
    """The left-over card that leads furthest."""
    best = NOBODY
    for slot in range(HAND):
        if mask[CARD + slot] == 1 and (best == NOBODY or seen.hand[slot] > seen.hand[best]):
            best = slot
    return PASS if best == NOBODY else CARD + best


@kernel
def most_useful(mask: Any, worth: Any) -> int:
    """Of the option cards to choose from, the best, or NOBODY."""
    best = NOBODY
    for card in range(OPTION_CARDS):
        if mask[OPTION + card] == 0:
            continue
        if best == NOBODY or worth[option_of(card)] > worth[option_of(best)]:
            best = card
    return best


@kernel
def geared(card: int) -> int:
    """The squares of a card with the option that fits it: Brakes, Fourth Gear, Reverse Gear."""
    return GEARED_STEPS[card]


@kernel
def lock_register(mask: Any) -> int:
    """Fire Control: the token goes onto the first register that is not locked."""
    for k in range(REGISTERS):
        if mask[REGISTER + k] == 1:
            return REGISTER + k
    return PASS
