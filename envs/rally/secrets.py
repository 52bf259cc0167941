"""Hidden information of a rally: dealing the cards anew that a player may not know.

While programs are chosen, the others' cards can also be given back to them, to be chosen anew.
"""

from typing import Any

import numpy as np

from cogarena.envs.rally.cards import NO_CARD
from cogarena.envs.rally.deck import is_locked
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.phases import is_public
from cogarena.envs.rally.state import HAND, Ask


def redeal(s: Any, seat: int, clean_up: int, generator: np.random.Generator) -> None:
    """Deal the hidden cards anew: the others' hands and closed registers, and the deck.

    `clean_up` is the game's first stage after the last register.
    """
    r = s.rally
    s.rng, r.rng = generator.integers(2**64, dtype=np.uint64, size=2)
    deck, robots, spare = r.deck, r.robots, r.robots["spare"]  # reading attributes is slow
    stages = int(s.stage), int(clean_up)  # and so are calls of kernels with enums
    places = [(deck, i) for i in range(r.deck_left)]
    for i in range(r.count):
        if i != seat:
            hand, program, pairs = robots[i].hand, robots[i].program, robots[i].pairs
            places += [(hand, slot) for slot in range(len(hand))]
            closed = [k for k in range(REGISTERS) if not is_public(r, *stages, i, k)]
            places += [(cards, k) for cards in (program, pairs) for k in closed]
            places.append((spare, i))
    places = [(cards, i) for cards, i in places if cards[i] != NO_CARD]
    # Sorted first: what is dealt then depends on the generator alone, not on who holds what.
    hidden = generator.permutation(sorted(cards[i] for cards, i in places))
    for (cards, i), card in zip(places, hidden, strict=True):
        cards[i] = card


def undo_programs(setup: Any, s: Any, seat: int) -> None:
    """While programs are chosen, put what the others have chosen back into their hands."""
    if s.decision != Ask.PROGRAM:
        return
    for i in range(s.rally.count):
        if i != seat:
            _empty_registers(s.rally.robots[i])


def _empty_registers(robot: Any) -> None:
    hand, program, pairs = robot.hand, robot.program, robot.pairs
    room = [slot for slot in range(HAND) if hand[slot] == NO_CARD]
    closed = [k for k in range(REGISTERS) if not is_locked(robot, k)]
    for cards, k in [(cards, k) for cards in (program, pairs) for k in closed]:
        if cards[k] != NO_CARD:
            hand[room.pop(0)] = cards[k]
            cards[k] = NO_CARD
    robot.pairing = robot.crabs = 0
