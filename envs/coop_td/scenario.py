"""Reading scenarios (C4) from TOML files, and their maps (C2) from drawings.

A map is a road with its ways and links, checked to be playable.
"""

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import pairwise
from pathlib import Path
from typing import Any

from cogarena.envs.coop_td.state import (
    DECK,
    GATE_DICE,
    PIPS,
    SPACES,
    STORY_BYTES,
    TITLE_BYTES,
    TOKENS_PER_MINION,
    TOWER_SPACES,
    WAYS,
    CardKind,
    Objective,
)
from cogarena.envs.coop_td.tables import (
    EVENT,
    FIRST_BOSS,
    Effect,
    Enemy,
    Event,
    Tower,
    by_words,
    words,
)
from cogarena.envs.core.errors import FileError, UnknownNameError, unknown
from cogarena.envs.core.files import TomlTable, read_text, read_toml, whole

SPAWN, GATE, EMPTY = "S", "G", "."
SECTIONS = ("drawing", "ways", "links")

FOLDER = Path(__file__).parent
KEYS = frozenset({"title", "map", "objective", "gate", "gold", "deck"})
OPTIONAL = frozenset({"story", "towers"})
MOST_GOLD = 1000

MINIONS = {name: enemy for name, enemy in by_words(Enemy).items() if enemy < FIRST_BOSS}
BOSSES = {name: enemy for name, enemy in by_words(Enemy).items() if enemy >= FIRST_BOSS}
EVENTS = by_words(Event)
TOWERS = by_words(Tower)

Card = tuple[int, int, int]  # CardKind, what, count


@dataclass
class Map:
    """A road as a directed graph; its spaces are listed from spawn to gate."""

    name: str
    spaces: list[str] = field(default_factory=list)  # labels, spawn first, gate last
    towers: list[str] = field(default_factory=list)  # labels
    ways: dict[str, list[str]] = field(default_factory=dict)
    links: dict[str, list[str]] = field(default_factory=dict)
    position: dict[str, tuple[int, int]] = field(default_factory=dict)  # label → column, row

    def neighbours(self, space: str) -> list[str]:
        """The spaces joined to `space` by a way in either direction."""
        behind = [other for other in self.spaces if space in self.ways[other]]
        return [*self.ways[space], *(b for b in behind if b not in self.ways[space])]

    def steps_from(self, start: str, *, to_gate_only: bool = False) -> dict[str, int]:
        """Steps to each reachable space, along the ways only or in both directions."""
        steps = {start: 0}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            for other in self.ways[here] if to_gate_only else self.neighbours(here):
                if other not in steps:
                    steps[other] = steps[here] + 1
                    queue.append(other)
        return steps


class Reader:
    """Reads one map; its errors name the line and the column."""

    def __init__(self, text: str, name: str) -> None:
        self.map = Map(name)
        self.place = name
        self.sections: dict[str, list[tuple[int, str]]] = {}
        section = ""
        for number, raw in enumerate(text.splitlines(), 1):
            line = raw.split("#", 1)[0].rstrip()
            if not line.strip():
                continue
            if line[0].isspace():
                if not section:
                    raise self.error(number, 1, f"expected one of {', '.join(SECTIONS)} first")
                self.sections[section].append((number, line))
                continue
            section = line.strip()
            if section not in SECTIONS or section in self.sections:
                raise self.error(number, 1, f"{section!r} is not a section or appears twice; the "
                                            f"sections are {', '.join(SECTIONS)}")  # fmt: skip
            self.sections[section] = []
        for section in SECTIONS:
            if section not in self.sections:
                raise FileError(f"{self.place}: the section {section!r} is missing")

    def error(self, line: int, column: int, message: str) -> FileError:
        """A FileError that names the place."""
        return FileError(f"{self.place}, line {line}, column {column}: {message}")

    def read(self) -> Map:
        """The map, or an error that says what is wrong with it."""
        self.read_drawing()
        self.read_ways()
        self.read_links()
        self.check_sizes()
        self.check_road()
        self.order_spaces()
        return self.map

    def labels(self, line: str, start: int = 0) -> Iterator[tuple[int, str]]:
        """The non-blank characters of a line, with their columns."""
        return ((i + 1, c) for i, c in enumerate(line) if i >= start and not c.isspace())

    def read_drawing(self) -> None:
        """Every character except a dot is a space or a tower space, at its place in the drawing."""
        for row, (number, line) in enumerate(self.sections["drawing"]):
            for column, label in self.labels(line):
                if label == EMPTY:
                    continue
                if not (label.isascii() and label.isalnum()):
                    raise self.error(number, column, f"{label!r} is not a letter or digit")
                if label in self.map.position:
                    raise self.error(number, column, f"{label!r} is drawn twice")
                self.map.position[label] = (column - 1, row)
                is_space = label in (SPAWN, GATE) or label.islower()
                (self.map.spaces if is_space else self.map.towers).append(label)
        for label, what in ((SPAWN, "spawn"), (GATE, "gate")):
            if label not in self.map.position:
                raise FileError(f"{self.place}: the drawing has no {what} ({label})")

    def read_ways(self) -> None:
        """Each line is a chain of spaces in the direction in which enemies walk."""
        self.map.ways = {space: [] for space in self.map.spaces}
        for number, line in self.sections["ways"]:
            chain = list(self.labels(line))
            if len(chain) < 2:
                raise self.error(number, chain[0][0], "a chain needs at least two spaces")
            for column, label in chain:
                self.check_space(label, number, column)
            for (_, here), (column, there) in pairwise(chain):
                self.add_way(here, there, number, column)

    def add_way(self, here: str, there: str, line: int, column: int) -> None:
        """One step of a chain; a step may be part of several chains."""
        ways = self.map.ways[here]
        if here == GATE or there == SPAWN:
            raise self.error(line, column, "a way cannot leave the gate or enter the spawn")
        if there in ways:
            return
        if len(ways) == WAYS:
            raise self.error(line, column, f"at most {WAYS} ways can leave {here!r}")
        ways.append(there)

    def read_links(self) -> None:
        """Each line names a tower space and the spaces linked to it: `1: a b`."""
        for number, line in self.sections["links"]:
            (column, tower), *rest = self.labels(line)
            if tower not in self.map.towers:
                raise self.error(number, column, f"{tower!r} is not a tower space of the drawing")
            if tower in self.map.links:
                raise self.error(number, column, f"the links of {tower!r} are given twice")
            if not rest or rest[0][1] != ":":
                raise self.error(number, column + 1, f"expected ':' after {tower!r}")
            if len(rest) == 1:
                raise self.error(number, column, f"{tower!r} is linked to nothing")
            for at, label in rest[1:]:
                self.check_space(label, number, at)
            self.map.links[tower] = [label for _, label in rest[1:]]
        for tower in self.map.towers:
            if tower not in self.map.links:
                raise FileError(f"{self.place}: the tower space {tower!r} is linked to nothing")

    def check_space(self, label: str, line: int, column: int) -> None:
        """The label is a space of the road."""
        if label not in self.map.spaces:
            known = " ".join(sorted(self.map.spaces))
            raise self.error(
                line, column, f"{label!r} is not a space of the drawing; spaces: {known}"
            )

    def check_sizes(self) -> None:
        """The map fits into the record."""
        for what, labels, most in (
            ("spaces", self.map.spaces, SPACES),
            ("tower spaces", self.map.towers, TOWER_SPACES),
        ):
            if len(labels) > most:
                raise FileError(
                    f"{self.place}: {len(labels)} {what}, but at most {most} are allowed"
                )

    def check_road(self) -> None:
        """Every space lies on a way from the spawn to the gate, and there are no cycles."""
        reached = self.map.steps_from(SPAWN, to_gate_only=True)
        for space in self.map.spaces:
            if space not in reached:
                raise FileError(f"{self.place}: {space!r} cannot be reached from the spawn")
            if GATE not in self.map.steps_from(space, to_gate_only=True):
                raise FileError(f"{self.place}: the gate cannot be reached from {space!r}")
            for following in self.map.ways[space]:
                if space in self.map.steps_from(following, to_gate_only=True):
                    raise FileError(f"{self.place}: the ways form a cycle through {space!r}")

    def order_spaces(self) -> None:
        """Spawn first, gate last, the others by their steps from the spawn."""
        steps = self.map.steps_from(SPAWN, to_gate_only=True)
        self.map.spaces.sort(key=lambda space: (space == GATE, steps[space], space))
        self.map.towers.sort()


def read_map(path: Path) -> Map:
    """The map in a file."""
    where = f"map {path.name}"
    return Reader(read_text(path, where), where).read()


@dataclass(frozen=True)
class Scenario:
    """A scenario as its file describes it, checked."""

    title: str
    story: str
    map: Map
    objective: Objective
    goal: int
    gate: tuple[int, ...]
    gold: int
    towers: tuple[int, ...]
    deck: tuple[Card, ...]


def names(folder: str) -> list[str]:
    """The `scenarios`, `maps` or `campaigns` shipped with the game."""
    return sorted(path.stem for path in (FOLDER / folder).iterdir())


def find(what: str, name: str, suffix: str) -> Path:
    """The file of a scenario, map or campaign, from a shipped name or a path."""
    shipped = FOLDER / f"{what}s" / f"{name}{suffix}"
    if re.fullmatch(r"\w+", name) and shipped.exists():
        return shipped
    if not name.endswith(suffix):
        raise UnknownNameError(f"{what} (or path ending in {suffix})", name, names(f"{what}s"))
    if not Path(name).is_file():
        raise FileError(f"{what} file {name!r} does not exist")
    return Path(name)


def read_scenario(name: str) -> Scenario:
    """A scenario by its name or its path."""
    path = find("scenario", name, ".toml")
    where = f"scenario {path.name}"
    table = TomlTable(read_toml(path, where), where)
    table.check_keys(KEYS, OPTIONAL)
    objective, goal = read_objective(table.text("objective"), where)
    dice = table.members("gate", 1, GATE_DICE)
    towers = table.members("towers", 1, len(Tower)) if "towers" in table.values else [*TOWERS]
    cards = table.members("deck", 1, DECK)
    scenario = Scenario(
        title=shown(table, "title", TITLE_BYTES),
        story=shown(table, "story", STORY_BYTES),
        map=read_map(_map_path(table.text("map"), path)),
        objective=objective,
        goal=goal,
        gate=tuple(whole(die, 1, PIPS, f"{where}: each gate die") for die in dice),
        gold=table.whole("gold", 0, MOST_GOLD),
        towers=tuple(member(TOWERS, "tower", tower, where) for tower in towers),
        deck=tuple(read_card(card, f"{where}: deck, card {i}") for i, card in enumerate(cards, 1)),
    )
    check_start(scenario, where)
    return scenario


def shown(table: TomlTable, key: str, most: int) -> str:
    """A text for people, on one line."""
    text = " ".join(table.text(key).split())
    if (length := len(text.encode())) > most:
        raise FileError(f"{table.where}: {key} has {length} bytes, but at most {most} are allowed")
    return text


def check_start(scenario: Scenario, where: str) -> None:
    """C4: refuse a scenario that is decided before the first decision, or cannot be won."""
    enemies = {what for kind, what, _ in scenario.deck if kind == CardKind.SPAWN}
    gold = scenario.gold + _at_once(scenario.deck, Effect.GOLD)
    if scenario.objective == Objective.ALL and not enemies:
        raise FileError(
            f"{where}: 'defeat all enemies' is won at the start: the deck needs a card with enemies"
        )
    if scenario.objective == Objective.GOLD and gold >= scenario.goal:
        raise FileError(
            f"{where}: 'hold {scenario.goal} gold' is won at the start, which gives {gold} gold: "
            f"the objective must be more than {gold}"
        )
    if scenario.objective == Objective.BOSS and scenario.goal not in enemies:
        boss = words(Enemy(scenario.goal))
        raise FileError(f"{where}: 'defeat {boss}' needs the card 'Boss ({boss})' in the deck")
    if sum(scenario.gate) + _at_once(scenario.deck, Effect.GATE) <= 0:
        raise FileError(f"{where}: the first card destroys the gate, which needs a pip more")


def _at_once(deck: tuple[Card, ...], effect: Effect) -> int:
    """What the first card changes, which is drawn before anybody decides."""
    kind, what, _ = deck[0]
    is_so = kind == CardKind.CUSTOM and EVENT[what].effect == effect
    return int(EVENT[what].amount) if is_so else 0


def _map_path(name: str, scenario: Path) -> Path:
    """A shipped map, or a file beside the scenario."""
    beside = scenario.parent / name
    return beside if name.endswith(".txt") and beside.is_file() else find("map", name, ".txt")


def read_objective(text: str, where: str) -> tuple[Objective, int]:
    """`defeat all enemies`, `defeat Morgu`, `hold 40 gold` or `raise a tower to level 6`."""
    if text == "defeat all enemies":
        return Objective.ALL, 0
    if (found := re.fullmatch(r"defeat (\w+)", text)) and found[1] in BOSSES:
        return Objective.BOSS, int(BOSSES[found[1]])
    if found := re.fullmatch(r"hold (\d{1,3}) gold", text):
        return Objective.GOLD, int(found[1])
    if found := re.fullmatch(r"raise a tower to level ([1-6])", text):
        return Objective.LEVEL, int(found[1])
    raise FileError(
        f"{where}: objective {text!r} must be one of: defeat all enemies; defeat Morgu, "
        f"Damitat or Flambee; hold N gold; raise a tower to level 1 to 6"
    )


def read_card(card: Any, where: str) -> Card:
    """`Gremlin x 4`, `Boss (Morgu)`, `Event (Plague)` or `Wait`."""
    text = str(card)
    if text == "Wait":
        return int(CardKind.WAIT), 0, 0
    if found := re.fullmatch(r"Event \((.+)\)", text):
        return int(CardKind.CUSTOM), member(EVENTS, "event", found[1], where), 0
    if found := re.fullmatch(r"Boss \((.+)\)", text):
        return int(CardKind.SPAWN), member(BOSSES, "boss", found[1], where), 1
    if found := re.fullmatch(r"(.+) x (\d+)", text):
        count = whole(int(found[2]), 1, TOKENS_PER_MINION, f"{where}: the count of {text!r}")
        return int(CardKind.SPAWN), member(MINIONS, "minion", found[1], where), count
    raise FileError(
        f"{where}: a card must be one of 'Gremlin x 4', 'Boss (Morgu)', 'Event (Plague)', 'Wait', "
        f"or similar, not {card!r}"
    )


def member(known: dict[str, IntEnum], what: str, name: Any, where: str) -> int:
    """The number of a tower, event or enemy by its printed name."""
    if name not in known:
        raise FileError(f"{where}: {unknown(what, name, known)}")
    return int(known[name])
