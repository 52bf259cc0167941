"""The race as text: the table for a terminal, each action as a sentence, what people are asked."""

from functools import partial
from typing import Any

from cogarena.envs.core.human import Panels
from cogarena.envs.race.state import Stage
from cogarena.envs.rally import robot_text as robots
from cogarena.envs.rally import text as rally
from cogarena.envs.rally.board_text import BoardText
from cogarena.envs.rally.events import log_text
from cogarena.envs.rally.human import human
from cogarena.envs.rally.state import ACTIONS, Ask

LOG = log_text()
action_text = partial(rally.action_text, ACTIONS, {})

TASK = (
    "Touch all {flags} flags in order, before the other robots do. A destroyed robot loses a life "
    "and returns to its archive: the last flag or wrench it stood on. The race is cut off after "
    "{turns} turns."
)


def panels(setup: Any, s: Any, seat: int) -> Panels:
    """The floor around the seat's robot, and the robots."""
    board = BoardText(setup.floor)
    rally.put_robots(board, s.rally)
    title = rally.headline(s, Ask(s.decision), Stage.TOUCH)
    facts = [
        line
        for i in range(setup.robots)
        for line in robots.robot_lines(s, i, Stage.CLEAN_UP, _facts(setup, s.rally.robots[i]))
    ]
    return robots.panels(title, board, s.rally, seat, facts)


def _facts(setup: Any, robot: Any) -> str:
    flags = f"{robot.touched} of {setup.floor.flag_count} flags"
    return f"{flags}, damage {robot.damage}, lives {robot.lives}"


def task(setup: Any) -> str:
    """What the race is about."""
    return TASK.format(flags=setup.floor.flag_count, turns=setup.turns)


def details(setup: Any, s: Any, seat: int) -> list[str]:
    """What robots may stand on."""
    return [robots.flags_text(setup.floor), *robots.discards_text(s.rally)]


def notes(setup: Any, s: Any, seat: int) -> list[str]:
    """The rules in short, and the options that robots hold."""
    return [*rally.RULES, *rally.option_notes(rally.cards_in_play(s.rally))]


HUMAN = human(
    ACTIONS, action_text, LOG, task=task, details=details, notes=notes, panels=panels,
    computed=partial(robots.preview_text, robots.robot_in_row, robots.nothing_else, "flag"),
)  # fmt: skip
