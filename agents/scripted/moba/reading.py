"""What the scripted player knows: MOBA Rally's map as lookup tables, and its observation decoded.

Both are as the red team sees them: the map is symmetric under a half turn, so blue players read it
turned.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from cogarena.agents.protocol import Array
from cogarena.agents.scripted.rally.driving import UNREACHABLE, path_costs
from cogarena.agents.scripted.rally.reading import (
    OWN_ROBOT,
    eastward,
    index_of,
    position_at,
    read_cards,
    southward,
)
from cogarena.envs.core.grid import DIRECTIONS, DX, DY, Direction, inside, manhattan, turned
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.records import record
from cogarena.envs.moba.objectives import LONG_REACH, REACH, TOWER_DAMAGE, TOWER_REACH
from cogarena.envs.moba.observe import Objective, Other, Own
from cogarena.envs.moba.settings import Settings, build
from cogarena.envs.moba.state import (
    ASKS,
    BASE_SIDE,
    BASE_X,
    BASE_Y,
    HEIGHT,
    TOWER_X,
    TOWER_Y,
    TOWERS,
    TOWERS_EACH,
    WIDTH,
    Team,
)
from cogarena.envs.rally.cards import KINDS, OPTION_CARDS, OPTION_OF
from cogarena.envs.rally.floor_views import VIEW_RADIUS, Surface
from cogarena.envs.rally.observation import HELD, LENT
from cogarena.envs.rally.state import NOBODY, ROBOTS, THINGS
from cogarena.envs.rally.transitions import play_everywhere, pose_at, position_of

SQUARES = WIDTH * HEIGHT
POSES = SQUARES * DIRECTIONS
REACHES = (REACH, LONG_REACH)
TOWER_SETS = 1 << TOWERS_EACH  # bit sets of the enemy's towers
CLOSED = 1 << (THINGS + Team.RED)  # the enemy's base, among obstacles

# Goals: the enemy's towers by number, its base, and a place to recover.
BASE = TOWERS_EACH
HOME = BASE + 1
GOALS = HOME + 1

# What is in a square of a line of fire: 0 for nothing, a tower as 1 + its number, or one of these.
BASE_AHEAD = TOWERS + 1
BLOCKED = -1


class Tables(NamedTuple):
    """By square or by pose; towers are numbered with the team's own first."""

    floor: Any  # of the setup record, and its transitions
    transitions: Any
    lines_of_fire: Array  # (poses, reach) what is ahead, square by square
    towers_near: Array  # (squares,) bit set of the enemy's towers that reach it
    laser_damage: Array  # (squares,) by board lasers
    costs: Array  # (reaches, TOWER_SETS, GOALS, poses) of the path to each goal, in registers


@cache
def build_tables(
    perimeter: str, damage_cost: float, shelling_registers: float, away_cost: float
) -> Tables:
    """The tables of the map for robots with these weights."""
    setup = build(Settings(perimeter=perimeter))[0]
    tables = Tables(
        setup.floor,
        setup.transitions,
        lines_of_fire(setup.floor),
        towers_near(),
        board_lasers(setup.views),
        np.zeros((len(REACHES), TOWER_SETS, GOALS, POSES), np.float64),
    )
    homes = home_costs(setup.floor, away_cost)
    for alive in range(TOWER_SETS):
        moves = moves_of(tables, alive)
        harm = damage_cost * damage_of(tables, alive)
        for longer, reach in enumerate(REACHES):
            ends = shelling_costs(tables, alive, reach, shelling_registers * harm)
            ends[HOME] = np.where(harm > 0, UNREACHABLE, homes)
            tables.costs[longer, alive] = path_costs(moves, 1 + harm, ends)
    return tables


def tower_positions() -> list[tuple[int, int]]:
    """The x and y of each tower, the team's own first."""
    own = list(zip(TOWER_X.tolist(), TOWER_Y.tolist(), strict=True))
    return own + [(WIDTH - 1 - x, HEIGHT - 1 - y) for x, y in own]


def towers_near() -> Array:
    """`Tables.towers_near` (M14)."""
    near = np.zeros(SQUARES, np.uint8)
    for t, position in enumerate(tower_positions()[TOWERS_EACH:]):
        for square in range(SQUARES):
            if manhattan(*position, *divmod(square, HEIGHT)) <= TOWER_REACH:
                near[square] |= 1 << t
    return near


def board_lasers(views: Array) -> Array:
    """`Tables.laser_damage`, from the floor as robots that face north see it."""
    rows, columns = (slice(VIEW_RADIUS, VIEW_RADIUS + side) for side in (HEIGHT, WIDTH))
    shown = views[0, rows, columns, Surface.LASER]
    return shown.T.astype(np.float64).reshape(-1)


def lines_of_fire(floor: Any) -> Array:
    """`Tables.lines_of_fire` (M12, M13)."""
    squares = floor.squares[:WIDTH, :HEIGHT]
    walls, shelter = squares["walls"], squares["shelter"]
    what = np.zeros((WIDTH, HEIGHT), np.int8)
    for t, position in enumerate(tower_positions()):
        what[position] = t + 1
    what[squares["closed"] >> Team.RED & 1 == 1] = BASE_AHEAD
    lines = np.full((POSES, LONG_REACH), BLOCKED, np.int8)
    for pose in range(POSES):
        x, y = position_of(pose, HEIGHT)
        facing = pose % DIRECTIONS
        for distance in range(LONG_REACH):
            if shelter[x, y] or walls[x, y] >> facing & 1:
                break
            x, y = x + int(DX[facing]), y + int(DY[facing])
            if not inside(x, y, WIDTH, HEIGHT):
                break
            lines[pose, distance] = what[x, y]
    return lines


def damage_of(tables: Tables, alive: int) -> Array:
    """(poses,): the damage that a lone robot can expect there in a register."""
    towers = np.array([int(bits).bit_count() for bits in tables.towers_near & alive])
    return np.repeat(TOWER_DAMAGE * towers + tables.laser_damage, DIRECTIONS)


def home_costs(floor: Any, away_cost: float) -> Array:
    """(poses,): the cost of recovering there rather than in the team's own base."""
    squares = floor.squares[:WIDTH, :HEIGHT]
    own_base = (squares["closed"] >> Team.BLUE & 1 == 1).reshape(-1)
    pit = (squares["pit"] == 1).reshape(-1)
    costs = np.where(own_base, 0.0, np.where(pit, UNREACHABLE, away_cost))
    return np.repeat(costs, DIRECTIONS)


def shelling_costs(tables: Tables, alive: int, reach: int, harm: Array) -> Array:
    """(GOALS, poses): the cost of shelling each objective from each pose."""
    costs = np.full((GOALS, POSES), UNREACHABLE)
    clear = np.ones(POSES, np.bool_)
    for ahead in tables.lines_of_fire.T[:reach]:
        for t in range(TOWERS):
            hits = clear & (ahead == t + 1)
            if t >= TOWERS_EACH and alive >> (t - TOWERS_EACH) & 1:
                costs[t - TOWERS_EACH, hits] = harm[hits]
            if t < TOWERS_EACH or alive >> (t - TOWERS_EACH) & 1:
                clear &= ~hits
        hits = clear & (ahead == BASE_AHEAD)
        costs[BASE, hits] = harm[hits]
        clear &= ~hits & (ahead != BLOCKED)
    return costs


def moves_of(tables: Tables, alive: int) -> Array:
    """(kinds, poses): where each kind of card leads while these and all friendly towers stand."""
    standing = alive << TOWERS_EACH | TOWER_SETS - 1 | CLOSED
    moves = np.zeros((KINDS - 1, POSES), np.int64)
    play_everywhere(tables.floor, tables.transitions, standing, moves)
    return moves


# The observation, decoded into whole numbers on the map.

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
