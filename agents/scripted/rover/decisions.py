"""The decisions of the scripted explorer of RoveR: rules in order of priority."""

from typing import Any

from cogarena.agents.scripted.rover.combat import (
    MOVE,
    best_attack,
    can_finish,
    evade,
    expected_damage,
    nearest_hostile,
    only_wardens,
    step_toward,
    wait_usefully,
)
from cogarena.agents.scripted.rover.goals import (
    LEAST_REPAIR,
    REPAIR_BAY,
    is_badly_hurt,
    travel,
    wants_site,
)
from cogarena.agents.scripted.rover.memory import CACHE, SITE, update
from cogarena.agents.scripted.rover.modules import (
    best_repair,
    best_shield,
    best_weapon,
    install_best_weapon,
    net_energy,
    tidy_bag,
    use_or_install,
)
from cogarena.agents.scripted.rover.reading import POD, read
from cogarena.agents.scripted.rover.travel import energy_for, find_paths, recharge
from cogarena.envs.core.grid import manhattan
from cogarena.envs.core.header import PASS
from cogarena.envs.core.jit import kernel
from cogarena.envs.rover.state import ACTIONS, NOWHERE, SIZE, SLOTS
from cogarena.envs.rover.tables import FIRST_SITE, REPAIR_PRICE

USE = ACTIONS.start("use")
WAIT_RANGE = 4  # steps within which the rover waits for a hostile


@kernel
def decide_all(
    observations: Any, masks: Any, rows: Any, memories: Any, weights: Any,
    seen: Any, paths: Any, goal: Any, actions: Any,
) -> None:  # fmt: skip
    """Choose an action for each row."""
    for i in range(len(actions)):
        memory = memories[rows[i]]
        read(observations[i], seen[0])
        update(observations[i], seen[0], memory)
        action = decide(seen[0], memory, weights[0], paths[0], goal[0], masks[i])
        actions[i] = action if masks[i, action] == 1 else PASS


@kernel
def decide(seen: Any, memory: Any, weights: Any, paths: Any, goal: Any, mask: Any) -> int:
    """The action of the first rule that applies."""
    find_paths(seen, memory, paths)
    action = launch(seen, memory, weights, mask)
    if action == NOWHERE:
        action = dodge(seen, weights, mask)
    if action == NOWHERE and can_finish(seen, weights):
        action = best_attack(seen, memory, weights, mask)
    if action == NOWHERE:
        action = flee(seen, memory, weights, paths, mask)
    if action == NOWHERE:
        action = best_attack(seen, memory, weights, mask)
    if action == NOWHERE:
        action = await_hostile(seen, memory, weights, mask)
    if action == NOWHERE:
        action = maintain(seen, memory, weights, paths, mask)
    if action == NOWHERE:
        action = travel(seen, memory, weights, paths, goal, mask)
    return action


@kernel
def launch(seen: Any, memory: Any, weights: Any, mask: Any) -> int:
    """Launch from the pod, repaired and shielded first if no hostile attacks."""
    if seen.here != POD or mask[USE] == 0:
        return NOWHERE
    repair = best_repair(seen)
    if nearest_hostile(seen) == NOWHERE:
        if repair != NOWHERE and seen.integrity < seen.max_integrity:
            return use_or_install(seen, weights, repair)
        shield = best_shield(seen)
        if shield != NOWHERE and seen.shielding < seen.max_shielding:
            return use_or_install(seen, weights, shield)
    return USE


@kernel
def dodge(seen: Any, weights: Any, mask: Any) -> int:
    """Step aside if the rover cannot hit back: hostiles that follow do not hit in that turn."""
    if nearest_hostile(seen) == NOWHERE:
        return NOWHERE
    if seen.shorted == 0 and best_weapon(seen, weights) != NOWHERE:
        return NOWHERE
    return evade(seen, mask)


@kernel
def flee(seen: Any, memory: Any, weights: Any, paths: Any, mask: Any) -> int:
    """Retreat from a fight that cannot be won, to a place that restores integrity."""
    if nearest_hostile(seen) == NOWHERE:
        memory.retreated = memory.stuck = 0
        memory.refuge_x = NOWHERE
        return NOWHERE
    if memory.retreated >= weights.max_retreat or memory.stuck >= weights.stuck:
        return NOWHERE
    if not has_refuge(seen, memory):
        memory.refuge_x = NOWHERE
        if expected_damage(seen, weights) < seen.integrity + seen.shielding:
            return NOWHERE
        if seen.max_integrity - seen.integrity >= LEAST_REPAIR:
            find_refuge(seen, memory, paths)
    if memory.refuge_x == NOWHERE:
        return NOWHERE
    memory.retreated += 1
    left = paths.steps[memory.refuge_y, memory.refuge_x]
    memory.stuck = 0 if 0 < left < memory.closest else memory.stuck + 1
    if left <= 0:
        return NOWHERE
    memory.closest = min(memory.closest, left)
    step = MOVE + paths.heading[memory.refuge_y, memory.refuge_x]
    return step if mask[step] == 1 else NOWHERE


@kernel
def has_refuge(seen: Any, memory: Any) -> bool:
    """The retreat has a place to go that still restores integrity."""
    x, y = memory.refuge_x, memory.refuge_y
    return x != NOWHERE and restores_integrity(seen, memory, x, y)


@kernel
def find_refuge(seen: Any, memory: Any, paths: Any) -> None:
    """Choose the nearest place that restores integrity, or NOWHERE."""
    least = SIZE
    for y in range(1, SIZE - 1):
        for x in range(1, SIZE - 1):
            if x == seen.pod_x and y == seen.pod_y:
                continue
            if 0 < paths.steps[y, x] < least and restores_integrity(seen, memory, x, y):
                memory.refuge_x, memory.refuge_y, least = x, y, paths.steps[y, x]
    if memory.refuge_x == NOWHERE and seen.planet == 0 and only_wardens(seen):
        memory.refuge_x, memory.refuge_y = seen.pod_x, seen.pod_y
    memory.closest = SIZE * SIZE


@kernel
def restores_integrity(seen: Any, memory: Any, x: int, y: int) -> bool:
    """There may be a hull repair, or there is a repair bay that the rover can pay for."""
    if memory.known[y, x] & CACHE != 0 or (x == seen.pod_x and y == seen.pod_y):
        return True
    is_bay = memory.known[y, x] & SITE != 0 and memory.site[y, x] == REPAIR_BAY
    return is_bay and seen.datum >= REPAIR_PRICE


@kernel
def await_hostile(seen: Any, memory: Any, weights: Any, mask: Any) -> int:
    """Wait for a hostile to come, because hitting first pays; approach one that shoots."""
    foe = nearest_hostile(seen)
    if foe == NOWHERE:
        memory.waited = 0
        return NOWHERE
    entity = seen.others[foe]
    distance = manhattan(seen.x, seen.y, entity.x, entity.y)
    weapon = best_weapon(seen, weights)
    if weapon == NOWHERE or distance > WAIT_RANGE or (entity.warden == 1 and seen.planet == 0):
        return NOWHERE
    if weapon >= SLOTS:
        return install_best_weapon(seen, weights)
    if entity.reach > 1 and entity.reach >= seen.modules[weapon].reach:
        step = step_toward(seen, entity.x, entity.y, mask)
        if step != NOWHERE:
            return step
    memory.waited += 1
    return wait_usefully(seen, mask) if memory.waited < weights.patience else NOWHERE


@kernel
def maintain(seen: Any, memory: Any, weights: Any, paths: Any, mask: Any) -> int:
    """Use a site, tidy the bag, recharge, install the best weapon or recover."""
    if seen.here >= FIRST_SITE and mask[USE] == 1:
        if wants_site(seen, memory, weights, seen.here):
            return USE
    action = NOWHERE
    if nearest_hostile(seen) == NOWHERE:
        action = tidy_bag(seen, weights)
    if action == NOWHERE and nearest_hostile(seen) == NOWHERE:
        action = recharge(seen, memory, weights, paths, mask)
    if action == NOWHERE:
        action = install_best_weapon(seen, weights)
    if action == NOWHERE and nearest_hostile(seen) == NOWHERE:
        action = recover(seen, memory, weights, paths)
    return action


@kernel
def recover(seen: Any, memory: Any, weights: Any, paths: Any) -> int:
    """Repair and shield, if there is energy for it."""
    repair, shield = best_repair(seen), best_shield(seen)
    at_pod = seen.here == POD
    needed = energy_for(seen, weights, paths.to_pod[seen.y, seen.x])
    has_plenty = at_pod or seen.energy > needed + weights.spare_energy
    is_urgent = is_badly_hurt(seen) and seen.energy > needed
    if repair != NOWHERE and (has_plenty or is_urgent or memory.all_in == 1):
        if seen.integrity < (1.0 if at_pod else weights.repair_below) * seen.max_integrity:
            return use_or_install(seen, weights, repair)
    if shield != NOWHERE and (has_plenty or net_energy(seen.modules[shield]) > 0):
        if seen.shielding + seen.modules[shield].shield <= seen.max_shielding:
            return use_or_install(seen, weights, shield)
    return NOWHERE
