"""Hidden information of a rally: dealing the cards anew that a player may not know."""

from collections.abc import Callable
from typing import Any

import numpy as np

from cogworks.envs.rally.cards import NO_CARD
from cogworks.envs.rally.floor import REGISTERS


def redeal(
    s: Any, seat: int, is_public: Callable[[int, int], bool], generator: np.random.Generator
) -> None:
    """Deal the hidden cards anew: the others' hands and closed registers, and the deck.

    `is_public(i, k)` says whether everybody knows the card in register `k` of robot `i`.
    """
    s.rng, s.rally.rng = generator.integers(2**64, dtype=np.uint64, size=2)
    places = [(s.rally.deck, i) for i in range(s.rally.deck_left)]
    for i in range(s.rally.count):
        if i != seat:
            robot = s.rally.robots[i]
            places += [(robot.hand, slot) for slot in range(len(robot.hand))]
            closed = [k for k in range(REGISTERS) if not is_public(i, k)]
            places += [(cards, k) for cards in (robot.program, robot.pairs) for k in closed]
            places.append((s.rally.robots["spare"], i))
    places = [(cards, i) for cards, i in places if cards[i] != NO_CARD]
    hidden = generator.permutation([cards[i] for cards, i in places])
    for (cards, i), card in zip(places, hidden, strict=True):
        cards[i] = card
