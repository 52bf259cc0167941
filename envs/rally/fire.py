"""Lasers: who is in the line of fire, and the damage that is noted (RR20 to RR22).

Also weapons used instead of the main laser, Fire Control, and what weapons do besides damage.
"""

from typing import Any

from cogarena.envs.core.grid import DX, DY, HALF_TURN, inside, manhattan, turned
from cogarena.envs.core.header import PASS
from cogarena.envs.core.jit import kernel
from cogarena.envs.rally.cards import OPTION_CARDS, OPTION_TABLE, OPTIONS, RANKS, WEAPONS, Option
from cogarena.envs.rally.damage import OPTION, ask_robot, discard_option, hit, note_damage
from cogarena.envs.rally.deck import draw_card, has, is_locked, is_running, use_option
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.log import Cause, Event, log_event
from cogarena.envs.rally.moves import is_blocked, is_enemy, occupant, push_step
from cogarena.envs.rally.registers import card_of, replace_card
from cogarena.envs.rally.state import ACTIONS, NOBODY, Ask, Place

LASER_DAMAGE = 1  # RR21
BARRELS = 2  # Double-Barreled Laser

REGISTER = ACTIONS.start("register")
SHELLS = 5  # uses of a Mini Howitzer


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
            note_damage(r, target, 0, laser.beams, laser.fires, Cause.BOARD_LASER)


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
            hit(r, target, i, LASER_DAMAGE, robot.facing, Cause.MAIN_LASER)
    r.cursor = 0
    return False


@kernel
def barrels_of(robot: Any) -> int:
    """How many hits each of the robot's targets takes."""
    return BARRELS if has(robot, Option.DOUBLE_BARRELED_LASER) else 1


@kernel
def next_hit(floor: Any, r: Any, i: int) -> int:
    """The target of the main laser's next hit: once for each barrel, then the robot behind.

    The first target is known since weapons were aimed, unless the beam passes a wall on its way.
    """
    robot = r.robots[i]
    barrels = barrels_of(robot)
    passes = 1 if has(robot, Option.HIGH_POWER_LASER) else 0
    if robot.shots >= 2 * barrels:
        return NOBODY
    skip = robot.shots // barrels
    if passes == 0:
        return robot.target if skip == 0 else NOBODY
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
                hit(r, target, i, LASER_DAMAGE, direction, Cause.REAR_LASER)


@kernel
def aim_weapons(floor: Any, r: Any) -> bool:
    """Dock order: a robot with a target may use an option instead of its main laser."""
    for i in range(r.cursor, r.count):
        r.cursor = i + 1
        robot = r.robots[i]
        if not can_fire(floor, robot):
            continue
        robot.weapon = robot.shots = 0
        robot.target = in_line(floor, r, i, robot.facing, 0, 0)
        if floor.asks_all == 1 and has_weapon(r, i):
            ask_robot(r, i, Ask.WEAPON)
            return True
    r.cursor = 0
    return False


@kernel
def has_weapon(r: Any, i: int) -> bool:
    """One of the robot's weapons can be used on its target."""
    for weapon in WEAPONS:
        if can_use(r, i, weapon):
            return True
    return False


@kernel
def can_use(r: Any, i: int, weapon: int) -> bool:
    """The weapon can be used on the robot's target."""
    robot = r.robots[i]
    if robot.target == NOBODY or not has(robot, weapon):
        return False
    target = r.robots[robot.target]
    if weapon == Option.SCRAMBLER:
        return r.register < REGISTERS - 1
    if weapon == Option.MINI_HOWITZER:
        return robot.shells < SHELLS
    if weapon == Option.TRACTOR_BEAM:
        return manhattan(robot.x, robot.y, target.x, target.y) > 1
    return True


@kernel
def legal_weapons(r: Any, i: int, mask: Any) -> None:
    """The main laser, or a weapon that can be used."""
    mask[PASS] = 1
    for weapon in WEAPONS:
        mask[OPTION + weapon] = can_use(r, i, weapon)


@kernel
def choose_weapon(r: Any, i: int, action: int) -> None:
    """What the robot fires; a howitzer's shell is spent at once."""
    robot = r.robots[i]
    robot.weapon = 0 if action == PASS else action - OPTION + 1
    if action != PASS:
        use_option(r, i, 1 << int(robot.target), action - OPTION)
    if robot.weapon - 1 == Option.MINI_HOWITZER:
        hit(r, robot.target, i, LASER_DAMAGE, robot.facing, Cause.HOWITZER)
        spend_shell(r, i)


@kernel
def spend_shell(r: Any, i: int) -> None:
    """Use up a shell of the Mini Howitzer; the last one discards the card."""
    robot = r.robots[i]
    robot.shells += 1
    if robot.shells == SHELLS and (robot.options >> Option.MINI_HOWITZER) & 1 == 1:
        discard_option(r, i, Option.MINI_HOWITZER, Cause.USED_UP)


@kernel
def silence_laser(robot: Any) -> None:
    """The robot fires something else than its main laser; it has no target unless one is set."""
    robot.weapon = Option.MINI_HOWITZER + 1
    robot.target = NOBODY


@kernel
def legal_controls(r: Any, i: int, mask: Any) -> None:
    """Fire Control: plain damage, an unlocked register of the target, or one of its options."""
    target = r.robots[r.robots[i].target]
    mask[PASS] = 1
    for k in range(REGISTERS):
        mask[REGISTER + k] = not is_locked(target, k)
    for card in range(OPTION_CARDS):
        mask[OPTION + card] = (target.options >> card) & 1


@kernel
def control(r: Any, i: int, action: int) -> None:
    """Fire Control: the hit's token is aimed at a register, or an option is destroyed afterwards.

    A second token aimed at one register is an ordinary one.
    """
    robot = r.robots[i]
    target = r.robots[robot.target]
    if action != PASS:
        use_option(r, i, 1 << int(robot.target), Option.FIRE_CONTROL)
    if OPTION <= action < REGISTER:
        target.doomed |= 1 << (action - OPTION)
        return
    taken = hit(r, robot.target, i, LASER_DAMAGE, robot.facing, Cause.MAIN_LASER)
    if taken > 0 and action != PASS:
        target.aimed |= 1 << (action - REGISTER)


@kernel
def weapon_effects(floor: Any, r: Any) -> None:
    """RR22: what weapons do besides damage: Scrambler, moves by priority, then Radio Control."""
    for rank in range(RANKS):
        i = next_shooter(r, rank)
        while i != NOBODY:
            take_effect(floor, r, i, r.robots[i].weapon - 1)
            r.robots[i].weapon = 0
            i = next_shooter(r, rank)
    reset_weapons(r)


@kernel
def reset_weapons(r: Any) -> None:
    """Reset weapons and targets."""
    for i in range(r.count):
        r.robots[i].weapon = r.robots[i].shots = 0
        r.robots[i].target = NOBODY


@kernel
def rank_of(weapon: int) -> int:
    """When a weapon's effect comes; a game's own weapons move their targets, as a howitzer does."""
    return OPTION_TABLE[weapon if weapon < OPTIONS else Option.MINI_HOWITZER].rank


@kernel
def next_shooter(r: Any, rank: int) -> int:
    """The robot with the highest card among those whose weapon of this rank has not acted."""
    best = NOBODY
    for i in range(r.count):
        if r.robots[i].weapon == 0 or rank_of(r.robots[i].weapon - 1) != rank:
            continue
        if best == NOBODY or card_of(r, i) > card_of(r, best):
            best = i
    return best


@kernel
def take_effect(floor: Any, r: Any, i: int, weapon: int) -> None:
    """One weapon's effect on the robot it was aimed at."""
    shooter = r.robots[i]
    if shooter.target == NOBODY:
        return
    target = r.robots[shooter.target]
    if target.place != Place.FLOOR:
        return
    if weapon == Option.RADIO_CONTROL:
        target.radio = i + 1
        log_event(r, Event.CONTROLLED, shooter.target, 1 << i, 0)
    elif weapon == Option.SCRAMBLER:
        replace_card(r, shooter.target, r.register + 1, draw_card(r))
        target.jammers[r.register + 1] = i + 1
        log_event(r, Event.JAMMED, shooter.target, 1 << i, r.register + 2)
    else:
        away = weapon != Option.TRACTOR_BEAM
        direction = shooter.facing if away else turned(shooter.facing, HALF_TURN)
        push_step(floor, r, shooter.target, direction, i)
