"""What the scripted explorer of RoveR keeps in mind of a planet, from all it was shown there."""

from typing import Any

from cogarena.agents.scripted.rover_play.reading import NOTHING
from cogarena.envs.core.grid import inside
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.records import record
from cogarena.envs.rover.observe import Layer
from cogarena.envs.rover.state import COLUMNS, NOWHERE, REACH_X, REACH_Y, ROWS, SIZE, Known
from cogarena.envs.rover.tables import FIRST_SITE

BLOCKED, STATION = 1 << int(Known.BLOCKED), 1 << int(Known.STATION)
CACHE, SITE, SEEN_BIT = 1 << int(Known.CACHE), 1 << int(Known.SITE), 1 << int(Known.SEEN)
WALL = BLOCKED | STATION
NOBODY, PEACEFUL, ROAMING, HOSTILE = 0, 1, 2, 3

MEMORY = record(
    ("planet", "i1"),  # NOWHERE before the first
    ("known", "u1", (SIZE, SIZE)),  # bit set of Known, by y, x
    ("who", "u1", (SIZE, SIZE)),  # NOBODY, PEACEFUL, or who moves
    ("riches", "i1", (SIZE, SIZE)),  # data of the peaceful entity that stands here
    ("toughness", "i1", (SIZE, SIZE)),  # of that entity
    ("site", "i1", (SIZE, SIZE)),  # Thing, NOTHING if it is not known which site this is
    ("hull", "u1", (SIZE, SIZE)),  # 1: the cache here is a hull repair
    ("warden_x", "i1"),  # NOWHERE: not seen
    ("warden_y", "i1"),
    ("warden_toughness", "i2"),
    ("warden_damage", "i1"),
    ("goal_x", "i1"),  # of the last turn
    ("goal_y", "i1"),
    ("patience", "i2"),  # turns spent in waiting for a hostile
    ("retreat", "i2"),  # turns spent in retreat
    ("refuge_x", "i1"),  # where it leads to, NOWHERE: there is none
    ("refuge_y", "i1"),
    ("closest", "i2"),  # steps from it that the retreat has come to
    ("stuck", "i1"),  # turns without coming closer
    ("walls", "i2"),  # of the factory that were seen
    ("topping", "i1"),  # 1: generating until there is energy in plenty
    ("mileage", "i2"),  # steps left in the transport module when the rover landed
    ("all_in", "i1"),  # 1: nothing is left to find within the way home
)


@kernel
def recall(observation: Any, seen: Any, memory: Any) -> None:
    """Bring the memory up to date."""
    if memory.planet != seen.planet:
        land(seen, memory)
    forget_roaming(memory)
    see_window(observation.window, seen, memory)
    see_others(seen, memory)
    learn_from_here(seen, memory)


@kernel
def land(seen: Any, memory: Any) -> None:
    """Nothing is known of a new planet."""
    memory.planet = seen.planet
    memory.known[:] = 0
    memory.who[:] = 0
    memory.riches[:] = 0
    memory.site[:] = 0
    memory.hull[:] = 0
    memory.warden_x = memory.warden_y = NOWHERE
    memory.refuge_x = memory.refuge_y = NOWHERE
    memory.goal_x = memory.goal_y = NOWHERE
    memory.patience = memory.retreat = memory.all_in = memory.walls = memory.topping = 0
    memory.mileage = seen.transport


@kernel
def forget_roaming(memory: Any) -> None:
    """Who moves is not remembered out of sight."""
    for y in range(SIZE):
        for x in range(SIZE):
            if memory.who[y, x] >= ROAMING:
                memory.who[y, x] = NOBODY


@kernel
def see_window(window: Any, seen: Any, memory: Any) -> None:
    """Copy what the window shows."""
    for row in range(ROWS):
        y = seen.y + row - REACH_Y
        for column in range(COLUMNS):
            x = seen.x + column - REACH_X
            if window[Layer.VISIBLE, row, column] == 0 or not inside(x, y, SIZE, SIZE):
                continue
            bits = what_is_shown(window, row, column)
            if memory.known[y, x] == 0 and bits & WALL == WALL:
                memory.walls += 1
            memory.known[y, x] = bits
            if window[Layer.VISIBLE, row, column] == 1:
                see_square(window, row, column, x, y, memory)


@kernel
def what_is_shown(window: Any, row: int, column: int) -> int:
    """What the window shows of a square, as bits of Known."""
    bits = SEEN_BIT
    if window[Layer.BLOCKED, row, column] == 1:
        bits |= BLOCKED
    if window[Layer.STATION, row, column] == 1:
        bits |= STATION
    thing = window[Layer.THING, row, column]
    if thing > 0:
        bits |= CACHE if thing == 1 else SITE
    return bits


@kernel
def see_square(window: Any, row: int, column: int, x: int, y: int, memory: Any) -> None:
    """Who stands on a square in sight."""
    shown = window[Layer.ENTITY, row, column]
    if shown == 1:
        memory.who[y, x] = HOSTILE
    else:
        memory.who[y, x] = PEACEFUL if shown > 0 else NOBODY
    memory.riches[y, x] = 0
    if memory.warden_x == x and memory.warden_y == y:
        memory.warden_x = memory.warden_y = NOWHERE


@kernel
def see_others(seen: Any, memory: Any) -> None:
    """Where data are to be had, and where the warden is."""
    for i in range(seen.count):
        being = seen.others[i]
        if being.hostile == 0:
            memory.riches[being.y, being.x] = being.datum
            memory.toughness[being.y, being.x] = being.toughness
            if being.still == 0:
                memory.who[being.y, being.x] = ROAMING
        if being.warden == 1:
            memory.warden_x, memory.warden_y = being.x, being.y
            memory.warden_toughness, memory.warden_damage = being.toughness, being.damage


@kernel
def learn_from_here(seen: Any, memory: Any) -> None:
    """Which site this is; a cache that is not picked up is a hull repair, or the bag is full."""
    x, y = seen.x, seen.y
    memory.site[y, x] = seen.here if seen.here >= FIRST_SITE else NOTHING
    memory.hull[y, x] = memory.known[y, x] & CACHE != 0


@kernel
def is_open(memory: Any, x: int, y: int) -> bool:
    """The square was seen and terrain does not block it."""
    return memory.known[y, x] & (SEEN_BIT | BLOCKED) == SEEN_BIT
