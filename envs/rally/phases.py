"""A turn: the phases that all variants share, and the loops that run a variant's stages.

A stage returns true while it is unfinished: it asks somebody, or has more to do. A stage that
leads to another one than the next sets `s.stage`.
"""

from enum import IntEnum
from typing import Any

from cogarena.envs.core.header import answered, begin_step, is_asked, over, pause
from cogarena.envs.core.jit import kernel
from cogarena.envs.rally.damage import lose_options, settle_damage
from cogarena.envs.rally.deck import deal, discard_hands
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.log import begin_log
from cogarena.envs.rally.machines import run_machines
from cogarena.envs.rally.programming import (
    ask_gyroscopes,
    ask_programs,
    ask_recompile,
    ask_stores,
)
from cogarena.envs.rally.registers import ask_aborts, ask_swaps, begin_phase, move_robots
from cogarena.envs.rally.state import PLAYED, REVEAL, is_revealed
from cogarena.envs.rally.turns import ask_power_down, begin_turn

# `variant` binds the loops below to each game's own kernels of these names, as core/loops.py does.
run_stage: Any = None  # setup, s → unfinished
legal_answers: Any = None  # setup, s, seat, mask
answer: Any = None  # setup, s, seat, action


class Phase(IntEnum):
    """The stages with which every variant's turn begins."""

    BEGIN = 0
    RECOMPILE = 1
    PROGRAM = 2
    STORE = 3
    ANNOUNCE = 4
    GYROSCOPE = 5
    SWAP = PLAYED  # from here on for each register
    REVEAL = REVEAL
    MOVE = 8
    MACHINES = 9
    SETTLE = 10


def stages(last: Phase, *own: str) -> Any:
    """The `Stage` enum of a variant: the phases up to `last`, then its own stages, by name."""
    shared = [phase.name for phase in Phase if phase <= last]
    return IntEnum("Stage", [*shared, *" ".join(own).split()], start=0)


def legal(setup: Any, s: Any, seat: int, mask: Any) -> None:
    """The answers open to a seat; none if it is not asked."""
    mask[:] = 0
    if is_asked(s, seat):
        legal_answers(setup, s, seat, mask)


def step(setup: Any, s: Any, action: int) -> None:
    """Apply the acting robot's answer; `advance` goes on to the next decision."""
    begin_step(s)
    begin_log(s.rally)
    answer(setup, s, s.to_act, action)
    answered(s.rally)
    hand_over(s)


def advance(setup: Any, s: Any) -> None:
    """Run the stages of the turn until somebody must choose or the game ends.

    A watcher can look whenever a stage or a part of one is done.
    """
    while s.rally.pending == 0 and not over(s):
        stage = s.stage
        if not run_stage(setup, s) and s.stage == stage:
            s.stage += 1
        if s.rally.halt != 0 and s.rally.pending == 0:
            pause(s.rally)
    hand_over(s)


@kernel
def hand_over(s: Any) -> None:
    """The engine's question becomes the environment's."""
    s.to_act = s.rally.to_act
    s.decision = s.rally.robots[s.rally.to_act].asked
    s.pending = s.rally.pending


@kernel
def run_phase(floor: Any, r: Any, phase: int) -> bool:
    """One shared phase of the turn; true while it is unfinished."""
    if phase == Phase.BEGIN:
        unfinished = begin(r)
    elif phase == Phase.RECOMPILE:
        unfinished = recompile_hands(floor, r)
    elif phase == Phase.PROGRAM:
        unfinished = ask_programs(r)
    elif phase == Phase.STORE:
        unfinished = store_cards(floor, r)
    elif phase == Phase.ANNOUNCE:
        unfinished = ask_power_down(floor, r)
    elif phase == Phase.GYROSCOPE:
        unfinished = ask_gyroscopes(floor, r)
    elif phase == Phase.SWAP:
        unfinished = ask_swaps(floor, r)
    elif phase == Phase.REVEAL:
        unfinished = reveal(floor, r)
    elif phase == Phase.MOVE:
        unfinished = move_robots(floor, r)
    elif phase == Phase.MACHINES:
        unfinished = run_machines(floor, r)
    else:
        unfinished = lose_options(floor, r)
    return unfinished


@kernel
def begin(r: Any) -> bool:
    """RR8, RR2, RR3: power down, shuffle and deal."""
    begin_turn(r)
    deal(r)
    return False


@kernel
def recompile_hands(floor: Any, r: Any) -> bool:
    """Recompile: new hands, and the damage they cost."""
    return ask_recompile(floor, r) or settle_damage(floor, r)


@kernel
def store_cards(floor: Any, r: Any) -> bool:
    """RR2: options keep cards that are left over, the others are discarded."""
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
def rewind(r: Any, unfinished: bool) -> bool:
    """Back to the first robot, unless the stage is unfinished; whether it is."""
    if not unfinished:
        r.cursor = 0
    return unfinished


@kernel
def next_register(s: Any) -> bool:
    """RR10: back to the first stage of a register for the next one; false after the last."""
    if s.rally.register == REGISTERS - 1:
        return False
    s.rally.register += 1
    s.stage = Phase.SWAP
    return True


@kernel
def next_turn(setup: Any, s: Any) -> bool:
    """Back to the first stage of a turn; false after the last turn."""
    s.stage = Phase.BEGIN
    if s.turn == setup.turns:
        return False
    s.turn += 1
    return True


@kernel
def is_public(r: Any, stage: int, clean_up: int, i: int, k: int) -> bool:
    """RR10: a register is public once it is revealed, and while it is locked.

    `clean_up` is the game's first stage after the last register.
    """
    return stage >= clean_up or is_revealed(r, stage, r.robots[i], k)
