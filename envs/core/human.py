"""What a human player needs besides the picture: text, places to click, and keys."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
Box = tuple[int, int, int, int]  # left, top, width and height in pixels

ENTER = "\n"


@dataclass(frozen=True)
class HandView:
    """A picture of what one seat holds, and where in it the seat's actions are."""

    pixels: Array
    places: Mapping[int, Box] = field(default_factory=dict)  # by action


@dataclass(frozen=True)
class Panels:
    """A state as blocks of text, which a terminal arranges on its screen."""

    title: str = ""
    board: Sequence[str] = ()  # a drawing
    squares: bool = False  # each character of the board is a square: it may be drawn wider
    facts: Sequence[str] = ()  # what matters in every decision
    legend: Sequence[str] = ()  # what the board's symbols mean
    focus: tuple[int, int] = (0, 0)  # line and column of the board that must stay in sight

    def text(self) -> str:
        """All blocks, one below the other."""
        return "\n".join((self.title, *self.board, *self.legend, *self.facts))


def plain_question(setup: Any, s: Any) -> str:
    """The `question` of a game that does not describe its decisions."""
    return "what do you do?"


def no_news(setup: Any, before: Any, s: Any) -> list[str]:
    """The `news` of a game that reports nothing."""
    return []


def no_spots(setup: Any, s: Any, tile: int, actions: Collection[int]) -> dict[int, Box]:
    """The `spots` of a game whose picture cannot be clicked."""
    return {}


def no_keys(setup: Any, s: Any, actions: Collection[int]) -> dict[int, str]:
    """The `keys` of a game that numbers all its actions."""
    return {}


def no_reason(setup: Any, s: Any, keys: str) -> str:
    """The `reason` of a game that gives none."""
    return ""


def no_task(setup: Any) -> str:
    """The `task` of a game that leaves it to its rules."""
    return ""


def no_lines(setup: Any, s: Any, seat: int) -> list[str]:
    """The `details` and `notes` of a game that has none."""
    return []


def nothing_computed(setup: Any, s: Any, seat: int, pieces: Mapping[str, Array]) -> list[str]:
    """The `computed` of a game whose observation only tells what the record holds."""
    return []


def no_figure(setup: Any, s: Any, seat: int, tile: int) -> Box | None:
    """The `figure` of a game without figures on its board."""
    return None


def empty_hand(setup: Any, s: Any, seat: int) -> str:
    """The `held` of a game without hands."""
    return ""


@dataclass(frozen=True)
class Human:
    """How people play a game. Nothing here reveals what a seat may not know."""

    question: Callable[[Any, Any], str] = plain_question  # what the seat to act is asked
    # setup, record, action → words that answer the question; default: `Game.action_text`
    wording: Callable[[Any, Any, int], str] | None = None
    # setup, the record before an action, the record after it → public sentences on what happened
    news: Callable[[Any, Any, Any], list[str]] = no_news
    # setup, record, tile size, legal actions → where in the picture an action can be clicked
    spots: Callable[[Any, Any, int, Collection[int]], dict[int, Box]] = no_spots
    open_choices: bool = False  # every seat sees what the others choose
    # setup, record, seat, cell size in pixels → a picture that only this seat may see
    hand_view: Callable[[Any, Any, int, int], HandView] | None = None
    held: Callable[[Any, Any, int], str] = empty_hand  # the same in words
    # setup, record, legal actions → the keys to press in order; actions without keys are numbered
    keys: Callable[[Any, Any, Collection[int]], dict[int, str]] = no_keys
    keys_help: str = ""  # the keys, described
    reason: Callable[[Any, Any, str], str] = no_reason  # why these keys select no action now
    # setup, record, seat, tile size → where in the picture the seat's figure stands, if anywhere
    figure: Callable[[Any, Any, int, int], Box | None] = no_figure
    # For those who read a game as text:
    task: Callable[[Any], str] = no_task  # setup → what a player must achieve, in one line
    # setup, record, seat → what the seat may know and a picture shows, but the text does not
    details: Callable[[Any, Any, int], list[str]] = no_lines
    # setup, record, seat, the pieces of the seat's observation → what is computed there, in lines
    computed: Callable[[Any, Any, int, Mapping[str, Array]], list[str]] = nothing_computed
    # setup, record, seat → what the things in play are and do, as "name: explanation"
    notes: Callable[[Any, Any, int], list[str]] = no_lines
    # setup, record, seat → the text in blocks, for a whole screen; default: `Game.ansi`
    panels: Callable[[Any, Any, int], Panels] | None = None


PLAIN = Human()  # for a game that does not say how people play it
