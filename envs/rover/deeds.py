"""Deeds in the window of RoveR: what a watcher sees of modules that are used."""

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

# Lengths are in tiles.
BEAM = 0.12
DASH = 0.3
BURST = 0.46
LABEL = 0.42  # size of the text
SMALLEST_LABEL = 9  # pixels
AWAY = 0.7  # from the middle of the target to that of the text, away from who fired
EFFECTS = (("teleport", "swap"), ("analyze", "data"), ("short", "short"), ("stall", "stall"))


def draw_deed(canvas: Canvas, top: int, tile: int, s: Any) -> None:
    """The module that was used last: from whom to where, and what came of it."""
    deed = s.deed
    if deed.module == EMPTY or not is_seen(s, int(deed.to_x), int(deed.to_y)):
        return
    start, end = (
        middle(s, top, tile, deed[f"{place}_x"], deed[f"{place}_y"]) for place in ("from", "to")
    )
    if deed.hit and MODULE[deed.module].teleport:  # the target is now where the other stood
        start, end = end, start
    if deed.hit:
        draw_hit(canvas, tile, start, end, BLOOD if deed.by != ROVER else ORANGE)
    else:
        for width, colour in ((BEAM, INK), (BEAM / 2, WHITE)):
            canvas.line((start, end), colour, width=width * tile, dash=DASH * tile)
    beyond = AWAY if start[1] < end[1] else -AWAY
    draw_label(canvas, top, tile, (end[0], end[1] + beyond * tile), label(s))


def is_seen(s: Any, x: int, y: int) -> bool:
    """The rover sees the square."""
    column, row = x - int(s.entities[ROVER].x) + REACH_X, y - int(s.entities[ROVER].y) + REACH_Y
    return 0 <= column < COLUMNS and 0 <= row < ROWS and bool(s.sight[row * COLUMNS + column])


def middle(s: Any, top: int, tile: int, x: Any, y: Any) -> Point:
    """The middle of a square of the sector, in pixels; of one outside, the nearest within."""
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
    """Words about a point, never cut off at the rims of the window."""
    size = max(SMALLEST_LABEL, LABEL * tile)
    half = text_width(words, size) / 2 + 2
    x = min(max(at[0], half), COLUMNS * tile - half)
    y = min(max(at[1], top + size), top + ROWS * tile - size)
    canvas.text(x, y, words, size, WHITE, anchor="middle", halo=INK)


def label(s: Any) -> str:
    """What came of it, in a word or two."""
    deed = s.deed
    if not deed.hit:
        return "miss"
    tool = MODULE[deed.module]
    power = int(KIND[s.entities[deed.by].kind].power)
    lost = [f"-{int(tool.damage) + power}"] if tool.damage else []
    return " ".join([*lost, *(word for field, word in EFFECTS if tool[field])])
