"""What modules do (V12–V19), for the rover and for all other entities, and what follows from it.

That is damage, destruction and data (V2, V6, V8).
"""

from typing import Any

from cogarena.envs.core.grid import DX, DY, inside
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.records import frozen
from cogarena.envs.core.rng import below
from cogarena.envs.rover.log import note, note_wall, show
from cogarena.envs.rover.modules import MODULE, Targeting
from cogarena.envs.rover.state import (
    AFFECTED,
    BROKEN,
    FREE,
    FRESH,
    IMMUNE,
    MEMORY,
    MOVED,
    NOWHERE,
    ROVER,
    Event,
    Outcome,
    Reward,
)
from cogarena.envs.rover.tables import KIND, PLANETS, Nature, Terrain, Thing
from cogarena.envs.rover.vision import blocks, remember_change

FLOOR = int(Terrain.FLOOR)
MACHINE, WARDEN = int(Nature.MACHINE), int(Nature.WARDEN)
FAUNA = int(Nature.FAUNA)
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
    lost = min(damage - absorbed, it.integrity)
    it.shielding -= absorbed
    it.integrity -= lost
    note(s, Event.HIT, target, damage, absorbed)
    if by == ROVER:
        s.tally.damage_dealt += absorbed + lost
    if target == ROVER:
        s.tally.damage_taken += lost
        s.tally.damage_absorbed += absorbed
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
    if e == ROVER:
        note(s, Event.DESTROYED, e, 0, 0)
        end(s, Outcome.LOST)
        return
    gained = gain_data(setup, s, it.datum) if by == ROVER else 0
    note(s, Event.DESTROYED, e, gained, 0)
    if by == ROVER:
        count_destroyed(s, KIND[it.kind].nature, gained)
    it.datum = 0
    x, y = it.x, it.y
    s.who[y, x] = 0
    if s.thing[y, x] == Thing.NOTHING:
        s.thing[y, x] = Thing.WRECK
        remember_change(s, x, y)
    if KIND[it.kind].nature == WARDEN:
        shut_factory(setup, s, by)


@kernel
def count_destroyed(s: Any, nature: int, gained: int) -> None:
    """Count what the rover destroyed."""
    s.tally.data_by_fighting += gained
    if nature in (MACHINE, WARDEN):
        s.tally.machines_destroyed += 1
    elif nature == FAUNA:
        s.tally.fauna_destroyed += 1
    else:
        s.tally.still_destroyed += 1


@kernel
def gain_data(setup: Any, s: Any, found: int) -> int:
    """V8, V28: add data up to the maximum, with their reward; returns how many were added."""
    rover = s.entities[ROVER]
    gained = min(found, KIND[rover.kind].datum - rover.datum)
    rover.datum += gained
    s.gathered += gained
    s.tally.data_lost += found - gained
    if setup.reward_kind == Reward.DATA:
        s.reward[0] += DATUM_REWARD * gained
    return gained


@kernel
def shut_factory(setup: Any, s: Any, by: int) -> None:
    """V3, V28: the factory shuts down with its warden; the last one wins the campaign."""
    s.shut = 1
    s.factories += 1
    s.reward[0] += FACTORY_REWARD if setup.reward_kind == Reward.DATA else SPARSE_REWARD
    note(s, Event.FACTORY_SHUT, by, s.factories, 0)
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
    lost = min(damage, s.wall[y, x])
    s.wall[y, x] -= lost
    if s.wall[y, x] > 0:
        if lost > 0:
            remember_change(s, x, y)
            note_wall(s, Event.WALL_HIT, by, x, y, lost)
        return
    s.terrain[y, x] = FLOOR
    s.barred[y] &= ~(1 << int(x))
    remember_change(s, x, y)
    if s.stale == FRESH:
        s.stale = BROKEN
    note_wall(s, Event.WALL_BROKEN, by, x, y, 1)
    if by == ROVER:
        s.tally.walls_broken += 1


@kernel
def activate(setup: Any, s: Any, e: int, module: int, direction: int) -> None:
    """V12: pay, then apply the effects on the user, then those on each target."""
    tool = MODULE[module]
    note(s, Event.USED, e, module, 0)
    s.entities[e].energy -= tool.cost
    if e == ROVER:
        s.tally.energy_spent += tool.cost
        s.tally.modules_used += 1
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
    repaired = min(tool.repair, most.integrity - me.integrity)
    shielded = min(tool.shield, most.shielding - me.shielding)
    charged = min(tool.generate, most.energy - me.energy)
    if repaired > 0:
        me.integrity += repaired
        note(s, Event.REPAIRED, e, repaired, 0)
    if shielded > 0:
        me.shielding += shielded
        note(s, Event.SHIELDED, e, shielded, 0)
    if charged > 0:
        me.energy += charged
        note(s, Event.CHARGED, e, charged, 0)
    if e == ROVER:
        s.tally.integrity_repaired += repaired
        s.tally.shielding_restored += shielded
        s.tally.energy_generated += charged


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
    if e == ROVER and target != NOWHERE:
        count_shot(s, module, hit)
    if hit:
        affect(setup, s, e, module, target, x, y)
    else:
        note(s, Event.MISSED, e, module, s.entities[target].kind)
    show(s, e, module, from_x, from_y, x, y, hit)


@kernel
def count_shot(s: Any, module: int, hit: bool) -> None:
    """Count a hit or a miss of the rover."""
    s.tally.hits += hit
    s.tally.long_hits += hit and MODULE[module].targeting in (RANGED, PIERCING)
    s.tally.misses += not hit


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
        note(s, Event.SHORTED, target, 0, 0)
        s.tally.shorts += e == ROVER
        s.tally.times_shorted += target == ROVER
    if tool.stall > 0 and s.entities[target].stalled == FREE:
        s.entities[target].stalled = AFFECTED
        note(s, Event.STALLED, target, 0, 0)
        s.tally.stalls += e == ROVER
        s.tally.times_stalled += target == ROVER
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
        gained = gain_data(setup, s, data)
        s.tally.data_by_analysis += gained
        note(s, Event.ANALYZED, target, gained, data - gained)
    elif data > 0:
        note(s, Event.STOLEN, e, data, s.entities[target].kind)
        if target == ROVER:
            s.tally.data_stolen += data


@kernel
def exchange(s: Any, e: int, target: int) -> None:
    """V16: two entities swap places."""
    me, it = s.entities[e], s.entities[target]
    me.x, it.x = it.x, me.x
    me.y, it.y = it.y, me.y
    s.who[me.y, me.x] = e + 1
    s.who[it.y, it.x] = target + 1
    if ROVER in (e, target):
        s.stale = MOVED
    if e == ROVER:
        s.tally.teleports += 1
    note(s, Event.TELEPORTED, e, target, it.kind)


@kernel
def move_to(s: Any, e: int, x: int, y: int) -> None:
    """V13: move an entity to a free square."""
    me = s.entities[e]
    s.who[me.y, me.x] = 0
    me.x, me.y = x, y
    s.who[y, x] = e + 1
    if e == ROVER:
        s.stale = MOVED


@kernel
def is_hostile(s: Any, e: int) -> bool:
    """The entity is hostile to the rover."""
    return s.entities[e].hostile == 1


@kernel
def affords(s: Any, e: int, cost: int) -> bool:
    """V4: the cost must be less than the remaining energy."""
    return cost < s.entities[e].energy
