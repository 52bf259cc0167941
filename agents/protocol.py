"""What every player is: a chooser of actions for many episodes at once."""

from typing import Any, Protocol

import numpy as np

Array = np.ndarray[Any, Any]


class Agent(Protocol):
    """A player of many episodes, told apart by their row.

    What it chooses in a row depends on that row's seed and on what it was shown there since: not
    on the number of rows, on the other rows, or on the order of the calls for them.
    """

    def begin(self, rows: Array, seeds: Array) -> None:
        """A new episode begins in each of `rows` (n,); `seeds` (n,) uint64 feed its own chance."""

    def act(self, rows: Array, observations: Array, masks: Array) -> Array:
        """A legal action (n,) int64 for each of `rows`, from what is seen there now.

        `observations` is (n, width) float32, `masks` is (n, actions) int8 with a 1 where legal.
        """


class Thoughtless:
    """The `begin` of a player that keeps nothing in mind between its choices."""

    def begin(self, rows: Array, seeds: Array) -> None:
        """Nothing to prepare."""
