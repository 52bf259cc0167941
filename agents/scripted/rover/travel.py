"""Travel of the scripted explorer of RoveR: shortest paths, their energy, and recharging."""

from typing import Any

from cogarena.agents.scripted.rover.combat import AIM, MOVE, hits_to_destroy
from cogarena.agents.scripted.rover.memory import BLOCKED, NOBODY, SEEN_BIT, WALL
from cogarena.agents.scripted.rover.modules import (
    INSTALL,
    LOCAL,
    best_generator,
    best_wall_module,
    best_weapon,
    generator_reserve,
    slot_for_wall_module,
    use_or_install,
    wall_reserve,
)
from cogarena.agents.scripted.rover.reading import POD
from cogarena.envs.core.grid import DIRECTIONS, DX, DY
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.records import record
from cogarena.envs.rover.state import ACTIONS, NOWHERE, SIZE, SLOTS

SQUARES = SIZE * SIZE
TOGGLE = ACTIONS.start("toggle")
ROUNDING = 4  # energy that is not worth another use
FIGHT_OVERHEAD = 6  # energy of a fight that is not spent on hits
VIEW_X, VIEW_Y = 4, 3  # squares on each side that would come into view

PATHS = record(
    ("steps", "i2", (SIZE, SIZE)),  # from the rover, NOWHERE without a path
    ("heading", "i1", (SIZE, SIZE)),  # direction of the first step
    ("to_pod", "i2", (SIZE, SIZE)),  # steps to the pod, NOWHERE without a path
    ("unseen", "i2", (SIZE + 1, SIZE + 1)),  # unseen squares north-west of each corner
    ("queue", "i2", (SQUARES,)),
)


@kernel
def find_paths(seen: Any, memory: Any, paths: Any) -> None:
    """Fill the paths from the rover and from the pod, and count the unseen squares."""
    search_from(memory, seen.x, seen.y, True, paths, paths.steps)
    search_from(memory, seen.pod_x, seen.pod_y, False, paths, paths.to_pod)
    count_unseen(seen, memory, paths)


@kernel
def search_from(memory: Any, x: int, y: int, with_headings: bool, paths: Any, steps: Any) -> None:
    """Breadth-first search from a square; a path may end at an entity, but not pass it."""
    known, occupant = memory.known.reshape(SQUARES), memory.occupant.reshape(SQUARES)
    heading, steps = paths.heading.reshape(SQUARES), steps.reshape(SQUARES)
    steps[:] = NOWHERE
    queue = paths.queue
    start = int(y) * SIZE + int(x)
    queue[0] = start
    steps[start] = 0
    head, tail = 0, 1
    while head < tail:
        here = int(queue[head])
        head += 1
        for direction in range(DIRECTIONS):
            there = here + int(DY[direction]) * SIZE + int(DX[direction])
            if steps[there] != NOWHERE or known[there] & (SEEN_BIT | BLOCKED) != SEEN_BIT:
                continue
            steps[there] = steps[here] + 1
            if with_headings:
                heading[there] = direction if here == start else heading[here]
            if occupant[there] == NOBODY:
                queue[tail] = there
                tail += 1


@kernel
def count_unseen(seen: Any, memory: Any, paths: Any) -> None:
    """Prefix sums from the north-west corner, for `unseen_around`."""
    paths.unseen[:] = 0
    for y in range(seen.side):
        row = 0
        for x in range(seen.side):
            row += memory.known[y, x] == 0
            paths.unseen[y + 1, x + 1] = paths.unseen[y, x + 1] + row


@kernel
def unseen_around(seen: Any, paths: Any, x: int, y: int) -> int:
    """How many unseen squares would come into view at a square."""
    west, east = max(x - VIEW_X, 0), min(x + VIEW_X + 1, seen.side)
    north, south = max(y - VIEW_Y, 0), min(y + VIEW_Y + 1, seen.side)
    sums = paths.unseen
    return sums[south, east] - sums[north, east] - sums[south, west] + sums[north, west]


@kernel
def is_frontier(seen: Any, memory: Any, x: int, y: int) -> bool:
    """The square has an unseen neighbour."""
    for direction in range(DIRECTIONS):
        beside_x, beside_y = x + DX[direction], y + DY[direction]
        if 0 <= beside_x < seen.side and 0 <= beside_y < seen.side:
            if memory.known[beside_y, beside_x] == 0:
                return True
    return False


@kernel
def energy_at_hand(seen: Any) -> float:
    """The energy left, and what generators can still produce."""
    return float(seen.energy + generator_reserve(seen))


@kernel
def expected_wall_energy(seen: Any, memory: Any, weights: Any) -> float:
    """The energy to expect from the walls of the factory, once they are found."""
    return weights.wall_share * wall_reserve(seen, weights) if memory.wall_count > 0 else 0.0


@kernel
def energy_for(seen: Any, weights: Any, steps: int) -> float:
    """The energy that a path of this length takes, with a margin."""
    return weights.detours * seen.step_energy * steps + weights.margin


@kernel
def fight_energy(seen: Any, weights: Any, toughness: int) -> float:
    """The energy it takes to destroy an entity."""
    weapon = best_weapon(seen, weights)
    if weapon == NOWHERE:
        return 0.0
    module = seen.modules[weapon]
    hits = hits_to_destroy(seen, module, toughness)
    return FIGHT_OVERHEAD + hits * max(module.cost - module.generate, 0)


@kernel
def recharge(seen: Any, memory: Any, weights: Any, paths: Any, mask: Any) -> int:
    """Generate when there is too little energy to return to the pod, and then some more."""
    least = energy_for(seen, weights, paths.to_pod[seen.y, seen.x])
    if seen.energy < least:
        memory.charging = 1
    if seen.energy >= min(least + weights.spare_energy, seen.max_energy - ROUNDING):
        memory.charging = 0
    if memory.charging == 0 or seen.here == POD:
        return NOWHERE
    generator = best_generator(seen)
    if generator != NOWHERE:
        return use_or_install(seen, weights, generator)
    return draw_from_wall(seen, memory, weights, paths, mask)


@kernel
def draw_from_wall(seen: Any, memory: Any, weights: Any, paths: Any, mask: Any) -> int:
    """Gain energy from a wall, with a module that has no better use."""
    place = best_wall_module(seen, weights)
    if place == NOWHERE or memory.wall_count == 0:
        return NOWHERE
    x, y = nearest_by_wall(memory, weights, paths)
    if x == NOWHERE:
        return NOWHERE
    if x != seen.x or y != seen.y:
        return MOVE + paths.heading[y, x]
    slot = slot_for_wall_module(seen, weights, place)
    if place >= SLOTS:
        return INSTALL + (place - SLOTS) * SLOTS + slot
    direction = wall_beside(memory, x, y)
    if seen.modules[place].targeting != LOCAL:
        return AIM + place * DIRECTIONS + direction
    if seen.all_targets == 0:
        return TOGGLE
    return MOVE + direction


@kernel
def nearest_by_wall(memory: Any, weights: Any, paths: Any) -> Any:
    """The nearest square beside a wall, or NOWHERE."""
    best_x, best_y, least = NOWHERE, NOWHERE, weights.wall_distance + 1
    for y in range(1, SIZE - 1):
        for x in range(1, SIZE - 1):
            if 0 <= paths.steps[y, x] < least and memory.occupant[y, x] == NOBODY:
                if wall_beside(memory, x, y) != NOWHERE:
                    best_x, best_y, least = x, y, paths.steps[y, x]
    return best_x, best_y


@kernel
def wall_beside(memory: Any, x: int, y: int) -> int:
    """The direction of a wall, or NOWHERE."""
    for direction in range(DIRECTIONS):
        if memory.known[y + DY[direction], x + DX[direction]] & WALL == WALL:
            return direction
    return NOWHERE
