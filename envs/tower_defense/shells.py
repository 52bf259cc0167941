"""Indirect fire: accuracy, splash, and what robots lob (T4, T12, T13, T20)."""

from typing import Any

from cogarena.envs.core.grid import DX, DY, inside, main_direction, manhattan
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.records import frozen
from cogarena.envs.core.rng import below
from cogarena.envs.rally.damage import hit, note_damage
from cogarena.envs.rally.log import NO_PLACE, Cause, add_to_log, log_at
from cogarena.envs.rally.moves import occupant, robots_of, thing_at
from cogarena.envs.rally.state import NOBODY, NOTHING, ROBOTS, Place
from cogarena.envs.tower_defense.experience import level, targeting_bonus
from cogarena.envs.tower_defense.state import DRONES, TARGETS, Event

HUNDRED = 100
FAR_OFF, OFF, NEAR_MISS = 15, 25, 65  # T12: rolls up to these are off by 3, 2, 1 squares
WAYS = 8
WAY_X = frozen((0, 1, 1, 1, 0, -1, -1, -1), "i1")
WAY_Y = frozen((-1, -1, 0, 1, 1, 1, 0, -1), "i1")
LOB_REACH, SHELL_REACH = 5, 8  # T3, T20
SHELL_DAMAGE = 2  # T11, T20


@kernel
def squares_off(roll: int) -> int:
    """T12: how far from the target a shell lands."""
    if roll <= FAR_OFF:
        return 3
    if roll <= OFF:
        return 2
    return 1 if roll <= NEAR_MISS else 0


@kernel
def deviate(r: Any, bonus: int) -> tuple[int, int]:
    """T12: how far east and south of its target a shell lands."""
    off = squares_off(1 + below(r, HUNDRED) + bonus)
    if off == 0:
        return 0, 0
    way = below(r, WAYS)
    dx, dy = int(WAY_X[way]), int(WAY_Y[way])
    if dx != 0 and dy != 0:
        off = (off + 1) // 2
    return off * dx, off * dy


@kernel
def strike(s: Any, t: int, by: int, damage: int) -> None:
    """Note damage to a tower; it is dealt with the damage to robots. `by` may be NOBODY."""
    r = s.rally
    tower = r.things[t]
    left = max(0, tower.health - tower.incoming)
    dealt = min(damage, left)
    add_to_log(r, Event.TOWER_HIT, NOBODY, robots_of(by), dealt, t, NO_PLACE, NO_PLACE)
    if by != NOBODY:
        s.tallies[by].tower_damage += dealt
    tower.incoming += damage
    tower.hitters |= robots_of(by)


@kernel
def hurt(r: Any, i: int, by: int, damage: int, dx: int, dy: int, cause: int) -> None:
    """Note damage to a robot from this direction; `by` may be NOBODY."""
    direction = main_direction(dx, dy)
    if by == NOBODY:
        note_damage(r, i, 0, damage, direction, cause)
    else:
        hit(r, i, by, damage, direction, cause)


@kernel
def splash(
    setup: Any, s: Any, x: int, y: int, damage: int, by: int, cause: int, spared_tower: int,
    hits_drones: bool,
) -> None:  # fmt: skip
    """T13: full damage in the centre, one less for each square of distance.

    The robot `by` is spared, and so is the tower that fired; they may be NOBODY and NOTHING.
    """
    if not inside(x, y, setup.floor.width, setup.floor.height):
        return
    r = s.rally
    for i in range(r.count):
        robot = r.robots[i]
        left = damage - manhattan(x, y, robot.x, robot.y)
        if robot.place == Place.FLOOR and left > 0 and i != by:
            hurt(r, i, by, left, robot.x - x, robot.y - y, cause)
    for t in range(r.thing_count):
        tower = r.things[t]
        left = damage - manhattan(x, y, tower.x, tower.y)
        if tower.health > 0 and left > 0 and t != spared_tower:
            strike(s, t, by, left)
    for d in range(DRONES):
        drone = s.drones[d]
        if hits_drones and drone.live == 1 and manhattan(x, y, drone.x, drone.y) < damage:
            drone.live = 0
            log_at(r, Event.DRONE_DESTROYED, NOBODY, 0, 0, Cause.NONE, drone.x, drone.y)


@kernel
def reach_to(floor: Any, x: int, y: int, to_x: int, to_y: int) -> int:
    """T11, T20: a howitzer's reach: one less uphill, one more downhill."""
    return SHELL_REACH + floor.squares[x, y].height - floor.squares[to_x, to_y].height


@kernel
def target_place(r: Any, target: int) -> tuple[int, int]:
    """Where a target is: a robot by its seat, then the towers."""
    if target < ROBOTS:
        return int(r.robots[target].x), int(r.robots[target].y)
    return int(r.things[target - ROBOTS].x), int(r.things[target - ROBOTS].y)


@kernel
def is_there(r: Any, target: int) -> bool:
    """The target is on the floor."""
    if target < ROBOTS:
        return target < r.count and r.robots[target].place == Place.FLOOR
    return target - ROBOTS < r.thing_count and r.things[target - ROBOTS].health > 0


@kernel
def is_ahead(floor: Any, r: Any, i: int, target: int, howitzer: bool) -> bool:
    """T4, T20: the target is straight ahead and within reach; nothing blocks the shot."""
    if target == i or not is_there(r, target):
        return False
    robot = r.robots[i]
    x, y = target_place(r, target)
    way = manhattan(robot.x, robot.y, x, y)
    reach = reach_to(floor, robot.x, robot.y, x, y) if howitzer else LOB_REACH
    straight = robot.x + way * DX[robot.facing] == x and robot.y + way * DY[robot.facing] == y
    return straight and 0 < way <= reach


@kernel
def has_target_ahead(floor: Any, r: Any, i: int, howitzer: bool) -> bool:
    """Something can be aimed at."""
    for target in range(TARGETS):
        if is_ahead(floor, r, i, target, howitzer):
            return True
    return False


@kernel
def lob(setup: Any, s: Any, i: int, target: int) -> None:
    """T4: indirect fire hits what is where it lands."""
    r = s.rally
    x, y = target_place(r, target)
    damage = laser_damage(s, i, manhattan(r.robots[i].x, r.robots[i].y, x, y))
    dx, dy = deviate(r, targeting_bonus(s, i))
    log_at(r, Event.LOBBED, i, 0, target, Cause.INDIRECT_FIRE, x + dx, y + dy)
    struck = occupant(r, x + dx, y + dy)
    if struck not in (NOBODY, i):
        hit(r, struck, i, damage, r.robots[i].facing, Cause.INDIRECT_FIRE)
    tower = thing_at(r, x + dx, y + dy)
    if tower != NOTHING:
        strike(s, tower, i, damage)


@kernel
def shell(setup: Any, s: Any, i: int, target: int) -> None:
    """T20: the Mini Howitzer, with splash."""
    r = s.rally
    x, y = target_place(r, target)
    dx, dy = deviate(r, targeting_bonus(s, i))
    log_at(r, Event.LOBBED, i, 0, target, Cause.HOWITZER, x + dx, y + dy)
    splash(setup, s, x + dx, y + dy, SHELL_DAMAGE, i, Cause.HOWITZER, NOTHING, False)


@kernel
def laser_damage(s: Any, i: int, distance: int) -> int:
    """T3: two damage within as many squares as the robot's level, else one."""
    return 2 if distance <= level(s, i) else 1
