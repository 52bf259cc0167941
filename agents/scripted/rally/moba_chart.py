"""What every player of MOBA Rally knows before the game: the map, as the red team sees it.

The map is the same after a half turn, so blue players read it turned.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from cogarena.agents.protocol import Array
from cogarena.agents.scripted.rally.driving import (
    LOST,
    UNREACHABLE,
    Roads,
    path_costs,
    place_of,
    survey_roads,
)
from cogarena.agents.scripted.rally.moba_temper import Temper
from cogarena.envs.core.grid import DIRECTIONS, DX, DY, inside, manhattan
from cogarena.envs.moba.board import Settings, build
from cogarena.envs.moba.objectives import LONG_REACH, REACH, TOWER_DAMAGE, TOWER_REACH
from cogarena.envs.moba.state import (
    HEIGHT,
    TOWER_X,
    TOWER_Y,
    TOWERS,
    TOWERS_EACH,
    WIDTH,
    Team,
)
from cogarena.envs.rally.cards import STEPS, TURN, Card
from cogarena.envs.rally.floor_views import MOST_BEAMS, VIEW_RADIUS, Surface

SQUARES = WIDTH * HEIGHT
STANCES = SQUARES * DIRECTIONS
REACHES = (REACH, LONG_REACH)
ALIVE = 1 << TOWERS_EACH  # sets of the enemy's towers
OPEN = TOWERS  # in place of a tower's number: no tower ever stood on the square

# Goals: the enemy's towers by number, its base, and a place to recover.
BASE = TOWERS_EACH
HOME = BASE + 1
GOALS = HOME + 1

# What is in a square of a line of fire: nothing, a tower as 1 + its number, or one of these.
BASE_AHEAD = TOWERS + 1
NO_SIGHT = -1

USUAL_REGISTER = 0  # whose pushers are reckoned with where the register is not known


class Chart(NamedTuple):
    """Tables by square or by stance; towers by number, the own ones first."""

    roads: Roads
    blocks: Array  # (squares,) the tower on it, or OPEN
    lines: Array  # (stances, reach) what is ahead, square by square
    near: Array  # (squares,) bit set of the enemy's towers that reach it
    beams: Array  # (squares,) damage by board lasers
    costs: Array  # (reaches, ALIVE, GOALS, stances) of the way to each goal, in registers


@cache
def chart_of(perimeter: str, temper: Temper) -> Chart:
    """The chart of the map for robots of this temper."""
    setup = build(Settings(perimeter=perimeter))[0]
    chart = Chart(
        survey_roads(setup.floor, Team.RED),
        tower_squares(),
        lines_of_fire(setup.floor),
        towers_near(),
        board_lasers(setup.views),
        np.zeros((len(REACHES), ALIVE, GOALS, STANCES), np.float64),
    )
    homes = home_costs(setup.floor, temper)
    for alive in range(ALIVE):
        moves = moves_of(chart, alive)
        harm = temper.fear * harm_of(chart, alive)
        for longer, reach in enumerate(REACHES):
            ends = goal_costs(chart, alive, reach, temper.stay * harm)
            ends[HOME] = np.where(harm > 0, UNREACHABLE, homes)
            chart.costs[longer, alive] = path_costs(moves, 1 + harm, ends)
    return chart


def tower_places() -> list[tuple[int, int]]:
    """Where the towers stand, the own ones first."""
    own = list(zip(TOWER_X.tolist(), TOWER_Y.tolist(), strict=True))
    return own + [(WIDTH - 1 - x, HEIGHT - 1 - y) for x, y in own]


def tower_squares() -> Array:
    """`Chart.blocks`."""
    blocks = np.full(SQUARES, OPEN, np.int8)
    for t, (x, y) in enumerate(tower_places()):
        blocks[x * HEIGHT + y] = t
    return blocks


def towers_near() -> Array:
    """`Chart.near` (M14)."""
    near = np.zeros(SQUARES, np.uint8)
    for t, place in enumerate(tower_places()[TOWERS_EACH:]):
        for square in range(SQUARES):
            if manhattan(*place, *divmod(square, HEIGHT)) <= TOWER_REACH:
                near[square] |= 1 << t
    return near


def board_lasers(views: Array) -> Array:
    """`Chart.beams`, from the floor as robots that face north see it."""
    shown = views[
        0, VIEW_RADIUS : VIEW_RADIUS + HEIGHT, VIEW_RADIUS : VIEW_RADIUS + WIDTH, Surface.LASER
    ]
    return np.rint(shown.T * MOST_BEAMS).astype(np.float64).reshape(-1)


def lines_of_fire(floor: Any) -> Array:
    """`Chart.lines` (M12, M13)."""
    squares = floor.squares[:WIDTH, :HEIGHT]
    walls, shelter = squares["walls"], squares["shelter"]
    what = tower_squares().reshape(WIDTH, HEIGHT) + 1
    what[what == OPEN + 1] = 0
    what[squares["closed"] >> Team.RED & 1 == 1] = BASE_AHEAD
    lines = np.full((STANCES, LONG_REACH), NO_SIGHT, np.int8)
    for stance in range(STANCES):
        x, y = place_of(stance, HEIGHT)
        facing = stance % DIRECTIONS
        for distance in range(LONG_REACH):
            if shelter[x, y] or walls[x, y] >> facing & 1:
                break
            x, y = x + int(DX[facing]), y + int(DY[facing])
            if not inside(x, y, WIDTH, HEIGHT):
                break
            lines[stance, distance] = what[x, y]
    return lines


def harm_of(chart: Chart, alive: int) -> Array:
    """(stances,): the damage that a lone robot has to expect there in a register."""
    towers = np.array([int(bits).bit_count() for bits in chart.near & alive])
    return np.repeat(TOWER_DAMAGE * towers + chart.beams, DIRECTIONS)


def home_costs(floor: Any, temper: Temper) -> Array:
    """(stances,): what it costs to recover there rather than in the own base."""
    squares = floor.squares[:WIDTH, :HEIGHT]
    own_base = (squares["closed"] >> Team.BLUE & 1 == 1).reshape(-1)
    pit = (squares["pit"] == 1).reshape(-1)
    costs = np.where(own_base, 0.0, np.where(pit, UNREACHABLE, temper.unhomely))
    return np.repeat(costs, DIRECTIONS)


def goal_costs(chart: Chart, alive: int, reach: int, harm: Array) -> Array:
    """(GOALS, stances): what it costs to shell each objective from there."""
    costs = np.full((GOALS, STANCES), UNREACHABLE)
    clear = np.ones(STANCES, np.bool_)
    for ahead in chart.lines.T[:reach]:
        for t in range(TOWERS):
            hits = clear & (ahead == t + 1)
            if t >= TOWERS_EACH and alive >> (t - TOWERS_EACH) & 1:
                costs[t - TOWERS_EACH, hits] = harm[hits]
            if t < TOWERS_EACH or alive >> (t - TOWERS_EACH) & 1:
                clear &= ~hits
        hits = clear & (ahead == BASE_AHEAD)
        costs[BASE, hits] = harm[hits]
        clear &= ~hits & (ahead != NO_SIGHT)
    return costs


def moves_of(chart: Chart, alive: int) -> Array:
    """(kinds, stances): where each kind of card leads while these towers stand, and the own."""
    standing = alive << TOWERS_EACH | ALIVE - 1
    stood = np.append(standing >> chart.blocks.astype(np.int64) & 1 == 1, False)
    steps = np.append(chart.roads.steps, [[LOST, LOST]], axis=0).astype(np.int64)
    rest = np.append(chart.roads.machines[USUAL_REGISTER], LOST).astype(np.int64)
    stances = np.arange(STANCES)
    moves = []
    for card in (card for card in Card if card != Card.NONE):
        facing = (stances + int(TURN[card])) % DIRECTIONS
        moved = stances - stances % DIRECTIONS + facing
        for _ in range(abs(int(STEPS[card]))):
            after = steps[moved, int(STEPS[card] < 0)]
            moved = np.where(stood[after // DIRECTIONS], moved, after)
        moves.append(rest[moved])
    return np.array(moves)
