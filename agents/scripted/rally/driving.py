"""Where a card takes a lone robot: tables made once, by the engine's own rules."""

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

# A stance is a square and a facing as one number: 4 × square + facing, and a square is
# height × x + y.
LOST = -1  # instead of a stance: destroyed
BACK = 1
UNREACHABLE = 1000.0
ROUNDS = 30  # until expected costs change no more

# How often each kind of card is dealt, from the first kind on.
CHANCES = np.bincount(KIND, minlength=KINDS)[Card.NONE + 1 :] / CARDS


class Roads(NamedTuple):
    """Where a robot comes from each stance while nothing but the floor is in its way."""

    steps: Array  # (stances, 2) after one step ahead, and one back
    machines: Array  # (registers, stances) after belts, pushers and gears


def survey_roads(floor: Any, team: int) -> Roads:
    """The roads of a floor for robots of a team."""
    stances = int(floor.width) * int(floor.height) * DIRECTIONS
    roads = Roads(np.zeros((stances, 2), np.int16), np.zeros((REGISTERS, stances), np.int16))
    rally = np.zeros(1, RALLY)[0]
    rally.count = 1
    rally.robots[0].team = team
    drive_all_ways(floor, rally, roads)
    return roads


def brinks_of(roads: Roads) -> Array:
    """(squares,) the sides of each square from which a push destroys."""
    sides: Array = (roads.steps[:, 0].reshape(-1, DIRECTIONS) == LOST).sum(axis=1)
    return sides


@kernel
def drive_all_ways(floor: Any, r: Any, roads: Any) -> None:
    """Fill the tables by letting one robot drive."""
    for stance in range(len(roads.steps)):
        for way in range(2):
            put(floor, r, stance)
            push_step(floor, r, 0, turned(stance, way * HALF_TURN), 0)
            roads.steps[stance, way] = stance_of(floor, r.robots[0])
        for k in range(REGISTERS):
            put(floor, r, stance)
            r.register = k
            while run_machines(floor, r):
                pass
            roads.machines[k, stance] = stance_of(floor, r.robots[0])


@kernel
def put(floor: Any, r: Any, stance: int) -> None:
    """Put the robot into a stance, as if nothing had happened to it."""
    robot = r.robots[0]
    robot.x, robot.y = place_of(stance, int(floor.height))
    robot.facing = stance % DIRECTIONS
    robot.place = Place.FLOOR
    robot.incoming = 0
    r.falls = r.logged = 0


@kernel
def place_of(stance: int, height: int) -> tuple[int, int]:
    """The square of a stance as x and y."""
    square = stance // DIRECTIONS
    return square // height, square % height


@kernel
def stance_at(x: int, y: int, facing: int, height: int) -> int:
    """The stance of a robot there."""
    return (x * height + y) * DIRECTIONS + facing


@kernel
def stance_of(floor: Any, robot: Any) -> int:
    """The robot's stance, or LOST."""
    if robot.place != Place.FLOOR:
        return LOST
    return stance_at(int(robot.x), int(robot.y), int(robot.facing), int(floor.height))


@kernel
def driven(roads: Any, blocks: Any, standing: int, stance: int, card: int, register: int) -> int:
    """The stance after a card of this kind and the machines of the register, or LOST.

    `blocks` gives for each square the bit of `standing` that tells whether something stands there.
    """
    steps = int(STEPS[card])
    way = BACK if steps < 0 else 0
    stance += turned(stance, int(TURN[card])) - stance % DIRECTIONS
    for _ in range(abs(steps)):
        after = roads.steps[stance, way]
        if after == LOST:
            return LOST
        if (standing >> int(blocks[after // DIRECTIONS])) & 1 == 1:
            break
        stance = after
    return roads.machines[register, stance]


@kernel
def driven_by(roads: Any, stance: int, turn: int, steps: int) -> int:
    """The stance of a lone robot after a turn and so many steps, before the machines, or LOST."""
    stance += turned(stance, turn) - stance % DIRECTIONS
    way = BACK if steps < 0 else 0
    for _ in range(abs(steps)):
        stance = roads.steps[stance, way]
        if stance == LOST:
            return LOST
    return stance


@kernel
def driven_to_rest(roads: Any, rests: Any, stance: int, turn: int, steps: int) -> int:
    """As `driven_by`, and on by the machines: `rests` tells by stance where they lead."""
    if stance == LOST:
        return LOST
    stance = driven_by(roads, stance, turn, steps)
    return LOST if stance == LOST else int(rests[stance])


def path_costs(moves: Array, price: Array, ends: Array) -> Array:
    """(goals, stances): the cheapest way to a goal, by any cards, with what it costs there."""
    dear = np.full((len(ends), 1), UNREACHABLE)
    costs, before = ends, np.zeros(0)
    while not np.array_equal(costs, before):
        before = costs
        onward = np.append(price + costs, dear, axis=1)  # its last column is for LOST
        costs = np.minimum(costs, np.take(onward, moves, axis=1).min(axis=1))
    return costs


def likely_costs(moves: Array, price: Array, ends: Array, draws: int) -> Array:
    """As `path_costs`, for a robot that has only the best of so many random cards each time.

    At worst it wastes a register, and stays where it is.
    """
    dear = np.full((len(ends), 1), UNREACHABLE)
    costs = path_costs(moves, price, ends)
    for _ in range(ROUNDS):
        onward = np.append(price + costs, dear, axis=1)
        wasted = np.expand_dims(costs + price + 1, 1)
        after = np.minimum(np.take(onward, moves, axis=1), wasted)
        order = np.argsort(after, axis=1)
        better = np.cumsum(CHANCES[order], axis=1)
        missed = np.clip(1 - np.stack([better - CHANCES[order], better]), 0, 1) ** draws
        expected = np.take_along_axis(after, order, axis=1) * (missed[0] - missed[1])
        costs = np.minimum(ends, expected.sum(axis=1))
    return costs
