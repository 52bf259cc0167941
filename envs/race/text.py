"""The race as text: the table for a terminal, each action as a sentence, what people are asked."""

from functools import partial
from typing import Any

from cogarena.envs.race.state import Event, Stage
from cogarena.envs.rally import text as rally
from cogarena.envs.rally.human import human
from cogarena.envs.rally.moves import occupant
from cogarena.envs.rally.state import ACTIONS, NOBODY, Ask

LOG = rally.log_text(
    Event, {Event.TOUCHED: ("flag", int)}, {"touched": "{robot} touches flag {flag}"}
)
action_text = partial(rally.action_text, ACTIONS, {})


def ansi(setup: Any, s: Any) -> str:
    """The floor and the robots as text."""
    lines = [
        rally.headline(s, Ask(s.decision), Stage.TOUCH),
        *rally.floor_lines(setup.floor, partial(_square, setup.floor, s.rally)),
        *(rally.robot_line(s, i, _facts(setup, s.rally.robots[i])) for i in range(setup.robots)),
    ]
    return "\n".join(lines)


def _square(floor: Any, r: Any, x: int, y: int) -> str:
    robot = occupant(r, x, y)
    return rally.robot_text(r, robot) if robot != NOBODY else rally.square_text(floor, x, y)


def _facts(setup: Any, robot: Any) -> str:
    flags = f"{robot.touched} of {setup.floor.flag_count} flags"
    return f"{flags}, damage {robot.damage}, lives {robot.lives}"


HUMAN = human(ACTIONS, action_text, LOG)
