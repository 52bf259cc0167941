"""Powerball in words: the table for a terminal, the log, and each action as a sentence."""

from collections.abc import Callable
from typing import Any

from cogarena.envs.powerball.balls import ball_at, load
from cogarena.envs.powerball.state import (
    ACTIONS,
    BOMBS,
    Ask,
    BallPlace,
    Decision,
    Event,
    Happening,
    Stage,
)
from cogarena.envs.rally.text import MEANINGS as RALLY_MEANINGS
from cogarena.envs.rally.text import OPTION, LogWords, Meaning
from cogarena.envs.rally.text import TEXTS as RALLY_TEXTS
from cogarena.envs.rally.moves import occupant
from cogarena.envs.rally.state import NOBODY
from cogarena.envs.rally.text import (
    ARROWS,
    SENTENCES,
    headline,
    held_text,
    option_name,
    robot_name,
    square_text,
    state_text,
)


def _option(s: Any, card: int) -> str:
    if s.decision == Ask.TRADE:
        return f"trade it for {option_name(card)}"
    return f"choose the option {option_name(card)}"


def _yes(s: Any) -> str:
    return "keep the option" if s.decision == Ask.PUT else SENTENCES["yes"](s)


def _facing(s: Any, facing: int) -> str:
    sentence = SENTENCES["facing"](s, facing)
    return sentence.replace("face", "place the bomb", 1) if s.decision == Ask.BOMB else sentence


POWERBALL_SENTENCES: dict[str, Callable[..., str]] = SENTENCES | {
    "option": _option,
    "yes": _yes,
    "facing": _facing,
    "throw": lambda s, balls: ("throw a ball", "throw two balls")[balls],
    "robot": lambda s, i: f"fire at {robot_name(i)}",
    "community": lambda s, c: f"for the community option {option_name(int(s.community[c]))}",
}


def action_text(setup: Any, s: Any, action: int) -> str:
    """An action as a person would say it."""
    name, index = ACTIONS.name(action)
    return POWERBALL_SENTENCES[name](s, *index)


# What an event's number means, by kind.
POINTS = ("points", int)
MEANINGS: dict[int, Meaning] = RALLY_MEANINGS | {
    Event.STOLEN: OPTION,
    Event.SHARED: OPTION,
    Event.PICKED_UP: ("ball", int),
    Event.DELIVERED: POINTS,
    Event.KILLED: POINTS,
    Event.ROBBED: POINTS,
    Event.THROWN: ("balls", int),
    Event.SPAWNED: ("site", int),
    Event.ENTERED: ("flag", int),
    Event.HAPPENED: ("happening", lambda event: Happening(event).name.lower()),
}
TEXTS = RALLY_TEXTS | {
    "drawn": "{robot} gets {option}",
    "picked_up": "{robot} picks up a ball",
    "delivered": "{robot} delivers a ball",
    "killed": "{by}: credited with the death of {robot}",
    "robbed": "{by}: {points} for the balls of {robot}",
    "thrown": "{by}: throws at {robot}",
    "spawned": "{robot} spawns a ball on site {site}",
    "entered": "{robot} enters on flag {flag}",
    "happened": "event: {happening}",
    "stolen": "{by}: takes {option} from {robot}",
    "shared": "{option} is a community option now",
    "meteor": "{robot} calls down a meteor",
    "exploded": "the bomb of {robot} explodes",
}


LOG = LogWords(Event, MEANINGS, TEXTS, nameless="the community")


def ansi(setup: Any, s: Any) -> str:
    """The floor, the robots and what just happened, as text."""
    lines = [headline(s, Decision(s.decision), Stage.REENTER)]
    for y in range(setup.floor.height):
        lines.append(" ".join(_square(setup.floor, s, x, y) for x in range(setup.floor.width)))
    shared = ", ".join(option_name(int(card)) for card in s.community)
    in_pool = sum(ball.place == BallPlace.POOL for ball in s.balls[: setup.balls])
    lines.append(f"community options: {shared}; balls in the pool: {in_pool}")
    lines += [_robot(s, i) for i in range(setup.robots)]
    return "\n".join([*lines, *(f"* {told}" for told in LOG.sentences(setup, s))])


def _square(floor: Any, s: Any, x: int, y: int) -> str:
    robot = occupant(s.rally, x, y)
    ball = "*" if ball_at(s, x, y) != NOBODY else " "
    if robot != NOBODY:
        return f"{robot}{ARROWS[s.rally.robots[robot].facing]}{ball}"
    for b in range(BOMBS):
        if s.bombs[b].live and (s.bombs[b].x, s.bombs[b].y) == (x, y):
            return f"B{ARROWS[s.bombs[b].facing]}{ball}"
    return f"{square_text(floor, x, y)}{ball}"


def _robot(s: Any, i: int) -> str:
    robot = s.rally.robots[i]
    balls = f", {load(s, i)} balls" if load(s, i) else ""
    points = f"{s.points[i]} points"
    state = f"{state_text(robot)}, {points}, damage {robot.damage}{balls}"
    return f"{robot_name(i)}: {state}{held_text(robot)}"
