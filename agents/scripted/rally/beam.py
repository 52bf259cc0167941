"""The best branches of a search, the most promising first.

A branch is a record with a `stance`, the `used` slots of the hand, and a `promise`.
"""

from typing import Any

import numpy as np

from cogarena.agents.protocol import Array
from cogarena.envs.core.jit import kernel
from cogarena.envs.rally.state import NOBODY

BEAM = 16  # programs that are followed at the same time


def beams_of(branch: np.dtype[Any]) -> Array:
    """Room for two beams, of this register and of the next one."""
    return np.zeros((2, BEAM), branch)


@kernel
def rank(beam: Any, count: int, stance: int, used: int, promise: float) -> int:
    """The place of a new branch among the best, or NOBODY."""
    if count == len(beam) and promise <= beam[count - 1].promise:
        return NOBODY
    for b in range(count):
        if promise > beam[b].promise:
            return b
        if beam[b].stance == stance and beam[b].used == used:
            return NOBODY
    return count


@kernel
def make_room(beam: Any, count: int, at: int) -> int:
    """Move the branches from a place on back by one, the last out of a full beam; how many are."""
    count = min(len(beam), count + 1)
    for b in range(count - 1, at, -1):
        beam[b] = beam[b - 1]
    return count
