"""A floor for a terminal: drawn as in board files, with robots and objects put in, and a legend.

The legend explains exactly the symbols that are drawn.
"""

from functools import lru_cache
from typing import Any

import numpy as np

from cogarena.envs.rally.boards import Canvas
from cogarena.envs.rally.floor import FLOOR, REGISTERS, Belt, Tower
from cogarena.envs.rally.symbols import (
    ACROSS,
    BEAMS,
    BLANK,
    DEVICE_SPOTS,
    DOCK,
    DOWN,
    FLAG,
    HEIGHT_SPOT,
    HEIGHTS,
    MARK_SPOT,
    PUSHERS,
    SURFACE_SPOT,
    SURFACES,
    Spot,
)

NARROWEST, WIDEST = 80, 140  # characters of a terminal; a wider floor leaves out what it can
NUMBERS = 3  # characters before each line, for the numbers of rows
PLAIN = BLANK * 2
MARK = 3  # characters of a flag or dock; a robot stands in the same place
END = 4  # column of a square from which a narrow one is left out
SMALL_SPOTS = tuple(DEVICE_SPOTS.values())  # where a ball or a drone is, the first that is free

EDGES = {"wall": ["|", "-"], "open edge": [":"], "ramp": ["/"]}
BELTS = {Belt.NORMAL: "belt", Belt.EXPRESS: "express belt"}
FLOORS = {
    "[]": "pit",
    "gR": "gear that turns right",
    "gL": "gear that turns left",
    "w1": "wrench",
    "w2": "wrench and hammer",
}
MARK_TEXTS = {FLAG: "flag", DOCK: "dock"}
RAISED_TEXT = "raised square"
DEVICES_HINT = (
    "Lasers and pushers are beside their wall and act away from it: to the east if",
    "first in the square, west if last, south if fourth above, north if fourth below.",
)
APART = " · "

Legend = dict[str, list[str]]  # meaning → symbols


class BoardText:
    """The lines of a drawn floor, into which a game puts what stands on it."""

    def __init__(self, floor: Any) -> None:
        self.width, self.height = int(floor.width), int(floor.height)
        self.rows = [list(line) for line in _drawn(floor.tobytes())]
        self.own: Legend = {}

    def stand(self, x: int, y: int, symbol: str, meaning: str) -> None:
        """Put a robot in the lower line; a flag or dock moves up if nothing else is there."""
        if self.read(x, y, SURFACE_SPOT, len(PLAIN)) == PLAIN:
            self.put(x, y, SURFACE_SPOT, self.read(x, y, MARK_SPOT, len(PLAIN)))
        self.mark(x, y, symbol)
        self.explain(symbol, meaning)

    def build(self, x: int, y: int, symbol: str, health: int, meaning: str) -> None:
        """Put an object, with its health below it."""
        self.put(x, y, SURFACE_SPOT, symbol)
        self.mark(x, y, str(health))
        self.explain(symbol, f"{meaning} and its health")

    def add(self, x: int, y: int, symbol: str, meaning: str) -> None:
        """Put something small beside whatever is on the square."""
        free = (spot for spot in SMALL_SPOTS if self.read(x, y, spot) == BLANK)
        self.put(x, y, next(free, SMALL_SPOTS[0]), symbol)
        self.explain(symbol, meaning)

    def mark(self, x: int, y: int, text: str) -> None:
        """Write into the place of a flag or dock."""
        self.put(x, y, MARK_SPOT, f"{text:<{MARK}}")

    def explain(self, symbol: str, meaning: str) -> None:
        """Add a symbol to the legend."""
        symbols = self.own.setdefault(meaning, [])
        if symbol not in symbols:
            symbols.append(symbol)

    def put(self, x: int, y: int, spot: Spot, text: str) -> None:
        """Write into the drawing of a square."""
        column = x * ACROSS + spot.column
        self.rows[y * DOWN + spot.line][column : column + len(text)] = text

    def read(self, x: int, y: int, spot: Spot, length: int = 1) -> str:
        """The characters at a spot of a square."""
        column = x * ACROSS + spot.column
        return "".join(self.rows[y * DOWN + spot.line][column : column + length])

    def lines(self) -> list[str]:
        """The drawing and the legend."""
        return [*self.drawing(), *self.legend()]

    def drawing(self) -> list[str]:
        """Column numbers, and the floor with the numbers of its rows."""
        ruler = list("".join(f"{BLANK * 2}{x:<{ACROSS - 2}}" for x in range(self.width)))
        kept = self._kept()
        drawn = ["".join(row[column] for column in kept) for row in self.rows]
        numbers = [str(i // DOWN) if i % DOWN == 1 else "" for i in range(len(drawn))]
        above = BLANK * NUMBERS + "".join(ruler[column] for column in kept[:-1])
        floor = [f"{n:>{NUMBERS - 1}} {line}" for n, line in zip(numbers, drawn, strict=True)]
        return [above.rstrip(), *floor]

    def place(self, x: int, y: int) -> tuple[int, int]:
        """The line and the column of the drawing where a square is."""
        left = sum(column < x * ACROSS for column in self._kept())
        return 1 + y * DOWN + MARK_SPOT.line, NUMBERS + left + MARK_SPOT.column

    def _kept(self) -> list[int]:
        """All columns; of a floor that is too wide, without the blank ends of squares."""
        columns = range(len(self.rows[0]))
        if NUMBERS + len(columns) <= WIDEST:
            return list(columns)
        needed = [self._is_needed(x) for x in range(self.width)]
        return [c for c in columns if c % ACROSS < END or needed[c // ACROSS]]

    def _is_needed(self, x: int) -> bool:
        """In this column of squares, one has something at its end."""
        ends = (Spot(line, END) for line in range(1, DOWN))
        blank = BLANK * (ACROSS - END)
        return any(
            self.read(x, y, spot, len(blank)) != blank for spot in ends for y in range(self.height)
        )

    def legend(self) -> list[str]:
        """What the symbols mean, in lines about as wide as the drawing."""
        width = NUMBERS + len(self._kept())
        drawn = {character for row in self.rows for character in row}
        edges = {text: symbols for text, symbols in EDGES.items() if drawn.intersection(symbols)}
        surfaces, devices, marks = self._symbols()
        on_walls = _devices(devices)
        legend = edges | _surfaces(surfaces) | on_walls | _marks(marks) | self.own
        entries = [f"{' '.join(symbols)} {meaning}" for meaning, symbols in legend.items()]
        return [*packed(entries, width), *(DEVICES_HINT if on_walls else ())]

    def _symbols(self) -> tuple[set[str], set[str], set[str]]:
        """What is drawn as surfaces, devices, and flags, docks and heights."""
        squares = [(x, y) for y in range(self.height) for x in range(self.width)]
        surfaces = {self.read(*at, SURFACE_SPOT, len(PLAIN)) for at in squares}
        devices = {self.read(*at, spot) for at in squares for spot in DEVICE_SPOTS.values()}
        marks = {self.read(*at, MARK_SPOT, len(PLAIN)) for at in squares}
        heights = {self.read(*at, HEIGHT_SPOT) for at in squares}
        return surfaces, devices, marks | surfaces | heights


@lru_cache(maxsize=8)
def _drawn(floor_bytes: bytes) -> tuple[str, ...]:
    """The lines of a floor without its towers: those that stand are put in."""
    floor = np.frombuffer(floor_bytes, FLOOR).copy()
    floor["squares"]["tower"] = Tower.NONE
    return tuple(Canvas(floor).text().splitlines())


def _surfaces(drawn: set[str]) -> Legend:
    """Belts by their arrows, and all else that a square can be."""
    known = [symbol for symbol in SURFACES if symbol in drawn]
    belts = [symbol for symbol in known if SURFACES[symbol].belt]
    legend = {
        text: [symbol.strip() for symbol in belts if SURFACES[symbol].belt == speed]
        for speed, text in BELTS.items()
    }
    legend |= {text: [symbol] for symbol, text in FLOORS.items() if symbol in known}
    return {text: symbols for text, symbols in legend.items() if symbols}


def _devices(drawn: set[str]) -> Legend:
    """Lasers by their beams, pushers by their registers."""
    lasers = {f"laser, {n} beam{'s' * (n > 1)}": [s] for s, n in BEAMS.items() if s in drawn}
    pushers = {f"pusher in {_registers(k)}": [s] for s, k in PUSHERS.items() if s in drawn}
    return lasers | pushers


def _registers(chosen: int) -> str:
    numbers = [str(k + 1) for k in range(REGISTERS) if chosen >> k & 1]
    return f"registers {', '.join(numbers)}"


def _marks(drawn: set[str]) -> Legend:
    """Flags and docks with their numbers, and raised squares."""
    legend = {
        text: sorted(symbol for symbol in drawn if symbol[0] == letter and symbol[1:].isdigit())
        for letter, text in MARK_TEXTS.items()
    }
    legend[RAISED_TEXT] = [symbol for symbol in HEIGHTS if symbol != BLANK and symbol in drawn]
    return {text: symbols for text, symbols in legend.items() if symbols}


def packed(entries: list[str], width: int) -> list[str]:
    """The entries in lines of at most this width, or that of a narrow terminal."""
    lines: list[str] = []
    for entry in entries:
        if lines and len(lines[-1]) + len(APART) + len(entry) <= max(width, NARROWEST):
            lines[-1] += APART + entry
        else:
            lines.append(entry)
    return lines
