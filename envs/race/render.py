"""The picture of a race: the floor from above, and a panel with the turn and the robots."""

from functools import lru_cache
from typing import Any

import numpy as np

from cogworks.envs.core.drawing import INK, PAPER, Canvas
from cogworks.envs.race.state import Stage
from cogworks.envs.rally.floor import FLOOR
from cogworks.envs.rally.headline_pictures import (
    HEADLINE,
    MARGIN,
    headline_pixels,
    headline_words,
    lit_lamps,
)
from cogworks.envs.rally.pictures import draw_floor, draw_robots, floor_size, paste
from cogworks.envs.rally.robot_panel import (
    ROW,
    WIDTH,
    panel_cell,
    registers_of,
    row_of,
    row_pixels,
)

Array = np.ndarray[Any, Any]


def draw(setup: Any, s: Any, *, tile: int = 48) -> Array:
    """The floor with the robots, and what everybody may know of each robot."""
    canvas = _background(setup.floor.tobytes(), tile).copy()
    draw_robots(canvas, setup.floor, s.rally, tile)
    cell = panel_cell(tile)
    left = floor_size(setup.floor, tile)[0] + round(MARGIN * cell)
    winners = " and ".join(str(i + 1) for i in range(s.rally.count) if s.winners >> i & 1)
    words = headline_words(s, Stage(int(s.stage)), winners)
    paste(canvas, left, 0, headline_pixels(words, lit_lamps(s, Stage.CLEAN_UP), WIDTH, cell))
    asked = 0 if s.terminated or s.truncated else int(s.pending)
    flags = int(setup.floor.flag_count)
    for i in range(s.rally.count):
        registers = registers_of(s.rally, i, s.stage, Stage.CLEAN_UP)
        row = row_of(s.rally, i, flags, registers, asked=bool(asked >> i & 1))
        top = round((HEADLINE + MARGIN) * cell) + i * round(ROW * cell)
        paste(canvas, left, top, row_pixels(row, cell))
    return canvas.pixels


@lru_cache(maxsize=8)
def _background(floor_bytes: bytes, tile: int) -> Canvas:
    """The floor, and the paper of the panel: high enough for a robot on each dock."""
    floor = np.frombuffer(floor_bytes, FLOOR)[0]
    picture = draw_floor(floor, tile)
    width, height = floor_size(floor, tile)
    cell = panel_cell(tile)
    rows = round((HEADLINE + MARGIN) * cell) + int(floor.docks) * round(ROW * cell)
    canvas = Canvas(width + (WIDTH + 2 * MARGIN) * cell, max(height, rows))
    paste(canvas, 0, 0, picture.pixels[:height, :width])
    canvas.rectangle(width, 0, canvas.width - width, canvas.height, PAPER)
    canvas.rectangle(width, 0, canvas.width - width, HEADLINE * cell, INK)
    return canvas
