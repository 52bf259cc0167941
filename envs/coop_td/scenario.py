"""Reading scenarios: map, objective, gate, gold and event deck from a TOML file (C4)."""

import re
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Any

from cogarena.envs.coop_td.maps import Map, read_map
from cogarena.envs.coop_td.state import (
    DECK,
    GATE_DICE,
    PIPS,
    TOKENS_PER_MINION,
    CardKind,
    Objective,
)
from cogarena.envs.coop_td.tables import FIRST_BOSS, Enemy, Event, Tower, by_words
from cogarena.envs.core.errors import FileError, UnknownNameError, unknown
from cogarena.envs.core.files import TomlTable, read_toml, whole

FOLDER = Path(__file__).parent
KEYS = frozenset({"title", "map", "objective", "gate", "gold", "deck"})
OPTIONAL = frozenset({"story", "towers"})
MOST_GOLD = 1000

MINIONS = {name: enemy for name, enemy in by_words(Enemy).items() if enemy < FIRST_BOSS}
BOSSES = {name: enemy for name, enemy in by_words(Enemy).items() if enemy >= FIRST_BOSS}
EVENTS = by_words(Event)
TOWERS = by_words(Tower)

Card = tuple[int, int, int]  # CardKind, what, count


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
    return Scenario(
        title=table.text("title"),
        story=table.text("story"),
        map=read_map(_map_path(table.text("map"), path)),
        objective=objective,
        goal=goal,
        gate=tuple(whole(die, 1, PIPS, f"{where}: each gate die") for die in dice),
        gold=table.whole("gold", 0, MOST_GOLD),
        towers=tuple(member(TOWERS, "tower", tower, where) for tower in towers),
        deck=tuple(read_card(card, f"{where}: deck, card {i}") for i, card in enumerate(cards, 1)),
    )


def _map_path(name: str, scenario: Path) -> Path:
    """A shipped map, or a file beside the scenario."""
    beside = scenario.parent / name
    return beside if name.endswith(".txt") and beside.is_file() else find("map", name, ".txt")


def read_objective(words: str, where: str) -> tuple[Objective, int]:
    """`defeat all enemies`, `defeat Morgu`, `hold 40 gold` or `raise a tower to level 6`."""
    if words == "defeat all enemies":
        return Objective.ALL, 0
    if (found := re.fullmatch(r"defeat (\w+)", words)) and found[1] in BOSSES:
        return Objective.BOSS, int(BOSSES[found[1]])
    if found := re.fullmatch(r"hold (\d{1,3}) gold", words):
        return Objective.GOLD, int(found[1])
    if found := re.fullmatch(r"raise a tower to level ([1-6])", words):
        return Objective.LEVEL, int(found[1])
    raise FileError(
        f"{where}: objective {words!r} must be one of: defeat all enemies; defeat Morgu, "
        f"Damitat or Flambee; hold N gold; raise a tower to level 1 to 6"
    )


def read_card(words: Any, where: str) -> Card:
    """`Gremlin x 4`, `Boss (Morgu)`, `Event (Plague)` or `Wait`."""
    text = str(words)
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
        f"or similar, not {words!r}"
    )


def member(known: dict[str, IntEnum], what: str, words: Any, where: str) -> int:
    """The number of a tower, event or enemy by its printed name."""
    if words not in known:
        raise FileError(f"{where}: {unknown(what, words, known)}")
    return int(known[words])
