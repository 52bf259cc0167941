"""Programming in a race: of all orders of the hand, the one that gets furthest."""

from typing import Any

from cogarena.agents.scripted.rally import exhaustive_search
from cogarena.agents.scripted.rally.driving import LOST, pose_after_register, position_of
from cogarena.agents.scripted.rally.exhaustive_search import STEP_FIELDS, start_path
from cogarena.agents.scripted.rally.reading import PUSH_RANGE, has_neighbour
from cogarena.envs.core.grid import DIRECTIONS
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.records import record
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.state import DEADLY

STEP = record(
    *STEP_FIELDS,
    ("touched", "i1"),
    ("damage", "i1"),
)


@kernel
def start(seen: Any, step: Any) -> None:
    """The step before the first register."""
    start_path(seen, step)
    step.touched = seen.touched
    step.damage = seen.damage


@kernel
def is_leaf(tables: Any, step: Any, k: int) -> bool:
    """The program is full, the robot destroyed, or the race won."""
    return k == REGISTERS or step.pose == LOST or step.touched == len(tables.flags)


@kernel
def run(
    tables: Any, weights: Any, seen: Any, k: int, step: Any, turn: int, steps: int, after: Any
) -> None:
    """Play register k with a card of this turn and these steps: the pose and the gain after it."""
    transitions = tables.transitions
    pose = pose_after_register(transitions, transitions.machines[k], step.pose, turn, steps)
    after.pose = pose
    after.touched = step.touched
    after.damage = step.damage
    after.gain = step.gain
    if pose == LOST:
        return
    square = pose // DIRECTIONS
    after.damage += tables.laser_damage[square]
    after.gain -= weights.damage * tables.laser_damage[square]
    if after.damage >= DEADLY:
        after.pose = LOST
        return
    x, y = position_of(pose, tables.height)
    if tables.deadly_sides[square] > 0 and has_neighbour(seen, x, y, PUSH_RANGE):
        after.gain -= weights.deadly_side * tables.deadly_sides[square]
    if tables.touches[seen.arm, step.touched, square] == 1:
        after.touched += 1
        after.gain += weights.flag + REGISTERS - k


@kernel
def value_of(tables: Any, weights: Any, seen: Any, step: Any) -> float:
    """The value of a program that ends with this step."""
    if step.pose == LOST:
        return step.gain - weights.death
    return step.gain - tables.to_flags[seen.arm, step.touched, step.pose]


plan, outcome, should_change = exhaustive_search.bind(
    start=start, is_leaf=is_leaf, run=run, value_of=value_of
)
