"""What a robot's player sees: the floor around the robot as it faces, and the public state.

Hidden: the other players' hands and the registers they have not revealed, and the decks.
"""

from enum import IntEnum
from typing import Any

from cogarena.envs.core.grid import DX, DY, manhattan
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.layout import Layout, Piece, clear
from cogarena.envs.rally.floor import FLAGS, REGISTERS, Tower
from cogarena.envs.rally.options import OPTIONS
from cogarena.envs.rally.observation import (
    SIGHT,
    WINDOW,
    CardColumn,
    RegisterColumn,
    clear_window,
    here,
    mark,
    mark_robot,
    next_flag,
    observe_cards,
    observe_floor,
    sees,
    show_facing,
    show_options,
    show_question,
    show_registers,
    show_way,
)
from cogarena.envs.rally.state import DEADLY, HAND, NOBODY, ROBOTS, Ask, Place, Power
from cogarena.envs.tower_defense.drones import count_drones
from cogarena.envs.tower_defense.experience import level
from cogarena.envs.tower_defense.state import (
    DRONES,
    HOWITZER_TOWER_HEALTH,
    LEVELS,
    Ground,
    Stage,
)

MOST_LIVES = 5.0
MUCH_XP = 150.0
MANY_DRONES = 8.0
SHOWN_DRONES = 4
SHOWN_TOWERS = 6
ASKS = len(Ask)


class Own(IntEnum):
    """Columns of `own`."""

    DAMAGE = 0
    LIVES = 1
    TOUCHED = 2
    POWERED_DOWN = 3
    ANNOUNCED = 4
    DESTROYED = 5
    INCOMING = 6
    REGISTER = 7
    TURN = 8
    XP = 9
    LEVEL = 10
    HIGH = 11
    BANKED = 12  # a point towards a ramp
    SCRAMBLED = 13  # in the next turn
    LULL = 14  # towers and drones rest
    FLAG_RIGHT = 15
    FLAG_BEHIND = 16
    ARCHIVE_RIGHT = 17
    ARCHIVE_BEHIND = 18
    FACES_EAST = 19  # as on the map: answers that are directions are given so
    FACES_SOUTH = 20
    DRONES = 21  # in the air


class Other(IntEnum):
    """Columns of `others`."""

    RIGHT = 0
    BEHIND = 1
    FACES_RIGHT = 2
    FACES_BEHIND = 3
    ON_FLOOR = 4
    DAMAGE = 5
    LIVES = 6
    TOUCHED = 7
    POWERED_DOWN = 8
    ANNOUNCED = 9
    XP = 10
    LEVEL = 11
    HIGH = 12
    REGISTER_1 = 13  # priority of the card, as far as it is public
    REGISTER_2 = 14
    REGISTER_3 = 15
    REGISTER_4 = 16
    REGISTER_5 = 17


class TowerColumn(IntEnum):
    """Columns of `towers`."""

    RIGHT = 0
    BEHIND = 1
    HEALTH = 2
    HOWITZER = 3
    HIGH = 4


class DroneColumn(IntEnum):
    """Columns of `drones`."""

    RIGHT = 0
    BEHIND = 1
    PRESENT = 2


class Around(IntEnum):
    """Columns of `around`: what is in a square around the robot."""

    ROBOT = 0
    FACES_RIGHT = 1
    FACES_BEHIND = 2
    DAMAGE = 3
    POWERED_DOWN = 4
    TOWER = 5  # hit points as a share
    DRONE = 6
    DEBRIS = 7
    NEXT_FLAG = 8


LAYOUT = Layout(
    Piece("decision", ASKS, "what is asked, as in `Ask`"),
    Piece("own", Own, "the robot's own state; ways in widths of the largest floor", low=-1.0),
    Piece("hand", CardColumn, "the cards in hand; priorities as shares", (HAND,)),
    Piece("program", RegisterColumn, "the own registers", (REGISTERS,)),
    Piece("options", OPTIONS, "the own option cards, as in `Option`"),
    Piece("others", Other, "the other robots by seat after the own", (ROBOTS - 1,), -1.0),
    Piece("other_options", OPTIONS, "the option cards that they hold", (ROBOTS - 1,)),
    Piece("towers", TowerColumn, "the closest towers, closest first", (SHOWN_TOWERS,), -1.0),
    Piece("drones", DroneColumn, "the closest drones, closest first", (SHOWN_DRONES,), -1.0),
    Piece("floor", Ground, "the squares around the robot, ahead is up", (WINDOW, WINDOW), -1.0),
    Piece("around", Around, "robots, towers, drones and debris there", (WINDOW, WINDOW), -1.0),
)


@kernel
def observe(setup: Any, s: Any, seat: int, out: Any) -> None:
    """Write every element of the seat's observation."""
    r = s.rally
    robot = r.robots[seat]
    show_question(s, seat, out.decision)
    observe_own(setup, s, seat, out.own)
    observe_cards(robot, out.hand, out.program)
    show_options(robot, out.options)
    observe_others(setup, s, seat, out.others, out.other_options)
    observe_floor(setup.floor, setup.views, robot, out.floor)
    clear_window(out.around)
    observe_robots(r, seat, out.around)
    observe_towers(setup, r, robot, out.towers, out.around)
    observe_drones(s, robot, out.drones, out.around)
    mark_debris(setup.floor, s, robot, out.around)
    flag = next_flag(setup.floor, robot)
    mark(robot, flag.x, flag.y, out.around, Around.NEXT_FLAG, 1.0)


@kernel
def observe_own(setup: Any, s: Any, seat: int, own: Any) -> None:
    """The robot's own state."""
    robot = s.rally.robots[seat]
    x, y = here(robot)
    flag = next_flag(setup.floor, robot)
    own[Own.DAMAGE] = robot.damage / DEADLY
    own[Own.LIVES] = robot.lives / MOST_LIVES
    own[Own.TOUCHED] = robot.touched / FLAGS
    own[Own.POWERED_DOWN] = robot.power == Power.DOWN
    own[Own.ANNOUNCED] = robot.announced
    own[Own.DESTROYED] = robot.place != Place.FLOOR
    own[Own.INCOMING] = min(robot.incoming, DEADLY) / DEADLY
    own[Own.REGISTER] = s.rally.register / REGISTERS
    own[Own.TURN] = s.turn / setup.turns
    own[Own.XP] = min(1.0, s.xp[seat] / MUCH_XP)
    own[Own.LEVEL] = level(s, seat) / len(LEVELS)
    own[Own.HIGH] = setup.floor.squares[x, y].height
    own[Own.BANKED] = robot.banked > 0
    own[Own.SCRAMBLED] = (s.scrambled >> seat) & 1
    own[Own.LULL] = s.lull
    show_way(robot, flag.x, flag.y, own, Own.FLAG_RIGHT)
    show_way(robot, robot.archive_x, robot.archive_y, own, Own.ARCHIVE_RIGHT)
    own[Own.FACES_EAST] = DX[robot.facing]
    own[Own.FACES_SOUTH] = DY[robot.facing]
    own[Own.DRONES] = min(1.0, count_drones(s) / MANY_DRONES)


@kernel
def observe_others(setup: Any, s: Any, seat: int, others: Any, options: Any) -> None:
    """The public state of the other robots."""
    clear(others)
    clear(options)
    r = s.rally
    for k in range(1, r.count):
        j = (seat + k) % r.count
        show_robot(setup, s, r.robots[seat], j, others[k - 1])
        show_options(r.robots[j], options[k - 1])


@kernel
def show_robot(setup: Any, s: Any, me: Any, j: int, row: Any) -> None:
    """What everybody may know of a robot."""
    robot = s.rally.robots[j]
    x, y = here(robot)
    show_way(me, x, y, row, Other.RIGHT)
    show_facing(me, robot.facing, row, Other.FACES_RIGHT)
    row[Other.ON_FLOOR] = robot.place == Place.FLOOR
    row[Other.DAMAGE] = robot.damage / DEADLY
    row[Other.LIVES] = robot.lives / MOST_LIVES
    row[Other.TOUCHED] = robot.touched / FLAGS
    row[Other.POWERED_DOWN] = robot.power == Power.DOWN
    row[Other.ANNOUNCED] = robot.announced
    row[Other.XP] = min(1.0, s.xp[j] / MUCH_XP)
    row[Other.LEVEL] = level(s, j) / len(LEVELS)
    row[Other.HIGH] = setup.floor.squares[x, y].height
    show_registers(s, Stage.CLEAN_UP, j, row, Other.REGISTER_1)


@kernel
def observe_robots(r: Any, seat: int, around: Any) -> None:
    """The robots in sight."""
    me = r.robots[seat]
    for i in range(r.count):
        if sees(r, seat, i):
            robot = r.robots[i]
            mark(me, robot.x, robot.y, around, Around.ROBOT, 1.0)
            mark_robot(me, robot, around, Around.FACES_RIGHT)


@kernel
def observe_towers(setup: Any, r: Any, me: Any, towers: Any, around: Any) -> None:
    """The towers that stand: those in sight, and the closest."""
    clear(towers)
    x, y = here(me)
    shown = 0  # bit set of the towers that have a row
    for k in range(SHOWN_TOWERS):
        t = closest_tower(r, x, y, shown)
        if t == NOBODY:
            break
        shown |= 1 << t
        tower = r.things[t]
        row = towers[k]
        show_way(me, tower.x, tower.y, row, TowerColumn.RIGHT)
        row[TowerColumn.HEALTH] = tower.health / HOWITZER_TOWER_HEALTH
        row[TowerColumn.HOWITZER] = setup.towers[t].kind == Tower.HOWITZER
        row[TowerColumn.HIGH] = setup.floor.squares[tower.x, tower.y].height
    for t in range(r.thing_count):
        tower = r.things[t]
        if tower.health > 0:
            mark(me, tower.x, tower.y, around, Around.TOWER, tower.health / HOWITZER_TOWER_HEALTH)


@kernel
def closest_tower(r: Any, x: int, y: int, but: int) -> int:
    """The closest standing tower to a square but those of a bit set, or NOBODY."""
    best = NOBODY
    shortest = 0
    for t in range(r.thing_count):
        tower = r.things[t]
        if tower.health <= 0 or (but >> t) & 1 == 1:
            continue
        way = manhattan(x, y, tower.x, tower.y)
        if best == NOBODY or way < shortest:
            best = t
            shortest = way
    return best


@kernel
def observe_drones(s: Any, me: Any, drones: Any, around: Any) -> None:
    """The drones in the air: those in sight, and the way to the closest."""
    clear(drones)
    x, y = here(me)
    shown = 0  # bit set of the drones that have a row
    for k in range(SHOWN_DRONES):
        d = closest_drone(s, x, y, shown)
        if d == NOBODY:
            break
        shown |= 1 << d
        drone = s.drones[d]
        row = drones[k]
        show_way(me, drone.x, drone.y, row, DroneColumn.RIGHT)
        row[DroneColumn.PRESENT] = 1
    for d in range(DRONES):
        if s.drones[d].live == 1:
            mark(me, s.drones[d].x, s.drones[d].y, around, Around.DRONE, 1.0)


@kernel
def closest_drone(s: Any, x: int, y: int, but: int) -> int:
    """The closest drone to a square but those of a bit set, or NOBODY."""
    best = NOBODY
    shortest = 0
    for d in range(DRONES):
        drone = s.drones[d]
        if drone.live == 0 or (but >> d) & 1 == 1:
            continue
        way = manhattan(x, y, drone.x, drone.y)
        if best == NOBODY or way < shortest:
            best = d
            shortest = way
    return best


@kernel
def mark_debris(floor: Any, s: Any, me: Any, around: Any) -> None:
    """The debris in sight."""
    my_x, my_y = here(me)
    for x in range(max(0, my_x - SIGHT), min(floor.width, my_x + SIGHT + 1)):
        for y in range(max(0, my_y - SIGHT), min(floor.height, my_y + SIGHT + 1)):
            if s.debris[x, y] == 1:
                mark(me, x, y, around, Around.DEBRIS, 1.0)
