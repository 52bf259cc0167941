"""What the scripted player of the race is shown, as whole numbers on the chart."""

from typing import Any

from cogworks.agents.scripted.rally.driving import stance_at
from cogworks.agents.scripted.rally.reading import (
    eastward,
    facing_of,
    holds,
    index_of,
    read_cards,
    set_of,
    southward,
)
from cogworks.envs.core.grid import DIRECTIONS
from cogworks.envs.core.jit import kernel
from cogworks.envs.core.records import record
from cogworks.envs.race.observe import ASKS, Other, Own
from cogworks.envs.rally.floor import FLAGS, REGISTERS
from cogworks.envs.rally.options import OPTIONS, Option
from cogworks.envs.rally.sight import FAR
from cogworks.envs.rally.state import DEADLY, HAND, ROBOTS

NEIGHBOUR = record(
    ("x", "i1"),
    ("y", "i1"),
    ("present", "i1"),  # 1: on the floor
)

SEEN = record(
    ("asked", "i1"),  # Ask, NOBODY if nothing is
    ("x", "i1"),  # of its archive while it is destroyed
    ("y", "i1"),
    ("stance", "i2"),
    ("touched", "i1"),
    ("damage", "i1"),
    ("register", "i1"),  # 0…4, of this phase
    ("arm", "i1"),  # 1: holds a Mechanical Arm
    ("options", "u4"),  # bit set of Option
    ("hand", "i1", (HAND,)),  # kinds of Card
    ("program", "i1", (REGISTERS,)),
    ("others", NEIGHBOUR, (ROBOTS - 1,)),
)


@kernel
def read(observation: Any, chart: Any, seen: Any) -> None:
    """Fill `seen`."""
    own = observation.own
    seen.asked = index_of(observation.decision, ASKS)
    seen.touched = round(own[Own.TOUCHED] * FLAGS)
    seen.damage = round(own[Own.DAMAGE] * DEADLY)
    seen.register = round(own[Own.REGISTER] * REGISTERS)
    seen.options = set_of(observation.options, OPTIONS)
    seen.arm = holds(seen.options, Option.MECHANICAL_ARM)
    read_cards(observation, seen)
    find_itself(own, chart, seen)
    for k in range(ROBOTS - 1):
        find_neighbour(observation.others[k], seen, seen.others[k])


@kernel
def find_itself(own: Any, chart: Any, seen: Any) -> None:
    """Where the robot is, and how it faces: by the way to its next flag."""
    facing = facing_of(own[Own.FACES_EAST], own[Own.FACES_SOUTH])
    right, behind = round(own[Own.FLAG_RIGHT] * FAR), round(own[Own.FLAG_BEHIND] * FAR)
    flag = chart.flags[min(seen.touched, len(chart.flags) - 1)]
    seen.x = flag[0] - eastward(facing, right, behind)
    seen.y = flag[1] - southward(facing, right, behind)
    seen.stance = stance_at(int(seen.x), int(seen.y), facing, chart.height)


@kernel
def find_neighbour(row: Any, seen: Any, other: Any) -> None:
    """Where another robot is."""
    facing = seen.stance % DIRECTIONS
    right, behind = round(row[Other.RIGHT] * FAR), round(row[Other.BEHIND] * FAR)
    other.x = seen.x + eastward(facing, right, behind)
    other.y = seen.y + southward(facing, right, behind)
    other.present = row[Other.ON_FLOOR] > 0
