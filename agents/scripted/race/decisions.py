"""The decisions of the scripted player in a race."""

from typing import Any

from cogarena.agents.scripted.race.plan import plan, should_change
from cogarena.agents.scripted.race.reading import read
from cogarena.agents.scripted.rally.decisions import (
    decide_by_default,
    nearest_facing,
    nearest_square,
    option_values,
    put_card,
)
from cogarena.agents.scripted.rally.driving import LOST, pose_after_register, position_of
from cogarena.agents.scripted.rally.player import decide_with
from cogarena.agents.scripted.rally.reading import has_neighbour, next_flag
from cogarena.envs.core.grid import DIRECTIONS
from cogarena.envs.core.header import PASS
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.records import frozen
from cogarena.envs.rally.cards import STEPS, TURN, Option
from cogarena.envs.rally.damage import OPTION, YES
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.state import Ask
from cogarena.envs.rally.turns import FACING, SQUARE

OPTION_VALUE = option_values(
    {
        Option.MECHANICAL_ARM: 5,
        Option.ABLATIVE_COAT: 4,
        Option.EXTRA_MEMORY: 4,
        Option.RADIO_CONTROL: 3,
        Option.SCRAMBLER: 3,
        Option.FIRE_CONTROL: 3,
        Option.DOUBLE_BARRELED_LASER: 2,
        Option.FOURTH_GEAR: 2,
        Option.REVERSE_GEAR: 2,
        Option.BRAKES: 2,
        Option.MINI_HOWITZER: 2,
        Option.FLYWHEEL: 1,
        Option.HIGH_POWER_LASER: 1,
        Option.POWER_DOWN_SHIELD: 1,
        Option.RAMMING_GEAR: 1,
        Option.REAR_FIRING_LASER: 1,
        Option.RECOMPILE: 1,
        Option.SUPERIOR_ARCHIVE: 1,
        Option.CIRCUIT_BREAKER: -1,
    }
)
# Weapons that hinder more than the main laser, the best first.
WEAPONS = frozen((Option.RADIO_CONTROL, Option.SCRAMBLER, Option.MINI_HOWITZER), "i1")


@kernel
def decide(mask: Any, tables: Any, weights: Any, seen: Any, path: Any) -> int:
    """The action for the question asked; declines what the player has no use for."""
    asked = seen.asked
    if asked == Ask.PROGRAM:
        action = put_card(mask, plan(tables, weights, seen, path)[0])
    elif asked in (Ask.POWER_DOWN, Ask.STAY_DOWN):
        action = YES if should_rest(tables, weights, seen) else PASS
    elif asked in (Ask.SQUARE, Ask.FACING):
        action = choose_entrance(mask, tables, seen)
    elif asked in (Ask.RECOMPILE, Ask.ABORT, Ask.GEAR):
        action = YES if should_change(tables, weights, seen, path) else PASS
    elif asked == Ask.WEAPON:
        action = choose_weapon(mask)
    else:
        action = decide_by_default(mask, seen, OPTION_VALUE)
    return action


@kernel
def should_rest(tables: Any, weights: Any, seen: Any) -> bool:
    """Badly damaged, not about to win, and safe for a turn where the program ends."""
    if seen.damage < weights.rest_damage or is_about_to_win(tables, seen):
        return False
    transitions, pose = tables.transitions, int(seen.pose)
    if seen.asked == Ask.POWER_DOWN:
        for k in range(REGISTERS):
            turn, steps = int(TURN[seen.program[k]]), int(STEPS[seen.program[k]])
            pose = pose_after_register(transitions, transitions.machines[k], pose, turn, steps)
    for k in range(REGISTERS):
        if pose == LOST:
            return False
        pose = transitions.machines[k, pose]
        if pose != LOST and tables.laser_damage[pose // DIRECTIONS] > 0:
            return False
    if pose == LOST:
        return False
    x, y = position_of(pose, tables.height)
    return not has_neighbour(seen, x, y, weights.safe_distance)


@kernel
def is_about_to_win(tables: Any, seen: Any) -> bool:
    """The last flag is a turn away."""
    is_last = seen.touched == len(tables.flags) - 1
    return is_last and tables.to_flags[seen.arm, seen.touched, seen.pose] <= REGISTERS


@kernel
def choose_entrance(mask: Any, tables: Any, seen: Any) -> int:
    """The square and the facing nearest to the next flag."""
    costs = tables.to_flags[seen.arm, next_flag(tables, seen)]
    x, y = int(seen.x), int(seen.y)
    if seen.asked == Ask.SQUARE:
        return SQUARE + nearest_square(costs, tables.height, x, y, mask)
    return FACING + nearest_facing(costs, tables.height, x, y, mask)


@kernel
def choose_weapon(mask: Any) -> int:
    """The weapon that hinders most, else the main laser."""
    for weapon in WEAPONS:
        if mask[OPTION + weapon] == 1:
            return OPTION + weapon
    return PASS


decide_all = decide_with(read=read, decide=decide)
