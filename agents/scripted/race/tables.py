"""The lookup tables of the player of the race: the board, and the distances to its flags."""

from typing import Any, NamedTuple

import numpy as np

from cogarena.agents.protocol import Array
from cogarena.agents.scripted.rally.driving import (
    UNREACHABLE,
    Transitions,
    count_deadly_sides,
    expected_costs,
    flag_positions,
    pose_after_register,
    transitions_of,
)
from cogarena.agents.scripted.rally.exhaustive_search import (
    PATH_LENGTH,
)
from cogarena.envs.core.grid import DIRECTIONS
from cogarena.envs.core.jit import kernel
from cogarena.envs.race.settings import Settings, build
from cogarena.envs.rally.cards import STEPS, TURN, Card, Option
from cogarena.envs.rally.floor import FLAGS, REGISTERS
from cogarena.envs.rally.floor_views import count_beams
from cogarena.envs.rally.machines import can_touch
from cogarena.envs.rally.state import ROBOT
from cogarena.envs.rally.transitions import (
    ASSUMED_REGISTER,
    LOST,
    POSES,
    SQUARES,
    poses_of,
)

ARMS = 2  # robots without a Mechanical Arm, and with one


class Tables(NamedTuple):
    """By square or by pose."""

    height: int
    transitions: Transitions
    laser_damage: Array  # (squares,) by board lasers
    deadly_sides: Array  # (squares,) from which a push destroys
    flag_count: int
    flag_places: Array  # (FLAGS, 2) x and y
    touches: Array  # (ARMS, FLAGS, squares) 1: the flag is touched from this square
    to_flags: Array  # (ARMS, FLAGS + 1, poses) registers to each flag; 0 when all are touched
    # (ARMS, FLAGS + 1, PATH_LENGTH, poses) what is gained at most from a pose before a register to
    # the end of the program, less the registers to the next flag from there: with the best cards
    ahead: Array


def build_tables(settings: Settings, weights: Any) -> Tables:
    """The tables of the board in these settings."""
    setup = build(settings)[0]
    floor, transitions = setup.floor, transitions_of(setup)
    poses, flags = poses_of(floor), int(floor.flag_count)
    squares = poses // DIRECTIONS
    tables = Tables(
        int(floor.height),
        transitions,
        np.zeros(SQUARES, np.int64),
        count_deadly_sides(transitions),
        flags,
        flag_positions(floor),
        np.zeros((ARMS, FLAGS, SQUARES), np.int8),
        np.zeros((ARMS, FLAGS + 1, POSES), np.float64),
        np.zeros((ARMS, FLAGS + 1, PATH_LENGTH, POSES), np.float64),
    )
    lasers = np.zeros((int(floor.width), int(floor.height)), np.int64)
    count_beams(floor, lasers)
    tables.laser_damage[:squares] = lasers.reshape(-1)
    moves = np.zeros((len(Card), poses), np.int64)
    drive_all_cards(transitions, moves)
    price = 1 + weights.damage * np.repeat(tables.laser_damage[:squares], DIRECTIONS)
    for arm in range(ARMS):
        touches = tables.touches[arm, :flags, :squares]
        touch_all_flags(floor, np.zeros(1, ROBOT)[0], arm, touches)
        ends = np.where(np.repeat(touches, DIRECTIONS, axis=1) == 1, 0.0, UNREACHABLE)
        costs = expected_costs(moves[Card.NONE + 1 :], price, ends, weights.draws)
        tables.to_flags[arm, :flags, :poses] = costs
    look_ahead(tables, weights, poses)
    return tables


@kernel
def drive_all_cards(transitions: Any, moves: Any) -> None:
    """Where each kind of card and the machines lead from each pose."""
    machines = transitions.machines[ASSUMED_REGISTER]
    for card in range(len(moves)):
        for pose in range(moves.shape[1]):
            turn, steps = int(TURN[card]), int(STEPS[card])
            moves[card, pose] = pose_after_register(transitions, machines, pose, turn, steps)


@kernel
def touch_all_flags(floor: Any, robot: Any, arm: int, touches: Any) -> None:
    """Fill `Tables.touches` for robots without or with a Mechanical Arm (RR23)."""
    robot.options = arm << Option.MECHANICAL_ARM
    height = int(floor.height)
    for flag in range(len(touches)):
        for square in range(touches.shape[1]):
            robot.x, robot.y = square // height, square % height
            touches[flag, square] = can_touch(floor, robot, flag + 1)


@kernel
def look_ahead(tables: Any, weights: Any, poses: int) -> None:
    """Fill `Tables.ahead`, from the end of the program on."""
    tables.ahead[:, :, REGISTERS] = -tables.to_flags
    for k in range(REGISTERS - 1, -1, -1):
        for arm in range(ARMS):
            for touched in range(tables.flag_count + 1):
                for pose in range(poses):
                    best = best_ahead(tables, weights, arm, touched, k, pose)
                    tables.ahead[arm, touched, k, pose] = best


@kernel
def best_ahead(tables: Any, weights: Any, arm: int, touched: int, k: int, pose: int) -> float:
    """The most to gain from a pose before register k if any card may be played."""
    best = -weights.death
    if touched == tables.flag_count:
        return max(best, -tables.to_flags[arm, touched, pose])
    transitions = tables.transitions
    for card in range(Card.NONE + 1, len(TURN)):
        turn, steps = int(TURN[card]), int(STEPS[card])
        after = pose_after_register(transitions, transitions.machines[k], pose, turn, steps)
        if after == LOST:
            continue
        square, gain, now = after // DIRECTIONS, 0.0, touched
        gain -= weights.damage * tables.laser_damage[square]
        if tables.touches[arm, touched, square] == 1:
            now += 1
            gain += weights.flag + REGISTERS - k
        best = max(best, gain + tables.ahead[arm, now, k + 1, after])
    return best
