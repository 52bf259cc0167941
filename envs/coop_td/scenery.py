"""The fixed background of a Co-op Tower Defense map: meadow, road, links and numbers."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import atan2, degrees, gcd, hypot
from typing import Any

import numpy as np

from cogarena.envs.coop_td import pictures
from cogarena.envs.coop_td.panel import PANEL_WIDTH
from cogarena.envs.coop_td.pictures import BLOOD, GLOW, STONE
from cogarena.envs.coop_td.state import NOWHERE, SETUP
from cogarena.envs.core.draw.canvas import INK, PAPER, Canvas, Colour, arrow, mix, shade
from cogarena.envs.core.draw.font import Point

Array = np.ndarray[Any, Any]
Path = tuple[Point, ...]

MEADOW: Colour = (156, 180, 122)
SAND: Colour = (222, 198, 152)
PAVING: Colour = (243, 230, 200)
EARTH: Colour = (124, 96, 60)
PORTAL: Colour = (74, 58, 98)

CELL = 1.5  # tiles: a space shows far more than a square of other boards
# From here on lengths are in cells.
HEADLINE = 0.5
FEWEST_ROWS = 7  # what the panel needs
MARGIN = 0.12
ROAD = 0.5
ROAD_RIM = 0.04
PLATE = 0.9  # a space
PLOT = 0.66  # a tower space
LINK = 0.03
TAG = 0.2
TUFTS = 9  # of grass, a cell


@dataclass(frozen=True, eq=False)
class Scenery:
    """The positions of things in the pictures of a setup, and the picture without them."""

    cell: int  # pixels
    panel: int  # where it begins, pixels from the left
    spaces: Path  # their middles
    plots: Path  # the middles of the tower spaces
    background: Canvas


@lru_cache(maxsize=8)
def scenery(setup_bytes: bytes, tile: int) -> Scenery:
    """The scenery of a setup, given as bytes so that the result can be cached."""
    setup = np.frombuffer(setup_bytes, SETUP)[0]
    cell = 2 * round(CELL * tile / 2)
    grid = _grid(setup)
    columns, rows = (grid.max(axis=0) + 1).tolist()
    height = max(rows, FEWEST_ROWS)
    panel = round((columns + 2 * MARGIN) * cell)
    background = Canvas(panel + PANEL_WIDTH * cell, (height + HEADLINE + MARGIN) * cell, MEADOW)
    corner = (0.5 + MARGIN, 0.5 + HEADLINE + (height - rows + MARGIN) / 2)
    first_x, first_y = (round(length * cell) for length in corner)
    centres = [(first_x + x * cell, first_y + y * cell) for x, y in grid.tolist()]
    plan = Scenery(
        cell, panel, tuple(centres[: setup.spaces]), tuple(centres[setup.spaces :]), background
    )
    ways, links = list(_ways(plan, setup)), list(_links(plan, setup))
    _draw_ground(plan)
    _draw_bands(plan, ways, links)
    _draw_places(plan, setup)
    _draw_marks(plan, setup, ways, links)
    return plan


def _grid(setup: Any) -> Array:
    """Column and row of each space and tower space, without the gaps between drawn characters."""
    drawn = np.concatenate(
        [setup.space_xy[: setup.spaces], setup.tower_xy[: setup.tower_spaces]]
    ).astype(int)
    drawn -= drawn.min(axis=0)
    drawn[:, 0] //= gcd(*drawn[:, 0].tolist()) or 1
    return drawn


def _draw_ground(plan: Scenery) -> None:
    """A meadow with tufts of grass, and the paper of the panel."""
    canvas, cell = plan.background, plan.cell
    for i in range(TUFTS * canvas.width * canvas.height // cell**2):
        x, y = i * 0.7548777 % 1 * canvas.width, i * 0.5698403 % 1 * canvas.height
        size = cell * (0.02 + 0.03 * (i % 3))
        canvas.disc(x, y, size, shade(MEADOW, 0.8 if i % 2 else 1.2), alpha=0.25)
    canvas.rectangle(plan.panel, 0, canvas.width - plan.panel, canvas.height, PAPER)
    canvas.rectangle(plan.panel, 0, max(1, cell * 0.04), canvas.height, EARTH)


def _draw_bands(plan: Scenery, ways: list[Path], links: list[Path]) -> None:
    """The road as a broad band, and thin lines from the tower spaces to the spaces."""
    canvas, cell = plan.background, plan.cell
    for width, colour in ((ROAD + 2 * ROAD_RIM, EARTH), (ROAD, SAND)):
        for way in ways:
            canvas.line(way, colour, width=width * cell)
    for link in links:
        canvas.line(link, INK, width=max(1, LINK * cell))


def _draw_places(plan: Scenery, setup: Any) -> None:
    """The spaces as plates on the road, and the tower spaces beside it."""
    canvas, cell = plan.background, plan.cell
    for space, (x, y) in enumerate(plan.spaces):
        fill = {setup.spawn_space: PORTAL, setup.gate_space: STONE}.get(space, PAVING)
        pictures.slab(canvas, x, y, PLATE * cell, shade(fill, 0.5), fill)
    _draw_spawn(canvas, *plan.spaces[int(setup.spawn_space)], cell)
    _draw_gate(canvas, *plan.spaces[int(setup.gate_space)], cell)
    for x, y in plan.plots:
        pictures.slab(canvas, x, y, PLOT * cell, shade(STONE, 0.7), shade(STONE, 1.45))


def _draw_marks(plan: Scenery, setup: Any, ways: list[Path], links: list[Path]) -> None:
    """Arrows in the enemies' direction, the ends of the links, and the numbers used in texts."""
    canvas, cell = plan.background, plan.cell
    for way in ways:
        for x, y, turn in _arrows(way, PLATE / 2 * cell):
            canvas.polygon(arrow(x, y, 0.34 * cell, turn=turn), PAPER)
            canvas.polygon(arrow(x, y, 0.27 * cell, turn=turn), BLOOD)
    for _, (x, y) in links:
        canvas.disc(x, y, max(1.5, 0.05 * cell), INK)
    names = {setup.spawn_space: "Spawn", setup.gate_space: "Gate"}
    for space, (x, y) in enumerate(plan.spaces):
        number(canvas, x, y, cell, PLATE, names.get(space, str(space)))
    for t, (x, y) in enumerate(plan.plots):
        number(canvas, x, y, cell, PLOT, str(t + 1))


def number(canvas: Canvas, x: float, y: float, cell: int, side: float, label: str) -> None:
    """A label at the top left of a square."""
    left, middle = x - (side / 2 + 0.04) * cell, y - (side / 2 - 0.04) * cell
    pictures.tag(canvas, left, middle, TAG * cell, label, EARTH if side == PLATE else INK)


def _draw_spawn(canvas: Canvas, x: float, y: float, cell: int) -> None:
    """A portal of rings."""
    for step in range(4):
        colour = mix(PORTAL, GLOW, 0.12 * step)
        canvas.disc(x, y, cell * (0.36 - 0.08 * step), colour)


def _draw_gate(canvas: Canvas, x: float, y: float, cell: int) -> None:
    """A wall with battlements and a door."""
    side = PLATE * cell
    wall = shade(STONE, 1.35)
    canvas.rectangle(x - side * 0.42, y - side * 0.3, side * 0.84, side * 0.72, wall)
    for merlon in range(4):
        left = x - side * 0.42 + merlon * side * 0.84 / 3.5
        canvas.rectangle(left, y - side * 0.42, side * 0.12, side * 0.14, wall)
    canvas.rectangle(
        x - side * 0.2, y - side * 0.1, side * 0.4, side * 0.52, EARTH, radius=side * 0.2
    )
    canvas.rectangle(x - side * 0.2, y + side * 0.2, side * 0.4, side * 0.22, EARTH)


def _ways(plan: Scenery, setup: Any) -> Iterator[Path]:
    """Each way as a path, straight or around a corner, that keeps clear of other places."""
    places = (*plan.spaces, *plan.plots)
    for here, start in enumerate(plan.spaces):
        for there in setup.ways[here]:
            if there == NOWHERE:
                continue
            end = plan.spaces[there]
            others = [place for place in places if place not in (start, end)]
            corners = ((end[0], start[1]), (start[0], end[1]))
            paths = [(start, corner, end) for corner in corners if corner not in (start, end)]
            yield max([*paths, (start, end)], key=lambda path: _clearance(path, others))


def _clearance(path: Path, others: list[Point]) -> float:
    """The distance in pixels from a path to the nearest other place."""
    return min((_distance(place, *leg) for place in others for leg in pairwise(path)), default=0)


def _distance(place: Point, start: Point, end: Point) -> float:
    along = (end[0] - start[0], end[1] - start[1])
    to = (place[0] - start[0], place[1] - start[1])
    share = (to[0] * along[0] + to[1] * along[1]) / (along[0] ** 2 + along[1] ** 2)
    share = min(1, max(0, share))
    return hypot(to[0] - share * along[0], to[1] - share * along[1])


def _arrows(way: Path, hidden: float) -> Iterator[tuple[float, float, float]]:
    """Position and rotation of the arrows on a way; plates hide its ends."""
    last = len(way) - 2
    for leg, ((x, y), (to_x, to_y)) in enumerate(pairwise(way)):
        length = hypot(to_x - x, to_y - y)
        first_seen = hidden * (leg == 0)
        last_seen = length - hidden * (leg == last)
        share = (first_seen + last_seen) / 2 / length
        turn = degrees(atan2(to_x - x, y - to_y))
        yield x + (to_x - x) * share, y + (to_y - y) * share, turn


def _links(plan: Scenery, setup: Any) -> Iterator[Path]:
    """Each link as a line from the middle of a tower space to the edge of a space."""
    for t, (x, y) in enumerate(plan.plots):
        for space, (to_x, to_y) in enumerate(plan.spaces):
            if int(setup.links[t]) >> space & 1:
                inside = PLATE * 0.48 * plan.cell / max(abs(to_x - x), abs(to_y - y))
                yield (x, y), (to_x + (x - to_x) * inside, to_y + (y - to_y) * inside)
