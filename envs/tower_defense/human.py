"""Tower Defense played by people."""

from typing import Any

from cogarena.envs.rally import human as rally
from cogarena.envs.rally.state import ROBOTS, Ask
from cogarena.envs.rally.text import robot_name
from cogarena.envs.tower_defense.state import ACTIONS
from cogarena.envs.tower_defense.text import LOG, action_text

QUESTIONS = rally.QUESTIONS | {Ask.WEAPON: "fire something else than the main laser?"}


def news(setup: Any, before: Any, s: Any) -> list[str]:
    """The log, and what became of the robots."""
    return [*LOG.sentences(setup, s), *rally.changes(before, s, robot_name)]


def target_square(s: Any, target: int) -> rally.Square:
    """Where a target of indirect fire stands: a robot, or a tower."""
    if target < ROBOTS:
        return rally.robot_square(s, target)
    tower = s.rally.things[target - ROBOTS]
    return int(tower.x), int(tower.y)


HUMAN = rally.human(
    ACTIONS, action_text, news, QUESTIONS, {"lob": target_square, "shell": target_square}
)
