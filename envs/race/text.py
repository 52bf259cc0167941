"""The race as text: the table for a terminal, each action as a sentence, what people are asked."""

from functools import partial
from typing import Any

from cogarena.envs.race.state import Event, Stage
from cogarena.envs.rally import text as rally
from cogarena.envs.rally.board_text import BoardText
from cogarena.envs.rally.human import human
from cogarena.envs.rally.state import ACTIONS, Ask

LOG = rally.log_text(
    Event, {Event.TOUCHED: ("flag", int)}, {"touched": "{robot} touches flag {flag}"}
)
action_text = partial(rally.action_text, ACTIONS, {})


def ansi(setup: Any, s: Any) -> str:
    """The floor and the robots as text."""
    board = BoardText(setup.floor)
    rally.put_robots(board, s.rally)
    lines = [
        rally.headline(s, Ask(s.decision), Stage.TOUCH),
        *board.lines(),
        *(rally.robot_line(s, i, _facts(setup, s.rally.robots[i])) for i in range(setup.robots)),
    ]
    return "\n".join(lines)


def _facts(setup: Any, robot: Any) -> str:
    flags = f"{robot.touched} of {setup.floor.flag_count} flags"
    facts = f"{flags}, damage {robot.damage}, lives {robot.lives}"
    return f"{facts}, {rally.archive_text(robot)}"


HUMAN = human(ACTIONS, action_text, LOG)
