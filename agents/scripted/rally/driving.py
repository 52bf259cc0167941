"""Driving ahead in a player's mind: over the engine's tables of poses, see `rally.transitions`."""

from typing import Any, NamedTuple

import numpy as np

from cogarena.agents.protocol import Array
from cogarena.envs.core.grid import DIRECTIONS, HALF_TURN
from cogarena.envs.core.jit import kernel
from cogarena.envs.rally.cards import CARDS, KIND, KINDS, Card
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.transitions import LOST, POSES, Part, poses_of, turned_pose

BACK = 1  # column of `Transitions.steps`
UNREACHABLE = 1000.0  # the cost of a goal that no card leads to
SWEEPS = 30  # after which expected costs no longer change

# How often each kind of card is dealt, without Card.NONE.
CHANCES = np.bincount(KIND, minlength=KINDS)[Card.NONE + 1 :] / CARDS


class Transitions(NamedTuple):
    """The next pose from each pose, while nothing but the floor is in the robot's way.

    As all tables of floors of different sizes they have room for the largest.
    """

    steps: Array  # (poses, 2) after one step ahead, and one back
    machines: Array  # (registers, poses) after belts, pushers and gears


def transitions_of(setup: Any) -> Transitions:
    """The engine's transitions on the floor of a setup record."""
    tables = setup.transitions
    poses: Any = np.arange(poses_of(setup.floor))
    back = tables.steps[turned_pose(poses, HALF_TURN)]
    back = np.where(back == LOST, LOST, turned_pose(back, HALF_TURN))
    steps, machines = np.zeros((POSES, 2), np.int16), np.zeros((REGISTERS, POSES), np.int16)
    steps[poses] = np.stack([tables.steps[poses], back], axis=1)
    for k in range(REGISTERS):
        after = poses
        for part in (Part.EXPRESS_BELTS, Part.BELTS, Part.PUSHERS + k, Part.GEARS):
            after = np.where(after == LOST, LOST, tables.machines[part][after])
        machines[k, poses] = after
    return Transitions(steps, machines)


def count_deadly_sides(transitions: Transitions) -> Array:
    """(squares,) the number of directions in which a push from each square destroys."""
    sides: Array = (transitions.steps[:, 0].reshape(-1, DIRECTIONS) == LOST).sum(axis=1)
    return sides


def flag_positions(floor: Any) -> Array:
    """(FLAGS, 2) the x and y of each flag."""
    return np.stack([floor.flag["x"], floor.flag["y"]], axis=1).astype(np.int64)


@kernel
def pose_after_move(transitions: Any, pose: int, turn: int, steps: int) -> int:
    """The pose of a lone robot after a turn and `steps` steps, before the machines, or LOST."""
    pose = turned_pose(pose, turn)
    way = BACK if steps < 0 else 0
    for _ in range(abs(steps)):
        pose = transitions.steps[pose, way]
        if pose == LOST:
            return LOST
    return pose


@kernel
def pose_after_register(transitions: Any, machines: Any, pose: int, turn: int, steps: int) -> int:
    """As `pose_after_move`, and then moved by the `machines` (poses,)."""
    if pose == LOST:
        return LOST
    pose = pose_after_move(transitions, pose, turn, steps)
    return LOST if pose == LOST else int(machines[pose])


def path_costs(moves: Array, price: Array, ends: Array) -> Array:
    """(goals, poses): the cost of the cheapest path to each goal, if every card is at hand.

    `moves` (kinds, poses) is where each kind of card leads, `price` (poses,) the cost of a register
    that ends there, `ends` (goals, poses) the cost of stopping at a pose.
    """
    unreachable = np.full((len(ends), 1), UNREACHABLE)
    costs, before = ends, np.zeros(0)
    while not np.array_equal(costs, before):
        before = costs
        onward = np.append(price + costs, unreachable, axis=1)  # its last column is for LOST
        costs = np.minimum(costs, np.take(onward, moves, axis=1).min(axis=1))
    return costs


def expected_costs(moves: Array, price: Array, ends: Array, draws: int) -> Array:
    """As `path_costs`, if each register has only the best of `draws` random cards.

    At worst the robot wastes a register and stays where it is.
    """
    unreachable = np.full((len(ends), 1), UNREACHABLE)
    costs = path_costs(moves, price, ends)
    for _ in range(SWEEPS):
        onward = np.append(price + costs, unreachable, axis=1)
        wasted = np.expand_dims(costs + price + 1, 1)
        after = np.minimum(np.take(onward, moves, axis=1), wasted)
        order = np.argsort(after, axis=1)
        better = np.cumsum(CHANCES[order], axis=1)
        missed = np.clip(1 - np.stack([better - CHANCES[order], better]), 0, 1) ** draws
        expected = np.take_along_axis(after, order, axis=1) * (missed[0] - missed[1])
        costs = np.minimum(ends, expected.sum(axis=1))
    return costs
