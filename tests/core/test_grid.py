import pytest

from cogarena.envs.core import grid
from cogarena.envs.core.grid import Direction


@pytest.mark.parametrize(
    ("turn", "facing"),
    [
        (grid.RIGHT_TURN, Direction.EAST),
        (grid.HALF_TURN, Direction.SOUTH),
        (grid.LEFT_TURN, Direction.WEST),
    ],
)
def test_turns_from_north(turn, facing):
    assert grid.turned(Direction.NORTH, turn) == facing


def test_a_left_turn_from_north_and_a_right_turn_from_west_wrap():
    assert grid.turned(Direction.WEST, grid.RIGHT_TURN) == Direction.NORTH


def test_north_is_up_and_east_is_right():
    steps = [(int(grid.DX[d]), int(grid.DY[d])) for d in Direction]
    assert steps == [(0, -1), (1, 0), (0, 1), (-1, 0)]


@pytest.mark.parametrize(
    ("x", "y", "on"), [(0, 0, True), (2, 3, True), (3, 0, False), (0, -1, False)]
)
def test_inside_a_board_of_three_by_four(x, y, on):
    assert grid.inside(x, y, 3, 4) == on


def test_distances():
    assert grid.manhattan(1, 1, 4, 5) == 7
    assert grid.chebyshev(1, 1, 4, 5) == 4
