"""What a robot's player sees in Tower Defense, beside what all rally games share, and its preview.

In the preview, towers and drones fire or not as they choose: their damage is not told, nor what
debris repairs.
"""

from typing import Any

from cogarena.envs.core.jit import kernel
from cogarena.envs.core.layout import Column, Layout, Piece, clear, columns
from cogarena.envs.rally import observation as rally
from cogarena.envs.rally import preview
from cogarena.envs.rally.floor import HEIGHT, Tower
from cogarena.envs.rally.robot_views import INCOMING, MOST_INCOMING, rows_of
from cogarena.envs.rally.state import ASKS, NOBODY, OTHERS, ROBOTS, robot_in_row, row_of
from cogarena.envs.rally.transitions import LOST
from cogarena.envs.tower_defense.defense import count_drones
from cogarena.envs.tower_defense.experience import level
from cogarena.envs.tower_defense.state import (
    DRONES,
    HOWITZER_TOWER_HEALTH,
    LEVELS,
    TOWERS,
    Ground,
)

PREVIEW_PIECES = preview.preview_pieces(
    preview.DAMAGE_COLUMN,
    Column("TOWER", "0: its main laser hits no tower from there, else 1 + its number", TOWERS),
    meaning="the goal is the next flag",
)


SHOWN_DEBRIS = 38  # squares with debris that are listed

HIGH = Column("HIGH", "1: on the plateau")
HEALTH = Column("HEALTH", "hit points", HOWITZER_TOWER_HEALTH)
STANDING = (  # see `show_standing`
    rally.counted("XP", "experience since the last level"),
    Column("LEVEL", "levels reached", len(LEVELS)),
    HIGH,
    Column("BANKED", "1: has saved a point towards a ramp"),
    Column("SCRAMBLED", "1: gets a random program in the next turn"),
    Column("EARNS_EVENT", "1: has earned an event at the end of the turn"),
    Column("SWEEPS", "1 + the drone that its Pressor Beam is about to move, 0 none", DRONES),
    Column("FORCED", "1: its program of this turn is random"),
)
DEAD = 99  # more than can be destroyed in a turn
Own = columns(
    "Own",
    rally.OWN,
    rally.RACER,
    rally.COURSE,
    STANDING,
    Column("DRONES", "drones in the air", DRONES),
)
Other = columns("Other", rally.OTHER, rally.RACER, STANDING)
Table = columns(
    "Table",
    Column("LULL", "1: towers and drones rest in this turn"),
    Column("NEXT_LULL", "1: in the next turn"),
    Column(
        "DEATHS", "robots destroyed in this turn, except by events: a tower event follows", DEAD
    ),
    Column("EVENT_DUE", "1: an event has destroyed a robot: another one follows"),
    Column("IN_EVENT", "1: an event is going on"),
)
TowerColumn = columns(
    "TowerColumn",
    rally.WAY,
    HEALTH,
    Column("HOWITZER", "1: it is one, 0: a laser"),
    HIGH,
    INCOMING,
    Column("HIT_BY_OWN", "1: the own robot dealt it damage in this damage step"),
    Column("HIT_BY", "others that did: the bit set of their rows", (1 << OTHERS) - 1),
)
DroneColumn = columns("DroneColumn", rally.WAY, Column("PRESENT", "1: it is in the air"))
DebrisColumn = columns(
    "DebrisColumn",
    rally.WAY,
    Column("OWN", "1: of the own robot"),
    Column("OTHERS", "of others: the bit set of their rows", (1 << OTHERS) - 1),
)
Around = columns(
    "Around",
    rally.AROUND,
    Column("TOWER", "hit points of the tower there", HOWITZER_TOWER_HEALTH),
    rally.FLAG,
)

LAYOUT = Layout(
    *rally.shared_pieces(Own, Other, ASKS, Ground),
    *PREVIEW_PIECES,
    Piece("table", Table, "events and rest"),
    Piece("towers", TowerColumn, "the towers by number; zeros where none stands", (TOWERS,)),
    Piece("drones", DroneColumn, "the drones in the order of their launch", (DRONES,)),
    Piece(
        "debris",
        DebrisColumn,
        "squares with debris, from the map's north-western corner on",
        (SHOWN_DEBRIS,),
    ),
    rally.window_piece("around", Around, "robots, towers and flags there"),
)


@kernel
def observe(setup: Any, s: Any, seat: int, out: Any) -> None:
    """Write every element of the seat's observation."""
    r = s.rally
    robot = r.robots[seat]
    rally.observe_shared(setup, s, seat, out)
    show_preview(setup, s, seat, out.preview, out.program_end)
    observe_table(s, out.table)
    rally.show_course(setup.floor, robot, out.own, Own.FLAG_RIGHT)
    out.own[Own.DRONES] = count_drones(s)
    rally.show_racer(robot, out.own, Own.LIVES)
    show_standing(setup, s, seat, out.own, Own.XP)
    for row in range(r.count - 1):
        i = robot_in_row(r, seat, row)
        rally.show_racer(r.robots[i], out.others[row], Other.LIVES)
        show_standing(setup, s, i, out.others[row], Other.XP)
    observe_towers(setup, r, seat, out.towers, out.around)
    observe_drones(s, robot, out.drones)
    observe_debris(setup.floor, s, seat, out.debris)
    rally.mark_flags(setup.floor, robot, out.around, Around.FLAG)


@kernel
def show_standing(setup: Any, s: Any, i: int, row: Any, column: int) -> None:
    """The columns STANDING: what a robot has reached, and what awaits it."""
    robot = s.rally.robots[i]
    x, y = rally.here(robot)
    reached = level(s, i)
    row[column] = experience_shown(s, i, reached)
    row[column + 1] = reached
    row[column + 2] = setup.floor.squares[x, y].height
    row[column + 3] = robot.banked > 0
    row[column + 4] = (s.scrambled >> i) & 1
    row[column + 5] = (s.earners >> i) & 1
    row[column + 6] = s.swept[i]
    row[column + 7] = robot.forced


@kernel
def experience_shown(s: Any, i: int, reached: int) -> int:
    """T3: the experience since the robot's last level."""
    return min(rally.MOST_COUNTED, s.xp[i] - (LEVELS[reached - 1] if reached > 0 else 0))


@kernel
def observe_table(s: Any, table: Any) -> None:
    """What concerns everybody."""
    table[Table.LULL] = s.lull
    table[Table.NEXT_LULL] = s.next_lull
    table[Table.DEATHS] = min(s.deaths, DEAD)
    table[Table.EVENT_DUE] = s.event_due
    table[Table.IN_EVENT] = s.in_event


@kernel
def observe_towers(setup: Any, r: Any, seat: int, towers: Any, around: Any) -> None:
    """The standing towers, and those of them in the window."""
    clear(towers)
    sight = rally.sight_of(r.robots[seat])
    for t in range(r.thing_count):
        tower = r.things[t]
        if tower.health <= 0:
            continue
        row = towers[t]
        rally.show_way(sight, tower.x, tower.y, row, TowerColumn.RIGHT)
        row[TowerColumn.HEALTH] = tower.health
        row[TowerColumn.HOWITZER] = setup.towers[t].kind == Tower.HOWITZER
        row[TowerColumn.HIGH] = setup.floor.squares[tower.x, tower.y].height
        row[TowerColumn.INCOMING] = min(tower.incoming, MOST_INCOMING)
        row[TowerColumn.HIT_BY_OWN] = (tower.hitters >> seat) & 1
        row[TowerColumn.HIT_BY] = rows_of(r, seat, tower.hitters)
        rally.mark(sight, tower.x, tower.y, around, Around.TOWER, tower.health)


@kernel
def observe_drones(s: Any, me: Any, drones: Any) -> None:
    """The drones in the air."""
    clear(drones)
    sight = rally.sight_of(me)
    for d in range(DRONES):
        drone = s.drones[d]
        if drone.live == 1:
            rally.show_way(sight, drone.x, drone.y, drones[d], DroneColumn.RIGHT)
            drones[d, DroneColumn.PRESENT] = 1


@kernel
def observe_debris(floor: Any, s: Any, seat: int, rows: Any) -> None:
    """The squares with debris."""
    clear(rows)
    sight = rally.sight_of(s.rally.robots[seat])
    shown = 0
    for x in range(floor.width):
        there = 0
        for y in range(HEIGHT):
            there |= s.debris[x, y]
        for y in range(floor.height if there != 0 else 0):
            if s.debris[x, y] != 0 and shown < SHOWN_DEBRIS:
                row = rows[shown]
                rally.show_way(sight, x, y, row, DebrisColumn.RIGHT)
                row[DebrisColumn.OWN] = (s.debris[x, y] >> seat) & 1
                row[DebrisColumn.OTHERS] = rows_of(s.rally, seat, s.debris[x, y])
                shown += 1


@kernel
def tell(setup: Any, s: Any, seat: int, enemies: Any, memo: int, pose: int, row: Any) -> None:
    """The way to the next flag, and the robot or tower in the line of fire."""
    preview.tell_flag(setup, s, seat, memo, pose, row)
    if pose == LOST:
        return
    target = preview.hit_from(setup.floor, setup.transitions, s.rally, enemies, pose)
    if target >= ROBOTS:
        row[preview.AIMS] = 1 + target - ROBOTS
    elif target != NOBODY:
        row[preview.ROBOT] = 1 + row_of(s.rally, seat, target)


show_preview = preview.bind(reach=preview.touch_on_the_way, harm=preview.no_harm, tell=tell)
