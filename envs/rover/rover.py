"""The rover's own turn: its legal actions and their effects (V9–V11, V18, V23, V27)."""

from typing import Any

from cogarena.envs.core.grid import DIRECTIONS, DX, DY
from cogarena.envs.core.header import PASS
from cogarena.envs.core.jit import kernel
from cogarena.envs.rover.abilities import activate, affords, is_hostile, is_target, move_to
from cogarena.envs.rover.effects import end, note
from cogarena.envs.rover.modules import (
    EMPTY,
    MODULE,
    SPARE,
    Targeting,
    empty,
    free_place,
    install,
    put_away,
    wears_out,
)
from cogarena.envs.rover.sites import arrive, can_use, use_here
from cogarena.envs.rover.state import ACTIONS, BAG, NOWHERE, ROVER, SLOTS, Event, Outcome
from cogarena.envs.rover.tables import CHASSIS
from cogarena.envs.rover.vision import blocks, is_free, sees

INTERNAL, BURST, LOCAL = int(Targeting.INTERNAL), int(Targeting.BURST), int(Targeting.LOCAL)
RANGED, PIERCING = int(Targeting.RANGED), int(Targeting.PIERCING)
MOVE, AIM, ACTIVATE = ACTIONS.start("move"), ACTIONS.start("aim"), ACTIONS.start("activate")
TOGGLE, INSTALL = ACTIONS.start("toggle"), ACTIONS.start("install")
REMOVE, DROP, USE = ACTIONS.start("remove"), ACTIONS.start("drop"), ACTIONS.start("use")
WAIT_COST = 1  # V4


@kernel
def legal_turn(setup: Any, s: Any, mask: Any) -> None:
    """V27: the legal actions. A shorted rover can only wait, move and toggle (V15)."""
    mask[PASS] = 1
    mask[TOGGLE] = s.toggled == 0
    for direction in range(DIRECTIONS):
        mask[MOVE + direction] = can_move(s, direction) or can_bump(s, direction)
    if s.entities[ROVER].shorted == 1:
        return
    for slot in range(SLOTS):
        legal_for_slot(s, slot, mask)
    legal_in_bag(s, mask)
    mask[USE] = can_use(setup, s)


@kernel
def legal_for_slot(s: Any, slot: int, mask: Any) -> None:
    """The uses of the module in a slot, and removing it."""
    module = s.slots[slot].module
    if module == EMPTY:
        return
    mask[REMOVE + slot] = free_place(s) != NOWHERE
    if not affords(s, ROVER, MODULE[module].cost):
        return
    targeting = MODULE[module].targeting
    if targeting in (INTERNAL, BURST):
        mask[ACTIVATE + slot] = 1
    elif targeting in (RANGED, PIERCING):
        for direction in range(DIRECTIONS):
            mask[AIM + slot * DIRECTIONS + direction] = has_target(s, module, direction)


@kernel
def legal_in_bag(s: Any, mask: Any) -> None:
    """V10, V11: modules fit into the slots of the chassis, a transport module into its mount."""
    slots = CHASSIS[s.entities[ROVER].kind].slots
    for b in range(BAG):
        module = s.bag[b].module
        if module == EMPTY:
            continue
        mask[DROP + b] = 1
        for slot in range(1 if module == SPARE else slots):
            mask[INSTALL + b * SLOTS + slot] = 1


@kernel
def can_move(s: Any, direction: int) -> bool:
    """V11, V13: the square is free, the transport module usable, and the rover not stalled."""
    rover = s.entities[ROVER]
    if rover.stalled == 1 or s.transport.durability == 0:
        return False
    if not affords(s, ROVER, CHASSIS[rover.kind].transport):
        return False
    return is_free(s, rover.x + DX[direction], rover.y + DY[direction])


@kernel
def can_bump(s: Any, direction: int) -> bool:
    """V18: a target of the chosen kind is there, and a local module can be used."""
    rover = s.entities[ROVER]
    x, y = rover.x + DX[direction], rover.y + DY[direction]
    if rover.shorted == 1 or not is_target(s, x, y) or local_slot(s) == NOWHERE:
        return False
    who = s.who[y, x] - 1
    return s.all_targets == 1 or (who != NOWHERE and is_hostile(s, who))


@kernel
def local_slot(s: Any) -> int:
    """V18: the first slot with an affordable local module, or NOWHERE."""
    for slot in range(SLOTS):
        module = s.slots[slot].module
        if (
            module != EMPTY
            and MODULE[module].targeting == LOCAL
            and affords(s, ROVER, MODULE[module].cost)
        ):
            return slot
    return NOWHERE


@kernel
def has_target(s: Any, module: int, direction: int) -> bool:
    """V19: there is a visible target in that direction within range."""
    x, y = s.entities[ROVER].x, s.entities[ROVER].y
    for _ in range(MODULE[module].reach):
        x += DX[direction]
        y += DY[direction]
        if not sees(s, x, y):
            return False
        if is_target(s, x, y):
            return True
        if blocks(s, x, y):
            return False
    return False


@kernel
def take_turn(setup: Any, s: Any, action: int) -> None:
    """V1: apply the rover's action."""
    if action == PASS:
        wait(s)
    elif action < AIM:
        move_or_bump(setup, s, action - MOVE)
    elif action < ACTIVATE:
        slot, direction = (action - AIM) // DIRECTIONS, (action - AIM) % DIRECTIONS
        use_slot(setup, s, slot, direction)
    elif action < TOGGLE:
        use_slot(setup, s, action - ACTIVATE, 0)
    elif action < REMOVE:
        install(s, (action - INSTALL) // SLOTS, (action - INSTALL) % SLOTS)
    elif action < DROP:
        put_away(s, action - REMOVE)
    elif action < USE:
        empty(s.bag[action - DROP])
    else:
        use_here(setup, s)


@kernel
def wait(s: Any) -> None:
    """V4: waiting costs energy; at 0 the rover is lost."""
    s.entities[ROVER].energy -= WAIT_COST
    if s.entities[ROVER].energy <= 0:
        note(s, Event.DESTROYED, ROVER, s.entities[ROVER].kind)
        end(s, Outcome.LOST)


@kernel
def move_or_bump(setup: Any, s: Any, direction: int) -> None:
    """V13, V18: move onto a free square, or use a local module on what is there."""
    rover = s.entities[ROVER]
    x, y = rover.x + DX[direction], rover.y + DY[direction]
    if not is_free(s, x, y):
        use_slot(setup, s, local_slot(s), direction)
        return
    rover.energy -= CHASSIS[rover.kind].transport
    move_to(s, ROVER, x, y)
    arrive(s)
    if wears_out(s.transport):
        note(s, Event.DISINTEGRATED, ROVER, SPARE)


@kernel
def use_slot(setup: Any, s: Any, slot: int, direction: int) -> None:
    """V9: use a module once; it wears, and a teleported rover picks up what it lands on."""
    module = s.slots[slot].module
    x, y = s.entities[ROVER].x, s.entities[ROVER].y
    activate(setup, s, ROVER, module, direction)
    if s.entities[ROVER].x != x or s.entities[ROVER].y != y:
        arrive(s)
    if wears_out(s.slots[slot]):
        note(s, Event.DISINTEGRATED, ROVER, module)
