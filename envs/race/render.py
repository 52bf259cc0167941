"""The picture of a race: the floor from above, and a panel with the turn and the robots."""

from functools import lru_cache
from typing import Any

import numpy as np

from cogarena.envs.core.drawing import INK, PAPER, Canvas
from cogarena.envs.race.render import shots
from cogarena.envs.race.state import Stage
from cogarena.envs.rally.floor import FLOOR
from cogarena.envs.rally.render import (
    HEADLINE,
    HURTING,
    MARGIN,
    STEPS,
    headline_pixels,
    headline_words,
    lit_lamps,
    winner_words,
)
from cogarena.envs.rally.render import LOG_LINE, log_pixels
from cogarena.envs.rally.text import MEANINGS, TEXTS, LogWords
from cogarena.envs.rally.floor_pictures import draw_floor, draw_robots, floor_size, paste, pen_at
from cogarena.envs.rally.panel import (
    ROW,
    WIDTH,
    panel_cell,
    registers_of,
    row_of,
    row_pixels,
)
from cogarena.envs.rally.shot_pictures import draw_hits, draw_shots
from cogarena.envs.rally.state import Event
from cogarena.envs.rally.text import robot_names

Array = np.ndarray[Any, Any]

LOG_LINES = 2  # at least
LOG = LogWords(Event, MEANINGS, TEXTS)
RACE_STEPS = STEPS | {"TOUCH": HURTING}


def draw(setup: Any, s: Any, *, tile: int = 48) -> Array:
    """The floor with the robots, and what everybody may know of each robot."""
    canvas = _background(setup.floor.tobytes(), tile).copy()
    flying, corner = list(shots(setup, s)), pen_at(canvas, 0, 0, tile)
    draw_shots(corner, flying)
    draw_robots(canvas, setup.floor, s.rally, tile)
    draw_hits(corner, flying)
    cell = panel_cell(tile)
    left = floor_size(setup.floor, tile)[0] + round(MARGIN * cell)
    winners = winner_words(robot_names(s.winners))
    words = headline_words(s, Stage(int(s.stage)), winners, RACE_STEPS)
    paste(canvas, left, 0, headline_pixels(words, lit_lamps(s, Stage.CLEAN_UP), WIDTH, cell))
    asked = 0 if s.terminated or s.truncated else int(s.pending)
    flags = int(setup.floor.flag_count)
    top = round((HEADLINE + MARGIN) * cell)
    for i in range(s.rally.count):
        registers = registers_of(s.rally, i, s.stage, Stage.CLEAN_UP)
        row = row_of(s.rally, i, flags, registers, asked=bool(asked >> i & 1))
        paste(canvas, left, top, row_pixels(row, cell))
        top += round(ROW * cell)
    lines = int((canvas.height - top) / (LOG_LINE * cell))
    paste(canvas, left, top, log_pixels(LOG.sentences(setup, s), WIDTH, lines, cell))
    return canvas.pixels


@lru_cache(maxsize=8)
def _background(floor_bytes: bytes, tile: int) -> Canvas:
    """The floor, and the paper of the panel: high enough for a robot on each dock."""
    floor = np.frombuffer(floor_bytes, FLOOR)[0]
    picture = draw_floor(floor, tile)
    width, height = floor_size(floor, tile)
    cell = panel_cell(tile)
    rows = round((HEADLINE + MARGIN) * cell) + int(floor.docks) * round(ROW * cell)
    panel = rows + LOG_LINES * LOG_LINE * cell
    canvas = Canvas(width + (WIDTH + 2 * MARGIN) * cell, max(height, panel))
    paste(canvas, 0, 0, picture.pixels[:height, :width])
    canvas.rectangle(width, 0, canvas.width - width, canvas.height, PAPER)
    canvas.rectangle(width, 0, canvas.width - width, HEADLINE * cell, INK)
    return canvas
