"""Where the scripted explorer of RoveR goes."""

from typing import Any

from cogarena.agents.scripted.rover.combat import (
    AIM,
    MOVE,
    NO_WEAPON,
    SHORT_SHARE,
    hits_to_destroy,
    wait_usefully,
)
from cogarena.agents.scripted.rover.memory import CACHE, HOSTILE, NOBODY, SITE, STATION
from cogarena.agents.scripted.rover.modules import PIERCING, RANGED, best_repair, best_weapon
from cogarena.agents.scripted.rover.reading import POD
from cogarena.agents.scripted.rover.travel import (
    TOGGLE,
    energy_at_hand,
    energy_for,
    expected_wall_energy,
    fight_energy,
    is_frontier,
    unseen_around,
)
from cogarena.envs.core.grid import DIRECTIONS, manhattan
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.records import record
from cogarena.envs.rover.state import NOWHERE, SIZE, SLOTS
from cogarena.envs.rover.tables import (
    CHASSIS,
    OBSERVATORY_PRICE,
    REPAIR_PRICE,
    WORKSHOP_PRICE,
    Thing,
)
from cogarena.envs.rover.terrain import DEPTH, WHOLE

UNKNOWN = int(Thing.NOTHING)
FOUNDRY, WORKSHOP = int(Thing.FOUNDRY), int(Thing.WORKSHOP)
REPAIR_BAY, OBSERVATORY = int(Thing.REPAIR_BAY), int(Thing.OBSERVATORY)
NOT_A_GOAL = 1e9  # the cost of a square that is not a goal
LEAST_UNSEEN = 3  # unseen squares that make a place worth exploring
HULL_SHARE = 0.5  # of the caches that are hull repairs
LEAST_REPAIR = 6  # missing integrity that makes a hull repair worthwhile

GOAL = record(
    ("x", "i1"),  # NOWHERE without a goal
    ("y", "i1"),
    ("cost", "f8"),  # steps, less the value of the goal
)


@kernel
def travel(seen: Any, memory: Any, weights: Any, paths: Any, goal: Any, mask: Any) -> int:
    """A step towards the best goal; without one, to the pod, and then all in."""
    consider_all_in(seen, memory, weights, paths)
    choose_goal(seen, memory, weights, paths, goal)
    consider_warden(seen, memory, weights, paths, goal)
    consider_pod(seen, memory, weights, paths, goal)
    memory.goal_x, memory.goal_y = goal.x, goal.y
    if paths.steps[goal.y, goal.x] <= 0:
        return wait_usefully(seen, mask)
    return step_to(seen, memory, goal.x, goal.y, paths.heading[goal.y, goal.x], mask)


@kernel
def choose_goal(seen: Any, memory: Any, weights: Any, paths: Any, goal: Any) -> None:
    """The goal of least cost from which the rover can still return to the pod."""
    goal.x, goal.y, goal.cost = NOWHERE, NOWHERE, NOT_A_GOAL
    is_hurt = needs_repair(seen)
    outdoors = energy_at_hand(seen)
    indoors = outdoors + expected_wall_energy(seen, memory, weights)
    for y in range(1, SIZE - 1):
        for x in range(1, SIZE - 1):
            steps = paths.steps[y, x]
            if steps <= 0:
                continue
            if is_hurt and memory.known[y, x] & (CACHE | SITE) == 0:
                continue
            cost = goal_cost(seen, memory, weights, paths, x, y)
            if x == memory.goal_x and y == memory.goal_y:
                cost -= weights.same_goal
            if cost >= goal.cost:
                continue
            budget = indoors if memory.known[y, x] & STATION != 0 else outdoors
            needed = energy_for(seen, weights, steps + paths.to_pod[y, x])
            if memory.all_in == 0 and needed > budget:
                continue
            goal.x, goal.y, goal.cost = x, y, cost


@kernel
def consider_all_in(seen: Any, memory: Any, weights: Any, paths: Any) -> None:
    """Stop saving energy for the return if the pod is out of reach, or after too many steps."""
    if seen.here == POD and memory.landing_transport - seen.transport > weights.max_steps:
        memory.all_in = 1
    to_pod = paths.to_pod[seen.y, seen.x]
    at_hand = energy_at_hand(seen) + expected_wall_energy(seen, memory, weights)
    if to_pod == NOWHERE or at_hand < seen.step_energy * to_pod:
        memory.all_in = 1


@kernel
def consider_pod(seen: Any, memory: Any, weights: Any, paths: Any, goal: Any) -> None:
    """Return to the pod once the factory is shut, or if there is no other goal."""
    cost = weights.pod_step * paths.steps[seen.pod_y, seen.pod_x] - weights.pod
    if memory.goal_x == seen.pod_x and memory.goal_y == seen.pod_y:
        cost -= weights.same_goal
    if (seen.shut == 1 and goal.cost > cost) or goal.x == NOWHERE:
        goal.x, goal.y = seen.pod_x, seen.pod_y
        if seen.here == POD and not needs_repair(seen):
            memory.all_in = 1


@kernel
def consider_warden(seen: Any, memory: Any, weights: Any, paths: Any, goal: Any) -> None:
    """Go for the warden if the rover is fit to fight it."""
    x, y = memory.warden_x, memory.warden_y
    if x == NOWHERE or seen.shut == 1 or paths.steps[y, x] <= 0:
        return
    if seen.integrity < weights.warden_integrity * seen.max_integrity and goal.x != NOWHERE:
        return
    if needs_repair(seen):
        return
    damage = expected_warden_damage(seen, memory, weights)
    if goal.x != NOWHERE and damage >= seen.integrity + seen.shielding:
        return
    steps = paths.steps[y, x]
    steps_back = 0 if seen.planet == weights.last_planet else steps
    if memory.all_in == 0:
        fight = fight_energy(seen, weights, int(memory.warden_toughness))
        budget = energy_at_hand(seen) + expected_wall_energy(seen, memory, weights)
        if energy_for(seen, weights, steps + steps_back) + fight > budget:
            return
    cost = steps - weights.warden
    if memory.goal_x == x and memory.goal_y == y:
        cost -= weights.same_goal
    if cost < goal.cost:
        goal.x, goal.y, goal.cost = x, y, cost


@kernel
def expected_warden_damage(seen: Any, memory: Any, weights: Any) -> float:
    """The damage to expect from the warden until it is destroyed."""
    weapon = best_weapon(seen, weights)
    if weapon == NOWHERE:
        return NO_WEAPON
    module = seen.modules[weapon]
    hits = hits_to_destroy(seen, module, memory.warden_toughness)
    share = weights.damage_share * (1 - SHORT_SHARE * module.short)
    return share * memory.warden_damage * hits


@kernel
def step_to(seen: Any, memory: Any, x: int, y: int, heading: int, mask: Any) -> int:
    """A step, or a hit if the goal is a peaceful entity beside the rover."""
    if manhattan(seen.x, seen.y, x, y) == 1 and memory.occupant[y, x] != NOBODY:
        for slot in range(SLOTS):
            targeting = seen.modules[slot].targeting
            aim = AIM + slot * DIRECTIONS + heading
            if RANGED <= targeting <= PIERCING and mask[aim] == 1:
                return aim
        if mask[MOVE + heading] == 0 and mask[TOGGLE] == 1 and seen.all_targets == 0:
            return TOGGLE
    return MOVE + heading


@kernel
def needs_repair(seen: Any) -> bool:
    """Badly hurt, with a module that repairs: in the pod that takes no energy."""
    return is_badly_hurt(seen) and best_repair(seen) != NOWHERE


@kernel
def is_badly_hurt(seen: Any) -> bool:
    """Less than half of the integrity is left."""
    return 2 * int(seen.integrity) < seen.max_integrity


@kernel
def goal_cost(seen: Any, memory: Any, weights: Any, paths: Any, x: int, y: int) -> float:
    """Steps to a square, less the value of what is there; NOT_A_GOAL if nothing is."""
    value = 0.0
    known = memory.known[y, x]
    if memory.occupant[y, x] == HOSTILE:
        return NOT_A_GOAL
    if memory.occupant[y, x] != NOBODY:
        value = prey_value(seen, memory, weights, x, y)
    elif known & CACHE != 0:
        value = cache_value(seen, memory, weights, x, y)
    elif known & SITE != 0:
        value = site_value(seen, memory, weights, x, y)
    elif seen.shut == 0 and is_frontier(seen, memory, x, y):
        return frontier_cost(seen, memory, weights, paths, x, y)
    return paths.steps[y, x] - value if value > 0 else NOT_A_GOAL


@kernel
def cache_value(seen: Any, memory: Any, weights: Any, x: int, y: int) -> float:
    """The value of a cache: a module, or a hull repair once that is known."""
    missing = seen.max_integrity - seen.integrity
    if memory.hull_repair[y, x] == 1:
        return weights.hull_repair * missing if missing >= LEAST_REPAIR else 0.0
    return weights.cache + HULL_SHARE * weights.hull_repair * missing


@kernel
def site_value(seen: Any, memory: Any, weights: Any, x: int, y: int) -> float:
    """The value of a site, if the rover can pay for it and use it."""
    site = memory.site[y, x]
    missing = seen.max_integrity - seen.integrity
    if site == UNKNOWN:
        if seen.datum < OBSERVATORY_PRICE:
            return 0.0
        return weights.unknown_site + weights.datum_at_site * seen.datum
    if wants_site(seen, memory, weights, site):
        return weights.repair_bay * missing if site == REPAIR_BAY else weights.known_site
    return 0.0


@kernel
def wants_site(seen: Any, memory: Any, weights: Any, site: int) -> bool:
    """The rover can pay for the site and use it now."""
    if site == WORKSHOP:
        return seen.datum >= WORKSHOP_PRICE
    if site == REPAIR_BAY:
        return seen.datum >= REPAIR_PRICE and is_badly_hurt(seen)
    if site == OBSERVATORY:
        return seen.datum >= OBSERVATORY_PRICE and seen.shut == 0 and memory.warden_x == NOWHERE
    if site == FOUNDRY and seen.chassis == 0 and seen.planet == weights.last_planet:
        return seen.datum >= CHASSIS[1].price and memory.warden_x != NOWHERE
    return False


@kernel
def prey_value(seen: Any, memory: Any, weights: Any, x: int, y: int) -> float:
    """The value of a peaceful entity: its data, less the hits it takes to get them."""
    datum, weapon = memory.prey_data[y, x], best_weapon(seen, weights)
    if datum == 0 or weapon < 0 or weapon >= SLOTS or seen.datum >= seen.max_datum:
        return 0.0
    module = seen.modules[weapon]
    hits = hits_to_destroy(seen, module, memory.toughness[y, x])
    if module.uses - hits < weights.spare_uses:
        return 0.0
    return weights.datum * datum - hits


@kernel
def frontier_cost(seen: Any, memory: Any, weights: Any, paths: Any, x: int, y: int) -> float:
    """Steps to a square, less the value of the unseen squares around it."""
    unseen = unseen_around(seen, paths, x, y)
    if unseen < LEAST_UNSEEN:
        return NOT_A_GOAL
    cost = paths.steps[y, x] - weights.unseen_square * unseen
    if memory.known[y, x] & STATION != 0:
        return cost - weights.indoors
    return cost + weights.depth * rows_to_factories(seen, x, y)


@kernel
def rows_to_factories(seen: Any, x: int, y: int) -> int:
    """Rows to the part of the sector where factories stand, which is far from the pod."""
    depth = int(seen.side) * DEPTH // WHOLE
    last = seen.side - 1
    west, north = seen.pod_x, seen.pod_y
    east, south = last - seen.pod_x, last - seen.pod_y
    nearest = min(west, east, north, south)
    if nearest == west:
        return max(seen.side - depth - x, 0)
    if nearest == east:
        return max(x - depth, 0)
    if nearest == north:
        return max(seen.side - depth - y, 0)
    return max(y - depth, 0)
