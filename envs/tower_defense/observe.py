"""What a robot's player sees in Tower Defense, beside what all rally games share."""

from typing import Any

from cogarena.envs.core.jit import kernel
from cogarena.envs.core.layout import Column, Layout, Piece, clear, columns
from cogarena.envs.rally.floor import FLAGS, Tower
from cogarena.envs.rally.observation import (
    ANNOUNCED,
    BEARING,
    COMPASS,
    COURSE,
    FLAG,
    MOST_COUNTED,
    OPTION_PILES,
    OTHER_OPTIONS,
    RACER,
    ROBOT,
    STATUS,
    WAY,
    counted,
    floor_piece,
    here,
    mark,
    mark_flags,
    observe_cards,
    observe_floor,
    observe_robots,
    racer_pieces,
    show_bearing,
    show_compass,
    show_course,
    show_options,
    show_others_options,
    show_piles,
    show_question,
    show_racer,
    show_status,
    show_way,
    way,
    window_piece,
)
from cogarena.envs.rally.robot_views import (
    INCOMING,
    MOST_INCOMING,
    OWN_STATE,
    PUBLIC_STATE,
    rows_of,
    show_own_state,
    show_public_state,
)
from cogarena.envs.rally.state import OTHERS, Ask
from cogarena.envs.tower_defense.defense import count_drones
from cogarena.envs.tower_defense.experience import level
from cogarena.envs.tower_defense.preview import PREVIEW_PIECES, show_preview
from cogarena.envs.tower_defense.state import (
    DRONES,
    HOWITZER_TOWER_HEALTH,
    LEVELS,
    TOWERS,
    Ground,
)

SHOWN_DEBRIS = 40  # squares with debris that are listed
ASKS = len(Ask)

XP = counted("XP", "experience since the last level")
LEVEL = Column("LEVEL", "levels reached", len(LEVELS))
HIGH = Column("HIGH", "1: on the plateau")
HEALTH = Column("HEALTH", "hit points", HOWITZER_TOWER_HEALTH)
PROSPECTS = (  # see `show_prospects`
    Column("BANKED", "1: has saved a point towards a ramp"),
    Column("SCRAMBLED", "1: gets a random program in the next turn"),
    Column("EARNS_EVENT", "1: has earned an event at the end of the turn"),
    Column("SWEEPS", "1 + the drone that its Pressor Beam is about to move, 0 none", DRONES),
    Column("FORCED", "1: its program of this turn is random"),
)
DEAD = 99  # more than can be destroyed in a turn
Own = columns(
    "Own",
    RACER,
    STATUS,
    XP,
    LEVEL,
    HIGH,
    PROSPECTS,
    OWN_STATE,
    COURSE,
    Column("FLAGS", "flags on the course", FLAGS),
    COMPASS,
    Column("DRONES", "drones in the air", DRONES),
)
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
Other = columns(
    "Other",
    BEARING,
    RACER,
    ANNOUNCED,
    XP,
    LEVEL,
    HIGH,
    PROSPECTS,
    way("ARCHIVE", "its archive"),
    PUBLIC_STATE,
)
TowerColumn = columns(
    "TowerColumn",
    WAY,
    HEALTH,
    Column("HOWITZER", "1: it is one, 0: a laser"),
    HIGH,
    INCOMING,
    Column("HIT_BY_OWN", "1: the own robot dealt it damage in this damage step"),
    Column("HIT_BY", "others that did: the bit set of their rows", (1 << OTHERS) - 1),
)
DroneColumn = columns("DroneColumn", WAY, Column("PRESENT", "1: it is in the air"))
DebrisColumn = columns(
    "DebrisColumn",
    WAY,
    Column("OWN", "1: of the own robot"),
    Column("OTHERS", "of others: the bit set of their rows", (1 << OTHERS) - 1),
)
Around = columns(
    "Around",
    ROBOT,
    Column("TOWER", "hit points of the tower there", HOWITZER_TOWER_HEALTH),
    FLAG,
)

LAYOUT = Layout(
    *racer_pieces(Own, Other),
    *PREVIEW_PIECES,
    OTHER_OPTIONS,
    OPTION_PILES,
    Piece("table", Table, "events and rest"),
    Piece("towers", TowerColumn, "the towers by number; zeros where none stands", (TOWERS,)),
    Piece("drones", DroneColumn, "the drones in the order of their launch", (DRONES,)),
    Piece(
        "debris",
        DebrisColumn,
        "squares with debris, from the map's north-western corner on",
        (SHOWN_DEBRIS,),
    ),
    floor_piece(Ground),
    window_piece("around", Around, "robots, towers and flags there"),
)


@kernel
def observe(setup: Any, s: Any, seat: int, out: Any) -> None:
    """Write every element of the seat's observation."""
    r = s.rally
    robot = r.robots[seat]
    show_question(s, seat, out.decision)
    observe_own(setup, s, seat, out.own)
    observe_table(s, out.table)
    observe_cards(robot, out.hand, out.program)
    show_preview(setup, s, seat, out.preview, out.program_end)
    show_options(robot, out.options)
    observe_others(setup, s, seat, out.others)
    show_others_options(r, seat, out.other_options)
    show_piles(r, out.option_piles)
    observe_floor(setup.floor, setup.views, robot, out.floor)
    observe_robots(r, seat, out.around, Around.ROBOT)
    observe_towers(setup, r, seat, out.towers, out.around)
    observe_drones(s, robot, out.drones)
    observe_debris(setup.floor, s, seat, out.debris)
    mark_flags(setup.floor, robot, out.around, Around.FLAG)


@kernel
def observe_own(setup: Any, s: Any, seat: int, own: Any) -> None:
    """The robot's own state."""
    robot = s.rally.robots[seat]
    x, y = here(robot)
    show_racer(robot, own, Own.DAMAGE)
    show_status(setup, s, robot, own, Own.ANNOUNCED)
    own[Own.XP] = experience_shown(s, seat)
    own[Own.LEVEL] = level(s, seat)
    own[Own.HIGH] = setup.floor.squares[x, y].height
    show_prospects(s, seat, own, Own.BANKED)
    show_own_state(s, seat, own, Own.WAITS)
    own[Own.FLAGS] = setup.floor.flag_count
    show_course(setup.floor, robot, own, Own.FLAG_RIGHT)
    show_compass(robot, own, Own.FACES_EAST)
    own[Own.DRONES] = count_drones(s)


@kernel
def experience_shown(s: Any, i: int) -> int:
    """T3: the experience since the robot's last level."""
    reached = level(s, i)
    return min(MOST_COUNTED, s.xp[i] - (LEVELS[reached - 1] if reached > 0 else 0))


@kernel
def show_prospects(s: Any, i: int, row: Any, column: int) -> None:
    """The columns PROSPECTS: what awaits a robot."""
    row[column] = s.rally.robots[i].banked > 0
    row[column + 1] = (s.scrambled >> i) & 1
    row[column + 2] = (s.earners >> i) & 1
    row[column + 3] = s.swept[i]
    row[column + 4] = s.rally.robots[i].forced


@kernel
def observe_table(s: Any, table: Any) -> None:
    """What concerns everybody."""
    table[Table.LULL] = s.lull
    table[Table.NEXT_LULL] = s.next_lull
    table[Table.DEATHS] = min(s.deaths, DEAD)
    table[Table.EVENT_DUE] = s.event_due
    table[Table.IN_EVENT] = s.in_event


@kernel
def observe_others(setup: Any, s: Any, seat: int, others: Any) -> None:
    """The public state of the other robots."""
    clear(others)
    count = s.rally.count
    for k in range(1, count):
        show_robot(setup, s, seat, (seat + k) % count, others[k - 1])


@kernel
def show_robot(setup: Any, s: Any, seat: int, j: int, row: Any) -> None:
    """The public state of a robot."""
    me, robot = s.rally.robots[seat], s.rally.robots[j]
    x, y = here(robot)
    show_bearing(me, robot, x, y, row, Other.RIGHT)
    show_racer(robot, row, Other.DAMAGE)
    row[Other.ANNOUNCED] = robot.announced
    row[Other.XP] = experience_shown(s, j)
    row[Other.LEVEL] = level(s, j)
    row[Other.HIGH] = setup.floor.squares[x, y].height
    show_prospects(s, j, row, Other.BANKED)
    show_way(me, robot.archive_x, robot.archive_y, row, Other.ARCHIVE_RIGHT)
    show_public_state(s, seat, j, row, Other.INCOMING)


@kernel
def observe_towers(setup: Any, r: Any, seat: int, towers: Any, around: Any) -> None:
    """The standing towers, and those of them in the window."""
    clear(towers)
    me = r.robots[seat]
    for t in range(r.thing_count):
        tower = r.things[t]
        if tower.health <= 0:
            continue
        row = towers[t]
        show_way(me, tower.x, tower.y, row, TowerColumn.RIGHT)
        row[TowerColumn.HEALTH] = tower.health
        row[TowerColumn.HOWITZER] = setup.towers[t].kind == Tower.HOWITZER
        row[TowerColumn.HIGH] = setup.floor.squares[tower.x, tower.y].height
        row[TowerColumn.INCOMING] = min(tower.incoming, MOST_INCOMING)
        row[TowerColumn.HIT_BY_OWN] = (tower.hitters >> seat) & 1
        row[TowerColumn.HIT_BY] = rows_of(r, seat, tower.hitters)
        mark(me, tower.x, tower.y, around, Around.TOWER, tower.health)


@kernel
def observe_drones(s: Any, me: Any, drones: Any) -> None:
    """The drones in the air."""
    clear(drones)
    for d in range(DRONES):
        drone = s.drones[d]
        if drone.live == 1:
            show_way(me, drone.x, drone.y, drones[d], DroneColumn.RIGHT)
            drones[d, DroneColumn.PRESENT] = 1


@kernel
def observe_debris(floor: Any, s: Any, seat: int, rows: Any) -> None:
    """The squares with debris."""
    clear(rows)
    me = s.rally.robots[seat]
    shown = 0
    for x in range(floor.width):
        for y in range(floor.height):
            if s.debris[x, y] != 0 and shown < SHOWN_DEBRIS:
                row = rows[shown]
                show_way(me, x, y, row, DebrisColumn.RIGHT)
                row[DebrisColumn.OWN] = (s.debris[x, y] >> seat) & 1
                row[DebrisColumn.OTHERS] = rows_of(s.rally, seat, s.debris[x, y])
                shown += 1
