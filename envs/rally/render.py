"""The headline of a rally's picture: the turn in words, a lamp for each register, notices."""

from enum import IntEnum
from functools import lru_cache
from typing import Any

import numpy as np

from cogarena.envs.core.drawing import INK, PAPER, Canvas, fitted
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.pen import SMALLEST_DIGIT, Pen
from cogarena.envs.rally.phases import Phase
from cogarena.envs.rally.surface_pictures import HAZARD, STEEL

Array = np.ndarray[Any, Any]

# Lengths are in cells of the panel.
HEADLINE = 0.72
MARGIN = 0.14
TEXT = 0.36
LAMP, LAMPS_APART, DIGIT = 0.36, 0.42, 0.28
NOTICE, NOTICE_TEXT, NOTICE_RIM = 0.44, 0.32, 0.1  # height, and beside the words
LAMP_PIXELS, LAMPS_APART_PIXELS = 8, 9  # at least


Steps = dict[str, tuple[str, str]]

# By stage: what goes on while somebody is asked in it, and what has just gone on when it begins.
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
    "REVEAL": MOVING,
    "SWAP": MOVING,
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
    if s.stage < Phase.REVEAL:
        return 0
    return REGISTERS if s.stage >= clean_up else int(s.rally.register) + 1


@lru_cache(maxsize=64)
def headline_pixels(words: str, lit: int, width: float, cell: int) -> Array:
    """The headline, `width` by HEADLINE cells."""
    wide, high = round(width * cell), round(HEADLINE * cell)
    canvas = Canvas(wide, high, INK)
    pen = Pen(canvas, 0, HEADLINE / 2 * cell, cell)
    side, apart = max(LAMP, LAMP_PIXELS / cell), max(LAMPS_APART, LAMPS_APART_PIXELS / cell)
    lamps = width - REGISTERS * apart
    size = fitted(words, max(TEXT * cell, SMALLEST_DIGIT), (lamps - MARGIN) * cell)
    canvas.text(0, pen.y, words, size, PAPER)
    for k in range(REGISTERS):
        lamp = pen.moved(lamps + apart * (k + 0.5), 0)
        colour = HAZARD if k == lit - 1 else PAPER if k < lit else STEEL
        lamp.box(-side / 2, -side / 2, side, side, colour, radius=0.06)
        digit = max(DIGIT, SMALLEST_DIGIT / cell)
        lamp.text(0, 0, str(k + 1), digit, PAPER if colour == STEEL else INK)
    return canvas.pixels[:high, :wide]


def draw_notice(pen: Pen, words: str, width: float) -> None:
    """Words on a bright sign from the pen on, if there are any."""
    if words:
        pen.box(0, -NOTICE / 2, width, NOTICE, HAZARD, radius=0.08)
        size = max(NOTICE_TEXT * pen.tile, SMALLEST_DIGIT)
        size = fitted(words, size, (width - 2 * NOTICE_RIM) * pen.tile)
        pen.canvas.text(*pen.at(width / 2, 0), words, size, INK, anchor="middle")
