"""Lookup tables: enemies as threats, towers as the power against them, and the scenario."""

from typing import Any

import numpy as np

from cogarena.agents.protocol import Array
from cogarena.envs.coop_td.heroes import LOWEST_COST
from cogarena.envs.coop_td.state import (
    DECK,
    MAX_LEVEL,
    NOWHERE,
    PIPS,
    SEATS,
    SETUP,
    TOWER_SPACES,
    CardKind,
    Objective,
)
from cogarena.envs.coop_td.tables import ENEMY, FIRST_BOSS, TOWER, Enemy, Tower, Type
from cogarena.envs.core.records import frozen, record

KINDS, ENEMIES = len(Tower), len(Enemy)
REACHES = int(TOWER["reach"].max()) + 1

# Threats that towers counter: minions of each type, then bosses of each type.
TYPES = [int(member) for member in Type]
FIRST_BOSS_THREAT = len(TYPES)
THREATS = 2 * len(TYPES)
THREAT = frozen(
    [TYPES.index(ENEMY[e].type) + (FIRST_BOSS_THREAT if e >= FIRST_BOSS else 0) for e in Enemy],
    "i1",
)
DICE_TO_KILL = frozen(
    [
        PIPS / (PIPS + 1 - int(ENEMY[e].health)) if e < FIRST_BOSS else PIPS * int(ENEMY[e].health)
        for e in Enemy
    ],
    "f8",
)

# A tower's power is counted in dice. A trebuchet rolls few, but each hits a whole group.
TREBUCHET_POWER = (0.0, 3.0, 3.2, 3.5, 4.0, 4.2, 4.6)  # by level
POWER = frozen(
    [
        TREBUCHET_POWER
        if kind == Tower.TREBUCHET
        else [int(TOWER[kind].dice) * level for level in range(MAX_LEVEL + 1)]
        for kind in Tower
    ],
    "f8",
)
# By kind of tower and threat, 1: counters it. Trebuchets are weak against bosses.
COUNTERS = frozen(
    [
        [
            TYPES[threat % len(TYPES)] & TOWER[kind].targets != 0
            and (threat < FIRST_BOSS_THREAT or kind != Tower.TREBUCHET)
            for threat in range(THREATS)
        ]
        for kind in Tower
    ],
    "i1",
)

WAVE = 3.0  # rounds in which groups pass a space, one behind the other
BOSS_WEIGHT = 0.5  # of the dice against a boss, which also leaves once it reaches the gate
GOAL_WEIGHT = 1.5  # of the dice against the boss that must be defeated
DISCOUNT = 0.93  # of an enemy, for each card before it

# One record, which kernels pass on as one address: a tuple of arrays made them 10 times as slow.
TABLES = record(
    ("setup", SETUP),
    ("prices", "i8", (SEATS, 2, KINDS)),  # of towers to build, and of levels to add (C15)
    ("lowest_prices", "i8", (2, KINDS)),  # for the hero who pays least
    ("steps_left", "i1", (TOWER_SPACES,)),  # to the gate, from the last space linked to the tower
    ("rounds", "f8", (TOWER_SPACES, REACHES)),  # in which a tower has targets while a wave passes
    ("weights", "f8", (THREATS,)),  # how much each threat matters
    ("demand", "f8", (DECK + 1, THREATS)),  # dice against the cards left; later ones count less
    ("income", "i2", (DECK + 1,)),  # gold to be earned with the cards left
)


def build_tables(setup: Any) -> Array:
    """The setup record of a scenario and what follows from it, as an array of one."""
    built = np.zeros(1, TABLES)
    tables = built[0]
    tables.setup = setup
    costs = np.stack([TOWER["cost"], TOWER["upgrade"]])
    for seat in range(setup.seats):
        tables.prices[seat] = np.maximum(LOWEST_COST, costs - setup.heroes[seat].discount)
    tables.lowest_prices[:] = tables.prices[: setup.seats].min(axis=0)
    fill_tower_spaces(tables, find_traffic(setup))
    tables.weights[:] = 1.0
    tables.weights[FIRST_BOSS_THREAT:] = BOSS_WEIGHT
    if setup.objective == Objective.BOSS:
        tables.weights[THREAT[setup.goal]] = GOAL_WEIGHT
    fill_deck(tables, setup.deck[: setup.cards])
    return built


def fill_tower_spaces(tables: Any, traffic: Array) -> None:
    """The steps and rounds of each: groups are met one by one, in all spaces but the spawn."""
    setup = tables.setup
    spaces = np.arange(setup.spaces)
    for t in range(setup.tower_spaces):
        gap = setup.gap[t, : setup.spaces]
        tables.steps_left[t] = setup.to_gate[: setup.spaces][gap == 0].min()
        for reach in range(REACHES):
            parts = traffic[(gap <= reach) & (spaces != setup.spawn_space)].tolist()
            tables.rounds[t, reach] = WAVE * max(parts, default=0.0) + sum(parts)


def fill_deck(tables: Any, deck: Any) -> None:
    """The demand and the income of the cards that are left."""
    demand, income = tables.demand, tables.income
    for left, card in enumerate(deck[::-1], start=1):
        demand[left], income[left] = DISCOUNT * demand[left - 1], income[left - 1]
        if card.kind == CardKind.SPAWN:
            demand[left, THREAT[card.what]] += DICE_TO_KILL[card.what] * int(card.count)
            income[left] += int(ENEMY[card.what].gold) * int(card.count)


def find_traffic(setup: Any) -> Array:
    """The share of the enemies that passes each space: crossroads split them evenly."""
    traffic, here = np.zeros(int(setup.spaces)), np.zeros(int(setup.spaces))
    here[setup.spawn_space] = 1.0
    for _ in range(setup.spaces):
        traffic += here
        there = np.zeros_like(here)
        for space in np.flatnonzero(here):
            onward = [way for way in setup.ways[space] if way != NOWHERE]
            for way in onward:
                there[way] += here[space] / len(onward)
        here = there
    return traffic
