"""What modules do (V12–V19), for the rover and for all other entities."""

from typing import Any

from cogarena.envs.core.grid import DX, DY, inside
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.records import frozen
from cogarena.envs.core.rng import below
from cogarena.envs.rover.effects import break_wall, gain_data, hurt, note, show
from cogarena.envs.rover.modules import MODULE, Targeting
from cogarena.envs.rover.state import NOWHERE, ROVER, Event
from cogarena.envs.rover.tables import KIND, Terrain
from cogarena.envs.rover.vision import blocks

BURST, LOCAL = int(Targeting.BURST), int(Targeting.LOCAL)
RANGED, PIERCING = int(Targeting.RANGED), int(Targeting.PIERCING)
WALL = int(Terrain.WALL)

# Sides of the die added to the attacker's sensitivity, by Targeting; 0: never misses (V17–V19).
HIT_DIE = frozen((0, 0, 20, 12, 6, 0), "i1")


@kernel
def activate(setup: Any, s: Any, e: int, module: int, direction: int) -> None:
    """V12: pay, then apply the effects on the user, then those on each target."""
    tool = MODULE[module]
    s.entities[e].energy -= tool.cost
    apply_to_user(s, e, module)
    if tool.targeting == BURST:
        burst(setup, s, e, module)
    elif tool.targeting == LOCAL:
        x, y = s.entities[e].x + DX[direction], s.entities[e].y + DY[direction]
        if is_target(s, x, y):
            act_on(setup, s, e, module, x, y)
    elif tool.targeting in (RANGED, PIERCING):
        shoot(setup, s, e, module, direction)


@kernel
def apply_to_user(s: Any, e: int, module: int) -> None:
    """V14: repair, shield and generate, up to the maximum."""
    tool, me = MODULE[module], s.entities[e]
    most = KIND[me.kind]
    me.integrity = min(me.integrity + tool.repair, most.integrity)
    me.shielding = min(me.shielding + tool.shield, most.shielding)
    me.energy = min(me.energy + tool.generate, most.energy)


@kernel
def burst(setup: Any, s: Any, e: int, module: int) -> None:
    """V17: act on every other entity within range, row by row."""
    reach = MODULE[module].reach
    x, y = s.entities[e].x, s.entities[e].y
    for dy in range(-reach, reach + 1):
        for dx in range(-reach, reach + 1):
            if (dx != 0 or dy != 0) and inside(x + dx, y + dy, setup.side, setup.side):
                if is_target(s, x + dx, y + dy):
                    act_on(setup, s, e, module, x + dx, y + dy)


@kernel
def shoot(setup: Any, s: Any, e: int, module: int, direction: int) -> None:
    """V19: act on the first entity in that direction within range; a piercing module on all."""
    tool = MODULE[module]
    x, y = s.entities[e].x, s.entities[e].y
    for _ in range(tool.reach):
        x += DX[direction]
        y += DY[direction]
        if is_target(s, x, y):
            act_on(setup, s, e, module, x, y)
            if tool.targeting == RANGED:
                return
        elif blocks(s, x, y):
            return


@kernel
def is_target(s: Any, x: int, y: int) -> bool:
    """The square holds an entity or a wall."""
    return s.who[y, x] != 0 or s.terrain[y, x] == WALL


@kernel
def act_on(setup: Any, s: Any, e: int, module: int, x: int, y: int) -> None:
    """V12: roll to hit, then apply the module's effects."""
    target = s.who[y, x] - 1
    from_x, from_y = s.entities[e].x, s.entities[e].y
    hit = hits(s, e, module, target)
    if hit:
        affect(setup, s, e, module, target, x, y)
    else:
        note(s, Event.MISSED, e, module)
    show(s, e, module, from_x, from_y, x, y, hit)


@kernel
def affect(setup: Any, s: Any, e: int, module: int, target: int, x: int, y: int) -> None:
    """V12: teleport, analyze, short, stall and damage; walls only take damage."""
    tool = MODULE[module]
    damage = tool.damage + KIND[s.entities[e].kind].power if tool.damage > 0 else 0
    if target == NOWHERE:
        break_wall(s, x, y, damage)
        return
    if tool.teleport > 0:
        exchange(s, e, target)
    if tool.analyze > 0:
        analyze(setup, s, e, target, tool.analyze)
    if tool.short > 0:
        s.entities[target].shorted = 1
        note(s, Event.SHORTED, target, 0)
    if tool.stall > 0:
        s.entities[target].stalled = 1
        note(s, Event.STALLED, target, 0)
    if damage > 0:
        hurt(setup, s, e, target, damage)


@kernel
def hits(s: Any, e: int, module: int, target: int) -> bool:
    """V18, V19: a hit if sensitivity plus die reach the target's sensitivity."""
    sides = HIT_DIE[MODULE[module].targeting]
    if sides == 0:
        return True
    roll = below(s, sides) + 1
    if target == NOWHERE:
        return True
    mine, its = KIND[s.entities[e].kind].sensitivity, KIND[s.entities[target].kind].sensitivity
    return mine + roll >= its


@kernel
def analyze(setup: Any, s: Any, e: int, target: int, most: int) -> None:
    """V8, V12: take data from the target. What others take from the rover is lost."""
    data = min(most, s.entities[target].datum)
    s.entities[target].datum -= data
    if e == ROVER:
        note(s, Event.ANALYZED, target, gain_data(setup, s, data))


@kernel
def exchange(s: Any, e: int, target: int) -> None:
    """V16: two entities swap places."""
    me, it = s.entities[e], s.entities[target]
    me.x, it.x = it.x, me.x
    me.y, it.y = it.y, me.y
    s.who[me.y, me.x] = e + 1
    s.who[it.y, it.x] = target + 1
    if ROVER in (e, target):
        s.stale = 1
    note(s, Event.TELEPORTED, e, target)


@kernel
def move_to(s: Any, e: int, x: int, y: int) -> None:
    """V13: move an entity to a free square."""
    me = s.entities[e]
    s.who[me.y, me.x] = 0
    me.x, me.y = x, y
    s.who[y, x] = e + 1
    if e == ROVER:
        s.stale = 1


@kernel
def is_hostile(s: Any, e: int) -> bool:
    """The entity is hostile to the rover."""
    return s.entities[e].hostile == 1


@kernel
def affords(s: Any, e: int, cost: int) -> bool:
    """V4: the cost must be less than the remaining energy."""
    return cost < s.entities[e].energy
