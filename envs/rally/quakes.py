"""Earthquakes: everybody shifts the same way (Powerball's P19, Tower Defense's T24)."""

from typing import Any

from cogarena.envs.core.grid import DX, DY
from cogarena.envs.core.jit import kernel
from cogarena.envs.rally.moves import can_leave, climbs, occupant, shift
from cogarena.envs.rally.state import NOBODY, Place


@kernel
def front_robot(r: Any, direction: int) -> int:
    """Of the robots that have not been shaken, the one furthest in the direction."""
    best = NOBODY
    furthest = 0
    for i in range(r.count):
        robot = r.robots[i]
        way = robot.x * DX[direction] + robot.y * DY[direction]
        if robot.moved == 0 and (best == NOBODY or way > furthest):
            best = i
            furthest = way
    return best


@kernel
def shake_robot(floor: Any, r: Any, i: int, direction: int, squares: int) -> None:
    """Walls, ramps and robots stop it, pits and edges destroy it."""
    robot = r.robots[i]
    robot.moved = 1
    for _ in range(squares):
        if robot.place != Place.FLOOR or not can_leave(floor, r, i, direction):
            return
        if climbs(floor, robot, direction):
            return
        if occupant(r, robot.x + DX[direction], robot.y + DY[direction]) != NOBODY:
            return
        shift(floor, r, i, direction)


@kernel
def rest_robots(r: Any) -> None:
    """Nobody counts as shaken, or as having moved."""
    for i in range(r.count):
        r.robots[i].moved = 0
