"""The board elements: belts, pushers and gears (RR15 to RR19)."""

from typing import Any

from cogarena.envs.core.grid import DX, DY, HALF_TURN, turned
from cogarena.envs.core.jit import kernel
from cogarena.envs.rally.deck import has
from cogarena.envs.rally.floor import NOWHERE, Belt
from cogarena.envs.rally.moves import can_leave, climbs, is_deadly, push_step, shift
from cogarena.envs.rally.options import Option
from cogarena.envs.rally.state import NOBODY, Place


@kernel
def run_belts(floor: Any, r: Any, slowest: int) -> None:
    """RR15: every robot on a belt at least this fast moves one square, all at once."""
    for i in range(r.count):
        board_belt(floor, r, i, slowest)
    while cancel_conflicts(floor, r):
        pass
    for i in range(r.count):
        if r.robots[i].riding == 1:
            ride(floor, r, i)
    for i in range(r.count):
        r.robots[i].riding = r.robots[i].next_x = r.robots[i].next_y = 0


@kernel
def board_belt(floor: Any, r: Any, i: int, slowest: int) -> None:
    """RR15: note where the belt under the robot would take it, if anywhere."""
    robot = r.robots[i]
    robot.riding = 0
    if robot.place != Place.FLOOR or is_off_belts(floor, robot):
        return
    square = floor.squares[robot.x, robot.y]
    if square.belt == Belt.NONE or square.belt < slowest:
        return
    if can_leave(floor, r, i, square.leads) and not climbs(floor, robot, square.leads):
        robot.riding = 1
        robot.next_x = robot.x + DX[square.leads]
        robot.next_y = robot.y + DY[square.leads]


@kernel
def is_off_belts(floor: Any, robot: Any) -> bool:
    """In some games a Gyroscopic Stabilizer keeps belts from moving the robot."""
    return floor.steadies == 1 and has(robot, Option.GYROSCOPIC_STABILIZER)


@kernel
def cancel_conflicts(floor: Any, r: Any) -> bool:
    """RR16: belts never push. Stop who would meet another; true if somebody was stopped."""
    stopped = 0
    for i in range(r.count):
        if r.robots[i].riding == 1 and would_meet(floor, r, i):
            stopped |= 1 << i
    for i in range(r.count):
        if (stopped >> i) & 1 == 1:
            r.robots[i].riding = 0
    return stopped != 0


@kernel
def would_meet(floor: Any, r: Any, i: int) -> bool:
    """RR16: another robot stays on, comes to, or leaves head-on the square ahead."""
    robot = r.robots[i]
    if is_deadly(floor, robot.next_x, robot.next_y):
        return False
    for j in range(r.count):
        other = r.robots[j]
        if j == i or other.place != Place.FLOOR:
            continue
        if other.riding == 1:
            if other.next_x == robot.next_x and other.next_y == robot.next_y:
                return True
            if not (other.next_x == robot.x and other.next_y == robot.y):
                continue
        if other.x == robot.next_x and other.y == robot.next_y:
            return True
    return False


@kernel
def ride(floor: Any, r: Any, i: int) -> None:
    """RR15, RR17: the belt moves the robot; a curve it is moved onto turns it."""
    robot = r.robots[i]
    travel = floor.squares[robot.x, robot.y].leads
    shift(floor, r, i, travel)
    if robot.place != Place.FLOOR:
        return
    square = floor.squares[robot.x, robot.y]
    if square.belt == Belt.NONE:
        return
    turn = turned(square.leads, -travel)
    if turn != HALF_TURN and not is_steady(robot):
        robot.facing = turned(robot.facing, turn)


@kernel
def run_pushers(floor: Any, r: Any) -> None:
    """RR18: pushers of this register push the robots that stand on their squares."""
    on_pusher = 0
    for i in range(r.count):
        robot = r.robots[i]
        if robot.place == Place.FLOOR and is_pushing(floor, r, robot.x, robot.y):
            on_pusher |= 1 << i
    for i in range(r.count):
        robot = r.robots[i]
        if (on_pusher >> i) & 1 == 0 or robot.place != Place.FLOOR:
            continue
        if is_pushing(floor, r, robot.x, robot.y):
            push_step(floor, r, i, floor.squares[robot.x, robot.y].pusher, NOBODY)


@kernel
def is_pushing(floor: Any, r: Any, x: int, y: int) -> bool:
    """RR18: a pusher is on the square, and this is one of its registers."""
    square = floor.squares[x, y]
    return square.pusher != NOWHERE and (square.pushes >> r.register) & 1 == 1


@kernel
def turn_gears(floor: Any, r: Any) -> None:
    """RR19: robots on gears turn."""
    for i in range(r.count):
        robot = r.robots[i]
        gear = floor.squares[robot.x, robot.y].gear if robot.place == Place.FLOOR else 0
        if gear != 0 and not is_steady(robot):
            robot.facing = turned(robot.facing, gear)
            robot.banked = 0


@kernel
def is_steady(robot: Any) -> bool:
    """Gyroscopic Stabilizer: while it is on, nothing on the board turns the robot."""
    return robot.gyroscope == 1 and has(robot, Option.GYROSCOPIC_STABILIZER)
