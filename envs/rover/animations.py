"""Animations in the window of RoveR: what a film shows of modules in use."""

from typing import Any

from cogarena.envs.core.draw.canvas import (
    INK,
    ORANGE,
    WHITE,
    YELLOW,
    Canvas,
    Colour,
    star,
    text_width,
)
from cogarena.envs.core.draw.font import Point
from cogarena.envs.rover.modules import EMPTY, MODULE
from cogarena.envs.rover.pictures import BLOOD
from cogarena.envs.rover.state import COLUMNS, REACH_X, REACH_Y, ROVER, ROWS
from cogarena.envs.rover.tables import KIND
from cogarena.envs.rover.vision import sees

# Lengths are in tiles.
BEAM = 0.12
DASH = 0.3
BURST = 0.46
LABEL = 0.42  # size of the text
SMALLEST_LABEL = 9  # pixels
AWAY = 0.7  # from the middle of the target to the label, away from the attacker
EFFECTS = (("teleport", "swap"), ("analyze", "data"), ("short", "short"), ("stall", "stall"))


def draw_animation(canvas: Canvas, top: int, tile: int, s: Any) -> None:
    """Draw the last use of a module: from whom, to where, and with what result."""
    shown = s.animation
    if shown.module == EMPTY or not sees(s, int(shown.to_x), int(shown.to_y)):
        return
    start, end = (
        middle(s, top, tile, shown[f"{place}_x"], shown[f"{place}_y"]) for place in ("from", "to")
    )
    if shown.hit and MODULE[shown.module].teleport:  # the target is now where the other stood
        start, end = end, start
    if shown.hit:
        draw_hit(canvas, tile, start, end, BLOOD if shown.by != ROVER else ORANGE)
    else:
        for width, colour in ((BEAM, INK), (BEAM / 2, WHITE)):
            canvas.line((start, end), colour, width=width * tile, dash=DASH * tile)
    beyond = AWAY if start[1] < end[1] else -AWAY
    draw_label(canvas, top, tile, (end[0], end[1] + beyond * tile), label(s))


def middle(s: Any, top: int, tile: int, x: Any, y: Any) -> Point:
    """The middle of a square in pixels; squares outside the window are moved to its edge."""
    column, row = (
        min(max(int(place) - int(s.entities[ROVER][axis]), -reach), reach)
        for place, axis, reach in ((x, "x", REACH_X), (y, "y", REACH_Y))
    )
    return (column + REACH_X + 0.5) * tile, top + (row + REACH_Y + 0.5) * tile


def draw_hit(canvas: Canvas, tile: int, start: Point, end: Point, colour: Colour) -> None:
    """A beam and a burst."""
    canvas.line((start, end), INK, width=1.8 * BEAM * tile)
    canvas.line((start, end), colour, width=BEAM * tile)
    canvas.polygon(star(*end, BURST * tile, tips=9), colour, alpha=0.8)
    canvas.polygon(star(*end, 0.6 * BURST * tile, tips=9), YELLOW, alpha=0.9)


def draw_label(canvas: Canvas, top: int, tile: int, at: Point, words: str) -> None:
    """A label around a point, kept inside the window."""
    size = max(SMALLEST_LABEL, LABEL * tile)
    half = text_width(words, size) / 2 + 2
    x = min(max(at[0], half), COLUMNS * tile - half)
    y = min(max(at[1], top + size), top + ROWS * tile - size)
    canvas.text(x, y, words, size, WHITE, anchor="middle", halo=INK)


def label(s: Any) -> str:
    """The result in a word or two."""
    shown = s.animation
    if not shown.hit:
        return "miss"
    tool = MODULE[shown.module]
    power = int(KIND[s.entities[shown.by].kind].power)
    lost = [f"-{int(tool.damage) + power}"] if tool.damage else []
    return " ".join([*lost, *(word for field, word in EFFECTS if tool[field])])
