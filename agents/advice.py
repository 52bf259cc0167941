"""What a policy's network is shown: the observation, and if wanted what an adviser would do.

An adviser is another player, such as the scripted one. Its choice stands beside the observation,
with a 1 for the action that it would take, and the network learns where to leave it.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from cogarena.agents.checkpoint import NO_ADVICE, Network
from cogarena.agents.protocol import Array, Mindful
from cogarena.agents.registry import find_agent
from cogarena.envs.core.game import Game
from cogarena.envs.core.layout import Layout, Piece

ADVICE = "advice"


def shown_layout(game: Game, network: Network) -> Layout:
    """The layout of what the network is shown; the advice, if there is any, comes last."""
    if network.advice == NO_ADVICE:
        return game.layout
    advice = Piece(ADVICE, game.actions.count, f"1 for what {network.advice} would do")
    return Layout(*game.layout.pieces, advice)


class Adviser:
    """Puts its choices beside the observations of some rows; nothing, if the network wants none."""

    def __init__(self, game: Game, network: Network, settings: Mapping[str, Any]) -> None:
        wanted = network.advice != NO_ADVICE
        self._player = find_agent(network.advice, game, settings) if wanted else None
        self._actions = game.actions.count if wanted else 0

    def begin(self, rows: Array, seeds: Array) -> None:
        """A new episode begins in each of `rows`, as for any player."""
        if self._player is not None:
            self._player.begin(rows, seeds)

    def beside(self, rows: Array, observations: Array, masks: Array) -> Array:
        """What the network is shown in `rows`, where something is to be chosen now."""
        shown = self.without(observations)
        if self._player is not None:
            chosen = self._player.act(rows, observations, masks)
            shown[np.arange(len(rows)), observations.shape[1] + chosen] = 1
        return shown

    def without(self, observations: Array) -> Array:
        """What it is shown where nothing is to be chosen."""
        nothing = np.zeros((len(observations), self._actions), np.float32)
        return np.concatenate([observations, nothing], axis=1)

    def memories(self, rows: Array) -> Array:
        """What it keeps in mind in `rows`, as bytes (n, size)."""
        if not isinstance(self._player, Mindful):
            return np.zeros((len(rows), 0), np.uint8)
        return self._player.memories(rows).view(np.uint8).reshape(len(rows), -1)

    def remember(self, rows: Array, memories: Array) -> None:
        """Go on in `rows`, which it has begun, with what it once kept in mind."""
        if isinstance(self._player, Mindful):
            kind = self._player.memories(rows[:0]).dtype
            self._player.remember(rows, np.ascontiguousarray(memories).reshape(-1).view(kind))
