"""The land of a planet, grown from layered noise (V20). Floats hold whole numbers: exact."""

from typing import Any

import numpy as np

from cogarena.envs.core.jit import kernel
from cogarena.envs.core.records import frozen
from cogarena.envs.core.rng import below
from cogarena.envs.rover.state import SIZE
from cogarena.envs.rover.tables import Terrain

GROUND, GRASS = int(Terrain.GROUND), int(Terrain.GRASS)
WATER, TREE, ROCK = int(Terrain.WATER), int(Terrain.TREE), int(Terrain.ROCK)

# Layers of noise: squares between two random heights, and the layer's weight.
LAYERS = frozen(((12, 5), (6, 3), (3, 2)), "i8")
COARSEST, WEIGHTS = 12, 10  # the widest of the gaps, a multiple of the others; the weights' sum
HEIGHTS = 1000  # a layer's heights lie below this
UNIT = COARSEST * COARSEST * WEIGHTS  # what a height of 1 in all layers adds up to
SEA_LEVEL = 345 * UNIT  # lower land is water
SNOW_LINE = 665 * UNIT  # higher land is rock
DAMP, WET = 470 * UNIT, 640 * UNIT  # grass grows from here, trees from there


@kernel
def grow_land(setup: Any, s: Any) -> None:
    """V20: heights make water and rock, moisture makes grass and trees; rock is all around."""
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
    """What grows at a height, given the moisture."""
    if height < SEA_LEVEL:
        return WATER
    if height > SNOW_LINE:
        return ROCK
    if moisture > WET:
        return TREE
    return GRASS if moisture > DAMP else GROUND


@kernel
def noise(s: Any, side: int) -> Any:
    """Random heights on lattices of several widths, blended in between and added up."""
    total = np.zeros((SIZE, SIZE), np.float32)
    for layer in range(len(LAYERS)):
        add_layer(s, side, LAYERS[layer, 0], LAYERS[layer, 1], total)
    return total


@kernel
def add_layer(s: Any, side: int, gap: int, weight: int, total: Any) -> None:
    """Add one layer: a random height every `gap` squares, straight lines in between."""
    nodes = side // gap + 2
    share = np.float32(weight * (COARSEST // gap) ** 2)
    rows = np.empty((nodes, SIZE), np.float32)  # blended along x already
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
