"""The race played by people."""

from typing import Any

from cogarena.envs.race.text import action_text
from cogarena.envs.rally import human as rally
from cogarena.envs.rally.text import MEANINGS, TEXTS, LogWords
from cogarena.envs.rally.state import ACTIONS, Event
from cogarena.envs.rally.text import robot_name

LOG = LogWords(Event, MEANINGS, TEXTS)


def news(setup: Any, before: Any, s: Any) -> list[str]:
    """The log, and what became of the robots."""
    told = rally.changes(before, s, robot_name) + rally.flags_touched(before, s, robot_name)
    return [*LOG.sentences(setup, s), *told]


HUMAN = rally.human(ACTIONS, action_text, news)
