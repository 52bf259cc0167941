"""The observation of Co-op Tower Defense, decoded into whole numbers."""

from typing import Any

from cogarena.agents.scripted.coop_td.tables import ENEMIES, KINDS, THREATS
from cogarena.envs.coop_td.observe import (
    BossColumn,
    DieColumn,
    HeroColumn,
    SpaceColumn,
    TableColumn,
    TowerColumn,
)
from cogarena.envs.coop_td.state import GATE_DICE, NOWHERE, SEATS, SPACES, TOWER_SPACES
from cogarena.envs.coop_td.tables import BOSSES, ENEMY, Enemy
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.records import record

MUCH_GOLD = 30  # more than this at one tower attracts no hero more

GROUP = record(  # enemies of a kind in one space
    ("space", "i1"),
    ("enemy", "i1"),  # Enemy
    ("number", "i1"),
)

BUILDING = record(
    ("kind", "i1"),  # Tower, NOWHERE if none stands
    ("level", "i1"),  # 0: none stands
    ("gold", "i1"),  # unclaimed, told up to MUCH_GOLD
)

SEEN = record(
    ("hero_acts", "i1"),  # 1: is asked for the action of a hero
    ("tower_asks", "i1"),  # 1: is asked for the target of a tower
    ("gold", "i2"),
    ("cards_left", "i1"),
    ("gate_dice", "i1", (GATE_DICE,)),
    ("gate", "i1"),  # their sum
    ("bosses", "i1", (BOSSES,)),  # their health
    # The own hero.
    ("seat", "i1"),
    ("at", "i1"),  # its space, NOWHERE while mounted
    ("mounted", "i1"),  # the tower space it is mounted on, else NOWHERE
    ("health", "i1"),
    ("actions", "i1"),  # left, with the one that is asked for
    ("ally_is_down", "i1"),  # 1: another hero is
    ("group_count", "i2"),
    ("groups", GROUP, (SPACES * ENEMIES,)),  # from the spawn to the gate, then by Enemy
    ("damage_at", "i1", (SPACES,)),  # the most damage that one hit deals a hero in each space
    ("towers", BUILDING, (TOWER_SPACES,)),
    ("standing", "i1"),  # towers on the map
    ("of_a_kind", "i1", (KINDS,)),  # towers on the map, by kind
    ("asking", "i1"),  # tower space of the tower that is aimed, else NOWHERE
    # The player's own judgement, made only for decisions that need it.
    ("urgency", "f8", (THREATS,)),  # dice wanted for each die that towers already roll
)


@kernel
def read(observation: Any, tables: Any, seen: Any) -> None:
    """Fill `seen`, except for the judgement."""
    table = observation.table
    asked = table[TableColumn.ASKED] > 0
    seen.hero_acts = asked and table[TableColumn.PLAYERS] > 0
    seen.tower_asks = asked and table[TableColumn.TOWERS] > 0
    seen.gold = table[TableColumn.GOLD]
    seen.cards_left = table[TableColumn.CARDS_LEFT]
    seen.gate = 0
    for die in range(GATE_DICE):
        seen.gate_dice[die] = observation.gate[die, DieColumn.PIPS]
        seen.gate += seen.gate_dice[die]
    for boss in range(BOSSES):
        seen.bosses[boss] = observation.bosses[boss, BossColumn.HEALTH]
    read_heroes(observation.heroes, seen)
    read_spaces(observation.spaces, tables, seen)
    read_towers(observation.towers, tables, seen)


@kernel
def read_heroes(rows: Any, seen: Any) -> None:
    """The own hero, and whether another is down."""
    seen.seat = rows[0, HeroColumn.PLACE] - 1
    seen.health = rows[0, HeroColumn.HEALTH]
    seen.actions = rows[0, HeroColumn.ACTIONS]
    seen.ally_is_down = 0
    for other in range(1, SEATS):
        if rows[other, HeroColumn.DOWN] > 0:
            seen.ally_is_down = 1


@kernel
def read_spaces(rows: Any, tables: Any, seen: Any) -> None:
    """The hero's own space, and the groups of enemies."""
    seen.at = NOWHERE
    seen.group_count = 0
    for space in range(tables.setup.spaces):
        if rows[space, SpaceColumn.HERO_0] > 0:
            seen.at = space
        seen.damage_at[space] = 0
        for enemy in range(ENEMIES):
            if rows[space, enemy] == 0:
                continue
            add_group(seen, space, enemy, rows[space, enemy])
            if enemy != Enemy.CORRUPT_DWARF:
                seen.damage_at[space] = max(seen.damage_at[space], ENEMY[enemy].damage)


@kernel
def add_group(seen: Any, space: int, enemy: int, number: int) -> None:
    """Enemies of a kind in a space."""
    group = seen.groups[seen.group_count]
    group.space, group.enemy, group.number = space, enemy, number
    seen.group_count += 1


@kernel
def read_towers(rows: Any, tables: Any, seen: Any) -> None:
    """The towers, the one that the hero is on and the one that is aimed."""
    seen.mounted = seen.asking = NOWHERE
    seen.standing = 0
    for kind in range(KINDS):
        seen.of_a_kind[kind] = 0
    for t in range(tables.setup.tower_spaces):
        read_tower(rows[t], seen, seen.towers[t])
        if rows[t, TowerColumn.HERO_0] > 0:
            seen.mounted = t
        if rows[t, TowerColumn.DICE_TO_AIM] > 0:
            seen.asking = t


@kernel
def read_tower(row: Any, seen: Any, tower: Any) -> None:
    """A tower space; what stands there is counted."""
    tower.kind = NOWHERE
    tower.level = row[TowerColumn.LEVEL]
    tower.gold = min(MUCH_GOLD, row[TowerColumn.GOLD])
    for kind in range(KINDS):
        if row[kind] > 0:
            tower.kind = kind
            seen.of_a_kind[kind] += 1
            seen.standing += 1
