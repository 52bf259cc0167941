"""The race played by people."""

from typing import Any

from cogworks.envs.race.words import action_text
from cogworks.envs.rally import human as rally
from cogworks.envs.rally.log_words import MEANINGS, TEXTS, LogWords
from cogworks.envs.rally.state import ACTIONS, Event
from cogworks.envs.rally.words import robot_name

LOG = LogWords(Event, MEANINGS, TEXTS)


def news(setup: Any, before: Any, s: Any) -> list[str]:
    """The log, and what became of the robots."""
    told = rally.changes(before, s, robot_name) + rally.flags_touched(before, s, robot_name)
    return [*LOG.sentences(setup, s), *told]


HUMAN = rally.human(ACTIONS, action_text, news)
