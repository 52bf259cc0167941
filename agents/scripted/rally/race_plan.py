"""Programming a race by search: of all orders of the hand, the one that leads furthest."""

from typing import Any

from cogarena.agents.scripted.rally.driving import LOST, driven_to_rest, place_of
from cogarena.agents.scripted.rally.neighbours import NEAR, has_neighbour
from cogarena.agents.scripted.rally.orders import ORDER, first_choice, next_card, start_order
from cogarena.envs.core.grid import DIRECTIONS
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.records import record
from cogarena.envs.rally.cards import STEPS, TURN
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.state import DEADLY, NOBODY

STEP = record(
    *ORDER,
    ("stance", "i2"),  # after the registers so far, or LOST
    ("touched", "i1"),
    ("damage", "i1"),
    ("gain", "f8"),  # so far
)
STEPS_OF_A_PROGRAM = REGISTERS + 1


@kernel
def plan(chart: Any, temper: Any, seen: Any, path: Any) -> tuple[int, float]:
    """The slot of the card for the first open register, and what the program is worth.

    The slot is NOBODY if no card can change anything; `path` is room to think.
    """
    start(seen, path[0])
    slot, most, is_first = NOBODY, 0.0, True
    k = 0
    while k >= 0:
        if is_leaf(chart, path[k], k):
            worth = worth_of(chart, temper, seen, path[k])
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
    step.touched = seen.touched
    step.damage = seen.damage
    step.gain = 0


@kernel
def is_leaf(chart: Any, step: Any, k: int) -> bool:
    """No further register counts: the program is full, the robot destroyed, or the race won."""
    return k == REGISTERS or step.stance == LOST or step.touched == len(chart.flags)


@kernel
def run(
    chart: Any, temper: Any, seen: Any, k: int, step: Any, turn: int, steps: int, after: Any
) -> None:
    """Register k with a card that turns and leads so far: where it ends, and what it brings."""
    stance = driven_to_rest(chart.roads, chart.roads.machines[k], step.stance, turn, steps)
    after.stance = stance
    after.touched = step.touched
    after.damage = step.damage
    after.gain = step.gain
    if stance == LOST:
        return
    square = stance // DIRECTIONS
    after.damage += chart.beams[square]
    after.gain -= temper.fear * chart.beams[square]
    if after.damage >= DEADLY:
        after.stance = LOST
        return
    x, y = place_of(stance, chart.height)
    if chart.brinks[square] > 0 and has_neighbour(seen, x, y, NEAR):
        after.gain -= temper.brink * chart.brinks[square]
    if chart.touches[seen.arm, step.touched, square] == 1:
        after.touched += 1
        after.gain += temper.flag + REGISTERS - k


@kernel
def worth_of(chart: Any, temper: Any, seen: Any, step: Any) -> float:
    """What a program is worth that ends so."""
    if step.stance == LOST:
        return step.gain - temper.death
    return step.gain - chart.ways[seen.arm, step.touched, step.stance]


@kernel
def prospect(chart: Any, temper: Any, seen: Any, steps: int, path: Any) -> tuple[int, float]:
    """Where the rest of the program leads if this register does so many steps, and its worth."""
    k = int(seen.register)
    start(seen, path[k])
    while not is_leaf(chart, path[k], k):
        card = seen.program[k]
        squares = steps if k == seen.register else int(STEPS[card])
        run(chart, temper, seen, k, path[k], int(TURN[card]), squares, path[k + 1])
        k += 1
    return int(path[k].stance), worth_of(chart, temper, seen, path[k])
