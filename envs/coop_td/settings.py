"""The settings, and the setup record built from them: scenario, map, heroes and legacy sheet."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from cogarena.envs.coop_td.legacy import Sheet, Veteran, chapter, read_sheet
from cogarena.envs.coop_td.scenario import Map, Scenario, read_scenario
from cogarena.envs.coop_td.state import (
    NOWHERE,
    PIPS,
    SEATS,
    SETUP,
    SHEET,
    Asked,
    Reward,
)
from cogarena.envs.coop_td.tables import HERO, UPGRADE, Hero, Upgrade
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
        "`heroes`: towers fire by themselves, except Trebuchets (C20)",
        choices=tuple(member.name.lower() for member in Asked),
    )
    max_rounds: int = setting(200, "rounds until the episode is truncated", low=1, high=10_000)
    legacy: str | None = setting(
        None,
        "instead of a scenario: a campaign to begin, such as `long_siege`, or the text or path "
        "of its legacy sheet",
        optional=True,
    )


def agents(settings: Settings) -> tuple[str, ...]:
    """One agent per hero."""
    return settings.heroes


def build(settings: Settings) -> Array:
    """The setup record for the settings, as an array of one."""
    if len(set(settings.heroes)) < len(settings.heroes):
        raise SettingError(f"all heroes must be different, not {', '.join(settings.heroes)}")
    sheet = _sheet(settings)
    scenario = chapter(sheet) if sheet else read_scenario(settings.scenario or FIRST_SCENARIO)
    setup = np.zeros(1, SETUP)
    _fill_settings(setup[0], settings)
    _fill_scenario(setup[0], scenario)
    setup[0].teaches = sheet is not None and not sheet.has_won(sheet.chapter)
    _fill_map(setup[0], scenario.map)
    _fill_distances(setup[0], scenario.map)
    for seat, name in enumerate(settings.heroes):
        _fill_hero(setup[0].heroes[seat], name, sheet.veteran(name) if sheet else Veteran())
        setup[0].heroes[seat].place = seat + 1
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


def _fill_scenario(setup: Any, scenario: Scenario) -> None:
    setup.objective, setup.goal, setup.gold = scenario.objective, scenario.goal, scenario.gold
    setup.gate[: len(scenario.gate)] = scenario.gate
    setup.allowed[list(scenario.towers)] = 1
    setup.cards = len(scenario.deck)
    for i, card in enumerate(scenario.deck):
        setup.deck[i] = card
    for field, text in ((setup.title, scenario.title), (setup.story, scenario.story)):
        written = text.encode()
        field[: len(written)] = list(written)


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


def _fill_hero(row: Any, name: str, veteran: Veteran) -> None:
    """A hero as it starts, and the upgrades that would change it, without and with a new scar."""
    _fill_values(row, name, veteran)
    for scar in range(len(row.offers)):
        scarred = replace(veteran, scars=veteran.scars + scar)
        for upgrade in set(Upgrade) - set(veteran.upgrades):
            learnt = replace(scarred, upgrades=(*veteran.upgrades, int(upgrade)))
            row.offers[scar] |= (_values(name, learnt) != _values(name, scarred)) << upgrade


def _values(name: str, veteran: Veteran) -> bytes:
    row = np.zeros(1, SHEET)
    _fill_values(row[0], name, veteran)
    return row.tobytes()


def _fill_values(row: Any, name: str, veteran: Veteran) -> None:
    """The printed hero with its upgrades and scars."""
    hero = Hero[name.upper()]
    printed = HERO[hero]
    row.kind = hero
    for column in ("movement", "health", "dice", "targets", "repair", "discount"):
        row[column] = printed[column]
    for number in veteran.upgrades:
        upgrade = UPGRADE[number]
        row.movement += upgrade.movement
        row.dice += upgrade.dice
        row.targets |= upgrade.targets
        row.repair += upgrade.repair
        row.discount += upgrade.discount
        row.health = min(PIPS, row.health + upgrade.health)
    row.health = max(min(row.health, FEWEST_SCARRED_HEALTH), row.health - veteran.scars)
