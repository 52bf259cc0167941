"""Robots moving and being moved: steps, pushes, walls, pits and edges (RR10 to RR14).

Heights are a rule of Tower Defense (T6, T7); level floors are not affected.
"""

from typing import Any

from cogarena.envs.core.grid import DX, DY, inside
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.rng import below
from cogarena.envs.rally.deck import source
from cogarena.envs.rally.log import Cause, Event, add_to_log, log_there
from cogarena.envs.rally.state import NOBODY, NOTHING, Place

CLIMB = 2  # T6: points of a step up a ramp
FALL_DAMAGE = 2  # T7


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
def thing_at(r: Any, x: int, y: int) -> int:
    """The object that stands on the square, or NOTHING."""
    for t in range(r.thing_count):
        if r.things[t].health > 0 and r.things[t].x == x and r.things[t].y == y:
            return t
    return NOTHING


@kernel
def is_blocked(r: Any, x: int, y: int) -> bool:
    """An object that cannot be passed stands on the square."""
    return thing_at(r, x, y) != NOTHING


@kernel
def is_closed(floor: Any, r: Any, i: int, x: int, y: int) -> bool:
    """The square is closed to the robot's team, or is a shelter and the robot is not in one."""
    robot = r.robots[i]
    square = floor.squares[x, y]
    if square.shelter == 1 and floor.squares[robot.x, robot.y].shelter == 0:
        return True
    return (square.closed >> robot.team) & 1 == 1


@kernel
def rise(floor: Any, x: int, y: int, direction: int) -> int:
    """How much higher the next square is: 1 up, −1 down, 0 level or off the floor."""
    next_x, next_y = x + DX[direction], y + DY[direction]
    if not inside(next_x, next_y, floor.width, floor.height):
        return 0
    return floor.squares[next_x, next_y].height - floor.squares[x, y].height


@kernel
def has_ramp(floor: Any, x: int, y: int, direction: int) -> bool:
    """This edge of the square is a ramp."""
    return (floor.squares[x, y].ramps >> direction) & 1 == 1


@kernel
def climbs(floor: Any, robot: Any, direction: int) -> bool:
    """The robot's next step leads up a ramp."""
    return rise(floor, robot.x, robot.y, direction) > 0


@kernel
def drops(floor: Any, x: int, y: int, direction: int) -> bool:
    """A step from the square leads down where there is no ramp."""
    return rise(floor, x, y, direction) < 0 and not has_ramp(floor, x, y, direction)


@kernel
def can_leave(floor: Any, r: Any, i: int, direction: int) -> bool:
    """RR13: no wall, object or cliff blocks a step of the robot in this direction."""
    robot = r.robots[i]
    if robot.anchored == 1 or has_wall(floor, robot.x, robot.y, direction):
        return False
    x, y = robot.x + DX[direction], robot.y + DY[direction]
    if not inside(x, y, floor.width, floor.height):
        return True
    if climbs(floor, robot, direction) and not has_ramp(floor, robot.x, robot.y, direction):
        return False
    return not is_blocked(r, x, y) and not is_closed(floor, r, i, x, y)


@kernel
def push_step(floor: Any, r: Any, i: int, direction: int, by: int) -> bool:
    """RR12: one step of one point; robots in the way are pushed. False if one cannot move."""
    return push_with(floor, r, i, direction, by, 1) > 0


@kernel
def push_with(floor: Any, r: Any, i: int, direction: int, by: int, points: int) -> int:
    """RR12: one step; robots in the way are pushed. Returns the points it takes, of those given:

    one, or two if somebody goes up a ramp; 0, and nobody moves, if one cannot or they are too few.
    `by` is the robot that causes it, NOBODY for a machine.
    """
    ahead = 1
    last = i
    cost = 1
    while True:
        if not can_leave(floor, r, last, direction):
            return 0
        if climbs(floor, r.robots[last], direction):
            cost = CLIMB
        x = r.robots[i].x + DX[direction] * ahead
        y = r.robots[i].y + DY[direction] * ahead
        following = occupant(r, x, y)
        if following == NOBODY or drops(floor, r.robots[last].x, r.robots[last].y, direction):
            break
        last = following
        ahead += 1
    if cost > points:
        return 0
    for back in range(ahead - 1, -1, -1):
        x = r.robots[i].x + DX[direction] * back
        y = r.robots[i].y + DY[direction] * back
        moved = occupant(r, x, y)
        note_push(r, moved, by, x + DX[direction], y + DY[direction])
        shift(floor, r, moved, direction, r.robots[moved].mover if by == NOBODY else by)
    return cost


@kernel
def note_push(r: Any, i: int, by: int, x: int, y: int) -> None:
    """Note and log that a robot, or a machine, pushes another robot to a square."""
    if i == by:
        return
    if by != NOBODY:
        r.robots[i].mover = by
        r.robots[by].tally.pushes += 1
    add_to_log(r, Event.PUSHED, i, robots_of(by), 1, Cause.NONE, x, y)


@kernel
def robots_of(robot: int) -> int:
    """A robot as a bit set; empty for NOBODY."""
    return 0 if robot == NOBODY else 1 << int(robot)


@kernel
def is_enemy(r: Any, i: int, other: int) -> bool:
    """The two are not of one team; where nobody has a team, everybody is an enemy."""
    return r.robots[i].team == 0 or r.robots[i].team != r.robots[other].team


@kernel
def shift(floor: Any, r: Any, i: int, direction: int, by: int) -> None:
    """Move a robot one square; `by` is the robot that causes it."""
    r.robots[i].x += DX[direction]
    r.robots[i].y += DY[direction]
    arrive(floor, r, i, direction, by)


@kernel
def arrive(floor: Any, r: Any, i: int, direction: int, by: int) -> None:
    """RR14: after a step this way, a pit or the open edge destroys a robot, a drop hurts it.

    `by` is the robot that caused the step; if it did so itself, it is whose program it runs.
    """
    robot = r.robots[i]
    robot.banked = 0
    if is_deadly(floor, robot.x, robot.y):
        is_pit = inside(robot.x, robot.y, floor.width, floor.height)
        cause = Cause.PIT if is_pit else Cause.EDGE
        destroy(r, i, robots_of(source(r, i) if by == i else by), cause)
    elif drops(floor, robot.x - DX[direction], robot.y - DY[direction], direction):
        land(floor, r, i)


@kernel
def land(floor: Any, r: Any, i: int) -> None:
    """T7: two damage; if it lands on a robot, one for each, and it rolls off.

    The robot that pushed it dealt the damage (T2).
    """
    robot = r.robots[i]
    beneath = NOBODY
    for j in range(r.count):
        other = r.robots[j]
        if j != i and other.place == Place.FLOOR and other.x == robot.x and other.y == robot.y:
            beneath = j
    blame = robots_of(robot.mover)
    robot.hitters |= blame
    if beneath == NOBODY:
        add_damage(r, i, blame, FALL_DAMAGE, Cause.FALL)
        return
    add_damage(r, i, blame, 1, Cause.FALL)
    add_damage(r, beneath, blame, 1, Cause.FALL)
    r.robots[beneath].hitters |= blame
    roll_off(floor, r, i)


@kernel
def add_damage(r: Any, i: int, by: int, damage: int, cause: int) -> None:
    """Note damage that the robot will receive; `by` is the bit set of those that deal it."""
    r.robots[i].incoming += damage
    log_damage(r, i, by, damage, cause)


@kernel
def log_damage(r: Any, i: int, by: int, damage: int, cause: int) -> None:
    """Log damage that is dealt to a robot, before anything stops it."""
    robot = r.robots[i]
    if damage > 0:
        robot.cause = cause
        add_to_log(r, Event.HIT, i, by, damage, cause, robot.x, robot.y)


@kernel
def roll_off(floor: Any, r: Any, i: int) -> None:
    """T7: move to a random free ground square of the nearest ring that has one."""
    robot = r.robots[i]
    from_x, from_y = int(robot.x), int(robot.y)
    found = 0
    ring = 0
    while found == 0 and ring < max(floor.width, floor.height):
        ring += 1
        for dx in range(-ring, ring + 1):
            for dy in range(-ring, ring + 1):
                x, y = from_x + dx, from_y + dy
                if max(abs(dx), abs(dy)) == ring and is_free_ground(floor, r, i, x, y):
                    found += 1
                    # Keep the k-th candidate with chance 1/k: uniform over all, with no list.
                    if found == 1 or below(r, found) == 0:
                        robot.x = x
                        robot.y = y


@kernel
def is_free_ground(floor: Any, r: Any, i: int, x: int, y: int) -> bool:
    """The square is at ground level, and nothing and nobody else is there."""
    if is_deadly(floor, x, y) or floor.squares[x, y].height > 0 or is_blocked(r, x, y):
        return False
    for j in range(r.count):
        other = r.robots[j]
        if j != i and other.place == Place.FLOOR and other.x == x and other.y == y:
            return False
    return True


@kernel
def is_deadly(floor: Any, x: int, y: int) -> bool:
    """RR14: the square is a pit, or off the floor."""
    return not inside(x, y, floor.width, floor.height) or floor.squares[x, y].pit == 1


@kernel
def destroy(r: Any, i: int, by: int, cause: int) -> None:
    """RR25: the robot leaves the floor and loses a life; 0 lives left means unlimited lives."""
    robot = r.robots[i]
    log_there(r, Event.DESTROYED, i, by, 0, cause)
    robot.tally.deaths += 1
    r.falls += 1
    robot.fell = r.falls
    robot.place = Place.OUT if robot.lives == 1 else Place.DESTROYED
    robot.lives = max(0, robot.lives - 1)
    robot.incoming = robot.aimed = robot.doomed = 0
    robot.announced = 0
    robot.owes = robot.options != 0


@kernel
def front_robot(r: Any, direction: int) -> int:
    """The robot furthest in the direction that has not been shaken yet."""
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
    """Shake one robot: walls, ramps and robots stop it, pits and edges destroy it."""
    robot = r.robots[i]
    robot.moved = 1
    for _ in range(squares):
        if robot.place != Place.FLOOR or not can_leave(floor, r, i, direction):
            return
        if climbs(floor, robot, direction):
            return
        if occupant(r, robot.x + DX[direction], robot.y + DY[direction]) != NOBODY:
            return
        shake_off(floor, r, i, direction)


@kernel
def shake_off(floor: Any, r: Any, i: int, direction: int) -> None:
    """An earthquake moves a robot one square, which is nobody's doing."""
    x, y = r.robots[i].x + DX[direction], r.robots[i].y + DY[direction]
    add_to_log(r, Event.SHAKEN, i, 0, 1, direction, x, y)
    shift(floor, r, i, direction, NOBODY)


@kernel
def rest_robots(r: Any) -> None:
    """Begin a shake: nobody has moved yet."""
    for i in range(r.count):
        r.robots[i].moved = 0
