"""The terrain of a planet: land grown from layered noise (V20), and the factory (V21).

The floats of the noise hold whole numbers, so that they are exact.
"""

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
from cogarena.envs.core.records import frozen, record
from cogarena.envs.core.rng import below
from cogarena.envs.rover.state import SIZE
from cogarena.envs.rover.tables import FIRST_BLOCKING, WALL_INTEGRITY, Terrain

GROUND, GRASS, FLOOR = int(Terrain.GROUND), int(Terrain.GRASS), int(Terrain.FLOOR)
WATER, TREE, ROCK = int(Terrain.WATER), int(Terrain.TREE), int(Terrain.ROCK)
WALL = int(Terrain.WALL)

# Layers of noise: squares between two random heights, and the weight of the layer.
LAYERS = frozen(((12, 5), (6, 3), (3, 2)), "i8")
COARSEST, WEIGHTS = 12, 10  # the largest gap, a multiple of the others; the sum of the weights
HEIGHTS = 1000  # exclusive bound of the heights of a layer
UNIT = COARSEST * COARSEST * WEIGHTS  # the sum for a height of 1 in all layers
SEA_LEVEL = 345 * UNIT  # lower land is water
SNOW_LINE = 665 * UNIT  # higher land is rock
DAMP, WET = 470 * UNIT, 640 * UNIT  # grass grows from here, trees from there

# The factory.
FEWEST_CORRIDORS, MOST_CORRIDORS = 2, 5  # V21
FEWEST_SEGMENTS, MOST_SEGMENTS = 3, 7  # V21
NARROWEST, WIDEST = 2, 4  # V21
SHORTEST_SIDE, LONGEST_SIDE = 6, 11  # V21, of a room
SHORTEST_SEGMENT, LONGEST_SEGMENT = 3, 6
DEPTH, WHOLE = 11, 20  # it may cover 11/20 of the sector, on the side away from the pod
EDGE = 2  # squares between floor and the sector's border, for wall and rock
SMALL_SIDE = 30  # smaller sectors get the fewest corridors, short and narrow ones

ROOM = record(("x", "i8"), ("y", "i8"))
SITE = record(("west", "i8"), ("north", "i8"), ("east", "i8"), ("south", "i8"))  # all inclusive


@kernel
def grow_land(setup: Any, s: Any) -> None:
    """V20: height gives water and rock, moisture gives grass and trees; the border is rock."""
    height = noise(s, setup.side)
    moisture = noise(s, setup.side)
    last = setup.side - 1
    for y in range(SIZE):
        for x in range(SIZE):
            if x == 0 or y == 0 or x >= last or y >= last:
                s.terrain[y, x] = ROCK
            else:
                s.terrain[y, x] = terrain_of(height[y, x], moisture[y, x])


@kernel
def terrain_of(height: int, moisture: int) -> int:
    """The terrain for a height and a moisture."""
    if height < SEA_LEVEL:
        return WATER
    if height > SNOW_LINE:
        return ROCK
    if moisture > WET:
        return TREE
    return GRASS if moisture > DAMP else GROUND


@kernel
def noise(s: Any, side: int) -> Any:
    """The sum of several layers of random heights, each interpolated on its own lattice."""
    total = np.zeros((SIZE, SIZE), np.float32)
    for layer in range(len(LAYERS)):
        add_layer(s, side, LAYERS[layer, 0], LAYERS[layer, 1], total)
    return total


@kernel
def add_layer(s: Any, side: int, gap: int, weight: int, total: Any) -> None:
    """Add one layer: a random height every `gap` squares, interpolated linearly."""
    nodes = side // gap + 2
    share = np.float32(weight * (COARSEST // gap) ** 2)
    rows = np.empty((nodes, SIZE), np.float32)  # already interpolated along x
    for j in range(nodes):
        left = np.float32(below(s, HEIGHTS))
        for i in range(nodes - 1):
            right = np.float32(below(s, HEIGHTS))
            for x in range(i * gap, min((i + 1) * gap, side)):
                far = np.float32(x - i * gap)
                rows[j, x] = (left * (np.float32(gap) - far) + right * far) * share
            left = right
    for y in range(side):
        upper, lower, land = rows[y // gap], rows[y // gap + 1], total[y]
        down = np.float32(y % gap)
        up = np.float32(gap) - down
        for x in range(side):
            land[x] += upper[x] * up + lower[x] * down


@kernel
def build_station(setup: Any, s: Any, toward_pod: int, rooms: Any) -> int:
    """V21: dig corridors that end in rooms; returns the number of rooms, with their middles."""
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
    """A random integer from `low` to `high`."""
    return low + below(s, high - low + 1)


@kernel
def mark_out(side: int, toward_pod: int, bounds: Any) -> None:
    """Set the bounds of the floor: the part of the sector away from the pod."""
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
    """A random square on the side of the bounds that faces the pod."""
    x, y = between(s, bounds.west, bounds.east), between(s, bounds.north, bounds.south)
    if DX[toward_pod] != 0:
        return (bounds.west if DX[toward_pod] < 0 else bounds.east), y
    return x, (bounds.north if DY[toward_pod] < 0 else bounds.south)


@kernel
def dig_corridor(s: Any, x: int, y: int, heading: int, small: bool, bounds: Any) -> Any:
    """V21: dig straight segments one after another; returns where the last one ends."""
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
        turn = DIRECTIONS - turn  # alternate right and left, so that the corridor leads away
    return x, y


@kernel
def dig_room(s: Any, x: int, y: int, bounds: Any) -> None:
    """V21: dig a room around its middle, moved to fit into the bounds."""
    width, height = between(s, SHORTEST_SIDE, LONGEST_SIDE), between(s, SHORTEST_SIDE, LONGEST_SIDE)
    width = min(width, bounds.east - bounds.west + 1)
    height = min(height, bounds.south - bounds.north + 1)
    west = min(max(x - width // 2, bounds.west), bounds.east - width + 1)
    north = min(max(y - height // 2, bounds.north), bounds.south - height + 1)
    dig(s, west, north, width, height, bounds)


@kernel
def dig(s: Any, west: int, north: int, width: int, height: int, bounds: Any) -> None:
    """Turn a rectangle into floor, clipped to the bounds."""
    for y in range(north, min(north + height, bounds.south + 1)):
        for x in range(west, min(west + width, bounds.east + 1)):
            s.terrain[y, x] = FLOOR


@kernel
def within(x: int, y: int, bounds: Any) -> bool:
    """The square lies within the bounds."""
    return bounds.west <= x <= bounds.east and bounds.north <= y <= bounds.south


@kernel
def raise_walls(setup: Any, s: Any) -> None:
    """Put a wall on every square that touches the floor, diagonally too."""
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
    """V20: open a door on the side towards the pod, and clear a winding path to the pod."""
    x, y = door_step(setup, s, toward_pod)
    for _ in range(2):  # through the wall, and one square beyond it
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
    """A random one of the floor squares nearest to the pod's side."""
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
                # Keep the k-th candidate with probability 1/k: uniform over all.
                if below(s, ties) == 0:
                    door_x, door_y = x, y
    return door_x, door_y


@kernel
def clear_ground(s: Any, x: int, y: int) -> None:
    """Make a square passable; floor and grass stay as they are."""
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
