"""The random player: every legal action is equally likely."""

from typing import Any

import numpy as np

from cogarena.agents.protocol import Array
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.rng import GOLDEN, spread

HALF = np.uint64(32)  # bits of half a word
FIRST_ROWS = 64


class RandomAgent:
    """Picks a legal action; the k-th pick of an episode depends on its seed and k alone."""

    def __init__(self) -> None:
        self._positions = np.zeros(FIRST_ROWS, np.uint64)  # of each row in its stream

    def begin(self, rows: Array, seeds: Array) -> None:
        """Put each row at the start of its seed's stream."""
        last = int(rows.max(initial=0))
        if last >= len(self._positions):
            self._positions = np.resize(self._positions, 2 * last)
        self._positions[rows] = seeds
        begin_streams(self._positions, rows)

    def act(self, rows: Array, observations: Array, masks: Array) -> Array:
        """One legal action for each row."""
        actions = np.empty(len(rows), np.int64)
        pick(masks, self._positions, rows, actions)
        return actions


@kernel
def begin_streams(positions: Any, rows: Any) -> None:
    """Replace the seeds of `rows` by positions far apart, however close the seeds are."""
    for row in rows:
        positions[row] = spread(positions[row])


@kernel
def pick(masks: Any, positions: Any, rows: Any, actions: Any) -> None:
    """Write a legal action for each row, and advance the row's stream (SplitMix64)."""
    for i in range(len(rows)):
        row = rows[i]
        legal = 0
        for action in range(masks.shape[1]):
            if masks[i, action]:
                legal += 1
        word = spread(positions[row]) >> HALF
        positions[row] = np.add(positions[row], GOLDEN)
        skip = int(np.multiply(word, np.uint64(legal)) >> HALF)
        for action in range(masks.shape[1]):
            if masks[i, action]:
                if skip == 0:
                    actions[i] = action
                    break
                skip -= 1
