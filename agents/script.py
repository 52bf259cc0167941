"""The scripted player of a game, found by the game's spec, and its advice to a policy's network.

Games of other packages are included. Advice is an action appended to the observation as a one-hot
vector: the network learns where to deviate from it.
"""

import importlib
from collections.abc import Mapping
from typing import Any

import numpy as np

from cogarena.agents.checkpoint import NO_ADVICE, Network
from cogarena.agents.match import seated
from cogarena.agents.playouts import Style
from cogarena.agents.protocol import Agent, Array, Stateful
from cogarena.envs.core import registry
from cogarena.envs.core.batch import Batch
from cogarena.envs.core.contract import Choose
from cogarena.envs.core.errors import UnknownNameError
from cogarena.envs.core.game import Game
from cogarena.envs.core.layout import Layout, Piece

ADVICE = "advice"


def has_script(game: Game) -> bool:
    """The game has a scripted player."""
    return game.name in registry.names() and bool(registry.spec(game.name).script)


def scripted_games() -> list[str]:
    """The names of the games that have a scripted player, sorted."""
    return [name for name in registry.names() if registry.spec(name).script]


def scripted_agent(game: Game, settings: Mapping[str, Any]) -> Agent:
    """The scripted player of a game, or an error that names the games that have one."""
    player: Agent = _script(game).agent(game, settings)
    return player


def styled_agent(game: Game, style: Style) -> Agent:
    """The scripted player with other weights."""
    script = _script(game)
    player: Agent = script.Player(game, script.Weights(**style))
    return player


def _script(game: Game) -> Any:
    """The module of the scripted player."""
    if not has_script(game):
        raise UnknownNameError("game with a scripted agent", game.name, scripted_games())
    return importlib.import_module(registry.spec(game.name).script)


def scripted_choices(game: Game, settings: Mapping[str, Any]) -> tuple[Choose, ...]:
    """How scripted players choose in all rows of a batch; empty if the game has none."""
    if not has_script(game):
        return ()
    seats = len(game.agents(game.read(settings)))
    seating = seated([scripted_agent(game, settings) for _ in range(seats)], seats)
    begun: dict[int, int] = {}  # by row, the seed of the episode that the players know of

    def choose(batch: Batch, live: Array) -> Array:
        new = [row for row in live.tolist() if begun.get(row) != batch.seeds[row]]
        begun.update((row, int(batch.seeds[row])) for row in new)
        seating.begin(np.array(new, np.int64), batch.seeds[new])
        actions = np.zeros(batch.n, np.int64)
        actions[live] = seating.choose(live, batch.states, batch.observations, batch.masks)
        return actions

    return (choose,)


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
