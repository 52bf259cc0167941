"""What modules do (V12–V19), for the rover and for all other entities, and what follows from it.

That is damage, destruction and data (V2, V6, V8), the log of events, and animations.
"""

from typing import Any

from cogarena.envs.core.grid import DX, DY, inside
from cogarena.envs.core.header import pause
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.records import frozen
from cogarena.envs.core.rng import below
from cogarena.envs.rover.modules import EMPTY, MODULE, Targeting
from cogarena.envs.rover.state import (
    AFFECTED,
    FREE,
    IMMUNE,
    LOG,
    MEMORY,
    NOWHERE,
    ROVER,
    Event,
    Outcome,
    Reward,
)
from cogarena.envs.rover.tables import KIND, PLANETS, Nature, Terrain, Thing
from cogarena.envs.rover.vision import blocks, is_known, remember, sees

FLOOR = int(Terrain.FLOOR)
FAUNA, WARDEN = int(Nature.FAUNA), int(Nature.WARDEN)
DATUM_REWARD = 1.0  # V28
FACTORY_REWARD, SPARSE_REWARD = 20.0, 1.0  # V28

BURST, LOCAL = int(Targeting.BURST), int(Targeting.LOCAL)
RANGED, PIERCING = int(Targeting.RANGED), int(Targeting.PIERCING)
WALL = int(Terrain.WALL)

# Sides of the die added to the attacker's sensitivity, by Targeting; 0: never misses (V17–V19).
HIT_DIE = frozen((0, 0, 20, 12, 6, 0), "i1")


@kernel
def hurt(setup: Any, s: Any, by: int, target: int, damage: int) -> None:
    """V6: shielding absorbs damage, the rest reduces integrity; at 0 the target is destroyed."""
    it = s.entities[target]
    absorbed = min(damage, it.shielding)
    it.shielding -= absorbed
    it.integrity = max(it.integrity - (damage - absorbed), 0)
    note(s, Event.HIT, target, damage)
    if target != ROVER:
        provoke(s, target)
    if it.integrity == 0:
        destroy(setup, s, by, target)


@kernel
def provoke(s: Any, e: int) -> None:
    """V22: hurt fauna turns hostile; hostile entities now know of the rover."""
    if KIND[s.entities[e].kind].nature == FAUNA:
        s.entities[e].hostile = 1
    if s.entities[e].hostile == 1:
        s.entities[e].alert = MEMORY


@kernel
def destroy(setup: Any, s: Any, by: int, e: int) -> None:
    """V2, V8, V22: the campaign ends with the rover; other entities leave a wreck."""
    it = s.entities[e]
    note(s, Event.DESTROYED, e, it.kind)
    if e == ROVER:
        end(s, Outcome.LOST)
        return
    x, y = it.x, it.y
    s.who[y, x] = 0
    if s.thing[y, x] == Thing.NOTHING:
        s.thing[y, x] = Thing.WRECK
    if by == ROVER:
        gain_data(setup, s, it.datum)
    it.datum = 0
    if KIND[it.kind].nature == WARDEN:
        shut_factory(setup, s, by)


@kernel
def gain_data(setup: Any, s: Any, found: int) -> int:
    """V8, V28: add data up to the maximum, with their reward; returns how many were added."""
    rover = s.entities[ROVER]
    gained = min(found, KIND[rover.kind].datum - rover.datum)
    rover.datum += gained
    s.gathered += gained
    if setup.reward_kind == Reward.DATA:
        s.reward[0] += DATUM_REWARD * gained
    return gained


@kernel
def shut_factory(setup: Any, s: Any, by: int) -> None:
    """V3, V28: the factory shuts down with its warden; the last one wins the campaign."""
    s.shut = 1
    s.factories += 1
    s.reward[0] += FACTORY_REWARD if setup.reward_kind == Reward.DATA else SPARSE_REWARD
    note(s, Event.FACTORY_SHUT, by, s.factories)
    if is_last_planet(setup, s):
        end(s, Outcome.WON)


@kernel
def is_last_planet(setup: Any, s: Any) -> bool:
    """This is the last planet of the campaign."""
    return s.planet + 1 == min(setup.first_planet + setup.planets, PLANETS)


@kernel
def end(s: Any, outcome: int) -> None:
    """End the campaign, unless it is already over."""
    if s.outcome == Outcome.OPEN:
        s.outcome = outcome
        s.terminated = True
        s.pending = 0


@kernel
def break_wall(s: Any, by: int, x: int, y: int, damage: int) -> None:
    """V20: damage a wall; at integrity 0 it becomes floor."""
    s.wall[y, x] -= min(damage, s.wall[y, x])
    if s.wall[y, x] > 0:
        return
    s.terrain[y, x] = FLOOR
    s.barred[y] &= ~(1 << int(x))
    if is_known(s, x, y):
        remember(s, x, y)
    s.stale = 1
    note_wall(s, by)


@kernel
def note_wall(s: Any, by: int) -> None:
    """V29: count all walls that an entity breaks in its turn as one event."""
    for i in range(s.logged):
        if s.log[i].what == Event.WALL_BROKEN and s.log[i].who == by:
            s.log[i].value += 1
            return
    note(s, Event.WALL_BROKEN, by, 1)


@kernel
def note(s: Any, what: int, who: int, value: int) -> None:
    """V29: log an event: its kind, the entity it concerns, and a number."""
    if s.logged < LOG:
        entry = s.log[s.logged]
        entry.what = what
        entry.who = who
        entry.kind = s.entities[who].kind
        entry.value = value
        s.logged += 1


@kernel
def show(
    s: Any, e: int, module: int, from_x: int, from_y: int, to_x: int, to_y: int, hit: bool
) -> None:
    """Record that an entity used a module on a square, and pause, if the step is filmed."""
    if s.halt == 0:
        return
    shown = s.animation
    shown.by = e
    shown.module = module
    shown.from_x = from_x
    shown.from_y = from_y
    shown.to_x = to_x
    shown.to_y = to_y
    shown.hit = hit
    pause(s)


@kernel
def show_before(s: Any, e: int) -> None:
    """Pause before a visible entity moves or uses a module, if the step is filmed."""
    x, y = s.entities[e].x, s.entities[e].y
    if s.halt != 0 and sees(s, x, y):
        show(s, e, EMPTY, x, y, x, y, True)


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
        break_wall(s, e, x, y, damage)
        return
    if tool.teleport > 0:
        exchange(s, e, target)
    if tool.analyze > 0:
        analyze(setup, s, e, target, tool.analyze)
    if tool.short > 0 and s.entities[target].shorted == FREE:
        s.entities[target].shorted = AFFECTED
        note(s, Event.SHORTED, target, 0)
    if tool.stall > 0 and s.entities[target].stalled == FREE:
        s.entities[target].stalled = AFFECTED
        note(s, Event.STALLED, target, 0)
    if damage > 0:
        hurt(setup, s, e, target, damage)


@kernel
def pass_effects(s: Any, e: int) -> None:
    """V15: stall and short end with the entity's turn, and it is safe from them for another."""
    entity = s.entities[e]
    entity.stalled = IMMUNE if entity.stalled == AFFECTED else FREE
    entity.shorted = IMMUNE if entity.shorted == AFFECTED else FREE


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
    elif data > 0:
        note(s, Event.STOLEN, e, data)


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
