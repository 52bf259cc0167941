"""Weapons instead of the main laser, Fire Control, and what weapons do besides damage."""

from typing import Any

from cogarena.envs.core.grid import HALF_TURN, manhattan, turned
from cogarena.envs.core.header import PASS
from cogarena.envs.core.jit import kernel
from cogarena.envs.rally.damage import OPTION, ask_robot, discard_option
from cogarena.envs.rally.deck import draw_card, has, is_locked, lock_register
from cogarena.envs.rally.fire import LASER_DAMAGE, can_fire, hit, in_line
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.moves import push_step
from cogarena.envs.rally.options import OPTION_CARDS, OPTION_TABLE, OPTIONS, RANKS, WEAPONS, Option
from cogarena.envs.rally.registers import card_of, replace_card
from cogarena.envs.rally.state import ACTIONS, NOBODY, Ask, Place

REGISTER = ACTIONS.start("register")
SHELLS = 5  # uses of a Mini Howitzer


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
    if robot.weapon - 1 == Option.MINI_HOWITZER:
        hit(r, robot.target, i, LASER_DAMAGE, robot.facing)
        spend_shell(r, i)


@kernel
def spend_shell(r: Any, i: int) -> None:
    """Use up a shell of the Mini Howitzer; the last one discards the card."""
    robot = r.robots[i]
    robot.shells += 1
    if robot.shells == SHELLS and (robot.options >> Option.MINI_HOWITZER) & 1 == 1:
        discard_option(r, i, Option.MINI_HOWITZER)


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
    """Fire Control: the hit's token goes onto a register, or an option is destroyed."""
    robot = r.robots[i]
    if action == PASS:
        hit(r, robot.target, i, LASER_DAMAGE, robot.facing)
    elif action >= REGISTER:
        r.robots[robot.target].damage += 1
        r.robots[robot.target].hitters |= 1 << i
        lock_register(r, robot.target, action - REGISTER)
    else:
        discard_option(r, robot.target, action - OPTION)


@kernel
def weapon_effects(floor: Any, r: Any) -> None:
    """RR22: what weapons do besides damage: Radio Control, Scrambler, then moves by priority."""
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
    """When a weapon's effect comes; that of a game's own weapons comes last."""
    return OPTION_TABLE[weapon].rank if weapon < OPTIONS else RANKS - 1


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
        target.own = 0
    elif weapon == Option.SCRAMBLER:
        replace_card(r, shooter.target, r.register + 1, draw_card(r))
        target.jammers[r.register + 1] = i + 1
    else:
        away = weapon != Option.TRACTOR_BEAM
        direction = shooter.facing if away else turned(shooter.facing, HALF_TURN)
        push_step(floor, r, shooter.target, direction, i)
