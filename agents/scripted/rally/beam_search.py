"""A good program by beam search: the best branches of each register are followed further.

`bind` compiles the loop `plan` with a game's kernels.
"""

from typing import Any

import numpy as np

from cogarena.agents.protocol import Array
from cogarena.envs.core.jit import cache_of, kernel
from cogarena.envs.core.loops import bound
from cogarena.envs.rally.cards import Card
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.state import HAND, NOBODY

BEAM_WIDTH = 16  # programs that are followed at the same time
NEW = BEAM_WIDTH  # the row of a beam in which a new branch is built

# The first fields of each game's BRANCH.
BRANCH_FIELDS = (
    ("pose", "i2"),  # after the registers so far, or LOST
    ("used", "i2"),  # bit set of the hand's slots
    ("first", "i1"),  # slot of the first card that was chosen
    ("gain", "f8"),  # so far
    ("score", "f8"),  # the gain, and the estimate of what follows: branches are ranked by it
)

# Kernels of the game.
start: Any = None  # (tables, weights, seen, branch): before the first register
extend: Any = None  # (tables, weights, seen, k, branch, card, new): play register k
follow: Any = None  # as below


def empty_beams(branch: np.dtype[Any]) -> Array:
    """Two beams, of this register and of the next one."""
    return np.zeros((2, BEAM_WIDTH + 1), branch)


def bind(*, start: Any, extend: Any) -> Any:
    """`plan` compiled with a game's own kernels."""
    folder = cache_of(extend)
    return bound(plan, folder, start=start, follow=bound(follow_card, folder, extend=extend))


def plan(tables: Any, weights: Any, seen: Any, beams: Any) -> int:
    """The slot of the card for the first open register."""
    now, after = beams[0], beams[1]
    start(tables, weights, seen, now[0])
    count = 1
    for k in range(REGISTERS):
        found = 0
        for b in range(count):
            if seen.program[k] != Card.NONE:
                found = follow(tables, weights, seen, k, now[b], NOBODY, after, found)
                continue
            tried = 0
            for slot in range(HAND):
                card = int(seen.hand[slot])
                if card == Card.NONE or (now[b].used >> slot) & 1 == 1 or (tried >> card) & 1 == 1:
                    continue
                tried |= 1 << card
                found = follow(tables, weights, seen, k, now[b], slot, after, found)
        now, after = after, now
        count = found
    return now[0].first


def follow_card(
    tables: Any, weights: Any, seen: Any, k: int, branch: Any, slot: int, beam: Any, count: int
) -> int:
    """Extend a branch by a card in register k, and keep it if it is good; the new count."""
    new = beam[NEW]
    card = int(seen.program[k] if slot == NOBODY else seen.hand[slot])
    extend(tables, weights, seen, k, branch, card, new)
    new.used = branch.used | (1 << slot if slot != NOBODY else 0)
    new.first = slot if branch.first == NOBODY else branch.first
    return insert(beam, count)


@kernel
def start_branch(seen: Any, branch: Any) -> None:
    """No card is chosen yet."""
    branch.pose = seen.pose
    branch.used = 0
    branch.first = NOBODY
    branch.gain = 0


@kernel
def insert(beam: Any, count: int) -> int:
    """Insert the NEW branch by its score; the worst falls out of a full beam. The new count."""
    at = rank_of_new(beam, count)
    if at == NOBODY:
        return count
    count = min(BEAM_WIDTH, count + 1)
    for b in range(count - 1, at, -1):
        beam[b] = beam[b - 1]
    beam[at] = beam[NEW]
    return count


@kernel
def rank_of_new(beam: Any, count: int) -> int:
    """The rank of the NEW branch; NOBODY if it scores too low or is no better than its equal."""
    new = beam[NEW]
    if count == BEAM_WIDTH and new.score <= beam[count - 1].score:
        return NOBODY
    for b in range(count):
        if new.score > beam[b].score:
            return b
        if beam[b].pose == new.pose and beam[b].used == new.used:
            return NOBODY
    return count
