"""Lasers: who is in the line of fire, and the damage of one step (RR20 to RR22)."""

from typing import Any

from cogworks.envs.core.grid import DX, DY, inside
from cogworks.envs.core.jit import kernel
from cogworks.envs.rally.deck import is_running
from cogworks.envs.rally.moves import has_wall, is_blocked, occupant
from cogworks.envs.rally.state import NOBODY

LASER_DAMAGE = 1  # RR21


@kernel
def first_in_line(floor: Any, r: Any, x: int, y: int, direction: int) -> int:
    """RR21: the first robot beyond the square; walls and objects stop the beam."""
    while not has_wall(floor, x, y, direction):
        x += DX[direction]
        y += DY[direction]
        if not inside(x, y, floor.width, floor.height) or is_blocked(r, x, y):
            return NOBODY
        found = occupant(r, x, y)
        if found != NOBODY:
            return found
    return NOBODY


@kernel
def fire_board_lasers(floor: Any, r: Any) -> None:
    """RR20: each mount hits the first robot in its beam, once for each beam."""
    for i in range(floor.lasers):
        laser = floor.laser[i]
        target = occupant(r, laser.x, laser.y)
        if target == NOBODY:
            target = first_in_line(floor, r, laser.x, laser.y, laser.fires)
        if target != NOBODY:
            r.robots[target].incoming += laser.beams


@kernel
def fire_robot_lasers(floor: Any, r: Any) -> None:
    """RR21: every running robot hits the first robot straight ahead."""
    for i in range(r.count):
        robot = r.robots[i]
        if not is_running(robot):
            continue
        target = first_in_line(floor, r, robot.x, robot.y, robot.facing)
        if target != NOBODY:
            hit(r, target, i, LASER_DAMAGE)


@kernel
def hit(r: Any, target: int, by: int, damage: int) -> None:
    """RR22: damage is noted first, and dealt when all have fired."""
    r.robots[target].incoming += damage
    r.robots[target].hitters |= 1 << by
