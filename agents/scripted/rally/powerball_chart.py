"""What every player of Powerball knows before the game: the board, and the ways on it."""

from typing import Any, NamedTuple

import numpy as np

from cogarena.agents.protocol import Array
from cogarena.agents.scripted.rally.driving import (
    LOST,
    UNREACHABLE,
    Roads,
    brinks_of,
    driven_by,
    path_costs,
    survey_roads,
)
from cogarena.envs.core.grid import DIRECTIONS, HALF_TURN
from cogarena.envs.core.jit import kernel
from cogarena.envs.powerball.balls import faces_pit, has_pit_in_reach
from cogarena.envs.powerball.settings import EDGE, FLAGS, Settings, build
from cogarena.envs.rally.cards import STEPS, TURN, Card
from cogarena.envs.rally.options import Option
from cogarena.envs.rally.state import ROBOT

SIDE = EDGE + 1
SQUARES = SIDE * SIDE
STANCES = SQUARES * DIRECTIONS
USUAL_REGISTER = 0  # the board has no pushers: belts are alike in all registers

# Robots that belts move, and robots that they do not (P29).
GAITS = 2
STEADY = 1
# How a robot delivers: facing a pit, also backwards (P26), or by an arm (P25).
HANDS = 3
BACKWARDS, BY_ARM = 1, 2


class Chart(NamedTuple):
    """Tables by square or by stance; ways are registers, 0 to be there already."""

    balls: int  # in the game
    flag: Array  # (2,) x and y of the first flag
    roads: Roads
    rests: Array  # (GAITS, stances) after the belts
    brinks: Array  # (squares,) sides from which a push destroys
    wrenches: Array  # (squares,) 1: spawns balls
    delivers: Array  # (HANDS, stances) 1: can deliver
    to_pits: Array  # (GAITS, HANDS, stances) registers until a ball is delivered
    to_wrenches: Array  # (GAITS, stances) to the end of a register on a wrench
    to_squares: Array  # (GAITS, squares, stances) until it is on or has passed the square


def chart_of(settings: Settings) -> Chart:
    """The chart of the board, for a game with these settings."""
    setup = build(settings)[0]
    roads = survey_roads(setup.floor, 0)
    rests = np.stack([roads.machines[USUAL_REGISTER], np.arange(STANCES, dtype=np.int16)])
    chart = Chart(
        settings.balls,
        np.array(FLAGS[0][:2], np.int64),
        roads,
        rests,
        brinks_of(roads),
        np.zeros(SQUARES, np.int8),
        np.zeros((HANDS, STANCES), np.int8),
        np.zeros((GAITS, HANDS, STANCES), np.float64),
        np.zeros((GAITS, STANCES), np.float64),
        np.zeros((GAITS, SQUARES, STANCES), np.float32),
    )
    for wrench in setup.wrenches:
        chart.wrenches[int(wrench.x) * SIDE + int(wrench.y)] = 1
    survey_pits(setup.floor, np.zeros(1, ROBOT)[0], chart.delivers)
    for gait in range(GAITS):
        find_ways(chart, gait)
    return chart


@kernel
def survey_pits(floor: Any, robot: Any, delivers: Any) -> None:
    """Fill `Chart.delivers` (P10, P25, P26)."""
    robot.options = 1 << Option.MECHANICAL_ARM
    for stance in range(delivers.shape[1]):
        square = stance // DIRECTIONS
        robot.x, robot.y, robot.facing = square // SIDE, square % SIDE, stance % DIRECTIONS
        delivers[0, stance] = faces_pit(floor, robot, 0)
        delivers[BACKWARDS, stance] = delivers[0, stance] or faces_pit(floor, robot, HALF_TURN)
        delivers[BY_ARM, stance] = has_pit_in_reach(floor, robot)


def find_ways(chart: Chart, gait: int) -> None:
    """Fill the ways of robots with this gait."""
    moves = np.zeros((len(Card), STANCES), np.int64)
    pits = np.full((HANDS, STANCES), UNREACHABLE)
    squares = np.full((SQUARES, STANCES), UNREACHABLE)
    wrenches = np.where(np.repeat(chart.wrenches, DIRECTIONS) == 1, 0.0, UNREACHABLE)
    for card in range(Card.NONE + 1, len(Card)):
        drive_everywhere(chart, gait, int(TURN[card]), int(STEPS[card]), moves[card], pits, squares)
    for square in range(SQUARES):
        squares[square, square * DIRECTIONS : (square + 1) * DIRECTIONS] = 0
    price = np.ones(STANCES)
    cards = moves[Card.NONE + 1 :]
    chart.to_pits[gait] = path_costs(cards, price, pits)
    chart.to_wrenches[gait] = path_costs(cards, price, wrenches[None])[0]
    chart.to_squares[gait] = path_costs(cards, price, squares)


@kernel
def drive_everywhere(
    chart: Any, gait: int, turn: int, steps: int, moves: Any, pits: Any, squares: Any
) -> None:
    """Where a card leads from each stance, the pits it delivers to and the squares it passes."""
    for stance in range(len(moves)):
        after = driven_by(chart.roads, stance, turn, steps)
        if after != LOST:
            for hand in range(HANDS):
                if chart.delivers[hand, after] == 1:
                    pits[hand, stance] = 1
            for part in range(1, abs(steps) + 1):
                passed = driven_by(chart.roads, stance, turn, part if steps > 0 else -part)
                squares[passed // DIRECTIONS, stance] = 1
            after = chart.rests[gait, after]
        moves[stance] = after
        for hand in range(HANDS):
            if after != LOST and chart.delivers[hand, after] == 1:
                pits[hand, stance] = 1
