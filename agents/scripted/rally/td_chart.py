"""What every player of Tower Defense knows before the game: the board, and the ways to its flags.

Ways are reckoned while every tower stands and without a fall from the plateau.
"""

from typing import Any, NamedTuple

import numpy as np

from cogarena.agents.protocol import Array
from cogarena.agents.scripted.rally.driving import (
    BACK,
    LOST,
    UNREACHABLE,
    Roads,
    path_costs,
    put,
    stance_of,
    survey_roads,
)
from cogarena.envs.core.grid import DIRECTIONS, HALF_TURN, turned
from cogarena.envs.core.jit import kernel
from cogarena.envs.rally.cards import STEPS, TURN, Card
from cogarena.envs.rally.moves import CLIMB, push_with
from cogarena.envs.rally.state import RALLY
from cogarena.envs.tower_defense.settings import Settings, build
from cogarena.envs.tower_defense.state import TOWERS

OPEN = TOWERS  # in place of a tower's number: no tower ever stood on the square
ALL_STAND = (1 << TOWERS) - 1
USUAL_REGISTER = 0  # whose pushers are reckoned with where the register is not known
LEVEL = 0  # no point towards a ramp; else 1 + the direction in which it counts (T6)


class Chart(NamedTuple):
    """Tables by square or by stance; a way of a step is ahead or BACK."""

    height: int
    roads: Roads
    climbs: Array  # (stances, ways) after a step with the points for a ramp
    falls: Array  # (stances, ways) 1: the step leads down where there is no ramp
    blocks: Array  # (squares,) the tower on it, or OPEN
    flags: Array  # (flags, 2) x and y
    ways: Array  # (flags + 1, stances) registers to each flag; none when all are touched


def chart_of(settings: Settings) -> Chart:
    """The chart of the board that these settings name."""
    setup = build(settings)[0]
    floor = setup.floor
    roads = survey_roads(floor, 0)
    stances = len(roads.steps)
    flags = np.array([(flag.x, flag.y) for flag in floor.flag[: floor.flag_count]], np.int64)
    chart = Chart(
        int(floor.height),
        roads,
        np.zeros((stances, 2), np.int16),
        np.zeros((stances, 2), np.int8),
        tower_squares(setup),
        flags,
        np.zeros((len(flags) + 1, stances), np.float64),
    )
    rally = np.zeros(1, RALLY)[0]
    rally.count = 1
    survey_slopes(floor, rally, chart.climbs, chart.falls)
    chart.ways[:-1] = ways_to_flags(chart)
    return chart


def tower_squares(setup: Any) -> Array:
    """`Chart.blocks`."""
    blocks = np.full(int(setup.floor.width) * int(setup.floor.height), OPEN, np.int8)
    for t in range(setup.tower_count):
        tower = setup.towers[t]
        blocks[int(tower.x) * int(setup.floor.height) + int(tower.y)] = t
    return blocks


@kernel
def survey_slopes(floor: Any, r: Any, climbs: Any, falls: Any) -> None:
    """Fill `Chart.climbs` and `Chart.falls` by letting one robot drive."""
    for stance in range(len(climbs)):
        for way in range(2):
            put(floor, r, stance)
            push_with(floor, r, 0, turned(stance, way * HALF_TURN), 0, CLIMB)
            climbs[stance, way] = stance_of(floor, r.robots[0])
            falls[stance, way] = r.robots[0].incoming > 0


def ways_to_flags(chart: Chart) -> Array:
    """`Chart.ways` of the flags, by any cards."""
    stances = len(chart.climbs)
    ends = np.full((len(chart.flags), stances), UNREACHABLE)
    for flag, (x, y) in enumerate(chart.flags):
        first = (x * chart.height + y) * DIRECTIONS
        ends[flag, first : first + DIRECTIONS] = 0
    moves = np.zeros((len(Card), stances), np.int64)
    drive_all_cards(chart, moves)
    return path_costs(moves[Card.NONE + 1 :], np.ones(stances), ends)


@kernel
def drive_all_cards(chart: Any, moves: Any) -> None:
    """Where each kind of card leads from each stance; falls are no way to go."""
    for card in range(len(moves)):
        for stance in range(moves.shape[1]):
            after, _, falls = drive(chart, ALL_STAND, stance, LEVEL, card, USUAL_REGISTER)
            moves[card, stance] = LOST if falls > 0 else after


@kernel
def drive(
    chart: Any, standing: int, stance: int, banked: int, card: int, register: int
) -> tuple[int, int, int]:
    """A card of this kind and the machines: the stance or LOST, the banked point, own falls."""
    if TURN[card] != 0:
        banked = LEVEL
    stance += turned(stance, int(TURN[card])) - stance % DIRECTIONS
    way = BACK if STEPS[card] < 0 else 0
    stance, banked, falls = walk(chart, standing, stance, banked, way, abs(int(STEPS[card])))
    if stance == LOST:
        return LOST, LEVEL, falls
    after = int(chart.roads.machines[register, stance])
    return after, banked if after == stance else LEVEL, falls


@kernel
def walk(
    chart: Any, standing: int, stance: int, banked: int, way: int, points: int
) -> tuple[int, int, int]:
    """T6: so many points ahead or back; a ramp takes two, and what is short of it is banked."""
    falls = 0
    towards = 1 + turned(stance, way * HALF_TURN)
    if banked == towards and points > 0:
        points += 1
    while points > 0:
        after, cost = int(chart.roads.steps[stance, way]), 1
        if after == stance:
            after, cost = int(chart.climbs[stance, way]), CLIMB
        if after == LOST:
            return LOST, LEVEL, falls
        if after == stance or (standing >> int(chart.blocks[after // DIRECTIONS])) & 1 == 1:
            break
        if cost > points:
            banked = towards
            break
        falls += int(chart.falls[stance, way])
        stance, banked = after, LEVEL
        points -= cost
    return stance, banked, falls
