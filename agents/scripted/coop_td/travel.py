"""Where heroes go in Co-op Tower Defense: to the gate, to gold, to towers and to meet enemies."""

from typing import Any

from cogarena.envs.coop_td.heroes import GO, MOUNT
from cogarena.envs.coop_td.state import ACTIONS_A_TURN, NOWHERE, SPACES, Objective
from cogarena.envs.coop_td.tables import ENEMY, FIRST_BOSS, Hero, Tower
from cogarena.envs.core.header import PASS
from cogarena.envs.core.jit import kernel

MANNED_LEVEL = 2  # of a Mage Tower that is worth Mongo's time
FAR = 2 * SPACES  # more steps than any way has


@kernel
def can_go(mask: Any, tables: Any, space: int) -> bool:
    """The space is in reach, and is not the spawn, where new enemies hit first."""
    return mask[GO + space] == 1 and space != tables.setup.spawn_space


@kernel
def is_goal(tables: Any, enemy: int) -> bool:
    """The enemy is the boss that must be defeated."""
    return tables.setup.objective == Objective.BOSS and tables.setup.goal == enemy


@kernel
def can_fight(tables: Any, seen: Any, enemy: int) -> bool:
    """This hero can attack enemies of this type."""
    return ENEMY[enemy].type & tables.setup.heroes[seen.seat].targets != 0


@kernel
def can_relieve(tables: Any, seen: Any) -> bool:
    """The last enemies are at the gate, and a hero is down who cannot fight them."""
    can_help = False
    for g in range(seen.group_count):
        if seen.groups[g].space != tables.setup.gate_space:
            return False
        if can_fight(tables, seen, seen.groups[g].enemy):
            can_help = True
    return can_help and seen.ally_is_down == 1


@kernel
def approach_gate(mask: Any, tables: Any) -> int:
    """Go as near to the gate as one move allows, or NOWHERE."""
    best = NOWHERE
    to_gate = tables.setup.to_gate
    for space in range(tables.setup.spaces):
        if can_go(mask, tables, space) and (best == NOWHERE or to_gate[space] < to_gate[best]):
            best = space
    return NOWHERE if best == NOWHERE else GO + best


@kernel
def rush_to_gate(mask: Any, tables: Any, seen: Any) -> int:
    """Stop the boss that must be defeated, and relieve heroes who are down at the gate."""
    if seen.at == tables.setup.gate_space:
        return NOWHERE
    is_wanted = can_relieve(tables, seen)
    for g in range(seen.group_count):
        if is_goal(tables, seen.groups[g].enemy):
            is_wanted = True
    return approach_gate(mask, tables) if is_wanted else NOWHERE


@kernel
def approach_tower(mask: Any, tables: Any, seen: Any, t: int) -> int:
    """Go as near to a tower space as one move allows, best where nobody hits hard."""
    best, least = PASS, (FAR, 0)
    for space in range(tables.setup.spaces):
        cost = int(tables.setup.gap[t, space]), int(seen.damage_at[space])
        if can_go(mask, tables, space) and cost < least:
            best, least = GO + space, cost
    return best


@kernel
def collect(mask: Any, tables: Any, seen: Any) -> int:
    """Go where the most unclaimed gold lies, unless the next hit there would be too hard."""
    best, most = NOWHERE, 0
    for space in range(tables.setup.spaces):
        if not can_go(mask, tables, space) or seen.damage_at[space] >= seen.health:
            continue
        gold = 0
        for t in range(tables.setup.tower_spaces):
            if tables.setup.gap[t, space] == 0:
                gold += int(seen.towers[t].gold)
        if gold > most:
            best, most = GO + space, gold
    return best


@kernel
def meet(mask: Any, tables: Any, seen: Any) -> int:
    """Go where enemies that this hero can fight will pass next."""
    best, least = PASS, steps_to_prey(tables, seen, seen.at)
    for space in range(tables.setup.spaces):
        if not can_go(mask, tables, space) or seen.damage_at[space] > 0:
            continue
        steps = steps_to_prey(tables, seen, space)
        if steps < least:
            best, least = GO + space, steps
    return best


@kernel
def steps_to_prey(tables: Any, seen: Any, post: int) -> int:
    """How far the nearest minions that this hero can fight will be from a space, FAR if none."""
    setup = tables.setup
    lead = ACTIONS_A_TURN - seen.actions  # with the last action, one step ahead of them
    least = FAR
    for g in range(seen.group_count):
        enemy, space = int(seen.groups[g].enemy), int(seen.groups[g].space)
        if enemy < FIRST_BOSS and can_fight(tables, seen, enemy):
            behind = abs(setup.to_gate[space] - lead - setup.to_gate[post])
            least = min(least, behind + setup.distance[space, post])
    return least


@kernel
def man_mage_tower(mask: Any, tables: Any, seen: Any) -> int:
    """C17: on a Mage Tower, Mongo sees further."""
    if tables.setup.heroes[seen.seat].kind != Hero.MONGO:
        return NOWHERE
    best, highest = NOWHERE, MANNED_LEVEL - 1
    for t in range(tables.setup.tower_spaces):
        tower = seen.towers[t]
        if tower.kind != Tower.MAGE_TOWER or tower.level <= highest or mask[MOUNT + t] == 0:
            continue
        if not has_been_passed(tables, seen, t):
            best, highest = MOUNT + t, int(tower.level)
    return best


@kernel
def leave_tower(mask: Any, tables: Any, seen: Any) -> int:
    """Come down to fight on foot once all enemies have passed the tower."""
    way = approach_gate(mask, tables)
    return way if way != NOWHERE and has_been_passed(tables, seen, seen.mounted) else PASS


@kernel
def has_been_passed(tables: Any, seen: Any, t: int) -> bool:
    """All enemies are nearer to the gate than the tower, and no others will come soon."""
    for g in range(seen.group_count):
        if tables.setup.to_gate[seen.groups[g].space] >= tables.steps_left[t]:
            return False
    return seen.cards_left == 0 or can_relieve(tables, seen)
