"""The picture of RoveR: the window around the rover, events below it, and a panel beside it.

Films also show animations in the window: modules in use.
"""

from functools import lru_cache
from typing import Any

import numpy as np

from cogarena.envs.core.draw.canvas import (
    GREEN,
    INK,
    ORANGE,
    PAPER,
    WHITE,
    YELLOW,
    Canvas,
    Colour,
    fitted,
    require_tile,
    shade,
    star,
    text_width,
)
from cogarena.envs.core.draw.font import Point
from cogarena.envs.core.draw.transform import Transform
from cogarena.envs.core.header import HALTED
from cogarena.envs.rover.modules import EMPTY, MODULE
from cogarena.envs.rover.panel import (
    HEIGHT,
    MARGIN,
    TEXT,
    WIDTH,
    draw_events,
    draw_panel,
    line_height,
    paste,
)
from cogarena.envs.rover.pictures import BLOOD, draw_being
from cogarena.envs.rover.scenery import DARK, Facts, cracks, square_pixels, variants
from cogarena.envs.rover.state import AFFECTED, COLUMNS, REACH_X, REACH_Y, ROVER, ROWS, Outcome
from cogarena.envs.rover.tables import KIND, Terrain, Thing
from cogarena.envs.rover.text import headline
from cogarena.envs.rover.vision import look_around, sees

Array = np.ndarray[Any, Any]
Being = tuple[int, int, bool, bool, bool]  # Kind, integrity, hostile, stalled, shorted

HEADLINE = 1.6  # lines of text
FEWEST_EVENTS = 5.8  # lines of text below the window
BANNER = 1.6  # tiles
BANNERS: dict[Outcome, tuple[str, Colour]] = {
    Outcome.OPEN: ("OUT OF TIME", (96, 100, 110)),
    Outcome.WON: ("WON", shade(GREEN, 0.8)),
    Outcome.LOST: ("LOST", BLOOD),
}

# Lengths are in tiles.
BEAM = 0.12
DASH = 0.3
BURST = 0.46
LABEL = 0.42  # size of the text
SMALLEST_LABEL = 9  # pixels
AWAY = 0.7  # from the middle of the target to the label, away from the attacker
EFFECTS = (("teleport", "swap"), ("analyze", "data"), ("short", "short"), ("stall", "stall"))


def draw(setup: Any, s: Any, *, tile: int = 32) -> Array:
    """The window in squares of `tile` pixels, with headline, events and panel around it."""
    require_tile(tile)
    halted = s.halt == HALTED
    if halted and s.stale:
        s = s.copy()
        look_around(setup, s)
    line = line_height(tile)
    top, wide, high = window_area(tile)
    canvas = blank(tile).copy()
    draw_headline(canvas, line, headline(setup, s), bool(s.shut))
    draw_window(canvas, top, tile, s)
    if halted:
        draw_animation(canvas, top, tile, s)
    if s.truncated or s.outcome != Outcome.OPEN:
        draw_banner(canvas, top, tile, Outcome(s.outcome))
    draw_panel(canvas, wide, top, line, setup, s)
    inset = round(MARGIN * line)
    size = (wide - 2 * inset, canvas.height - top - high - inset)
    draw_events(canvas, inset, top + high + inset, size, line, setup, s)
    return canvas.pixels


def window_area(tile: int) -> tuple[int, int, int]:
    """The top, width and height of the window in pixels."""
    return round(HEADLINE * line_height(tile)), COLUMNS * tile, ROWS * tile


@lru_cache(maxsize=8)
def blank(tile: int) -> Canvas:
    """An empty picture with a dark window."""
    line = line_height(tile)
    top, wide, high = window_area(tile)
    below = max(round(FEWEST_EVENTS * line), round(HEIGHT * line) - high)
    canvas = Canvas(wide + WIDTH * line, top + high + below)
    canvas.rectangle(0, top, wide, high, DARK)
    return canvas


def draw_headline(canvas: Canvas, line: int, words: str, shut: bool) -> None:
    """Draw the headline word by word, so that most stamps are already cached."""
    height = round(HEADLINE * line)
    size = fitted(words, TEXT * line, canvas.width - height)
    canvas.rectangle(0, 0, canvas.width, height, shade(GREEN, 0.5) if shut else INK)
    x = height / 2
    for word in words.split(" "):
        canvas.text(x, height / 2, word, size, PAPER)
        x += text_width(f"{word} .", size) - text_width(".", size)


def draw_banner(canvas: Canvas, top: int, tile: int, outcome: Outcome) -> None:
    """How the campaign ended, across the window."""
    words, colour = BANNERS[outcome]
    y = top + ROWS * tile / 4
    canvas.rectangle(0, y - BANNER * tile / 2, COLUMNS * tile, BANNER * tile, colour, alpha=0.85)
    canvas.text(COLUMNS * tile / 2, y, words, tile, WHITE, anchor="middle")


def draw_window(canvas: Canvas, top: int, tile: int, s: Any) -> None:
    """The squares around the rover: bright if visible, dim if remembered, dark if never seen."""
    planet = int(s.planet)
    for column, row, terrain, variant, cracked, thing, seen in squares(s):
        pixels = square_pixels(tile, (planet, terrain, variant, cracked, thing), bool(seen))
        paste(canvas, column * tile, top + row * tile, pixels)
    for column, row, being, facts in beings(s):
        pixels = being_pixels(tile, facts, being)
        paste(canvas, column * tile, top + row * tile, pixels)


def squares(s: Any) -> list[list[int]]:
    """Column, row, terrain, variant, cracks, thing and visibility of all seen squares."""
    west, north = int(s.entities[ROVER].x) - REACH_X, int(s.entities[ROVER].y) - REACH_Y
    known = s.known[north + REACH_Y :, west + REACH_X :][:ROWS, :COLUMNS]
    rows, columns = known.nonzero()
    y, x = rows + north, columns + west
    terrain = s.terrain[y, x]
    fields = (
        columns,
        rows,
        terrain,
        variants(x, y),
        np.where(terrain == Terrain.WALL, cracks(s.wall[y, x]), 0),
        np.minimum(s.thing[y, x], int(Thing.CACHE)),
        s.sight.reshape(ROWS, COLUMNS)[rows, columns],
    )
    found: list[list[int]] = np.stack(fields, axis=1).tolist()
    return found


def beings(s: Any) -> list[tuple[int, int, Being, Facts]]:
    """Column and row of every visible entity, what it is, and its square."""
    west, north = int(s.entities[ROVER].x) - REACH_X, int(s.entities[ROVER].y) - REACH_Y
    visible = s.sight.reshape(ROWS, COLUMNS)
    entities = s.entities[: s.count]
    columns, rows = entities["x"].astype(int) - west, entities["y"].astype(int) - north
    inside = (columns >= 0) & (columns < COLUMNS) & (rows >= 0) & (rows < ROWS)
    found = []
    for e in inside.nonzero()[0].tolist():
        column, row = int(columns[e]), int(rows[e])
        entity = entities[e]
        if e != ROVER and not (entity.integrity and visible[row, column]):
            continue
        facts = land_facts(s, column + west, row + north)
        stalled, shorted = bool(entity.stalled == AFFECTED), bool(entity.shorted == AFFECTED)
        flags = bool(entity.hostile), stalled, shorted
        found.append((column, row, (int(entity.kind), int(entity.integrity), *flags), facts))
    return found


def land_facts(s: Any, x: int, y: int) -> Facts:
    """The facts of a square with an entity on it, which cannot be a wall."""
    variant = int(variants(np.array(x), np.array(y)))
    thing = min(int(s.thing[y, x]), int(Thing.CACHE))
    return int(s.planet), int(s.terrain[y, x]), variant, 0, thing


@lru_cache(maxsize=1024)
def being_pixels(tile: int, facts: Facts, being: Being) -> Array:
    """The picture of an entity on its square."""
    canvas = Canvas(tile, tile)
    pixels = canvas.pixels[:tile, :tile]
    pixels[...] = square_pixels(tile, facts, True)
    draw_being(Transform(canvas, tile / 2, tile / 2, tile), *being)
    return pixels


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
