"""The course of an episode of RoveR. Ids such as V1 are those of RULES.md."""

from typing import Any

import numpy as np

from cogarena.envs.core.grid import inside
from cogarena.envs.core.header import ask, begin_step, is_asked, over
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.rng import below, seed_rng
from cogarena.envs.rover.abilities import move_to
from cogarena.envs.rover.modules import EMPTY, MODULE, mount_transport, stow
from cogarena.envs.rover.others import others_act
from cogarena.envs.rover.planet import land
from cogarena.envs.rover.rover import TOGGLE, legal_turn, take_turn
from cogarena.envs.rover.sites import thing_here
from cogarena.envs.rover.state import BAG, ROVER, SLOTS, Decision, Start
from cogarena.envs.rover.tables import CHASSIS, KIND, Terrain, Thing
from cogarena.envs.rover.vision import is_free, look_around

WARDEN = 1  # the first entity after the rover
ARENA = 3  # greatest distance from the warden of a start in the factory
FRESH_LEVELS = 2**31 - 1  # number of levels if the setting `levels` is 0


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
    if action == TOGGLE:  # V18: takes no turn
        s.all_targets = 1 - s.all_targets
        s.toggled = 1
        return
    planet = s.planet
    take_turn(setup, s, action)
    s.entities[ROVER].stalled = s.entities[ROVER].shorted = 0
    if s.stale == 1:
        look_around(setup, s)
    if not over(s) and s.planet == planet:
        others_act(setup, s)
    if not over(s):
        end_turn(setup, s)


@kernel
def end_turn(setup: Any, s: Any) -> None:
    """V3, V4: the pod restores energy; the next turn begins unless this was the last."""
    if s.stale == 1:
        look_around(setup, s)
    if thing_here(s) == Thing.POD:
        s.entities[ROVER].energy = KIND[s.entities[ROVER].kind].energy
    s.toggled = 0
    if s.turn == setup.turns:
        s.truncated = True
        s.pending = 0
    else:
        s.turn += 1
