"""Damage, destruction, and the data they bring (V2, V6, V8)."""

from typing import Any

from cogarena.envs.core.jit import kernel
from cogarena.envs.rover.log import note
from cogarena.envs.rover.sight import is_known, remember
from cogarena.envs.rover.state import MEMORY, ROVER, Event, Outcome, Reward
from cogarena.envs.rover.tables import KIND, PLANETS, Nature, Terrain, Thing

FLOOR = int(Terrain.FLOOR)
FAUNA, WARDEN = int(Nature.FAUNA), int(Nature.WARDEN)
DATUM_REWARD = 1.0  # V28
FACTORY_REWARD, SPARSE_REWARD = 20.0, 1.0  # V28


@kernel
def hurt(setup: Any, s: Any, by: int, target: int, damage: int) -> None:
    """V6: shielding absorbs damage one for one, the rest hits integrity; at 0 it is destroyed."""
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
    """V22: fauna that is hurt turns hostile; machines know where it came from."""
    if KIND[s.entities[e].kind].nature == FAUNA:
        s.entities[e].hostile = 1
    if s.entities[e].hostile == 1:
        s.entities[e].alert = MEMORY


@kernel
def destroy(setup: Any, s: Any, by: int, e: int) -> None:
    """V2, V8, V22: the rover's end ends the campaign; of others a wreck remains."""
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
    """V8, V28: data come in, up to the maximum, and are rewarded; how many."""
    rover = s.entities[ROVER]
    gained = min(found, KIND[rover.kind].datum - rover.datum)
    rover.datum += gained
    s.gathered += gained
    if setup.reward_kind == Reward.DATA:
        s.reward[0] += DATUM_REWARD * gained
    return gained


@kernel
def shut_factory(setup: Any, s: Any) -> None:
    """V3, V28: without its warden the factory stops; the last one wins the campaign."""
    s.shut = 1
    s.factories += 1
    s.reward[0] += FACTORY_REWARD if setup.reward_kind == Reward.DATA else SPARSE_REWARD
    note(s, Event.FACTORY_SHUT, ROVER, s.factories)
    if is_last_planet(setup, s):
        end(s, Outcome.WON)


@kernel
def is_last_planet(setup: Any, s: Any) -> bool:
    """The campaign ends here."""
    return s.planet + 1 == min(setup.first_planet + setup.planets, PLANETS)


@kernel
def end(s: Any, outcome: int) -> None:
    """The campaign is over; what came first counts."""
    if s.outcome == Outcome.OPEN:
        s.outcome = outcome
        s.terminated = True
        s.pending = 0


@kernel
def break_wall(s: Any, x: int, y: int, damage: int) -> None:
    """V20: damage wears a wall down; at integrity 0 it is floor."""
    s.wall[y, x] -= min(damage, s.wall[y, x])
    if s.wall[y, x] > 0:
        return
    s.terrain[y, x] = FLOOR
    s.barred[y] &= ~(1 << int(x))
    if is_known(s, x, y):
        remember(s, x, y)
    s.dim = 1
    note(s, Event.WALL_BROKEN, ROVER, 0)
