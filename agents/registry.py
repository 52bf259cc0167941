"""Finding players: `random`, `scripted`, `search:200`, `trained`, or the folder of a policy."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cogarena.agents import checkpoint
from cogarena.agents.playouts import Playouts, SearchConfig, search_config
from cogarena.agents.protocol import Agent, Planner, Player
from cogarena.agents.random import RandomAgent
from cogarena.agents.script import has_script, scripted_agent, styled_agent
from cogarena.agents.search import DEFAULT_PLAYOUTS, Budget, Search
from cogarena.envs.core.errors import SettingError, UnknownNameError
from cogarena.envs.core.game import Game

BASELINES = Path(__file__).resolve().parent / "baselines"  # a folder for each trained player
SEARCH = re.compile(r"search(:(?P<playouts>[1-9]\d{0,8})|:(?P<seconds>\d+(\.\d+)?)s)?")
NAMES = ("random", "scripted", "trained", "search:PLAYOUTS or search:SECONDSs")


def find(name: str, game: Game, settings: Mapping[str, Any] | None = None) -> Player:
    """The player called `name`, or the trained one in the folder of that name.

    `search:200` searches with 200 playouts per decision, `search:0.5s` for half a second per
    decision. `trained` comes with Cogarena: the one that was trained under the most similar
    settings.
    """
    if name == "random":
        return RandomAgent()
    if name == "scripted":
        return scripted_agent(game, settings or {})
    wanted = SEARCH.fullmatch(name)
    if wanted:
        playouts = int(wanted["playouts"] or DEFAULT_PLAYOUTS)
        seconds = float(wanted["seconds"]) if wanted["seconds"] else None
        return searching(game, settings or {}, Budget(playouts, seconds))
    folder = trained_folder(name, game, settings or {})
    if folder is not None:
        from cogarena.agents.trained import TrainedAgent  # noqa: PLC0415 - loads torch

        return TrainedAgent.load(folder, game, settings or {})
    raise UnknownNameError("agent", name, (*NAMES, "the folder of a checkpoint or of a run"))


def find_agent(name: str, game: Game, settings: Mapping[str, Any] | None = None) -> Agent:
    """As `find`, for callers that only have observations: a search player is refused."""
    player = find(name, game, settings)
    if isinstance(player, Planner):
        raise SettingError(f"agent {name!r} searches on records, which are not available here")
    return player


def trained_folder(name: str, game: Game, settings: Mapping[str, Any]) -> Path | None:
    """The folder with the weights of the player called `name`; None if it has no weights."""
    if name == "trained":
        return baseline_folder(game, settings)
    return Path(name) if Path(name).is_dir() else None


def baseline_folder(game: Game, settings: Mapping[str, Any]) -> Path:
    """The folder of the game's trained player; of several, the one with the closest settings."""
    own = [
        folder for folder in baseline_folders() if checkpoint.read_note(folder).game == game.name
    ]
    if not own:
        known = sorted({checkpoint.read_note(folder).game for folder in baseline_folders()})
        raise UnknownNameError("game with a trained agent", game.name, known)
    wanted = vars(game.read(settings))

    def similarity(folder: Path) -> int:
        trained = vars(game.read(checkpoint.read_note(folder).settings))
        return sum(trained[name] == wanted[name] for name in wanted)

    return max(own, key=similarity)


def baseline_folders() -> list[Path]:
    """The folders of the trained players that come with Cogarena, sorted."""
    return sorted(path.parent for path in BASELINES.glob(f"*/{checkpoint.NOTE}"))


def searching(game: Game, settings: Mapping[str, Any], budget: Budget) -> Search:
    """The search player; it searches beside the styles of the scripted player, if there is one."""
    config = search_config(game)
    if not has_script(game):
        return Search(Playouts(game, settings, RandomAgent(), config), budget)
    playouts = Playouts(game, settings, styles(game, settings, config), config)
    return Search(playouts, budget, *styles(game, settings, config))


def styles(game: Game, settings: Mapping[str, Any], config: SearchConfig) -> list[Agent]:
    """The scripted player, with its own weights and with those of each other style."""
    return [scripted_agent(game, settings), *(styled_agent(game, each) for each in config.styles)]
