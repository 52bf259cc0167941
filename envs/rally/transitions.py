"""Where steps and machines take a lone robot: tables by pose, filled by the engine's own rules.

A pose is a square and a facing as one number, 4 × square + facing; a square is height × x + y. The
tables hold what the floor alone does. What else is in the way is an obstacle: an object, which may
be destroyed, or a square that is closed to a team. It stops the robot before it gets there.
"""

from collections.abc import Iterable
from enum import IntEnum
from functools import lru_cache
from typing import Any

import numpy as np

from cogarena.envs.core.grid import DIRECTIONS, DX, DY, HALF_TURN, main_direction, turned
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.records import record
from cogarena.envs.rally.cards import KIND, KINDS, NO_CARD, STEPS, TURN
from cogarena.envs.rally.fire import lets_fire_in, stops_fire
from cogarena.envs.rally.floor import FLOOR, HEIGHT, REGISTERS, WIDTH
from cogarena.envs.rally.floor_views import count_beams
from cogarena.envs.rally.machines import Machine, run_machine
from cogarena.envs.rally.moves import CLIMB, FALL_DAMAGE, drops, push_with
from cogarena.envs.rally.registers import shortened
from cogarena.envs.rally.state import RALLY, THINGS, Place

Array = np.ndarray[Any, Any]

SQUARES = WIDTH * HEIGHT
POSES = SQUARES * DIRECTIONS
LOST = -1  # in place of a pose: the robot is destroyed
FAR = 60  # steps to a goal that are told at most
ASSUMED_REGISTER = 0  # whose pushers are assumed where the register is not known
NOT_BANKED = 0  # no point towards a ramp; else 1 + the direction in which it counts (T6)
OPEN = 31  # in place of an obstacle's number: nothing is ever in the way on the square


class Part(IntEnum):
    """What moves a robot after its card, in order; each register has pushers of its own."""

    EXPRESS_BELTS = 0
    BELTS = 1
    PUSHERS = 2  # of the first register
    GEARS = PUSHERS + REGISTERS


PARTS = Part.GEARS + 1

# By kind of card, without Card.NONE: the squares it drives, or 1 for its turn.
EFFORT = np.maximum(1, np.abs(STEPS[1:, None, None]))

TABLES = record(
    ("steps", "i2", (POSES,)),  # the pose after one step ahead, or LOST
    ("climbs", "i2", (POSES,)),  # the same with the points for a ramp (T6)
    ("machines", "i2", (PARTS, POSES)),  # the pose after each part
    ("drops", "i1", (POSES,)),  # the damage of a fall in one step ahead (T7)
    ("slides", "i1", (PARTS, POSES)),  # and of each part
    ("reach", "i1", (POSES,)),  # squares ahead that the robot's laser crosses
    ("beams", "i1", (SQUARES,)),  # of board lasers
    ("obstacles", "i1", (SQUARES,)),  # things by number, then closed squares by team, or OPEN
)
TRANSITIONS = ("transitions", TABLES)  # a field of setup records


def fill_transitions(setup: Any) -> None:
    """Fill the `TRANSITIONS` of an array of one setup record; it has no objects yet."""
    floor = setup["floor"].copy()
    floor["asks_all"] = floor["lives"] = 0  # the tables do not depend on these
    setup["transitions"] = _transitions_of(floor.tobytes())


def place_things(setup: Any, things: Iterable[tuple[int, int]]) -> None:
    """Enter the objects of a setup record, by their x and y, as obstacles."""
    for thing, (x, y) in enumerate(things):
        setup.transitions.obstacles[x * int(setup.floor.height) + y] = thing


@lru_cache(maxsize=64)
def _transitions_of(floor_bytes: bytes) -> Array:
    """The tables of a floor without objects."""
    floor = np.frombuffer(floor_bytes, FLOOR)[0]
    filled = np.zeros(1, TABLES)
    tables = filled[0]
    width, height = int(floor.width), int(floor.height)
    drive_everywhere(floor, new_rally(), tables, poses_of(floor))
    beams = np.zeros((width, height), np.int64)
    count_beams(floor, beams)
    tables.beams[: width * height] = beams.reshape(-1)
    closed = floor.squares["closed"][:width, :height].reshape(-1).astype(np.int64)
    team = np.log2(np.maximum(closed, 1)).astype(np.int64)
    tables.obstacles[: width * height] = np.where(closed > 0, THINGS + team, OPEN)
    filled.flags.writeable = False
    return filled


def poses_of(floor: Any) -> int:
    """How many poses a floor has."""
    return int(floor.width) * int(floor.height) * DIRECTIONS


def new_rally() -> Any:
    """A rally record with one robot, to try out moves."""
    rally = np.zeros(1, RALLY)[0]
    rally.count = 1
    return rally


@kernel
def drive_everywhere(floor: Any, rally: Any, tables: Any, poses: int) -> None:
    """Try every step and every machine from every pose, with the only robot of a rally."""
    robot = rally.robots[0]
    for pose in range(poses):
        put_robot(floor, rally, pose)
        push_with(floor, rally, 0, robot.facing, 0, 1)
        tables.steps[pose] = pose_of(floor, robot)
        put_robot(floor, rally, pose)
        push_with(floor, rally, 0, robot.facing, 0, CLIMB)
        tables.climbs[pose] = pose_of(floor, robot)
        if tables.steps[pose] not in (LOST, pose):
            after = int(tables.steps[pose])
            tables.drops[pose] = fall_damage(floor, pose, after, pose % DIRECTIONS)
        for part in range(PARTS):
            put_robot(floor, rally, pose)
            rally.register = min(max(part - Part.PUSHERS, 0), REGISTERS - 1)
            run_machine(floor, rally, machine_of(part))
            after = pose_of(floor, robot)
            tables.machines[part, pose] = after
            if after not in (LOST, pose):
                direction = direction_to(floor, pose, after)
                tables.slides[part, pose] = fall_damage(floor, pose, after, direction)
        tables.reach[pose] = reach_of(floor, pose)


@kernel
def machine_of(part: int) -> int:
    """The machine that a part belongs to."""
    if part == Part.EXPRESS_BELTS:
        return Machine.EXPRESS_BELTS
    if part == Part.BELTS:
        return Machine.BELTS
    return Machine.GEARS if part == Part.GEARS else Machine.PUSHERS


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
def reach_of(floor: Any, pose: int) -> int:
    """RR21, T8: how many squares ahead a robot's laser crosses; none from a shelter."""
    x, y = position_of(pose, int(floor.height))
    height, direction = floor.squares[x, y].height, pose % DIRECTIONS
    squares = 0
    while floor.squares[x, y].shelter == 0 and not stops_fire(floor, x, y, direction):
        x += DX[direction]
        y += DY[direction]
        if not lets_fire_in(floor, x, y, height):
            break
        squares += 1
    return squares


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
def standing_obstacles(r: Any, team: int) -> int:
    """The bit set of the obstacles that are in the way of a robot of this team."""
    standing = 1 << (THINGS + int(team))
    for t in range(r.thing_count):
        if r.things[t].health > 0:
            standing |= 1 << t
    return standing


@kernel
def is_obstructed(tables: Any, standing: int, pose: int) -> bool:
    """One of these obstacles is on the square of a pose."""
    return (standing >> int(tables.obstacles[pose // DIRECTIONS])) & 1 == 1


@kernel
def drive(
    floor: Any, tables: Any, standing: int, pose: int, banked: int, kind: int, second: int,
    sideways: int,
) -> tuple[int, int, int]:  # fmt: skip
    """RR11: execute a card of this kind: the pose or LOST, the banked point, the damage of falls.

    The second card is one of Dual Processor or, `sideways`, of Crab Legs; see `begin_card`.
    """
    turn, steps, side, last_turn = int(TURN[kind]), int(STEPS[kind]), 0, 0
    if second != NO_CARD:
        turn = 0
        if sideways == 1:
            side = int(TURN[KIND[second]])
        else:
            steps, last_turn = shortened(steps, second), int(TURN[KIND[second]])
    if turn != 0:
        banked = NOT_BANKED
    way = side if steps >= 0 else HALF_TURN
    pose = turned_pose(pose, turn + way)
    pose, banked, damage = walk(floor, tables, standing, pose, banked, abs(steps))
    if pose == LOST:
        return LOST, NOT_BANKED, damage
    return turned_pose(pose, last_turn - way), banked if last_turn == 0 else NOT_BANKED, damage


@kernel
def walk(
    floor: Any, tables: Any, standing: int, pose: int, banked: int, points: int
) -> tuple[int, int, int]:
    """T6: straight ahead; a ramp takes two points, and one point before it is banked."""
    damage = 0
    towards = 1 + pose % DIRECTIONS
    if banked == towards and points > 0:
        points += 1
    while points > 0:
        after, cost = int(tables.steps[pose]), 1
        if after == pose:
            after, cost = int(tables.climbs[pose]), CLIMB
        if after == LOST:
            return LOST, NOT_BANKED, damage
        if after == pose or is_obstructed(tables, standing, after):
            break
        if cost > points:
            banked = towards
            break
        damage += tables.drops[pose]
        pose, banked = after, NOT_BANKED
        points -= cost
    return pose, banked, damage


@kernel
def ride(
    floor: Any, tables: Any, standing: int, register: int, pose: int, is_off_belts: bool
) -> tuple[int, int]:
    """RR15 to RR19: the machines of a register: the pose or LOST, and the damage of falls."""
    pose, damage = ride_belts(floor, tables, standing, pose, is_off_belts, Part.BELTS)
    pose, fall = carry(floor, tables, standing, pose, Part.PUSHERS + register)
    pose, last_fall = carry(floor, tables, standing, pose, Part.GEARS)
    return pose, damage + fall + last_fall


@kernel
def ride_belts(
    floor: Any, tables: Any, standing: int, pose: int, is_off_belts: bool, last: int
) -> tuple[int, int]:
    """RR15, RR16: the belts up to the part `last`: the pose or LOST, and the damage of falls."""
    damage = 0
    if not is_off_belts:
        for part in range(Part.EXPRESS_BELTS, last + 1):
            pose, fall = carry(floor, tables, standing, pose, part)
            damage += fall
    return pose, damage


@kernel
def carry(floor: Any, tables: Any, standing: int, pose: int, part: int) -> tuple[int, int]:
    """One of the `machines`: the pose after it or LOST, and the damage of a fall."""
    if pose == LOST:
        return LOST, 0
    after = int(tables.machines[part, pose])
    if after in (LOST, pose):
        return after, 0
    if is_obstructed(tables, standing, after):
        return pose, 0
    return after, int(tables.slides[part, pose])


@kernel
def direction_to(floor: Any, pose: int, after: int) -> int:
    """The direction from the square of a pose to another one beside it."""
    height = int(floor.height)
    x, y = position_of(pose, height)
    after_x, after_y = position_of(after, height)
    return main_direction(after_x - x, after_y - y)


@kernel
def fall_damage(floor: Any, pose: int, after: int, direction: int) -> int:
    """T7: the damage of a move to the next square, which may be lower."""
    x, y = position_of(pose, int(floor.height))
    moves = pose // DIRECTIONS != after // DIRECTIONS
    return FALL_DAMAGE if moves and drops(floor, x, y, direction) else 0


def steps_to(setup: Any, standing: int, ends: Array) -> Array:
    """(goals, poses): the fewest steps and turns to where `ends` is 1, without falls; at most FAR.

    Machines run after each card as in a register, and carry the robot for nothing.
    """
    goals, poses = ends.shape
    moves = np.zeros((KINDS - 1, poses), np.int64)  # LOST is the last row of `costs`
    play_everywhere(setup.floor, setup.transitions, standing, moves)
    costs = np.full((poses + 1, goals), FAR, np.int8)
    costs[:-1][ends.T == 1] = 0
    before = np.zeros_like(costs)
    while not np.array_equal(costs, before):
        before = costs.copy()
        costs[:-1] = np.minimum(costs[:-1], (costs[moves] + EFFORT).min(axis=0))
    return costs[:-1].T


@kernel
def play_everywhere(floor: Any, tables: Any, standing: int, moves: Any) -> None:
    """Where each kind of card leads from each pose; LOST if it leads to a fall."""
    for kind in range(1, KINDS):
        for pose in range(moves.shape[1]):
            after, _, fall = drive(floor, tables, standing, pose, NOT_BANKED, kind, NO_CARD, 0)
            after, slide = ride(floor, tables, standing, ASSUMED_REGISTER, after, False)
            moves[kind - 1, pose] = after if fall + slide == 0 else LOST
