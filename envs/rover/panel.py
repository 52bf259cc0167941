"""The panel beside the window of RoveR (minimap, condition, modules), and the lines of events."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from cogarena.envs.core.draw.canvas import (
    BACKGROUND,
    GREEN,
    GRID,
    INK,
    ORANGE,
    PAPER,
    PINK,
    SILVER,
    SKY,
    VERMILION,
    WHITE,
    YELLOW,
    Canvas,
    Colour,
    fitted,
    mix,
    shade,
)
from cogarena.envs.rover.descriptions import effect
from cogarena.envs.rover.modules import EMPTY, MODULE, NAMES
from cogarena.envs.rover.scenery import DARK, THING_COLOURS, terrain_colour
from cogarena.envs.rover.state import AFFECTED, BAG, REACH_X, REACH_Y, ROVER, SLOTS
from cogarena.envs.rover.tables import CHASSIS, KIND, Kind, Terrain, Thing, words
from cogarena.envs.rover.text import told

Array = np.ndarray[Any, Any]
Paint = Callable[..., None]  # canvas, line height, width and middle of the row in pixels, facts
Row = tuple[float, Paint, tuple[Any, ...]]  # height in lines, how and what to paint
Mount = tuple[int, int]  # module, durability

# Lengths are in lines of text.
LINE = 0.4  # tiles
SMALLEST_LINE = 10  # pixels: keeps text readable, however small the tiles are
TEXT = 0.8
WIDTH = 22
MARGIN = 0.4
MAP = 10  # side of the minimap
BAR, NOTE, SWITCH, SLOT, TITLE, PLACE = 1.3, 1.15, 1.7, 2.5, 1.4, 2.05  # heights of rows
HEIGHT = MARGIN + MAP + MARGIN + SWITCH + SLOTS * SLOT + TITLE + BAG * PLACE + MARGIN
BADGE = 1.5  # width of the number of a slot or a place

BOX: Colour = (44, 49, 61)
MUTED: Colour = (138, 146, 160)  # of text that matters less
ROVER_MARK: Colour = VERMILION

SPECIFICATIONS = (
    # name, its field, colour
    ("energy", "energy", YELLOW),
    ("integrity", "integrity", GREEN),
    ("shielding", "shielding", SKY),
    ("data", "datum", PINK),
)


def line_height(tile: int) -> int:
    """The height of a line of text in pixels."""
    return max(SMALLEST_LINE, round(LINE * tile))


def draw_panel(canvas: Canvas, left: int, top: int, line: int, setup: Any, s: Any) -> None:
    """Minimap and condition side by side; below them the switch, the slots and the bag."""
    inset = round(MARGIN * line)
    left, top = left + inset, top + inset
    side, width = MAP * line, WIDTH * line - 2 * inset
    paste(canvas, left, top, minimap(setup, s, side))
    beside = left + side + inset
    stack(canvas, beside, top, width - side - inset, line, condition(s))
    stack(canvas, left, top + side + inset, width, line, modules(s))


def stack(canvas: Canvas, left: int, top: int, width: int, line: int, rows: Iterator[Row]) -> None:
    """Draw rows from top to bottom."""
    for height, paint, facts in rows:
        row = row_pixels(paint, line, width, height, facts)
        paste(canvas, left, top, row)
        top += len(row)


def paste(canvas: Canvas, left: int, top: int, pixels: Array) -> None:
    """Copy a finished picture onto a canvas."""
    height, width, _ = pixels.shape
    canvas.pixels[top : top + height, left : left + width] = pixels


@lru_cache(maxsize=1024)
def row_pixels(paint: Paint, line: int, width: int, height: float, facts: tuple[Any, ...]) -> Array:
    """A row of the panel; rows that look the same have equal facts."""
    rows = round(height * line)
    canvas = Canvas(width, rows)
    paint(canvas, line, width, rows / 2, *facts)
    return canvas.pixels[:rows, :width]


def write(
    canvas: Canvas, line: int, span: tuple[float, float], y: float, words: str, colour: Colour,
    anchor: str = "left",
) -> None:  # fmt: skip
    """Text between two positions, shrunk to fit."""
    left, right = span
    size = fitted(words, TEXT * line, right - left)
    x = {"left": left, "middle": (left + right) / 2, "right": right}[anchor]
    canvas.text(x, y, words, size, colour, anchor=anchor)


def condition(s: Any) -> Iterator[Row]:
    """The rover's specifications."""
    rover = s.entities[ROVER]
    most = KIND[rover.kind]
    for name, field, colour in SPECIFICATIONS:
        yield BAR, paint_bar, (name, int(rover[field]), int(most[field]), colour)
    ails = [word for word in ("stalled", "shorted") if rover[word] == AFFECTED]
    yield NOTE, paint_note, (", ".join([words(Kind(rover.kind)), *ails]), PAPER)
    yield NOTE, paint_note, (f"power {most.power} · sensitivity {most.sensitivity}", MUTED)
    yield NOTE, paint_note, transport(s)
    yield NOTE, paint_note, total(s)


def transport(s: Any) -> tuple[str, Colour]:
    """The cost of a step and the steps left, as text."""
    if s.transport.module == EMPTY:
        return "no transport: cannot move", ORANGE
    cost = CHASSIS[s.entities[ROVER].kind].transport
    return f"step costs {cost} · {s.transport.durability} left", MUTED


def total(s: Any) -> tuple[str, Colour]:
    """The results of the campaign so far, as text."""
    factories = "1 factory" if s.factories == 1 else f"{s.factories} factories"
    return f"so far {s.gathered} data, {factories}", PAPER


def modules(s: Any) -> Iterator[Row]:
    """The switch for local modules, the slots and the bag."""
    rover = s.entities[ROVER]
    power = int(KIND[rover.kind].power)
    yield SWITCH, paint_switch, (bool(s.all_targets),)
    for i in range(SLOTS):
        usable = i < CHASSIS[rover.kind].slots
        yield SLOT, paint_slot, (i + 1, mount(s.slots[i]), power, usable, bool(i == s.selected))
    bag = [mount(s.bag[b]) for b in range(BAG)]
    held = sum(module != EMPTY for module, _ in bag)
    yield TITLE, paint_note, (f"Bag: {held} of {BAG}", MUTED)
    for b, place in enumerate(bag):
        yield PLACE, paint_place, (b + 1, place, power)


def mount(place: Any) -> Mount:
    """What a slot or a place of the bag holds."""
    return int(place.module), int(place.durability)


def paint_bar(
    canvas: Canvas, line: int, width: int, middle: float,
    name: str, value: int, most: int, colour: Colour,
) -> None:  # fmt: skip
    """A value as a bar with its name and number."""
    height = 2 * middle - max(2, round(0.3 * line))
    y = height / 2
    canvas.rectangle(0, 0, width, height, mix(BACKGROUND, colour, 0.1))
    canvas.rectangle(0, 0, round(width * min(1, value / most)), height, shade(colour, 0.62))
    inset = 0.4 * line
    canvas.frame(0, 0, width, height, shade(colour, 0.8))
    write(canvas, line, (inset, 0.6 * width), y, name, WHITE)
    write(canvas, line, (0.4 * width, width - inset), y, f"{value}/{most}", WHITE, "right")


def paint_note(
    canvas: Canvas, line: int, width: int, middle: float, words: str, colour: Colour
) -> None:
    """A line of text."""
    write(canvas, line, (0, width), middle, words, colour)


def paint_switch(canvas: Canvas, line: int, width: int, middle: float, everything: bool) -> None:
    """V18: what local modules act on; the choice is highlighted."""
    label = 0.44 * width
    write(canvas, line, (0, label), middle, "Local modules act on", MUTED)
    half, height = (width - label) / 2, 2 * middle - 0.3 * line
    for i, (name, chosen) in enumerate((("hostile", not everything), ("all", everything))):
        x = label + i * half
        canvas.rectangle(x, 0.15 * line, half - 1, height, ORANGE if chosen else BOX)
        span, colour = (x + 2, x + half - 3), INK if chosen else MUTED
        write(canvas, line, span, middle, name, colour, "middle")


def paint_slot(
    canvas: Canvas, line: int, width: int, middle: float,
    number: int, held: Mount, power: int, usable: bool, selected: bool,
) -> None:  # fmt: skip
    """A slot of the chassis, two lines of text high; the selected one is highlighted (V18)."""
    height = 2 * middle - max(1, round(0.2 * line))
    canvas.rectangle(0, 0, width, height, BOX if usable else BACKGROUND)
    badge = ORANGE if selected else SKY if held[0] else GRID
    canvas.rectangle(0, 0, round(BADGE * line), height, badge)
    write(canvas, line, (0, BADGE * line), height / 2, str(number), INK, "middle")
    vacant = "empty" if usable else "no slot on this chassis"
    paint_module(canvas, line, width, height / 2, held, power, vacant)


def paint_place(
    canvas: Canvas, line: int, width: int, middle: float, number: int, held: Mount, power: int
) -> None:
    """A place of the bag, two lines of text high."""
    canvas.rectangle(0, 0, width, 2 * middle - 1, mix(BACKGROUND, BOX, 0.5))
    write(canvas, line, (0, BADGE * line), middle, str(number), MUTED, "middle")
    paint_module(canvas, line, width, middle, held, power, "–")


def paint_module(
    canvas: Canvas, line: int, width: int, middle: float, held: Mount, power: int, vacant: str
) -> None:
    """A module's name, cost and remaining uses, and below them what it does."""
    module, durability = held
    left, right = (BADGE + 0.4) * line, width - 0.3 * line
    if module == EMPTY:
        write(canvas, line, (left, right), middle, vacant, MUTED)
        return
    upper, lower = middle - 0.5 * line, middle + 0.5 * line
    split = 0.68 * width
    write(canvas, line, (left, split), upper, NAMES[module], PAPER)
    uses = f"cost {MODULE[module].cost} · ×{durability}"
    write(canvas, line, (split, right), upper, uses, YELLOW, "right")
    write(canvas, line, (left, right), lower, effect(module, power), SILVER)


def minimap(setup: Any, s: Any, side: int) -> Array:
    """The remembered sector at a small scale, with rover, pod and the frame of the window."""
    squares = int(setup.side)
    scale = side // squares
    margin = (side - scale * squares) // 2
    canvas = blank_minimap(side).copy()
    land = sector_colours(s, squares).repeat(scale, axis=0).repeat(scale, axis=1)
    paste(canvas, margin, margin, land)
    x, y = int(s.entities[ROVER].x), int(s.entities[ROVER].y)
    window = (
        margin + max(0, x - REACH_X) * scale,
        margin + max(0, y - REACH_Y) * scale,
        (min(squares, x + REACH_X + 1) - max(0, x - REACH_X)) * scale,
        (min(squares, y + REACH_Y + 1) - max(0, y - REACH_Y)) * scale,
    )
    canvas.frame(*window, MUTED)
    for column, row, colour in ((int(s.pod_x), int(s.pod_y), WHITE), (x, y, ROVER_MARK)):
        left, top = margin + column * scale - 1, margin + row * scale - 1
        canvas.rectangle(left - 1, top - 1, scale + 4, scale + 4, INK)
        canvas.rectangle(left, top, scale + 2, scale + 2, colour)
    return canvas.pixels[:side, :side]


@lru_cache(maxsize=8)
def blank_minimap(side: int) -> Canvas:
    """The minimap without a sector in it."""
    return Canvas(side, side, BOX)


def sector_colours(s: Any, squares: int) -> Array:
    """The colour of each seen square: of the thing that lies there, or else of the terrain."""
    terrains, things = colour_tables(int(s.planet))
    seen = s.known[REACH_Y : REACH_Y + squares, REACH_X : REACH_X + squares] != 0
    thing = np.minimum(s.thing[:squares, :squares], int(Thing.CACHE))
    marked = things[thing].any(axis=2)
    colours = np.where(marked[..., None], things[thing], terrains[s.terrain[:squares, :squares]])
    return np.where(seen[..., None], colours, np.array(DARK, np.uint8))


@lru_cache
def colour_tables(planet: int) -> tuple[Array, Array]:
    """The colours of the minimap by Terrain and by Thing; black things are not shown."""
    terrains = [shade(terrain_colour(terrain, planet), 0.75) for terrain in Terrain]
    things = [THING_COLOURS.get(thing, (0, 0, 0)) for thing in Thing]
    return np.array(terrains, np.uint8), np.array(things, np.uint8)


def draw_events(
    canvas: Canvas, left: int, top: int, size: tuple[int, int], line: int, setup: Any, s: Any
) -> None:
    """The events since the last decision; only the last ones if not all fit."""
    width, height = size
    lines = told(setup, s)
    room = max(1, int(height / (NOTE * line)))
    if len(lines) > room:
        before = len(lines) - room + 1
        lines = [f"… {before} events before", *lines[before:]]
    rows = ((NOTE, paint_note, (event[:1].upper() + event[1:], PAPER)) for event in lines)
    stack(canvas, left, top, width, line, rows)
