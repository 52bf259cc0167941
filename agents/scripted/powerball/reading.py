"""What the scripted player knows: Powerball's board with its distances, and its observation."""

from typing import Any, NamedTuple

import numpy as np

from cogarena.agents.protocol import Array
from cogarena.agents.scripted.rally.driving import (
    UNREACHABLE,
    Transitions,
    count_deadly_sides,
    path_costs,
    pose_after_move,
    transitions_of,
)
from cogarena.agents.scripted.rally.reading import (
    OWN_ROBOT,
    facing_of,
    holds,
    index_of,
    locate,
    position_at,
    read_cards,
    set_of,
)
from cogarena.envs.core.grid import DIRECTIONS, HALF_TURN
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.records import frozen, record
from cogarena.envs.powerball.balls import faces_pit, has_pit_in_reach
from cogarena.envs.powerball.observe import Ball, Bomb, Other, Own, Way
from cogarena.envs.powerball.settings import EDGE, FLAGS, Settings, build
from cogarena.envs.powerball.state import ASKS, BALLS, BOMBS, CAPACITY
from cogarena.envs.rally.cards import OPTIONS, STEPS, TURN, Card, Option
from cogarena.envs.rally.state import ROBOT as RALLY_ROBOT
from cogarena.envs.rally.state import ROBOTS
from cogarena.envs.rally.transitions import ASSUMED_REGISTER, LOST

SIDE = EDGE + 1
SQUARES = SIDE * SIDE
POSES = SQUARES * DIRECTIONS
# By square, 1: a flag.
FLAG_SQUARES = {x * SIDE + y for x, y, _ in FLAGS}
IS_FLAG = frozen([square in FLAG_SQUARES for square in range(SQUARES)], "i1")

# Robots that belts move, and STABILIZED ones that they do not (P29).
STABILITIES = 2
STABILIZED = 1
# How a robot delivers: facing a pit, also BACKWARDS (P26), or BY_ARM (P25).
DELIVERY_MODES = 3
BACKWARDS, BY_ARM = 1, 2


class Tables(NamedTuple):
    """By square or by pose; distances are in registers, 0 where the robot is there already."""

    balls: int  # in the game
    flag: Array  # (2,) x and y of the first flag
    transitions: Transitions
    belts: Array  # (STABILITIES, poses) after the belts, which are the same in all registers
    deadly_sides: Array  # (squares,) from which a push destroys
    wrenches: Array  # (squares,) 1: spawns balls
    delivers: Array  # (DELIVERY_MODES, poses) 1: can deliver
    to_pits: Array  # (STABILITIES, DELIVERY_MODES, poses) until a ball is delivered
    to_wrenches: Array  # (STABILITIES, poses) to the end of a register on a wrench
    to_squares: Array  # (STABILITIES, squares, poses) until it is on or has passed the square


def build_tables(settings: Settings) -> Tables:
    """The tables for a game with these settings."""
    setup = build(settings)[0]
    transitions = transitions_of(setup)
    moved = transitions.machines[ASSUMED_REGISTER, :POSES]
    unmoved = np.arange(POSES, dtype=np.int16)
    tables = Tables(
        settings.balls,
        np.array(FLAGS[0][:2], np.int64),
        transitions,
        np.stack([moved, unmoved]),
        count_deadly_sides(transitions)[:SQUARES],
        np.zeros(SQUARES, np.int8),
        np.zeros((DELIVERY_MODES, POSES), np.int8),
        np.zeros((STABILITIES, DELIVERY_MODES, POSES), np.float64),
        np.zeros((STABILITIES, POSES), np.float64),
        np.zeros((STABILITIES, SQUARES, POSES), np.float32),
    )
    for wrench in setup.wrenches:
        tables.wrenches[int(wrench.x) * SIDE + int(wrench.y)] = 1
    find_deliveries(setup.floor, np.zeros(1, RALLY_ROBOT)[0], tables.delivers)
    for stability in range(STABILITIES):
        fill_distances(tables, stability)
    return tables


@kernel
def find_deliveries(floor: Any, robot: Any, delivers: Any) -> None:
    """Fill `Tables.delivers` (P10, P25, P26)."""
    robot.options = 1 << Option.MECHANICAL_ARM
    for pose in range(delivers.shape[1]):
        square = pose // DIRECTIONS
        robot.x, robot.y, robot.facing = square // SIDE, square % SIDE, pose % DIRECTIONS
        delivers[0, pose] = faces_pit(floor, robot, 0)
        delivers[BACKWARDS, pose] = delivers[0, pose] or faces_pit(floor, robot, HALF_TURN)
        delivers[BY_ARM, pose] = has_pit_in_reach(floor, robot)


def fill_distances(tables: Tables, stability: int) -> None:
    """Fill the distances of robots with this stability."""
    moves = np.zeros((len(Card), POSES), np.int64)
    pits = np.full((DELIVERY_MODES, POSES), UNREACHABLE)
    squares = np.full((SQUARES, POSES), UNREACHABLE)
    wrenches = np.where(np.repeat(tables.wrenches, DIRECTIONS) == 1, 0.0, UNREACHABLE)
    for card in range(Card.NONE + 1, len(Card)):
        turn, steps = int(TURN[card]), int(STEPS[card])
        drive_everywhere(tables, stability, turn, steps, moves[card], pits, squares)
    for square in range(SQUARES):
        squares[square, square * DIRECTIONS : (square + 1) * DIRECTIONS] = 0
    price = np.ones(POSES)
    cards = moves[Card.NONE + 1 :]
    tables.to_pits[stability] = path_costs(cards, price, pits)
    tables.to_wrenches[stability] = path_costs(cards, price, wrenches[None])[0]
    tables.to_squares[stability] = path_costs(cards, price, squares)


@kernel
def drive_everywhere(
    tables: Any, stability: int, turn: int, steps: int, moves: Any, pits: Any, squares: Any
) -> None:
    """Where a card leads from each pose, the deliveries it makes and the squares it passes."""
    for pose in range(len(moves)):
        after = pose_after_move(tables.transitions, pose, turn, steps)
        if after != LOST:
            mark_deliveries(tables, after, pose, pits)
            for part in range(1, abs(steps) + 1):
                partial_steps = part if steps > 0 else -part
                passed = pose_after_move(tables.transitions, pose, turn, partial_steps)
                squares[passed // DIRECTIONS, pose] = 1
            after = tables.belts[stability, after]
        moves[pose] = after
        if after != LOST:
            mark_deliveries(tables, after, pose, pits)


@kernel
def mark_deliveries(tables: Any, after: int, pose: int, pits: Any) -> None:
    """A register from `pose` delivers a ball if it can be delivered from `after`."""
    for mode in range(DELIVERY_MODES):
        if tables.delivers[mode, after] == 1:
            pits[mode, pose] = 1


# The observation, decoded into whole numbers.

ROBOT = record(
    ("x", "i1"),
    ("y", "i1"),
    ("present", "i1"),  # 1: on the floor
    ("powered_down", "i1"),
    ("damage", "i1"),
    ("carried", "i1"),
)

SEEN = record(
    *OWN_ROBOT,
    ("register", "i1"),  # 0…4, of this phase
    ("carried", "i1"),
    ("capacity", "i1"),
    ("delivered", "i1"),  # 1: a ball in this phase
    ("stability", "i1"),  # STABILIZED, or 0
    ("delivery_mode", "i1"),  # BACKWARDS, BY_ARM, or 0
    ("options", "u4"),  # bit set of Option, shared ones too
    ("flag_options", "u4"),  # bit set of Option that robots on flags hold: not to be stolen (P18)
    ("at_stake", "i1"),  # Option that is taken or traded, NOBODY without one
    ("pool", "i1"),  # balls in it
    ("ball_count", "i1"),  # balls on the floor
    ("ball_squares", "u1", (BALLS,)),
    ("to_ball", "f4", (POSES,)),  # registers to the nearest of them
    ("ball_at", "u1", (SQUARES,)),  # 1 + the index in `ball_squares` of the ball there, 0 none
    ("robot_at", "u1", (SQUARES,)),  # 1 + the index in `others` of the robot there, 0 none
    ("bomb_count", "i1"),  # bombs on the floor
    ("bomb_squares", "u1", (BOMBS,)),
    ("others", ROBOT, (ROBOTS - 1,)),
)


@kernel
def read(observation: Any, tables: Any, seen: Any) -> None:
    """Fill `seen`, which comes as zeros."""
    own = observation.own
    seen.asked = index_of(observation.decision, ASKS)
    seen.damage = own[Own.DAMAGE]
    seen.register = own[Own.REGISTER]
    seen.carried = own[Own.CARRIED]
    seen.delivered = own[Own.DELIVERED] > 0
    seen.at_stake = index_of(observation.at_stake, OPTIONS)
    read_options(observation.options, seen)
    read_cards(observation, seen)
    facing = facing_of(own[Own.FACES_EAST], own[Own.FACES_SOUTH])
    flag = observation.flag_ways[0]
    locate(seen, facing, flag[Way.RIGHT], flag[Way.BEHIND], tables.flag, SIDE)
    for k in range(ROBOTS - 1):
        read_robot(observation.others[k], k, seen)
        other = seen.others[k]
        if other.present == 1 and IS_FLAG[int(other.x) * SIDE + int(other.y)] == 1:
            seen.flag_options |= set_of(observation.other_options[k], OPTIONS)
    read_balls(observation.balls, tables, seen)
    for b in range(BOMBS):
        if observation.bombs[b, Bomb.LIVE] > 0:
            seen.bomb_squares[seen.bomb_count] = square_of(observation.bombs[b], seen)
            seen.bomb_count += 1


@kernel
def read_options(row: Any, seen: Any) -> None:
    """The options, and what they change (P25 to P29)."""
    seen.options = set_of(row, OPTIONS)
    seen.capacity = CAPACITY + (1 if holds(seen.options, Option.EXTRA_MEMORY) else 0)
    if holds(seen.options, Option.GYROSCOPIC_STABILIZER):
        seen.stability = STABILIZED
    if holds(seen.options, Option.MECHANICAL_ARM):
        seen.delivery_mode = BY_ARM
    elif holds(seen.options, Option.REVERSE_GEAR):
        seen.delivery_mode = BACKWARDS


@kernel
def square_of(row: Any, seen: Any) -> int:
    """The square at the offset in a row."""
    x, y = position_at(seen, row[Way.RIGHT], row[Way.BEHIND])
    return x * SIDE + y


@kernel
def read_robot(row: Any, k: int, seen: Any) -> None:
    """Another robot; one that is stationed as a turret is not pushed or hit."""
    robot = seen.others[k]
    robot.present = row[Other.ON_FLOOR] > 0
    if robot.present == 0:
        return
    square = square_of(row, seen)
    robot.x, robot.y = square // SIDE, square % SIDE
    robot.powered_down = row[Other.POWERED_DOWN] > 0
    robot.damage = row[Other.DAMAGE]
    robot.carried = row[Other.CARRIED]
    if row[Other.STATIONED] == 0:
        seen.robot_at[square] = 1 + k


@kernel
def read_balls(rows: Any, tables: Any, seen: Any) -> None:
    """The balls on the floor, and the number in the pool."""
    seen.pool = tables.balls
    for b in range(BALLS):
        row = rows[b]
        if row[Ball.ON_FLOOR] > 0:
            square = square_of(row, seen)
            seen.ball_squares[seen.ball_count] = square
            seen.ball_count += 1
            seen.ball_at[square] = seen.ball_count
        if row[Ball.ON_FLOOR] > 0 or row[Ball.CARRIED] > 0:
            seen.pool -= 1
    for pose in range(POSES):
        seen.to_ball[pose] = UNREACHABLE
    for b in range(seen.ball_count):
        distances = tables.to_squares[seen.stability, seen.ball_squares[b]]
        for pose in range(POSES):
            seen.to_ball[pose] = min(seen.to_ball[pose], distances[pose])
