"""The scripted player of a game, found by the game's spec; other packages' games included."""

import importlib
from collections.abc import Mapping
from typing import Any

import numpy as np

from cogarena.agents.match import seated
from cogarena.agents.protocol import Agent, Array
from cogarena.agents.search_config import Style
from cogarena.envs.core import registry
from cogarena.envs.core.batch import Batch
from cogarena.envs.core.contract import Choose
from cogarena.envs.core.errors import UnknownNameError
from cogarena.envs.core.game import Game


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
