"""The picture of a race: the floor from above, and a panel with the turn and the robots."""

from functools import lru_cache
from typing import Any

import numpy as np

from cogworks.envs.core.drawing import INK, PAPER, Canvas, fitted
from cogworks.envs.race.state import Stage
from cogworks.envs.rally.floor import FLOOR, REGISTERS
from cogworks.envs.rally.pen import Pen
from cogworks.envs.rally.phases import is_public
from cogworks.envs.rally.pictures import draw_floor, draw_robots, floor_size
from cogworks.envs.rally.robot_panel import ROW, WIDTH, panel_cell, row_of, row_pixels
from cogworks.envs.rally.surface_pictures import HAZARD, STEEL

Array = np.ndarray[Any, Any]

# Lengths are in cells of the panel.
HEADLINE = 0.72
MARGIN = 0.14
TEXT = 0.36
LAMP, LAMPS_APART = 0.36, 0.42  # the registers in the headline


def draw(setup: Any, s: Any, *, tile: int = 48) -> Array:
    """The floor with the robots, and what everybody may know of each robot."""
    canvas = _background(setup.floor.tobytes(), tile).copy()
    draw_robots(canvas, setup.floor, s.rally, tile)
    cell = panel_cell(tile)
    left = floor_size(setup.floor, tile)[0] + round(MARGIN * cell)
    _paste(canvas, left, 0, _headline_pixels(_words(s), _lit(s), cell))
    asked = 0 if s.terminated or s.truncated else int(s.pending)
    flags = int(setup.floor.flag_count)
    for i in range(s.rally.count):
        public = tuple(
            bool(is_public(s.rally, s.stage, Stage.CLEAN_UP, i, k)) for k in range(REGISTERS)
        )
        row = row_of(s.rally, i, flags, public=public, asked=bool(asked >> i & 1))
        top = round((HEADLINE + MARGIN) * cell) + i * round(ROW * cell)
        _paste(canvas, left, top, row_pixels(row, cell))
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
    _paste(canvas, 0, 0, picture.pixels[:height, :width])
    canvas.rectangle(width, 0, canvas.width - width, canvas.height, PAPER)
    canvas.rectangle(width, 0, canvas.width - width, HEADLINE * cell, INK)
    return canvas


def _paste(canvas: Canvas, left: int, top: int, pixels: Array) -> None:
    height, width, _ = pixels.shape
    canvas.pixels[top : top + height, left : left + width] = pixels


def _words(s: Any) -> str:
    """What the headline says."""
    winners = [str(i + 1) for i in range(s.rally.count) if s.winners >> i & 1]
    if winners:
        return f"Turn {s.turn} · won by {' and '.join(winners)}"
    if s.terminated or s.truncated:
        return f"Turn {s.turn} · nobody has won"
    return f"Turn {s.turn} · {Stage(int(s.stage)).name.replace('_', ' ').lower()}"


def _lit(s: Any) -> int:
    """How many registers have been reached in this turn."""
    if s.stage < Stage.REVEAL:
        return 0
    return REGISTERS if s.stage >= Stage.CLEAN_UP else int(s.rally.register) + 1


@lru_cache(maxsize=64)
def _headline_pixels(words: str, lit: int, cell: int) -> Array:
    """The headline: words, and a lamp for each register."""
    width, height = round(WIDTH * cell), round(HEADLINE * cell)
    canvas = Canvas(width, height, INK)
    pen = Pen(canvas, 0, HEADLINE / 2 * cell, cell)
    lamps = WIDTH - REGISTERS * LAMPS_APART
    size = fitted(words, TEXT * cell, (lamps - MARGIN) * cell)
    canvas.text(0, pen.y, words, size, PAPER)
    for k in range(REGISTERS):
        lamp = pen.moved(lamps + LAMPS_APART * (k + 0.5), 0)
        colour = HAZARD if k == lit - 1 else PAPER if k < lit else STEEL
        lamp.box(-LAMP / 2, -LAMP / 2, LAMP, LAMP, colour, radius=0.06)
        lamp.text(0, 0, str(k + 1), 0.28, PAPER if colour == STEEL else INK)
    return canvas.pixels[:height, :width]
