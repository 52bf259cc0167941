"""What the rover sees and remembers (V26), and what is near it."""

from typing import Any

from cogarena.envs.core.grid import inside
from cogarena.envs.core.jit import kernel
from cogarena.envs.rover.state import (
    CELL,
    CELLS,
    COLUMNS,
    FRESH,
    REACH_X,
    REACH_Y,
    ROVER,
    Cell,
)
from cogarena.envs.rover.tables import FIRST_BLOCKING, Terrain, Thing

CELL_KINDS = len(Cell)
FLOOR, WALL = int(Terrain.FLOOR), int(Terrain.WALL)
CACHE = int(Thing.CACHE)
# What is known of a square as one number. 0: unseen. Free squares: 1 + the terrain, and 10 × the
# Thing that lies there, CACHE for every module. Blocking ones: −1, −2, −3 for water, trees and
# rock; −10 − its integrity for a wall.
UNSEEN, FIRST_FREE, FIRST_BLOCKED = 0, 1, -1
LYING = 10
WALLED = -10
KNOWN_FLOOR = FIRST_FREE + FLOOR


ALL = (1 << COLUMNS) - 1  # the columns of the window, as bits
HERE = 1 << REACH_X  # the rover's own
EAST, WEST = ALL & -(HERE << 1), HERE - 1


@kernel
def look_around(setup: Any, s: Any) -> None:
    """V26: find the visible squares; blocking terrain is visible, but hides what is behind it.

    A square is seen through the ring of squares one nearer to the rover: straight ahead, or through
    the square beside that which is nearer to the middle. One of the two must be visible and clear;
    for the corners of a ring there is only the latter.
    """
    y = int(s.entities[ROVER].y)
    middle = light_row(setup, s, y, HERE, 0)
    for side in (-1, 1):
        through = middle
        for away in range(1, REACH_Y + 1):
            through = light_row(setup, s, y + side * away, through, away)
    s.stale = FRESH


@kernel
def light_row(setup: Any, s: Any, y: int, inner: int, away: int) -> int:
    """Find the visible squares of the row `away` rows from the rover's.

    `inner` is the set of visible and clear squares of the next row towards the rover; the result
    is that set for this row.
    """
    row, west = y - int(s.entities[ROVER].y) + REACH_Y, int(s.entities[ROVER].x) - REACH_X
    if not inside(0, y, 1, setup.side):
        show_row(s, row, 0)
        return 0
    there = columns_of_map(setup, west)
    clear = there & ~in_window(s.barred[y], west)
    lit = inner << 1 & EAST | inner >> 1 & WEST
    if away == 0:
        lit, clear = lit | HERE, clear | HERE
    else:
        lit |= inner & (
            (HERE << away) - (HERE >> (away - 1))
        )  # straight ahead, except for the corners
    lit &= there
    lit |= there & look_along(lit, clear, away)
    show_row(s, row, lit)
    remember_row(s, y, lit)
    return lit & clear


@kernel
def look_along(lit: int, clear: int, away: int) -> int:
    """The squares beyond the corners of a row that are seen along the row itself."""
    beyond_east, beyond_west = ALL & -(HERE << (away + 1)), (HERE >> away) - 1
    east = lit & clear & (beyond_east | HERE << away)
    west = lit & clear & (beyond_west | HERE >> away)
    open_east, open_west = clear & beyond_east, clear & beyond_west
    for reach in (1, 2, 4):  # together these three reach up to seven squares
        east |= open_east & east << reach
        west |= open_west & west >> reach
        open_east &= open_east << reach
        open_west &= open_west >> reach
    return (east << 1 & beyond_east) | (west >> 1 & beyond_west)


@kernel
def columns_of_map(setup: Any, west: int) -> int:
    """The columns of the window beginning at column `west` that lie on the map."""
    return (1 << min(COLUMNS, setup.side - west)) - (1 << max(0, -west))


@kernel
def in_window(columns: int, west: int) -> int:
    """A bit set of the map's columns as one of the window beginning at column `west`."""
    return ALL & (columns >> west if west >= 0 else columns << -west)


@kernel
def show_row(s: Any, row: int, lit: int) -> None:
    """Write the visible squares of a row of the window."""
    visible = s.sight[row * COLUMNS : (row + 1) * COLUMNS]
    for column in range(COLUMNS):
        visible[column] = (lit >> column) & 1


@kernel
def remember_row(s: Any, y: int, lit: int) -> None:
    """V26: remember the visible squares of a row."""
    west = int(s.entities[ROVER].x) - REACH_X
    fresh = lit & ~in_window(s.seen[y], west)
    column = 0
    while fresh >> column != 0:
        if (fresh >> column) & 1 == 1:
            remember(s, west + column, y)
        column += 1


@kernel
def blocks(s: Any, x: int, y: int) -> bool:
    """V20: the terrain of the square blocks movement, shots and the line of sight."""
    return s.terrain[y, x] >= FIRST_BLOCKING


@kernel
def remember(s: Any, x: int, y: int) -> None:
    """V26: remember what is seen of a square, in the coarse map too."""
    was = int(s.known[y + REACH_Y, x + REACH_X])
    now = appearance(s.terrain[y, x], s.thing[y, x], s.wall[y, x])
    if was == now:
        return
    s.known[y + REACH_Y, x + REACH_X] = now
    s.seen[y] |= 1 << int(x)
    row, column = y // CELL, x // CELL
    s.chart[Cell.SEEN, row, column] += was == UNSEEN
    s.chart[Cell.BLOCKED, row, column] += (now < UNSEEN) - (was < UNSEEN)
    s.chart[Cell.STATION, row, column] += is_station(now) - is_station(was)


@kernel
def remember_change(s: Any, x: int, y: int) -> None:
    """V26: what is remembered of a square stays as the square is."""
    if is_known(s, x, y):
        remember(s, x, y)


@kernel
def appearance(terrain: int, thing: int, wall: int) -> int:
    """What is known of a square that is seen, as one number."""
    if terrain == WALL:
        return WALLED - int(wall)
    if terrain >= FIRST_BLOCKING:
        return FIRST_BLOCKED + FIRST_BLOCKING - int(terrain)
    return FIRST_FREE + int(terrain) + LYING * min(int(thing), CACHE)


@kernel
def known_terrain(known: int) -> int:
    """The terrain of a square by what is known of it."""
    if known < WALLED:
        return WALL
    return known % LYING - FIRST_FREE if known > UNSEEN else FIRST_BLOCKED + FIRST_BLOCKING - known


@kernel
def known_thing(known: int) -> int:
    """The Thing on a square by what is known of it, CACHE for every module."""
    return max(known, 0) // LYING


@kernel
def is_station(known: int) -> bool:
    """The square is floor or a wall of a factory."""
    return known < WALLED or (known > UNSEEN and known % LYING == KNOWN_FLOOR)


@kernel
def is_known(s: Any, x: int, y: int) -> bool:
    """The rover has seen the square."""
    return (s.seen[y] >> x) & 1 == 1


@kernel
def sees(s: Any, x: int, y: int) -> bool:
    """The rover sees the square now."""
    if not is_near(s, x, y):
        return False
    row, column = int(y - s.entities[ROVER].y) + REACH_Y, int(x - s.entities[ROVER].x) + REACH_X
    return s.sight[row * COLUMNS + column] == 1


@kernel
def is_near(s: Any, x: int, y: int) -> bool:
    """V1: the square is within 8 columns and 5 rows of the rover."""
    rover = s.entities[ROVER]
    return abs(x - rover.x) <= REACH_X and abs(y - rover.y) <= REACH_Y


@kernel
def next_near(s: Any, e: int) -> int:
    """The next entity after `e` that is not destroyed and near the rover, or `s.count`."""
    x, y = s.entities[ROVER].x, s.entities[ROVER].y
    for i in range(e + 1, s.count):
        it = s.entities[i]
        if abs(it.x - x) <= REACH_X and abs(it.y - y) <= REACH_Y and it.integrity > 0:
            return i
    return s.count


@kernel
def is_free(s: Any, x: int, y: int) -> bool:
    """V13: no terrain and no entity blocks the square."""
    return not blocks(s, x, y) and s.who[y, x] == 0


@kernel
def reveal(setup: Any, s: Any) -> None:
    """V23: remember the whole map, as an Observatory shows it."""
    for y in range(setup.side):
        for x in range(setup.side):
            remember(s, x, y)


@kernel
def mark_blocking(setup: Any, s: Any) -> None:
    """Record which squares block."""
    for y in range(setup.side):
        columns = 0
        for x in range(setup.side):
            columns |= int(blocks(s, x, y)) << x
        s.barred[y] = columns


@kernel
def forget(s: Any) -> None:
    """Forget everything, as on a new planet."""
    for y in range(len(s.known)):
        for x in range(s.known.shape[1]):
            s.known[y, x] = 0
    for y in range(len(s.seen)):
        s.seen[y] = 0
    for kind in range(CELL_KINDS):
        for row in range(CELLS):
            for column in range(CELLS):
                s.chart[kind, row, column] = 0
