"""What a person at the table needs beside the picture: words, places to click, and keys."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
Box = tuple[int, int, int, int]  # left, top, width and height in pixels

ENTER = "\n"


@dataclass(frozen=True)
class HandView:
    """A picture of what one seat holds in its hands, and where in it its actions are."""

    pixels: Array
    places: Mapping[int, Box] = field(default_factory=dict)  # by action


def plain_question(setup: Any, s: Any) -> str:
    """The `question` of a game that has no words for its decisions."""
    return "what do you do?"


def no_news(setup: Any, before: Any, s: Any) -> list[str]:
    """The `news` of a game that tells nothing."""
    return []


def no_spots(setup: Any, s: Any, tile: int, actions: Collection[int]) -> dict[int, Box]:
    """The `spots` of a game whose picture has no place for any action."""
    return {}


def no_keys(setup: Any, s: Any, actions: Collection[int]) -> dict[int, str]:
    """The `keys` of a game whose choices are numbered."""
    return {}


def no_reason(setup: Any, s: Any, keys: str) -> str:
    """The `reason` of a game that knows none."""
    return ""


def no_figure(setup: Any, s: Any, seat: int, tile: int) -> Box | None:
    """The `figure` of a game where nobody stands anywhere."""
    return None


def empty_hand(setup: Any, s: Any, seat: int) -> str:
    """The `held` of a game without hands."""
    return ""


@dataclass(frozen=True)
class Human:
    """How a game is played by people. Nothing here tells a seat what it may not know."""

    question: Callable[[Any, Any], str] = plain_question  # what the one to act is asked
    # setup, record, action → words that answer the question; without, those of `Game.action_text`
    wording: Callable[[Any, Any, int], str] | None = None
    # setup, the record before an action and after it → what happened, in public, in sentences
    news: Callable[[Any, Any, Any], list[str]] = no_news
    # Where in the picture in tiles of that size some legal actions of the one to act are.
    spots: Callable[[Any, Any, int, Collection[int]], dict[int, Box]] = no_spots
    open_choices: bool = False  # everybody sees what the others choose
    # What the seat alone may see: a picture in cells of so many pixels, and words.
    hand_view: Callable[[Any, Any, int, int], HandView] | None = None
    held: Callable[[Any, Any, int], str] = empty_hand
    # The keys to press one after another for a legal action; the other actions are numbered.
    keys: Callable[[Any, Any, Collection[int]], dict[int, str]] = no_keys
    keys_help: str = ""  # the keys in words
    reason: Callable[[Any, Any, str], str] = no_reason  # why keys lead to no action now
    # Where in the picture in tiles of that size the seat's own figure stands, if anywhere.
    figure: Callable[[Any, Any, int, int], Box | None] = no_figure


PLAIN = Human()  # of a game that says nothing of how people play it
