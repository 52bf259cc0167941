"""The decisions of the scripted player in MOBA Rally."""

from typing import Any

from cogarena.agents.scripted.moba.plan import end_of_program, expected_damage, goal_cost, plan
from cogarena.agents.scripted.moba.reading import read
from cogarena.agents.scripted.moba.tables import BASE
from cogarena.agents.scripted.rally.decisions import (
    USELESS,
    decide_by_default,
    option_of,
    option_values,
)
from cogarena.agents.scripted.rally.player import decide_with
from cogarena.agents.scripted.rally.reading import holds
from cogarena.envs.core.grid import DIRECTIONS, Direction, chebyshev
from cogarena.envs.core.header import PASS
from cogarena.envs.core.jit import kernel
from cogarena.envs.moba.objectives import DISRUPT, HOWITZER
from cogarena.envs.moba.rules import DOCK
from cogarena.envs.moba.state import DOCK_ROWS, DOCKS, HEIGHT, TOWERS_EACH, Ask
from cogarena.envs.rally.cards import OPTION_CARDS, Option
from cogarena.envs.rally.damage import OPTION, YES
from cogarena.envs.rally.programming import CARD
from cogarena.envs.rally.state import NOBODY, ROBOTS
from cogarena.envs.rally.state import Ask as RallyAsk
from cogarena.envs.rally.transitions import LOST, pose_at
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


decide_all = decide_with(read=read, decide=decide)
