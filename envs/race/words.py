"""The race in words: the table for a terminal, and each action as a sentence."""

from collections.abc import Callable
from enum import IntEnum
from typing import Any

from cogworks.envs.core.grid import Direction
from cogworks.envs.race.state import Stage
from cogworks.envs.rally.cards import KIND, NO_CARD, PRIORITY, Card
from cogworks.envs.rally.moves import occupant
from cogworks.envs.rally.options import CARDS, OPTIONS, Option
from cogworks.envs.rally.state import ACTIONS, NOBODY, REACH, Ask, Place, Power

ARROWS = "^>v<"
BELTS = {1: ARROWS, 2: "↑→↓←"}


def words(member: IntEnum) -> str:
    """A member's name as the rules print it."""
    return member.name.replace("_", " ").title()


def option_name(card: int) -> str:
    """An option card by its number; the cards beyond the classic ones are second copies."""
    return words(Option(card)) if card < OPTIONS else "Second Laser"


def card_text(card: int) -> str:
    """A program card as kind and priority."""
    return f"{words(Card(KIND[card]))} ({card * PRIORITY})" if card != NO_CARD else "nothing"


def _card(s: Any, slot: int) -> str:
    robot = s.rally.robots[s.to_act]
    card = int(robot.hand[slot])
    return f"program {card_text(card)}" if card else f"program card {slot + 1} of the hand"


SENTENCES: dict[str, Callable[..., str]] = {
    "pass": lambda s: "no",
    "yes": lambda s: "yes",
    "card": _card,
    "crab": lambda s, slot: f"side-step: {_card(s, slot)}",
    "option": lambda s, card: f"choose the option {option_name(card)}",
    "register": lambda s, k: f"choose register {k + 1}",
    "facing": lambda s, facing: f"face {Direction(facing).name.lower()}",
    "square": lambda s, x, y: (
        f"re-enter {x - REACH:+d} east and {y - REACH:+d} south of the archive"
    ),
}


def action_text(setup: Any, s: Any, action: int) -> str:
    """An action as a person would say it."""
    name, index = ACTIONS.name(action)
    return SENTENCES[name](s, *index)


def ansi(setup: Any, s: Any) -> str:
    """The floor and the robots as text."""
    lines = [headline(s)]
    for y in range(setup.floor.height):
        row = (_square(setup.floor, s.rally, x, y) for x in range(setup.floor.width))
        lines.append(" ".join(row))
    return "\n".join([*lines, *(_robot(setup, s, i) for i in range(setup.robots))])


def headline(s: Any) -> str:
    """Turn, step and question in one line."""
    if s.terminated:
        winners = [f"robot_{i}" for i in range(s.rally.count) if s.winners >> i & 1]
        return (
            f"Turn {s.turn}: {' and '.join(winners) + ' won' if winners else 'all robots are out'}"
        )
    if s.truncated:
        return f"Turn {s.turn}: the race was cut off"
    asked = words(Ask(s.decision)).lower()
    step = (
        f"register {s.rally.register + 1}" if Stage.REVEAL <= s.stage <= Stage.TOUCH else "between"
    )
    return f"Turn {s.turn}, {step}: robot_{s.to_act} is asked: {asked}"


def _square(floor: Any, r: Any, x: int, y: int) -> str:
    robot = occupant(r, x, y)
    if robot != NOBODY:
        return f"{robot}{ARROWS[r.robots[robot].facing]}"
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


def _robot(setup: Any, s: Any, i: int) -> str:
    robot = s.rally.robots[i]
    state = words(Place(robot.place)).lower()
    if robot.place == Place.FLOOR and robot.power == Power.DOWN:
        state = "powered down"
    options = [option_name(card) for card in range(CARDS) if robot.options >> card & 1]
    held = f", options: {', '.join(options)}" if options else ""
    flags = f"{robot.touched} of {setup.floor.flag_count} flags"
    return f"robot_{i}: {state}, {flags}, damage {robot.damage}, lives {robot.lives}{held}"
