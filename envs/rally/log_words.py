"""The log in words: what happened, as information for agents and as sentences."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from cogarena.envs.rally.state import EVENTS, NOBODY, Event
from cogarena.envs.rally.text import option_name, robot_name, robot_names

Meaning = tuple[str, Callable[[int], Any]]  # what an event's number is called, and how it is told

OPTION: Meaning = ("option", option_name)
MEANINGS: dict[int, Meaning] = {Event.DRAWN: OPTION, Event.DISCARDED: OPTION}
TEXTS = {
    "destroyed": "{robot} is destroyed",
    "drawn": "{robot} draws {option}",
    "discarded": "{robot} discards {option}",
}


@dataclass(frozen=True)
class LogWords:
    """How a game tells its log."""

    kinds: type[IntEnum]  # its own kinds of events
    meanings: dict[int, Meaning]  # by kind; of the others the number means nothing
    texts: dict[str, str]  # by the name of a kind
    name: Callable[[int], str] = robot_name
    nameless: str = "nobody"  # who it is if an event concerns no robot

    def events(self, setup: Any, s: Any) -> list[dict[str, Any]]:
        """What happened since the last decision, in order."""
        logged = int(s.rally.logged)
        return [self._event(entry) for entry in s.rally.log[:logged]] if logged else []

    def _event(self, entry: Any) -> dict[str, Any]:
        kind = int(entry.kind)
        member = Event(kind) if kind < EVENTS else self.kinds(kind)
        found: dict[str, Any] = {"event": member.name.lower()}
        if entry.robot != NOBODY:
            found["robot"] = self.name(int(entry.robot))
        if entry.by:
            found["by"] = robot_names(entry.by, self.name)
        if kind in self.meanings:
            key, told = self.meanings[kind]
            found[key] = told(int(entry.value))
        return found

    def text(self, event: dict[str, Any]) -> str:
        """An event as a sentence."""
        known = {key: str(value).replace("_", " ") for key, value in event.items()}
        known["robot"] = event.get("robot", self.nameless)
        known["by"] = " and ".join(event.get("by", ())) or "nobody"
        return self.texts[event["event"]].format(**known)

    def sentences(self, setup: Any, s: Any) -> tuple[str, ...]:
        """What happened since the last decision, a sentence each."""
        return tuple(self.text(event) for event in self.events(setup, s))
