"""The preview: where each card of the hand leads after the program so far, if nobody interferes.

It drives the robot over the tables of `transitions`. What is only decided later is left out: gears,
the Gyroscopic Stabilizer, a swapped or replaced card, and options that prevent damage.

`bind` compiles `show_preview` with what a variant's kernels say of its goals. The kernels of games
whose goals are flags stand at the end.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from cogarena.envs.core.grid import DIRECTIONS, DX, DY, manhattan, turned
from cogarena.envs.core.header import is_asked
from cogarena.envs.core.jit import cache_of, kernel
from cogarena.envs.core.layout import Column, Piece, clear, clear_row, columns, copy
from cogarena.envs.core.loops import bound
from cogarena.envs.rally.cards import KIND, NO_CARD
from cogarena.envs.rally.fire import lets_fire_in, stops_fire
from cogarena.envs.rally.floor import FLAGS, REGISTERS, WIDTH
from cogarena.envs.rally.floor_views import BACKWARDS, RIGHTWARDS
from cogarena.envs.rally.machines import is_off_belts
from cogarena.envs.rally.moves import is_blocked, is_enemy
from cogarena.envs.rally.programming import open_register
from cogarena.envs.rally.state import DEADLY, HAND, NOBODY, ROBOTS, Ask, Place
from cogarena.envs.rally.transitions import (
    FAR,
    LOST,
    NOT_BANKED,
    POSES,
    drive,
    pose_of,
    poses_of,
    position_of,
    ride,
    standing_obstacles,
    steps_to,
)

MOST_NEARER = 8
# The columns of every game; DAMAGE may follow, and then AIMS.
PREVIEW = (
    Column("RIGHT", "squares to the right of where the robot stands now", WIDTH, -WIDTH),
    Column("BEHIND", "squares behind where it stands now", WIDTH, -WIDTH),
    Column("FACES_RIGHT", "1: it then faces right of its facing now, −1: left", 1, -1),
    Column("FACES_BEHIND", "1: it then faces backwards, −1: as it does now", 1, -1),
    Column("DEAD", "1: destroyed; the columns of its place are 0 then"),
    Column(
        "ROBOT", "what its main laser hits from there: 0 no robot, else 1 + its row", ROBOTS - 1
    ),
    Column("GOALS", "goals reached on the way", REGISTERS),
    Column("GOAL", "fewest steps and turns from there to the next goal", FAR),
    Column(
        "NEARER",
        f"steps and turns gained by it, at most {MOST_NEARER}: so many too for a goal, −"
        f"{MOST_NEARER} for death",
        MOST_NEARER,
        -MOST_NEARER,
    ),
)
RIGHT, BEHIND, FACES_RIGHT, FACES_BEHIND, DEAD, ROBOT, GOALS, GOAL, NEARER, DAMAGE, AIMS = range(11)
DAMAGE_COLUMN = Column("DAMAGE", "damage tokens that the board deals on the way", DEADLY)

BYTE, ALL_ONES = 8, 0xFF
ABSENT = 0xFF  # in place of an x or y: no robot that can be hit
DIGIT = 4  # bits of 1 + the number of a slot
LAST_SLOT = (1 << DIGIT) - 1

# Kernels of a variant. A `memo` is what it keeps of the goals reached on the way, 0 at first.
reach: Any = None  # (setup, s, seat, memo, start, moved, after) -> memo: a register's poses
harm: Any = None  # (setup, s, seat, pose) -> damage of a register that ends there, lasers apart
tell: Any = None  # (setup, s, seat, enemies, memo, pose, row): ROBOT, GOALS, GOAL and AIMS
play: Any = None  # bound by `bind`


def preview_pieces(*more: Column, meaning: str) -> tuple[Piece, ...]:
    """The pieces of an observation, with more columns; `meaning` says what the goal is."""
    shown = columns("PreviewColumn", PREVIEW, more)
    return (
        Piece(
            "preview",
            shown,
            f"where each card of the hand leads; {meaning}",
            (HAND,),
            beside="hand",
        ),
        Piece("program_end", shown, "the same for the program so far, before the next card"),
    )


def bind(*, reach: Any, harm: Any, tell: Any) -> Callable[..., None]:
    """`show_preview` compiled with a variant's kernels."""
    folder, kernels = cache_of(tell), {"reach": reach, "harm": harm, "tell": tell}
    kernels["play"] = bound(play_register, folder, **kernels)
    shown: Callable[..., None] = bound(show_preview, folder, **kernels)
    return shown


def show_preview(setup: Any, s: Any, seat: int, rows: Any, end: Any) -> None:
    """Fill the previews of the hand and of the program so far; zeros unless a card is asked for."""
    clear(rows)
    clear_row(end)
    robot = s.rally.robots[seat]
    if not is_asked(s, seat) or robot.asked != Ask.PROGRAM:
        return
    standing, following = standing_obstacles(s.rally, robot.team), open_register(robot)
    pose, banked, damage, memo = pose_of(setup.floor, robot), int(robot.banked), 0, 0
    enemies = enemies_of(s.rally, seat)
    tell(setup, s, seat, enemies, memo, pose, end)
    goal = int(end[GOAL])
    clear_row(end)
    for k in range(following):
        pose, banked, damage, memo = play(
            setup, s, seat, standing, k, pose, banked, damage, memo,
            robot.program[k], robot.pairs[k], (robot.crabs >> k) & 1,
        )  # fmt: skip
    show_place(setup.floor, robot, pose, damage, end)
    tell(setup, s, seat, enemies, memo, pose, end)
    show_gain(0, goal, end)
    firsts = 0  # by kind, a digit of base 16: 1 + the first slot with such a card
    for slot in range(HAND):
        card = robot.hand[slot]
        if card == NO_CARD:
            continue
        digit = DIGIT * int(KIND[card])
        twin = (firsts >> digit & LAST_SLOT) - 1
        if twin >= 0:
            width = rows.shape[1]
            copy(rows, slot * width, rows, twin * width, width)
            continue
        firsts |= (slot + 1) << digit
        after, _, hurt, reached = play(
            setup, s, seat, standing, following, pose, banked, damage, memo, card, NO_CARD, 0
        )
        show_place(setup.floor, robot, after, hurt, rows[slot])
        tell(setup, s, seat, enemies, reached, after, rows[slot])
        show_gain(end[GOALS], end[GOAL], rows[slot])


def play_register(
    setup: Any, s: Any, seat: int, standing: int, k: int, pose: int, banked: int, damage: int,
    memo: int, card: int, second: int, sideways: int,
) -> tuple[int, int, int, int]:  # fmt: skip
    """Pose, banked point, damage and memo after register k with a card, and maybe a second one."""
    if pose == LOST:
        return LOST, NOT_BANKED, damage, memo
    floor, tables, robot = setup.floor, setup.transitions, s.rally.robots[seat]
    kind = int(KIND[card])
    moved, banked, fall = drive(floor, tables, standing, pose, banked, kind, second, sideways)
    after, slide = ride(floor, tables, standing, k, moved, is_off_belts(floor, robot))
    damage += fall + slide
    if after == LOST:
        return LOST, NOT_BANKED, damage, memo
    damage += beams_on(floor, tables, s.rally, after) + harm(setup, s, seat, after)
    if robot.damage + damage >= DEADLY:
        return LOST, NOT_BANKED, damage, memo
    memo = reach(setup, s, seat, memo, pose, moved, after)
    return after, banked if after == moved else NOT_BANKED, damage, memo


@kernel
def show_gain(goals: int, goal: int, row: Any) -> None:
    """The column NEARER, from the goals reached before and the steps to the next one then."""
    if row[DEAD] == 1:
        row[NEARER] = -MOST_NEARER
    elif row[GOALS] > goals:
        row[NEARER] = MOST_NEARER
    else:
        row[NEARER] = max(-MOST_NEARER, min(MOST_NEARER, goal - row[GOAL]))


@kernel
def show_place(floor: Any, robot: Any, pose: int, damage: int, row: Any) -> None:
    """Where a pose is, seen from where the robot stands now."""
    if len(row) > DAMAGE:
        row[DAMAGE] = min(damage, DEADLY)
    row[DEAD] = pose == LOST
    if pose == LOST:
        return
    x, y = position_of(pose, int(floor.height))
    right = turned(robot.facing, 1)
    dx, dy, facing = x - robot.x, y - robot.y, turned(pose, -int(robot.facing))
    row[RIGHT] = dx * DX[right] + dy * DY[right]
    row[BEHIND] = -(dx * DX[robot.facing] + dy * DY[robot.facing])
    row[FACES_RIGHT] = RIGHTWARDS[facing]
    row[FACES_BEHIND] = BACKWARDS[facing]


@kernel
def beams_on(floor: Any, tables: Any, r: Any, pose: int) -> int:
    """RR20: the damage of board lasers to a lone robot; objects may stand in their beams."""
    square = pose // DIRECTIONS
    beams = int(tables.beams[square])
    if beams == 0 or r.thing_count == 0:
        return beams
    x, y = position_of(pose, int(floor.height))
    beams = 0
    for i in range(floor.lasers):
        if reaches(floor, r, floor.laser[i], x, y):
            beams += floor.laser[i].beams
    return beams


@kernel
def reaches(floor: Any, r: Any, laser: Any, x: int, y: int) -> bool:
    """RR20, T8: the laser's beam would hit a robot on the square; see `fire.in_beam`."""
    at_x, at_y = int(laser.x), int(laser.y)
    height = floor.squares[at_x, at_y].height
    while lets_fire_in(floor, at_x, at_y, height):
        if floor.squares[at_x, at_y].height == height:
            if (at_x == x and at_y == y) or is_blocked(r, at_x, at_y):
                return at_x == x and at_y == y
        if stops_fire(floor, at_x, at_y, laser.fires):
            return False
        at_x += DX[laser.fires]
        at_y += DY[laser.fires]
    return False


@kernel
def enemies_of(r: Any, i: int) -> tuple[int, int]:
    """Where the robots stand that robot `i` can hit: a byte for each x, or ABSENT; and for y."""
    columns = rows = 0
    for j in range(ROBOTS):
        robot, x, y = r.robots[j], ABSENT, 0
        if j < r.count and j != i and robot.place == Place.FLOOR and is_enemy(r, i, j):
            x, y = int(robot.x), int(robot.y)
        columns |= x << (j * BYTE)
        rows |= y << (j * BYTE)
    return columns, rows


@kernel
def square_of_enemy(enemies: Any, j: int) -> tuple[int, int]:
    """The x and y of robot `j`; x is ABSENT if it cannot be hit."""
    columns, rows = enemies
    return columns >> (j * BYTE) & ALL_ONES, rows >> (j * BYTE) & ALL_ONES


@kernel
def aim_from(floor: Any, tables: Any, r: Any, enemies: Any, pose: int) -> int:
    """RR21: the robot that the main laser would hit from a pose, or NOBODY.

    All others stand where they are now.
    """
    found = robot_ahead(floor, tables, enemies, pose)
    if found == NOBODY or r.thing_count == 0:
        return found
    return found if hit_from(floor, tables, r, enemies, pose) == found else NOBODY


@kernel
def hit_from(floor: Any, tables: Any, r: Any, enemies: Any, pose: int) -> int:
    """T14: the same if objects can be targets: they are numbered from ROBOTS on."""
    found = robot_ahead(floor, tables, enemies, pose)
    nearest = tables.reach[pose] + 1
    x, y = position_of(pose, int(floor.height))
    if found != NOBODY:
        at_x, at_y = square_of_enemy(enemies, found)
        nearest = manhattan(x, y, at_x, at_y)
    height = floor.squares[x, y].height
    for t in range(r.thing_count):
        thing = r.things[t]
        way = squares_ahead(pose % DIRECTIONS, thing.x - x, thing.y - y)
        if 0 < way < nearest and thing.health > 0:
            if floor.squares[thing.x, thing.y].height == height:
                found, nearest = ROBOTS + t, way
    return found


@kernel
def robot_ahead(floor: Any, tables: Any, enemies: Any, pose: int) -> int:
    """The first of the enemies in the beam from a pose, past any objects, or NOBODY."""
    found, nearest = NOBODY, tables.reach[pose] + 1
    if nearest == 1:
        return NOBODY
    x, y = position_of(pose, int(floor.height))
    height = floor.squares[x, y].height
    for j in range(ROBOTS):
        at_x, at_y = square_of_enemy(enemies, j)
        if at_x == ABSENT:
            continue
        way = squares_ahead(pose % DIRECTIONS, at_x - x, at_y - y)
        if 0 < way < nearest:
            if floor.squares[at_x, at_y].height == height:
                found, nearest = j, way
    return found


@kernel
def squares_ahead(facing: int, dx: int, dy: int) -> int:
    """How many squares straight ahead an offset lies; 0 if it lies elsewhere."""
    if dx * DY[facing] != 0 or dy * DX[facing] != 0:
        return 0
    return max(0, dx * DX[facing] + dy * DY[facing])


# Flags as goals, for the games that race for them.

TO_FLAGS = ("to_flags", "i1", (FLAGS, POSES))  # a field of setup records: steps and turns to each


def fill_to_flags(setup: Any, standing: int = 0) -> None:
    """Fill the `TO_FLAGS` of a setup record, while these obstacles stand."""
    floor = setup.floor
    ends = np.zeros((int(floor.flag_count), poses_of(floor)), np.int8)
    for ends_there, flag in zip(ends, floor.flag, strict=False):
        first = (int(flag.x) * int(floor.height) + int(flag.y)) * DIRECTIONS
        ends_there[first : first + DIRECTIONS] = 1
    steps = steps_to(setup, standing, ends)
    setup.to_flags[: len(ends), : ends.shape[1]] = steps


@kernel
def touch_on_the_way(
    setup: Any, s: Any, seat: int, memo: int, start: int, moved: int, after: int
) -> int:
    """RR23: a register that ends on the next flag reaches a goal. The memo counts them."""
    floor = setup.floor
    touched = s.rally.robots[seat].touched + memo
    if touched == floor.flag_count:
        return memo
    x, y = position_of(after, int(floor.height))
    flag = floor.flag[touched]
    return memo + 1 if flag.x == x and flag.y == y else memo


@kernel
def tell_flag(setup: Any, s: Any, seat: int, memo: int, pose: int, row: Any) -> None:
    """Flags on the way, and the way to the next one."""
    touched = s.rally.robots[seat].touched + memo
    row[GOALS] = memo
    if pose == LOST:
        row[GOAL] = FAR
    else:
        row[GOAL] = 0 if touched == setup.floor.flag_count else setup.to_flags[touched, pose]


@kernel
def no_harm(setup: Any, s: Any, seat: int, pose: int) -> int:
    """Nothing but lasers deals damage."""
    return 0
