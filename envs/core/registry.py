"""Finding games: every folder of `envs` with a `game.py` is one. Light: imports no numba."""

import importlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cogarena.envs.core.errors import UnknownNameError

if TYPE_CHECKING:
    from cogarena.envs.core.game import Game

ENVS = Path(__file__).resolve().parent.parent
_ADOPTED: dict[str, "Game"] = {}


@dataclass(frozen=True)
class Card:
    """What is known of a game before it is loaded. Stands in the game's `__init__.py`."""

    title: str
    gym_name: str  # the Name of the Gymnasium id cogarena/Name-v0
    version: int
    summary: str
    single_agent: bool  # one agent may play all seats

    @property
    def gym_id(self) -> str:
        """The id for gymnasium.make."""
        return f"cogarena/{self.gym_name}-v{self.version}"


def names() -> list[str]:
    """The names of all games, sorted."""
    return sorted(path.parent.name for path in ENVS.glob("*/game.py") if path.parent.name != "core")


def card(name: str) -> Card:
    """The card of a game."""
    if name not in names():
        raise UnknownNameError("game", name, names())
    found: Card = importlib.import_module(f"cogarena.envs.{name}").CARD
    return found


def load(name: str) -> "Game":
    """The game itself."""
    if name in _ADOPTED:
        return _ADOPTED[name]
    if name not in names():
        raise UnknownNameError("game", name, [*names(), *_ADOPTED])
    game: Game = importlib.import_module(f"cogarena.envs.{name}.game").GAME
    return game


def adopt(game: "Game") -> None:
    """Let a game from outside this package be found by its name, so that it can be unpickled."""
    _ADOPTED[game.name] = game
