"""Where a card takes a lone robot: transition tables, filled once by the engine's own rules.

A pose is a square and a facing as one number, 4 × square + facing; a square is height × x + y.
"""

from typing import Any, NamedTuple

import numpy as np

from cogarena.agents.protocol import Array
from cogarena.envs.core.grid import DIRECTIONS, HALF_TURN, turned
from cogarena.envs.core.jit import kernel
from cogarena.envs.rally.cards import CARDS, KIND, KINDS, STEPS, TURN, Card
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.machines import run_machines
from cogarena.envs.rally.moves import push_step
from cogarena.envs.rally.state import RALLY, Place

LOST = -1  # in place of a pose: the robot is destroyed
BACK = 1  # column of `Transitions.steps`
UNREACHABLE = 1000.0  # the cost of a goal that no card leads to
SWEEPS = 30  # after which expected costs no longer change
ASSUMED_REGISTER = 0  # whose pushers are assumed where the register is not known

# How often each kind of card is dealt, without Card.NONE.
CHANCES = np.bincount(KIND, minlength=KINDS)[Card.NONE + 1 :] / CARDS


class Transitions(NamedTuple):
    """The next pose from each pose, while nothing but the floor is in the robot's way."""

    steps: Array  # (poses, 2) after one step ahead, and one back
    machines: Array  # (registers, poses) after belts, pushers and gears


def new_rally(team: int) -> Any:
    """A rally record with one robot, to try out moves."""
    rally = np.zeros(1, RALLY)[0]
    rally.count = 1
    rally.robots[0].team = team
    return rally


def build_transitions(floor: Any, team: int) -> Transitions:
    """The transitions of a floor for robots of a team."""
    poses = int(floor.width) * int(floor.height) * DIRECTIONS
    transitions = Transitions(
        np.zeros((poses, 2), np.int16), np.zeros((REGISTERS, poses), np.int16)
    )
    fill_transitions(floor, new_rally(team), transitions)
    return transitions


def count_deadly_sides(transitions: Transitions) -> Array:
    """(squares,) the number of directions in which a push from each square destroys."""
    sides: Array = (transitions.steps[:, 0].reshape(-1, DIRECTIONS) == LOST).sum(axis=1)
    return sides


def flag_positions(floor: Any) -> Array:
    """(flags, 2) the x and y of each flag."""
    return np.array([(flag.x, flag.y) for flag in floor.flag[: floor.flag_count]], np.int64)


@kernel
def fill_transitions(floor: Any, rally: Any, transitions: Any) -> None:
    """Drive one robot from every pose."""
    for pose in range(len(transitions.steps)):
        for way in range(2):
            put_robot(floor, rally, pose)
            push_step(floor, rally, 0, turned(pose, way * HALF_TURN), 0)
            transitions.steps[pose, way] = pose_of(floor, rally.robots[0])
        for k in range(REGISTERS):
            put_robot(floor, rally, pose)
            rally.register = k
            run_machines(floor, rally)
            transitions.machines[k, pose] = pose_of(floor, rally.robots[0])


@kernel
def put_robot(floor: Any, rally: Any, pose: int) -> None:
    """Put the robot into a pose, as if nothing had happened to it."""
    robot = rally.robots[0]
    robot.x, robot.y = position_of(pose, int(floor.height))
    robot.facing = pose % DIRECTIONS
    robot.place = Place.FLOOR
    robot.incoming = 0
    rally.falls = rally.logged = 0


@kernel
def position_of(pose: int, height: int) -> tuple[int, int]:
    """The x and y of a pose."""
    square = pose // DIRECTIONS
    return square // height, square % height


@kernel
def pose_at(x: int, y: int, facing: int, height: int) -> int:
    """The pose of a robot there."""
    return (x * height + y) * DIRECTIONS + facing


@kernel
def pose_of(floor: Any, robot: Any) -> int:
    """The robot's pose, or LOST."""
    if robot.place != Place.FLOOR:
        return LOST
    return pose_at(int(robot.x), int(robot.y), int(robot.facing), int(floor.height))


@kernel
def turned_pose(pose: int, turn: int) -> int:
    """The pose after `turn` quarter turns on the spot."""
    return pose + turned(pose, turn) - pose % DIRECTIONS


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


@kernel
def pose_among_towers(
    transitions: Any, tower_at: Any, standing: int, pose: int, card: int, register: int
) -> int:
    """The pose after a card of this kind and the machines of the register, or LOST.

    `tower_at` gives for each square the bit of `standing` that says whether it is blocked.
    """
    steps = int(STEPS[card])
    way = BACK if steps < 0 else 0
    pose = turned_pose(pose, int(TURN[card]))
    for _ in range(abs(steps)):
        after = transitions.steps[pose, way]
        if after == LOST:
            return LOST
        if (standing >> int(tower_at[after // DIRECTIONS])) & 1 == 1:
            break
        pose = after
    return transitions.machines[register, pose]


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
