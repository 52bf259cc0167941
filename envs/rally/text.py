"""The rally in words: cards, options, squares and robots for a terminal, answers as sentences."""

from collections.abc import Callable
from enum import IntEnum
from typing import Any

from cogarena.envs.core.grid import Direction
from cogarena.envs.rally.cards import KIND, NO_CARD, PRIORITY, Card
from cogarena.envs.rally.options import (
    CARDS,
    OPTIONS,
    SECOND_HIGH_POWER_LASER,
    Option,
)
from cogarena.envs.rally.phases import Phase
from cogarena.envs.rally.state import REACH, ROBOTS, Ask, Place, Power

ARROWS = "^>v<"
BELTS = {1: ARROWS, 2: "↑→↓←"}


def words(member: IntEnum) -> str:
    """A member's name as the rules print it."""
    return member.name.replace("_", " ").title()


def robot_name(seat: int) -> str:
    """A robot by its seat, as agents are called."""
    return f"robot_{seat}"


def robot_names(seats: Any, name: Callable[[int], str] = robot_name) -> list[str]:
    """The robots of a bit set."""
    return [name(i) for i in range(ROBOTS) if int(seats) >> i & 1]


def headline(s: Any, asked: IntEnum, last: int, name: Callable[[int], str] = robot_name) -> str:
    """Turn, step and question in one line; `last` is the game's last stage for each register."""
    if s.terminated:
        winners = " and ".join(robot_names(s.winners, name))
        return f"Turn {s.turn}: {winners + ' won' if winners else 'all robots are out'}"
    if s.truncated:
        return f"Turn {s.turn}: the game was cut off"
    in_phase = Phase.REVEAL <= s.stage <= last
    phase = f"register {s.rally.register + 1}" if in_phase else "between"
    return f"Turn {s.turn}, {phase}: {name(int(s.to_act))} is asked: {words(asked).lower()}"


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


def held_text(robot: Any) -> str:
    """The options that a robot holds, as the end of a line."""
    options = option_names(robot.options)
    return f", options: {', '.join(options)}" if options else ""
