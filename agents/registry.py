"""Finding players: `random`, `scripted`, `search:200`, `trained`, or the folder of a policy."""

import importlib
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cogarena.agents import baselines
from cogarena.agents.outlook import Outlook, outlook
from cogarena.agents.playouts import Playouts
from cogarena.agents.protocol import Agent, Planner, Player
from cogarena.agents.search import USUAL_PLAYOUTS, Budget, Search
from cogarena.agents.uniform import RandomAgent
from cogarena.envs.core import registry as games
from cogarena.envs.core.errors import SettingError, UnknownNameError
from cogarena.envs.core.game import Game

SEARCH = re.compile(r"search(:(?P<playouts>[1-9]\d{0,8})|:(?P<seconds>\d+(\.\d+)?)s)?")
NAMES = ("random", "scripted", "trained", "search:PLAYOUTS or search:SECONDSs")


def find(name: str, game: Game, settings: Mapping[str, Any] | None = None) -> Player:
    """The player called `name`, or the trained one in the folder of that name.

    `search:200` tries 200 playouts out for each decision, `search:0.5s` as many as half a second
    allows. `trained` is the one that comes with Cogarena and was trained under settings most alike.
    """
    if name == "random":
        return RandomAgent()
    if name == "scripted":
        return _scripted(game, settings or {})
    wanted = SEARCH.fullmatch(name)
    if wanted:
        playouts = int(wanted["playouts"] or USUAL_PLAYOUTS)
        seconds = float(wanted["seconds"]) if wanted["seconds"] else None
        return searching(game, settings or {}, Budget(playouts, seconds))
    folder = trained_folder(name, game, settings or {})
    if folder is not None:
        from cogarena.agents.trained import TrainedAgent  # noqa: PLC0415 - loads torch

        return TrainedAgent.load(folder, game, settings or {})
    raise UnknownNameError("agent", name, (*NAMES, "the folder of a checkpoint or of a run"))


def find_agent(name: str, game: Game, settings: Mapping[str, Any] | None = None) -> Agent:
    """As `find`, for those who hand out observations alone: a searching player is refused."""
    player = find(name, game, settings)
    if isinstance(player, Planner):
        raise SettingError(f"agent {name!r} plans on records, and is given none here")
    return player


def trained_folder(name: str, game: Game, settings: Mapping[str, Any]) -> Path | None:
    """Where the weights of the player called `name` are, or None if it has none."""
    if name == "trained":
        return baselines.folder_for(game, settings)
    return Path(name) if Path(name).is_dir() else None


def scripted_games() -> list[str]:
    """The games that have a scripted player, sorted."""
    return [name for name in games.names() if games.spec(name).script]


def _scripted(game: Game, settings: Mapping[str, Any]) -> Agent:
    player: Agent = _script(game).agent(game, settings)
    return player


def _script(game: Game) -> Any:
    """The module or package of the scripted player."""
    if game.name not in scripted_games():
        raise UnknownNameError("game with a scripted agent", game.name, scripted_games())
    return importlib.import_module(games.spec(game.name).script)


def searching(game: Game, settings: Mapping[str, Any], budget: Budget) -> Search:
    """The searching player; where there is a scripted one, its styles are habits and policies."""
    known = outlook(game)
    if game.name not in scripted_games():
        return Search(Playouts(game, settings, RandomAgent(), known), budget)
    policies = styles(game, settings, known)
    return Search(Playouts(game, settings, policies, known), budget, *styles(game, settings, known))


def styles(game: Game, settings: Mapping[str, Any], known: Outlook) -> list[Agent]:
    """The scripted player with its own weights, and with those of its other styles."""
    usual = _scripted(game, settings)
    script = _script(game)
    others = [script.Player(game, script.Weights(**changes)) for changes in known.styles]
    return [usual, *others]
