"""What the scripted player of the race answers to each question."""

from typing import Any

from cogarena.agents.scripted.rally.driving import LOST, driven_to_rest, place_of
from cogarena.agents.scripted.rally.entering import nearest_facing, nearest_square
from cogarena.agents.scripted.rally.neighbours import has_neighbour
from cogarena.agents.scripted.rally.option_cards import geared, usual_answer
from cogarena.agents.scripted.rally.orders import put_card
from cogarena.agents.scripted.rally.race_plan import plan, prospect
from cogarena.agents.scripted.rally.race_sight import read
from cogarena.envs.core.grid import DIRECTIONS
from cogarena.envs.core.header import PASS
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.records import frozen
from cogarena.envs.rally.cards import STEPS, TURN
from cogarena.envs.rally.damage import OPTION, YES
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.options import Option
from cogarena.envs.rally.state import FREE_TOKENS, Ask
from cogarena.envs.rally.turns import FACING, SQUARE

# What an option is worth to a robot in a race, by Option.
WORTH = frozen(
    [
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
        }.get(option, 0)
        for option in Option
    ],
    "i1",
)
# Weapons that hinder more than the main laser does, the best first.
ARMS = frozen((Option.RADIO_CONTROL, Option.SCRAMBLER, Option.MINI_HOWITZER), "i1")


@kernel
def answer_all(
    observations: Any, masks: Any, chart: Any, temper: Any, seen: Any, path: Any, actions: Any
) -> None:
    """An action for each row."""
    for i in range(len(actions)):
        read(observations[i], chart, seen[i])
        actions[i] = answer(masks[i], chart, temper, seen[i], path)


@kernel
def answer(mask: Any, chart: Any, temper: Any, seen: Any, path: Any) -> int:
    """The answer to what is asked; no to whatever it makes no use of."""
    asked = seen.asked
    if asked == Ask.PROGRAM:
        action = put_card(mask, plan(chart, temper, seen, path)[0])
    elif asked in (Ask.POWER_DOWN, Ask.STAY_DOWN):
        action = YES if should_rest(chart, temper, seen) else PASS
    elif asked in (Ask.SQUARE, Ask.FACING):
        action = choose_entrance(mask, chart, seen)
    elif asked in (Ask.RECOMPILE, Ask.ABORT, Ask.GEAR):
        action = YES if is_better_changed(chart, temper, seen, path) else PASS
    elif asked == Ask.WEAPON:
        action = choose_arm(mask)
    else:
        action = usual_answer(mask, seen, WORTH)
    return action


@kernel
def should_rest(chart: Any, temper: Any, seen: Any) -> bool:
    """Badly damaged, not about to win, and where its program ends nothing harms it for a turn."""
    if seen.damage < temper.badly or is_about_to_win(chart, seen):
        return False
    stance = int(seen.stance)
    if seen.asked == Ask.POWER_DOWN:
        for k in range(REGISTERS):
            turn, steps = int(TURN[seen.program[k]]), int(STEPS[seen.program[k]])
            stance = driven_to_rest(chart.roads, chart.roads.machines[k], stance, turn, steps)
    for k in range(REGISTERS):
        if stance == LOST:
            return False
        stance = chart.roads.machines[k, stance]
        if stance != LOST and chart.beams[stance // DIRECTIONS] > 0:
            return False
    if stance == LOST:
        return False
    x, y = place_of(stance, chart.height)
    return not has_neighbour(seen, x, y, temper.wary)


@kernel
def is_about_to_win(chart: Any, seen: Any) -> bool:
    """The last flag is a turn away."""
    is_last = seen.touched == len(chart.flags) - 1
    return is_last and chart.ways[seen.arm, seen.touched, seen.stance] <= REGISTERS


@kernel
def choose_entrance(mask: Any, chart: Any, seen: Any) -> int:
    """The square and the facing from which the next flag is nearest."""
    ways = chart.ways[seen.arm, min(seen.touched, len(chart.flags) - 1)]
    x, y = int(seen.x), int(seen.y)
    if seen.asked == Ask.SQUARE:
        return SQUARE + nearest_square(ways, chart.height, x, y, mask)
    return FACING + nearest_facing(ways, chart.height, x, y, mask)


@kernel
def is_better_changed(chart: Any, temper: Any, seen: Any, path: Any) -> bool:
    """A new hand for a poor one; cards from the deck for doom; the squares that lead further."""
    if seen.asked == Ask.RECOMPILE:
        _, worth = plan(chart, temper, seen, path)
        is_poor = worth + chart.ways[seen.arm, seen.touched, seen.stance] < temper.poor
        return is_poor and seen.damage < FREE_TOKENS
    card = seen.program[seen.register]
    stance, plain = prospect(chart, temper, seen, int(STEPS[card]), path)
    if seen.asked == Ask.ABORT:
        return stance == LOST
    _, changed = prospect(chart, temper, seen, geared(card), path)
    return changed > plain


@kernel
def choose_arm(mask: Any) -> int:
    """The weapon that hinders most, else the main laser."""
    for weapon in ARMS:
        if mask[OPTION + weapon] == 1:
            return OPTION + weapon
    return PASS
