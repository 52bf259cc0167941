"""The observation of Powerball, decoded into whole numbers."""

from typing import Any

from cogarena.agents.scripted.powerball.tables import (
    BACKWARDS,
    BY_ARM,
    IS_FLAG,
    POSES,
    SIDE,
    SQUARES,
    STABILIZED,
)
from cogarena.agents.scripted.rally.driving import UNREACHABLE
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
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.records import record
from cogarena.envs.powerball.observe import Ball, Bomb, Other, Own, Way
from cogarena.envs.powerball.state import ASKS, BALLS, BOMBS, CAPACITY
from cogarena.envs.rally.cards import OPTIONS, Option
from cogarena.envs.rally.state import ROBOTS

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
