"""Programming in MOBA Rally: choose an objective, then search for a program that shells it."""

from typing import Any

from cogarena.agents.scripted.moba.tables import BASE, BASE_AHEAD, BLOCKED, CLOSED, HOME
from cogarena.agents.scripted.rally import beam_search
from cogarena.agents.scripted.rally.driving import UNREACHABLE
from cogarena.agents.scripted.rally.reading import holds
from cogarena.envs.core.grid import DIRECTIONS
from cogarena.envs.core.jit import kernel
from cogarena.envs.moba.objectives import LONG_REACH, REACH
from cogarena.envs.moba.state import TOWERS_EACH
from cogarena.envs.rally.cards import NO_CARD, Option
from cogarena.envs.rally.fire import BARRELS
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.transitions import LOST, NOT_BANKED, ride
from cogarena.envs.rally.transitions import drive as execute


@kernel
def choose_goal(tables: Any, weights: Any, seen: Any) -> int:
    """The objective that costs least to reach and shell; HOME for a badly damaged robot."""
    if seen.damage >= weights.rest_damage:
        return HOME
    best, least = BASE, goal_cost(tables, weights, seen, BASE, seen.pose)
    for t in range(TOWERS_EACH):
        cost = goal_cost(tables, weights, seen, t, seen.pose)
        if cost < least:
            best, least = t, cost
    return best


@kernel
def goal_cost(tables: Any, weights: Any, seen: Any, goal: int, pose: int) -> float:
    """The cost of a goal from a pose; damaged towers are preferred, so that they get destroyed."""
    cost = path_cost(tables, seen, goal, pose)
    if goal == BASE:
        return cost - weights.base_bonus
    return cost - weights.finish_bonus * seen.lost_health[goal]


@kernel
def path_cost(tables: Any, seen: Any, goal: int, pose: int) -> float:
    """The cost of the path to a goal."""
    longer = 1 if holds(seen.options, Option.HIGH_POWER_LASER) else 0
    return tables.costs[longer, seen.alive, goal, pose]


@kernel
def extend(
    tables: Any, weights: Any, seen: Any, k: int, branch: Any, card: int
) -> tuple[int, int, float, float]:
    """Play register k with a card of this kind; the memo is the goal, the same in all branches."""
    pose, goal = int(branch.pose), int(branch.memo)
    gain = branch.gain
    if pose != LOST:
        pose = drive(tables, seen, pose, card, k)
        gain += register_value(tables, weights, seen, pose)
    return pose, goal, gain, gain + pose_value(tables, weights, seen, goal, pose)


@kernel
def drive(tables: Any, seen: Any, pose: int, card: int, register: int) -> int:
    """The pose after a card of this kind in a register, among the towers that stand."""
    floor, transitions, standing = tables.floor, tables.transitions, seen.standing | CLOSED
    pose, _, _ = execute(floor, transitions, standing, pose, NOT_BANKED, card, NO_CARD, 0)
    return ride(floor, transitions, standing, register, pose, False)[0]


@kernel
def register_value(tables: Any, weights: Any, seen: Any, pose: int) -> float:
    """The value of a register that ends there: a shot, less the damage."""
    if pose == LOST:
        return 0.0
    damage = expected_damage(tables, seen, pose // DIRECTIONS)
    return shot_value(tables, weights, seen, pose) - weights.damage * damage


@kernel
def expected_damage(tables: Any, seen: Any, square: int) -> float:
    """The damage to expect on a square in a register, by towers and board lasers."""
    return seen.tower_damage[tables.towers_near[square]] + tables.laser_damage[square]


@kernel
def shot_value(tables: Any, weights: Any, seen: Any, pose: int) -> float:
    """M12, M13: the value of firing the howitzer from this pose."""
    target = objective_ahead(tables, seen, pose)
    if target == BLOCKED:
        return 0.0
    value = 1.0 if target == BASE else weights.tower_shot
    return value * (BARRELS if holds(seen.options, Option.DOUBLE_BARRELED_LASER) else 1)


@kernel
def objective_ahead(tables: Any, seen: Any, pose: int) -> int:
    """The goal that the howitzer hits from this pose if no robot is in the way, or BLOCKED."""
    reach = LONG_REACH if holds(seen.options, Option.HIGH_POWER_LASER) else REACH
    for distance in range(reach):
        what = tables.lines_of_fire[pose, distance]
        if what == BLOCKED:
            return BLOCKED
        if what == BASE_AHEAD:
            return BASE
        if what > 0 and (seen.standing >> (what - 1)) & 1 == 1:
            return what - 1 - TOWERS_EACH if what > TOWERS_EACH else BLOCKED
    return BLOCKED


@kernel
def pose_value(tables: Any, weights: Any, seen: Any, goal: int, pose: int) -> float:
    """How near the pose is to the goal."""
    if pose == LOST:
        return -weights.register * UNREACHABLE
    return -weights.register * path_cost(tables, seen, goal, pose)


@kernel
def end_of_program(tables: Any, seen: Any) -> int:
    """The pose after the whole program, or LOST."""
    pose = int(seen.pose)
    for k in range(REGISTERS):
        if pose != LOST:
            pose = drive(tables, seen, pose, seen.program[k], k)
    return pose


plan = beam_search.bind(start=choose_goal, extend=extend)
