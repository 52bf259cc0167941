"""Lasers: who is in the line of fire, and the damage that is noted (RR20 to RR22)."""

from typing import Any

from cogarena.envs.core.grid import DX, DY, HALF_TURN, inside, turned
from cogarena.envs.core.jit import kernel
from cogarena.envs.rally.damage import ask_robot
from cogarena.envs.rally.deck import has, is_running
from cogarena.envs.rally.moves import is_blocked, is_enemy, occupant
from cogarena.envs.rally.options import Option
from cogarena.envs.rally.state import NOBODY, Ask, Power

LASER_DAMAGE = 1  # RR21
BARRELS = 2  # Double-Barreled Laser


@kernel
def in_line(floor: Any, r: Any, i: int, direction: int, passes: int, skip: int) -> int:
    """RR21: the robot that a beam of robot `i` hits, after `skip` others.

    Walls, objects and robots that are not allies stop the beam; High-Power passes one wall or
    robot, and in some games an object. It hits only at its own height; higher ground stops it (T8).
    """
    x, y = r.robots[i].x, r.robots[i].y
    height = floor.squares[x, y].height
    while True:
        if stops_fire(floor, x, y, direction):
            if passes == 0:
                return NOBODY
            passes -= 1
        x += DX[direction]
        y += DY[direction]
        if not lets_fire_in(floor, x, y, height):
            return NOBODY
        if floor.squares[x, y].height < height:
            continue
        if is_blocked(r, x, y):
            if passes == 0 or floor.pierces == 0:
                return NOBODY
            passes -= 1
        found = occupant(r, x, y)
        if found == NOBODY or not is_enemy(r, i, found):
            continue
        if skip == 0:
            return found
        if passes == 0:
            return NOBODY
        skip -= 1
        passes -= 1


@kernel
def stops_fire(floor: Any, x: int, y: int, direction: int) -> bool:
    """This edge of the square has a wall or a screen."""
    square = floor.squares[x, y]
    return ((square.walls | square.screens) >> direction) & 1 == 1


@kernel
def lets_fire_in(floor: Any, x: int, y: int, height: int) -> bool:
    """A beam of this height can cross the square: no shelter, and not higher (T8)."""
    if not inside(x, y, floor.width, floor.height):
        return False
    square = floor.squares[x, y]
    return square.shelter == 0 and square.height <= height


@kernel
def can_fire(floor: Any, robot: Any) -> bool:
    """The robot runs, and is not in a shelter."""
    return is_running(robot) and floor.squares[robot.x, robot.y].shelter == 0


@kernel
def fire_board_lasers(floor: Any, r: Any) -> None:
    """RR20: each mount hits the first robot in its beam, once for each beam.

    A robot on the mount's own square is the first.
    """
    for i in range(floor.lasers):
        laser = floor.laser[i]
        height = floor.squares[laser.x, laser.y].height
        target = in_beam(floor, r, laser.x, laser.y, laser.fires, height)
        if target != NOBODY:
            note_damage(r, target, laser.beams, laser.fires)


@kernel
def in_beam(floor: Any, r: Any, x: int, y: int, direction: int, height: int) -> int:
    """RR20, T8: the first robot in a beam that reaches the square at this height, or NOBODY."""
    while lets_fire_in(floor, x, y, height):
        if floor.squares[x, y].height == height:
            found = occupant(r, x, y)
            if found != NOBODY or is_blocked(r, x, y):
                return found
        if stops_fire(floor, x, y, direction):
            return NOBODY
        x += DX[direction]
        y += DY[direction]
    return NOBODY


@kernel
def note_damage(r: Any, target: int, damage: int, direction: int) -> int:
    """RR22: note damage, which is dealt when all have fired; returns how much gets through.

    Power-Down Shield stops one token from each direction while the robot is powered down.
    """
    robot = r.robots[target]
    shielded = robot.power == Power.DOWN and has(robot, Option.POWER_DOWN_SHIELD)
    if shielded and damage > 0 and (robot.shield >> direction) & 1 == 0:
        robot.shield |= 1 << direction
        damage -= 1
    robot.incoming += damage
    return damage


@kernel
def hit(r: Any, target: int, by: int, damage: int, direction: int) -> None:
    """RR21: a robot's weapon damages another robot."""
    if note_damage(r, target, damage, direction) > 0:
        r.robots[target].hitters |= 1 << by


@kernel
def fire_main_lasers(floor: Any, r: Any) -> bool:
    """RR21: robots that use no other weapon fire ahead; true if Fire Control must be asked."""
    for i in range(r.cursor, r.count):
        r.cursor = i
        robot = r.robots[i]
        while can_fire(floor, robot) and robot.weapon == 0:
            target = next_hit(floor, r, i)
            if target == NOBODY:
                break
            robot.target = target
            robot.shots += 1
            if has(robot, Option.FIRE_CONTROL) and floor.asks_all == 1:
                ask_robot(r, i, Ask.CONTROL)
                return True
            hit(r, target, i, LASER_DAMAGE, robot.facing)
    r.cursor = 0
    return False


@kernel
def barrels_of(robot: Any) -> int:
    """How many hits each of the robot's targets takes."""
    return BARRELS if has(robot, Option.DOUBLE_BARRELED_LASER) else 1


@kernel
def next_hit(floor: Any, r: Any, i: int) -> int:
    """The target of the main laser's next hit: once for each barrel, then the robot behind."""
    robot = r.robots[i]
    barrels = barrels_of(robot)
    passes = 1 if has(robot, Option.HIGH_POWER_LASER) else 0
    if robot.shots >= 2 * barrels:
        return NOBODY
    skip = robot.shots // barrels
    return in_line(floor, r, i, robot.facing, passes, skip)


@kernel
def fire_rear_lasers(floor: Any, r: Any) -> None:
    """Rear-Firing Laser: a second laser, backwards, in addition to what fires ahead."""
    for i in range(r.count):
        robot = r.robots[i]
        if can_fire(floor, robot) and has(robot, Option.REAR_FIRING_LASER):
            direction = turned(robot.facing, HALF_TURN)
            target = in_line(floor, r, i, direction, 0, 0)
            if target != NOBODY:
                hit(r, target, i, LASER_DAMAGE, direction)
