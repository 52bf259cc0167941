"""The steps of a turn that all variants share, up to the weapons, and how they ask."""

from enum import IntEnum
from typing import Any

from cogarena.envs.core.jit import kernel
from cogarena.envs.rally.damage import deal_damage, lose_options, remove_destroyed
from cogarena.envs.rally.deck import deal, discard_hands, is_locked
from cogarena.envs.rally.floor import Belt
from cogarena.envs.rally.machines import run_belts, run_pushers, turn_gears
from cogarena.envs.rally.programming import (
    ask_gyroscopes,
    ask_programs,
    ask_recompile,
    ask_stores,
)
from cogarena.envs.rally.registers import begin_phase, move_robots
from cogarena.envs.rally.reveal import ask_aborts, ask_swaps
from cogarena.envs.rally.turns import ask_power_down, begin_turn
from cogarena.envs.rally.watching import halts


class Phase(IntEnum):
    """The steps every game's own list of steps begins with."""

    BEGIN = 0
    RECOMPILE = 1
    PROGRAM = 2
    STORE = 3
    ANNOUNCE = 4
    GYROSCOPE = 5
    REVEAL = 6  # from here on for each register
    SWAP = 7
    MOVE = 8
    MACHINES = 9
    SETTLE = 10


@kernel
def run_phase(floor: Any, r: Any, phase: int) -> bool:
    """One shared step of the turn; true if it must ask before it can go on."""
    if phase == Phase.BEGIN:
        asks = begin(r)
    elif phase == Phase.RECOMPILE:
        asks = recompile_hands(floor, r)
    elif phase == Phase.PROGRAM:
        asks = ask_programs(r)
    elif phase == Phase.STORE:
        asks = store_cards(floor, r)
    elif phase == Phase.ANNOUNCE:
        asks = ask_power_down(floor, r)
    elif phase == Phase.GYROSCOPE:
        asks = ask_gyroscopes(floor, r)
    elif phase == Phase.REVEAL:
        asks = reveal(floor, r)
    elif phase == Phase.SWAP:
        asks = ask_swaps(floor, r)
    elif phase == Phase.MOVE:
        asks = move_robots(floor, r)
    elif phase == Phase.MACHINES:
        asks = run_machines(floor, r)
    else:
        asks = lose_options(floor, r)
    return asks


@kernel
def begin(r: Any) -> bool:
    """RR8, RR2, RR3: power down, shuffle and deal."""
    begin_turn(r)
    deal(r)
    return False


@kernel
def recompile_hands(floor: Any, r: Any) -> bool:
    """Recompile: new hands, and the damage they cost."""
    if ask_recompile(floor, r) or deal_damage(floor, r):
        return True
    remove_destroyed(r)
    return lose_options(floor, r)


@kernel
def store_cards(floor: Any, r: Any) -> bool:
    """RR2: cards left over are kept by options or discarded."""
    if ask_stores(floor, r):
        return True
    discard_hands(r)
    return False


@kernel
def reveal(floor: Any, r: Any) -> bool:
    """RR10: a new register; the cards in it are public now."""
    if r.cursor == 0:
        begin_phase(r)
    return ask_aborts(floor, r)


@kernel
def run_machines(floor: Any, r: Any) -> bool:
    """RR15 to RR19: express belts, all belts, pushers, gears; true if a watcher halts them."""
    run_belts(floor, r, Belt.EXPRESS)
    if halts(r):
        return True
    run_belts(floor, r, Belt.NORMAL)
    if halts(r):
        return True
    run_pushers(floor, r)
    if halts(r):
        return True
    turn_gears(floor, r)
    return False


@kernel
def hand_over(s: Any) -> None:
    """The engine's question becomes the environment's."""
    s.to_act = s.rally.to_act
    s.decision = s.rally.robots[s.rally.to_act].asked
    s.pending = s.rally.pending


@kernel
def is_public(r: Any, stage: int, clean_up: int, i: int, k: int) -> bool:
    """RR10: a register is public once it is revealed, and while it is locked.

    `clean_up` is the game's first stage after the last register.
    """
    revealed = stage >= Phase.REVEAL and k <= r.register
    return revealed or stage >= clean_up or is_locked(r.robots[i], k)
