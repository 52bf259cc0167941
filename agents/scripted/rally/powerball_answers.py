"""What the scripted player of Powerball answers to each question."""

from typing import Any

from cogarena.agents.scripted.rally.driving import LOST, driven_to_rest
from cogarena.agents.scripted.rally.neighbours import has_neighbour
from cogarena.agents.scripted.rally.option_cards import (
    USELESS,
    geared,
    least_useful,
    most_useful,
    option_of,
    usual_answer,
)
from cogarena.agents.scripted.rally.orders import put_card
from cogarena.agents.scripted.rally.powerball_arms import choose_arm
from cogarena.agents.scripted.rally.powerball_chart import SIDE
from cogarena.agents.scripted.rally.powerball_plan import plan, promise, prospect, start
from cogarena.agents.scripted.rally.powerball_sight import read
from cogarena.envs.core.grid import DIRECTIONS, DX, DY, manhattan
from cogarena.envs.core.header import PASS
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.records import frozen
from cogarena.envs.powerball.state import Ask
from cogarena.envs.powerball.throws import ROBOT
from cogarena.envs.rally.cards import STEPS, TURN
from cogarena.envs.rally.damage import OPTION, YES
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.options import Option
from cogarena.envs.rally.state import FREE_TOKENS, NOBODY, ROBOTS
from cogarena.envs.rally.state import Ask as RallyAsk
from cogarena.envs.rally.turns import FACING

# What an option is worth to a robot in Powerball, by Option.
WORTH = frozen(
    [
        {
            Option.MECHANICAL_ARM: 5,
            Option.EXTRA_MEMORY: 4,
            Option.REVERSE_GEAR: 3,
            Option.ABLATIVE_COAT: 2,
            Option.DOUBLE_BARRELED_LASER: 2,
            Option.HIGH_POWER_LASER: 2,
            Option.MINI_HOWITZER: 2,
            Option.BRAKES: 2,
            Option.FOURTH_GEAR: 1,
            Option.FLYWHEEL: 1,
            Option.GYROSCOPIC_STABILIZER: 1,
            Option.PRESSOR_BEAM: 1,
            Option.RAMMING_GEAR: 1,
            Option.REAR_FIRING_LASER: 1,
            Option.RECOMPILE: 1,
            Option.CIRCUIT_BREAKER: -1,
        }.get(option, 0)
        for option in Option
    ],
    "i1",
)


@kernel
def answer_all(
    observations: Any, masks: Any, chart: Any, temper: Any, seen: Any, path: Any, actions: Any
) -> None:
    """An action for each row."""
    for i in range(len(actions)):
        read(observations[i], chart, seen[i])
        if seen[i].asked > RallyAsk.CONTROL:
            actions[i] = answer_here(masks[i], seen[i])
        else:
            actions[i] = answer(masks[i], chart, temper, seen[i], path)


@kernel
def answer(mask: Any, chart: Any, temper: Any, seen: Any, path: Any) -> int:
    """The answer to a question of all rallies; no to whatever it makes no use of."""
    asked = seen.asked
    if asked == RallyAsk.PROGRAM:
        action = put_card(mask, plan(chart, temper, seen, path)[0])
    elif asked in (RallyAsk.POWER_DOWN, RallyAsk.STAY_DOWN):
        action = YES if should_rest(chart, temper, seen) else PASS
    elif asked == RallyAsk.FACING:
        action = FACING + choose_facing(mask, chart, temper, seen, path)
    elif asked in (RallyAsk.RECOMPILE, RallyAsk.ABORT, RallyAsk.GEAR):
        action = YES if is_better_changed(chart, temper, seen, path) else PASS
    elif asked == RallyAsk.WEAPON:
        action = choose_arm(mask, chart, seen)
    else:
        action = usual_answer(mask, seen, WORTH)
    return action


@kernel
def answer_here(mask: Any, seen: Any) -> int:
    """The answer to a question of this game: balls are always picked up and delivered."""
    asked = seen.asked
    if asked == Ask.DISCARD:
        action = OPTION + least_useful(mask, WORTH)
    elif asked in (Ask.TAKE, Ask.TRADE):
        action = choose_option(mask, seen)
    elif asked == Ask.BOMB:
        action = FACING + place_bomb(mask, seen)
    elif asked == Ask.TURRET:
        action = choose_target(mask)
    else:
        action = YES
    return action


@kernel
def should_rest(chart: Any, temper: Any, seen: Any) -> bool:
    """Badly damaged, without balls, and no robot near where its program ends."""
    if seen.damage < temper.badly or seen.carried > 0:
        return False
    stance, rests = int(seen.stance), chart.rests[seen.gait]
    if seen.asked == RallyAsk.POWER_DOWN:
        for card in seen.program:
            stance = driven_to_rest(chart.roads, rests, stance, int(TURN[card]), int(STEPS[card]))
    for _ in range(REGISTERS):
        stance = stance if stance == LOST else int(rests[stance])
    if stance == LOST:
        return False
    square = stance // DIRECTIONS
    return not has_neighbour(seen, square // SIDE, square % SIDE, temper.wary)


@kernel
def choose_facing(mask: Any, chart: Any, temper: Any, seen: Any, path: Any) -> int:
    """The allowed facing that promises most."""
    start(seen, path[0])
    square = seen.stance // DIRECTIONS
    best, most = NOBODY, 0.0
    for facing in range(DIRECTIONS):
        if mask[FACING + facing] == 0:
            continue
        path[0].stance = square * DIRECTIONS + facing
        worth = promise(chart, temper, seen, path[0])
        if best == NOBODY or worth > most:
            best, most = facing, worth
    return best


@kernel
def is_better_changed(chart: Any, temper: Any, seen: Any, path: Any) -> bool:
    """A new hand for a poor one; cards from the deck for doom; the squares that bring more."""
    if seen.asked == RallyAsk.RECOMPILE:
        _, worth = plan(chart, temper, seen, path)
        start(seen, path[0])
        is_poor = worth - promise(chart, temper, seen, path[0]) < temper.poor
        return is_poor and seen.damage < FREE_TOKENS
    card = seen.program[seen.register]
    stance, plain = prospect(chart, temper, seen, int(STEPS[card]), path)
    if seen.asked == RallyAsk.ABORT:
        return stance == LOST
    _, changed = prospect(chart, temper, seen, geared(card), path)
    return changed > plain


@kernel
def choose_option(mask: Any, seen: Any) -> int:
    """P18, P24: the best option that is not its own, if it is better than the one at stake."""
    card = most_useful(mask, WORTH)
    least = USELESS if seen.at_stake == NOBODY else int(WORTH[seen.at_stake])
    if card == NOBODY or WORTH[option_of(card)] <= least:
        return PASS
    return OPTION + card


@kernel
def place_bomb(mask: Any, seen: Any) -> int:
    """P21: on the side where another robot is nearest."""
    best, least = NOBODY, 0
    for direction in range(DIRECTIONS):
        if mask[FACING + direction] == 0:
            continue
        x, y = seen.x + DX[direction], seen.y + DY[direction]
        way = SIDE + SIDE
        for k in range(ROBOTS - 1):
            if seen.others[k].present == 1:
                way = min(way, manhattan(x, y, seen.others[k].x, seen.others[k].y))
        if best == NOBODY or way < least:
            best, least = direction, way
    return best


@kernel
def choose_target(mask: Any) -> int:
    """P22: any robot that the turret reaches."""
    for i in range(ROBOTS):
        if mask[ROBOT + i] == 1:
            return ROBOT + i
    return PASS
