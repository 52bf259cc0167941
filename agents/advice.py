"""The input of a policy's network: the observation, and optionally the action of an adviser.

An adviser is another player, such as the scripted one. Its action is appended to the observation
as a one-hot vector, and the network learns where to deviate from it.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from cogarena.agents.checkpoint import NO_ADVICE, Network
from cogarena.agents.protocol import Array, Stateful
from cogarena.agents.script import scripted_agent
from cogarena.envs.core.game import Game
from cogarena.envs.core.layout import Layout, Piece

ADVICE = "advice"


def shown_layout(game: Game, network: Network) -> Layout:
    """The layout of the network's input; the advice, if there is any, comes last."""
    if network.advice == NO_ADVICE:
        return game.layout
    advice = Piece(ADVICE, game.actions.count, f"1 for the action of {network.advice}")
    return Layout(*game.layout.pieces, advice)


class Adviser:
    """Appends its actions to observations; appends nothing if the network takes no advice."""

    def __init__(self, game: Game, network: Network, settings: Mapping[str, Any]) -> None:
        wanted = network.advice != NO_ADVICE  # else "scripted"
        self._player = scripted_agent(game, settings) if wanted else None
        self._actions = game.actions.count if wanted else 0

    def begin(self, rows: Array, seeds: Array) -> None:
        """A new episode begins in each of `rows`, as in `Agent.begin`."""
        if self._player is not None:
            self._player.begin(rows, seeds)

    def beside(self, rows: Array, observations: Array, masks: Array) -> Array:
        """The network's input in `rows`, where an action is to be chosen now."""
        shown = self.without(observations)
        if self._player is not None:
            chosen = self._player.act(rows, observations, masks)
            shown[np.arange(len(rows)), observations.shape[1] + chosen] = 1
        return shown

    def without(self, observations: Array) -> Array:
        """The network's input where no action is to be chosen: the advice is all 0."""
        nothing = np.zeros((len(observations), self._actions), observations.dtype)
        return np.concatenate([observations, nothing], axis=1)

    def state(self, rows: Array) -> Array:
        """Its internal state in `rows`, as bytes (n, size)."""
        if not isinstance(self._player, Stateful):
            return np.zeros((len(rows), 0), np.uint8)
        return self._player.state(rows).view(np.uint8).reshape(len(rows), -1)

    def load_state(self, rows: Array, state: Array) -> None:
        """Continue in `rows`, after `begin`, from what `state` gave."""
        if isinstance(self._player, Stateful):
            kind = self._player.state(rows[:0]).dtype
            self._player.load_state(rows, np.ascontiguousarray(state).reshape(-1).view(kind))
