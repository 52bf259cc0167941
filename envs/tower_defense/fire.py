"""What robots fire: at robots, towers and drones (T3, T4, T14, T17, T20)."""

from typing import Any

from cogarena.envs.core.grid import DX, DY, HALF_TURN, inside, manhattan, turned
from cogarena.envs.core.jit import kernel
from cogarena.envs.rally.cards import WEAPONS, Option
from cogarena.envs.rally.damage import OPTION, ask_robot, forget_hits, hit
from cogarena.envs.rally.deck import has, is_running
from cogarena.envs.rally.fire import (
    LASER_DAMAGE,
    SHELLS,
    barrels_of,
    can_use,
    choose_weapon,
    legal_weapons,
    silence_laser,
    spend_shell,
    stops_fire,
)
from cogarena.envs.rally.log import Cause
from cogarena.envs.rally.moves import occupant, thing_at
from cogarena.envs.rally.registers import card_of
from cogarena.envs.rally.state import NOBODY, NOTHING, OTHERS, ROBOTS, Ask, robot_in_row
from cogarena.envs.tower_defense.defense import can_hit_drones, drone_at, shoot_down, sweep
from cogarena.envs.tower_defense.experience import INDIRECT_LEVEL, level
from cogarena.envs.tower_defense.shells import (
    has_target_ahead,
    is_ahead,
    laser_damage,
    lob,
    shell,
    strike,
    target_place,
)
from cogarena.envs.tower_defense.state import ACTIONS, FIRST_DRONE, TOWERS

LOB = ACTIONS.start("lob")
SHELL = ACTIONS.start("shell")
HOWITZER = OPTION + Option.MINI_HOWITZER
PRESSOR = OPTION + Option.PRESSOR_BEAM
HIGH_POWER_TO_TOWERS = 2  # T14


@kernel
def first_in_line(
    floor: Any, s: Any, i: int, direction: int, passes: int, skip: int, drones: bool
) -> int:
    """T14, T17, RR21: the robot, tower or drone that a beam hits, after `skip` others; or NOTHING.

    Towers are numbered after the robots, drones from FIRST_DRONE on. High-Power passes one wall
    or robot.
    """
    r = s.rally
    x, y = r.robots[i].x, r.robots[i].y
    height = floor.squares[x, y].height
    while True:
        if stops_fire(floor, x, y, direction):
            if passes == 0:
                return NOTHING
            passes -= 1
        x += DX[direction]
        y += DY[direction]
        if not inside(x, y, floor.width, floor.height):
            return NOTHING
        found = drone_at(s, x, y) if drones else NOTHING
        if found != NOTHING:
            found += FIRST_DRONE
        elif floor.squares[x, y].height > height:
            return NOTHING
        elif floor.squares[x, y].height == height:
            found = standing_at(r, x, y)
        if found == NOTHING:
            continue
        if skip == 0:
            return found
        if passes == 0 or ROBOTS <= found < FIRST_DRONE:
            return NOTHING
        skip -= 1
        passes -= 1


@kernel
def standing_at(r: Any, x: int, y: int) -> int:
    """The robot or tower on a square, or NOTHING."""
    tower = thing_at(r, x, y)
    return tower + ROBOTS if tower != NOTHING else occupant(r, x, y)


@kernel
def aim_weapons(setup: Any, s: Any) -> bool:
    """In dock order, robots with a target may fire something else than the main laser."""
    floor = setup.floor
    r = s.rally
    if r.cursor == 0:
        forget_hits(r)
    for i in range(r.cursor, r.count):
        r.cursor = i + 1
        robot = r.robots[i]
        if not is_running(robot):
            continue
        robot.weapon = robot.shots = 0
        found = first_in_line(floor, s, i, robot.facing, 0, 0, False)
        robot.target = found if found < ROBOTS else NOBODY
        if floor.asks_all == 1 and can_choose(floor, s, i):
            ask_robot(r, i, Ask.WEAPON)
            return True
    r.cursor = 0
    return False


@kernel
def can_choose(floor: Any, s: Any, i: int) -> bool:
    """The robot has something else to fire than its main laser."""
    r = s.rally
    if can_lob(s, i) and has_target_ahead(floor, r, i, False):
        return True
    if can_shell(r.robots[i]) and has_target_ahead(floor, r, i, True):
        return True
    return has_other_weapon(r, i) or can_sweep(floor, s, i)


@kernel
def has_other_weapon(r: Any, i: int) -> bool:
    """The robot can use a weapon as in the classic game: any but the Mini Howitzer."""
    for weapon in WEAPONS:
        if weapon != Option.MINI_HOWITZER and can_use(r, i, weapon):
            return True
    return False


@kernel
def can_lob(s: Any, i: int) -> bool:
    """T3: indirect fire from level 3 on."""
    return level(s, i) >= INDIRECT_LEVEL


@kernel
def can_shell(robot: Any) -> bool:
    """T20: the robot has a Mini Howitzer with shells left."""
    return has(robot, Option.MINI_HOWITZER) and robot.shells < SHELLS


@kernel
def swept_drone(floor: Any, s: Any, i: int) -> int:
    """T17: the drone that is first in the robot's line, or NOTHING."""
    found = first_in_line(floor, s, i, s.rally.robots[i].facing, 0, 0, True)
    return found - FIRST_DRONE if found >= FIRST_DRONE else NOTHING


@kernel
def can_sweep(floor: Any, s: Any, i: int) -> bool:
    """T17: a drone is in the line of the robot's Pressor Beam."""
    return has(s.rally.robots[i], Option.PRESSOR_BEAM) and swept_drone(floor, s, i) != NOTHING


@kernel
def legal_arms(setup: Any, s: Any, i: int, mask: Any) -> None:
    """The main laser, a weapon, or indirect fire at a target."""
    r = s.rally
    legal_weapons(r, i, mask)
    mask[HOWITZER] = 0
    if can_sweep(setup.floor, s, i):
        mask[PRESSOR] = 1
    for named in range(OTHERS + TOWERS):
        target = target_named(r, i, named)
        if target != NOBODY:
            mask[LOB + named] = can_lob(s, i) and is_ahead(setup.floor, r, i, target, False)
            can = can_shell(r.robots[i])
            mask[SHELL + named] = can and is_ahead(setup.floor, r, i, target, True)


@kernel
def target_named(r: Any, i: int, named: int) -> int:
    """The target that an action of robot `i` names, or NOBODY."""
    return robot_in_row(r, i, named) if named < OTHERS else named - OTHERS + ROBOTS


@kernel
def choose_arm(setup: Any, s: Any, i: int, action: int) -> None:
    """Fire what the robot has chosen; its main laser and a Pressor Beam act later."""
    r = s.rally
    robot = r.robots[i]
    if action >= SHELL:
        silence_laser(robot)
        spend_shell(r, i)
        shell(setup, s, i, target_named(r, i, action - SHELL))
    elif action >= LOB:
        silence_laser(robot)
        lob(setup, s, i, target_named(r, i, action - LOB))
    elif action == PRESSOR and can_sweep(setup.floor, s, i):
        silence_laser(robot)
        s.swept[i] = 1 + swept_drone(setup.floor, s, i)
    else:
        choose_weapon(r, i, action)


@kernel
def fire_main_lasers(setup: Any, s: Any) -> bool:
    """T3, T14, T17: robots without another weapon fire ahead; true if Fire Control asks."""
    r = s.rally
    for i in range(r.cursor, r.count):
        r.cursor = i
        robot = r.robots[i]
        while is_running(robot) and robot.weapon == 0:
            target = next_hit(setup.floor, s, i)
            if target == NOTHING:
                break
            robot.shots += 1
            if target < ROBOTS:
                robot.target = target
                if has(robot, Option.FIRE_CONTROL) and setup.floor.asks_all == 1:
                    ask_robot(r, i, Ask.CONTROL)
                    return True
            fire_at(s, i, target)
    r.cursor = 0
    return False


@kernel
def next_hit(floor: Any, s: Any, i: int) -> int:
    """The target of the main laser's next hit: once for each barrel, then the one behind."""
    robot = s.rally.robots[i]
    barrels = barrels_of(robot)
    passes = 1 if has(robot, Option.HIGH_POWER_LASER) else 0
    if robot.shots >= 2 * barrels:
        return NOTHING
    drones = can_hit_drones(floor, s, i)
    skip = robot.shots // barrels
    if skip > passes:
        return NOTHING
    return first_in_line(floor, s, i, robot.facing, passes, skip, drones)


@kernel
def fire_at(s: Any, i: int, target: int) -> None:
    """T3, T14: a hit of the main laser."""
    r = s.rally
    robot = r.robots[i]
    if target >= FIRST_DRONE:
        s.shot_drones[target - FIRST_DRONE] |= 1 << i
        return
    x, y = target_place(r, target)
    damage = laser_damage(s, i, manhattan(robot.x, robot.y, x, y))
    if target < ROBOTS:
        hit(r, target, i, damage, robot.facing, Cause.MAIN_LASER)
    else:
        if has(robot, Option.HIGH_POWER_LASER):
            damage = HIGH_POWER_TO_TOWERS
        strike(s, target - ROBOTS, i, damage)


@kernel
def fire_rear_lasers(floor: Any, s: Any) -> None:
    """Rear-Firing Laser: one damage to the robot or tower behind."""
    r = s.rally
    for i in range(r.count):
        robot = r.robots[i]
        if not is_running(robot) or not has(robot, Option.REAR_FIRING_LASER):
            continue
        direction = turned(robot.facing, HALF_TURN)
        target = first_in_line(floor, s, i, direction, 0, 0, False)
        if NOTHING < target < ROBOTS:
            hit(r, target, i, LASER_DAMAGE, direction, Cause.REAR_LASER)
        elif target != NOTHING:
            strike(s, target - ROBOTS, i, LASER_DAMAGE)


@kernel
def take_drones(setup: Any, s: Any) -> None:
    """T17: shoot down the drones that were hit."""
    for d in range(len(s.shot_drones)):
        if s.shot_drones[d] != 0:
            if s.drones[d].live == 1:
                shoot_down(setup, s, d, s.shot_drones[d])
            s.shot_drones[d] = 0


@kernel
def sweep_drones(floor: Any, s: Any) -> None:
    """T17: after all fire, Pressor Beams move the drones still in the air, by priority."""
    i = next_sweeper(s)
    while i != NOBODY:
        d = s.swept[i] - 1
        s.swept[i] = 0
        if s.drones[d].live == 1:
            sweep(floor, s, d, i)
        i = next_sweeper(s)


@kernel
def next_sweeper(s: Any) -> int:
    """The robot with the highest card among those whose Pressor Beam has a drone to move."""
    r = s.rally
    best = NOBODY
    for i in range(r.count):
        if s.swept[i] != 0 and (best == NOBODY or card_of(r, i) > card_of(r, best)):
            best = i
    return best
