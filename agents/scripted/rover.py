"""The scripted explorer of RoveR: it maps what it is shown, and plans by what it has mapped."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from cogarena.agents.protocol import Agent, Array, records_of
from cogarena.agents.scripted.rover_play.answers import answer_all
from cogarena.agents.scripted.rover_play.goals import GOAL
from cogarena.agents.scripted.rover_play.memory import MEMORY
from cogarena.agents.scripted.rover_play.reading import SEEN
from cogarena.agents.scripted.rover_play.temper import Temper
from cogarena.agents.scripted.rover_play.ways import WAYS
from cogarena.envs.core.game import Game
from cogarena.envs.core.jit import announced
from cogarena.envs.rover.state import NOWHERE

FIRST_ROWS = 64


class Player:
    """Chooses for all rows in one call; a memory for each row."""

    def __init__(self, game: Game, temper: Temper) -> None:
        self._layout = game.layout
        self._temper = temper
        self._memories = np.zeros(0, MEMORY)
        with announced(f"the scripted player of {game.name}"):
            none = np.zeros(0, np.int64)
            self.begin(none, none)
            nothing = np.zeros((0, game.layout.width), np.float32)
            self.act(none, nothing, np.zeros((0, game.actions.count), np.int8))

    def begin(self, rows: Array, seeds: Array) -> None:
        """Nothing is known in these rows."""
        needed = int(rows.max(initial=0)) + 1
        if needed > len(self._memories):
            grown = np.zeros(max(2 * needed, FIRST_ROWS), MEMORY)
            grown["planet"] = NOWHERE
            grown[: len(self._memories)] = self._memories
            self._memories = grown
        self._memories["planet"][rows] = NOWHERE

    def state(self, rows: Array) -> Array:
        """A copy of what is known in these rows."""
        return records_of(self._memories, rows)

    def load_state(self, rows: Array, state: Array) -> None:
        """Know in these rows what was known elsewhere."""
        size = self._memories.itemsize
        known = self._memories.view(np.uint8).reshape(-1, size)
        known[rows] = state.view(np.uint8).reshape(-1, size)

    def act(self, rows: Array, observations: Array, masks: Array) -> Array:
        """The choice for each row."""
        shown = np.ascontiguousarray(observations).view(self._layout.dtype).reshape(-1)
        seen, ways, goal = np.zeros(1, SEEN)[0], np.zeros(1, WAYS)[0], np.zeros(1, GOAL)[0]
        actions = np.zeros(len(rows), np.int64)
        answer_all(
            shown, np.ascontiguousarray(masks), np.ascontiguousarray(rows), self._memories,
            self._temper, seen, ways, goal, actions,
        )  # fmt: skip
        return actions


def agent(game: Game, settings: Mapping[str, Any]) -> Agent:
    """The scripted player of a game with these settings."""
    return Player(game, Temper())
