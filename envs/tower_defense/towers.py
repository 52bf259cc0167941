"""Towers: their targets, their fire and their destruction (T9 to T11)."""

from typing import Any

from cogarena.envs.core.grid import DIRECTIONS, DX, DY, manhattan
from cogarena.envs.core.jit import kernel
from cogarena.envs.rally.fire import LASER_DAMAGE, in_beam, note_damage, stops_fire
from cogarena.envs.rally.floor import Tower
from cogarena.envs.rally.state import NOBODY, log_event
from cogarena.envs.tower_defense.drones import is_active, is_nearer
from cogarena.envs.tower_defense.experience import TOWER_XP, earn_together
from cogarena.envs.tower_defense.shells import SHELL_DAMAGE, deviate, reach_to, splash
from cogarena.envs.tower_defense.state import TOWERS, Event


@kernel
def fire_towers(setup: Any, s: Any) -> None:
    """T10: each standing tower fires at the closest active robot it can hit."""
    if s.lull == 1:
        return
    for t in range(TOWERS):
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
        note_damage(r, best, LASER_DAMAGE, towards)
        log_event(r, Event.FIRED, best, 0, t)


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
    log_event(r, Event.FIRED, best, 0, t)
    dx, dy = deviate(r, 0)
    x, y = int(r.robots[best].x), int(r.robots[best].y)
    splash(setup, s, x + dx, y + dy, SHELL_DAMAGE, NOBODY, t, False)


@kernel
def damage_towers(setup: Any, s: Any) -> None:
    """T9: deal the noted damage to towers; those at 0 are destroyed."""
    r = s.rally
    for t in range(TOWERS):
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
    s.earners |= hitters
    earn_together(setup, s, hitters, TOWER_XP)
