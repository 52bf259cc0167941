"""Damage, destruction and data (V2, V6, V8), the log of events, and animations."""

from typing import Any

from cogarena.envs.core.header import pause
from cogarena.envs.core.jit import kernel
from cogarena.envs.rover.modules import EMPTY
from cogarena.envs.rover.state import LOG, MEMORY, ROVER, Event, Outcome, Reward
from cogarena.envs.rover.tables import KIND, PLANETS, Nature, Terrain, Thing
from cogarena.envs.rover.vision import is_known, remember, sees

FLOOR = int(Terrain.FLOOR)
FAUNA, WARDEN = int(Nature.FAUNA), int(Nature.WARDEN)
DATUM_REWARD = 1.0  # V28
FACTORY_REWARD, SPARSE_REWARD = 20.0, 1.0  # V28


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
        shut_factory(setup, s)


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
def shut_factory(setup: Any, s: Any) -> None:
    """V3, V28: the factory shuts down with its warden; the last one wins the campaign."""
    s.shut = 1
    s.factories += 1
    s.reward[0] += FACTORY_REWARD if setup.reward_kind == Reward.DATA else SPARSE_REWARD
    note(s, Event.FACTORY_SHUT, ROVER, s.factories)
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
def break_wall(s: Any, x: int, y: int, damage: int) -> None:
    """V20: damage a wall; at integrity 0 it becomes floor."""
    s.wall[y, x] -= min(damage, s.wall[y, x])
    if s.wall[y, x] > 0:
        return
    s.terrain[y, x] = FLOOR
    s.barred[y] &= ~(1 << int(x))
    if is_known(s, x, y):
        remember(s, x, y)
    s.stale = 1
    note(s, Event.WALL_BROKEN, ROVER, 0)


@kernel
def note(s: Any, what: int, who: int, value: int) -> None:
    """Log an event: its kind, the entity it concerns, and a number."""
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
