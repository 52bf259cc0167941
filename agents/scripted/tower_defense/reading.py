"""The observation of Tower Defense, decoded into whole numbers."""

from typing import Any

from cogarena.agents.scripted.rally.reading import (
    OWN_ROBOT,
    facing_of,
    index_of,
    locate_by_flag,
    position_at,
    read_cards,
)
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.records import record
from cogarena.envs.rally.floor import FLAGS
from cogarena.envs.rally.state import DEADLY
from cogarena.envs.tower_defense.observe import ASKS, Own, TowerColumn

SEEN = record(
    *OWN_ROBOT,
    ("touched", "i1"),
    ("standing", "i4"),  # bit set of the towers that stand, as far as they are shown
)


@kernel
def read(observation: Any, tables: Any, seen: Any) -> None:
    """Fill `seen`."""
    own = observation.own
    seen.asked = index_of(observation.decision, ASKS)
    seen.touched = round(own[Own.TOUCHED] * FLAGS)
    seen.damage = round(own[Own.DAMAGE] * DEADLY)
    facing = facing_of(own[Own.FACES_EAST], own[Own.FACES_SOUTH])
    locate_by_flag(seen, tables, facing, own[Own.FLAG_RIGHT], own[Own.FLAG_BEHIND])
    read_towers(observation.towers, tables, seen)
    read_cards(observation, seen)


@kernel
def read_towers(rows: Any, tables: Any, seen: Any) -> None:
    """Which of the towers shown, the closest ones, stand."""
    standing = 0
    for k in range(len(rows)):
        row = rows[k]
        if row[TowerColumn.HEALTH] > 0:
            x, y = position_at(seen, row[TowerColumn.RIGHT], row[TowerColumn.BEHIND])
            standing |= 1 << int(tables.tower_at[x * tables.height + y])
    seen.standing = standing
