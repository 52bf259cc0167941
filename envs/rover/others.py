"""The turn of all other entities (V1, V24, V25)."""

from typing import Any

import numpy as np

from cogarena.envs.core.grid import DIRECTIONS, DX, DY, chebyshev, inside, main_direction, manhattan
from cogarena.envs.core.header import over
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.rng import below
from cogarena.envs.rover.effects import (
    activate,
    affords,
    is_hostile,
    is_target,
    move_to,
    pass_effects,
)
from cogarena.envs.rover.log import show_before
from cogarena.envs.rover.modules import EMPTY, MODULE, Targeting
from cogarena.envs.rover.sites import arrive
from cogarena.envs.rover.state import (
    AFFECTED,
    COLUMNS,
    FRESH,
    LEASH,
    MEMORY,
    NOWHERE,
    REACH_X,
    REACH_Y,
    RHYTHM,
    ROVER,
    ROWS,
)
from cogarena.envs.rover.tables import KIND, TOOLS, Conduct, Nature
from cogarena.envs.rover.vision import blocks, is_free, is_near, look_around, next_near, sees

INTERNAL, BURST = int(Targeting.INTERNAL), int(Targeting.BURST)
PIERCING = int(Targeting.PIERCING)
FAUNA = int(Nature.FAUNA)
STAND, PULSE, SNARE = int(Conduct.STAND), int(Conduct.PULSE), int(Conduct.SNARE)
KEEP_OFF = int(Conduct.KEEP_OFF)
ARM_LENGTH = 3  # an entity that keeps off backs away from a nearer rover
MENDING = TOOLS - 1  # the tool with which an entity that keeps off repairs itself
STRAY = 4  # peaceful fauna takes a step in one of 4 turns
UNREACHABLE = 999  # steps to a square without a way to it


@kernel
def others_act(setup: Any, s: Any) -> None:
    """V1: every entity near the rover acts once, in the order of the list."""
    e = next_near(s, ROVER)
    if e == s.count:
        return
    way = np.empty((ROWS, COLUMNS), np.int16)
    charted = False
    while e < s.count and not over(s):
        if not charted and is_hostile(s, e) and knows_of_rover(s, e):
            chart(setup, s, way)
            charted = True
        act(setup, s, e, way)
        if s.stale != FRESH:  # the rover was teleported, or a wall broke
            look_around(setup, s)
            charted = False
        e = next_near(s, e)


@kernel
def act(setup: Any, s: Any, e: int, way: Any) -> None:
    """V25: hostiles that know of the rover hunt it, fauna strays; stall and short end."""
    if is_hostile(s, e):
        if knows_of_rover(s, e):
            watch(s, e)
            hunt(setup, s, e, way)
        else:
            rest(s, e)
    elif KIND[s.entities[e].kind].nature == FAUNA:
        stray(s, e)
    pass_effects(s, e)


@kernel
def knows_of_rover(s: Any, e: int) -> bool:
    """V25: a hostile knows of the rover while it sees it, and for ten more turns."""
    return s.entities[e].alert > 0 or sees(s, s.entities[e].x, s.entities[e].y)


@kernel
def watch(s: Any, e: int) -> None:
    """V25: seeing the rover refreshes a hostile's memory; otherwise the memory fades."""
    entity = s.entities[e]
    if sees(s, entity.x, entity.y):
        entity.alert = MEMORY
    else:
        entity.alert -= 1


@kernel
def rest(s: Any, e: int) -> None:
    """A turn without using a module restores 1 energy."""
    entity = s.entities[e]
    entity.energy = min(entity.energy + 1, KIND[entity.kind].energy)


@kernel
def stray(s: Any, e: int) -> None:
    """V22: peaceful fauna wanders about, so that it blocks no way for long."""
    if s.entities[e].stalled == AFFECTED or below(s, STRAY) != 0:
        return
    direction = below(s, DIRECTIONS)
    x, y = s.entities[e].x + DX[direction], s.entities[e].y + DY[direction]
    if is_free(s, x, y):
        show_before(s, e)
        move_to(s, e, x, y)


@kernel
def hunt(setup: Any, s: Any, e: int, way: Any) -> None:
    """V24, V25: use a module according to the entity's conduct, or else move, or else rest."""
    entity = s.entities[e]
    entity.beat = (entity.beat + 1) % RHYTHM
    if entity.shorted != AFFECTED:
        module = choose(s, e)
        if module != EMPTY:
            show_before(s, e)
            strike(setup, s, e, module)
            return
    rest(s, e)
    if entity.stalled == AFFECTED:
        return
    direction = step_away(s, e) if backs_off(s, e) else step_near(s, e, way)
    if direction != NOWHERE:
        show_before(s, e)
        move_to(s, e, entity.x + DX[direction], entity.y + DY[direction])


@kernel
def choose(s: Any, e: int) -> int:
    """The module to use now, or EMPTY."""
    tools, conduct = KIND[s.entities[e].kind].tools, KIND[s.entities[e].kind].conduct
    if conduct == PULSE:
        if s.entities[e].beat == 0 and affords(s, e, MODULE[tools[0]].cost):
            return tools[0]
        return tools[1] if can_reach(s, e, tools[1]) else EMPTY
    if conduct == SNARE and s.entities[e].beat != 0:
        return first_in_reach(s, e, 1)
    if conduct == KEEP_OFF and badly_hurt(s, e) and affords(s, e, MODULE[tools[MENDING]].cost):
        return tools[MENDING]
    if conduct == KEEP_OFF and backs_off(s, e) and s.entities[e].stalled != AFFECTED:
        return EMPTY
    return first_in_reach(s, e, 0)


@kernel
def first_in_reach(s: Any, e: int, first: int) -> int:
    """V25: the first module in the list of its kind that reaches the rover, or EMPTY."""
    for i in range(first, TOOLS):
        module = KIND[s.entities[e].kind].tools[i]
        if module != EMPTY and can_reach(s, e, module):
            return module
    return EMPTY


@kernel
def can_reach(s: Any, e: int, module: int) -> bool:
    """V17–V19, V25: the module is affordable and would act on the rover; beside it none swaps."""
    tool, entity, rover = MODULE[module], s.entities[e], s.entities[ROVER]
    if not affords(s, e, tool.cost) or tool.targeting == INTERNAL:
        return False
    if tool.targeting == BURST:
        return chebyshev(entity.x, entity.y, rover.x, rover.y) <= tool.reach
    if entity.x != rover.x and entity.y != rover.y:
        return False
    away = manhattan(entity.x, entity.y, rover.x, rover.y)
    if away > tool.reach or (away == 1 and tool.teleport > 0):
        return False
    return has_line(s, e, tool.targeting == PIERCING)


@kernel
def has_line(s: Any, e: int, through_entities: bool) -> bool:
    """V19: nothing blocks the straight line from an entity to the rover."""
    direction = bearing(s, e)
    x, y = s.entities[e].x + DX[direction], s.entities[e].y + DY[direction]
    while x != s.entities[ROVER].x or y != s.entities[ROVER].y:
        if is_target(s, x, y):
            if not through_entities:
                return False
        elif blocks(s, x, y):
            return False
        x += DX[direction]
        y += DY[direction]
    return True


@kernel
def bearing(s: Any, e: int) -> int:
    """The direction from an entity to the rover."""
    rover, entity = s.entities[ROVER], s.entities[e]
    return main_direction(rover.x - entity.x, rover.y - entity.y)


@kernel
def strike(setup: Any, s: Any, e: int, module: int) -> None:
    """V24: others use modules by the rover's rules, but without wear."""
    x, y = s.entities[ROVER].x, s.entities[ROVER].y
    activate(setup, s, e, module, bearing(s, e))
    if s.entities[ROVER].x != x or s.entities[ROVER].y != y:
        arrive(s)


@kernel
def badly_hurt(s: Any, e: int) -> bool:
    """The entity has less than half of its integrity."""
    return 2 * int(s.entities[e].integrity) < KIND[s.entities[e].kind].integrity


@kernel
def backs_off(s: Any, e: int) -> bool:
    """The entity keeps off, the rover is too near, and there is a way to back away."""
    if KIND[s.entities[e].kind].conduct != KEEP_OFF:
        return False
    rover, entity = s.entities[ROVER], s.entities[e]
    close = manhattan(entity.x, entity.y, rover.x, rover.y) < ARM_LENGTH
    return close and step_away(s, e) != NOWHERE


@kernel
def step_away(s: Any, e: int) -> int:
    """A direction that leads away from the rover, or NOWHERE."""
    rover, entity = s.entities[ROVER], s.entities[e]
    now = manhattan(entity.x, entity.y, rover.x, rover.y)
    for direction in range(DIRECTIONS):
        x, y = entity.x + DX[direction], entity.y + DY[direction]
        if manhattan(x, y, rover.x, rover.y) > now and is_free(s, x, y):
            return direction
    return NOWHERE


@kernel
def step_near(s: Any, e: int, way: Any) -> int:
    """V25: the first step of the shortest free way to the rover, or NOWHERE."""
    entity = s.entities[e]
    best, nearest = NOWHERE, steps_left(s, entity.x, entity.y, way)
    for direction in range(DIRECTIONS):
        x, y = entity.x + DX[direction], entity.y + DY[direction]
        left = steps_left(s, x, y, way)
        if left < nearest and is_free(s, x, y) and on_leash(s, e, x, y):
            best, nearest = direction, left
    return best


@kernel
def on_leash(s: Any, e: int, x: int, y: int) -> bool:
    """The square is near enough to the post of a guard."""
    entity = s.entities[e]
    if KIND[entity.kind].conduct != STAND:
        return True
    return chebyshev(x, y, entity.post_x, entity.post_y) <= LEASH


@kernel
def steps_left(s: Any, x: int, y: int, way: Any) -> int:
    """Steps from a square to the rover, or UNREACHABLE within the window."""
    if not is_near(s, x, y):
        return UNREACHABLE
    return way[y - s.entities[ROVER].y + REACH_Y, x - s.entities[ROVER].x + REACH_X]


@kernel
def chart(setup: Any, s: Any, way: Any) -> None:
    """Find the steps to the rover from every square of the window; entities block the way."""
    way[:] = UNREACHABLE
    queue = np.empty(ROWS * COLUMNS, np.int64)
    way[REACH_Y, REACH_X] = 0
    queue[0] = REACH_Y * COLUMNS + REACH_X
    head, tail = 0, 1
    west, north = s.entities[ROVER].x - REACH_X, s.entities[ROVER].y - REACH_Y
    while head < tail:
        row, column = queue[head] // COLUMNS, queue[head] % COLUMNS
        head += 1
        for direction in range(DIRECTIONS):
            y, x = row + DY[direction], column + DX[direction]
            if not (0 <= y < ROWS and 0 <= x < COLUMNS) or way[y, x] != UNREACHABLE:
                continue
            if not inside(west + x, north + y, setup.side, setup.side) or blocks(
                s, west + x, north + y
            ):
                continue
            way[y, x] = way[row, column] + 1
            if s.who[north + y, west + x] == 0:
                queue[tail] = y * COLUMNS + x
                tail += 1
