"""The rally as text: cards, options, squares, robots, actions as sentences, and the log."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from cogarena.envs.core.grid import Direction
from cogarena.envs.core.layout import Actions
from cogarena.envs.rally.board_text import BoardText
from cogarena.envs.rally.cards import KIND, NO_CARD, OPTION_CARDS, OPTION_OF, PRIORITY, Card, Option
from cogarena.envs.rally.phases import Phase
from cogarena.envs.rally.state import EVENTS, NOBODY, REACH, ROBOTS, Ask, Event, Place, Power
from cogarena.envs.rally.symbols import ARROWS

Name = Callable[[int], str]  # of a robot, by its seat
Sentences = Mapping[str, Callable[..., str]]  # record, index → sentence, by block of actions


def title(member: IntEnum) -> str:
    """A member's name as the rules print it."""
    return member.name.replace("_", " ").title()


def robot_name(seat: int) -> str:
    """A robot by its seat, named like its agent."""
    return f"robot_{seat}"


def robot_names(seats: Any, name: Name = robot_name) -> list[str]:
    """The robots of a bit set."""
    return [name(i) for i in range(ROBOTS) if int(seats) >> i & 1]


def headline(s: Any, asked: IntEnum, last: int, name: Name = robot_name) -> str:
    """Turn, step and question in one line; `last` is the game's last stage for each register."""
    if s.terminated:
        winners = " and ".join(robot_names(s.winners, name))
        return f"Turn {s.turn}: {winners + ' won' if winners else 'all robots are out'}"
    if s.truncated:
        return f"Turn {s.turn}: the game was cut off"
    in_register = Phase.SWAP <= s.stage <= last
    when = f"Turn {s.turn}, register {s.rally.register + 1}" if in_register else f"Turn {s.turn}"
    return f"{when}: {name(int(s.to_act))} is asked: {title(asked).lower()}"


def option_name(card: int) -> str:
    """An option card by its number."""
    return title(Option(OPTION_OF[card]))


def option_names(cards: Any) -> list[str]:
    """The names of a bit set of option cards."""
    return [option_name(card) for card in range(OPTION_CARDS) if int(cards) >> card & 1]


def card_text(card: int) -> str:
    """A program card as kind and priority."""
    return f"{title(Card(KIND[card]))} ({card * PRIORITY})" if card != NO_CARD else "nothing"


def _card(s: Any, slot: int) -> str:
    robot = s.rally.robots[s.to_act]
    card = int(robot.hand[slot])
    return f"program {card_text(card)}" if card else f"program card {slot + 1} of the hand"


def _yes(s: Any) -> str:
    return "give a token for it" if s.decision == Ask.PREVENT else "yes"


SENTENCES: Sentences = {
    "pass": lambda s: "no",
    "yes": _yes,
    "card": _card,
    "crab": lambda s, slot: f"side-step: {_card(s, slot)}",
    "option": lambda s, card: f"choose the option {option_name(card)}",
    "register": lambda s, k: f"choose register {k + 1}",
    "facing": lambda s, facing: f"face {Direction(facing).name.lower()}",
    "square": lambda s, x, y: (
        f"re-enter {x - REACH:+d} east and {y - REACH:+d} south of the archive"
    ),
}


def action_text(actions: Actions, own: Sentences, setup: Any, s: Any, action: int) -> str:
    """An action as a sentence; `own` are the game's, and go before those of all rally games."""
    name, index = actions.name(action)
    return (own.get(name) or SENTENCES[name])(s, *index)


def put_robots(board: BoardText, r: Any, symbol: Callable[[int], str] = str) -> None:
    """Put the robots on the floor into its drawing, with their facings."""
    for i in range(r.count):
        robot = r.robots[i]
        if robot.place == Place.FLOOR:
            drawn = f"{symbol(i)}{ARROWS[robot.facing]}"
            board.stand(int(robot.x), int(robot.y), drawn, "robot and its facing")


def archive_text(robot: Any) -> str:
    """Where a robot's archive is."""
    return f"archive {robot.archive_x}, {robot.archive_y}"


def robot_line(s: Any, i: int, facts: str, name: Name = robot_name) -> str:
    """A robot in one line: its state, the game's own facts, and the options that it holds."""
    robot = s.rally.robots[i]
    options = option_names(robot.options)
    holds = f", options: {', '.join(options)}" if options else ""
    return f"{name(i)}: {_state(robot)}, {facts}{holds}"


def _state(robot: Any) -> str:
    """Where a robot is, and whether it runs."""
    if robot.place != Place.FLOOR:
        return title(Place(robot.place)).lower()
    down = ", powered down" if robot.power == Power.DOWN else ""
    return f"at {robot.x}, {robot.y}{down}"


Meaning = tuple[str, Callable[[int], Any]]  # what an event's number is called, and its value

OPTION: Meaning = ("option", option_name)
TOKENS: Meaning = ("tokens", int)
MEANINGS: dict[int, Meaning] = {
    Event.DRAWN: OPTION,
    Event.DISCARDED: OPTION,
    Event.HURT: TOKENS,
    Event.REPAIRED: TOKENS,
}
TEXTS = {
    "destroyed": "{robot} is destroyed",
    "drawn": "{robot} draws {option}",
    "discarded": "{robot} discards {option}",
    "hurt": "{robot} takes {tokens} damage",
    "repaired": "{robot} is repaired by {tokens}",
    "re_entered": "{robot} re-enters",
    "powered_down": "{robot} is powered down",
}
# Events that are only news: pictures and records show what has become of robots.
NEWS = frozenset((Event.HURT, Event.REPAIRED, Event.RE_ENTERED, Event.POWERED_DOWN))


@dataclass(frozen=True)
class LogText:
    """How a game puts its log into words."""

    kinds: type[IntEnum]  # its own kinds of events
    meanings: dict[int, Meaning]  # by kind; the number of other events means nothing
    texts: dict[str, str]  # by the name of a kind
    name: Name = robot_name
    nameless: str = "nobody"  # stands for the robot in an event that concerns none
    only_news: frozenset[int] = NEWS  # kinds that are told in the news alone

    def events(self, setup: Any, s: Any) -> list[dict[str, Any]]:
        """What happened since the last decision, in order, without what is only news."""
        return self._events(s, self.only_news)

    def news(self, setup: Any, s: Any) -> list[str]:
        """All that happened since the last decision, in order, a sentence for each event."""
        return [self.sentence(event) for event in self._events(s, frozenset())]

    def _events(self, s: Any, without: frozenset[int]) -> list[dict[str, Any]]:
        logged = int(s.rally.logged)
        entries = s.rally.log[:logged] if logged else ()
        return [self._event(entry) for entry in entries if int(entry.kind) not in without]

    def _event(self, entry: Any) -> dict[str, Any]:
        kind = int(entry.kind)
        member = Event(kind) if kind < EVENTS else self.kinds(kind)
        event: dict[str, Any] = {"event": member.name.lower()}
        if entry.robot != NOBODY:
            event["robot"] = self.name(int(entry.robot))
        if entry.by:
            event["by"] = robot_names(entry.by, self.name)
        if kind in self.meanings:
            key, value = self.meanings[kind]
            event[key] = value(int(entry.value))
        return event

    def sentence(self, event: dict[str, Any]) -> str:
        """An event as a sentence."""
        facts = {key: str(value).replace("_", " ") for key, value in event.items()}
        facts["robot"] = event.get("robot", self.nameless)
        facts["by"] = " and ".join(event.get("by", ())) or "nobody"
        return self.texts[event["event"]].format(**facts)

    def sentences(self, setup: Any, s: Any) -> tuple[str, ...]:
        """What happened since the last decision, a sentence for each event."""
        return tuple(self.sentence(event) for event in self.events(setup, s))

    def lines(self, setup: Any, s: Any) -> list[str]:
        """The same for a terminal, a line for each event."""
        return [f"* {sentence}" for sentence in self.sentences(setup, s)]


def log_text(
    kinds: type[IntEnum], meanings: Mapping[int, Meaning], texts: Mapping[str, str],
    name: Name = robot_name, nameless: str = "nobody", only_news: Iterable[int] = (),
) -> LogText:  # fmt: skip
    """The log of a game with events of its own beside those of all rally games."""
    return LogText(
        kinds, MEANINGS | dict(meanings), TEXTS | dict(texts), name, nameless, NEWS.union(only_news)
    )
