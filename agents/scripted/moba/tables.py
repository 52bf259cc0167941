"""Lookup tables of MOBA Rally's map, as the red team sees it.

The map is symmetric under a half turn, so blue players read it turned.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from cogarena.agents.protocol import Array
from cogarena.agents.scripted.rally.driving import UNREACHABLE, path_costs
from cogarena.envs.core.grid import DIRECTIONS, DX, DY, inside, manhattan
from cogarena.envs.moba.objectives import LONG_REACH, REACH, TOWER_DAMAGE, TOWER_REACH
from cogarena.envs.moba.settings import Settings, build
from cogarena.envs.moba.state import (
    HEIGHT,
    TOWER_X,
    TOWER_Y,
    TOWERS,
    TOWERS_EACH,
    WIDTH,
    Team,
)
from cogarena.envs.rally.cards import KINDS
from cogarena.envs.rally.floor_views import VIEW_RADIUS, Surface
from cogarena.envs.rally.state import THINGS
from cogarena.envs.rally.transitions import play_everywhere, position_of

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
