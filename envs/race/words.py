"""The race in words: the table for a terminal, and each action as a sentence."""

from typing import Any

from cogworks.envs.race.state import Stage
from cogworks.envs.rally.moves import occupant
from cogworks.envs.rally.state import ACTIONS, NOBODY, Ask
from cogworks.envs.rally.words import (
    ARROWS,
    SENTENCES,
    option_names,
    square_text,
    state_text,
    words,
)


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
    return square_text(floor, x, y)


def _robot(setup: Any, s: Any, i: int) -> str:
    robot = s.rally.robots[i]
    options = option_names(robot.options)
    held = f", options: {', '.join(options)}" if options else ""
    flags = f"{robot.touched} of {setup.floor.flag_count} flags"
    return (
        f"robot_{i}: {state_text(robot)}, {flags}, damage {robot.damage}, lives {robot.lives}{held}"
    )
