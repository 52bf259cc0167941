"""Where a robot and what it sees are on the map: ways are told to its right and behind it."""

from typing import Any

from cogarena.agents.scripted.rally.driving import stance_at
from cogarena.envs.core.grid import DIRECTIONS, DX, DY, turned
from cogarena.envs.core.jit import kernel
from cogarena.envs.rally.observation import WAY_UNIT


@kernel
def facing_of(east: float, south: float) -> int:
    """The direction that leads so far east and south."""
    facing = 0
    for direction in range(DIRECTIONS):
        if east == DX[direction] and south == DY[direction]:
            facing = direction
    return facing


@kernel
def eastward(facing: int, right: int, behind: int) -> int:
    """How far a way leads east that is told by the robot's facing."""
    return right * int(DX[turned(facing, 1)]) - behind * int(DX[facing])


@kernel
def southward(facing: int, right: int, behind: int) -> int:
    """How far a way leads south that is told by the robot's facing."""
    return right * int(DY[turned(facing, 1)]) - behind * int(DY[facing])


@kernel
def find_itself(
    seen: Any, facing: int, right: float, behind: float, landmark: Any, height: int
) -> None:
    """Where the robot is that faces so and is shown this way to a landmark, an x and a y."""
    squares_right, squares_behind = round(right * WAY_UNIT), round(behind * WAY_UNIT)
    seen.x = landmark[0] - eastward(facing, squares_right, squares_behind)
    seen.y = landmark[1] - southward(facing, squares_right, squares_behind)
    seen.stance = stance_at(int(seen.x), int(seen.y), facing, height)


@kernel
def place_at(seen: Any, right: float, behind: float) -> tuple[int, int]:
    """The square to which a way leads that the robot is shown, as x and y."""
    facing = seen.stance % DIRECTIONS
    squares_right, squares_behind = round(right * WAY_UNIT), round(behind * WAY_UNIT)
    x = int(seen.x) + eastward(facing, squares_right, squares_behind)
    y = int(seen.y) + southward(facing, squares_right, squares_behind)
    return x, y
