"""Lookup tables of a race: the board, and the distances to its flags."""

from typing import Any, NamedTuple

import numpy as np

from cogarena.agents.protocol import Array
from cogarena.agents.scripted.rally.driving import (
    ASSUMED_REGISTER,
    UNREACHABLE,
    Transitions,
    build_transitions,
    count_deadly_sides,
    expected_costs,
    flag_positions,
    pose_after_register,
)
from cogarena.envs.core.grid import DIRECTIONS
from cogarena.envs.core.jit import kernel
from cogarena.envs.race.settings import Settings, build
from cogarena.envs.rally.cards import STEPS, TURN, Card, Option
from cogarena.envs.rally.floor_views import count_beams
from cogarena.envs.rally.machines import can_touch
from cogarena.envs.rally.state import ROBOT

ARMS = 2  # robots without a Mechanical Arm, and with one


class Tables(NamedTuple):
    """By square or by pose."""

    height: int
    transitions: Transitions
    laser_damage: Array  # (squares,) by board lasers
    deadly_sides: Array  # (squares,) from which a push destroys
    flags: Array  # (flags, 2) x and y
    touches: Array  # (ARMS, flags, squares) 1: the flag is touched from there
    to_flags: Array  # (ARMS, flags + 1, poses) registers to each flag; 0 when all are touched


def build_tables(settings: Settings, damage_cost: float, draws: int) -> Tables:
    """The tables of the board in these settings."""
    floor = build(settings)[0].floor
    transitions = build_transitions(floor, 0)
    poses = len(transitions.steps)
    lasers = np.zeros((int(floor.width), int(floor.height)), np.int64)
    count_beams(floor, lasers)
    flags = flag_positions(floor)
    tables = Tables(
        int(floor.height),
        transitions,
        lasers.reshape(-1),
        count_deadly_sides(transitions),
        flags,
        np.zeros((ARMS, len(flags), lasers.size), np.int8),
        np.zeros((ARMS, len(flags) + 1, poses), np.float64),
    )
    moves = np.zeros((len(Card), poses), np.int64)
    drive_all_cards(transitions, moves)
    price = 1 + damage_cost * np.repeat(tables.laser_damage, DIRECTIONS)
    for arm in range(ARMS):
        touch_all_flags(floor, np.zeros(1, ROBOT)[0], arm, tables.touches[arm])
        ends = np.where(np.repeat(tables.touches[arm], DIRECTIONS, axis=1) == 1, 0.0, UNREACHABLE)
        tables.to_flags[arm, :-1] = expected_costs(moves[Card.NONE + 1 :], price, ends, draws)
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
