"""A good program by beam search: the best branches of each register are followed further.

`bind` compiles the loop `plan` with a game's kernels.
"""

from typing import Any

import numpy as np

from cogarena.agents.protocol import Array
from cogarena.envs.core.jit import cache_of, kernel
from cogarena.envs.core.loops import bound
from cogarena.envs.core.records import record
from cogarena.envs.rally.cards import Card
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.state import HAND, NOBODY

BEAM_WIDTH = 16  # programs that are followed at the same time

BRANCH = record(
    ("pose", "i2"),  # after the registers so far, or LOST
    ("memo", "i2"),  # whatever else the game's kernels keep of the registers so far
    ("used", "i2"),  # bit set of the hand's slots
    ("first", "i1"),  # slot of the first card that was chosen
    ("gain", "f8"),  # so far
    ("score", "f8"),  # the gain, and the estimate of what follows: branches are ranked by it
)

# Kernels of the game.
start: Any = None  # (tables, weights, seen) -> memo before the first register
extend: Any = None  # (tables, weights, seen, k, branch, card) -> pose, memo, gain, score


def empty_beams() -> Array:
    """Two beams, of this register and of the next one."""
    return np.zeros((2, BEAM_WIDTH), BRANCH)


def bind(*, start: Any, extend: Any) -> Any:
    """`plan` compiled with a game's own kernels."""
    return bound(plan, cache_of(extend), start=start, extend=extend)


def plan(tables: Any, weights: Any, seen: Any, beams: Any) -> int:
    """The slot of the card for the first open register."""
    now, after = beams[0], beams[1]
    start_branch(seen, now[0], start(tables, weights, seen))
    count = 1
    for k in range(REGISTERS):
        in_place = seen.program[k] != Card.NONE
        found = 0
        for b in range(count):
            branch, tried = now[b], 0
            for slot in range(1 if in_place else HAND):
                card = int(seen.program[k] if in_place else seen.hand[slot])
                is_used = not in_place and (branch.used >> slot) & 1 == 1
                if card == Card.NONE or is_used or (tried >> card) & 1 == 1:
                    continue
                tried |= 1 << card
                extended = extend(tables, weights, seen, k, branch, card)
                if found < BEAM_WIDTH or extended[-1] > after[BEAM_WIDTH - 1].score:
                    found = insert(after, found, branch, NOBODY if in_place else slot, extended)
        now, after = after, now
        count = found
    return now[0].first


@kernel
def start_branch(seen: Any, branch: Any, memo: int) -> None:
    """No card is chosen yet."""
    branch.pose = seen.pose
    branch.memo = memo
    branch.used = 0
    branch.first = NOBODY
    branch.gain = 0


@kernel
def insert(beam: Any, count: int, branch: Any, slot: int, extended: Any) -> int:
    """Insert a branch extended by the card of a slot, if it is good enough; the new count."""
    pose, memo, gain, score = extended
    used = branch.used | (1 << slot if slot != NOBODY else 0)
    at = rank(beam, count, pose, used, score)
    if at == NOBODY:
        return count
    count = make_room(beam, count, at)
    new = beam[at]
    new.pose = pose
    new.memo = memo
    new.used = used
    new.first = slot if branch.first == NOBODY else branch.first
    new.gain = gain
    new.score = score
    return count


@kernel
def rank(beam: Any, count: int, pose: int, used: int, score: float) -> int:
    """The rank of a new branch; NOBODY if it scores too low or is no better than its equal."""
    for b in range(count):
        if score > beam[b].score:
            return b
        if beam[b].pose == pose and beam[b].used == used:
            return NOBODY
    return count


@kernel
def make_room(beam: Any, count: int, at: int) -> int:
    """Move the branches from a rank on back by one, the last out of a full beam; the new count."""
    count = min(BEAM_WIDTH, count + 1)
    for b in range(count - 1, at, -1):
        beam[b] = beam[b - 1]
    return count
