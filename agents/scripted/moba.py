"""The scripted player of MOBA Rally: programs by search, and simple answers to all else.

It plays by the map that everybody knows and by what it is shown, and keeps nothing in mind.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from cogworks.agents.protocol import Agent, Array, Thoughtless
from cogworks.agents.scripted.rally.beam import BEAM
from cogworks.agents.scripted.rally.moba_answers import answer_all
from cogworks.agents.scripted.rally.moba_chart import chart_of
from cogworks.agents.scripted.rally.moba_plan import BRANCH
from cogworks.agents.scripted.rally.moba_sight import SEEN
from cogworks.agents.scripted.rally.moba_temper import Temper
from cogworks.envs.core.game import Game
from cogworks.envs.core.jit import announced, cache_folder, source_folder


class Player(Thoughtless):
    """Chooses for all rows in one call."""

    def __init__(self, game: Game, perimeter: str, temper: Temper) -> None:
        self._layout = game.layout
        self._temper = temper
        marker = cache_folder(source_folder(answer_all)) / f"compiled-{game.name}"
        with announced(f"the scripted player of {game.name}", marker):
            self._chart = chart_of(perimeter, temper)
            nothing = np.zeros((0, game.layout.width), np.float32)
            self.act(np.zeros(0, np.int64), nothing, np.zeros((0, game.actions.count), np.int8))

    def act(self, rows: Array, observations: Array, masks: Array) -> Array:
        """The choice for each row."""
        shown = np.ascontiguousarray(observations).view(self._layout.dtype).reshape(-1)
        legal = np.ascontiguousarray(masks)
        seen, beams = np.zeros(len(rows), SEEN), np.zeros((2, BEAM), BRANCH)
        actions = np.zeros(len(rows), np.int64)
        answer_all(shown, legal, self._chart, self._temper, seen, beams, actions)
        return actions


def agent(game: Game, settings: Mapping[str, Any]) -> Agent:
    """The scripted player of a game with these settings."""
    return Player(game, game.read(settings).perimeter, Temper())
