"""The player class of all rally games, and its loop over the rows of a batch."""

from collections.abc import Callable
from typing import Any

import numpy as np

from cogarena.agents.protocol import Array, Stateless
from cogarena.envs.core.game import Game
from cogarena.envs.core.jit import announced, cache_of
from cogarena.envs.core.loops import bound

# Kernels of the game, bound by `decide_with`.
read: Any = None  # (observation, tables, seen): fill `seen`
decide: Any = None  # (mask, tables, weights, seen, scratch) -> action


def decide_all(
    observations: Any, masks: Any, tables: Any, weights: Any, seen: Any, scratch: Any, actions: Any
) -> None:
    """Choose an action for each row."""
    for i in range(len(actions)):
        read(observations[i], tables, seen[i])
        actions[i] = decide(masks[i], tables, weights, seen[i], scratch)


def decide_with(*, read: Any, decide: Any) -> Callable[..., None]:
    """`decide_all` compiled with a game's own kernels."""
    loop: Callable[..., None] = bound(decide_all, cache_of(decide), read=read, decide=decide)
    return loop


class RallyPlayer(Stateless):
    """Chooses for all rows in one call, from lookup tables of the board and the observation.

    `loop` is a compiled `decide_all`, `seen` the dtype that the observation is read into, and
    `scratch` has the shape and dtype of the working memory that the search needs.
    """

    def __init__(
        self,
        game: Game,
        loop: Callable[..., None],
        tables: Callable[[], Any],
        weights: Any,
        seen: np.dtype[Any],
        scratch: Array,
    ) -> None:
        self._layout = game.layout
        self._loop = loop
        self._weights = weights
        self._seen = seen
        self._scratch = scratch
        with announced(f"the scripted player of {game.name}"):
            self.tables = tables()
            nothing = game.layout.empty(0)
            self.act(np.zeros(0, np.int64), nothing, np.zeros((0, game.actions.count), np.int8))

    def act(self, rows: Array, observations: Array, masks: Array) -> Array:
        """The action for each row."""
        shown = self._layout.rows(np.ascontiguousarray(observations))
        legal = np.ascontiguousarray(masks)
        seen, scratch = np.zeros(len(rows), self._seen), np.zeros_like(self._scratch)
        actions = np.zeros(len(rows), np.int64)
        self._loop(shown, legal, self.tables, self._weights, seen, scratch, actions)
        return actions
