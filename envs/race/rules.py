"""The race: a turn as a list of the engine's phases. Ids such as RR29 are those of the rally."""

from typing import Any

from cogarena.envs.core.header import answered, begin_step, is_asked, over
from cogarena.envs.core.jit import kernel
from cogarena.envs.race.state import Reward, Stage
from cogarena.envs.rally.damage import (
    deal_damage,
    lose_options,
    remove_destroyed,
)
from cogarena.envs.rally.deck import wipe_registers
from cogarena.envs.rally.fire import fire_board_lasers, fire_main_lasers, fire_rear_lasers
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.options import CLASSIC_DECK
from cogarena.envs.rally.phases import hand_over, run_phase
from cogarena.envs.rally.prizes import everybody_is_out, share_prize
from cogarena.envs.rally.questions import answer, legal_answers
from cogarena.envs.rally.sites import repair_robots, touch, trip_breakers
from cogarena.envs.rally.turns import ask_stay_down, deal_options, place_robots, reenter, set_up
from cogarena.envs.rally.watching import halts, is_halted
from cogarena.envs.rally.weapons import aim_weapons, weapon_effects


@kernel
def init(setup: Any, s: Any, seed: Any) -> None:
    """Robots on their docks; `advance` goes on to the first decision."""
    set_up(s, seed, setup.robots, CLASSIC_DECK)
    place_robots(setup.floor, s.rally)
    deal_options(s.rally, setup.options)


@kernel
def legal(setup: Any, s: Any, seat: int, mask: Any) -> None:
    """The answers open to a seat; none if it is not asked."""
    mask[:] = 0
    if is_asked(s, seat):
        legal_answers(setup.floor, s.rally, seat, mask)


@kernel
def step(setup: Any, s: Any, action: int) -> None:
    """Apply the acting robot's answer; `advance` goes on to the next decision."""
    begin_step(s)
    s.rally.logged = 0
    answer(setup.floor, s.rally, s.to_act, action)
    answered(s.rally)


@kernel
def advance(setup: Any, s: Any) -> None:
    """Run the steps of the turn until somebody must choose or the race ends."""
    while s.rally.pending == 0 and not over(s) and not is_halted(s.rally):
        if not run_stage(setup, s):
            s.stage += 1
            halts(s.rally)
    hand_over(s)


@kernel
def run_stage(setup: Any, s: Any) -> bool:
    """One step of the turn; true if it must ask before it can go on."""
    floor = setup.floor
    r = s.rally
    if s.stage <= Stage.SETTLE:
        asks = run_phase(floor, r, s.stage)
    elif s.stage == Stage.AIM:
        asks = aim(floor, r)
    elif s.stage == Stage.FIRE:
        asks = fire_main_lasers(floor, r)
    elif s.stage == Stage.DAMAGE:
        asks = damage_robots(floor, r)
    elif s.stage == Stage.TOUCH:
        asks = end_register(setup, s)
    elif s.stage == Stage.CLEAN_UP:
        asks = clean_up(floor, r)
    elif s.stage == Stage.STAY_DOWN:
        asks = ask_stay_down(floor, r)
    else:
        asks = end_turn(setup, s)
    return asks


@kernel
def aim(floor: Any, r: Any) -> bool:
    """Robots choose their weapons; what nobody chooses fires."""
    if aim_weapons(floor, r):
        return True
    fire_board_lasers(floor, r)
    fire_rear_lasers(floor, r)
    return False


@kernel
def damage_robots(floor: Any, r: Any) -> bool:
    """RR22: damage, then what else weapons do, then the destroyed are removed."""
    if deal_damage(floor, r):
        return True
    weapon_effects(floor, r)
    remove_destroyed(r)
    return False


@kernel
def end_register(setup: Any, s: Any) -> bool:
    """RR23, RR29: touch flags, see who has won, then the next register or the clean-up."""
    r = s.rally
    if lose_options(setup.floor, r):
        return True
    touch_flags(setup, s)
    if s.winners != 0 or everybody_is_out(r):
        finish(setup, s)
    elif r.register < REGISTERS - 1:
        r.register += 1
        s.stage = Stage.REVEAL - 1
    else:
        r.register = 0
    return False


@kernel
def touch_flags(setup: Any, s: Any) -> None:
    """RR23, RR29: who touches a flag may be paid for it, who touches the last one has won."""
    paid = 1 if setup.reward_kind == Reward.FLAGS else 0
    robots = s.rally.robots
    for i in range(setup.robots):
        s.reward[i] -= paid * robots[i].touched
    touch(setup.floor, s.rally)
    for i in range(setup.robots):
        s.reward[i] += paid * robots[i].touched
        if robots[i].touched == setup.floor.flag_count:
            s.winners |= 1 << i


@kernel
def clean_up(floor: Any, r: Any) -> bool:
    """RR27, RR28: repairs, options, and empty registers."""
    repair_robots(floor, r)
    wipe_registers(r)
    return False


@kernel
def finish(setup: Any, s: Any) -> None:
    """RR29: the winners share a point that the others pay; nobody does if all are out."""
    s.terminated = True
    s.pending = 0
    if setup.reward_kind == Reward.RANK and s.winners != 0:
        share_prize(s.reward, s.winners, setup.robots)


@kernel
def end_turn(setup: Any, s: Any) -> bool:
    """RR26: destroyed robots re-enter; after the last turn the race is cut off."""
    if reenter(setup.floor, s.rally):
        return True
    trip_breakers(s.rally)
    s.stage = Stage.BEGIN - 1
    if s.turn == setup.turns:
        s.truncated = True
    else:
        s.turn += 1
    return False
