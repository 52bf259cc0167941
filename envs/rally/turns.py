"""The set-up, the beginning and the end of a turn: power down, re-entry (RR7 to RR9, RR26).

Also the end of a game in which each robot plays for itself: who is left, who wins, what it earns.
"""

from typing import Any

import numpy as np

from cogarena.envs.core.grid import DIRECTIONS, DX, DY, chebyshev, inside, turned
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.rng import seed_rng, spread
from cogarena.envs.rally.cards import NO_CARD, Option
from cogarena.envs.rally.damage import ask_robot, draw_option, fallen, forget_hits
from cogarena.envs.rally.deck import empty_register, has, is_running, repair
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.log import Cause, Event, log_event, log_how, log_there
from cogarena.envs.rally.moves import has_wall, is_blocked, is_closed, is_deadly, occupant
from cogarena.envs.rally.state import (
    ACTIONS,
    DEADLY,
    NOBODY,
    REACH,
    ROBOTS,
    Ask,
    Entering,
    Place,
    Power,
)

FACING = ACTIONS.start("facing")
SQUARE = ACTIONS.start("square")
SIDE = 2 * REACH + 1
REENTRY_DAMAGE = 2  # RR26
ENTRY_VIEW = 3  # RR26: squares ahead in which a robot that enters beside its archive may see nobody


@kernel
def set_up(s: Any, seed: Any, robots: int, option_deck: int) -> None:
    """Set up the first turn: random numbers, the robots that take part, and the option deck."""
    seed_rng(s, seed)
    seed_rng(s.rally, spread(seed))
    s.turn = 1
    s.rally.count = robots
    s.rally.option_deck = option_deck
    for i in range(robots, ROBOTS):
        s.rally.robots[i].place = Place.OUT


@kernel
def deal_options(r: Any, each: int) -> None:
    """Set-up: deal each robot this many options."""
    for i in range(r.count):
        for _ in range(each):
            draw_option(r, i)


@kernel
def place_robots(floor: Any, r: Any) -> None:
    """Set-up: each robot on the dock of its number, facing the board, archive on the dock."""
    for i in range(r.count):
        robot = r.robots[i]
        robot.x = robot.archive_x = floor.dock[i].x
        robot.y = robot.archive_y = floor.dock[i].y
        robot.facing = floor.dock[i].facing
        robot.lives = floor.lives
        robot.mover = NOBODY


@kernel
def begin_turn(r: Any) -> None:
    """RR8: robots that announced it power down and lose all damage; the others run."""
    forget_hits(r)
    r.falls = 0
    for i in range(r.count):
        robot = r.robots[i]
        robot.fell = 0
        if robot.place == Place.DESTROYED:  # there was no room to re-enter
            r.falls += 1
            robot.fell = r.falls
        robot.once = 0
        robot.forced = 0
        robot.gyroscope = 0
        robot.aborting = 0
        robot.radio = 0
        robot.own = 0
        robot.jammers[:] = 0
        robot.spare = NO_CARD
        robot.banked = 0
        set_power(r, i, Power.DOWN if robot.announced == 1 else Power.ON)
        robot.announced = 0
        if robot.power == Power.DOWN:
            repair(r, i, DEADLY, Cause.POWER_DOWN)


@kernel
def set_power(r: Any, i: int, power: int) -> None:
    """Whether the robot runs this turn; powering down is logged."""
    if power == Power.DOWN and r.robots[i].power != Power.DOWN:
        log_event(r, Event.POWERED_DOWN, i, 0, 0)
    r.robots[i].power = power


@kernel
def announce(r: Any, i: int, cause: int) -> None:
    """RR7: the robot will power down at the beginning of the next turn."""
    r.robots[i].announced = 1
    log_how(r, Event.ANNOUNCED, i, 0, 0, cause)


@kernel
def ask_power_down(floor: Any, r: Any) -> bool:
    """RR7: damaged robots may announce a power down for the next turn, in dock order."""
    for i in range(r.cursor, r.count):
        r.cursor = i + 1
        if floor.asks_all == 1 and is_running(r.robots[i]) and r.robots[i].damage > 0:
            ask_robot(r, i, Ask.POWER_DOWN)
            return True
    r.cursor = 0
    return False


@kernel
def ask_stay_down(floor: Any, r: Any) -> bool:
    """RR9: robots that were powered down in this turn may stay so, in dock order."""
    for i in range(r.cursor, r.count):
        r.cursor = i + 1
        robot = r.robots[i]
        if floor.asks_all == 1 and robot.place == Place.FLOOR and robot.power == Power.DOWN:
            ask_robot(r, i, Ask.STAY_DOWN)
            return True
    r.cursor = 0
    return False


@kernel
def reenter(floor: Any, r: Any) -> bool:
    """RR26: destroyed robots return in the order of their destruction; true if one must choose."""
    for turn in range(1, r.falls + 1):
        i = fallen(r, turn)
        robot = r.robots[i]
        if robot.place == Place.DESTROYED and not find_square(floor, r, i):
            return True
        if ask_stance(floor, r, i):
            return True
    return False


@kernel
def ask_stance(floor: Any, r: Any, i: int) -> bool:
    """RR26: the facing of a robot that has entered, and whether it powers down; true if it asks."""
    robot = r.robots[i]
    if robot.entering == Entering.FACING:
        if floor.asks_all == 1:
            ask_robot(r, i, Ask.FACING)
            return True
        face(r, i, default_facing(floor, r, i))
    if robot.entering == Entering.POWER:
        if floor.asks_all == 1:
            ask_robot(r, i, Ask.ENTER_DOWN)
            return True
        robot.entering = Entering.NO
    return False


@kernel
def find_square(floor: Any, r: Any, i: int) -> bool:
    """RR26: enter on the archive square or one near it; false if the player must choose."""
    robot = r.robots[i]
    if occupant(r, robot.archive_x, robot.archive_y) == NOBODY:
        enter(r, i, robot.archive_x, robot.archive_y)
        return True
    ring = nearest_ring(floor, r, i)
    if floor.asks_all == 1 and 0 < ring <= REACH:
        ask_robot(r, i, Ask.SQUARE)
        return False
    for x in range(floor.width):
        for y in range(floor.height):
            if is_entrance(floor, r, i, x, y, ring):
                enter(r, i, x, y)
                return True
    return True


@kernel
def is_entrance(floor: Any, r: Any, i: int, x: int, y: int, ring: int) -> bool:
    """RR26: the square is in the ring, free and safe, with a facing that sees nobody."""
    robot = r.robots[i]
    if chebyshev(x, y, robot.archive_x, robot.archive_y) != ring or is_deadly(floor, x, y):
        return False
    if is_closed(floor, r, i, x, y) or is_blocked(r, x, y) or occupant(r, x, y) != NOBODY:
        return False
    return has_free_view(floor, r, x, y)


@kernel
def nearest_ring(floor: Any, r: Any, i: int) -> int:
    """RR26: the first ring around the archive with a square to enter on, 0 if there is none."""
    for ring in range(1, max(floor.width, floor.height)):
        for x in range(floor.width):
            for y in range(floor.height):
                if is_entrance(floor, r, i, x, y, ring):
                    return ring
    return 0


@kernel
def square_at(robot: Any, offset: int) -> tuple[int, int]:
    """The square around the archive that an answer names, seen in the robot's facing."""
    behind, right = offset // SIDE - REACH, offset % SIDE - REACH
    facing, side = robot.facing, turned(robot.facing, 1)
    x = robot.archive_x + right * DX[side] - behind * DX[facing]
    y = robot.archive_y + right * DY[side] - behind * DY[facing]
    return x, y


@kernel
def enter_at(r: Any, i: int, offset: int) -> None:
    """Enter on the square that was chosen."""
    x, y = square_at(r.robots[i], offset)
    enter(r, i, x, y)


@kernel
def enter(r: Any, i: int, x: int, y: int) -> None:
    """RR26: back on the floor with two damage tokens."""
    stand(r, i, x, y)
    log_there(r, Event.RE_ENTERED, i, 0, r.robots[i].damage, Cause.NONE)


@kernel
def stand(r: Any, i: int, x: int, y: int) -> None:
    """Put the robot onto the floor, damaged, all registers empty."""
    robot = r.robots[i]
    robot.place = Place.FLOOR
    robot.entering = Entering.FACING
    robot.x = x
    robot.y = y
    robot.damage = 0 if has(robot, Option.SUPERIOR_ARCHIVE) else REENTRY_DAMAGE
    robot.locks = 0
    for k in range(REGISTERS):
        empty_register(robot, k)


@kernel
def face(r: Any, i: int, facing: int) -> None:
    """RR26: the chosen facing."""
    r.robots[i].facing = facing
    r.robots[i].entering = Entering.POWER


@kernel
def may_face(floor: Any, r: Any, i: int, facing: int) -> bool:
    """RR26: any facing on the archive; elsewhere, one with no robot in sight."""
    robot = r.robots[i]
    on_archive = robot.x == robot.archive_x and robot.y == robot.archive_y
    return on_archive or sees_nobody(floor, r, robot.x, robot.y, facing)


@kernel
def sees_nobody(floor: Any, r: Any, x: int, y: int, facing: int) -> bool:
    """RR26: no robot within 3 squares this way; walls and objects block the view."""
    for _ in range(ENTRY_VIEW):
        if has_wall(floor, x, y, facing):
            return True
        x += DX[facing]
        y += DY[facing]
        if not inside(x, y, floor.width, floor.height) or is_blocked(r, x, y):
            return True
        if occupant(r, x, y) != NOBODY:
            return False
    return True


@kernel
def has_free_view(floor: Any, r: Any, x: int, y: int) -> bool:
    """RR26: from the square at least one facing sees nobody."""
    for facing in range(DIRECTIONS):
        if sees_nobody(floor, r, x, y, facing):
            return True
    return False


@kernel
def default_facing(floor: Any, r: Any, i: int) -> int:
    """The robot's old facing if that is legal, else the first legal one."""
    if may_face(floor, r, i, r.robots[i].facing):
        return r.robots[i].facing
    for facing in range(DIRECTIONS):
        if may_face(floor, r, i, facing):
            return facing
    return r.robots[i].facing


@kernel
def legal_facings(floor: Any, r: Any, i: int, mask: Any) -> None:
    """RR26: the legal facings."""
    for facing in range(DIRECTIONS):
        relative = turned(facing, -int(r.robots[i].facing))
        mask[FACING + relative] = may_face(floor, r, i, facing)


@kernel
def legal_squares(floor: Any, r: Any, i: int, mask: Any) -> None:
    """RR26: the empty squares of the nearest ring that has one."""
    ring = nearest_ring(floor, r, i)
    for offset in range(SIDE * SIDE):
        x, y = square_at(r.robots[i], offset)
        mask[SQUARE + offset] = is_entrance(floor, r, i, x, y, ring)


@kernel
def everybody_is_out(r: Any) -> bool:
    """RR25: no robot has a life left."""
    for i in range(r.count):
        if r.robots[i].place != Place.OUT:
            return False
    return True


@kernel
def finish_by_points(setup: Any, s: Any, points: Any, is_ranked: bool) -> None:
    """The game ends; the robots with the most points win, and share a reward if it is ranked."""
    s.terminated = True
    s.winners = leaders(points, setup.robots)
    if is_ranked:
        share_final_reward(s.reward, s.winners, setup.robots)


@kernel
def leaders(points: Any, robots: int) -> int:
    """The robots with the most points, as a bit set."""
    best = points[0]
    for i in range(robots):
        best = max(best, points[i])
    first = 0
    for i in range(robots):
        if points[i] == best:
            first |= 1 << i
    return first


@kernel
def share_final_reward(reward: Any, winners: int, robots: int) -> None:
    """The winners share +1, the others share −1; nobody earns anything if all have won."""
    won = 0
    for i in range(robots):
        won += (winners >> i) & 1
    if won == robots:
        return
    for i in range(robots):
        if (winners >> i) & 1 == 1:
            reward[i] += np.float32(1.0 / won)
        else:
            reward[i] -= np.float32(1.0 / (robots - won))
