"""Directions and distances on a grid of squares: x to the right, y down, north is up."""

from enum import IntEnum

from cogarena.envs.core.jit import kernel
from cogarena.envs.core.records import frozen


class Direction(IntEnum):
    """Clockwise from north, so that a turn is an addition."""

    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3


DIRECTIONS = 4
RIGHT_TURN, HALF_TURN, LEFT_TURN = 1, 2, 3
DX = frozen((0, 1, 0, -1), "i1")  # by Direction
DY = frozen((-1, 0, 1, 0), "i1")  # by Direction


@kernel
def turned(direction: int, turn: int) -> int:
    """`direction` turned clockwise by `turn` quarter circles."""
    return (direction + turn) % DIRECTIONS


@kernel
def inside(x: int, y: int, width: int, height: int) -> bool:
    """The square lies on a board of this size."""
    return 0 <= x < width and 0 <= y < height


@kernel
def manhattan(x: int, y: int, other_x: int, other_y: int) -> int:
    """Steps between two squares, without diagonal steps."""
    return abs(x - other_x) + abs(y - other_y)


@kernel
def main_direction(dx: int, dy: int) -> int:
    """The direction of the longer of two offsets; along x if both are equal."""
    if abs(dx) >= abs(dy):
        return Direction.EAST if dx > 0 else Direction.WEST
    return Direction.SOUTH if dy > 0 else Direction.NORTH


@kernel
def chebyshev(x: int, y: int, other_x: int, other_y: int) -> int:
    """Steps between two squares, with diagonal steps."""
    return max(abs(x - other_x), abs(y - other_y))
