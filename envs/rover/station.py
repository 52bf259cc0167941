"""The factory: corridors and rooms cut into the land, with walls around and a door (V21)."""

from typing import Any

import numpy as np

from cogarena.envs.core.grid import (
    DIRECTIONS,
    DX,
    DY,
    HALF_TURN,
    LEFT_TURN,
    RIGHT_TURN,
    inside,
    turned,
)
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.records import record
from cogarena.envs.core.rng import below
from cogarena.envs.rover.tables import FIRST_BLOCKING, WALL_INTEGRITY, Terrain

GROUND, FLOOR, WALL = int(Terrain.GROUND), int(Terrain.FLOOR), int(Terrain.WALL)

FEWEST_CORRIDORS, MOST_CORRIDORS = 2, 5  # V21
FEWEST_SEGMENTS, MOST_SEGMENTS = 3, 7  # V21
NARROWEST, WIDEST = 2, 4  # V21
SHORTEST_SIDE, LONGEST_SIDE = 6, 11  # V21, of a room
SHORTEST_SEGMENT, LONGEST_SEGMENT = 3, 6
DEPTH, WHOLE = 11, 20  # the share of the sector, on the side away from the pod, that it may cover
EDGE = 2  # squares between floor and the sector's border, for wall and rock
SMALL_SIDE = 30  # sectors below this have the fewest corridors, short and narrow

ROOM = record(("x", "i8"), ("y", "i8"))
SITE = record(("west", "i8"), ("north", "i8"), ("east", "i8"), ("south", "i8"))  # all inclusive


@kernel
def build_station(setup: Any, s: Any, toward_pod: int, rooms: Any) -> int:
    """V21: dig corridors that end in rooms, note the rooms' middles, and give their number."""
    bounds = np.zeros(1, SITE)[0]
    mark_out(setup.side, toward_pod, bounds)
    x, y = front_door(s, toward_pod, bounds)
    small = setup.side < SMALL_SIDE
    corridors = FEWEST_CORRIDORS
    if not small:
        corridors = between(s, FEWEST_CORRIDORS, MOST_CORRIDORS)
    for i in range(corridors):
        heading = turned(toward_pod, HALF_TURN) if i == 0 else below(s, DIRECTIONS)
        x, y = dig_corridor(s, x, y, heading, small, bounds)
        rooms[i].x, rooms[i].y = x, y
        dig_room(s, x, y, bounds)
        start = below(s, i + 1)
        x, y = rooms[start].x, rooms[start].y
    raise_walls(setup, s)
    return corridors


@kernel
def between(s: Any, low: int, high: int) -> int:
    """A random whole number, both ends included."""
    return low + below(s, high - low + 1)


@kernel
def mark_out(side: int, toward_pod: int, bounds: Any) -> None:
    """Where floor may be: the part of the sector away from the pod."""
    depth = int(side) * DEPTH // WHOLE
    bounds.west = bounds.north = EDGE
    bounds.east = bounds.south = side - 1 - EDGE
    if DX[toward_pod] < 0:
        bounds.west = side - depth
    elif DX[toward_pod] > 0:
        bounds.east = depth - 1
    elif DY[toward_pod] < 0:
        bounds.north = side - depth
    else:
        bounds.south = depth - 1


@kernel
def front_door(s: Any, toward_pod: int, bounds: Any) -> Any:
    """A random square on the side of the bounds that looks at the pod."""
    x, y = between(s, bounds.west, bounds.east), between(s, bounds.north, bounds.south)
    if DX[toward_pod] != 0:
        return (bounds.west if DX[toward_pod] < 0 else bounds.east), y
    return x, (bounds.north if DY[toward_pod] < 0 else bounds.south)


@kernel
def dig_corridor(s: Any, x: int, y: int, heading: int, small: bool, bounds: Any) -> Any:
    """V21: straight segments one after another; gives where the last one ends."""
    width = NARROWEST if small else between(s, NARROWEST, WIDEST)
    segments = FEWEST_SEGMENTS if small else between(s, FEWEST_SEGMENTS, MOST_SEGMENTS)
    dig(s, x, y, width, width, bounds)
    turn = RIGHT_TURN if below(s, 2) == 0 else LEFT_TURN
    for _ in range(segments):
        for _ in range(between(s, SHORTEST_SEGMENT, LONGEST_SEGMENT)):
            if not within(x + DX[heading], y + DY[heading], bounds):
                break
            x += DX[heading]
            y += DY[heading]
            dig(s, x, y, width, width, bounds)
        heading = turned(heading, turn)
        turn = DIRECTIONS - turn  # right and left in turn, so that a corridor leads away
    return x, y


@kernel
def dig_room(s: Any, x: int, y: int, bounds: Any) -> None:
    """V21: a room around its middle, pushed back inside the bounds."""
    width, height = between(s, SHORTEST_SIDE, LONGEST_SIDE), between(s, SHORTEST_SIDE, LONGEST_SIDE)
    width = min(width, bounds.east - bounds.west + 1)
    height = min(height, bounds.south - bounds.north + 1)
    west = min(max(x - width // 2, bounds.west), bounds.east - width + 1)
    north = min(max(y - height // 2, bounds.north), bounds.south - height + 1)
    dig(s, west, north, width, height, bounds)


@kernel
def dig(s: Any, west: int, north: int, width: int, height: int, bounds: Any) -> None:
    """Floor on a rectangle, as far as it lies within the bounds."""
    for y in range(north, min(north + height, bounds.south + 1)):
        for x in range(west, min(west + width, bounds.east + 1)):
            s.terrain[y, x] = FLOOR


@kernel
def within(x: int, y: int, bounds: Any) -> bool:
    """The square lies within the bounds."""
    return bounds.west <= x <= bounds.east and bounds.north <= y <= bounds.south


@kernel
def raise_walls(setup: Any, s: Any) -> None:
    """A wall on every square that touches the floor, corners too."""
    for y in range(1, setup.side - 1):
        for x in range(1, setup.side - 1):
            if s.terrain[y, x] != FLOOR and touches_floor(s, x, y):
                s.terrain[y, x] = WALL
                s.wall[y, x] = WALL_INTEGRITY


@kernel
def touches_floor(s: Any, x: int, y: int) -> bool:
    """One of the eight squares around is floor."""
    for dy in range(-1, 2):
        for dx in range(-1, 2):
            if s.terrain[y + dy, x + dx] == FLOOR:
                return True
    return False


@kernel
def open_door(setup: Any, s: Any, toward_pod: int, pod_x: int, pod_y: int) -> None:
    """V20: break a door into the side towards the pod, and clear a winding path to the pod."""
    x, y = door_step(setup, s, toward_pod)
    for _ in range(2):  # through the wall, and one square away from it
        x += DX[toward_pod]
        y += DY[toward_pod]
        clear_ground(s, x, y)
    while x != pod_x or y != pod_y:
        wide, tall = abs(pod_x - x), abs(pod_y - y)
        if below(s, wide + tall) < wide:
            x += 1 if pod_x > x else -1
        else:
            y += 1 if pod_y > y else -1
        clear_ground(s, x, y)


@kernel
def door_step(setup: Any, s: Any, toward_pod: int) -> Any:
    """A random one of the floor squares that are nearest to the pod's side."""
    nearest, ties, door_x, door_y = 0, 0, 0, 0
    for y in range(setup.side):
        for x in range(setup.side):
            if s.terrain[y, x] != FLOOR:
                continue
            far = DX[toward_pod] * x + DY[toward_pod] * y
            if ties == 0 or far > nearest:
                nearest, ties = far, 0
            if far == nearest:
                ties += 1
                # Kept with the chance 1/k at the k-th: uniform over all.
                if below(s, ties) == 0:
                    door_x, door_y = x, y
    return door_x, door_y


@kernel
def clear_ground(s: Any, x: int, y: int) -> None:
    """Make a square passable; floor and grass stay what they are."""
    if s.terrain[y, x] >= FIRST_BLOCKING:
        s.terrain[y, x] = GROUND
        s.wall[y, x] = 0


@kernel
def clear_around(setup: Any, s: Any, x: int, y: int) -> None:
    """Make a square and the eight around it passable."""
    for dy in range(-1, 2):
        for dx in range(-1, 2):
            if inside(x + dx - 1, y + dy - 1, setup.side - 2, setup.side - 2):
                clear_ground(s, x + dx, y + dy)
