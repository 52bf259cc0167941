"""What the scripted player of Tower Defense is shown, as whole numbers on the chart."""

from typing import Any

from cogarena.agents.scripted.rally.bearings import facing_of, find_itself, place_at
from cogarena.agents.scripted.rally.reading import ITSELF, index_of, read_cards
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.records import record
from cogarena.envs.rally.floor import FLAGS
from cogarena.envs.rally.state import DEADLY
from cogarena.envs.tower_defense.observe import ASKS, Own, TowerColumn

SEEN = record(
    *ITSELF,
    ("touched", "i1"),
    ("standing", "i4"),  # bit set of the towers on the chart, as far as they are shown
)


@kernel
def read(observation: Any, chart: Any, seen: Any) -> None:
    """Fill `seen`."""
    own = observation.own
    seen.asked = index_of(observation.decision, ASKS)
    seen.touched = round(own[Own.TOUCHED] * FLAGS)
    seen.damage = round(own[Own.DAMAGE] * DEADLY)
    facing = facing_of(own[Own.FACES_EAST], own[Own.FACES_SOUTH])
    flag = chart.flags[min(seen.touched, len(chart.flags) - 1)]
    find_itself(seen, facing, own[Own.FLAG_RIGHT], own[Own.FLAG_BEHIND], flag, chart.height)
    find_towers(observation.towers, chart, seen)
    read_cards(observation, seen)


@kernel
def find_towers(rows: Any, chart: Any, seen: Any) -> None:
    """Which towers stand, of those that are shown: the closest."""
    standing = 0
    for k in range(len(rows)):
        row = rows[k]
        if row[TowerColumn.HEALTH] > 0:
            x, y = place_at(seen, row[TowerColumn.RIGHT], row[TowerColumn.BEHIND])
            standing |= 1 << int(chart.blocks[x * chart.height + y])
    seen.standing = standing
