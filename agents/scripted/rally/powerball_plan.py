"""Programming in Powerball by search: of all orders of the hand, the one that promises most."""

from typing import Any

from cogarena.agents.scripted.rally.driving import BACK, LOST, UNREACHABLE
from cogarena.agents.scripted.rally.neighbours import NEAR, has_neighbour
from cogarena.agents.scripted.rally.orders import ORDER, first_choice, next_card, start_order
from cogarena.agents.scripted.rally.powerball_chart import BY_ARM, SIDE
from cogarena.envs.core.grid import (
    DIRECTIONS,
    inside,
    manhattan,
    turned,
)
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.records import record
from cogarena.envs.powerball.balls import DELIVERY
from cogarena.envs.powerball.deaths import KILL
from cogarena.envs.rally.cards import STEPS, TURN
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.state import NOBODY

STEP = record(
    *ORDER,
    ("stance", "i2"),  # after the registers so far, or LOST
    ("carried", "i1"),
    ("taken", "u4"),  # bit set of the balls on the floor that were picked up
    ("bumped", "u1"),  # bit set of the other robots that were pushed
    ("gain", "f8"),  # so far
)
STEPS_OF_A_PROGRAM = REGISTERS + 1
SAFE = 3  # squares from a bomb


@kernel
def plan(chart: Any, temper: Any, seen: Any, path: Any) -> tuple[int, float]:
    """The slot of the card for the first open register, and what the program is worth.

    The slot is NOBODY if no card can change anything; `path` is room to think.
    """
    start(seen, path[0])
    slot, most, is_first = NOBODY, 0.0, True
    k = 0
    while k >= 0:
        if k == REGISTERS or path[k].stance == LOST:
            worth = path[k].gain + promise(chart, temper, seen, path[k])
            if is_first or worth > most:
                slot, most, is_first = first_choice(seen, path, k), worth, False
            k -= 1
            continue
        card = next_card(seen, path[k], k, path[k + 1])
        if card == NOBODY:
            k -= 1
            continue
        run(chart, temper, seen, k, path[k], int(TURN[card]), int(STEPS[card]), path[k + 1])
        k += 1
    return slot, most


@kernel
def start(seen: Any, step: Any) -> None:
    """Nothing chosen yet."""
    start_order(step)
    step.stance = seen.stance
    step.carried = seen.carried
    step.taken = step.bumped = 0
    step.gain = 0


@kernel
def run(
    chart: Any, temper: Any, seen: Any, k: int, step: Any, turn: int, steps: int, after: Any
) -> None:
    """Register k with a card that turns and leads so far: where it ends, and what it brings."""
    after.stance = step.stance + turned(step.stance, turn) - step.stance % DIRECTIONS
    after.carried = step.carried
    after.taken = step.taken
    after.bumped = step.bumped
    after.gain = step.gain
    walk(chart, temper, seen, k, steps, after)
    if after.stance == LOST:
        return
    delivered = deliver(chart, temper, seen, k, after)
    before = after.stance
    after.stance = chart.rests[seen.gait, after.stance]
    if after.stance == LOST:
        return
    if after.stance != before:
        pick_up(temper, seen, k, after)
        if not delivered:
            deliver(chart, temper, seen, k, after)
    mind_place(chart, temper, seen, after)


@kernel
def walk(chart: Any, temper: Any, seen: Any, k: int, steps: int, step: Any) -> None:
    """P7, P13: square by square, over balls, and into robots that may fall into a pit."""
    way = BACK if steps < 0 else 0
    for _ in range(abs(steps)):
        stance = chart.roads.steps[step.stance, way]
        if stance == LOST:
            step.stance = LOST
            return
        if stance == step.stance:
            return
        step.stance = stance
        bump(chart, temper, seen, k, way, step)
        pick_up(temper, seen, k, step)


@kernel
def bump(chart: Any, temper: Any, seen: Any, k: int, way: int, step: Any) -> None:
    """P13, P14: who stands there and has a pit behind him falls into it, if he has not moved."""
    who = int(seen.stands[step.stance // DIRECTIONS]) - 1
    if who == NOBODY or (step.bumped >> who) & 1 == 1:
        return
    step.bumped |= 1 << who
    other = seen.others[who]
    if chart.roads.steps[step.stance, way] == LOST and (k == 0 or other.still == 1):
        chance = 1.0 if other.still == 1 else temper.push
        step.gain += chance * (KILL + other.carried)


@kernel
def pick_up(temper: Any, seen: Any, k: int, step: Any) -> None:
    """P7, P25: the ball under the robot, with an arm those around it too."""
    square = step.stance // DIRECTIONS
    if seen.grip != BY_ARM:
        take(temper, seen, k, square, step)
        return
    for dx in range(-1, 2):
        for dy in range(-1, 2):
            x, y = square // SIDE + dx, square % SIDE + dy
            if inside(x, y, SIDE, SIDE):
                take(temper, seen, k, x * SIDE + y, step)


@kernel
def take(temper: Any, seen: Any, k: int, square: int, step: Any) -> None:
    """The ball on the square, if it is still there and the robot can carry it."""
    ball = int(seen.lies[square]) - 1
    if ball != NOBODY and (step.taken >> ball) & 1 == 0 and step.carried < seen.capacity:
        step.taken |= 1 << ball
        step.carried += 1
        step.gain -= temper.wait * k


@kernel
def deliver(chart: Any, temper: Any, seen: Any, k: int, step: Any) -> bool:
    """P10: a ball into the pit before the robot; false if there is none."""
    if step.carried == 0 or chart.delivers[seen.grip, step.stance] == 0:
        return False
    step.carried -= 1
    step.gain += DELIVERY - temper.wait * k
    return True


@kernel
def mind_place(chart: Any, temper: Any, seen: Any, step: Any) -> None:
    """P11, P21: what the end of a register brings there: new balls, bombs, pushes."""
    square = step.stance // DIRECTIONS
    x, y = square // SIDE, square % SIDE
    if chart.wrenches[square] == 1 and seen.pool > 0:
        step.gain += temper.spawn
    if chart.brinks[square] > 0 and has_neighbour(seen, x, y, NEAR):
        step.gain -= temper.brink * chart.brinks[square]
    for b in range(seen.ticking):
        bomb = int(seen.bomb[b])
        step.gain -= temper.bomb * max(0, SAFE - manhattan(x, y, bomb // SIDE, bomb % SIDE))


@kernel
def promise(chart: Any, temper: Any, seen: Any, step: Any) -> float:
    """What can be expected from there: of delivering, fetching and spawning the best."""
    if step.stance == LOST:
        return -temper.death
    carried = int(step.carried)
    held = temper.ball * carried
    ahead = -temper.haste * chart.to_pits[seen.gait, seen.grip, step.stance] if carried > 0 else 0.0
    if carried < seen.capacity:
        way = nearest_ball(chart, seen, step) + temper.from_ball
        if seen.pool > 0:
            to_wrench = chart.to_wrenches[seen.gait, step.stance]
            way = min(way, to_wrench + temper.from_wrench)
        gain = temper.ball - temper.haste * way
        ahead = max(ahead, gain) if carried > 0 else gain
    return held + ahead


@kernel
def nearest_ball(chart: Any, seen: Any, step: Any) -> float:
    """The way to the nearest ball on the floor."""
    if step.taken == 0:
        return seen.to_ball[step.stance]
    least = UNREACHABLE
    for b in range(seen.loose):
        if (step.taken >> b) & 1 == 0:
            least = min(least, chart.to_squares[seen.gait, seen.ball[b], step.stance])
    return least


@kernel
def prospect(chart: Any, temper: Any, seen: Any, steps: int, path: Any) -> tuple[int, float]:
    """Where the rest of the program leads if this register does so many steps, and its worth."""
    k = int(seen.register)
    start(seen, path[k])
    while k < REGISTERS and path[k].stance != LOST:
        card = seen.program[k]
        squares = steps if k == seen.register else int(STEPS[card])
        run(chart, temper, seen, k, path[k], int(TURN[card]), squares, path[k + 1])
        k += 1
    return int(path[k].stance), path[k].gain + promise(chart, temper, seen, path[k])
