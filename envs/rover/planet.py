"""Landing on a planet: its terrain, its factory, and everything placed on it (V20–V24)."""

from typing import Any

import numpy as np

from cogarena.envs.core.grid import DIRECTIONS, DX, DY
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.rng import below, seed_rng
from cogarena.envs.rover.log import note
from cogarena.envs.rover.modules import MODULE, MODULES, SPARE
from cogarena.envs.rover.state import ENTITIES, NOWHERE, ROVER, SIZE, Event
from cogarena.envs.rover.tables import (
    FIRST_BLOCKING,
    FIRST_MACHINE,
    FIRST_WARDEN,
    KIND,
    LAST_MACHINE,
    PLANET,
    PLANETS,
    Kind,
    Nature,
    Terrain,
    Thing,
)
from cogarena.envs.rover.terrain import (
    MOST_CORRIDORS,
    ROOM,
    between,
    build_station,
    clear_around,
    grow_land,
    open_door,
)
from cogarena.envs.rover.vision import forget, is_free, is_near, look_around, mark_blocking, reveal

FLOOR = int(Terrain.FLOOR)
GRAZER, STALKER, FROND, CORAL, RELIC = (
    int(kind) for kind in (Kind.GRAZER, Kind.STALKER, Kind.FROND, Kind.CORAL, Kind.RELIC)
)
MACHINE_NATURE, WARDEN_NATURE = int(Nature.MACHINE), int(Nature.WARDEN)
NOTHING, CACHE = int(Thing.NOTHING), int(Thing.CACHE)

NEAR_STRIP = 3  # the pod stands in the first third of the sector
LEAST_OPEN, WHOLE = 2, 5  # at least two fifths of the sector must be reachable
TRIES = 60  # random squares to try before all squares
FULL_AREA = SIZE * SIZE


@kernel
def land(setup: Any, s: Any) -> None:
    """Land on planet `s.planet` of the level; the generator of the dice stays as it was."""
    dice = s.rng
    seed_rng(s, np.uint64(s.level) * np.uint64(PLANETS) + np.uint64(s.planet))
    steps = np.empty((SIZE, SIZE), np.int16)
    rooms = np.zeros(MOST_CORRIDORS, ROOM)
    built = 0
    while built == 0:
        built = grow(setup, s, steps, rooms)
    furnish(setup, s, steps, rooms[:built])
    s.rng = dice
    s.shut = 0
    mark_blocking(setup, s)
    forget(s)
    look_around(setup, s)
    if setup.revealed == 1:
        reveal(setup, s)
    note(s, Event.LANDED, ROVER, s.planet, 0)


@kernel
def grow(setup: Any, s: Any, steps: Any, rooms: Any) -> int:
    """V20, V21: terrain, pod and factory; returns the number of rooms, 0 if the planet is unfit."""
    wipe(s)
    grow_land(setup, s)
    toward_pod = below(s, DIRECTIONS)
    place_pod(setup, s, toward_pod)
    built = build_station(setup, s, toward_pod, rooms)
    open_door(setup, s, toward_pod, s.pod_x, s.pod_y)
    reached = walk_everywhere(s, int(s.pod_x), int(s.pod_y), steps)
    settle_rover(s)
    post = rooms[farthest(rooms[:built], steps)]
    fit = reached * WHOLE >= area(setup) * LEAST_OPEN and not is_near(s, post.x, post.y)
    return built if fit else 0


@kernel
def farthest(rooms: Any, steps: Any) -> int:
    """V21: the room farthest from the pod, where the warden stands."""
    room = 0
    for i in range(len(rooms)):
        if steps[rooms[i].y, rooms[i].x] > steps[rooms[room].y, rooms[room].x]:
            room = i
    return room


@kernel
def wipe(s: Any) -> None:
    """Clear the previous planet, except for the rover."""
    for y in range(SIZE):
        for x in range(SIZE):
            s.terrain[y, x] = s.wall[y, x] = s.thing[y, x] = s.who[y, x] = 0
    for e in range(1, ENTITIES):
        entity = s.entities[e]
        entity.kind = entity.x = entity.y = entity.datum = entity.hostile = 0
        entity.integrity = entity.energy = entity.shielding = 0
        entity.stalled = entity.shorted = entity.alert = entity.beat = 0
        entity.post_x = entity.post_y = 0
    s.count = 1


@kernel
def place_pod(setup: Any, s: Any, toward_pod: int) -> None:
    """V22: place the drop pod near one side of the sector, on open ground."""
    strip = between(s, 2, setup.side // NEAR_STRIP)
    along = between(s, 2, setup.side - 3)
    far = setup.side - 1 - strip
    if DX[toward_pod] != 0:
        s.pod_x, s.pod_y = (strip if DX[toward_pod] < 0 else far), along
    else:
        s.pod_x, s.pod_y = along, (strip if DY[toward_pod] < 0 else far)
    clear_around(setup, s, s.pod_x, s.pod_y)


@kernel
def walk_everywhere(s: Any, x: int, y: int, steps: Any) -> int:
    """Find the steps from a square to all others, or NOWHERE; returns how many are reachable."""
    terrain, steps = s.terrain.reshape(FULL_AREA), steps.reshape(FULL_AREA)
    for square in range(FULL_AREA):
        steps[square] = NOWHERE
    queue = np.empty(FULL_AREA, np.int64)
    queue[0] = y * SIZE + x
    steps[queue[0]] = 0
    head, tail = 0, 1
    while head < tail:
        here = queue[head]
        head += 1
        for stride in (-SIZE, 1, SIZE, -1):
            there = here + stride
            if steps[there] == NOWHERE and terrain[there] < FIRST_BLOCKING:
                steps[there] = steps[here] + 1
                queue[tail] = there
                tail += 1
    return tail


@kernel
def furnish(setup: Any, s: Any, steps: Any, rooms: Any) -> None:
    """V21–V24: place the warden, sites and caches, then all other entities."""
    planet = PLANET[s.planet]
    post = rooms[farthest(rooms, steps)]
    add_entity(s, FIRST_WARDEN + s.planet, post.x, post.y)
    lay(setup, s, steps, Thing.FOUNDRY, 1)
    lay(setup, s, steps, Thing.OBSERVATORY, 1)
    lay(setup, s, steps, Thing.WORKSHOP, share(setup, planet.workshops))
    lay(setup, s, steps, Thing.REPAIR_BAY, share(setup, planet.bays))
    lay(setup, s, steps, Thing.HULL_REPAIR, share(setup, planet.hulls))
    lay(setup, s, steps, CACHE + SPARE, 1)
    for _ in range(share(setup, planet.caches)):
        lay(setup, s, steps, CACHE + random_module(s), 1)
    guards = np.int64(share(setup, planet.guards) * setup.hostiles)
    for _ in range(guards):
        place(setup, s, steps, random_machine(s), True)
    roamers = np.int64(share(setup, planet.roamers) * setup.hostiles)
    for _ in range(roamers):
        place(setup, s, steps, random_machine(s), False)
    place_neutrals(setup, s, steps)


@kernel
def share(setup: Any, count: int) -> int:
    """A planet's count scaled to the size of the sector, at least 1."""
    return max(int(count) * area(setup) // FULL_AREA, 1)


@kernel
def area(setup: Any) -> int:
    """The number of squares of the sector."""
    return setup.side * setup.side


@kernel
def settle_rover(s: Any) -> None:
    """Place the rover at its pod, neither stalled nor shorted."""
    rover = s.entities[ROVER]
    rover.x, rover.y = s.pod_x, s.pod_y
    rover.stalled = rover.shorted = 0
    s.thing[s.pod_y, s.pod_x] = Thing.POD
    s.who[s.pod_y, s.pod_x] = ROVER + 1


@kernel
def place_neutrals(setup: Any, s: Any, steps: Any) -> None:
    """V22: fauna, relics and flora."""
    planet = PLANET[s.planet]
    for i in range(share(setup, planet.fauna)):
        wild = s.planet + 1 >= KIND[STALKER].planet and i % 2 == 1
        place(setup, s, steps, STALKER if wild else GRAZER, False)
    for _ in range(share(setup, planet.relics)):
        place_still(setup, s, steps, RELIC)
    for i in range(share(setup, planet.still)):
        place_still(setup, s, steps, FROND if i % 2 == 0 else CORAL)


@kernel
def random_machine(s: Any) -> int:
    """V24: a random kind of machine of this planet."""
    kinds = 0
    for kind in range(FIRST_MACHINE, LAST_MACHINE + 1):
        kinds += KIND[kind].planet <= s.planet + 1
    return FIRST_MACHINE + below(s, kinds)


@kernel
def random_module(s: Any) -> int:
    """V23: a random module of the planet's tier."""
    while True:
        module = 1 + below(s, MODULES)
        if MODULE[module].cost <= PLANET[s.planet].tier:
            return module


@kernel
def lay(setup: Any, s: Any, steps: Any, thing: int, count: int) -> None:
    """Place things on squares that the rover can reach."""
    for _ in range(count):
        x, y = find_square(setup, s, steps, False, False, False)
        if x != NOWHERE:
            s.thing[y, x] = thing


@kernel
def place(setup: Any, s: Any, steps: Any, kind: int, indoors: bool) -> None:
    """Place an entity on a square that the rover can reach, away from the pod."""
    x, y = find_square(setup, s, steps, indoors, True, False)
    if x != NOWHERE:
        add_entity(s, kind, x, y)


@kernel
def place_still(setup: Any, s: Any, steps: Any, kind: int) -> None:
    """V20: place what never moves with eight open squares around it, so that it blocks no way."""
    x, y = find_square(setup, s, steps, False, True, True)
    if x != NOWHERE:
        add_entity(s, kind, x, y)


@kernel
def add_entity(s: Any, kind: int, x: int, y: int) -> None:
    """Add an undamaged entity, unless the planet is full."""
    if s.count == ENTITIES:
        return
    entity = s.entities[s.count]
    entity.kind = kind
    entity.x = entity.post_x = x
    entity.y = entity.post_y = y
    entity.integrity = KIND[kind].integrity
    entity.energy = KIND[kind].energy
    entity.shielding = KIND[kind].shielding
    entity.datum = KIND[kind].datum
    entity.hostile = KIND[kind].nature == MACHINE_NATURE or KIND[kind].nature == WARDEN_NATURE
    s.count += 1
    s.who[y, x] = s.count


@kernel
def find_square(
    setup: Any, s: Any, steps: Any, indoors: bool, away: bool, open_around: bool
) -> Any:
    """A random suitable square; after TRIES failures the next one in order; or else NOWHERE."""
    for _ in range(TRIES):
        x, y = 1 + below(s, setup.side - 2), 1 + below(s, setup.side - 2)
        if fits(s, steps, x, y, indoors, away, open_around):
            return x, y
    squares = area(setup)
    start = below(s, squares)
    for i in range(squares):
        at = (start + i) % squares
        x, y = at % setup.side, at // setup.side
        if fits(s, steps, x, y, indoors, away, open_around):
            return x, y
    return NOWHERE, NOWHERE


@kernel
def fits(s: Any, steps: Any, x: int, y: int, indoors: bool, away: bool, open_around: bool) -> bool:
    """The square is reachable, empty, and meets the conditions."""
    if steps[y, x] == NOWHERE or s.who[y, x] != 0 or s.thing[y, x] != NOTHING:
        return False
    if indoors and s.terrain[y, x] != FLOOR:
        return False
    if away and is_near(s, x, y):
        return False
    return not open_around or is_open_around(s, x, y)


@kernel
def is_open_around(s: Any, x: int, y: int) -> bool:
    """The eight squares around are free and empty."""
    for dy in range(-1, 2):
        for dx in range(-1, 2):
            if dx == 0 and dy == 0:
                continue
            if not is_free(s, x + dx, y + dy) or s.thing[y + dy, x + dx] != NOTHING:
                return False
    return True
