"""The frame of a rally's picture: headline and lamps, notices, the log, and the side panel."""

from collections.abc import Iterable
from enum import IntEnum
from functools import lru_cache
from typing import Any

import numpy as np

from cogarena.envs.core.draw.canvas import INK, PAPER, Canvas, fitted, text_width
from cogarena.envs.core.draw.transform import SMALLEST_DIGIT, Transform
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.floor_pictures import floor_size, paste
from cogarena.envs.rally.panel import panel_cell, text_size
from cogarena.envs.rally.phases import Phase
from cogarena.envs.rally.square_pictures import HAZARD, STEEL
from cogarena.envs.rally.text import Name, robot_name, robot_names

Array = np.ndarray[Any, Any]

# Lengths are in cells of the panel.
HEADLINE = 0.72
MARGIN = 0.14
TEXT = 0.36
LAMP, LAMPS_APART, DIGIT = 0.36, 0.42, 0.28
NOTICE, NOTICE_TEXT, NOTICE_RIM = 0.44, 0.32, 0.1  # height, and beside the words
LAMP_PIXELS, LAMPS_APART_PIXELS = 8, 9  # at least
LOG_LINE, LOG_TEXT = 0.5, 0.32
LOG_LINES = 2  # at least

MOST_IN_A_LINE = 12  # sentences of the log

Steps = dict[str, tuple[str, str]]

# By stage: what happens while somebody is asked in it, and what has just happened when it begins.
PROGRAMMING = ("programming", "programming")
MOVING = ("robots move", "robots move")
RUNNING = ("machines run", "machines run")
FIRING = ("weapons fire", "weapons fire")
HURTING = ("damage is dealt", "damage is dealt")
ENDING = ("the turn ends", "the turn ends")
STEPS: Steps = {
    "BEGIN": PROGRAMMING,
    "RECOMPILE": PROGRAMMING,
    "PROGRAM": PROGRAMMING,
    "STORE": PROGRAMMING,
    "ANNOUNCE": PROGRAMMING,
    "GYROSCOPE": PROGRAMMING,
    "SWAP": MOVING,
    "REVEAL": MOVING,
    "MOVE": MOVING,
    "MACHINES": ("machines run", "robots move"),
    "SETTLE": RUNNING,
    "AIM": RUNNING,
    "FIRE": ("weapons fire", RUNNING[0]),
    "DAMAGE": FIRING,
    "CLEAN_UP": ENDING,
    "STAY_DOWN": ENDING,
    "REENTER": ENDING,
}


def headline_words(s: Any, stage: IntEnum, winners: str, steps: Steps) -> str:
    """The turn and its step, or how the game has ended."""
    if winners:
        return f"Turn {s.turn} · won by {winners}"
    if s.terminated or s.truncated:
        return f"Turn {s.turn} · nobody has won"
    asked, begun = steps[stage.name]
    return f"Turn {s.turn} · {asked if s.pending else begun}"


def winner_words(names: list[str]) -> str:
    """Who has won, in few words."""
    return f"{len(names)} robots" if len(names) > 1 else "".join(names)


def lit_lamps(s: Any, clean_up: int) -> int:
    """How many registers have been reached; `clean_up` is the first stage after the last one."""
    if s.stage < Phase.SWAP:
        return 0
    return REGISTERS if s.stage >= clean_up else int(s.rally.register) + 1


def turn_headline(
    s: Any, stage: IntEnum, steps: Steps, lamps: int, width: float, cell: int,
    name: Name = robot_name,
) -> Array:  # fmt: skip
    """The headline of a game at a stage, with so many lamps lit."""
    winners = winner_words(robot_names(s.winners, name))
    return headline_pixels(headline_words(s, stage, winners, steps), lamps, width, cell)


@lru_cache(maxsize=64)
def headline_pixels(words: str, lit: int, width: float, cell: int) -> Array:
    """The headline, `width` by HEADLINE cells."""
    wide, high = round(width * cell), round(HEADLINE * cell)
    canvas = Canvas(wide, high, INK)
    transform = Transform(canvas, 0, HEADLINE / 2 * cell, cell)
    side, apart = max(LAMP, LAMP_PIXELS / cell), max(LAMPS_APART, LAMPS_APART_PIXELS / cell)
    lamps = width - REGISTERS * apart
    size = fitted(words, text_size(transform, TEXT), (lamps - MARGIN) * cell)
    canvas.text(0, transform.y, words, size, PAPER)
    for k in range(REGISTERS):
        lamp = transform.moved(lamps + apart * (k + 0.5), 0)
        colour = HAZARD if k == lit - 1 else PAPER if k < lit else STEEL
        lamp.box(-side / 2, -side / 2, side, side, colour, radius=0.06)
        digit = max(DIGIT, SMALLEST_DIGIT / cell)
        lamp.text(0, 0, str(k + 1), digit, PAPER if colour == STEEL else INK)
    return canvas.pixels[:high, :wide]


def draw_notice(transform: Transform, words: str, width: float) -> None:
    """Words on a bright sign, from the origin on; nothing if there are none."""
    if words:
        transform.box(0, -NOTICE / 2, width, NOTICE, HAZARD, radius=0.08)
        room = (width - 2 * NOTICE_RIM) * transform.tile
        size = fitted(words, text_size(transform, NOTICE_TEXT), room)
        transform.canvas.text(*transform.at(width / 2, 0), words, size, INK, anchor="middle")


@lru_cache(maxsize=64)
def log_pixels(sentences: tuple[str, ...], width: float, lines: int, cell: int) -> Array:
    """The latest sentences of the log, `width` by lines × LOG_LINE cells."""
    wide, high = round(width * cell), round(lines * LOG_LINE * cell)
    canvas = Canvas(wide, high, PAPER)
    size = max(LOG_TEXT * cell, SMALLEST_DIGIT)
    for i, line in enumerate(_lines(sentences, size, wide, lines)):
        canvas.text(0, (i + 0.5) * LOG_LINE * cell, line, size, INK)
    return canvas.pixels[:high, :wide]


def _lines(sentences: tuple[str, ...], size: float, width: float, most: int) -> list[str]:
    """The latest sentences that fit, after a note how many came before them."""
    lines: list[str] = []
    for left_out in range(max(0, len(sentences) - MOST_IN_A_LINE * most), len(sentences)):
        earlier = (f"{left_out} before",) if left_out else ()
        lines = _wrapped((*earlier, *sentences[left_out:]), size, width)
        if len(lines) <= most:
            break
    return lines[-most:]


def _wrapped(sentences: tuple[str, ...], size: float, width: float) -> list[str]:
    """The sentences one after another, as many in each line as fit."""
    lines: list[str] = []
    for sentence in sentences:
        longer = f"{lines[-1]} · {sentence}" if lines else sentence
        if lines and text_width(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(sentence)
    return lines


def beside_panel(picture: Canvas, floor: Any, tile: int, width: float, height: float) -> Canvas:
    """The picture of a floor with an empty panel at its right: `width` cells, `height` pixels."""
    floor_width, floor_height = floor_size(floor, tile)
    cell = panel_cell(tile)
    canvas = Canvas(floor_width + (width + 2 * MARGIN) * cell, max(floor_height, height))
    paste(canvas, 0, 0, picture.pixels[:floor_height, :floor_width])
    right = canvas.width - floor_width
    canvas.rectangle(floor_width, 0, right, canvas.height, PAPER)
    canvas.rectangle(floor_width, 0, right, HEADLINE * cell, INK)
    return canvas


def fill_panel(
    canvas: Canvas, floor: Any, tile: int, headline: Array, gap: float,
    blocks: Iterable[Array], sentences: tuple[str, ...], width: float,
) -> None:  # fmt: skip
    """Put the headline, the blocks below it and, in the lines that are left, the log on a panel."""
    cell = panel_cell(tile)
    left = floor_size(floor, tile)[0] + round(MARGIN * cell)
    paste(canvas, left, 0, headline)
    top = round((HEADLINE + gap) * cell)
    for block in blocks:
        paste(canvas, left, top, block)
        top += len(block)
    lines = int((canvas.height - top) / (LOG_LINE * cell))
    paste(canvas, left, top, log_pixels(sentences, width, lines, cell))
