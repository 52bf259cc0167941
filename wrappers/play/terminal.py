"""Playing in a terminal: pictures as text, choices as typed lines. Also reads from a pipe."""

from collections.abc import Iterator
from typing import TextIO

from cogarena.envs.core.human import ENTER
from cogarena.wrappers.play.picker import by_words, key_label
from cogarena.wrappers.play.session import Choice, Session

QUIT, HELP = "q", "?"
USAGE = (
    "Type the key before a choice, or the first letters of its words, then Enter.\n"
    "? shows this and the choices again, q ends the game; the replay is always saved."
)
MOST_SHOWN = 8  # of several choices that fit


def run(session: Session, lines: TextIO, out: TextIO) -> None:
    """Play until the game is over, the person quits or the input ends."""
    _exhaust(session.play())
    while not session.over:
        _show(session, out)
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


def _show(session: Session, out: TextIO) -> None:
    _show_news(session, out)
    print(f"{session.text()}\n\n{session.headline()}", file=out)
    _show_choices(session.choices, out)


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
