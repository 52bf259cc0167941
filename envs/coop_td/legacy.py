"""Campaigns, and the legacy sheet that carries over from one scenario to the next (C24)."""

import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from cogarena.envs.coop_td.scenario import (
    EVENTS,
    TOWERS,
    Scenario,
    check_start,
    find,
    member,
    read_scenario,
    shown,
)
from cogarena.envs.coop_td.state import (
    DECK,
    GATE_DICE,
    PIPS,
    TITLE_BYTES,
    WOUNDS_FOR_A_SCAR,
    CardKind,
    Outcome,
)
from cogarena.envs.coop_td.tables import Event, Hero, Tower, Upgrade, by_words, words
from cogarena.envs.core.errors import FileError, unknown
from cogarena.envs.core.files import TomlTable, parse_toml, read_text, read_toml

UPGRADES = by_words(Upgrade)
KEYS = frozenset({"campaign", "chapter", "gate_damage", "towers", "events", "played"})
MOST_SCARS = 99
RESULTS = {Outcome.WON: "won", Outcome.LOST: "lost", Outcome.OPEN: "out of rounds"}


@dataclass(frozen=True)
class Chapter:
    """What follows a scenario of a campaign. An empty name ends the campaign."""

    victory: str
    defeat: str
    towers: tuple[int, ...] = ()  # unlocked by a victory
    events: tuple[int, ...] = ()  # unlocked by a victory


@dataclass(frozen=True)
class Campaign:
    """The chapters of a campaign by the names of their scenarios."""

    name: str
    title: str
    start: str
    towers: tuple[int, ...]
    chapters: dict[str, Chapter]


@dataclass(frozen=True)
class Veteran:
    """What a hero carries over from earlier scenarios."""

    upgrades: tuple[int, ...] = ()
    scars: int = 0


@dataclass(frozen=True)
class Sheet:
    """The state of a campaign between two scenarios."""

    campaign: str
    chapter: str  # the scenario to play next, empty when the campaign has ended
    gate_damage: int
    towers: tuple[int, ...]
    events: tuple[int, ...]
    heroes: dict[str, Veteran] = field(default_factory=dict)
    played: tuple[str, ...] = ()

    def veteran(self, hero: str) -> Veteran:
        """The upgrades and scars of a hero."""
        return self.heroes.get(hero, Veteran())

    def has_won(self, scenario: str) -> bool:
        """A scenario was won before in this campaign."""
        return _line(scenario, Outcome.WON) in self.played


def _line(scenario: str, outcome: Outcome) -> str:
    """What the sheet notes of a scenario that was played."""
    return f"{scenario}: {RESULTS[outcome]}"


def new_sheet(campaign: str = "long_siege") -> str:
    """The first sheet of a campaign, as text."""
    return write_sheet(_first_sheet(campaign))


def _first_sheet(campaign: str) -> Sheet:
    plan = read_campaign(campaign)
    return Sheet(campaign, plan.start, 0, plan.towers, ())


def read_campaign(name: str) -> Campaign:
    """A campaign by its name or its path."""
    path = find("campaign", name, ".toml")
    where = f"campaign {path.name}"
    table = TomlTable(read_toml(path, where), where)
    table.check_keys(frozenset({"title", "start", "towers", "chapters"}))
    towers = table.members("towers", 1, len(Tower))
    rows = TomlTable(table.values["chapters"], f"{where}: chapters").values
    plan = Campaign(
        name=name,
        title=shown(table, "title", TITLE_BYTES),
        start=table.text("start"),
        towers=tuple(member(TOWERS, "tower", tower, where) for tower in towers),
        chapters={key: _chapter(row, f"{where}: chapter {key!r}") for key, row in rows.items()},
    )
    _check_campaign(plan, where)
    return plan


def _chapter(row: Any, where: str) -> Chapter:
    table = TomlTable(row, where)
    table.check_keys(frozenset({"victory", "defeat"}), frozenset({"unlocks"}))
    unlocks = table.members("unlocks", 0, len(Tower) + len(Event))
    for name in unlocks:
        if name not in TOWERS and name not in EVENTS:
            raise FileError(f"{where}: {unknown('tower or event', name, [*TOWERS, *EVENTS])}")
    return Chapter(
        victory=table.text("victory"),
        defeat=table.text("defeat"),
        towers=tuple(int(TOWERS[name]) for name in unlocks if name in TOWERS),
        events=tuple(int(EVENTS[name]) for name in unlocks if name in EVENTS),
    )


def _check_campaign(plan: Campaign, where: str) -> None:
    for name in (plan.start, *(c.victory for c in plan.chapters.values()),
                 *(c.defeat for c in plan.chapters.values())):  # fmt: skip
        if name and name not in plan.chapters:
            raise FileError(f"{where}: {unknown('chapter', name, plan.chapters)}")
    for name in plan.chapters:
        find("scenario", name, ".toml")


def read_sheet(given: str) -> Sheet:
    """Read a sheet from its text or file; the name or file of a campaign gives its first sheet."""
    if re.fullmatch(r"\w+", given) and not Path(given).is_file():
        return _first_sheet(given)
    is_text = "\n" in given
    where = "legacy sheet" if is_text else f"legacy sheet {given}"
    table = TomlTable(parse_toml(given if is_text else read_text(Path(given), where), where), where)
    if "chapters" in table.values and not is_text:
        return _first_sheet(given)
    table.check_keys(KEYS, frozenset({"heroes"}))
    sheet = Sheet(
        campaign=table.text("campaign"),
        chapter=table.text("chapter"),
        gate_damage=table.whole("gate_damage", 0, GATE_DICE * PIPS),
        towers=_members(table, "towers", TOWERS, len(Tower)),
        events=_members(table, "events", EVENTS, len(Event)),
        heroes=_veterans(table.values.get("heroes", {}), where),
        played=tuple(str(line) for line in table.members("played", 0, 1000)),
    )
    chapters = read_campaign(sheet.campaign).chapters
    if sheet.chapter and sheet.chapter not in chapters:
        raise FileError(f"{where}: {unknown('chapter', sheet.chapter, chapters)}")
    return sheet


def _members(table: TomlTable, key: str, known: dict[str, Any], most: int) -> tuple[int, ...]:
    return tuple(member(known, key[:-1], name, table.where) for name in table.members(key, 0, most))


def _veterans(rows: Any, where: str) -> dict[str, Veteran]:
    known = {hero.name.lower() for hero in Hero}
    veterans = {}
    for name, row in TomlTable(rows, f"{where}: heroes").values.items():
        if name not in known:
            raise FileError(f"{where}: {unknown('hero', name, known)}")
        table = TomlTable(row, f"{where}: hero {name}")
        table.check_keys(frozenset({"upgrades", "scars"}))
        upgrades = _members(table, "upgrades", UPGRADES, len(Upgrade))
        veterans[name] = Veteran(upgrades, table.whole("scars", 0, MOST_SCARS))
    return veterans


def write_sheet(sheet: Sheet) -> str:
    """The sheet as text, which `read_sheet` reads."""
    lines = [
        "# A legacy sheet: where a campaign stands between two scenarios.",
        f"campaign = {_quoted(sheet.campaign)}",
        f"chapter = {_quoted(sheet.chapter)}  # to be played next",
        f"gate_damage = {sheet.gate_damage}  # pips that the gate lacks at the next start",
        f"towers = {_names(Tower, sheet.towers)}",
        f"events = {_names(Event, sheet.events)}  # cards on top of the next deck",
        f"played = [{', '.join(_quoted(line) for line in sheet.played)}]",
    ]
    for name, veteran in sorted(sheet.heroes.items()):
        lines += [
            "",
            f"[heroes.{name}]",
            f"upgrades = {_names(Upgrade, veteran.upgrades)}",
            f"scars = {veteran.scars}",
        ]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """A TOML string, with backslashes and quotes escaped."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _names(kind: Any, numbers: tuple[int, ...]) -> str:
    return "[" + ", ".join(_quoted(words(kind(number))) for number in numbers) + "]"


def chapter(sheet: Sheet) -> Scenario:
    """C24: the scenario that the sheet names, as the campaign has changed it."""
    scenario, plan = read_scenario(sheet.chapter), read_campaign(sheet.campaign)
    where = f"legacy sheet: scenario {sheet.chapter}"
    deck = (*((int(CardKind.CUSTOM), event, 0) for event in sheet.events), *scenario.deck)
    if len(deck) > DECK:
        raise FileError(
            f"{where}: {len(sheet.events)} unlocked events on top of {len(scenario.deck)} cards "
            f"make a deck of {len(deck)}, but it has at most {DECK}"
        )
    changed = replace(
        scenario,
        title=": ".join(filter(None, (plan.title, scenario.title))),
        gate=_damaged(scenario.gate, sheet.gate_damage),
        towers=tuple(tower for tower in scenario.towers if tower in sheet.towers),
        deck=deck,
    )
    check_start(changed, where)
    return changed


def _damaged(gate: tuple[int, ...], damage: int) -> tuple[int, ...]:
    """C24: damage that is carried over hits the first living dice; one pip always stays [D]."""
    damage = min(damage, sum(gate) - 1)
    dice = []
    for die in gate:
        dice.append(max(0, die - damage))
        damage -= die - dice[-1]
    return tuple(dice)


def following(sheet: Sheet, heroes: tuple[str, ...], s: Any) -> Sheet:
    """The sheet after a scenario that ended with the record `s`. A fallen gate is rebuilt [D]."""
    outcome, plan = Outcome(s.outcome), read_campaign(sheet.campaign).chapters[sheet.chapter]
    onward = {Outcome.WON: plan.victory, Outcome.LOST: plan.defeat, Outcome.OPEN: sheet.chapter}
    unlocked = plan if outcome == Outcome.WON else Chapter("", "")
    standing = int(s.gate.sum())
    lacking = max(0, sum(read_scenario(sheet.chapter).gate) - standing)
    return replace(
        sheet,
        chapter=onward[outcome],
        gate_damage=lacking if standing else 0,
        towers=_joined(sheet.towers, unlocked.towers),
        events=_joined(sheet.events, unlocked.events),
        heroes=sheet.heroes | {h: _after(sheet, h, seat, s) for seat, h in enumerate(heroes)},
        played=(*sheet.played, _line(sheet.chapter, outcome)),
    )


def _after(sheet: Sheet, hero: str, seat: int, s: Any) -> Veteran:
    before = sheet.veteran(hero)
    learnt = (int(s.learnt_upgrade),) if s.learner == seat else ()
    scar = int(s.heroes[seat].wounds >= WOUNDS_FOR_A_SCAR)
    return Veteran(_joined(before.upgrades, learnt), min(MOST_SCARS, before.scars + scar))


def _joined(old: tuple[int, ...], new: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(dict.fromkeys((*old, *new)))
