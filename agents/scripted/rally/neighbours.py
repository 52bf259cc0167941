"""Other robots nearby, as all players of rallies without teams see them in `seen.others`."""

from typing import Any

from cogarena.envs.core.grid import chebyshev
from cogarena.envs.core.jit import kernel
from cogarena.envs.rally.state import ROBOTS

NEAR = 4  # squares between robots that may push each other in this turn


@kernel
def has_neighbour(seen: Any, x: int, y: int, reach: int) -> bool:
    """Another robot is within so many squares."""
    for k in range(ROBOTS - 1):
        other = seen.others[k]
        if other.present == 1 and chebyshev(other.x, other.y, x, y) <= reach:
            return True
    return False
