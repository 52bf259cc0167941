"""Finding games, without loading them: imports no numba.

Every folder of `envs` with a `game.py` is a game. Games of other packages are found by the entry
points of the group `cogarena.games`, each of which names a `GameSpec`.
"""

import importlib
import importlib.util
from dataclasses import dataclass, replace
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING

from cogarena.envs.core.errors import UnknownNameError

if TYPE_CHECKING:
    from cogarena.envs.core.game import Game

ENVS = Path(__file__).resolve().parent.parent
SCRIPTS = "cogarena.agents.scripted"
GROUP = "cogarena.games"
_ADOPTED: dict[str, "Game"] = {}


@dataclass(frozen=True)
class GameSpec:
    """What is known of a game before it is loaded. Our own stand in the games' `__init__.py`."""

    title: str
    gym_name: str  # the Name of the Gymnasium id cogarena/Name-v1
    version: int
    summary: str
    single_agent: bool  # one agent may play all seats
    # A game from outside says which module holds its GAME and which one its scripted player.
    module: str = ""
    script: str = ""

    @property
    def gym_id(self) -> str:
        """The id for gymnasium.make."""
        return f"cogarena/{self.gym_name}-v{self.version}"


@cache
def own_names() -> tuple[str, ...]:
    """The names of the games of this package, sorted."""
    folders = (path.parent.name for path in ENVS.glob("*/game.py"))
    return tuple(sorted(name for name in folders if name != "core"))


@cache
def _outside() -> dict[str, EntryPoint]:
    """The entry points of games from outside; a name of our own stays ours."""
    found = {point.name: point for point in entry_points(group=GROUP)}
    return {name: point for name, point in found.items() if name not in own_names()}


def names() -> list[str]:
    """The names of all games, sorted."""
    return sorted([*own_names(), *_outside()])


def spec(name: str) -> GameSpec:
    """What is known of a game before it is loaded."""
    if name in own_names():
        found: GameSpec = importlib.import_module(f"cogarena.envs.{name}").SPEC
        return replace(found, module=f"cogarena.envs.{name}.game", script=_own_script(name))
    if name in _outside():
        found = _outside()[name].load()
        return found
    raise UnknownNameError("game", name, [*names(), *_ADOPTED])


def _own_script(name: str) -> str:
    """The module of the scripted player of one of our own games, if there is one."""
    module = f"{SCRIPTS}.{name}"
    return module if importlib.util.find_spec(module) else ""


def folder(name: str) -> Path | None:
    """Where the files of a game are; None for one that was adopted."""
    if name in _ADOPTED:
        return None
    found = importlib.util.find_spec(spec(name).module)
    return None if found is None or found.origin is None else Path(found.origin).parent


def load(name: str) -> "Game":
    """The game itself."""
    if name in _ADOPTED:
        return _ADOPTED[name]
    game: Game = importlib.import_module(spec(name).module).GAME
    return game


def adopt(game: "Game") -> None:
    """Let a game without a package be found by its name, so that it can be unpickled."""
    _ADOPTED[game.name] = game
