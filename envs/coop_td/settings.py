"""The settings, and the setup record built from them: scenario, map, heroes and legacy sheet."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from cogarena.envs.coop_td.legacy import Sheet, read_sheet
from cogarena.envs.coop_td.scenario import Map, Scenario, read_scenario
from cogarena.envs.coop_td.state import (
    DECK,
    NOWHERE,
    PIPS,
    SEATS,
    SETUP,
    Asked,
    CardKind,
    Reward,
)
from cogarena.envs.coop_td.tables import HERO, UPGRADE, Hero
from cogarena.envs.core.errors import SettingError
from cogarena.envs.core.settings import setting

HERO_NAMES = tuple(hero.name.lower() for hero in Hero)
FIRST_SCENARIO = "scenario_1"
FEWEST_SCARRED_HEALTH = 2  # C24

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Settings:
    """What a user can choose."""

    scenario: str | None = setting(
        None, "a shipped scenario or the path of one; by default `scenario_1`", optional=True
    )
    heroes: tuple[str, ...] = setting(
        ("glorbud", "keith"), "2 to 4 different heroes", choices=HERO_NAMES, count=(2, SEATS)
    )
    reward: str = setting("outcome", "C25", choices=tuple(member.name.lower() for member in Reward))
    ask: str = setting(
        "all",
        "`heroes`: towers choose their targets by themselves",
        choices=tuple(member.name.lower() for member in Asked),
    )
    max_rounds: int = setting(200, "rounds until the episode is truncated", low=1, high=10_000)
    legacy: str | None = setting(
        None, "text or path of the legacy sheet of a campaign, instead of a scenario", optional=True
    )


def agents(settings: Settings) -> tuple[str, ...]:
    """One agent per hero."""
    return settings.heroes


def build(settings: Settings) -> Array:
    """The setup record for the settings, as an array of one."""
    if len(set(settings.heroes)) < len(settings.heroes):
        raise SettingError(f"all heroes must be different, not {', '.join(settings.heroes)}")
    sheet = _sheet(settings)
    scenario = read_scenario((sheet.chapter if sheet else settings.scenario) or FIRST_SCENARIO)
    setup = np.zeros(1, SETUP)
    _fill_settings(setup[0], settings)
    _fill_scenario(setup[0], scenario, sheet)
    _fill_map(setup[0], scenario.map)
    _fill_distances(setup[0], scenario.map)
    for seat, name in enumerate(settings.heroes):
        _fill_hero(setup[0].heroes[seat], name, sheet)
    setup.flags.writeable = False
    return setup


def _sheet(settings: Settings) -> Sheet | None:
    if settings.legacy is None:
        return None
    if settings.scenario is not None:
        raise SettingError(
            "give a scenario or a legacy sheet, not both: the sheet names its scenario"
        )
    sheet = read_sheet(settings.legacy)
    if not sheet.chapter:
        raise SettingError(f"the campaign of this legacy sheet is over: {'; '.join(sheet.played)}")
    return sheet


def _fill_settings(setup: Any, settings: Settings) -> None:
    setup.seats = len(settings.heroes)
    setup.ask = Asked[settings.ask.upper()]
    setup.reward_kind = Reward[settings.reward.upper()]
    setup.rounds = settings.max_rounds


def _fill_scenario(setup: Any, scenario: Scenario, sheet: Sheet | None) -> None:
    setup.campaign = sheet is not None
    setup.objective, setup.goal, setup.gold = scenario.objective, scenario.goal, scenario.gold
    setup.gate[: len(scenario.gate)] = scenario.gate
    towers, deck = scenario.towers, scenario.deck
    if sheet:
        towers = tuple(tower for tower in towers if tower in sheet.towers)
        deck = tuple((int(CardKind.CUSTOM), event, 0) for event in sheet.events) + deck
        _damage_gate(setup.gate, sheet.gate_damage)
    setup.allowed[list(towers)] = 1
    setup.cards = min(len(deck), DECK)
    for i in range(setup.cards):
        setup.deck[i] = deck[i]


def _damage_gate(gate: Array, damage: int) -> None:
    """C24: apply the damage carried over to the first living dice; one pip always stays [D]."""
    for _ in range(min(damage, int(gate.sum()) - 1)):
        gate[np.argmax(gate > 0)] -= 1


def _fill_map(setup: Any, road: Map) -> None:
    number = {label: i for i, label in enumerate(road.spaces)}
    setup.spaces, setup.tower_spaces = len(road.spaces), len(road.towers)
    setup.spawn_space, setup.gate_space = 0, len(road.spaces) - 1
    setup.ways[:] = NOWHERE
    for label, i in number.items():
        setup.space_xy[i] = road.position[label]
        for way, other in enumerate(road.ways[label]):
            setup.ways[i, way] = number[other]
    for t, label in enumerate(road.towers):
        setup.tower_xy[t] = road.position[label]
        for other in road.links[label]:
            setup.links[t] |= np.uint32(1 << number[other])


def _fill_distances(setup: Any, road: Map) -> None:
    number = {label: i for i, label in enumerate(road.spaces)}
    steps = {label: road.steps_from(label) for label in road.spaces}
    for label, i in number.items():
        setup.to_gate[i] = road.steps_from(label, to_gate_only=True)[road.spaces[-1]]
        for other, j in number.items():
            setup.distance[i, j] = steps[label][other]
            nearer = [n for n in road.neighbours(label) if steps[n][other] < steps[label][other]]
            setup.route[i, j] = number[nearer[0]] if nearer else i
    for t, tower in enumerate(road.towers):
        for other, j in number.items():
            setup.gap[t, j] = min(steps[linked][other] for linked in road.links[tower])


def _fill_hero(row: Any, name: str, sheet: Sheet | None) -> None:
    """The printed hero with its upgrades and scars."""
    hero = Hero[name.upper()]
    printed = HERO[hero]
    row.kind = hero
    for column in ("movement", "health", "dice", "targets", "repair", "discount"):
        row[column] = printed[column]
    if not sheet:
        return
    veteran = sheet.veteran(name)
    for number in veteran.upgrades:
        upgrade = UPGRADE[number]
        row.learnt |= 1 << number
        row.movement += upgrade.movement
        row.dice += upgrade.dice
        row.targets |= upgrade.targets
        row.repair += upgrade.repair
        row.discount += upgrade.discount
        row.health = min(PIPS, row.health + upgrade.health)
    row.health = max(min(row.health, FEWEST_SCARRED_HEALTH), row.health - veteran.scars)
