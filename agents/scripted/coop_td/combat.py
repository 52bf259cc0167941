"""How the scripted player of Co-op Tower Defense fights: heroes, and towers that are aimed."""

import math
from typing import Any

from cogarena.agents.scripted.coop_td.tables import DICE_TO_KILL, ENEMIES, THREAT
from cogarena.agents.scripted.coop_td.travel import can_go, can_relieve, is_goal
from cogarena.envs.coop_td.heroes import ATTACK, GO
from cogarena.envs.coop_td.state import NOWHERE, PIPS
from cogarena.envs.coop_td.tables import ENEMY, FIRST_BOSS, TOWER, Tower
from cogarena.envs.coop_td.towers import BOMBARD, TARGET
from cogarena.envs.core.header import PASS
from cogarena.envs.core.jit import kernel

GOLD_WEIGHT = 0.1  # of a gold piece, compared with a pip of damage at the gate
MISS_WEIGHT = 0.8  # of a space beside which a missed shot hits a friendly tower


@kernel
def dodge(mask: Any, tables: Any, seen: Any) -> int:
    """With the last action, leave a space where the next hit would take this hero down."""
    is_safe = seen.damage_at[seen.at] < seen.health
    if seen.actions > 1 or is_safe or must_hold(tables, seen):
        return NOWHERE
    best = NOWHERE
    to_gate = tables.setup.to_gate
    for space in range(tables.setup.spaces):
        if not can_go(mask, tables, space) or seen.damage_at[space] >= seen.health:
            continue
        if best == NOWHERE or to_gate[space] > to_gate[best]:
            best = space
    return NOWHERE if best == NOWHERE else GO + best


@kernel
def must_hold(tables: Any, seen: Any) -> bool:
    """This hero must stay on the gate space to take hits that the gate cannot afford."""
    if seen.at != tables.setup.gate_space:
        return False
    damage = 0
    for g in range(seen.group_count):
        group = seen.groups[g]
        if group.space != seen.at:
            continue
        if is_goal(tables, group.enemy):
            return True
        damage += int(ENEMY[group.enemy].damage) * int(group.number)
    return damage >= seen.gate or can_relieve(tables, seen)


@kernel
def fight(mask: Any, tables: Any, seen: Any) -> int:
    """Attack the most dangerous enemy here."""
    best, most = NOWHERE, 0.0
    for g in range(seen.group_count):
        space, enemy = int(seen.groups[g].space), int(seen.groups[g].enemy)
        if space != seen.at or mask[ATTACK + enemy] == 0:
            continue
        value = danger(tables, seen, space, enemy)
        if value > most:
            best, most = ATTACK + enemy, value
    return best


@kernel
def danger(tables: Any, seen: Any, space: int, enemy: int) -> float:
    """The value of a die against an enemy: pips of the gate, sooner or later, and its gold."""
    if is_goal(tables, enemy):
        return math.inf
    kill = 1 / DICE_TO_KILL[enemy]
    if enemy >= FIRST_BOSS:
        kill = 1 / (PIPS * int(seen.bosses[enemy - FIRST_BOSS]))
    row = ENEMY[enemy]
    rounds = 1 + math.ceil(tables.setup.to_gate[space] / row.movement)
    return kill * (row.damage / rounds + GOLD_WEIGHT * row.gold)


@kernel
def aim(mask: Any, tables: Any, seen: Any) -> int:
    """All dice at the group, or for a trebuchet the space, whose threat is most urgent."""
    if seen.towers[seen.asking].kind == Tower.TREBUCHET:
        return bombard(mask, tables, seen)
    best, most = PASS, 0.0
    for g in range(seen.group_count):
        group = seen.groups[g]
        action = TARGET + int(group.space) * ENEMIES + int(group.enemy)
        value = shot_value(tables, seen, group)
        if mask[action] == 1 and value > most:
            best, most = action, value
    return best


@kernel
def shot_value(tables: Any, seen: Any, group: Any) -> float:
    """The value of a tower's die at a group."""
    value = danger(tables, seen, group.space, group.enemy)
    return value * seen.urgency[THREAT[group.enemy]]


@kernel
def bombard(mask: Any, tables: Any, seen: Any) -> int:
    """C22: a trebuchet fires at a space, and hits all enemies there that it can target."""
    best, most = PASS, 0.0
    for space in range(tables.setup.spaces):
        if mask[BOMBARD + space] == 0:
            continue
        value = blast_value(tables, seen, space)
        if value > most:
            best, most = BOMBARD + space, value
    return best


@kernel
def blast_value(tables: Any, seen: Any, space: int) -> float:
    """The value of a trebuchet's die at a space."""
    weight = MISS_WEIGHT if has_towers_beside(tables, seen, space) else 1.0
    total = 0.0
    for g in range(seen.group_count):
        group = seen.groups[g]
        targets = TOWER[Tower.TREBUCHET].targets
        if group.space == space and ENEMY[group.enemy].type & targets != 0:
            total += shot_value(tables, seen, group) * (group.number * weight)
    return total


@kernel
def has_towers_beside(tables: Any, seen: Any, space: int) -> bool:
    """A tower stands on a tower space that is linked to the space."""
    for t in range(tables.setup.tower_spaces):
        if tables.setup.gap[t, space] == 0 and seen.towers[t].level > 0:
            return True
    return False
