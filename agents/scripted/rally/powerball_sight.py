"""What the scripted player of Powerball is shown, as whole numbers on the chart."""

from typing import Any

from cogarena.agents.scripted.rally.bearings import facing_of, find_itself, place_at
from cogarena.agents.scripted.rally.driving import UNREACHABLE
from cogarena.agents.scripted.rally.powerball_chart import (
    BACKWARDS,
    BY_ARM,
    SIDE,
    SQUARES,
    STANCES,
    STEADY,
)
from cogarena.agents.scripted.rally.reading import ITSELF, holds, index_of, read_cards, set_of
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.records import record
from cogarena.envs.powerball.observe import MOST_CARRIED, Ball, Bomb, Other, Own, Way
from cogarena.envs.powerball.state import ASKS, BALLS, BOMBS, CAPACITY
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.options import OPTIONS, Option
from cogarena.envs.rally.state import DEADLY, ROBOTS

ROBOT = record(
    ("x", "i1"),
    ("y", "i1"),
    ("present", "i1"),  # 1: on the floor
    ("still", "i1"),  # 1: powered down
    ("damage", "i1"),
    ("carried", "i1"),
)

SEEN = record(
    *ITSELF,
    ("register", "i1"),  # 0…4, of this phase
    ("carried", "i1"),
    ("capacity", "i1"),
    ("delivered", "i1"),  # 1: a ball in this phase
    ("gait", "i1"),  # STEADY, or 0
    ("grip", "i1"),  # how it delivers: BACKWARDS, BY_ARM, or 0
    ("options", "u4"),  # bit set of Option, shared ones too
    ("at_stake", "i1"),  # Option that is taken or traded, NOBODY without one
    ("pool", "i1"),  # balls in it
    ("loose", "i1"),  # balls on the floor
    ("ball", "u1", (BALLS,)),  # their squares
    ("to_ball", "f4", (STANCES,)),  # the way to the nearest of them, by stance
    ("lies", "u1", (SQUARES,)),  # 1 + the ball in that list that lies there, 0 none
    ("stands", "u1", (SQUARES,)),  # 1 + the other robot that stands there, 0 none
    ("ticking", "i1"),  # bombs on the floor
    ("bomb", "u1", (BOMBS,)),  # their squares
    ("others", ROBOT, (ROBOTS - 1,)),
)


@kernel
def read(observation: Any, chart: Any, seen: Any) -> None:
    """Fill `seen`, which comes as zeros."""
    own = observation.own
    seen.asked = index_of(observation.decision, ASKS)
    seen.damage = round(own[Own.DAMAGE] * DEADLY)
    seen.register = round(own[Own.REGISTER] * REGISTERS)
    seen.carried = round(own[Own.CARRIED] * MOST_CARRIED)
    seen.delivered = own[Own.DELIVERED] > 0
    seen.at_stake = index_of(observation.at_stake, OPTIONS)
    read_options(observation.options, seen)
    read_cards(observation, seen)
    facing = facing_of(own[Own.FACES_EAST], own[Own.FACES_SOUTH])
    way = observation.flag_ways[0]
    find_itself(seen, facing, way[Way.RIGHT], way[Way.BEHIND], chart.flag, SIDE)
    for k in range(ROBOTS - 1):
        find_robot(observation.others[k], k, seen)
    find_balls(observation.balls, chart, seen)
    for b in range(BOMBS):
        if observation.bombs[b, Bomb.LIVE] > 0:
            seen.bomb[seen.ticking] = square_of(observation.bombs[b], seen)
            seen.ticking += 1


@kernel
def read_options(row: Any, seen: Any) -> None:
    """The options, and what they change (P25 to P29)."""
    seen.options = set_of(row, OPTIONS)
    seen.capacity = CAPACITY + (1 if holds(seen.options, Option.EXTRA_MEMORY) else 0)
    if holds(seen.options, Option.GYROSCOPIC_STABILIZER):
        seen.gait = STEADY
    if holds(seen.options, Option.MECHANICAL_ARM):
        seen.grip = BY_ARM
    elif holds(seen.options, Option.REVERSE_GEAR):
        seen.grip = BACKWARDS


@kernel
def square_of(row: Any, seen: Any) -> int:
    """The square to which a row's way leads."""
    x, y = place_at(seen, row[Way.RIGHT], row[Way.BEHIND])
    return x * SIDE + y


@kernel
def find_robot(row: Any, k: int, seen: Any) -> None:
    """Another robot."""
    robot = seen.others[k]
    robot.present = row[Other.ON_FLOOR] > 0
    if robot.present == 0:
        return
    square = square_of(row, seen)
    robot.x, robot.y = square // SIDE, square % SIDE
    robot.still = row[Other.POWERED_DOWN] > 0
    robot.damage = round(row[Other.DAMAGE] * DEADLY)
    robot.carried = round(row[Other.CARRIED] * MOST_CARRIED)
    if row[Other.STATIONED] == 0:
        seen.stands[square] = 1 + k


@kernel
def find_balls(rows: Any, chart: Any, seen: Any) -> None:
    """The balls on the floor, and how many are in the pool."""
    seen.pool = chart.balls
    for b in range(BALLS):
        row = rows[b]
        if row[Ball.ON_FLOOR] > 0:
            square = square_of(row, seen)
            seen.ball[seen.loose] = square
            seen.loose += 1
            seen.lies[square] = seen.loose
        if row[Ball.ON_FLOOR] > 0 or row[Ball.CARRIED] > 0:
            seen.pool -= 1
    for stance in range(STANCES):
        seen.to_ball[stance] = UNREACHABLE
    for b in range(seen.loose):
        ways = chart.to_squares[seen.gait, seen.ball[b]]
        for stance in range(STANCES):
            seen.to_ball[stance] = min(seen.to_ball[stance], ways[stance])
