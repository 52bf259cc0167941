"""Programming in Powerball: of all orders of the hand, the one with the highest value."""

from typing import Any

import numpy as np

from cogarena.agents.scripted.powerball.reading import BY_ARM, SIDE
from cogarena.agents.scripted.rally import exhaustive_search
from cogarena.agents.scripted.rally.driving import BACK, UNREACHABLE
from cogarena.agents.scripted.rally.exhaustive_search import STEP_FIELDS, start_path
from cogarena.agents.scripted.rally.reading import PUSH_RANGE, has_neighbour
from cogarena.envs.core.grid import DIRECTIONS, inside, manhattan
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.records import record
from cogarena.envs.powerball.balls import DELIVERY, KILL
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.state import NOBODY
from cogarena.envs.rally.transitions import LOST, turned_pose

STEP = record(
    *STEP_FIELDS,
    ("carried", "i1"),
    ("taken", "u4"),  # bit set of the balls on the floor that were picked up
    ("bumped", "u1"),  # bit set of the other robots that were pushed
)
SAFE_FROM_BOMBS = 3  # squares


@kernel
def start(seen: Any, step: Any) -> None:
    """The step before the first register."""
    start_path(seen, step)
    step.carried = seen.carried
    step.taken = step.bumped = 0


@kernel
def is_leaf(tables: Any, step: Any, k: int) -> bool:
    """The program is full, or the robot destroyed."""
    return k == REGISTERS or step.pose == LOST


@kernel
def run(
    tables: Any, weights: Any, seen: Any, k: int, step: Any, turn: int, steps: int, after: Any
) -> None:
    """Play register k with a card of this turn and these steps: the pose and the gain after it."""
    after.pose = turned_pose(step.pose, turn)
    after.carried = step.carried
    after.taken = step.taken
    after.bumped = step.bumped
    after.gain = step.gain
    move(tables, weights, seen, k, steps, after)
    if after.pose == LOST:
        return
    delivered = deliver(tables, weights, seen, k, after)
    before = after.pose
    after.pose = tables.belts[seen.stability, after.pose]
    if after.pose == LOST:
        return
    if after.pose != before:
        pick_up(weights, seen, k, after)
        if not delivered:
            deliver(tables, weights, seen, k, after)
    end_register(tables, weights, seen, after)


@kernel
def move(tables: Any, weights: Any, seen: Any, k: int, steps: int, step: Any) -> None:
    """P7, P13: square by square, over balls, and into robots that may fall into a pit."""
    way = BACK if steps < 0 else 0
    for _ in range(abs(steps)):
        pose = tables.transitions.steps[step.pose, way]
        if pose == LOST:
            step.pose = LOST
            return
        if pose == step.pose:
            return
        step.pose = pose
        bump(tables, weights, seen, k, way, step)
        pick_up(weights, seen, k, step)


@kernel
def bump(tables: Any, weights: Any, seen: Any, k: int, way: int, step: Any) -> None:
    """P13, P14: a robot with a pit behind it falls in, unless it has moved."""
    target = int(seen.robot_at[step.pose // DIRECTIONS]) - 1
    if target == NOBODY or (step.bumped >> target) & 1 == 1:
        return
    step.bumped |= 1 << target
    other = seen.others[target]
    if tables.transitions.steps[step.pose, way] == LOST and (k == 0 or other.powered_down == 1):
        chance = 1.0 if other.powered_down == 1 else weights.push_chance
        step.gain += chance * (KILL + other.carried)


@kernel
def pick_up(weights: Any, seen: Any, k: int, step: Any) -> None:
    """P7, P25: the ball under the robot, with an arm also those around it."""
    square = step.pose // DIRECTIONS
    if seen.delivery_mode != BY_ARM:
        take(weights, seen, k, square, step)
        return
    for dx in range(-1, 2):
        for dy in range(-1, 2):
            x, y = square // SIDE + dx, square % SIDE + dy
            if inside(x, y, SIDE, SIDE):
                take(weights, seen, k, x * SIDE + y, step)


@kernel
def take(weights: Any, seen: Any, k: int, square: int, step: Any) -> None:
    """The ball on the square, if it is still there and the robot can carry it."""
    ball = int(seen.ball_at[square]) - 1
    if ball != NOBODY and (step.taken >> ball) & 1 == 0 and step.carried < seen.capacity:
        step.taken |= 1 << ball
        step.carried += 1
        step.gain -= weights.delay * k


@kernel
def deliver(tables: Any, weights: Any, seen: Any, k: int, step: Any) -> bool:
    """P10: deliver a ball into a pit in reach; false if that is impossible."""
    if step.carried == 0 or tables.delivers[seen.delivery_mode, step.pose] == 0:
        return False
    step.carried -= 1
    step.gain += DELIVERY - weights.delay * k
    return True


@kernel
def end_register(tables: Any, weights: Any, seen: Any, step: Any) -> None:
    """P11, P21: the gain of ending a register there: new balls, less bombs and pushes."""
    square = step.pose // DIRECTIONS
    x, y = square // SIDE, square % SIDE
    if tables.wrenches[square] == 1 and seen.pool > 0:
        step.gain += weights.spawn
    if tables.deadly_sides[square] > 0 and has_neighbour(seen, x, y, PUSH_RANGE):
        step.gain -= weights.deadly_side * tables.deadly_sides[square]
    for b in range(seen.bomb_count):
        bomb = int(seen.bomb_squares[b])
        distance = manhattan(x, y, bomb // SIDE, bomb % SIDE)
        step.gain -= weights.bomb * max(0, SAFE_FROM_BOMBS - distance)


@kernel
def value_of(tables: Any, weights: Any, seen: Any, step: Any) -> float:
    """The gain so far, and the best of delivering, fetching and spawning from this step on."""
    if step.pose == LOST:
        return step.gain - weights.death
    carried = int(step.carried)
    held = weights.ball * carried
    to_pit = tables.to_pits[seen.stability, seen.delivery_mode, step.pose]
    ahead = -weights.register * to_pit if carried > 0 else 0.0
    if carried < seen.capacity:
        distance = nearest_ball(tables, seen, step) + weights.from_ball
        if seen.pool > 0:
            to_wrench = tables.to_wrenches[seen.stability, step.pose]
            distance = min(distance, to_wrench + weights.from_wrench)
        gain = weights.ball - weights.register * distance
        ahead = max(ahead, gain) if carried > 0 else gain
    return step.gain + (held + ahead)


@kernel
def nearest_ball(tables: Any, seen: Any, step: Any) -> float:
    """Registers to the nearest ball on the floor."""
    if step.taken == 0:
        return seen.to_ball[step.pose]
    least = UNREACHABLE
    for b in range(seen.ball_count):
        if (step.taken >> b) & 1 == 0:
            least = min(least, tables.to_squares[seen.stability, seen.ball_squares[b], step.pose])
    return least


@kernel
def memo_of(step: Any) -> int:
    """What the step has besides cards, pose and gain."""
    return (int(step.taken) << 8 | int(step.bumped)) << 8 | int(step.carried)


@kernel
def most_ahead(tables: Any, weights: Any, seen: Any, step: Any, k: int) -> float:
    """Nothing bounds the gain of what may still happen."""
    return np.inf


plan, outcome, should_change = exhaustive_search.bind(
    start=start, is_leaf=is_leaf, run=run, value_of=value_of, memo_of=memo_of, most_ahead=most_ahead
)
