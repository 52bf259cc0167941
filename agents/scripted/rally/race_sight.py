"""What the scripted player of the race is shown, as whole numbers on the chart."""

from typing import Any

from cogarena.agents.scripted.rally.bearings import facing_of, find_itself, place_at
from cogarena.agents.scripted.rally.reading import ITSELF, holds, index_of, read_cards, set_of
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.records import record
from cogarena.envs.race.observe import ASKS, Other, Own
from cogarena.envs.rally.floor import FLAGS, REGISTERS
from cogarena.envs.rally.options import OPTIONS, Option
from cogarena.envs.rally.state import DEADLY, ROBOTS

NEIGHBOUR = record(
    ("x", "i1"),
    ("y", "i1"),
    ("present", "i1"),  # 1: on the floor
)

SEEN = record(
    *ITSELF,  # at its archive while it is destroyed
    ("touched", "i1"),
    ("register", "i1"),  # 0…4, of this phase
    ("arm", "i1"),  # 1: holds a Mechanical Arm
    ("options", "u4"),  # bit set of Option
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
    facing = facing_of(own[Own.FACES_EAST], own[Own.FACES_SOUTH])
    flag = chart.flags[min(seen.touched, len(chart.flags) - 1)]
    find_itself(seen, facing, own[Own.FLAG_RIGHT], own[Own.FLAG_BEHIND], flag, chart.height)
    for k in range(ROBOTS - 1):
        find_neighbour(observation.others[k], seen, seen.others[k])


@kernel
def find_neighbour(row: Any, seen: Any, other: Any) -> None:
    """Where another robot is."""
    other.x, other.y = place_at(seen, row[Other.RIGHT], row[Other.BEHIND])
    other.present = row[Other.ON_FLOOR] > 0
