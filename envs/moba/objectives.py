"""Towers, bases and the howitzer that brings them down (M10 to M17, M22)."""

from typing import Any

from cogarena.envs.core.grid import DX, DY, inside, main_direction, manhattan
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.rng import below
from cogarena.envs.moba.bases import empty_base, foe_of
from cogarena.envs.moba.scores import credit_objective, pay_for_damage
from cogarena.envs.moba.state import ACTIONS, TEAMS, TOWERS, Event
from cogarena.envs.rally import fire
from cogarena.envs.rally.cards import NO_OPTION, Option
from cogarena.envs.rally.damage import (
    OPTION,
    ask_robot,
    draw_option,
    forget_hits,
    hit,
    note_damage,
)
from cogarena.envs.rally.deck import has
from cogarena.envs.rally.log import Cause, log_event, log_how
from cogarena.envs.rally.moves import has_wall, is_closed, is_enemy, occupant, thing_at
from cogarena.envs.rally.state import NOBODY, NOTHING, ROBOTS, Ask, Place

HOWITZER = OPTION + Option.MINI_HOWITZER
DISRUPT = ACTIONS.start("disrupt")
REACH, LONG_REACH = 3, 4  # M12, M13
SHELL_DAMAGE = 1  # M12
TOWER_REACH = 3  # M14
TOWER_DAMAGE = 3  # M14
BLAST = 5  # M17

# What a howitzer is aimed at: a robot by its seat, a tower by its number from FIRST_TOWER on.
FIRST_TOWER = ROBOTS
ENEMY_BASE = FIRST_TOWER + TOWERS


@kernel
def aim_of(floor: Any, r: Any, i: int) -> int:
    """M12: the first thing in the howitzer's line if it is a target, else NOTHING."""
    robot = r.robots[i]
    if not fire.can_fire(floor, robot):
        return NOTHING
    return aim_from(floor, r, i, robot.x, robot.y, robot.facing)


@kernel
def aim_from(floor: Any, r: Any, i: int, x: int, y: int, facing: int) -> int:
    """M12: what the howitzer of robot `i` would aim at from another square, not in a shelter."""
    robot = r.robots[i]
    for _ in range(LONG_REACH if has(robot, Option.HIGH_POWER_LASER) else REACH):
        if has_wall(floor, x, y, facing):
            return NOTHING
        x += DX[facing]
        y += DY[facing]
        if not inside(x, y, floor.width, floor.height) or floor.squares[x, y].shelter == 1:
            return NOTHING
        tower = thing_at(r, x, y)
        if tower != NOTHING:
            return NOTHING if r.things[tower].team == robot.team else FIRST_TOWER + tower
        if is_closed(floor, r, i, x, y):
            return ENEMY_BASE
        found = occupant(r, x, y)
        if found != NOBODY and is_enemy(r, i, found):
            return found
    return NOTHING


@kernel
def aim_weapons(floor: Any, s: Any) -> bool:
    """M12: in dock order, robots with a target may choose a weapon instead of the main laser."""
    r = s.rally
    if r.cursor == 0:
        begin_damage_step(s)
    for i in range(r.cursor, r.count):
        r.cursor = i + 1
        robot = r.robots[i]
        if not fire.can_fire(floor, robot):
            continue
        robot.weapon = robot.shots = 0
        robot.target = fire.in_line(floor, r, i, robot.facing, 0, 0)
        aim = aim_of(floor, r, i)
        if floor.asks_all == 1:
            if aim != NOTHING or fire.has_weapon(r, i):
                ask_robot(r, i, Ask.WEAPON)
                return True
        elif aim >= FIRST_TOWER:
            fire_shell(floor, s, i)
    r.cursor = 0
    return False


@kernel
def begin_damage_step(s: Any) -> None:
    """Begin a damage step: nobody and nothing has been hit yet."""
    forget_hits(s.rally)
    for t in range(s.rally.thing_count):
        s.rally.things[t].hitters = 0
    for b in range(TEAMS):
        s.bases[b].hitters = s.bases[b].disruptors = 0


@kernel
def legal_arms(floor: Any, s: Any, i: int, mask: Any) -> None:
    """The main laser, a weapon, the howitzer, or disruption of the enemy's base (M12, M16)."""
    fire.legal_weapons(s.rally, i, mask)
    aim = aim_of(floor, s.rally, i)
    mask[HOWITZER] = aim != NOTHING
    mask[DISRUPT] = aim == ENEMY_BASE and foe_of(s, i).team_option != NO_OPTION


@kernel
def choose_arm(floor: Any, s: Any, i: int, action: int) -> None:
    """Fire what the robot has chosen; its main laser fires later."""
    if action == HOWITZER:
        fire_shell(floor, s, i)
    elif action == DISRUPT:
        fire.silence_laser(s.rally.robots[i])
        foe_of(s, i).disruptors |= 1 << i
    else:
        fire.choose_weapon(s.rally, i, action)


@kernel
def fire_shell(floor: Any, s: Any, i: int) -> None:
    """M12, M13: one damage, two with two barrels; a robot is pushed later, by weapon effects."""
    r = s.rally
    robot = r.robots[i]
    aim = aim_of(floor, r, i)
    damage = SHELL_DAMAGE * fire.barrels_of(robot)
    fire.silence_laser(robot)
    if aim < FIRST_TOWER:
        robot.target = aim
        hit(r, aim, i, damage, robot.facing, Cause.HOWITZER)
    elif aim < ENEMY_BASE:
        t = aim - FIRST_TOWER
        dealt = strike(r.things[t], i, damage)
        s.objective_damage[i] += dealt
        log_how(r, Event.TOWER_SHELLED, NOBODY, 1 << i, dealt, t)
    else:
        dealt = strike(foe_of(s, i), i, damage)
        s.objective_damage[i] += dealt
        log_how(r, Event.BASE_SHELLED, NOBODY, 1 << i, dealt, TEAMS + 1 - robot.team)


@kernel
def strike(objective: Any, i: int, damage: int) -> int:
    """Note damage to an objective, which is dealt after the damage to robots.

    Returns how much of it the objective still has to lose.
    """
    left = max(0, objective.health - objective.incoming)
    objective.incoming += damage
    objective.hitters |= 1 << i
    return min(damage, left)


@kernel
def fire_towers(floor: Any, s: Any) -> None:
    """M14: each living tower deals 3 damage to one random enemy in range. Nothing blocks it."""
    r = s.rally
    for t in range(TOWERS):
        tower = r.things[t]
        if tower.health <= 0:
            continue
        target = NOBODY
        in_range = 0
        for i in range(r.count):
            if is_in_tower_range(floor, r, t, i):
                in_range += 1
                # Keep the k-th candidate with chance 1/k: uniform over all, with no list of them.
                if in_range == 1 or below(r, in_range) == 0:
                    target = i
        if target != NOBODY:
            robot = r.robots[target]
            direction = main_direction(robot.x - tower.x, robot.y - tower.y)
            note_damage(r, target, 0, TOWER_DAMAGE, direction, Cause.TOWER)


@kernel
def is_in_tower_range(floor: Any, r: Any, t: int, i: int) -> bool:
    """M14, M8: an enemy robot on the floor, at most 3 steps away."""
    robot = r.robots[i]
    if robot.place != Place.FLOOR:
        return False
    return reaches_enemy(floor, r.things[t], robot.team, robot.x, robot.y)


@kernel
def reaches_enemy(floor: Any, tower: Any, team: int, x: int, y: int) -> bool:
    """M14, M8: a robot of this team on the square is an enemy at most 3 steps away."""
    if team == tower.team or floor.squares[x, y].shelter == 1:
        return False
    return manhattan(tower.x, tower.y, x, y) <= TOWER_REACH


@kernel
def settle_objectives(setup: Any, s: Any) -> None:
    """M12, M17: deal damage to objectives; then destroy the towers that have no health left."""
    r = s.rally
    fallen = 0
    for t in range(TOWERS):
        tower = r.things[t]
        if tower.health > 0:
            deal_to(setup, s, tower, tower.team)
            if tower.health == 0:
                fallen |= 1 << t
    deal_to_bases(setup, s)
    for t in range(TOWERS):
        if (fallen >> t) & 1 == 1:
            blow_up(setup, s, t)
    deal_to_bases(setup, s)


@kernel
def deal_to_bases(setup: Any, s: Any) -> None:
    """Deal the noted damage to the bases."""
    for b in range(TEAMS):
        lost = min(s.bases[b].incoming, s.bases[b].health)
        if lost > 0:
            log_event(s.rally, Event.RED_BASE_HIT + b, NOBODY, 0, lost)
        deal_to(setup, s, s.bases[b], b + 1)


@kernel
def deal_to(setup: Any, s: Any, objective: Any, team: int) -> None:
    """Deal the noted damage to an objective, down to 0."""
    taken = min(objective.incoming, objective.health)
    objective.incoming = 0
    objective.health -= taken
    pay_for_damage(setup, s, team, taken)


@kernel
def blow_up(setup: Any, s: Any, t: int) -> None:
    """M17: its own base takes 5 damage, and every living enemy robot draws an option."""
    r = s.rally
    tower = r.things[t]
    credit_objective(setup, s, tower.hitters)
    log_event(r, Event.TOWER_DESTROYED, NOBODY, tower.hitters, t)
    base = s.bases[tower.team - 1]
    if base.health > 0:
        base.hitters |= tower.hitters
        base.incoming += BLAST
    for i in range(r.count):
        if r.robots[i].place == Place.FLOOR and r.robots[i].team != tower.team:
            draw_option(r, i)


@kernel
def disrupt_bases(s: Any) -> None:
    """M22: discard the option of a disrupted base."""
    for b in range(TEAMS):
        base = s.bases[b]
        if base.disruptors != 0 and base.team_option != NO_OPTION:
            log_event(s.rally, Event.DISRUPTED, NOBODY, base.disruptors, base.team_option)
            empty_base(s, b)


@kernel
def is_base_gone(setup: Any, s: Any) -> bool:
    """M25, M27: a base is destroyed; credit the robots that hit it."""
    gone = False
    for b in range(TEAMS):
        base = s.bases[b]
        if base.health == 0:
            gone = True
            credit_objective(setup, s, base.hitters)
            log_event(s.rally, Event.BASE_DESTROYED, NOBODY, base.hitters, b + 1)
    return gone
