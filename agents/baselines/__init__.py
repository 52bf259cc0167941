"""The trained players that come with Cogarena: a folder with checkpoint and curve for each."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cogarena.agents import checkpoint
from cogarena.envs.core.errors import UnknownNameError
from cogarena.envs.core.game import Game

FOLDER = Path(__file__).resolve().parent


def folder_for(game: Game, settings: Mapping[str, Any]) -> Path:
    """The folder of the game's player that was trained under the most similar settings."""
    own = [folder for folder in folders() if checkpoint.read_note(folder).game == game.name]
    if not own:
        known = sorted({checkpoint.read_note(folder).game for folder in folders()})
        raise UnknownNameError("game with a trained agent", game.name, known)
    wanted = vars(game.read(settings))

    def similarity(folder: Path) -> int:
        trained = vars(game.read(checkpoint.read_note(folder).settings))
        return sum(trained[name] == wanted[name] for name in wanted)

    return max(own, key=similarity)


def folders() -> list[Path]:
    """The folders of all trained players, sorted."""
    return sorted(path.parent for path in FOLDER.glob(f"*/{checkpoint.NOTE}"))
