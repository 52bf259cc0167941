"""What the scripted explorer of RoveR remembers of a planet."""

from typing import Any

from cogarena.agents.scripted.rover.reading import HOSTILE_ENTITY, NOTHING
from cogarena.envs.core.grid import inside
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.records import record
from cogarena.envs.rover.layout import Layer
from cogarena.envs.rover.state import COLUMNS, NOWHERE, REACH_X, REACH_Y, ROWS, SIZE
from cogarena.envs.rover.tables import FIRST_SITE, LAST_SITE

# Bits of what is remembered of a square.
BLOCKED, STATION, CACHE, SITE, SEEN_BIT = 1, 2, 4, 8, 16
WALL = BLOCKED | STATION
NOBODY, PEACEFUL, ROAMING, HOSTILE = 0, 1, 2, 3
IN_SIGHT = 2  # in the window

MEMORY = record(
    ("planet", "i1"),  # NOWHERE before the first
    ("known", "u1", (SIZE, SIZE)),  # bit set, by y, x
    ("occupant", "u1", (SIZE, SIZE)),  # NOBODY, PEACEFUL, ROAMING or HOSTILE
    ("prey_data", "i1", (SIZE, SIZE)),  # data of the peaceful entity here
    ("toughness", "i1", (SIZE, SIZE)),  # of that entity
    ("site", "i1", (SIZE, SIZE)),  # Thing, NOTHING for an unknown site
    ("hull_repair", "u1", (SIZE, SIZE)),  # 1: the cache here is one
    ("warden_x", "i1"),  # NOWHERE: not seen
    ("warden_y", "i1"),
    ("warden_toughness", "i2"),
    ("warden_damage", "i1"),
    ("goal_x", "i1"),  # of the last turn
    ("goal_y", "i1"),
    ("waited", "i2"),  # turns spent waiting for a hostile
    ("retreated", "i2"),  # turns spent in retreat
    ("refuge_x", "i1"),  # where the retreat leads, NOWHERE without one
    ("refuge_y", "i1"),
    ("closest", "i2"),  # fewest steps to the refuge so far
    ("stuck", "i1"),  # turns of the retreat without coming closer
    ("wall_count", "i2"),  # walls of the factory seen so far
    ("charging", "i1"),  # 1: generating until there is energy to spare
    ("landing_transport", "i2"),  # steps left in the transport module on landing
    ("all_in", "i1"),  # 1: no longer saves energy for the way back
)


@kernel
def update(observation: Any, seen: Any, memory: Any) -> None:
    """Update the memory with an observation."""
    if memory.planet != seen.planet:
        land(seen, memory)
    forget_roaming(memory)
    see_window(observation.window, seen, memory)
    see_others(seen, memory)
    learn_from_here(seen, memory)


@kernel
def land(seen: Any, memory: Any) -> None:
    """Forget everything: this is a new planet."""
    memory.planet = seen.planet
    memory.known[:] = 0
    memory.occupant[:] = 0
    memory.prey_data[:] = 0
    memory.site[:] = 0
    memory.hull_repair[:] = 0
    memory.warden_x = memory.warden_y = NOWHERE
    memory.refuge_x = memory.refuge_y = NOWHERE
    memory.goal_x = memory.goal_y = NOWHERE
    memory.waited = memory.retreated = memory.all_in = memory.wall_count = memory.charging = 0
    memory.landing_transport = seen.transport


@kernel
def forget_roaming(memory: Any) -> None:
    """Forget where moving entities were: they may be elsewhere by now."""
    for y in range(SIZE):
        for x in range(SIZE):
            if memory.occupant[y, x] >= ROAMING:
                memory.occupant[y, x] = NOBODY


@kernel
def see_window(window: Any, seen: Any, memory: Any) -> None:
    """Remember what the window shows."""
    for row in range(ROWS):
        y = seen.y + row - REACH_Y
        for column in range(COLUMNS):
            x = seen.x + column - REACH_X
            square = window[row, column]
            if square[Layer.SEEN] == 0 or not inside(x, y, SIZE, SIZE):
                continue
            bits = known_bits(square)
            if memory.known[y, x] == 0 and bits & WALL == WALL:
                memory.wall_count += 1
            memory.known[y, x] = bits
            if square[Layer.SEEN] == IN_SIGHT:
                see_square(square[Layer.ENTITY], x, y, memory)


@kernel
def known_bits(square: Any) -> int:
    """A square of the window as a bit set."""
    bits = SEEN_BIT
    if square[Layer.BLOCKED] == 1:
        bits |= BLOCKED
    if square[Layer.STATION] == 1:
        bits |= STATION
    if square[Layer.CACHE] > 0:
        bits |= CACHE
    if FIRST_SITE <= square[Layer.SITE] <= LAST_SITE:
        bits |= SITE
    return bits


@kernel
def see_square(entity: int, x: int, y: int, memory: Any) -> None:
    """Remember who stands on a square in sight."""
    if entity == HOSTILE_ENTITY:
        memory.occupant[y, x] = HOSTILE
    else:
        memory.occupant[y, x] = PEACEFUL if entity > 0 else NOBODY
    memory.prey_data[y, x] = 0
    if memory.warden_x == x and memory.warden_y == y:
        memory.warden_x = memory.warden_y = NOWHERE


@kernel
def see_others(seen: Any, memory: Any) -> None:
    """Remember which entities carry data, and where the warden is."""
    for i in range(seen.count):
        entity = seen.others[i]
        if entity.hostile == 0:
            memory.prey_data[entity.y, entity.x] = entity.datum
            memory.toughness[entity.y, entity.x] = entity.toughness
            if entity.still == 0:
                memory.occupant[entity.y, entity.x] = ROAMING
        if entity.warden == 1:
            memory.warden_x, memory.warden_y = entity.x, entity.y
            memory.warden_toughness, memory.warden_damage = entity.toughness, entity.damage


@kernel
def learn_from_here(seen: Any, memory: Any) -> None:
    """Remember the site here; a cache that stays is a hull repair, or the bag is full."""
    x, y = seen.x, seen.y
    memory.site[y, x] = seen.here if seen.here >= FIRST_SITE else NOTHING
    memory.hull_repair[y, x] = memory.known[y, x] & CACHE != 0


@kernel
def is_open(memory: Any, x: int, y: int) -> bool:
    """The square was seen, and no terrain blocks it."""
    return memory.known[y, x] & (SEEN_BIT | BLOCKED) == SEEN_BIT
