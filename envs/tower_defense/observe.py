"""What a robot's player sees: the floor around the robot as it faces, and the public state.

Hidden: the other players' hands and the registers they have not revealed, and the decks.
"""

from enum import IntEnum
from typing import Any

from cogworks.envs.core.grid import DX, DY, manhattan
from cogworks.envs.core.header import is_asked
from cogworks.envs.core.jit import kernel
from cogworks.envs.core.layout import Layout, Piece, clear
from cogworks.envs.rally.cards import CARDS
from cogworks.envs.rally.floor import FLAGS, REGISTERS, Tower
from cogworks.envs.rally.options import OPTIONS
from cogworks.envs.rally.phases import is_public
from cogworks.envs.rally.sight import (
    FAR,
    SIGHT,
    WINDOW,
    CardColumn,
    RegisterColumn,
    Surface,
    behind_of,
    here,
    observe_cards,
    observe_floor,
    right_of,
    turned_x,
    turned_y,
)
from cogworks.envs.rally.state import DEADLY, HAND, NOBODY, ROBOTS, Ask, Place, Power
from cogworks.envs.tower_defense.drones import count_drones
from cogworks.envs.tower_defense.experience import level
from cogworks.envs.tower_defense.state import (
    DRONES,
    HOWITZER_TOWER_HEALTH,
    LEVELS,
    Relief,
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
    Piece("floor", Surface, "the squares around the robot, ahead is up", (WINDOW, WINDOW), -1.0),
    Piece("relief", Relief, "their heights and ramps", (WINDOW, WINDOW)),
    Piece("around", Around, "robots, towers, drones and debris there", (WINDOW, WINDOW), -1.0),
)


@kernel
def observe(setup: Any, s: Any, seat: int, out: Any) -> None:
    """Write every element of the seat's observation."""
    r = s.rally
    robot = r.robots[seat]
    asked = is_asked(s, seat)
    for question in range(ASKS):
        out.decision[question] = asked and robot.asked == question
    observe_own(setup, s, seat, out.own)
    observe_cards(robot, out.hand, out.program)
    for option in range(OPTIONS):
        out.options[option] = (robot.options >> option) & 1
    observe_others(setup, s, seat, out.others, out.other_options)
    observe_floor(setup.floor, setup.views, robot, out.floor)
    observe_relief(setup, robot, out.relief)
    for v in range(WINDOW):
        clear(out.around[v])
    observe_robots(r, seat, out.around)
    observe_towers(setup, r, robot, out.towers, out.around)
    observe_drones(s, robot, out.drones, out.around)
    mark_debris(setup.floor, s, robot, out.around)
    flag = setup.floor.flag[min(robot.touched, setup.floor.flag_count - 1)]
    mark(robot, flag.x, flag.y, out.around, Around.NEXT_FLAG, 1.0)


@kernel
def observe_own(setup: Any, s: Any, seat: int, own: Any) -> None:
    """The robot's own state."""
    robot = s.rally.robots[seat]
    facing = robot.facing
    x, y = here(robot)
    flag = setup.floor.flag[min(robot.touched, setup.floor.flag_count - 1)]
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
    own[Own.FLAG_RIGHT] = right_of(facing, flag.x - x, flag.y - y) / FAR
    own[Own.FLAG_BEHIND] = behind_of(facing, flag.x - x, flag.y - y) / FAR
    own[Own.FACES_EAST] = DX[facing]
    own[Own.FACES_SOUTH] = DY[facing]
    own[Own.DRONES] = min(1.0, count_drones(s) / MANY_DRONES)
    x, y = robot.archive_x - x, robot.archive_y - y
    own[Own.ARCHIVE_RIGHT] = right_of(facing, x, y) / FAR
    own[Own.ARCHIVE_BEHIND] = behind_of(facing, x, y) / FAR


@kernel
def observe_others(setup: Any, s: Any, seat: int, others: Any, options: Any) -> None:
    """The public state of the other robots."""
    clear(others)
    clear(options)
    r = s.rally
    for k in range(1, r.count):
        j = (seat + k) % r.count
        show_robot(setup, s, r.robots[seat], j, others[k - 1])
        for option in range(OPTIONS):
            options[k - 1, option] = (r.robots[j].options >> option) & 1


@kernel
def show_robot(setup: Any, s: Any, me: Any, j: int, row: Any) -> None:
    """What everybody may know of a robot."""
    r = s.rally
    robot = r.robots[j]
    x, y = here(me)
    there_x, there_y = here(robot)
    row[Other.RIGHT] = right_of(me.facing, there_x - x, there_y - y) / FAR
    row[Other.BEHIND] = behind_of(me.facing, there_x - x, there_y - y) / FAR
    row[Other.FACES_RIGHT] = right_of(me.facing, DX[robot.facing], DY[robot.facing])
    row[Other.FACES_BEHIND] = behind_of(me.facing, DX[robot.facing], DY[robot.facing])
    row[Other.ON_FLOOR] = robot.place == Place.FLOOR
    row[Other.DAMAGE] = robot.damage / DEADLY
    row[Other.LIVES] = robot.lives / MOST_LIVES
    row[Other.TOUCHED] = robot.touched / FLAGS
    row[Other.POWERED_DOWN] = robot.power == Power.DOWN
    row[Other.ANNOUNCED] = robot.announced
    row[Other.XP] = min(1.0, s.xp[j] / MUCH_XP)
    row[Other.LEVEL] = level(s, j) / len(LEVELS)
    row[Other.HIGH] = setup.floor.squares[there_x, there_y].height
    for k in range(REGISTERS):
        if is_public(r, s.stage, Stage.CLEAN_UP, j, k):
            row[Other.REGISTER_1 + k] = robot.program[k] / CARDS


@kernel
def observe_relief(setup: Any, robot: Any, relief: Any) -> None:
    """Heights and ramps around the robot."""
    x, y = here(robot)
    column = turned_x(setup.floor, robot.facing, x, y)
    row = turned_y(setup.floor, robot.facing, x, y)
    view = setup.reliefs[robot.facing]
    for v in range(WINDOW):
        for u in range(WINDOW):
            for plane in range(relief.shape[2]):
                relief[v, u, plane] = view[row + v, column + u, plane]


@kernel
def mark(me: Any, x: int, y: int, around: Any, column: int, value: float) -> None:
    """A square around the robot, if it is in sight."""
    my_x, my_y = here(me)
    u = right_of(me.facing, x - my_x, y - my_y) + SIGHT
    v = behind_of(me.facing, x - my_x, y - my_y) + SIGHT
    if 0 <= u < WINDOW and 0 <= v < WINDOW:
        around[v, u, column] = value


@kernel
def observe_robots(r: Any, seat: int, around: Any) -> None:
    """The robots in sight."""
    me = r.robots[seat]
    x, y = here(me)
    for i in range(r.count):
        robot = r.robots[i]
        if i == seat or robot.place != Place.FLOOR:
            continue
        u = right_of(me.facing, robot.x - x, robot.y - y) + SIGHT
        v = behind_of(me.facing, robot.x - x, robot.y - y) + SIGHT
        if 0 <= u < WINDOW and 0 <= v < WINDOW:
            square = around[v, u]
            square[Around.ROBOT] = 1
            square[Around.FACES_RIGHT] = right_of(me.facing, DX[robot.facing], DY[robot.facing])
            square[Around.FACES_BEHIND] = behind_of(me.facing, DX[robot.facing], DY[robot.facing])
            square[Around.DAMAGE] = robot.damage / DEADLY
            square[Around.POWERED_DOWN] = robot.power == Power.DOWN


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
        row[TowerColumn.RIGHT] = right_of(me.facing, tower.x - x, tower.y - y) / FAR
        row[TowerColumn.BEHIND] = behind_of(me.facing, tower.x - x, tower.y - y) / FAR
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
        row[DroneColumn.RIGHT] = right_of(me.facing, drone.x - x, drone.y - y) / FAR
        row[DroneColumn.BEHIND] = behind_of(me.facing, drone.x - x, drone.y - y) / FAR
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
