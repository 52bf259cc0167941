"""What a rally tells of its robots: events for agents, sentences for people, and tallies.

In a sentence stand the facts of an event in braces. A clause in brackets is left out where one of
its facts is missing, and in the few words of a panel.
"""

import re
from collections import namedtuple
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from cogarena.envs.core.game import Tallies
from cogarena.envs.core.grid import Direction
from cogarena.envs.rally.log import ENTRY, EVENTS, LOG, NO_PLACE, NONE, Cause, Event
from cogarena.envs.rally.text import Name, option_name, robot_name, robot_names

Fact = tuple[str, str, Callable[[int], Any]]  # its name, field of the entry, what a number means
Entry: Any = namedtuple("Entry", ENTRY.names or ())  # type: ignore[misc]  # plain: fast to read
CLAUSE = re.compile(r"\[([^]]*)\]")
FIELD = re.compile(r"\{(\w+)\}")


def cause_name(cause: int) -> str | None:
    """A cause in lower case; None if there is none to tell."""
    return Cause(cause).name.lower() if cause != Cause.NONE else None


def number(name: str, field: str = "value") -> Fact:
    """A fact that is a plain number."""
    return name, field, int


OPTION: Fact = ("option", "value", option_name)
CAUSE: Fact = ("cause", "detail", cause_name)
TOKENS = number("tokens")

FACTS: dict[int, tuple[Fact, ...]] = {
    Event.DESTROYED: (CAUSE,),
    Event.DRAWN: (OPTION,),
    Event.DISCARDED: (OPTION, CAUSE),
    Event.HURT: (TOKENS, CAUSE),
    Event.REPAIRED: (TOKENS, CAUSE),
    Event.RE_ENTERED: (number("damage"),),
    Event.TOUCHED: (number("flag"),),
    Event.HIT: (number("damage"), CAUSE),
    Event.PREVENTED: (TOKENS, CAUSE),
    Event.PUSHED: (number("squares"),),
    Event.SHAKEN: (
        number("squares"),
        ("direction", "detail", lambda way: Direction(way).name.lower()),
    ),
    Event.ANNOUNCED: (CAUSE,),
    Event.USED: (OPTION,),
    Event.JAMMED: (number("register"),),
}
BY = {Event.USED: "on"}  # what `by` is called in events of a kind, if anything else
TEXTS = {
    "destroyed": "{robot} is destroyed[ ({cause})][ by {by}]",
    "drawn": "{robot} draws {option}",
    "discarded": "{robot} discards {option}[ ({cause})]",
    "hurt": "{robot} takes {tokens} damage",
    "repaired": "{robot} is repaired by {tokens}[ ({cause})]",
    "re_entered": "{robot} re-enters[ at {at}]",
    "powered_down": "{robot} is powered down",
    "touched": "{robot} touches flag {flag}",
    "hit": "{robot} is hit for {damage}[ ({cause})][ by {by}]",
    "prevented": "{robot} is spared {tokens} damage[ ({cause})]",
    "pushed": "{robot} is pushed[ to {at}][ by {by}]",
    "shaken": "{robot} is shaken[ to {at}]",
    "announced": "{robot} will be powered down in the next turn[ ({cause})]",
    "used": "{robot} uses {option}[ on {on}]",
    "jammed": "{by}: scrambles register {register} of {robot}",
    "controlled": "{by}: controls {robot} by radio",
    "untold": "{entries} more events",
}
# What a panel tells beside the picture, which shows the rest of what has become of robots.
PANEL = (Event.DESTROYED, Event.DRAWN, Event.DISCARDED, Event.TOUCHED)


@dataclass(frozen=True)
class LogText:
    """How a game tells its log."""

    kinds: type[IntEnum]  # its own kinds of events
    facts: Mapping[int, tuple[Fact, ...]]  # by kind, beside who, by whom and where
    texts: Mapping[str, str]  # by the name of a kind
    panel: frozenset[int]  # kinds that a panel tells
    name: Name = robot_name
    nameless: str = "nobody"  # stands for the robot in an event that concerns none

    def events(self, setup: Any, s: Any) -> list[dict[str, Any]]:
        """What happened since the last decision, in order."""
        told = [self._event(entry) for entry in self._entries(s)]
        if len(told) == LOG and s["rally"]["untold"]:
            told.append({"event": "untold", "entries": int(s["rally"]["untold"])})
        return told

    def news(self, setup: Any, s: Any) -> list[str]:
        """The same, a sentence for each event."""
        return [self.sentence(event) for event in self.events(setup, s)]

    def sentences(self, setup: Any, s: Any) -> tuple[str, ...]:
        """What a panel tells of it, in few words."""
        shown = (entry for entry in self._entries(s) if entry.kind in self.panel)
        return tuple(self.sentence(self._event(entry), brief=True) for entry in shown)

    def lines(self, setup: Any, s: Any) -> list[str]:
        """The same for a terminal, a line for each event."""
        return [f"* {sentence}" for sentence in self.sentences(setup, s)]

    def sentence(self, event: Mapping[str, Any], *, brief: bool = False) -> str:
        """An event as a sentence."""
        words = {name: self._words(event, name) for name in event}
        text = self.texts[event["event"]]
        text = CLAUSE.sub("" if brief else lambda clause: _kept(clause[1], words), text)
        return text.format_map({"robot": self.nameless, "by": "nobody"} | words)

    def _entries(self, s: Any) -> list[Any]:
        r = s["rally"]
        logged = r["logged"]
        return [Entry._make(fields) for fields in r["log"][:logged].tolist()] if logged else []

    def _event(self, entry: Any) -> dict[str, Any]:
        kind = entry.kind
        event: dict[str, Any] = {"event": self._kind_name(kind)}
        if entry.robot != NONE:
            event["robot"] = self.name(entry.robot)
        if entry.by:
            event[BY.get(kind, "by")] = robot_names(entry.by, self.name)
        for name, field, meaning in self.facts.get(kind, ()):
            value = meaning(getattr(entry, field))
            if value is not None:
                event[name] = value
        if entry.x != NO_PLACE:
            event["at"] = [entry.x, entry.y]
        return event

    def _kind_name(self, kind: int) -> str:
        return (Event(kind) if kind < EVENTS else self.kinds(kind)).name.lower()

    def _words(self, event: Mapping[str, Any], name: str) -> str:
        value = event[name]
        if name == "robot":
            return str(value)
        if name == "at":
            return f"{value[0]}, {value[1]}"
        if isinstance(value, list):
            return "itself" if value == [event.get("robot")] else " and ".join(value)
        return str(value).replace("_", " ")


def _kept(clause: str, words: Mapping[str, str]) -> str:
    """The clause if all its facts are there."""
    return clause if all(field in words for field in FIELD.findall(clause)) else ""


def log_text(
    kinds: type[IntEnum] = Event, facts: Mapping[int, tuple[Fact, ...]] | None = None,
    texts: Mapping[str, str] | None = None, panel: Iterable[int] = (),
    name: Name = robot_name, nameless: str = "nobody",
) -> LogText:  # fmt: skip
    """The log of a game with events of its own beside those of all rally games."""
    shown = frozenset((*PANEL, *panel))
    return LogText(
        kinds, FACTS | dict(facts or {}), TEXTS | dict(texts or {}), shown, name, nameless
    )


# What is counted of each robot over a whole episode.

MEANINGS = {
    "deaths": "how often it was destroyed",
    "damage_taken": "damage tokens it has received",
    "damage_dealt": "damage it has dealt to other robots, before options stop it",
    "damage_prevented": "damage that its shield, coat, tokens and options have stopped",
    "damage_repaired": "damage tokens that were removed from it",
    "pushes": "squares by which it has pushed or pulled other robots",
    "options_drawn": "option cards it was given",
    "options_used": "how often it has chosen to use an option",
}
FLAGS = {"flags": "flags it has touched"}
Counts = Mapping[str, Sequence[int]]  # by name, by seat
Own = Callable[[Any, Any], Counts]  # setup, record


def tallies(meanings: Mapping[str, str], own: Own) -> Tallies:
    """The tallies of a game: its own, then those of all rally games."""

    def by_seat(setup: Any, s: Any) -> Counts:
        return {**own(setup, s), **columns(s.rally.robots["tally"], MEANINGS)}

    return Tallies({**meanings, **MEANINGS}, by_seat)


def columns(records: Any, names: Mapping[str, str]) -> Counts:
    """Some fields of records that stand by seat."""
    return {name: records[name].tolist() for name in names}


def flags(setup: Any, s: Any) -> Counts:
    """The flags of each robot."""
    return {"flags": s.rally.robots["touched"].tolist()}
