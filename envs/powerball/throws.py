"""Weapons of Powerball: throwing balls, turrets, and what weapons do (P8, P9, P22, P28, P30)."""

from typing import Any

from cogarena.envs.core.grid import DX, DY, HALF_TURN, main_direction, manhattan, turned
from cogarena.envs.core.header import PASS
from cogarena.envs.core.jit import kernel
from cogarena.envs.powerball.balls import (
    ball_at,
    first_carried,
    load,
    offer_balls,
    process_deaths,
    rest,
)
from cogarena.envs.powerball.bombs import meet_bombs
from cogarena.envs.powerball.state import ACTIONS, BALLS, BOTH_BARRELS, Ask, BallPlace, Event
from cogarena.envs.rally import fire
from cogarena.envs.rally.cards import OPTIONS, RANKS, Option
from cogarena.envs.rally.damage import ask_robot, forget_hits, hit
from cogarena.envs.rally.deck import has, is_running
from cogarena.envs.rally.log import Cause, log_at, log_event
from cogarena.envs.rally.moves import has_wall, push_step
from cogarena.envs.rally.state import NOBODY, NOTHING, OTHERS, Place, Power, robot_in_row
from cogarena.envs.rally.state import Ask as RallyAsk

THROW = ACTIONS.start("throw")
ROBOT = ACTIONS.start("robot")
BALL_WEAPON = OPTIONS  # in place of an option: the robot throws balls
NEAREST = 2  # P8: spaces to the target at least
BALL_FORCE = 2  # P9: damage of a ball, and squares it pushes
HIGH_POWER_FORCE = 3  # P30
TURRET_REACH = 4  # P22
TURRET_DAMAGE = 2


@kernel
def aim_weapons(setup: Any, s: Any) -> bool:
    """P8, P22: in dock order, robots with a target may choose what they fire."""
    floor = setup.floor
    r = s.rally
    if r.cursor == 0:
        forget_hits(r)
    for i in range(r.cursor, r.count):
        r.cursor = i + 1
        robot = r.robots[i]
        robot.weapon = robot.shots = 0
        if is_running(robot):
            robot.target = fire.in_line(floor, r, i, robot.facing, 0, 0)
            if floor.asks_all == 1 and (fire.has_weapon(r, i) or can_throw(s, i, 1)):
                ask_robot(r, i, RallyAsk.WEAPON)
                return True
        elif robot.place == Place.FLOOR and robot.power == Power.STATIONED:
            if nearest_target(r, i) != NOBODY:
                if floor.asks_all == 1:
                    ask_robot(r, i, Ask.TURRET)
                    return True
                fire_turret(r, i, nearest_target(r, i))
    r.cursor = 0
    return False


@kernel
def can_throw(s: Any, i: int, balls: int) -> bool:
    """P8, P28: the robot has enough balls, a target that is not adjacent, and enough barrels."""
    robot = s.rally.robots[i]
    if robot.target == NOBODY or load(s, i) < balls:
        return False
    if balls == BOTH_BARRELS and not has(robot, Option.DOUBLE_BARRELED_LASER):
        return False
    target = s.rally.robots[robot.target]
    return manhattan(robot.x, robot.y, target.x, target.y) >= NEAREST


@kernel
def legal_arms(s: Any, i: int, mask: Any) -> None:
    """The main laser, a weapon, or balls."""
    fire.legal_weapons(s.rally, i, mask)
    for balls in range(1, BOTH_BARRELS + 1):
        mask[THROW + balls - 1] = can_throw(s, i, balls)


@kernel
def choose_arm(s: Any, i: int, action: int) -> None:
    """Throw balls, or fire the weapon that the robot has chosen."""
    if action >= THROW:
        throw(s, i, action - THROW + 1)
    else:
        fire.choose_weapon(s.rally, i, action)


@kernel
def throw(s: Any, i: int, balls: int) -> None:
    """P9, P28, P30: throw balls; with two barrels and one ball the laser fires as well."""
    r = s.rally
    robot = r.robots[i]
    target = r.robots[robot.target]
    for _ in range(balls):
        ball = s.balls[first_carried(s, i)]
        ball.place = BallPlace.AIR
        ball.x = target.x
        ball.y = target.y
    damage = force_of(robot, balls)
    if balls < BOTH_BARRELS and has(robot, Option.DOUBLE_BARRELED_LASER):
        damage += fire.LASER_DAMAGE
    s.tallies[i].balls_thrown += balls
    log_event(r, Event.THROWN, robot.target, 1 << i, balls)
    hit(r, robot.target, i, damage, robot.facing, Cause.BALL)
    robot.weapon = BALL_WEAPON + 1


@kernel
def force_of(robot: Any, balls: int) -> int:
    """P9, P28, P30: damage of thrown balls, and squares they push."""
    high_power = has(robot, Option.HIGH_POWER_LASER)
    return balls * (HIGH_POWER_FORCE if high_power else BALL_FORCE)


@kernel
def is_turret_target(r: Any, i: int, target: int) -> bool:
    """P22: another robot within 4 spaces; nothing blocks."""
    robot = r.robots[i]
    other = r.robots[target]
    if target == i or other.place != Place.FLOOR:
        return False
    return manhattan(robot.x, robot.y, other.x, other.y) <= TURRET_REACH


@kernel
def nearest_target(r: Any, i: int) -> int:
    """The closest robot that the turret reaches, or NOBODY."""
    best = NOBODY
    shortest = TURRET_REACH + 1
    for target in range(r.count):
        way = manhattan(r.robots[i].x, r.robots[i].y, r.robots[target].x, r.robots[target].y)
        if is_turret_target(r, i, target) and way < shortest:
            best = target
            shortest = way
    return best


@kernel
def legal_targets(r: Any, i: int, mask: Any) -> None:
    """P22: any robot within reach, or none."""
    mask[PASS] = 1
    for row in range(OTHERS):
        target = robot_in_row(r, i, row)
        mask[ROBOT + row] = target != NOBODY and is_turret_target(r, i, target)


@kernel
def answer_turret(r: Any, i: int, action: int) -> None:
    """P22: fire at the robot that was chosen, or hold fire."""
    if action != PASS:
        fire_turret(r, i, robot_in_row(r, i, action - ROBOT))


@kernel
def fire_turret(r: Any, i: int, target: int) -> None:
    """P22: two damage to the robot on the chosen square."""
    robot, other = r.robots[i], r.robots[target]
    direction = main_direction(other.x - robot.x, other.y - robot.y)
    hit(r, target, i, TURRET_DAMAGE, direction, Cause.TURRET)


@kernel
def weapon_effects(setup: Any, s: Any) -> bool:
    """RR22, P9: what weapons do besides damage, shot by shot, square by square."""
    floor = setup.floor
    r = s.rally
    while True:
        meet_bombs(s)
        process_deaths(setup, s)
        if offer_balls(floor, s):
            return True
        if s.push_left > 0:
            push_on(floor, s)
        elif s.thrower > 0:
            land_balls(floor, s)
        else:
            i = first_shooter(r)
            if i == NOBODY:
                break
            begin_effect(floor, s, i)
    fire.reset_weapons(r)
    return False


@kernel
def first_shooter(r: Any) -> int:
    """RR22: the robot whose weapon acts next: Scrambler, moves by priority, then Radio Control."""
    for rank in range(RANKS):
        i = fire.next_shooter(r, rank)
        if i != NOBODY:
            return i
    return NOBODY


@kernel
def begin_effect(floor: Any, s: Any, i: int) -> None:
    """Begin a weapon's effect; that of balls takes several steps."""
    r = s.rally
    robot = r.robots[i]
    weapon = robot.weapon - 1
    robot.weapon = 0
    if weapon != BALL_WEAPON:
        fire.take_effect(floor, r, i, weapon)
        return
    s.thrower = i + 1
    s.pushed = robot.target
    if r.robots[robot.target].place == Place.FLOOR:
        s.push_left = force_of(robot, count_thrown(s, i))


@kernel
def is_thrown_by(ball: Any, i: int) -> bool:
    """The ball is in the air, and the robot threw it."""
    return ball.place == BallPlace.AIR and ball.carrier == i


@kernel
def count_thrown(s: Any, i: int) -> int:
    """How many balls of the robot are in the air."""
    thrown = 0
    for b in range(BALLS):
        if is_thrown_by(s.balls[b], i):
            thrown += 1
    return thrown


@kernel
def push_on(floor: Any, s: Any) -> None:
    """P9: the ball pushes its target one square; a wall ends it."""
    r = s.rally
    i = s.thrower - 1
    s.push_left -= 1
    pushed = push_step(floor, r, s.pushed, r.robots[i].facing, i)
    if not pushed or r.robots[s.pushed].place != Place.FLOOR:
        s.push_left = 0


@kernel
def land_balls(floor: Any, s: Any) -> None:
    """P9, P28: the balls come to rest, the first where the target was hit."""
    i = s.thrower - 1
    s.thrower = 0
    facing = s.rally.robots[i].facing
    first = True
    for b in range(BALLS):
        ball = s.balls[b]
        if not is_thrown_by(ball, i):
            continue
        if first:
            rest(floor, s, b, ball.x, ball.y, facing)
        else:
            rest_second(floor, s, b, facing)
        first = False
        if ball.place == BallPlace.FLOOR:
            log_at(s.rally, Event.LANDED, i, 0, b, Cause.NONE, ball.x, ball.y)


@kernel
def rest_second(floor: Any, s: Any, b: int, facing: int) -> None:
    """P28: the second ball rests on the next square; if a wall or ball is there, the one before."""
    x, y = int(s.balls[b].x), int(s.balls[b].y)
    way = int(facing)
    if has_wall(floor, x, y, way) or ball_at(s, x + DX[way], y + DY[way]) != NOTHING:
        way = turned(way, HALF_TURN)
    rest(floor, s, b, x + DX[way], y + DY[way], way)
