"""What defends the citadel: towers (T9 to T11) and drones (T15 to T18)."""

from typing import Any

from cogarena.envs.core.grid import DIRECTIONS, DX, DY, inside, main_direction, manhattan
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.rng import below
from cogarena.envs.rally.cards import Option
from cogarena.envs.rally.damage import note_damage
from cogarena.envs.rally.deck import has, is_running
from cogarena.envs.rally.fire import LASER_DAMAGE, in_beam, stops_fire
from cogarena.envs.rally.floor import Tower
from cogarena.envs.rally.log import Cause, log_at, log_event, log_there
from cogarena.envs.rally.state import NOBODY, NOTHING
from cogarena.envs.tower_defense.experience import (
    DRONE_XP,
    MARKSMAN_LEVEL,
    TOWER_XP,
    earn_together,
    level,
)
from cogarena.envs.tower_defense.shells import SHELL_DAMAGE, deviate, reach_to, splash
from cogarena.envs.tower_defense.state import DRONES, TOWERS, Event

SPEED = 2  # T15
LANDING_DAMAGE = 4  # T16
FIRST_DRONES = 2  # T15
SWEPT = 5  # T17: squares that a Pressor Beam moves a drone


@kernel
def is_active(r: Any, i: int) -> bool:
    """T10: the robot executed a card in this phase, and its Brakes did not keep it still."""
    robot = r.robots[i]
    return is_running(robot) and robot.moved == 1 and robot.braked == 0


@kernel
def is_nearer(setup: Any, r: Any, x: int, y: int, i: int, other: int) -> bool:
    """T10, T15: robot `i` is a better target than the other, seen from a square.

    It is closer; else closer to the last flag; else first in dock order.
    """
    if other == NOBODY:
        return True
    robot, rival = r.robots[i], r.robots[other]
    way = manhattan(x, y, robot.x, robot.y)
    rival_way = manhattan(x, y, rival.x, rival.y)
    if way != rival_way:
        return way < rival_way
    flag = setup.floor.flag[setup.floor.flag_count - 1]
    to_flag = manhattan(flag.x, flag.y, robot.x, robot.y)
    rival_to_flag = manhattan(flag.x, flag.y, rival.x, rival.y)
    return to_flag < rival_to_flag or (to_flag == rival_to_flag and i < other)


@kernel
def drone_target(setup: Any, r: Any, drone: Any) -> int:
    """T15: the closest active robot, or NOBODY."""
    best = NOBODY
    for i in range(r.count):
        if is_active(r, i) and is_nearer(setup, r, drone.x, drone.y, i, best):
            best = i
    return best


@kernel
def move_drones(setup: Any, s: Any) -> None:
    """T15, T16: every drone flies, in the order of their launch; then all that arrived land."""
    arrived = 0
    for d in range(DRONES):
        if s.drones[d].live == 1 and fly(setup, s, d):
            arrived |= 1 << d
    for d in range(DRONES):
        if (arrived >> d) & 1 == 1:
            crash(setup, s, d, False)


@kernel
def fly(setup: Any, s: Any, d: int) -> bool:
    """T15: move a drone two squares towards its target; true if it has reached it."""
    drone = s.drones[d]
    target = drone_target(setup, s.rally, drone)
    if target == NOBODY:
        return False
    robot = s.rally.robots[target]
    for _ in range(SPEED):
        if drone.x != robot.x or drone.y != robot.y:
            direction = main_direction(robot.x - drone.x, robot.y - drone.y)
            drone.x += DX[direction]
            drone.y += DY[direction]
    return drone.x == robot.x and drone.y == robot.y


@kernel
def crash(setup: Any, s: Any, d: int, hits_drones: bool) -> None:
    """T13, T16: a drone explodes: four damage with splash. One that lands hits no other drone."""
    drone = s.drones[d]
    drone.live = 0
    log_drone(s.rally, Event.DRONE_LANDED, drone, 0, 0)
    splash(setup, s, drone.x, drone.y, LANDING_DAMAGE, NOBODY, Cause.DRONE, NOTHING, hits_drones)


@kernel
def log_drone(r: Any, kind: int, drone: Any, by: int, value: int) -> None:
    """Log what becomes of a drone, and where."""
    log_at(r, kind, NOBODY, by, value, Cause.NONE, drone.x, drone.y)


@kernel
def can_hit_drones(floor: Any, s: Any, i: int) -> bool:
    """T17: from the plateau, from level 4 on, or with a Double-Barreled Laser."""
    robot = s.rally.robots[i]
    high = floor.squares[robot.x, robot.y].height > 0
    return high or level(s, i) >= MARKSMAN_LEVEL or has(robot, Option.DOUBLE_BARRELED_LASER)


@kernel
def drone_at(s: Any, x: int, y: int) -> int:
    """The drone over a square, or NOTHING."""
    for d in range(DRONES):
        if s.drones[d].live == 1 and s.drones[d].x == x and s.drones[d].y == y:
            return d
    return NOTHING


@kernel
def shoot_down(setup: Any, s: Any, d: int, robots: int) -> None:
    """T2, T17: a drone has one hit point; it does not explode when shot down."""
    s.drones[d].live = 0
    log_drone(s.rally, Event.DRONE_DESTROYED, s.drones[d], robots, 0)
    for i in range(s.rally.count):
        s.tallies[i].drones_destroyed += (robots >> i) & 1
    earn_together(setup, s, robots, DRONE_XP)


@kernel
def sweep(floor: Any, s: Any, d: int, i: int) -> None:
    """T17: a Pressor Beam moves a drone five squares, at most to the edge of the floor."""
    drone = s.drones[d]
    direction = s.rally.robots[i].facing
    for _ in range(SWEPT):
        x, y = drone.x + DX[direction], drone.y + DY[direction]
        if inside(x, y, floor.width, floor.height):
            drone.x = x
            drone.y = y
    log_drone(s.rally, Event.DRONE_MOVED, drone, 1 << i, 0)


@kernel
def count_drones(s: Any) -> int:
    """Drones in the air."""
    flying = 0
    for d in range(DRONES):
        flying += s.drones[d].live
    return flying


@kernel
def launch(setup: Any, s: Any) -> None:
    """T18: launch a drone over a random standing tower, or over the last flag if none stands."""
    place = random_tower(setup, s, Tower.NONE, False)
    flag = setup.floor.flag[setup.floor.flag_count - 1]
    x, y = int(flag.x), int(flag.y)
    if place != NOTHING:
        x, y = int(s.rally.things[place].x), int(s.rally.things[place].y)
    launch_at(s, x, y)


@kernel
def launch_at(s: Any, x: int, y: int) -> None:
    """Launch a drone over a square, as the last in order, if there are not too many."""
    close_ranks(s)
    flying = count_drones(s)
    if flying < DRONES:
        drone = s.drones[flying]
        drone.live = 1
        drone.x = x
        drone.y = y
        log_drone(s.rally, Event.LAUNCHED, drone, 0, flying + 1)


@kernel
def close_ranks(s: Any) -> None:
    """T15: the drones in the air take the first places, in the order of their launch."""
    place = 0
    for d in range(DRONES):
        if s.drones[d].live == 0:
            continue
        if place < d:
            s.drones[place].live = 1
            s.drones[place].x = s.drones[d].x
            s.drones[place].y = s.drones[d].y
            s.drones[d].live = 0
        place += 1


@kernel
def launch_first(setup: Any, s: Any) -> None:
    """T15: at the start, launch two drones over random howitzer towers."""
    for _ in range(FIRST_DRONES):
        t = random_tower(setup, s, Tower.HOWITZER, False)
        if t != NOTHING:
            launch_at(s, int(s.rally.things[t].x), int(s.rally.things[t].y))


@kernel
def random_tower(setup: Any, s: Any, kind: int, damaged: bool) -> int:
    """A random standing tower of a kind (NONE: any), perhaps only a damaged one; or NOTHING."""
    chosen = NOTHING
    seen = 0
    for t in range(TOWERS):
        tower = s.rally.things[t]
        if tower.health <= 0:
            continue
        if kind != Tower.NONE and setup.towers[t].kind != kind:
            continue
        if damaged and tower.health == setup.towers[t].health:
            continue
        seen += 1
        # Keep the k-th candidate with chance 1/k: uniform over all, with no list of them.
        if seen == 1 or below(s.rally, seen) == 0:
            chosen = t
    return chosen


@kernel
def random_drone(s: Any) -> int:
    """A random drone in the air, or NOTHING."""
    chosen = NOTHING
    seen = 0
    for d in range(DRONES):
        if s.drones[d].live == 1:
            seen += 1
            if seen == 1 or below(s.rally, seen) == 0:
                chosen = d
    return chosen


@kernel
def fire_towers(setup: Any, s: Any) -> None:
    """T10: each standing tower fires at the closest active robot it can hit."""
    if s.lull == 1:
        return
    for t in range(s.rally.thing_count):
        if s.rally.things[t].health <= 0:
            continue
        if setup.towers[t].kind == Tower.LASER:
            fire_laser_tower(setup, s, t)
        else:
            fire_howitzer_tower(setup, s, t)


@kernel
def fire_laser_tower(setup: Any, s: Any, t: int) -> None:
    """T11: fire a laser along one of the tower's four lines."""
    r = s.rally
    tower = r.things[t]
    best = NOBODY
    towards = 0
    for direction in range(DIRECTIONS):
        i = first_robot(setup.floor, r, tower.x, tower.y, direction)
        if i != NOBODY and is_active(r, i) and is_nearer(setup, r, tower.x, tower.y, i, best):
            best = i
            towards = direction
    if best != NOBODY:
        log_there(r, Event.FIRED, best, 0, t, Cause.NONE)
        note_damage(r, best, 0, LASER_DAMAGE, towards, Cause.TOWER)


@kernel
def first_robot(floor: Any, r: Any, x: int, y: int, direction: int) -> int:
    """The first robot in a line from a tower, at the tower's height; or NOBODY."""
    if stops_fire(floor, x, y, direction):
        return NOBODY
    height = floor.squares[x, y].height
    return in_beam(floor, r, x + DX[direction], y + DY[direction], direction, height)


@kernel
def fire_howitzer_tower(setup: Any, s: Any, t: int) -> None:
    """T11: indirect fire with splash; nothing blocks it."""
    r = s.rally
    tower = r.things[t]
    best = NOBODY
    for i in range(r.count):
        if not is_active(r, i):
            continue
        robot = r.robots[i]
        reach = reach_to(setup.floor, tower.x, tower.y, robot.x, robot.y)
        if manhattan(tower.x, tower.y, robot.x, robot.y) <= reach:
            if is_nearer(setup, r, tower.x, tower.y, i, best):
                best = i
    if best == NOBODY:
        return
    dx, dy = deviate(r, 0)
    x, y = r.robots[best].x + dx, r.robots[best].y + dy
    log_at(r, Event.FIRED, best, 0, t, Cause.NONE, x, y)
    splash(setup, s, x, y, SHELL_DAMAGE, NOBODY, Cause.TOWER, t, False)


@kernel
def damage_towers(setup: Any, s: Any) -> None:
    """T9: deal the noted damage to towers; those at 0 are destroyed."""
    r = s.rally
    for t in range(r.thing_count):
        tower = r.things[t]
        if tower.incoming > 0 and tower.health > 0:
            tower.health = max(0, tower.health - tower.incoming)
            if tower.health == 0:
                fell_tower(setup, s, t)
        tower.incoming = 0
        tower.hitters = 0


@kernel
def fell_tower(setup: Any, s: Any, t: int) -> None:
    """T2, T23: the robots that destroyed the tower earn experience and an event."""
    hitters = s.rally.things[t].hitters
    log_event(s.rally, Event.TOWER_DESTROYED, NOBODY, hitters, t)
    for i in range(s.rally.count):
        s.tallies[i].towers_destroyed += (hitters >> i) & 1
    s.earners |= hitters
    earn_together(setup, s, hitters, TOWER_XP)
