"""The decisions of the scripted player in MOBA Rally.

For a program it chooses an objective, then searches for the cards that shell it.
"""

from typing import Any

from cogarena.agents.scripted.moba.reading import BASE, BASE_AHEAD, BLOCKED, CLOSED, HOME, read
from cogarena.agents.scripted.rally import beam_search
from cogarena.agents.scripted.rally.driving import UNREACHABLE
from cogarena.agents.scripted.rally.player import (
    USELESS,
    decide_by_default,
    decide_with,
    option_of,
    option_values,
)
from cogarena.agents.scripted.rally.reading import holds
from cogarena.envs.core.grid import DIRECTIONS, Direction, chebyshev
from cogarena.envs.core.header import PASS
from cogarena.envs.core.jit import kernel
from cogarena.envs.moba.objectives import DISRUPT, HOWITZER, LONG_REACH, REACH
from cogarena.envs.moba.rules import DOCK
from cogarena.envs.moba.state import DOCK_ROWS, DOCKS, HEIGHT, TOWERS_EACH, Ask
from cogarena.envs.rally.cards import NO_CARD, OPTION_CARDS, Option
from cogarena.envs.rally.damage import OPTION, YES
from cogarena.envs.rally.fire import BARRELS
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.programming import CARD
from cogarena.envs.rally.state import NOBODY, ROBOTS
from cogarena.envs.rally.state import Ask as RallyAsk
from cogarena.envs.rally.transitions import LOST, NOT_BANKED, pose_at, ride
from cogarena.envs.rally.transitions import drive as execute
from cogarena.envs.rally.turns import FACING

# The value of an option to the robot that carries it, and in the base, to the team.
OWN_VALUE = option_values(
    {
        Option.DOUBLE_BARRELED_LASER: 5,
        Option.HIGH_POWER_LASER: 5,
        Option.ABLATIVE_COAT: 3,
        Option.EXTRA_MEMORY: 2,
        Option.FLYWHEEL: 1,
        Option.POWER_DOWN_SHIELD: 1,
        Option.RAMMING_GEAR: 1,
        Option.REAR_FIRING_LASER: 1,
        Option.SUPERIOR_ARCHIVE: 1,
        Option.CIRCUIT_BREAKER: -1,
    }
)
TEAM_VALUE = option_values(
    {
        Option.DOUBLE_BARRELED_LASER: 5,
        Option.HIGH_POWER_LASER: 4,
        Option.ABLATIVE_COAT: 3,
        Option.EXTRA_MEMORY: 2,
        Option.POWER_DOWN_SHIELD: 2,
        Option.SUPERIOR_ARCHIVE: 2,
        Option.FLYWHEEL: 1,
        Option.RAMMING_GEAR: 1,
        Option.REAR_FIRING_LASER: 1,
        Option.CIRCUIT_BREAKER: -1,
    }
)

DISRUPTION_VALUE = 3  # of an enemy's team option that makes it worth a shot


@kernel
def decide(mask: Any, tables: Any, weights: Any, seen: Any, beams: Any) -> int:
    """The action for the question asked; declines what the player has no use for."""
    asked = seen.asked
    if asked == RallyAsk.PROGRAM:
        action = CARD + plan(tables, weights, seen, beams)
    elif asked == RallyAsk.WEAPON:
        action = choose_weapon(mask, seen)
    elif asked == RallyAsk.POWER_DOWN:
        action = YES if should_rest(tables, weights, seen) else PASS
    elif asked == RallyAsk.STAY_DOWN:
        action = YES if seen.damage >= weights.rest_damage else PASS
    elif asked in (RallyAsk.PREVENT, RallyAsk.LOSE, RallyAsk.FLYWHEEL):
        action = decide_by_default(mask, seen, OWN_VALUE)
    elif asked == RallyAsk.FACING:
        action = FACING  # a robot enters facing the floor, and stays so
    elif asked == Ask.DOCK:
        action = DOCK + choose_dock(tables, weights, seen, mask)
    elif asked == Ask.INSTALL:
        action = install(mask, seen)
    else:
        action = PASS
    return action


@kernel
def choose_weapon(mask: Any, seen: Any) -> int:
    """The howitzer, against robots too because it pushes; but a High-Power Laser hits two."""
    if mask[DISRUPT] == 1 and TEAM_VALUE[seen.enemy_option] >= DISRUPTION_VALUE:
        return DISRUPT
    if mask[HOWITZER] == 0:
        return PASS
    if seen.aims_at_robot == 1 and holds(seen.options, Option.HIGH_POWER_LASER):
        return PASS
    return HOWITZER


@kernel
def should_rest(tables: Any, weights: Any, seen: Any) -> bool:
    """Badly damaged, and out of every enemy's fire where the program ends."""
    if seen.damage < weights.rest_damage:
        return False
    pose = end_of_program(tables, seen)
    if pose == LOST:
        return False
    square = pose // DIRECTIONS
    if expected_damage(tables, seen, square) > 0:
        return False
    for k in range(ROBOTS - 1):
        other = seen.others[k]
        x, y = square // HEIGHT, square % HEIGHT
        is_enemy = other.present == 1 and other.is_ally == 0
        if is_enemy and chebyshev(other.x, other.y, x, y) <= weights.safe_distance:
            return False
    return True


@kernel
def choose_dock(tables: Any, weights: Any, seen: Any, mask: Any) -> int:
    """The free dock that is nearest to an objective."""
    best, least = NOBODY, 0.0
    for dock in range(DOCKS):
        if mask[DOCK + dock] == 0:
            continue
        pose = pose_at(0, int(DOCK_ROWS[dock]), Direction.EAST, HEIGHT)
        cost = goal_cost(tables, weights, seen, BASE, pose)
        for t in range(TOWERS_EACH):
            cost = min(cost, goal_cost(tables, weights, seen, t, pose))
        if best == NOBODY or cost < least:
            best, least = dock, cost
    return best


@kernel
def install(mask: Any, seen: Any) -> int:
    """The option of most value to the team, if it is better than the one in the base."""
    best = NOBODY
    most = TEAM_VALUE[seen.team_option] if seen.team_option != NOBODY else USELESS
    for card in range(OPTION_CARDS):
        if mask[OPTION + card] == 1 and TEAM_VALUE[option_of(card)] > most:
            best, most = card, TEAM_VALUE[option_of(card)]
    return PASS if best == NOBODY else OPTION + best


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
decide_all = decide_with(read=read, decide=decide)
