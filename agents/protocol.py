"""What every player is: a chooser of actions for many episodes at once."""

from abc import ABC, abstractmethod
from typing import Any, Protocol, runtime_checkable

import numpy as np

from cogarena.envs.core.batch import Batch

Array = np.ndarray[Any, Any]

FAR = 2**40  # between the seeds of the agents of one episode: further than episodes are


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


@runtime_checkable
class Mindful(Agent, Protocol):
    """An agent that keeps something in mind between its choices, and can hand it on."""

    def memories(self, rows: Array) -> Array:
        """A copy of what it keeps in mind in each of `rows` (n,)."""

    def remember(self, rows: Array, memories: Array) -> None:
        """Go on in `rows` with what an agent of this kind kept in mind elsewhere."""


class Planner(ABC):
    """A player that tries its choices out on copies of the game, and so is handed the records.

    What it chooses may not depend on what its seat does not know: it plans on records whose
    secrets `Game.resample_hidden` has drawn anew.
    """

    @abstractmethod
    def begin(self, rows: Array, seeds: Array) -> None:
        """As `Agent.begin`."""

    @abstractmethod
    def plan(self, rows: Array, states: Array, observations: Array, masks: Array) -> Array:
        """As `Agent.act`, with a copy of the record (n,) of each row."""


Player = Agent | Planner


def choices(player: Player, rows: Array, states: Array, observations: Array, masks: Array) -> Array:
    """What a player of either kind chooses in `rows` of a batch, given all rows of the others."""
    if isinstance(player, Planner):
        return player.plan(rows, records_of(states, rows), observations[rows], masks[rows])
    return player.act(rows, observations[rows], masks[rows])


def records_of(states: Array, rows: Array) -> Array:
    """A copy of some records, as bytes: far faster than field by field."""
    copied: Array = states.view(np.uint8).reshape(len(states), -1)[rows]
    return copied.reshape(-1).view(states.dtype)


def views(batch: Batch, rows: Array, seats: Array) -> Array:
    """What these seats see now in these rows of a batch, whoever is asked: (n, width) float32."""
    game = batch.game
    seen = np.empty(len(rows), game.layout.dtype)
    masks = np.empty((len(rows), game.actions.count), np.int8)
    game.view(batch.setup, records_of(batch.states, rows), seats, masks, seen)
    return seen.view(np.float32).reshape(len(rows), -1)


class Thoughtless:
    """The `begin` of a player that keeps nothing in mind between its choices."""

    def begin(self, rows: Array, seeds: Array) -> None:
        """Nothing to prepare."""
