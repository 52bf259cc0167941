"""What a robot's player sees in Tower Defense, beside what all rally games share."""

from typing import Any

from cogarena.envs.core.grid import manhattan
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.layout import Layout, Piece, clear, columns
from cogarena.envs.rally.floor import Tower
from cogarena.envs.rally.floor_views import VIEW_RADIUS
from cogarena.envs.rally.observation import (
    BEARING,
    COMPASS,
    COURSE,
    OTHER_OPTIONS,
    PUBLIC_CARDS,
    RACER,
    ROBOT_SEEN,
    STATUS,
    floor_piece,
    here,
    mark,
    mark_next_flag,
    observe_cards,
    observe_floor,
    observe_robots,
    racer_pieces,
    show_bearing,
    show_compass,
    show_course,
    show_options,
    show_others_options,
    show_question,
    show_racer,
    show_registers,
    show_status,
    show_way,
    window_piece,
)
from cogarena.envs.rally.state import NOBODY, Ask
from cogarena.envs.tower_defense.defense import count_drones
from cogarena.envs.tower_defense.experience import level
from cogarena.envs.tower_defense.state import (
    DRONES,
    HOWITZER_TOWER_HEALTH,
    LEVELS,
    Ground,
    Stage,
)

MUCH_XP = 150.0
MANY_DRONES = 8.0
SHOWN_DRONES = 4
SHOWN_TOWERS = 6
ASKS = len(Ask)

Own = columns(
    "Own",
    RACER,
    STATUS,
    "XP",
    "LEVEL",
    "HIGH",
    "BANKED",  # a point towards a ramp
    "SCRAMBLED",  # in the next turn
    "LULL",  # towers and drones rest
    COURSE,
    COMPASS,
    "DRONES",  # in the air
)
Other = columns("Other", BEARING, RACER, "ANNOUNCED", "XP", "LEVEL", "HIGH", PUBLIC_CARDS)
TowerColumn = columns("TowerColumn", "RIGHT", "BEHIND", "HEALTH", "HOWITZER", "HIGH")
DroneColumn = columns("DroneColumn", "RIGHT", "BEHIND", "PRESENT")
Around = columns(
    "Around",
    "ROBOT",
    ROBOT_SEEN,
    "TOWER",  # hit points as a share
    "DRONE",
    "DEBRIS",
    "NEXT_FLAG",
)

LAYOUT = Layout(
    *racer_pieces(Own, Other),
    OTHER_OPTIONS,
    Piece("towers", TowerColumn, "the closest towers, closest first", (SHOWN_TOWERS,), -1.0),
    Piece("drones", DroneColumn, "the closest drones, closest first", (SHOWN_DRONES,), -1.0),
    floor_piece(Ground),
    window_piece("around", Around, "robots, towers, drones and debris there"),
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
    observe_others(setup, s, seat, out.others)
    show_others_options(r, seat, out.other_options)
    observe_floor(setup.floor, setup.views, robot, out.floor)
    observe_robots(r, seat, out.around)
    observe_towers(setup, r, robot, out.towers, out.around)
    observe_drones(s, robot, out.drones, out.around)
    mark_debris(setup.floor, s, robot, out.around)
    mark_next_flag(setup.floor, robot, out.around, Around.NEXT_FLAG)


@kernel
def observe_own(setup: Any, s: Any, seat: int, own: Any) -> None:
    """The robot's own state."""
    robot = s.rally.robots[seat]
    x, y = here(robot)
    show_racer(robot, own, Own.DAMAGE)
    show_status(s.rally, robot, s.turn / setup.turns, own, Own.ANNOUNCED)
    own[Own.XP] = min(1.0, s.xp[seat] / MUCH_XP)
    own[Own.LEVEL] = level(s, seat) / len(LEVELS)
    own[Own.HIGH] = setup.floor.squares[x, y].height
    own[Own.BANKED] = robot.banked > 0
    own[Own.SCRAMBLED] = (s.scrambled >> seat) & 1
    own[Own.LULL] = s.lull
    show_course(setup.floor, robot, own, Own.FLAG_RIGHT)
    show_compass(robot, own, Own.FACES_EAST)
    own[Own.DRONES] = min(1.0, count_drones(s) / MANY_DRONES)


@kernel
def observe_others(setup: Any, s: Any, seat: int, others: Any) -> None:
    """The public state of the other robots."""
    clear(others)
    count = s.rally.count
    for k in range(1, count):
        show_robot(setup, s, s.rally.robots[seat], (seat + k) % count, others[k - 1])


@kernel
def show_robot(setup: Any, s: Any, me: Any, j: int, row: Any) -> None:
    """The public state of a robot."""
    robot = s.rally.robots[j]
    x, y = here(robot)
    show_bearing(me, robot, x, y, row, Other.RIGHT)
    show_racer(robot, row, Other.DAMAGE)
    row[Other.ANNOUNCED] = robot.announced
    row[Other.XP] = min(1.0, s.xp[j] / MUCH_XP)
    row[Other.LEVEL] = level(s, j) / len(LEVELS)
    row[Other.HIGH] = setup.floor.squares[x, y].height
    show_registers(s.rally, s.stage, Stage.CLEAN_UP, j, row, Other.REGISTER_1)


@kernel
def observe_towers(setup: Any, r: Any, me: Any, towers: Any, around: Any) -> None:
    """The standing towers: those in the window, and the ways to the closest."""
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
def closest_tower(r: Any, x: int, y: int, without: int) -> int:
    """The standing tower closest to a square, without those of a bit set, or NOBODY."""
    best = NOBODY
    shortest = 0
    for t in range(r.thing_count):
        tower = r.things[t]
        if tower.health <= 0 or (without >> t) & 1 == 1:
            continue
        way = manhattan(x, y, tower.x, tower.y)
        if best == NOBODY or way < shortest:
            best = t
            shortest = way
    return best


@kernel
def observe_drones(s: Any, me: Any, drones: Any, around: Any) -> None:
    """The drones in the air: those in the window, and the ways to the closest."""
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
def closest_drone(s: Any, x: int, y: int, without: int) -> int:
    """The drone closest to a square, without those of a bit set, or NOBODY."""
    best = NOBODY
    shortest = 0
    for d in range(DRONES):
        drone = s.drones[d]
        if drone.live == 0 or (without >> d) & 1 == 1:
            continue
        way = manhattan(x, y, drone.x, drone.y)
        if best == NOBODY or way < shortest:
            best = d
            shortest = way
    return best


@kernel
def mark_debris(floor: Any, s: Any, me: Any, around: Any) -> None:
    """The debris in the window."""
    my_x, my_y = here(me)
    for x in range(max(0, my_x - VIEW_RADIUS), min(floor.width, my_x + VIEW_RADIUS + 1)):
        for y in range(max(0, my_y - VIEW_RADIUS), min(floor.height, my_y + VIEW_RADIUS + 1)):
            if s.debris[x, y] != 0:
                mark(me, x, y, around, Around.DEBRIS, 1.0)
