"""What every player of a race knows before it: the board, and the ways to its flags."""

from typing import Any, NamedTuple

import numpy as np

from cogarena.agents.protocol import Array
from cogarena.agents.scripted.rally.driving import (
    UNREACHABLE,
    Roads,
    brinks_of,
    driven_to_rest,
    likely_costs,
    survey_roads,
)
from cogarena.agents.scripted.rally.race_temper import Temper
from cogarena.envs.core.grid import DIRECTIONS
from cogarena.envs.core.jit import kernel
from cogarena.envs.race.board import Settings, build
from cogarena.envs.rally.cards import STEPS, TURN, Card
from cogarena.envs.rally.floor_views import count_beams
from cogarena.envs.rally.options import Option
from cogarena.envs.rally.sites import can_touch
from cogarena.envs.rally.state import ROBOT

USUAL_REGISTER = 0  # whose pushers are reckoned with where the register is not known
ARMS = 2  # robots without a Mechanical Arm, and with one


class Chart(NamedTuple):
    """Tables by square or by stance; for robots without and with a Mechanical Arm."""

    height: int
    roads: Roads
    beams: Array  # (squares,) damage by board lasers
    brinks: Array  # (squares,) sides from which a push destroys
    flags: Array  # (flags, 2) x and y
    touches: Array  # (ARMS, flags, squares) 1: the flag is touched from there
    ways: Array  # (ARMS, flags + 1, stances) registers to each flag; none when all are touched


def chart_of(settings: Settings, temper: Temper) -> Chart:
    """The chart of the board that these settings name."""
    floor = build(settings)[0].floor
    roads = survey_roads(floor, 0)
    stances = len(roads.steps)
    beams = np.zeros((int(floor.width), int(floor.height)), np.int64)
    count_beams(floor, beams)
    flags = np.array([(flag.x, flag.y) for flag in floor.flag[: floor.flag_count]], np.int64)
    chart = Chart(
        int(floor.height),
        roads,
        beams.reshape(-1),
        brinks_of(roads),
        flags,
        np.zeros((ARMS, len(flags), beams.size), np.int8),
        np.zeros((ARMS, len(flags) + 1, stances), np.float64),
    )
    moves = np.zeros((len(Card), stances), np.int64)
    drive_all_cards(roads, moves)
    price = 1 + temper.fear * np.repeat(chart.beams, DIRECTIONS)
    for arm in range(ARMS):
        touch_all_flags(floor, np.zeros(1, ROBOT)[0], arm, chart.touches[arm])
        ends = np.where(np.repeat(chart.touches[arm], DIRECTIONS, axis=1) == 1, 0.0, UNREACHABLE)
        chart.ways[arm, :-1] = likely_costs(moves[Card.NONE + 1 :], price, ends, temper.draws)
    return chart


@kernel
def drive_all_cards(roads: Any, moves: Any) -> None:
    """Where each kind of card and the machines lead from each stance."""
    rests = roads.machines[USUAL_REGISTER]
    for card in range(len(moves)):
        for stance in range(moves.shape[1]):
            turn, steps = int(TURN[card]), int(STEPS[card])
            moves[card, stance] = driven_to_rest(roads, rests, stance, turn, steps)


@kernel
def touch_all_flags(floor: Any, robot: Any, arm: int, touches: Any) -> None:
    """Fill `Chart.touches` for robots without or with a Mechanical Arm (RR23)."""
    robot.options = arm << Option.MECHANICAL_ARM
    height = int(floor.height)
    for flag in range(len(touches)):
        for square in range(touches.shape[1]):
            robot.x, robot.y = square // height, square % height
            touches[flag, square] = can_touch(floor, robot, flag + 1)
