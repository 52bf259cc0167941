"""The command `cogarena play`: sets the table, plays, and saves the replay whatever happens.

cogarena play rover
cogarena play moba --seat red_1 --opponents scripted --tty
"""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np

from cogarena.envs.core.draw.canvas import require_tile
from cogarena.envs.core.episode import SEEDS
from cogarena.envs.core.errors import FileError, SettingError
from cogarena.envs.core.game import Game
from cogarena.training.play import terminal
from cogarena.training.play.seating import seating
from cogarena.training.play.session import Session
from cogarena.training.play.window import INSTEAD, Window
from cogarena.wrappers.screen import toolkit

FOLDER = Path("results") / "play"
FRESH_SEEDS = 2**32  # short enough to be typed again


@dataclass(frozen=True)
class Wishes:
    """What a player can ask for."""

    seats: str | None = None
    opponents: str | None = None
    seed: int | None = None  # a fresh one if none is given
    replay: Path | None = None
    tty: bool = False
    tile: int | None = None  # as large as there is room for if none is given


def play(game: Game, settings: Mapping[str, Any], wishes: Wishes) -> None:
    """Play a game and save its replay, also when it is left half-way."""
    _check(wishes)
    seated = seating(game, settings, wishes.seats, wishes.opponents)
    if not wishes.tty:
        toolkit(INSTEAD)  # refuses before the game is compiled
    seed = _fresh_seed() if wishes.seed is None else wishes.seed
    session = Session(game, settings, seated, seed)
    people = ", ".join(session.episode.agents[seat] for seat in seated.people)
    print(f"{game.name}, seed {seed}, you play {people}", flush=True)
    try:
        if wishes.tty:
            terminal.run(session, sys.stdin, sys.stdout)
        else:
            Window(session, wishes.tile).run()
    finally:
        _save(session, wishes.replay or _usual_file(game))


def _check(wishes: Wishes) -> None:
    """Refuse what cannot be, before anything is played."""
    if wishes.tile is not None:
        require_tile(wishes.tile)
    if wishes.seed is not None and not 0 <= wishes.seed < SEEDS:
        raise SettingError(f"a seed is a whole number from 0 to {SEEDS - 1}, not {wishes.seed}")
    if wishes.replay is not None and wishes.replay.is_dir():
        raise FileError(f"{wishes.replay}: is a folder; --replay wants a file")


def _fresh_seed() -> int:
    return int(np.random.default_rng().integers(FRESH_SEEDS))


def _usual_file(game: Game) -> Path:
    return FOLDER / f"{game.name}-{datetime.now():%Y-%m-%d-%H%M%S}.json"


def _save(session: Session, path: Path) -> None:
    """Write the replay of what was played, if anything was."""
    if session.episode.seed is None:
        return
    session.replay().write(path)
    print(f"{path}: {len(session.recorder.actions)} decisions; see them by cogarena replay {path}")
