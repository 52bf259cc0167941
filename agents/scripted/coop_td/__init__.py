"""The scripted player of Co-op Tower Defense: simple rules in order of priority.

It plays from the scenario, which is public, and from its observation; it is stateless and does
not use search or chance.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from cogarena.agents.protocol import Agent, Array, Stateless
from cogarena.agents.scripted.coop_td.decisions import decide_all
from cogarena.agents.scripted.coop_td.reading import SEEN
from cogarena.agents.scripted.coop_td.tables import build_tables
from cogarena.envs.core.game import Game
from cogarena.envs.core.jit import announced


def agent(game: Game, settings: Mapping[str, Any]) -> Agent:
    """The scripted player for a game with these settings."""
    return Player(game, game.build(game.read(settings))[0])


class Player(Stateless):
    """Chooses for all rows in one call, from lookup tables of the scenario and the observation."""

    def __init__(self, game: Game, setup: Any) -> None:
        self._layout = game.layout
        self.tables = build_tables(setup)
        with announced(f"the scripted player of {game.name}"):
            nothing = game.layout.empty(0)
            self.act(np.zeros(0, np.int64), nothing, np.zeros((0, game.actions.count), np.int8))

    def act(self, rows: Array, observations: Array, masks: Array) -> Array:
        """The action for each row."""
        shown = self._layout.rows(np.ascontiguousarray(observations))
        seen, actions = np.zeros(1, SEEN), np.zeros(len(rows), np.int64)
        decide_all(shown, np.ascontiguousarray(masks), self.tables, seen, actions)
        return actions
