"""What the scripted player of Tower Defense is shown, as whole numbers on the chart."""

from typing import Any

from cogworks.agents.scripted.rally.driving import stance_at
from cogworks.agents.scripted.rally.reading import (
    eastward,
    facing_of,
    index_of,
    read_cards,
    southward,
)
from cogworks.envs.core.grid import DIRECTIONS
from cogworks.envs.core.jit import kernel
from cogworks.envs.core.records import record
from cogworks.envs.rally.floor import FLAGS, REGISTERS
from cogworks.envs.rally.sight import FAR
from cogworks.envs.rally.state import DEADLY, HAND
from cogworks.envs.tower_defense.observe import ASKS, Own, TowerColumn

SEEN = record(
    ("asked", "i1"),  # Ask, NOBODY if nothing is
    ("x", "i1"),
    ("y", "i1"),
    ("stance", "i2"),
    ("touched", "i1"),
    ("damage", "i1"),
    ("hand", "i1", (HAND,)),  # kinds of Card
    ("program", "i1", (REGISTERS,)),
    ("standing", "i4"),  # bit set of the towers on the chart, as far as they are shown
)


@kernel
def read(observation: Any, chart: Any, seen: Any) -> None:
    """Fill `seen`."""
    own = observation.own
    seen.asked = index_of(observation.decision, ASKS)
    seen.touched = round(own[Own.TOUCHED] * FLAGS)
    seen.damage = round(own[Own.DAMAGE] * DEADLY)
    find_itself(own, chart, seen)
    find_towers(observation.towers, chart, seen)
    read_cards(observation, seen)


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
def find_towers(rows: Any, chart: Any, seen: Any) -> None:
    """Which towers stand, of those that are shown: the closest."""
    facing = seen.stance % DIRECTIONS
    standing = 0
    for k in range(len(rows)):
        row = rows[k]
        if row[TowerColumn.HEALTH] > 0:
            right, behind = (
                round(row[TowerColumn.RIGHT] * FAR),
                round(row[TowerColumn.BEHIND] * FAR),
            )
            x = seen.x + eastward(facing, right, behind)
            y = seen.y + southward(facing, right, behind)
            standing |= 1 << chart.blocks[x * chart.height + y]
    seen.standing = standing
