"""What the players of all rally games are: a kernel that answers, with all that it goes by."""

from collections.abc import Callable
from typing import Any

import numpy as np

from cogarena.agents.protocol import Array, Stateless
from cogarena.envs.core.game import Game
from cogarena.envs.core.jit import announced


class RallyPlayer(Stateless):
    """Chooses for all rows in one call, by the board that everybody knows and what it is shown.

    `answers` is a kernel of observations, masks, chart, temper, a `seen` record for each row, room
    to think as large as `room`, and the actions to fill.
    """

    def __init__(
        self,
        game: Game,
        answers: Callable[..., None],
        chart: Callable[[], Any],
        temper: Any,
        seen: np.dtype[Any],
        room: Array,
    ) -> None:
        self._layout = game.layout
        self._answers = answers
        self._temper = temper
        self._seen = seen
        self._room = room
        with announced(f"the scripted player of {game.name}"):
            self.chart = chart()
            nothing = np.zeros((0, game.layout.width), np.float32)
            self.act(np.zeros(0, np.int64), nothing, np.zeros((0, game.actions.count), np.int8))

    def act(self, rows: Array, observations: Array, masks: Array) -> Array:
        """The choice for each row."""
        shown = np.ascontiguousarray(observations).view(self._layout.dtype).reshape(-1)
        legal = np.ascontiguousarray(masks)
        seen, room = np.zeros(len(rows), self._seen), np.zeros_like(self._room)
        actions = np.zeros(len(rows), np.int64)
        self._answers(shown, legal, self.chart, self._temper, seen, room, actions)
        return actions
