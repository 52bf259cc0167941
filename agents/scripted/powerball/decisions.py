"""The decisions of the scripted player in Powerball, and its choice of weapons."""

from typing import Any

from cogarena.agents.scripted.powerball.plan import plan, should_change, start, value_of
from cogarena.agents.scripted.powerball.reading import SIDE, read
from cogarena.agents.scripted.rally.driving import pose_after_register
from cogarena.agents.scripted.rally.player import (
    USELESS,
    decide_by_default,
    decide_with,
    first_legal,
    option_of,
    option_values,
    put_card,
    worst_option,
)
from cogarena.agents.scripted.rally.reading import has_neighbour, holds
from cogarena.envs.core.grid import DIRECTIONS, DX, DY, HALF_TURN, inside, manhattan, turned
from cogarena.envs.core.header import PASS
from cogarena.envs.core.jit import kernel
from cogarena.envs.powerball.state import BOTH_BARRELS, Ask
from cogarena.envs.powerball.throws import BALL_FORCE, HIGH_POWER_FORCE, ROBOT, THROW
from cogarena.envs.rally.cards import OPTION_CARDS, STEPS, TURN, Option
from cogarena.envs.rally.damage import OPTION, YES
from cogarena.envs.rally.fire import BARRELS, LASER_DAMAGE
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.state import DEADLY, NOBODY, OTHERS, ROBOTS
from cogarena.envs.rally.state import Ask as RallyAsk
from cogarena.envs.rally.transitions import LOST, pose_at
from cogarena.envs.rally.turns import FACING

OPTION_VALUE = option_values(
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
    }
)


@kernel
def decide(mask: Any, tables: Any, weights: Any, seen: Any, memory: Any) -> int:
    """The action for the question asked."""
    if seen.asked > RallyAsk.CONTROL:
        return decide_powerball(mask, seen)
    return decide_rally(mask, tables, weights, seen, memory)


@kernel
def decide_rally(mask: Any, tables: Any, weights: Any, seen: Any, memory: Any) -> int:
    """The answer to a question of all rally games; declines what the player has no use for."""
    asked = seen.asked
    if asked == RallyAsk.PROGRAM:
        action = put_card(mask, plan(tables, weights, seen, memory[0])[0])
    elif asked in (RallyAsk.POWER_DOWN, RallyAsk.STAY_DOWN):
        action = YES if should_rest(tables, weights, seen) else PASS
    elif asked == RallyAsk.FACING:
        action = FACING + choose_facing(mask, tables, weights, seen, memory)
    elif asked in (RallyAsk.RECOMPILE, RallyAsk.ABORT, RallyAsk.GEAR):
        action = YES if should_change(tables, weights, seen, memory[0]) else PASS
    elif asked == RallyAsk.WEAPON:
        action = choose_weapon(mask, tables, seen)
    else:
        action = decide_by_default(mask, seen, OPTION_VALUE)
    return action


@kernel
def decide_powerball(mask: Any, seen: Any) -> int:
    """The answer to a question of Powerball alone; balls are always picked up and delivered."""
    asked = seen.asked
    if asked == Ask.DISCARD:
        action = OPTION + worst_option(mask, OPTION_VALUE)
    elif asked in (Ask.TAKE, Ask.TRADE):
        action = choose_option(mask, seen)
    elif asked == Ask.BOMB:
        action = FACING + place_bomb(mask, seen)
    elif asked == Ask.TURRET:
        action = choose_target(mask)
    else:
        action = YES if mask[YES] == 1 else first_legal(mask)
    return action


@kernel
def should_rest(tables: Any, weights: Any, seen: Any) -> bool:
    """Badly damaged, without balls, and no robot near where the program ends."""
    if seen.damage < weights.rest_damage or seen.carried > 0:
        return False
    transitions, belts = tables.transitions, tables.belts[seen.stability]
    pose = int(seen.pose)
    if seen.asked == RallyAsk.POWER_DOWN:
        for card in seen.program:
            turn, steps = int(TURN[card]), int(STEPS[card])
            pose = pose_after_register(transitions, belts, pose, turn, steps)
    for _ in range(REGISTERS):
        pose = pose if pose == LOST else int(belts[pose])
    if pose == LOST:
        return False
    square = pose // DIRECTIONS
    return not has_neighbour(seen, square // SIDE, square % SIDE, weights.safe_distance)


@kernel
def choose_facing(mask: Any, tables: Any, weights: Any, seen: Any, memory: Any) -> int:
    """The legal facing with the highest value."""
    now = memory[0].path[0]
    start(seen, now)
    square = seen.pose // DIRECTIONS
    best, most = NOBODY, 0.0
    for facing in range(DIRECTIONS):
        relative = turned(facing, -seen.pose)
        if mask[FACING + relative] == 0:
            continue
        now.pose = square * DIRECTIONS + facing
        value = value_of(tables, weights, seen, now)
        if best == NOBODY or value > most:
            best, most = relative, value
    return best


@kernel
def choose_option(mask: Any, seen: Any) -> int:
    """P18, P24: the best option that can be had of others, if better than the one at stake."""
    best = PASS
    most = USELESS if seen.at_stake == NOBODY else int(OPTION_VALUE[seen.at_stake])
    for card in range(OPTION_CARDS):
        option = option_of(card)
        if mask[OPTION + card] == 0 or holds(seen.flag_options, option):
            continue
        if OPTION_VALUE[option] > most:
            best, most = OPTION + card, int(OPTION_VALUE[option])
    return best


@kernel
def place_bomb(mask: Any, seen: Any) -> int:
    """P21: on the side where another robot is nearest."""
    best, least = NOBODY, 0
    for direction in range(DIRECTIONS):
        relative = turned(direction, -seen.pose)
        if mask[FACING + relative] == 0:
            continue
        x, y = seen.x + DX[direction], seen.y + DY[direction]
        distance = SIDE + SIDE
        for k in range(ROBOTS - 1):
            if seen.others[k].present == 1:
                distance = min(distance, manhattan(x, y, seen.others[k].x, seen.others[k].y))
        if best == NOBODY or distance < least:
            best, least = relative, distance
    return best


@kernel
def choose_target(mask: Any) -> int:
    """P22: any robot that the turret reaches."""
    for row in range(OTHERS):
        if mask[ROBOT + row] == 1:
            return ROBOT + row
    return PASS


@kernel
def choose_weapon(mask: Any, tables: Any, seen: Any) -> int:
    """P8, P13: a push into a pit, else balls for the last tokens, else the howitzer."""
    target = target_ahead(seen)
    if target == NOBODY:
        return PASS
    action = push_into_pit(mask, tables, seen, target)
    if action == PASS:
        action = finishing_throw(mask, seen, target)
    if action == PASS and mask[OPTION + Option.MINI_HOWITZER] == 1:
        action = OPTION + Option.MINI_HOWITZER
    return action


@kernel
def target_ahead(seen: Any) -> int:
    """The first robot straight ahead, or NOBODY."""
    facing = seen.pose % DIRECTIONS
    x, y = int(seen.x) + int(DX[facing]), int(seen.y) + int(DY[facing])
    while inside(x, y, SIDE, SIDE):
        if seen.robot_at[x * SIDE + y] > 0:
            return int(seen.robot_at[x * SIDE + y]) - 1
        x += int(DX[facing])
        y += int(DY[facing])
    return NOBODY


@kernel
def push_into_pit(mask: Any, tables: Any, seen: Any, target: int) -> int:
    """The cheapest weapon that moves the target into a pit, or PASS."""
    facing = seen.pose % DIRECTIONS
    for weapon in (Option.MINI_HOWITZER, Option.PRESSOR_BEAM):
        if mask[OPTION + weapon] == 1 and falls_into_pit(tables, seen, target, facing, 1):
            return OPTION + weapon
    back = turned(facing, HALF_TURN)
    if mask[OPTION + Option.TRACTOR_BEAM] == 1 and falls_into_pit(tables, seen, target, back, 1):
        return OPTION + Option.TRACTOR_BEAM
    for balls in range(1, BOTH_BARRELS + 1):
        if mask[THROW + balls - 1] == 1:
            if falls_into_pit(tables, seen, target, facing, force_of_balls(seen, balls)):
                return THROW + balls - 1
    return PASS


@kernel
def finishing_throw(mask: Any, seen: Any, target: int) -> int:
    """Balls that destroy the target, unless the main laser is enough; else PASS."""
    left = DEADLY - seen.others[target].damage
    double = holds(seen.options, Option.DOUBLE_BARRELED_LASER)
    if left <= LASER_DAMAGE * (BARRELS if double else 1):
        return PASS
    for balls in range(1, BOTH_BARRELS + 1):
        if mask[THROW + balls - 1] == 1 and left <= force_of_balls(seen, balls):
            return THROW + balls - 1
    return PASS


@kernel
def force_of_balls(seen: Any, balls: int) -> int:
    """P9, P28, P30: the damage of thrown balls, and the squares they push."""
    high_power = holds(seen.options, Option.HIGH_POWER_LASER)
    return balls * (HIGH_POWER_FORCE if high_power else BALL_FORCE)


@kernel
def falls_into_pit(tables: Any, seen: Any, target: int, direction: int, squares: int) -> bool:
    """The target falls into a pit if it is moved this number of squares."""
    other = seen.others[target]
    pose = pose_at(int(other.x), int(other.y), direction, SIDE)
    for _ in range(squares):
        pose = tables.transitions.steps[pose, 0]
        if pose == LOST:
            return True
    return False


decide_all = decide_with(read=read, decide=decide)
