"""Where the scripted explorer of RoveR goes."""

from typing import Any

from cogarena.agents.scripted.rover_play.arms import (
    best_repair,
    best_weapon,
    reserve,
    wall_reserve,
)
from cogarena.agents.scripted.rover_play.memory import CACHE, HOSTILE, NOBODY, SITE, STATION
from cogarena.agents.scripted.rover_play.ways import gain, is_frontier
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

UNTOLD = int(Thing.NOTHING)
FOUNDRY, WORKSHOP = int(Thing.FOUNDRY), int(Thing.WORKSHOP)
REPAIR_BAY, OBSERVATORY = int(Thing.REPAIR_BAY), int(Thing.OBSERVATORY)
NEVER = 1e9  # the price of what is no goal
LEAST_GAIN = 3  # unseen squares around that are worth a look
HULLS = 0.5  # the part of the caches that are hull repairs
HURT_ENOUGH = 6  # integrity that a hull repair must restore
BREATH = 6  # energy of a fight that is not spent on blows

GOAL = record(
    ("x", "i1"),  # NOWHERE: none
    ("y", "i1"),
    ("price", "f8"),  # steps, less what the goal is worth
)


@kernel
def choose_goal(seen: Any, memory: Any, temper: Any, ways: Any, goal: Any) -> None:
    """The goal with the lowest price among those that leave a way home."""
    goal.x, goal.y, goal.price = NOWHERE, NOWHERE, NEVER
    tired = is_weary(seen)
    outdoors = energy_at_hand(seen)
    indoors = outdoors + wall_energy(seen, memory, temper)
    for y in range(1, SIZE - 1):
        for x in range(1, SIZE - 1):
            near = ways.near[y, x]
            if near <= 0:
                continue
            if tired and memory.known[y, x] & (CACHE | SITE) == 0:
                continue
            price = price_of(seen, memory, temper, ways, x, y)
            if x == memory.goal_x and y == memory.goal_y:
                price -= temper.loyalty
            if price >= goal.price:
                continue
            budget = indoors if memory.known[y, x] & STATION != 0 else outdoors
            if memory.all_in == 0 and need(seen, temper, near + ways.home[y, x]) > budget:
                continue
            goal.x, goal.y, goal.price = x, y, price


@kernel
def is_weary(seen: Any) -> bool:
    """Badly hurt, with a module that can mend it: in the pod that takes no energy."""
    return is_badly_hurt(seen) and best_repair(seen) != NOWHERE


@kernel
def is_badly_hurt(seen: Any) -> bool:
    """Less than half of the integrity is left."""
    return 2 * int(seen.integrity) < seen.most_integrity


@kernel
def fight_energy(seen: Any, temper: Any, toughness: int) -> float:
    """Energy that it takes to destroy someone."""
    weapon = best_weapon(seen, temper)
    if weapon == NOWHERE:
        return 0.0
    gear = seen.tools[weapon]
    blows = -(-toughness // int(gear.damage + seen.power))
    return BREATH + blows * max(gear.cost - gear.generate, 0)


@kernel
def energy_at_hand(seen: Any) -> float:
    """What is left, and what generators can bring."""
    return float(seen.energy + reserve(seen))


@kernel
def wall_energy(seen: Any, memory: Any, temper: Any) -> float:
    """What the walls of the factory can bring, once they are found."""
    return temper.grinding * wall_reserve(seen, temper) if memory.walls > 0 else 0.0


@kernel
def need(seen: Any, temper: Any, steps: int) -> float:
    """Energy that a way takes, with something to spare."""
    return temper.detours * seen.stride * steps + temper.margin


@kernel
def price_of(seen: Any, memory: Any, temper: Any, ways: Any, x: int, y: int) -> float:
    """Steps to a square, less what is to be had there; NEVER if nothing is."""
    worth = 0.0
    known = memory.known[y, x]
    if memory.who[y, x] == HOSTILE:
        return NEVER
    if memory.who[y, x] != NOBODY:
        worth = prey_worth(seen, memory, temper, x, y)
    elif known & CACHE != 0:
        worth = cache_worth(seen, memory, temper, x, y)
    elif known & SITE != 0:
        worth = site_worth(seen, memory, temper, x, y)
    elif seen.shut == 0 and is_frontier(seen, memory, x, y):
        return frontier_price(seen, memory, temper, ways, x, y)
    return ways.near[y, x] - worth if worth > 0 else NEVER


@kernel
def cache_worth(seen: Any, memory: Any, temper: Any, x: int, y: int) -> float:
    """A module, or a hull repair once that is known."""
    missing = seen.most_integrity - seen.integrity
    if memory.hull[y, x] == 1:
        return temper.hull * missing if missing >= HURT_ENOUGH else 0.0
    return temper.cache + HULLS * temper.hull * missing


@kernel
def site_worth(seen: Any, memory: Any, temper: Any, x: int, y: int) -> float:
    """A site that can be paid and is of use."""
    site = memory.site[y, x]
    missing = seen.most_integrity - seen.integrity
    if site == UNTOLD:
        if seen.datum < OBSERVATORY_PRICE:
            return 0.0
        return temper.site + temper.wealth * seen.datum
    if wants_site(seen, memory, temper, site):
        return temper.bay * missing if site == REPAIR_BAY else temper.told_site
    return 0.0


@kernel
def wants_site(seen: Any, memory: Any, temper: Any, site: int) -> bool:
    """The site can be paid and is of use now."""
    if site == WORKSHOP:
        return seen.datum >= WORKSHOP_PRICE
    if site == REPAIR_BAY:
        return seen.datum >= REPAIR_PRICE and is_badly_hurt(seen)
    if site == OBSERVATORY:
        return seen.datum >= OBSERVATORY_PRICE and seen.shut == 0 and memory.warden_x == NOWHERE
    if site == FOUNDRY and seen.chassis == 0 and seen.planet == temper.last_planet:
        return seen.datum >= CHASSIS[1].price and memory.warden_x != NOWHERE
    return False


@kernel
def prey_worth(seen: Any, memory: Any, temper: Any, x: int, y: int) -> float:
    """The data of a peaceful entity, less the blows that it takes."""
    datum, weapon = memory.riches[y, x], best_weapon(seen, temper)
    if datum == 0 or weapon < 0 or weapon >= SLOTS or seen.datum >= seen.most_datum:
        return 0.0
    gear = seen.tools[weapon]
    blows = -(-int(memory.toughness[y, x]) // int(gear.damage + seen.power))
    if gear.uses - blows < temper.spare_uses:
        return 0.0
    return temper.datum * datum - blows


@kernel
def frontier_price(seen: Any, memory: Any, temper: Any, ways: Any, x: int, y: int) -> float:
    """Steps to a place with a view, less what it may show."""
    unseen = gain(seen, ways, x, y)
    if unseen < LEAST_GAIN:
        return NEVER
    price = ways.near[y, x] - temper.gain * unseen
    if memory.known[y, x] & STATION != 0:
        return price - temper.indoors
    return price + temper.depth * steps_to_zone(seen, x, y)


@kernel
def steps_to_zone(seen: Any, x: int, y: int) -> int:
    """Rows that are left to the part of the sector where factories stand: far from the pod."""
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
