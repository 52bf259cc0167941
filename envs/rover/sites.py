"""Caches, sites and the pod on the rover's square (V3, V22, V23)."""

from typing import Any

from cogarena.envs.core.jit import kernel
from cogarena.envs.rover.log import note
from cogarena.envs.rover.modules import free_place, mount_transport, stow
from cogarena.envs.rover.planet import land, random_module
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
from cogarena.envs.rover.vision import remember, reveal

CHASSIS_COUNT = len(Chassis)
CACHE = int(Thing.CACHE)


@kernel
def thing_here(s: Any) -> int:
    """The Thing the rover stands on."""
    return s.thing[s.entities[ROVER].y, s.entities[ROVER].x]


@kernel
def replace_here(s: Any, thing: int) -> None:
    """Replace the Thing on the rover's square."""
    x, y = s.entities[ROVER].x, s.entities[ROVER].y
    s.thing[y, x] = thing
    remember(s, x, y)


@kernel
def arrive(s: Any) -> None:
    """V22: pick up a module if the bag has room; a hull repair restores integrity."""
    thing = thing_here(s)
    if thing > CACHE and free_place(s) != NOWHERE:
        module = thing - CACHE
        replace_here(s, Thing.NOTHING)
        stow(s, module)
        note_found(s, module)
    elif thing == Thing.HULL_REPAIR and is_damaged(s):
        s.tally.hull_repairs += 1
        repair_hull(s, HULL_REPAIR)
        replace_here(s, Thing.NOTHING)


@kernel
def note_found(s: Any, module: int) -> None:
    """V29: tell that the rover has a new module."""
    s.tally.modules_found += 1
    note(s, Event.FOUND, ROVER, module, 0)


@kernel
def is_damaged(s: Any) -> bool:
    """The rover's integrity is below its maximum."""
    return s.entities[ROVER].integrity < KIND[s.entities[ROVER].kind].integrity


@kernel
def repair_hull(s: Any, most: int) -> None:
    """V14: restore integrity up to the maximum."""
    rover = s.entities[ROVER]
    repaired = min(most, KIND[rover.kind].integrity - rover.integrity)
    rover.integrity += repaired
    s.tally.integrity_from_hulls += repaired
    note(s, Event.HULL_REPAIRED, ROVER, repaired, 0)


@kernel
def can_use(setup: Any, s: Any) -> bool:
    """V3, V23: the rover is on a site it can afford, or in its pod with the factory shut down."""
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
    """V23: the price of a site in data."""
    if thing == Thing.FOUNDRY:
        return CHASSIS[s.entities[ROVER].kind + 1].price
    if thing == Thing.WORKSHOP:
        return WORKSHOP_PRICE
    return REPAIR_PRICE if thing == Thing.REPAIR_BAY else OBSERVATORY_PRICE


@kernel
def use_here(setup: Any, s: Any) -> None:
    """V3, V23: launch, or pay for the site and use it; it closes."""
    thing = thing_here(s)
    if thing == Thing.POD:
        s.planet += 1
        s.tally.launches += 1
        land(setup, s)
        return
    paid = price(s, thing)
    s.entities[ROVER].datum -= paid
    s.tally.data_spent += paid
    replace_here(s, Thing.CLOSED_SITE)
    note(s, Event.SITE_USED, ROVER, thing, paid)
    if thing == Thing.FOUNDRY:
        s.tally.foundries += 1
        change_chassis(s)
    elif thing == Thing.WORKSHOP:
        s.tally.workshops += 1
        module = random_module(s)
        stow(s, module)
        note_found(s, module)
    elif thing == Thing.REPAIR_BAY:
        s.tally.repair_bays += 1
        repair_hull(s, KIND[s.entities[ROVER].kind].integrity)
    else:
        s.tally.observatories += 1
        reveal(setup, s)


@kernel
def change_chassis(s: Any) -> None:
    """V8: take the next chassis; energy, integrity and shielding rise with their maxima."""
    rover = s.entities[ROVER]
    old, new = KIND[rover.kind], KIND[rover.kind + 1]
    rover.kind += 1
    rover.energy += new.energy - old.energy
    rover.integrity += new.integrity - old.integrity
    rover.shielding += new.shielding - old.shielding
    mount_transport(s)
