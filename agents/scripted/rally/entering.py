"""Where and how a robot enters the floor again: as near to its goal as it may."""

from typing import Any

from cogarena.agents.scripted.rally.driving import stance_at
from cogarena.envs.core.grid import DIRECTIONS
from cogarena.envs.core.jit import kernel
from cogarena.envs.rally.state import NOBODY, REACH
from cogarena.envs.rally.turns import FACING, SIDE, SQUARE


@kernel
def nearest_facing(ways: Any, height: int, x: int, y: int, mask: Any) -> int:
    """The allowed direction from which the way is shortest; `ways` are by stance."""
    best, least = NOBODY, 0.0
    for facing in range(DIRECTIONS):
        if mask[FACING + facing] == 0:
            continue
        way = ways[stance_at(x, y, facing, height)]
        if best == NOBODY or way < least:
            best, least = facing, way
    return best


@kernel
def nearest_square(ways: Any, height: int, x: int, y: int, mask: Any) -> int:
    """The allowed square around the archive at x, y from which the way is shortest."""
    best, least = NOBODY, 0.0
    for offset in range(SIDE * SIDE):
        if mask[SQUARE + offset] == 0:
            continue
        there_x, there_y = x + offset // SIDE - REACH, y + offset % SIDE - REACH
        for facing in range(DIRECTIONS):
            way = ways[stance_at(there_x, there_y, facing, height)]
            if best == NOBODY or way < least:
                best, least = offset, way
    return best
