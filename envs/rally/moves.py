"""Robots moving and being moved: steps, pushes, walls, pits and edges (RR10 to RR14)."""

from typing import Any

from cogworks.envs.core.grid import DX, DY, inside
from cogworks.envs.core.jit import kernel
from cogworks.envs.rally.deck import has
from cogworks.envs.rally.log import log_event
from cogworks.envs.rally.options import Option
from cogworks.envs.rally.state import NOBODY, Event, Place


@kernel
def occupant(r: Any, x: int, y: int) -> int:
    """The robot on the square, or NOBODY."""
    for i in range(r.count):
        robot = r.robots[i]
        if robot.x == x and robot.y == y and robot.place == Place.FLOOR:
            return i
    return NOBODY


@kernel
def has_wall(floor: Any, x: int, y: int, direction: int) -> bool:
    """RR13: a wall stands on this edge of the square."""
    return (floor.squares[x, y].walls >> direction) & 1 == 1


@kernel
def is_blocked(r: Any, x: int, y: int) -> bool:
    """An object that cannot be passed stands on the square."""
    for t in range(r.thing_count):
        if r.things[t].health > 0 and r.things[t].x == x and r.things[t].y == y:
            return True
    return False


@kernel
def is_closed(floor: Any, r: Any, i: int, x: int, y: int) -> bool:
    """The robot's team may not enter the square, or the robot does not come from a shelter."""
    robot = r.robots[i]
    square = floor.squares[x, y]
    if square.shelter == 1 and floor.squares[robot.x, robot.y].shelter == 0:
        return True
    return (square.closed >> robot.team) & 1 == 1


@kernel
def can_leave(floor: Any, r: Any, i: int, direction: int) -> bool:
    """RR13: neither a wall nor an object keeps the robot from a step in this direction."""
    robot = r.robots[i]
    if robot.anchored == 1 or has_wall(floor, robot.x, robot.y, direction):
        return False
    x, y = robot.x + DX[direction], robot.y + DY[direction]
    if not inside(x, y, floor.width, floor.height):
        return True
    return not is_blocked(r, x, y) and not is_closed(floor, r, i, x, y)


@kernel
def push_step(floor: Any, r: Any, i: int, direction: int, by: int) -> bool:
    """RR12: one step; robots in the way are pushed. False, and nobody moves, if one cannot.

    `by` is the robot that causes it, NOBODY for a machine.
    """
    ahead = 1
    last = i
    while True:
        if not can_leave(floor, r, last, direction):
            return False
        x = r.robots[i].x + DX[direction] * ahead
        y = r.robots[i].y + DY[direction] * ahead
        following = occupant(r, x, y)
        if following == NOBODY:
            break
        if last == i == by:
            ram(r, by, following)
        last = following
        ahead += 1
    for back in range(ahead - 1, -1, -1):
        x = r.robots[i].x + DX[direction] * back
        y = r.robots[i].y + DY[direction] * back
        moved = occupant(r, x, y)
        if by not in (NOBODY, moved):
            r.robots[moved].mover = by
        shift(floor, r, moved, direction)
    return True


@kernel
def ram(r: Any, by: int, victim: int) -> None:
    """Ramming Gear: who is touched takes a damage token, once a card, moved or not."""
    robot = r.robots[by]
    if not has(robot, Option.RAMMING_GEAR):
        return
    if (robot.rammed >> victim) & 1 == 0 and is_enemy(r, by, victim):
        robot.rammed |= 1 << victim
        r.robots[victim].incoming += 1
        r.robots[victim].hitters |= 1 << by


@kernel
def is_enemy(r: Any, i: int, other: int) -> bool:
    """The two are not of one team; where nobody has a team, everybody is an enemy."""
    return r.robots[i].team == 0 or r.robots[i].team != r.robots[other].team


@kernel
def shift(floor: Any, r: Any, i: int, direction: int) -> None:
    """RR14: move a robot one square; a pit or the open edge destroys it."""
    robot = r.robots[i]
    robot.x += DX[direction]
    robot.y += DY[direction]
    if is_deadly(floor, robot.x, robot.y):
        destroy(r, i)


@kernel
def is_deadly(floor: Any, x: int, y: int) -> bool:
    """RR14: a pit, or no square of the floor at all."""
    return not inside(x, y, floor.width, floor.height) or floor.squares[x, y].pit == 1


@kernel
def destroy(r: Any, i: int) -> None:
    """RR25: out of the turn, one life less; no life left to count means lives without end."""
    robot = r.robots[i]
    r.falls += 1
    robot.fell = r.falls
    robot.place = Place.OUT if robot.lives == 1 else Place.DESTROYED
    robot.lives = max(0, robot.lives - 1)
    robot.incoming = 0
    robot.announced = 0
    robot.owes = robot.options != 0
    log_event(r, Event.DESTROYED, i, 0, 0)
