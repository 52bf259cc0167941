"""The rally in words: cards, options, squares and robots for a terminal, answers as sentences."""

from collections.abc import Callable
from enum import IntEnum
from typing import Any

from cogworks.envs.core.grid import Direction
from cogworks.envs.rally.cards import KIND, NO_CARD, PRIORITY, Card
from cogworks.envs.rally.options import (
    CARDS,
    OPTIONS,
    SECOND_HIGH_POWER_LASER,
    Option,
)
from cogworks.envs.rally.state import REACH, Ask, Place, Power

ARROWS = "^>v<"
BELTS = {1: ARROWS, 2: "↑→↓←"}


def words(member: IntEnum) -> str:
    """A member's name as the rules print it."""
    return member.name.replace("_", " ").title()


def option_name(card: int) -> str:
    """An option card by its number; the cards beyond the classic ones are second copies."""
    if card < OPTIONS:
        return words(Option(card))
    high_power = card == SECOND_HIGH_POWER_LASER
    return words(Option.HIGH_POWER_LASER if high_power else Option.DOUBLE_BARRELED_LASER)


def option_names(cards: Any) -> list[str]:
    """The names of a bit set of option cards."""
    return [option_name(card) for card in range(CARDS) if int(cards) >> card & 1]


def card_text(card: int) -> str:
    """A program card as kind and priority."""
    return f"{words(Card(KIND[card]))} ({card * PRIORITY})" if card != NO_CARD else "nothing"


def _card(s: Any, slot: int) -> str:
    robot = s.rally.robots[s.to_act]
    card = int(robot.hand[slot])
    return f"program {card_text(card)}" if card else f"program card {slot + 1} of the hand"


def _yes(s: Any) -> str:
    return "give a token for it" if s.decision == Ask.PREVENT else "yes"


SENTENCES: dict[str, Callable[..., str]] = {
    "pass": lambda s: "no",
    "yes": _yes,
    "card": _card,
    "crab": lambda s, slot: f"side-step: {_card(s, slot)}",
    "option": lambda s, card: f"choose the option {option_name(card)}",
    "register": lambda s, k: f"choose register {k + 1}",
    "facing": lambda s, facing: f"face {Direction(facing).name.lower()}",
    "square": lambda s, x, y: (
        f"re-enter {x - REACH:+d} east and {y - REACH:+d} south of the archive"
    ),
}


def square_text(floor: Any, x: int, y: int) -> str:
    """What is on a square, in two characters."""
    square = floor.squares[x, y]
    if square.pit:
        return "[]"
    if square.flag:
        return f"F{square.flag}"
    if square.belt:
        return BELTS[int(square.belt)][square.leads] + " "
    if square.gear:
        return "gR" if square.gear == 1 else "gL"
    return f"w{square.wrench}" if square.wrench else ". "


def state_text(robot: Any) -> str:
    """Where a robot is, and whether it runs."""
    if robot.place == Place.FLOOR and robot.power == Power.DOWN:
        return "powered down"
    return words(Place(robot.place)).lower()
