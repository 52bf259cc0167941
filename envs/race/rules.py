"""The race: a turn as a list of the engine's phases. Ids such as RR29 are those of the rally."""

from typing import Any

from cogarena.envs.core.jit import kernel
from cogarena.envs.race.state import Reward, Stage
from cogarena.envs.rally import damage, fire, turns
from cogarena.envs.rally.cards import CLASSIC_DECK
from cogarena.envs.rally.deck import wipe_registers
from cogarena.envs.rally.machines import repair_robots, touch, trip_breakers
from cogarena.envs.rally.phases import next_register, next_turn, run_phase


@kernel
def init(setup: Any, s: Any, seed: Any) -> None:
    """Robots on their docks; `advance` goes on to the first decision."""
    turns.set_up(s, seed, setup.robots, CLASSIC_DECK)
    turns.place_robots(setup.floor, s.rally)
    turns.deal_options(s.rally, setup.options)


@kernel
def run_stage(setup: Any, s: Any) -> bool:
    """One stage of the turn; true while it is unfinished."""
    floor = setup.floor
    r = s.rally
    if s.stage <= Stage.SETTLE:
        unfinished = run_phase(floor, r, s.stage)
    elif s.stage == Stage.AIM:
        unfinished = aim(floor, r)
    elif s.stage == Stage.FIRE:
        unfinished = fire.fire_main_lasers(floor, r)
    elif s.stage == Stage.DAMAGE:
        unfinished = damage_robots(floor, r)
    elif s.stage == Stage.TOUCH:
        unfinished = end_register(setup, s)
    elif s.stage == Stage.CLEAN_UP:
        unfinished = clean_up(floor, r)
    elif s.stage == Stage.STAY_DOWN:
        unfinished = turns.ask_stay_down(floor, r)
    else:
        unfinished = end_turn(setup, s)
    return unfinished


@kernel
def aim(floor: Any, r: Any) -> bool:
    """Robots choose their weapons; then the lasers that need no choice fire."""
    if r.cursor == 0:
        damage.forget_hits(r)
    if fire.aim_weapons(floor, r):
        return True
    fire.fire_board_lasers(floor, r)
    fire.fire_rear_lasers(floor, r)
    return False


@kernel
def damage_robots(floor: Any, r: Any) -> bool:
    """RR22: deal damage, apply the other effects of weapons, remove the destroyed."""
    if damage.deal_damage(floor, r):
        return True
    fire.weapon_effects(floor, r)
    damage.remove_destroyed(r)
    return False


@kernel
def end_register(setup: Any, s: Any) -> bool:
    """RR23, RR29: touch flags and look for winners; then the next register or the clean-up."""
    r = s.rally
    if damage.lose_options(setup.floor, r):
        return True
    touch_flags(setup, s)
    if s.winners != 0 or turns.everybody_is_out(r):
        finish(setup, s)
    elif not next_register(s):
        r.register = 0
    return False


@kernel
def touch_flags(setup: Any, s: Any) -> None:
    """RR23, RR29: touching a flag may be rewarded, touching the last one wins."""
    touching = touch(setup.floor, s.rally)
    for i in range(setup.robots):
        if (touching >> i) & 1 == 0:
            continue
        touched = s.rally.robots[i].touched
        if setup.reward_kind == Reward.FLAGS:
            s.reward[i] += 1
        if touched == setup.floor.flag_count:
            s.winners |= 1 << i


@kernel
def clean_up(floor: Any, r: Any) -> bool:
    """RR27, RR28: repairs, options, and empty registers."""
    repair_robots(floor, r)
    wipe_registers(r)
    return False


@kernel
def finish(setup: Any, s: Any) -> None:
    """RR29: the winners share +1, the others −1; nobody earns anything if all are out."""
    s.terminated = True
    s.pending = 0
    if setup.reward_kind == Reward.RANK and s.winners != 0:
        turns.share_final_reward(s.reward, s.winners, setup.robots)


@kernel
def end_turn(setup: Any, s: Any) -> bool:
    """RR26: destroyed robots re-enter; the race is cut off after the last turn."""
    if turns.reenter(setup.floor, s.rally):
        return True
    trip_breakers(s.rally)
    s.truncated = not next_turn(setup, s)
    return False
