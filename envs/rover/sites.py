"""What the rover finds where it stands: caches, sites and its pod (V3, V22, V23)."""

from typing import Any

from cogarena.envs.core.jit import kernel
from cogarena.envs.rover.bag import free_place, mount_transport, stow
from cogarena.envs.rover.log import note
from cogarena.envs.rover.planet import land, random_module
from cogarena.envs.rover.sight import remember, reveal
from cogarena.envs.rover.state import NOWHERE, ROVER, Event
from cogarena.envs.rover.tables import (
    CHASSIS,
    FIRST_SITE,
    HULL_REPAIR,
    KIND,
    LAST_SITE,
    OBSERVATORY_PRICE,
    REPAIR_PRICE,
    WORKSHOP_PRICE,
    Chassis,
    Thing,
)

CHASSIS_COUNT = len(Chassis)
CACHE = int(Thing.CACHE)


@kernel
def thing_here(s: Any) -> int:
    """The Thing the rover stands on."""
    return s.thing[s.entities[ROVER].y, s.entities[ROVER].x]


@kernel
def leave_here(s: Any, thing: int) -> None:
    """Let another Thing lie where the rover stands."""
    x, y = s.entities[ROVER].x, s.entities[ROVER].y
    s.thing[y, x] = thing
    remember(s, x, y)


@kernel
def arrive(s: Any) -> None:
    """V22: a cache that is stepped on goes into the bag if there is room; a hull is mended."""
    thing = thing_here(s)
    if thing > CACHE and free_place(s) != NOWHERE:
        module = thing - CACHE
        leave_here(s, Thing.NOTHING)
        stow(s, module)
        note(s, Event.FOUND, ROVER, module)
    elif thing == Thing.HULL_REPAIR and is_dented(s):
        mend_hull(s, HULL_REPAIR)
        leave_here(s, Thing.NOTHING)


@kernel
def is_dented(s: Any) -> bool:
    """The rover's integrity is below its maximum."""
    return s.entities[ROVER].integrity < KIND[s.entities[ROVER].kind].integrity


@kernel
def mend_hull(s: Any, most: int) -> None:
    """V14: integrity comes back, up to the maximum."""
    rover = s.entities[ROVER]
    mended = min(most, KIND[rover.kind].integrity - rover.integrity)
    rover.integrity += mended
    note(s, Event.HULL_REPAIRED, ROVER, mended)


@kernel
def can_use(setup: Any, s: Any) -> bool:
    """V3, V23: the rover stands on a site it can pay, or in its pod with the factory shut."""
    thing = thing_here(s)
    if thing == Thing.POD:
        return s.shut == 1
    if thing == Thing.WORKSHOP and free_place(s) == NOWHERE:
        return False
    if thing == Thing.FOUNDRY and s.entities[ROVER].kind + 1 == CHASSIS_COUNT:
        return False
    return FIRST_SITE <= thing <= LAST_SITE and s.entities[ROVER].datum >= price(s, thing)


@kernel
def price(s: Any, thing: int) -> int:
    """V23: the data a site takes."""
    if thing == Thing.FOUNDRY:
        return CHASSIS[s.entities[ROVER].kind + 1].price
    if thing == Thing.WORKSHOP:
        return WORKSHOP_PRICE
    return REPAIR_PRICE if thing == Thing.REPAIR_BAY else OBSERVATORY_PRICE


@kernel
def use_here(setup: Any, s: Any) -> None:
    """V3, V23: launch, or pay and use the site, which closes."""
    thing = thing_here(s)
    if thing == Thing.POD:
        s.planet += 1
        land(setup, s)
        return
    s.entities[ROVER].datum -= price(s, thing)
    leave_here(s, Thing.CLOSED_SITE)
    note(s, Event.SITE_USED, ROVER, thing)
    if thing == Thing.FOUNDRY:
        change_chassis(s)
    elif thing == Thing.WORKSHOP:
        module = random_module(s)
        stow(s, module)
        note(s, Event.FOUND, ROVER, module)
    elif thing == Thing.REPAIR_BAY:
        mend_hull(s, KIND[s.entities[ROVER].kind].integrity)
    else:
        reveal(setup, s)


@kernel
def change_chassis(s: Any) -> None:
    """V8: the next chassis; energy, integrity and shielding rise as their maxima do."""
    rover = s.entities[ROVER]
    old, new = KIND[rover.kind], KIND[rover.kind + 1]
    rover.kind += 1
    rover.energy += new.energy - old.energy
    rover.integrity += new.integrity - old.integrity
    rover.shielding += new.shielding - old.shielding
    mount_transport(s)
