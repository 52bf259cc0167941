"""The picture of Tower Defense: the floor from above, and a panel with the robots."""

from typing import Any

import numpy as np

from cogworks.envs.rally.pictures import draw_floor, draw_robots, floor_size

Array = np.ndarray[Any, Any]


def draw(setup: Any, s: Any, *, tile: int = 48) -> Array:
    """The floor with the robots."""
    canvas = draw_floor(setup.floor, tile)
    draw_robots(canvas, setup.floor, s.rally, tile)
    width, height = floor_size(setup.floor, tile)
    return canvas.pixels[:height, :width]
