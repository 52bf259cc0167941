"""Flags and repair sites: touching them and being repaired (RR23, RR27)."""

from typing import Any

from cogarena.envs.core.grid import Direction, inside
from cogarena.envs.core.jit import kernel
from cogarena.envs.rally.damage import draw_option
from cogarena.envs.rally.deck import has, repair
from cogarena.envs.rally.floor import Wrench
from cogarena.envs.rally.moves import has_wall
from cogarena.envs.rally.options import Option
from cogarena.envs.rally.state import Place, Power

BREAKER_DAMAGE = 3  # Circuit Breaker


@kernel
def touch(floor: Any, r: Any) -> None:
    """RR23: flags in order; standing on a flag or a repair site moves the archive there."""
    for i in range(r.count):
        robot = r.robots[i]
        if robot.place != Place.FLOOR:
            continue
        if can_touch(floor, robot, robot.touched + 1):
            robot.touched += 1
        square = floor.squares[robot.x, robot.y]
        if square.flag != 0 or square.wrench != Wrench.NONE:
            robot.archive_x = robot.x
            robot.archive_y = robot.y


@kernel
def can_touch(floor: Any, robot: Any, flag: int) -> bool:
    """RR23: the flag is in the robot's square, or within reach of its Mechanical Arm."""
    for dx in range(-1, 2):
        for dy in range(-1, 2):
            if reaches(floor, robot, dx, dy):
                if floor.squares[robot.x + dx, robot.y + dy].flag == flag:
                    return True
    return False


@kernel
def reaches(floor: Any, robot: Any, dx: int, dy: int) -> bool:
    """The robot's own square; with Mechanical Arm those around it with no wall between."""
    if dx == 0 and dy == 0:
        return True
    if not has(robot, Option.MECHANICAL_ARM):
        return False
    x, y = robot.x + dx, robot.y + dy
    if not inside(x, y, floor.width, floor.height):
        return False
    if dx == 0 or dy == 0:
        return is_open(floor, robot.x, robot.y, dx, dy)
    sideways = is_open(floor, robot.x, robot.y, dx, 0) and is_open(floor, x, robot.y, 0, dy)
    upright = is_open(floor, robot.x, robot.y, 0, dy) and is_open(floor, robot.x, y, dx, 0)
    return sideways or upright


@kernel
def is_open(floor: Any, x: int, y: int, dx: int, dy: int) -> bool:
    """No wall stands between the square and the one beside it."""
    if dx != 0:
        return not has_wall(floor, x, y, Direction.EAST if dx > 0 else Direction.WEST)
    return not has_wall(floor, x, y, Direction.SOUTH if dy > 0 else Direction.NORTH)


@kernel
def best_site(floor: Any, robot: Any) -> int:
    """RR27: the best repair site that the robot reaches; a flag is one too."""
    best = 0  # Wrench.NONE
    for dx in range(-1, 2):
        for dy in range(-1, 2):
            if reaches(floor, robot, dx, dy):
                square = floor.squares[robot.x + dx, robot.y + dy]
                site = max(int(square.wrench), 1 if square.flag != 0 else 0)
                best = max(best, site)
    return best


@kernel
def repair_robots(floor: Any, r: Any) -> None:
    """RR27: wrenches and flags remove a token; a double wrench gives a running robot an option."""
    for i in range(r.count):
        robot = r.robots[i]
        if robot.place != Place.FLOOR:
            continue
        site = best_site(floor, robot)
        if site != Wrench.NONE:
            repair(robot, 1)
        if site == Wrench.DOUBLE and robot.power == Power.ON:
            draw_option(r, i)


@kernel
def trip_breakers(r: Any) -> None:
    """Circuit Breaker: three damage at the end of a turn, and the next is spent powered down."""
    for i in range(r.count):
        robot = r.robots[i]
        if robot.place == Place.FLOOR and robot.damage >= BREAKER_DAMAGE:
            if has(robot, Option.CIRCUIT_BREAKER):
                robot.announced = 1
