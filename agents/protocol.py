"""The interface of every player: it chooses actions for many episodes at once."""

from abc import ABC, abstractmethod
from typing import Any, Protocol, runtime_checkable

import numpy as np

from cogarena.envs.core.batch import Batch

Array = np.ndarray[Any, Any]


class Agent(Protocol):
    """A player of many episodes, each identified by its row.

    Its actions in a row depend only on that row's seed and on what it was shown there since: not
    on the number of rows, on the other rows, or on the order of the calls for them.
    """

    def begin(self, rows: Array, seeds: Array) -> None:
        """A new episode begins in each of `rows` (n,); `seeds` (n,) uint64 seed its randomness."""

    def act(self, rows: Array, observations: Array, masks: Array) -> Array:
        """A legal action (n,) int64 for each of `rows`, given its current observation.

        `observations` (n, width) are the layout's small integers; `masks` is (n, actions) int8,
        1 where legal.
        """


@runtime_checkable
class Stateful(Agent, Protocol):
    """An agent with an internal state per row that can be saved and loaded."""

    def state(self, rows: Array) -> Array:
        """A copy of the internal state of each of `rows` (n,)."""

    def load_state(self, rows: Array, state: Array) -> None:
        """Continue in `rows` from what `state` gave, here or in another agent of this class."""


class Stateless:
    """The `begin` of a player without an internal state."""

    def begin(self, rows: Array, seeds: Array) -> None:
        """Nothing to prepare."""


class Planner(ABC):
    """A player that tries actions out on copies of the game, and therefore gets the records.

    Its choice must not depend on what its seat does not know: it plans on records whose hidden
    part `Game.resample_hidden` has redrawn.
    """

    @abstractmethod
    def begin(self, rows: Array, seeds: Array) -> None:
        """As `Agent.begin`."""

    @abstractmethod
    def plan(self, rows: Array, states: Array, observations: Array, masks: Array) -> Array:
        """As `Agent.act`, with a copy of the record (n,) of each row."""


Player = Agent | Planner


def records_of(states: Array, rows: Array) -> Array:
    """A copy of some records, as bytes: far faster than field by field."""
    copied: Array = states.view(np.uint8).reshape(len(states), -1)[rows]
    return copied.reshape(-1).view(states.dtype)


def views(batch: Batch, rows: Array, seats: Array) -> Array:
    """The observations of these seats in these rows, to act or not: (n, width)."""
    game = batch.game
    seen = np.empty(len(rows), game.layout.dtype)
    masks = np.empty((len(rows), game.actions.count), np.int8)
    game.view(batch.setup, records_of(batch.states, rows), seats, masks, seen)
    return seen.view(game.layout.number).reshape(len(rows), -1)
