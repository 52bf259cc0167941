"""The observation of a race, decoded into whole numbers."""

from typing import Any

from cogarena.agents.scripted.rally.reading import (
    OWN_ROBOT,
    facing_of,
    holds,
    index_of,
    locate_by_flag,
    position_at,
    read_cards,
    set_of,
)
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.records import record
from cogarena.envs.race.observe import ASKS, Other, Own
from cogarena.envs.rally.cards import OPTIONS, Option
from cogarena.envs.rally.floor import FLAGS, REGISTERS
from cogarena.envs.rally.state import DEADLY, ROBOTS

NEIGHBOUR = record(
    ("x", "i1"),
    ("y", "i1"),
    ("present", "i1"),  # 1: on the floor
)

SEEN = record(
    *OWN_ROBOT,  # at its archive while it is destroyed
    ("touched", "i1"),
    ("register", "i1"),  # 0…4, of this phase
    ("arm", "i1"),  # 1: holds a Mechanical Arm
    ("options", "u4"),  # bit set of Option
    ("others", NEIGHBOUR, (ROBOTS - 1,)),
)


@kernel
def read(observation: Any, tables: Any, seen: Any) -> None:
    """Fill `seen`."""
    own = observation.own
    seen.asked = index_of(observation.decision, ASKS)
    seen.touched = round(own[Own.TOUCHED] * FLAGS)
    seen.damage = round(own[Own.DAMAGE] * DEADLY)
    seen.register = round(own[Own.REGISTER] * REGISTERS)
    seen.options = set_of(observation.options, OPTIONS)
    seen.arm = holds(seen.options, Option.MECHANICAL_ARM)
    read_cards(observation, seen)
    facing = facing_of(own[Own.FACES_EAST], own[Own.FACES_SOUTH])
    locate_by_flag(seen, tables, facing, own[Own.FLAG_RIGHT], own[Own.FLAG_BEHIND])
    for k in range(ROBOTS - 1):
        row, other = observation.others[k], seen.others[k]
        other.x, other.y = position_at(seen, row[Other.RIGHT], row[Other.BEHIND])
        other.present = row[Other.ON_FLOOR] > 0
