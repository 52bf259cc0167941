"""The scenario and the observation of Co-op Tower Defense, as plain lists of whole numbers.

For single rows, lists are faster than arrays.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from cogarena.agents.protocol import Array
from cogarena.envs.coop_td.observe import (
    BossColumn,
    DieColumn,
    HeroColumn,
    SpaceColumn,
    TableColumn,
    TowerColumn,
)
from cogarena.envs.coop_td.state import NOWHERE, PIPS, CardKind
from cogarena.envs.coop_td.tables import ENEMY, FIRST_BOSS, TOWER, Enemy, Tower, Type

KINDS = range(len(Tower))
ENEMIES = range(len(Enemy))

TYPE: list[int] = ENEMY["type"].tolist()
DAMAGE: list[int] = ENEMY["damage"].tolist()
MOVEMENT: list[int] = ENEMY["movement"].tolist()
HEALTH: list[int] = ENEMY["health"].tolist()
GOLD: list[int] = ENEMY["gold"].tolist()
TARGETS: list[int] = TOWER["targets"].tolist()
REACH: list[int] = TOWER["reach"].tolist()
BUILD_COST: list[int] = TOWER["cost"].tolist()
UPGRADE_COST: list[int] = TOWER["upgrade"].tolist()

# Threats that towers counter: minions of each type, then bosses of each type.
TYPES = [int(member) for member in Type]
FIRST_BOSS_THREAT = len(TYPES)
THREATS = range(2 * len(TYPES))
THREAT = [TYPES.index(TYPE[e]) + (FIRST_BOSS_THREAT if e >= FIRST_BOSS else 0) for e in ENEMIES]

DICE_TO_KILL = [
    PIPS / (PIPS + 1 - HEALTH[e]) if e < FIRST_BOSS else float(PIPS * HEALTH[e]) for e in ENEMIES
]
MUCH_GOLD = 30  # more than this at one tower attracts no hero more
DISCOUNT = 0.93  # of an enemy, for each card before it


class Scenario:
    """The map, the heroes and the deck of a scenario."""

    def __init__(self, setup: Any) -> None:
        self.objective, self.goal = int(setup.objective), int(setup.goal)
        self.spawn, self.gate = int(setup.spawn_space), int(setup.gate_space)
        self.spaces = range(int(setup.spaces))
        self.towers = range(int(setup.tower_spaces))
        self.to_gate: list[int] = setup.to_gate.tolist()
        self.distance: list[list[int]] = setup.distance.tolist()
        self.gap: list[list[int]] = setup.gap.tolist()
        self.linked = [[t for t in self.towers if self.gap[t][space] == 0] for space in self.spaces]
        self.allowed = [kind for kind in KINDS if setup.allowed[kind]]
        heroes = setup.heroes[: setup.seats]
        self.seat = {int(hero.kind): seat for seat, hero in enumerate(heroes)}
        self.movement = [int(hero.movement) for hero in heroes]
        self.targets = [int(hero.targets) for hero in heroes]
        self.repair = [int(hero.repair) for hero in heroes]
        # By seat, then by whether a tower stands already, then by kind of tower (C15).
        self.prices = [
            [_prices(BUILD_COST, hero.discount), _prices(UPGRADE_COST, hero.discount)]
            for hero in heroes
        ]
        self.cheapest: list[list[int]] = np.min(self.prices, axis=0).tolist()
        self.traffic = self._find_traffic(setup.ways.tolist())
        self.demand, self.income = _deck(setup.deck[: setup.cards])

    def _find_traffic(self, ways: list[list[int]]) -> list[float]:
        """The share of the enemies that passes each space: crossroads split them evenly."""
        traffic = [0.0] * len(self.spaces)
        here = {self.spawn: 1.0}
        for _ in self.spaces:
            there: dict[int, float] = {}
            for space, part in here.items():
                traffic[space] += part
                onward = [way for way in ways[space] if way != NOWHERE]
                for way in onward:
                    there[way] = there.get(way, 0.0) + part / len(onward)
            here = there
        return traffic


def _prices(costs: list[int], discounts: Sequence[int]) -> list[int]:
    return [max(1, cost - int(discount)) for cost, discount in zip(costs, discounts, strict=True)]


def _deck(deck: Any) -> tuple[list[list[float]], list[int]]:
    """Dice needed and gold to be earned, by the number of cards left; later cards count less."""
    demand, income = [[0.0 for _ in THREATS]], [0]
    for card in deck[::-1]:
        demand.append([DISCOUNT * dice for dice in demand[-1]])
        income.append(income[-1])
        if card.kind == CardKind.SPAWN:
            demand[-1][THREAT[card.what]] += DICE_TO_KILL[card.what] * int(card.count)
            income[-1] += GOLD[card.what] * int(card.count)
    return demand, income


class Seen:
    """The observation of one row."""

    def __init__(self, scenario: Scenario, pieces: dict[str, Array], mask: Array) -> None:
        self.legal = set(np.flatnonzero(mask).tolist())
        table = pieces["table"].tolist()
        asked = table[TableColumn.ASKED]
        self.hero_acts = asked and table[TableColumn.PLAYERS]
        self.tower_asks = asked and table[TableColumn.TOWERS]
        self.gold = table[TableColumn.GOLD]
        self.cards_left = table[TableColumn.CARDS_LEFT]
        self.gate_dice: list[int] = pieces["gate"][:, DieColumn.PIPS].tolist()
        self.gate = sum(self.gate_dice)
        self.bosses: list[int] = pieces["bosses"][:, BossColumn.HEALTH].tolist()
        me, *others = pieces["heroes"].tolist()
        self.ally_is_down = any(hero[HeroColumn.DOWN] for hero in others)
        self.hero = me.index(1)
        self.seat = scenario.seat[self.hero]
        self.health = me[HeroColumn.HEALTH]
        self.actions = me[HeroColumn.ACTIONS]
        self._read_spaces(pieces["spaces"][: len(scenario.spaces)].tolist())
        self._read_towers(pieces["towers"][: len(scenario.towers)].tolist())

    def _read_spaces(self, rows: list[list[int]]) -> None:
        """The hero's own space, and the groups of enemies as (space, kind, number)."""
        self.at = NOWHERE
        self.groups: list[tuple[int, int, int]] = []
        self.damage_at = [0] * len(rows)  # the most damage a hero can take in each space
        for space, row in enumerate(rows):
            if row[SpaceColumn.HERO_0]:
                self.at = space
            for enemy in ENEMIES:
                if row[enemy]:
                    self.groups.append((space, enemy, row[enemy]))
                    if enemy != Enemy.CORRUPT_DWARF:
                        self.damage_at[space] = max(self.damage_at[space], DAMAGE[enemy])

    def _read_towers(self, rows: list[list[int]]) -> None:
        self.levels = [row[TowerColumn.LEVEL] for row in rows]
        self.kinds = [row.index(1) if row[TowerColumn.LEVEL] else NOWHERE for row in rows]
        self.unclaimed = [min(MUCH_GOLD, row[TowerColumn.GOLD]) for row in rows]
        self.mounted = self.asking = NOWHERE
        for t, row in enumerate(rows):
            if row[TowerColumn.HERO_0]:
                self.mounted = t
            if row[TowerColumn.DICE_TO_AIM]:
                self.asking = t

    def income(self, scenario: Scenario) -> int:
        """The gold that all enemies will bring, those on the map and those to come."""
        on_map = sum(GOLD[enemy] * number for _, enemy, number in self.groups)
        return on_map + scenario.income[self.cards_left]
