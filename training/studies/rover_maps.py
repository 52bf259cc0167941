"""What do the planets of RoveR look like? A picture of whole sectors, and their statistics.

    python -m cogarena.training.studies.rover_maps --planets 12 --size 50 --out sheet.png

A column shows the four planets of one level, the first on top; columns are consecutive levels.
"""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from typing import Any

import numpy as np

from cogarena.envs.core.draw.canvas import (
    BLACK,
    ORANGE,
    PAPER,
    PINK,
    VERMILION,
    WHITE,
    YELLOW,
    Canvas,
    Colour,
    fitted,
    png_bytes,
    regular,
)
from cogarena.envs.core.episode import Episode
from cogarena.envs.core.errors import CogarenaError, SettingError
from cogarena.envs.core.registry import load
from cogarena.envs.rover.planet import land, walk_everywhere
from cogarena.envs.rover.scenery import THING_COLOURS, terrain_colour
from cogarena.envs.rover.state import NOWHERE, SIZE
from cogarena.envs.rover.tables import (
    FIRST_BLOCKING,
    KIND,
    PLANETS,
    Nature,
    Terrain,
    Thing,
    words,
)
from cogarena.training.cli.parser import BAD_INPUT, Parser
from cogarena.training.progress import bar

Array = np.ndarray[Any, Any]
Mark = Callable[[Canvas, float, float, float], None]  # on a canvas, at x and y, of this radius

WARDEN = 1  # the first entity after the rover
SCALE = 6  # pixels of a square
GAP = 10  # pixels between two sectors
TITLE, TEXT = 16, 11  # pixels: height of a line above each sector, size of its text
LEGEND_COLUMN = 130  # pixels


@dataclass(frozen=True)
class Planet:
    """A planet at the landing."""

    level: int
    side: int
    record: Any
    steps: Array  # on foot from the pod, by y, x; NOWHERE if unreachable

    @property
    def terrain(self) -> Array:
        """The sector's squares."""
        return np.asarray(self.record.terrain[: self.side, : self.side])

    def share(self, squares: Array) -> float:
        """The share of the sector's squares that are set in a mask."""
        return float(np.count_nonzero(squares)) / self.side**2

    @property
    def walk(self) -> int:
        """Steps from the pod to the warden."""
        warden = self.record.entities[WARDEN]
        return int(self.steps[warden.y, warden.x])


def grow_planet(number: int, first_level: int, side: int) -> Planet:
    """A planet by its number: first those of the first level, then those of the next."""
    level, rank = first_level + number // PLANETS, number % PLANETS
    episode = Episode(load("rover"), {"map_size": side})
    episode.reset(0)
    record = episode.states[0]
    record.level, record.planet = level, rank
    land(episode.setup[0], record)
    steps = np.empty((SIZE, SIZE), np.int16)
    walk_everywhere(record, int(record.pod_x), int(record.pod_y), steps)
    return Planet(level, side, record, steps[:side, :side])


def report(planets: Sequence[Planet]) -> str:
    """The statistics of the planets, by rank."""
    lines = ["planet  open  on foot  floor  water  trees  rock  steps to the warden"]
    for rank in range(PLANETS):
        some = [planet for planet in planets if planet.record.planet == rank]
        if some:
            lines.append(f"{rank + 1:<6}" + statistics_line(some))
    return "\n".join(lines)


def statistics_line(planets: Sequence[Planet]) -> str:
    """A line of the report: shares of the squares, and the steps to the warden."""
    shares = (
        (6, [planet.share(planet.terrain < FIRST_BLOCKING) for planet in planets]),
        (10, [planet.share(planet.steps != NOWHERE) for planet in planets]),
        (7, [planet.share(planet.terrain == Terrain.FLOOR) for planet in planets]),
        (7, [planet.share(planet.terrain == Terrain.WATER) for planet in planets]),
        (7, [planet.share(planet.terrain == Terrain.TREE) for planet in planets]),
        (6, [planet.share(planet.terrain == Terrain.ROCK) for planet in planets]),
    )
    walks = [planet.walk for planet in planets]
    texts = [f"{np.mean(found):>{width}.0%}" for width, found in shares]
    return "".join(texts) + f"  {min(walks)} to {max(walks)}, {np.mean(walks):.0f} on average"


def dot(colour: Colour, size: float = 1) -> Mark:
    """A disc with a dark rim."""

    def paint(canvas: Canvas, x: float, y: float, radius: float) -> None:
        canvas.disc(x, y, size * radius + 1, BLACK)
        canvas.disc(x, y, size * radius, colour)

    return paint


def block(colour: Colour) -> Mark:
    """A square with a dark rim."""

    def paint(canvas: Canvas, x: float, y: float, radius: float) -> None:
        canvas.rectangle(x - radius - 1, y - radius - 1, 2 * radius + 2, 2 * radius + 2, BLACK)
        canvas.rectangle(x - radius, y - radius, 2 * radius, 2 * radius, colour)

    return paint


def diamond(colour: Colour) -> Mark:
    """A diamond with a dark rim."""

    def paint(canvas: Canvas, x: float, y: float, radius: float) -> None:
        canvas.polygon(regular(x, y, radius + 2, 4), BLACK)
        canvas.polygon(regular(x, y, radius, 4), colour)

    return paint


def target(colour: Colour) -> Mark:
    """A large disc with a ring, for things that a planet has one of."""

    def paint(canvas: Canvas, x: float, y: float, radius: float) -> None:
        canvas.disc(x, y, 2 * radius + 1, BLACK)
        canvas.disc(x, y, 2 * radius, WHITE)
        canvas.disc(x, y, 1.3 * radius, colour)

    return paint


THING_MARKS: dict[Thing, Mark] = {
    Thing.POD: target(ORANGE),
    **{site: block(THING_COLOURS[site]) for site in Thing if Thing.POD < site < Thing.CLOSED_SITE},
    Thing.HULL_REPAIR: diamond(WHITE),
    Thing.CACHE: diamond(YELLOW),
}
NATURE_MARKS: dict[Nature, Mark] = {
    Nature.MACHINE: dot(VERMILION, 0.8),
    Nature.WARDEN: target(VERMILION),
    Nature.FAUNA: dot((150, 112, 70), 0.8),
    Nature.STILL: dot(PINK, 0.5),
}
THING_NAMES = {Thing.CACHE: "Module cache", Thing.HULL_REPAIR: "Hull repair cache"}
NATURE_NAMES = {Nature.STILL: "Flora, relic"}


def draw_sheet(planets: Sequence[Planet]) -> Array:
    """All planets, with the legend below them."""
    side = planets[0].side * SCALE
    columns, rows = ceil(len(planets) / PLANETS), min(len(planets), PLANETS)
    width = max(columns * (side + GAP) + GAP, 4 * LEGEND_COLUMN)
    entries = legend()
    legend_rows = ceil(len(entries) / (width // LEGEND_COLUMN))
    top = rows * (side + TITLE + GAP)
    canvas = Canvas(width, top + (legend_rows + 1) * TITLE)
    for number, planet in enumerate(planets):
        column, row = divmod(number, PLANETS)
        draw_planet(canvas, planet, GAP + column * (side + GAP), row * (side + TITLE + GAP))
    draw_legend(canvas, entries, top + TITLE / 2)
    return canvas.pixels


def draw_planet(canvas: Canvas, planet: Planet, left: int, top: int) -> None:
    """A sector with its title."""
    side, record = planet.side * SCALE, planet.record
    title = (
        f"Level {planet.level}, planet {record.planet + 1}: {planet.walk} steps to the warden, "
        f"{planet.share(planet.steps != NOWHERE):.0%} on foot"
    )
    size = fitted(title, TEXT, side)
    canvas.text(left, top + TITLE / 2, title, size, PAPER)
    top += TITLE
    colours = np.array([terrain_colour(kind, int(record.planet)) for kind in Terrain], np.uint8)
    land_pixels = colours[planet.terrain].repeat(SCALE, axis=0).repeat(SCALE, axis=1)
    canvas.pixels[top : top + side, left : left + side] = land_pixels
    for mark, x, y in marks(planet):
        mark(canvas, left + (x + 0.5) * SCALE, top + (y + 0.5) * SCALE, SCALE / 2)


def marks(planet: Planet) -> list[tuple[Mark, int, int]]:
    """The marks on a planet with their squares; the rarest last, so that they stay visible."""
    record = planet.record
    found = []
    for y, x in np.argwhere(record.thing).tolist():
        found.append((THING_MARKS[Thing(min(record.thing[y, x], Thing.CACHE))], x, y))
    for entity in reversed(record.entities[WARDEN : record.count]):
        mark = NATURE_MARKS[Nature(KIND[entity.kind].nature)]
        found.append((mark, int(entity.x), int(entity.y)))
    return found


def legend() -> list[tuple[Mark, str]]:
    """The marks and the terrains with their names."""
    things = [(mark, THING_NAMES.get(thing, words(thing))) for thing, mark in THING_MARKS.items()]
    beings = [
        (mark, NATURE_NAMES.get(nature, words(nature))) for nature, mark in NATURE_MARKS.items()
    ]
    return [*things, *beings, *((block(terrain_colour(kind, 0)), words(kind)) for kind in Terrain)]


def draw_legend(canvas: Canvas, entries: Sequence[tuple[Mark, str]], top: float) -> None:
    """The entries in rows."""
    columns = canvas.width // LEGEND_COLUMN
    for i, (mark, name) in enumerate(entries):
        row, column = divmod(i, columns)
        x, y = GAP + column * LEGEND_COLUMN + SCALE, top + row * TITLE
        mark(canvas, x, y, SCALE / 2)
        canvas.text(x + 2 * SCALE, y, name, TEXT, PAPER)


def study_parser() -> Parser:
    """The command line."""
    parser = Parser(prog="python -m cogarena.training.studies.rover_maps", description=__doc__)
    parser.add_argument("--planets", type=int, default=12, help="planets to draw (%(default)s)")
    parser.add_argument(
        "--size", type=int, default=SIZE, help="sector side in squares (%(default)s)"
    )
    parser.add_argument("--level", type=int, default=0, help="the first level (%(default)s)")
    parser.add_argument("--out", type=Path, required=True, help="the PNG file to write")
    return parser


def check(planets: int, level: int) -> None:
    """Refuse too few planets or a negative level."""
    for name, value, least in (("--planets", planets, 1), ("--level", level, 0)):
        if value < least:
            raise SettingError(f"{name} is {value}, but must be at least {least}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the study; its exit code."""
    parser = study_parser()
    given = parser.parse_args(arguments)
    try:
        check(given.planets, given.level)
        with bar("planets", given.planets, " planets") as shown:
            planets = []
            for number in range(given.planets):
                planets.append(grow_planet(number, given.level, given.size))
                shown.update(1)
        given.out.write_bytes(png_bytes(draw_sheet(planets)))
    except CogarenaError as error:
        parser.exit(BAD_INPUT, f"cogarena: error: {error}\n")
    except OSError as error:
        parser.exit(BAD_INPUT, f"cogarena: error: cannot write {given.out}: {error.strerror}\n")
    print(report(planets))
    return 0


if __name__ == "__main__":
    sys.exit(main())
