"""Finding players: `random`, `scripted`, or the folder of a trained one."""

import importlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cogworks.agents.protocol import Agent
from cogworks.agents.uniform import RandomAgent
from cogworks.envs.core.errors import UnknownNameError
from cogworks.envs.core.game import Game

SCRIPTED = Path(__file__).resolve().parent / "scripted"
NAMES = ("random", "scripted")


def find(name: str, game: Game, settings: Mapping[str, Any] | None = None) -> Agent:
    """The player called `name`, or the trained one in the folder of that name."""
    if name == "random":
        return RandomAgent()
    if name == "scripted":
        return _scripted(game, settings or {})
    if Path(name).is_dir():
        from cogworks.agents.trained import TrainedAgent  # noqa: PLC0415 - loads torch

        return TrainedAgent.load(Path(name), game)
    raise UnknownNameError("agent", name, (*NAMES, "the folder of a checkpoint or of a run"))


def scripted_games() -> list[str]:
    """The games that have a scripted player, sorted."""
    return sorted(path.stem for path in SCRIPTED.glob("*.py") if path.stem != "__init__")


def _scripted(game: Game, settings: Mapping[str, Any]) -> Agent:
    if game.name not in scripted_games():
        raise UnknownNameError("game with a scripted agent", game.name, scripted_games())
    module = importlib.import_module(f"cogworks.agents.scripted.{game.name}")
    player: Agent = module.agent(game, settings)
    return player
