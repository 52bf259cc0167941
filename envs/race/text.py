"""The race in words: the table for a terminal, and each action as a sentence."""

from typing import Any

from cogarena.envs.race.state import Stage
from cogarena.envs.rally.moves import occupant
from cogarena.envs.rally.state import ACTIONS, NOBODY, Ask
from cogarena.envs.rally.text import (
    ARROWS,
    SENTENCES,
    headline,
    held_text,
    robot_name,
    square_text,
    state_text,
)


def action_text(setup: Any, s: Any, action: int) -> str:
    """An action as a person would say it."""
    name, index = ACTIONS.name(action)
    return SENTENCES[name](s, *index)


def ansi(setup: Any, s: Any) -> str:
    """The floor and the robots as text."""
    lines = [headline(s, Ask(s.decision), Stage.TOUCH)]
    for y in range(setup.floor.height):
        row = (_square(setup.floor, s.rally, x, y) for x in range(setup.floor.width))
        lines.append(" ".join(row))
    return "\n".join([*lines, *(_robot(setup, s, i) for i in range(setup.robots))])


def _square(floor: Any, r: Any, x: int, y: int) -> str:
    robot = occupant(r, x, y)
    if robot != NOBODY:
        return f"{robot}{ARROWS[r.robots[robot].facing]}"
    return square_text(floor, x, y)


def _robot(setup: Any, s: Any, i: int) -> str:
    robot = s.rally.robots[i]
    flags = f"{robot.touched} of {setup.floor.flag_count} flags"
    state = f"{state_text(robot)}, {flags}, damage {robot.damage}, lives {robot.lives}"
    return f"{robot_name(i)}: {state}{held_text(robot)}"
