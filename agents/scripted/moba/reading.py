"""The observation of MOBA Rally, decoded into whole numbers on the map."""

from typing import Any

import numpy as np

from cogarena.agents.scripted.moba.tables import TOWER_SETS
from cogarena.agents.scripted.rally.reading import (
    OWN_ROBOT,
    eastward,
    index_of,
    position_at,
    read_cards,
    southward,
)
from cogarena.envs.core.grid import DIRECTIONS, DX, DY, Direction, manhattan, turned
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.records import record
from cogarena.envs.moba.objectives import TOWER_DAMAGE, TOWER_REACH
from cogarena.envs.moba.observe import Objective, Other, Own
from cogarena.envs.moba.state import (
    ASKS,
    BASE_SIDE,
    BASE_X,
    BASE_Y,
    HEIGHT,
    TOWER_X,
    TOWER_Y,
    TOWERS_EACH,
    WIDTH,
)
from cogarena.envs.rally.cards import OPTION_CARDS, OPTION_OF
from cogarena.envs.rally.observation import HELD, LENT
from cogarena.envs.rally.state import NOBODY, ROBOTS
from cogarena.envs.rally.transitions import pose_at

OWN_BASE = 0  # rows of `objectives`
ENEMY_BASE = 1 + TOWERS_EACH
HALVES = 2  # the middle of a base is counted in half squares

ROBOT = record(
    ("x", "i1"),
    ("y", "i1"),
    ("facing", "i1"),
    ("is_ally", "i1"),
    ("present", "i1"),  # 1: on the floor, or in a zone
    ("sheltered", "i1"),
    ("damage", "i1"),
    ("powered_down", "i1"),
)

# Squares and facings are those of the red team; for blue the map is turned.
SEEN = record(
    *OWN_ROBOT,
    ("facing", "i1"),
    ("incoming", "i1"),
    ("aims_at_robot", "i1"),
    ("options", "u4"),  # bit set of Option
    ("team_option", "i1"),  # Option, NOBODY without one
    ("enemy_option", "i1"),
    ("standing", "i2"),  # bit set of the towers, the team's own first
    ("alive", "i1"),  # bit set of the enemy's towers
    ("lost_health", "f8", (TOWERS_EACH,)),  # of the enemy's towers, 0…1
    ("others", ROBOT, (ROBOTS - 1,)),
    ("tower_damage", "f8", (TOWER_SETS,)),  # to expect in reach of these of the enemy's towers
)


@kernel
def read(observation: Any, tables: Any, seen: Any) -> None:
    """Fill `seen`."""
    own = observation.own
    seen.asked = index_of(observation.decision, ASKS)
    seen.damage = own[Own.DAMAGE]
    seen.incoming = own[Own.INCOMING]
    seen.aims_at_robot = 0
    for k in range(ROBOTS - 1):
        seen.aims_at_robot |= observation.others[k, Other.IN_LINE]
    locate_by_bases(observation.objectives, seen)
    read_cards(observation, seen)
    seen.options = read_options(observation.options)
    seen.team_option = read_option(observation.team_option)
    seen.enemy_option = read_option(observation.enemy_option)
    read_objectives(observation.objectives, seen)
    for k in range(ROBOTS - 1):
        read_robot(observation.others[k], seen, seen.others[k])
    estimate_tower_damage(seen)


@kernel
def read_options(row: Any) -> int:
    """The options of the cards that are held or lent, as a bit set."""
    options = 0
    for card in range(OPTION_CARDS):
        if row[card] & (HELD | LENT) != 0:
            options |= 1 << OPTION_OF[card]
    return options


@kernel
def read_option(row: Any) -> int:
    """The option of the card that is set, or NOBODY."""
    card = index_of(row, OPTION_CARDS)
    return NOBODY if card == NOBODY else OPTION_OF[card]


@kernel
def locate_by_bases(rows: Any, seen: Any) -> None:
    """Find the robot's own pose from the offsets to both bases."""
    right = rows[ENEMY_BASE, Objective.RIGHT] - rows[OWN_BASE, Objective.RIGHT]
    behind = rows[ENEMY_BASE, Objective.BEHIND] - rows[OWN_BASE, Objective.BEHIND]
    if abs(right) > abs(behind):
        seen.facing = Direction.NORTH if right > 0 else Direction.SOUTH
    else:
        seen.facing = Direction.EAST if behind < 0 else Direction.WEST
    middle = BASE_SIDE - 1
    right = rows[OWN_BASE, Objective.RIGHT] * HALVES + middle
    behind = rows[OWN_BASE, Objective.BEHIND] * HALVES + middle
    seen.x = (HALVES * BASE_X + middle - eastward(seen.facing, right, behind)) // HALVES
    seen.y = (HALVES * BASE_Y + middle - southward(seen.facing, right, behind)) // HALVES
    seen.pose = pose_at(int(seen.x), int(seen.y), int(seen.facing), HEIGHT)


@kernel
def read_objectives(rows: Any, seen: Any) -> None:
    """Which towers stand, and how much health the enemy's have lost."""
    standing = 0
    for k in range(TOWERS_EACH):
        if rows[OWN_BASE + 1 + k, Objective.HEALTH] > 0:
            standing |= 1 << k
        if rows[ENEMY_BASE + 1 + k, Objective.HEALTH] > 0:
            standing |= 1 << (TOWERS_EACH + k)
        row = rows[ENEMY_BASE + 1 + k]
        share = np.float32(int(row[Objective.HEALTH]) / int(row[Objective.FULL_HEALTH]))
        seen.lost_health[k] = 1.0 - float(share)
    seen.standing = standing
    seen.alive = standing >> TOWERS_EACH


@kernel
def read_robot(row: Any, seen: Any, robot: Any) -> None:
    """Another robot."""
    robot.x, robot.y = position_at(seen, row[Other.RIGHT], row[Other.BEHIND])
    robot.is_ally = row[Other.TEAM] > 0
    robot.present = row[Other.ON_FLOOR] > 0
    robot.sheltered = row[Other.SHELTERED] > 0
    robot.damage = row[Other.DAMAGE]
    robot.powered_down = row[Other.POWERED_DOWN] > 0
    for facing in range(DIRECTIONS):
        relative = turned(facing, -seen.facing)
        faces_right, faces_behind = int(DX[relative]), int(DY[relative])
        if row[Other.FACES_RIGHT] == faces_right and row[Other.FACES_BEHIND] == faces_behind:
            robot.facing = facing


@kernel
def estimate_tower_damage(seen: Any) -> None:
    """M14: a tower fires at one robot, so allies in its reach share the damage."""
    for towers in range(TOWER_SETS):
        seen.tower_damage[towers] = 0
    for t in range(TOWERS_EACH):
        if (seen.alive >> t) & 1 == 0:
            continue
        sharing = 1
        for k in range(ROBOTS - 1):
            if seen.others[k].is_ally == 1 and is_in_reach(seen.others[k], t):
                sharing += 1
        for towers in range(TOWER_SETS):
            if (towers >> t) & 1 == 1:
                seen.tower_damage[towers] += TOWER_DAMAGE / sharing


@kernel
def is_in_reach(ally: Any, t: int) -> bool:
    """The enemy's tower can fire at the ally."""
    if ally.present == 0 or ally.sheltered == 1:
        return False
    x, y = WIDTH - 1 - int(TOWER_X[t]), HEIGHT - 1 - int(TOWER_Y[t])
    return manhattan(ally.x, ally.y, x, y) <= TOWER_REACH
