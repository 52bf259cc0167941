"""Hidden information of a rally: dealing the cards anew that a player may not know."""

from typing import Any

import numpy as np

from cogworks.envs.rally.cards import NO_CARD
from cogworks.envs.rally.floor import REGISTERS
from cogworks.envs.rally.phases import is_public


def redeal(s: Any, seat: int, clean_up: int, generator: np.random.Generator) -> None:
    """Deal the hidden cards anew: the others' hands and closed registers, and the deck.

    `clean_up` is the game's first stage after the last register.
    """
    r = s.rally
    s.rng, r.rng = generator.integers(2**64, dtype=np.uint64, size=2)
    places = [(r.deck, i) for i in range(r.deck_left)]
    for i in range(r.count):
        if i != seat:
            robot = r.robots[i]
            places += [(robot.hand, slot) for slot in range(len(robot.hand))]
            closed = [k for k in range(REGISTERS) if not is_public(r, s.stage, clean_up, i, k)]
            places += [(cards, k) for cards in (robot.program, robot.pairs) for k in closed]
            places.append((r.robots["spare"], i))
    places = [(cards, i) for cards, i in places if cards[i] != NO_CARD]
    hidden = generator.permutation([cards[i] for cards, i in places])
    for (cards, i), card in zip(places, hidden, strict=True):
        cards[i] = card
