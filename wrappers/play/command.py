"""The command `cogarena play`: people play a game, and its replay is saved whatever happens.

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
from cogarena.wrappers.play import terminal
from cogarena.wrappers.play.seating import seating
from cogarena.wrappers.play.session import Session
from cogarena.wrappers.play.window import INSTEAD, Window
from cogarena.wrappers.rendering import toolkit

FOLDER = Path("results") / "play"
FRESH_SEEDS = 2**32  # short enough to be typed again


@dataclass(frozen=True)
class PlayOptions:
    """The options of the command."""

    seats: str | None = None
    opponents: str | None = None
    seed: int | None = None  # None: a fresh one
    replay: Path | None = None  # None: a new file in FOLDER
    tty: bool = False
    tile: int | None = None  # None: as large as fits the window


def play(game: Game, settings: Mapping[str, Any], options: PlayOptions) -> None:
    """Play a game and save its replay, even if it is left half-way."""
    _check(options)
    seated = seating(game, settings, options.seats, options.opponents)
    if not options.tty:
        toolkit(INSTEAD)  # refuses before the game is compiled
    seed = _fresh_seed() if options.seed is None else options.seed
    session = Session(game, settings, seated, seed)
    people = ", ".join(session.episode.agents[seat] for seat in seated.people)
    print(f"{game.name}, seed {seed}, you play {people}", flush=True)
    try:
        if options.tty:
            terminal.run(session, sys.stdin, sys.stdout)
        else:
            Window(session, options.tile).run()
    finally:
        _save(session, options.replay or _default_file(game))


def _check(options: PlayOptions) -> None:
    """Refuse invalid options, before anything is played."""
    if options.tile is not None:
        require_tile(options.tile)
    if options.seed is not None and not 0 <= options.seed < SEEDS:
        raise SettingError(f"seed is {options.seed}, but must be from 0 to {SEEDS - 1}")
    if options.replay is not None and options.replay.is_dir():
        raise FileError(f"{options.replay}: is a folder, but --replay takes a file")


def _fresh_seed() -> int:
    return int(np.random.default_rng().integers(FRESH_SEEDS))


def _default_file(game: Game) -> Path:
    return FOLDER / f"{game.name}-{datetime.now():%Y-%m-%d-%H%M%S}.json"


def _save(session: Session, path: Path) -> None:
    """Write the replay, if anything was played."""
    if session.episode.seed is None:
        return
    session.replay().write(path)
    count = len(session.recorder.actions)
    print(f"{path}: {count} decisions; show them with: cogarena replay {path}")
