"""Boards: those that ship with the engine in `boards/`, the user's files, and floors drawn as text.

A drawn floor, when read again, gives the same bytes.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cogarena.envs.core import records
from cogarena.envs.core.errors import FileError, UnknownNameError
from cogarena.envs.core.files import read_text
from cogarena.envs.core.grid import Direction
from cogarena.envs.rally import symbols
from cogarena.envs.rally.board_reader import Reader, parse
from cogarena.envs.rally.floor import NOWHERE, Floor, lasers_of, opposite
from cogarena.envs.rally.symbols import (
    ACROSS,
    ARROWS,
    BEAMS,
    BLANK,
    CORNER,
    DEVICE_SPOTS,
    DOCK,
    DOWN,
    FLAG,
    HEIGHTS,
    INNER,
    LEGEND,
    LEVEL,
    PUSHERS,
    SURFACES,
    UPRIGHT,
    Edge,
    Spot,
    Surface,
)

FOLDER = Path(__file__).parent / "boards"
SUFFIX = ".txt"

SURFACE_SYMBOL = {surface: symbol for symbol, surface in SURFACES.items()}
HEIGHT_SYMBOL = {height: symbol for symbol, height in HEIGHTS.items()}
PUSHER_SYMBOL = {registers: symbol for symbol, registers in PUSHERS.items()}
BEAM_SYMBOL = {beams: symbol for symbol, beams in BEAMS.items()}
LEVEL_SYMBOL = {edge: symbol for symbol, edge in LEVEL.items()}
UPRIGHT_SYMBOL = {edge: symbol for symbol, edge in UPRIGHT.items()}


@dataclass(frozen=True)
class About:
    """The headings of a board; empty if missing."""

    name: str = ""
    note: str = ""
    difficulty: str = ""


def names() -> list[str]:
    """The boards that ship with the engine."""
    return sorted(path.stem for path in FOLDER.glob(f"*{SUFFIX}"))


def courses() -> list[str]:
    """The shipped boards for races: they have docks and flags, and no towers."""
    floors = {name: read_board(name) for name in names()}
    return [
        name
        for name, floor in floors.items()
        if not lacking(floor) and not floor[0].squares["tower"].any()
    ]


def read_board(name: str | Path) -> Floor:
    """The floor of a board, by its name or its path, read-only."""
    return parse(*_source(name))


def read_course(name: str | Path) -> Floor:
    """The floor of a board for a race: it must have docks and flags."""
    floor = read_board(name)
    if lacking(floor):
        raise FileError(f"{_source(name)[1]}: no {lacking(floor)}; a course needs at least one")
    return floor


def about(name: str | Path) -> About:
    """The headings of a board."""
    return About(**Reader(*_source(name)).headings)


def lacking(floor: Floor) -> str:
    """What a floor lacks to be a course: a dock, a flag, or nothing."""
    if not floor[0].docks:
        return "dock (such as D0^)"
    return "" if floor[0].flag_count else "flag (such as F1)"


def _source(name: str | Path) -> tuple[str, str]:
    """The text of a board, and its name in error messages."""
    path = find(str(name))
    where = f"board {path.name}"
    return read_text(path, where), where


def find(name: str) -> Path:
    """The file of a board, by its shipped name or the user's path."""
    shipped = FOLDER / f"{name}{SUFFIX}"
    if re.fullmatch(r"\w+", name) and shipped.exists():
        return shipped
    if not name.endswith(SUFFIX):
        raise UnknownNameError(f"board (or path ending in {SUFFIX})", name, names())
    if not Path(name).is_file():
        raise FileError(f"board file {name!r} does not exist")
    return Path(name)


def draw(floor: Floor, headings: Mapping[str, str] | None = None) -> str:
    """A floor as the text of a board file, with headings and legend."""
    lines = [f"{key}: {value}\n" for key, value in (headings or {}).items()]
    above = "".join([*lines, "\n"]) if lines else ""
    text = f"{above}{LEGEND}{ruler(int(floor[0].width))}{Canvas(floor).text()}"
    again = parse(text, "drawn floor")
    if again.tobytes() != floor.tobytes():
        raise ValueError(f"this floor cannot be drawn: {records.diff(floor[0], again[0])[0]}")
    return text


def ruler(width: int) -> str:
    """A comment with the number of each column above it."""
    numbers = "".join(f"{x:^{ACROSS}}" for x in range(width))
    return f"{symbols.COMMENT}\n{symbols.COMMENT}{numbers.rstrip()}\n"


class Canvas:
    """Lines of characters on which squares are drawn one by one."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor[0]
        width, height = int(self.floor.width), int(self.floor.height)
        self.lines = [[BLANK] * (width * ACROSS + 1) for _ in range(height * DOWN + 1)]
        for y in range(height + 1):
            for x in range(width + 1):
                self.put(x, y, Spot(0, 0), CORNER)
        for y in range(height):
            for x in range(width):
                self.draw_square(x, y)
        for x, y, fires, beams in lasers_of(floor):
            spot = DEVICE_SPOTS[Direction(opposite(fires))]
            self.put(x, y, spot, symbol_of(BEAM_SYMBOL, beams, x, y, "laser"))

    def text(self) -> str:
        """The drawing."""
        return "".join("".join(line) + "\n" for line in self.lines)

    def put(self, x: int, y: int, spot: Spot, characters: str) -> None:
        """Write characters into the drawing of a square."""
        line, column = y * DOWN + spot.line, x * ACROSS + spot.column
        self.lines[line][column : column + len(characters)] = characters

    def draw_square(self, x: int, y: int) -> None:
        """A square with its edges and all that is on it except lasers."""
        square = self.floor.squares[x, y]
        self.draw_edges(x, y, square)
        self.put(x, y, symbols.SURFACE_SPOT, surface_symbol(square, x, y))
        height = symbol_of(HEIGHT_SYMBOL, int(square.height), x, y, "height")
        self.put(x, y, symbols.HEIGHT_SPOT, height)
        self.put(x, y, symbols.MARK_SPOT, self.mark(square))
        if square.pusher != NOWHERE:
            spot = DEVICE_SPOTS[Direction(opposite(square.pusher))]
            self.put(x, y, spot, symbol_of(PUSHER_SYMBOL, int(square.pushes), x, y, "pusher"))

    def draw_edges(self, x: int, y: int, square: Any) -> None:
        """All four edges; those shared with squares to the east and south are drawn over."""
        for side, spot in ((Direction.NORTH, Spot(0, 1)), (Direction.SOUTH, Spot(DOWN, 1))):
            self.put(x, y, spot, LEVEL_SYMBOL[edge_of(square, side)] * INNER)
        for side, column in ((Direction.WEST, 0), (Direction.EAST, ACROSS)):
            for line in range(1, DOWN):
                self.put(x, y, Spot(line, column), UPRIGHT_SYMBOL[edge_of(square, side)])

    def mark(self, square: Any) -> str:
        """The flag or dock of a square."""
        if square.flag:
            return f"{FLAG}{square.flag}{arrow_symbol(int(square.arrow))}"
        if square.dock:
            number = square.dock - 1
            return f"{DOCK}{number}{arrow_symbol(int(self.floor.dock[number].facing))}"
        return BLANK


def edge_of(square: Any, side: Direction) -> Edge:
    """What a square has on one side."""
    if square.walls & 1 << side:
        return Edge.WALL
    return Edge.RAMP if square.ramps & 1 << side else Edge.OPEN


def surface_symbol(square: Any, x: int, y: int) -> str:
    """The symbol of a square's surface."""
    surface = Surface(*(int(square[field]) for field in Surface._fields))
    return symbol_of(SURFACE_SYMBOL, surface, x, y, "surface")


def arrow_symbol(direction: int) -> str:
    """An arrow, or a blank for NOWHERE."""
    return BLANK if direction == NOWHERE else ARROWS[direction]


def symbol_of(known: Mapping[Any, str], value: Any, x: int, y: int, what: str) -> str:
    """The symbol of a value; raises if there is none."""
    if value not in known:
        raise ValueError(f"square {x}, {y}: there is no symbol for the {what} {value}")
    return known[value]
