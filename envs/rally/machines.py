"""Board elements: belts, pushers, gears, flags and repair sites (RR15 to RR19, RR23, RR27)."""

from enum import IntEnum
from typing import Any

from cogarena.envs.core.grid import DX, DY, HALF_TURN, Direction, inside, turned
from cogarena.envs.core.jit import kernel
from cogarena.envs.rally.cards import Option
from cogarena.envs.rally.damage import draw_option
from cogarena.envs.rally.deck import has, repair
from cogarena.envs.rally.floor import NOWHERE, Belt, Wrench
from cogarena.envs.rally.log import Cause, Event, log_how, log_there
from cogarena.envs.rally.moves import arrive, can_leave, climbs, has_wall, is_deadly, push_step
from cogarena.envs.rally.state import NOBODY, Place, Power


class Machine(IntEnum):
    """The machines of a register, in the order in which they run."""

    EXPRESS_BELTS = 0
    BELTS = 1
    PUSHERS = 2
    GEARS = 3


LAST_MACHINE = max(Machine)


@kernel
def run_machines(floor: Any, r: Any) -> bool:
    """RR15 to RR19: the machines of this register; true if a watcher looks before the next one."""
    while run_next_machine(floor, r):
        if r.halt != 0:
            return True
    return False


@kernel
def run_next_machine(floor: Any, r: Any) -> bool:
    """The next machine of this register; true if there are more to run."""
    run_machine(floor, r, r.steps)
    if r.steps == LAST_MACHINE:
        r.steps = 0
        return False
    r.steps += 1
    return True


@kernel
def run_machine(floor: Any, r: Any, machine: int) -> None:
    """RR15 to RR19: all machines of one kind."""
    if machine == Machine.EXPRESS_BELTS:
        run_belts(floor, r, Belt.EXPRESS)
    elif machine == Machine.BELTS:
        run_belts(floor, r, Belt.NORMAL)
    elif machine == Machine.PUSHERS:
        run_pushers(floor, r)
    else:
        turn_gears(floor, r)


@kernel
def run_belts(floor: Any, r: Any, slowest: int) -> None:
    """RR15: all robots on belts at least this fast move one square at the same time."""
    for i in range(r.count):
        board_belt(floor, r, i, slowest)
    while cancel_conflicts(floor, r):
        pass
    for i in range(r.count):
        if r.robots[i].riding == 1:
            ride(r.robots[i])
    for i in range(r.count):
        if r.robots[i].riding == 1:
            get_off(floor, r, i)
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
    """In some games belts do not move a robot with a Gyroscopic Stabilizer."""
    return floor.steadies == 1 and has(robot, Option.GYROSCOPIC_STABILIZER)


@kernel
def cancel_conflicts(floor: Any, r: Any) -> bool:
    """RR16: belts never push. Stop robots that would collide; true if any was stopped."""
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
    """RR16: another robot stays on the square ahead, moves there too, or comes head-on."""
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
def ride(robot: Any) -> None:
    """RR15: the belt moves the robot; `next_x` and `next_y` keep where it was."""
    x, y = int(robot.x), int(robot.y)
    robot.x, robot.y = robot.next_x, robot.next_y
    robot.next_x, robot.next_y = x, y


@kernel
def get_off(floor: Any, r: Any, i: int) -> None:
    """RR14, RR17: what happens to a robot where a belt has moved it; a curve turns it."""
    robot = r.robots[i]
    travel = floor.squares[robot.next_x, robot.next_y].leads
    arrive(floor, r, i, travel, robot.mover)
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


BREAKER_DAMAGE = 3  # Circuit Breaker


@kernel
def touch(floor: Any, r: Any) -> int:
    """RR23: touch flags in order; a flag or a repair site becomes the archive.

    Returns the bit set of the robots that have touched their next flag.
    """
    touching = 0
    for i in range(r.count):
        robot = r.robots[i]
        if robot.place != Place.FLOOR:
            continue
        if can_touch(floor, robot, robot.touched + 1):
            robot.touched += 1
            touching |= 1 << i
            log_there(r, Event.TOUCHED, i, 0, robot.touched, Cause.NONE)
        square = floor.squares[robot.x, robot.y]
        if square.flag != 0 or square.wrench != Wrench.NONE:
            robot.archive_x = robot.x
            robot.archive_y = robot.y
    return touching


@kernel
def can_touch(floor: Any, robot: Any, flag: int) -> bool:
    """RR23: the flag is in the robot's square, or within reach of its Mechanical Arm."""
    arm = arm_of(robot)
    for dx in range(-arm, arm + 1):
        for dy in range(-arm, arm + 1):
            if reaches(floor, robot, dx, dy):
                if floor.squares[robot.x + dx, robot.y + dy].flag == flag:
                    return True
    return False


@kernel
def arm_of(robot: Any) -> int:
    """How many squares the robot reaches beyond its own."""
    return 1 if has(robot, Option.MECHANICAL_ARM) else 0


@kernel
def reaches(floor: Any, robot: Any, dx: int, dy: int) -> bool:
    """The robot's own square, or with Mechanical Arm one next to it without a wall between."""
    if dx == 0 and dy == 0:
        return True
    if arm_of(robot) == 0:
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
    """RR27: the best repair site within the robot's reach; a flag counts as one."""
    best = 0  # Wrench.NONE
    arm = arm_of(robot)
    for dx in range(-arm, arm + 1):
        for dy in range(-arm, arm + 1):
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
            repair(r, i, 1, Cause.REPAIR_SITE)
        if site == Wrench.DOUBLE and robot.power == Power.ON:
            draw_option(r, i)


@kernel
def trip_breakers(r: Any) -> None:
    """Circuit Breaker: with three damage at the end of a turn, power down for the next."""
    for i in range(r.count):
        robot = r.robots[i]
        if robot.place == Place.FLOOR and robot.damage >= BREAKER_DAMAGE:
            if has(robot, Option.CIRCUIT_BREAKER) and robot.announced == 0:
                robot.announced = 1
                log_how(r, Event.ANNOUNCED, i, 0, 0, Cause.CIRCUIT_BREAKER)
