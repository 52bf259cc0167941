"""The command `cogarena play`: people play in a window or a terminal, and the replay is saved.

cogarena play rover
cogarena play rover --tty                  # key by key, on the whole screen
cogarena play moba --seat red_1 --opponents scripted --tty --lines   # choices are typed
"""

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, TextIO

import numpy as np

from cogarena.envs.core.draw.canvas import require_tile
from cogarena.envs.core.episode import SEEDS
from cogarena.envs.core.errors import FileError, SettingError
from cogarena.envs.core.game import Game
from cogarena.envs.core.human import ENTER, no_keys
from cogarena.wrappers.play.keyboard import has_screen, play_by_keys
from cogarena.wrappers.play.picker import by_words, key_label
from cogarena.wrappers.play.session import Choice, Session, seating
from cogarena.wrappers.play.window import INSTEAD, Window
from cogarena.wrappers.rendering import toolkit

FOLDER = Path("results") / "play"
FRESH_SEEDS = 2**32  # short enough to be typed again
QUIT, HELP = "q", "?"
USAGE = (
    "Type the key before a choice, or the first letters of its words, then Enter.\n"
    "? shows this and the choices again, q ends the game; the replay is always saved."
)
MOST_SHOWN = 8  # of several choices that fit


@dataclass(frozen=True)
class PlayOptions:
    """The options of the command."""

    seats: str | None = None
    opponents: str | None = None
    seed: int | None = None  # None: a fresh one
    replay: Path | None = None  # None: a new file in FOLDER
    tty: bool = False
    lines: bool = False  # in a terminal: choices are typed as lines, never key by key
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
        if options.tty and _is_by_key(game, options):
            play_by_keys(session)
            if session.over:
                print("\n".join((session.headline(), *session.result())))
        elif options.tty:
            play_in_terminal(session, sys.stdin, sys.stdout)
        else:
            Window(session, options.tile).run()
    finally:
        _save(session, options.replay or _default_file(game))


def _is_by_key(game: Game, options: PlayOptions) -> bool:
    """The game has keys, and the terminal has a screen to play it on."""
    declared = game.human.keys is not no_keys
    return declared and not options.lines and has_screen(sys.stdin, sys.stdout)


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


def play_in_terminal(session: Session, lines: TextIO, out: TextIO) -> None:
    """Play until the game is over, the person quits or the input ends.

    Pictures are shown as text, again only after they have changed; choices are typed lines, which
    may also come from a pipe.
    """
    _exhaust(session.play())
    shown = ""
    while not session.over:
        shown = _show(session, shown, out)
        action = _chosen(session, lines, out)
        if action is None:
            return
        _exhaust(session.choose(action))
    _show_news(session, out)
    print("\n".join((session.text(), "", session.headline(), *session.result())), file=out)


def _exhaust(moments: Iterator[object]) -> None:
    """Skip to the next decision; a terminal does not show the steps between."""
    for _ in moments:
        pass


def _show(session: Session, shown: str, out: TextIO) -> str:
    """The news, the picture unless it is `shown` already, and the question; returns the picture."""
    _show_news(session, out)
    picture = session.board_text()
    fresh = (picture,) if picture != shown else ()
    lines = (*fresh, *filter(None, (session.held_text(),)), "", session.headline())
    print("\n".join(lines), file=out)
    _show_choices(session.choices, out)
    return picture


def _show_news(session: Session, out: TextIO) -> None:
    if session.news:
        lines = "\n".join(f"* {words}" for words in session.news)
        print(f"\nSince your last decision:\n{lines}\n", file=out)


def _show_choices(choices: tuple[Choice, ...], out: TextIO) -> None:
    labels = [typed(choice) or "Enter" for choice in choices]
    width = max(map(len, labels))
    for label, choice in zip(labels, choices, strict=True):
        print(f"  {label:>{width}}  {choice.words}", file=out)


def typed(choice: Choice) -> str:
    """What to type for a choice, before Enter."""
    return choice.keys.removesuffix(ENTER)


def _chosen(session: Session, lines: TextIO, out: TextIO) -> int | None:
    """The action that the person types, None if they quit."""
    while True:
        print("> ", end="", file=out, flush=True)
        line = lines.readline()
        words = line.strip()
        if not line or words.lower() == QUIT:
            print(file=out)
            return None
        if words == HELP:
            print("\n".join(filter(None, (USAGE, session.game.human.keys_help))), file=out)
            _show_choices(session.choices, out)
            continue
        action, answer = understood(session.choices, words)
        if action is not None:
            return action
        print(session.reason(words.lower()) or answer, file=out)


def understood(choices: tuple[Choice, ...], words: str) -> tuple[int | None, str]:
    """The action that is meant, or what to answer if it is unclear."""
    keys = words.lower().replace(" ", "")
    for choice in choices:
        if choice.keys and typed(choice) == keys:
            return choice.action, ""
    found = [c for c in choices if keys and c.keys.startswith(keys)] or by_words(choices, words)
    if len(found) == 1 and words:
        return found[0].action, ""
    if not words or not found:
        return None, f"{words!r} is not one of the choices: ? shows them" if words else USAGE
    some = ", ".join(f"{choice.words} ({key_label(choice)})" for choice in found[:MOST_SHOWN])
    more = f", and {len(found) - MOST_SHOWN} more" if len(found) > MOST_SHOWN else ""
    return None, f"{words!r} can mean {some}{more}: type more"
