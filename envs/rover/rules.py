"""The course of an episode of RoveR, and the rover's own turn: its legal actions and their effects.

Ids such as V1 are those of RULES.md.
"""

from typing import Any

import numpy as np

from cogarena.envs.core.grid import DIRECTIONS, DX, DY, inside
from cogarena.envs.core.header import PASS, ask, begin_step, is_asked, over
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.rng import below, seed_rng
from cogarena.envs.rover.effects import (
    activate,
    affords,
    end,
    is_hostile,
    is_target,
    move_to,
    pass_effects,
)
from cogarena.envs.rover.log import note
from cogarena.envs.rover.modules import (
    EMPTY,
    MODULE,
    SPARE,
    Targeting,
    empty,
    free_place,
    install,
    mount_transport,
    put_away,
    stow,
    wears_out,
)
from cogarena.envs.rover.others import others_act
from cogarena.envs.rover.planet import land
from cogarena.envs.rover.sites import arrive, can_use, thing_here, use_here
from cogarena.envs.rover.state import (
    ACTIONS,
    AFFECTED,
    BAG,
    FRESH,
    NOWHERE,
    ROVER,
    SLOTS,
    Decision,
    Event,
    Outcome,
    Start,
)
from cogarena.envs.rover.tables import CHASSIS, KIND, Terrain, Thing
from cogarena.envs.rover.vision import blocks, is_free, look_around, sees

WARDEN = 1  # the first entity after the rover
ARENA = 3  # greatest distance from the warden of a start in the factory
FRESH_LEVELS = 2**31 - 1  # number of levels if the setting `levels` is 0

INTERNAL, BURST, LOCAL = int(Targeting.INTERNAL), int(Targeting.BURST), int(Targeting.LOCAL)
RANGED, PIERCING = int(Targeting.RANGED), int(Targeting.PIERCING)
MOVE, AIM, ACTIVATE = ACTIONS.start("move"), ACTIONS.start("aim"), ACTIONS.start("activate")
TOGGLE, INSTALL = ACTIONS.start("toggle"), ACTIONS.start("install")
REMOVE, DROP, USE = ACTIONS.start("remove"), ACTIONS.start("drop"), ACTIONS.start("use")
SELECT = ACTIONS.start("select")
WAIT_COST = 1  # V4


@kernel
def init(setup: Any, s: Any, seed: int) -> None:
    """Put a new rover on the first planet."""
    seed_rng(s, seed)
    s.level = choose_level(setup, s)
    s.planet = setup.first_planet
    rover = s.entities[ROVER]
    rover.kind = setup.chassis
    rover.integrity = KIND[rover.kind].integrity
    rover.energy = KIND[rover.kind].energy
    rover.shielding = KIND[rover.kind].shielding
    mount_transport(s)
    equip(setup, s)
    land(setup, s)
    if setup.start == Start.FACTORY:
        enter_factory(setup, s)
    s.turn = 1
    ask(s, 0, Decision.TURN)


@kernel
def choose_level(setup: Any, s: Any) -> Any:
    """A random level: even ones are for training, odd ones are held out for tests."""
    number = below(s, setup.levels if setup.levels > 0 else FRESH_LEVELS)
    return np.uint64(2 * number + int(setup.held_out))


@kernel
def equip(setup: Any, s: Any) -> None:
    """V10: install the first modules, and put the others into the bag."""
    slots = CHASSIS[setup.chassis].slots
    for i in range(SLOTS + BAG):
        module = setup.modules[i]
        if module == EMPTY:
            return
        if i < slots:
            s.slots[i].module = module
            s.slots[i].durability = MODULE[module].durability
        else:
            stow(s, module)


@kernel
def enter_factory(setup: Any, s: Any) -> None:
    """The setting `start`: begin on a random free square near the warden instead of the pod."""
    warden = s.entities[WARDEN]
    found, to_x, to_y = 0, s.pod_x, s.pod_y
    for y in range(warden.y - ARENA, warden.y + ARENA + 1):
        for x in range(warden.x - ARENA, warden.x + ARENA + 1):
            if not inside(x, y, setup.side, setup.side) or not is_free(s, x, y):
                continue
            if s.terrain[y, x] == Terrain.FLOOR and s.thing[y, x] == Thing.NOTHING:
                found += 1
                # Keep the k-th candidate with probability 1/k: uniform over all.
                if below(s, found) == 0:
                    to_x, to_y = x, y
    if found > 0:
        move_to(s, ROVER, to_x, to_y)
        look_around(setup, s)


@kernel
def legal(setup: Any, s: Any, seat: int, mask: Any) -> None:
    """The legal actions of the rover; none after the end."""
    mask[:] = 0
    if is_asked(s, seat):
        legal_turn(setup, s, mask)


@kernel
def step(setup: Any, s: Any, action: int) -> None:
    """V1: the rover's turn, then that of all other entities, then the end of the turn."""
    begin_step(s)
    s.logged = 0
    if action == TOGGLE or action >= SELECT:  # these take no turn
        set_local(s, action)
        return
    planet = s.planet
    take_turn(setup, s, action)
    pass_effects(s, ROVER)
    if s.stale != FRESH:
        look_around(setup, s)
    if not over(s) and s.planet == planet:
        others_act(setup, s)
    if not over(s):
        end_turn(setup, s)


@kernel
def set_local(s: Any, action: int) -> None:
    """V18: choose on what local modules act, or which of them acts."""
    if action == TOGGLE:
        s.all_targets = 1 - s.all_targets
        s.toggled = 1
    else:
        s.selected = action - SELECT
        s.reselected = 1


@kernel
def end_turn(setup: Any, s: Any) -> None:
    """V3, V4: the pod restores energy; the next turn begins unless this was the last."""
    if s.stale != FRESH:
        look_around(setup, s)
    if thing_here(s) == Thing.POD:
        recharge(s)
    s.toggled = s.reselected = 0
    if s.turn == setup.turns:
        s.truncated = True
        s.pending = 0
    else:
        s.turn += 1


@kernel
def recharge(s: Any) -> None:
    """V4: the pod restores energy to full."""
    rover = s.entities[ROVER]
    restored = KIND[rover.kind].energy - rover.energy
    if restored > 0:
        rover.energy += restored
        s.tally.energy_recharged += restored
        note(s, Event.RECHARGED, ROVER, restored, 0)


@kernel
def legal_turn(setup: Any, s: Any, mask: Any) -> None:
    """V27: the legal actions."""
    mask[PASS] = 1
    mask[TOGGLE] = s.toggled == 0
    for direction in range(DIRECTIONS):
        mask[MOVE + direction] = can_move(s, direction) or can_bump(s, direction)
    for slot in range(SLOTS):
        legal_for_slot(s, slot, mask)
    legal_in_bag(s, mask)
    mask[USE] = can_use(setup, s)


@kernel
def legal_for_slot(s: Any, slot: int, mask: Any) -> None:
    """Selecting or removing the module in a slot, and its uses, of which a short leaves none."""
    module = s.slots[slot].module
    if module == EMPTY:
        return
    mask[REMOVE + slot] = free_place(s) != NOWHERE
    mask[SELECT + slot] = can_select(s, slot)
    if s.entities[ROVER].shorted == AFFECTED or not affords(s, ROVER, MODULE[module].cost):
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
    if rover.stalled == AFFECTED or s.transport.durability == 0:
        return False
    if not affords(s, ROVER, CHASSIS[rover.kind].transport):
        return False
    return is_free(s, rover.x + DX[direction], rover.y + DY[direction])


@kernel
def can_bump(s: Any, direction: int) -> bool:
    """V18: a target of the chosen kind is there, and a local module can be used."""
    rover = s.entities[ROVER]
    x, y = rover.x + DX[direction], rover.y + DY[direction]
    if rover.shorted == AFFECTED or not is_target(s, x, y) or local_slot(s) == NOWHERE:
        return False
    who = s.who[y, x] - 1
    return s.all_targets == 1 or (who != NOWHERE and is_hostile(s, who))


@kernel
def local_slot(s: Any) -> int:
    """V18: the slot that acts on a bump: the selected or else the first that can, or NOWHERE."""
    if can_strike(s, s.selected):
        return int(s.selected)
    for slot in range(SLOTS):
        if can_strike(s, slot):
            return slot
    return NOWHERE


@kernel
def can_strike(s: Any, slot: int) -> bool:
    """The slot holds a local module that the rover can afford."""
    return has_local(s, slot) and affords(s, ROVER, MODULE[s.slots[slot].module].cost)


@kernel
def has_local(s: Any, slot: int) -> bool:
    """The slot holds a local module."""
    module = s.slots[slot].module
    return module != EMPTY and MODULE[module].targeting == LOCAL


@kernel
def can_select(s: Any, slot: int) -> bool:
    """V18: another slot with a local module; once a turn, so that every episode ends."""
    return s.reselected == 0 and slot != s.selected and has_local(s, slot)


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
    elif action < USE:
        change_modules(s, action)
        wait(s)
    else:
        use_here(setup, s)


@kernel
def change_modules(s: Any, action: int) -> None:
    """V10: install a module, remove it, or throw it away; the rover waits meanwhile (V4)."""
    if action < REMOVE:
        b, slot = (action - INSTALL) // SLOTS, (action - INSTALL) % SLOTS
        if s.bag[b].module == SPARE:
            s.tally.transports_mounted += 1
        else:
            s.tally.modules_installed += 1
        install(s, b, slot)
    elif action < DROP:
        s.tally.modules_removed += 1
        put_away(s, action - REMOVE)
    else:
        s.tally.modules_thrown_away += 1
        empty(s.bag[action - DROP])


@kernel
def wait(s: Any) -> None:
    """V4: waiting costs energy; at 0 the rover is lost."""
    s.entities[ROVER].energy -= WAIT_COST
    s.tally.energy_spent += WAIT_COST
    if s.entities[ROVER].energy <= 0:
        note(s, Event.DESTROYED, ROVER, 0, 0)
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
    s.tally.energy_spent += CHASSIS[rover.kind].transport
    s.tally.steps += 1
    s.tally.indoor_steps += s.terrain[y, x] == Terrain.FLOOR
    move_to(s, ROVER, x, y)
    arrive(s)
    wear(s, s.transport, SPARE)


@kernel
def use_slot(setup: Any, s: Any, slot: int, direction: int) -> None:
    """V9: use a module once; it wears, and a teleported rover picks up what it lands on."""
    module = s.slots[slot].module
    x, y = s.entities[ROVER].x, s.entities[ROVER].y
    activate(setup, s, ROVER, module, direction)
    if s.entities[ROVER].x != x or s.entities[ROVER].y != y:
        arrive(s)
    wear(s, s.slots[slot], module)


@kernel
def wear(s: Any, mount: Any, module: int) -> None:
    """V9: a module wears by its use, and disintegrates at last."""
    if wears_out(mount):
        s.tally.modules_worn_out += 1
        note(s, Event.DISINTEGRATED, ROVER, module, 0)
