"""Reading a drawn board; every error names the line, the column and what was expected."""

from collections.abc import Iterator, Mapping
from typing import Any

from cogarena.envs.core.errors import FileError, unknown
from cogarena.envs.core.grid import Direction
from cogarena.envs.rally import symbols
from cogarena.envs.rally.floor import (
    DOCKS,
    FLAGS,
    HEIGHT,
    LASERS,
    NOWHERE,
    WIDTH,
    Floor,
    Laser,
    add_ramp,
    add_wall,
    beyond,
    blank,
    done,
    mount_lasers,
    opposite,
)
from cogarena.envs.rally.symbols import (
    ACROSS,
    ARROWS,
    BEAMS,
    BLANK,
    CORNER,
    DEVICE_SPOTS,
    DIFFICULTIES,
    DOCK,
    DOWN,
    FIRST,
    FLAG,
    HEADINGS,
    HEIGHTS,
    INNER,
    MARKS,
    PUSHERS,
    SURFACES,
    Edge,
    Spot,
    Surface,
)

EXAMPLE = f"{CORNER}{'-' * INNER}{CORNER}"


class Reader:
    """Reads one drawing, and knows where it is for error messages."""

    def __init__(self, text: str, where: str) -> None:
        self.where = where
        self.headings: dict[str, str] = {}
        self.lines: list[tuple[int, str]] = []  # of the drawing, with their numbers in the file
        for number, raw in enumerate(text.splitlines(), 1):
            line = raw.rstrip()
            if not line or line.startswith(symbols.COMMENT):
                continue
            if self.lines or line.startswith(CORNER):
                self.lines.append((number, line))
            else:
                self.read_heading(number, line)
        self.width, self.height = self.measure()
        self.floor = blank(self.width, self.height)
        self.marks: dict[tuple[str, int], Spot] = {}  # kind and number → place in the drawing

    def read(self) -> Floor:
        """The floor; raises if the drawing is wrong."""
        for x, y in self.squares():
            self.read_surface(x, y)
            self.read_height(x, y)
            self.read_mark(x, y)
        self.check_numbers()
        self.read_corners()
        for x, y in self.squares():
            self.read_edges(x, y)
        mount_lasers(self.floor, self.read_devices())
        return done(self.floor)

    def squares(self) -> Iterator[tuple[int, int]]:
        """All squares, row by row."""
        return ((x, y) for y in range(self.height) for x in range(self.width))

    def square(self, x: int, y: int) -> Any:
        """A square of the floor, writable."""
        return self.floor[0].squares[x, y]

    def fault(self, line: int, column: int, message: str) -> FileError:
        """A FileError that names line and column of the file."""
        return FileError(f"{self.where}, line {line}, column {column}: {message}")

    def fault_at(self, spot: Spot, message: str) -> FileError:
        """A FileError that names a place in the drawing."""
        return self.fault(self.lines[spot.line][0], spot.column + 1, message)

    def spot(self, x: int, y: int, within: Spot) -> Spot:
        """The place in the drawing of a spot of a square."""
        return Spot(y * DOWN + within.line, x * ACROSS + within.column)

    def seen(self, spot: Spot, length: int = 1) -> str:
        """The characters at a place of the drawing."""
        return self.lines[spot.line][1][spot.column : spot.column + length]

    def look_up(self, spot: Spot, known: Mapping[str, Any], what: str) -> Any:
        """The meaning of the character at a place."""
        symbol = self.seen(spot)
        if symbol not in known:
            raise self.fault_at(spot, f"invalid {what} {symbol!r}; expected {listed(known)}")
        return known[symbol]

    def read_heading(self, number: int, line: str) -> None:
        """A line such as `name: Vault`."""
        key, colon, value = (part.strip() for part in line.partition(":"))
        if not colon:
            raise self.fault(
                number,
                1,
                f"{line!r} is not a heading like 'name: Vault', and a "
                f"drawing begins with a line such as {EXAMPLE}",
            )
        if key not in HEADINGS:
            raise self.fault(number, 1, unknown("heading", key, HEADINGS))
        if key in self.headings:
            raise self.fault(number, 1, f"heading {key!r} appears twice")
        if key == "difficulty" and value not in DIFFICULTIES:
            raise self.fault(number, line.index(":") + 2, unknown(key, value, DIFFICULTIES))
        self.headings[key] = value

    def measure(self) -> tuple[int, int]:
        """Width and height in squares."""
        if not self.lines:
            raise FileError(f"{self.where}: no drawing; it begins with a line such as {EXAMPLE}")
        first, top = self.lines[0]
        width, rest = divmod(len(top) - 1, ACROSS)
        if rest or not width:
            raise self.fault(
                first,
                len(top),
                f"a line of {len(top)} characters; expected 1, and {ACROSS} for each square",
            )
        for number, line in self.lines:
            if len(line) != len(top):
                raise self.fault(
                    number,
                    min(len(line), len(top)) + 1,
                    f"ragged row: {len(line)} characters; expected {len(top)} as in line {first}",
                )
        if width > WIDTH:
            raise self.fault(
                first, ACROSS * WIDTH + 2, f"{width} squares wide; the maximum is {WIDTH}"
            )
        height, rest = divmod(len(self.lines) - 1, DOWN)
        if height > HEIGHT:
            number, _ = self.lines[DOWN * HEIGHT + 1]
            raise self.fault(number, 1, f"{height} squares high; the maximum is {HEIGHT}")
        if rest or not height:
            raise self.fault(
                self.lines[-1][0],
                1,
                "the drawing ends inside a row of squares; "
                f"expected a line such as {EXAMPLE} below it",
            )
        return width, height

    def read_surface(self, x: int, y: int) -> None:
        """Belt, gear, pit or wrench: two characters."""
        spot = self.spot(x, y, symbols.SURFACE_SPOT)
        pair = self.seen(spot, 2)
        if pair not in SURFACES:
            begins_well = any(known[0] == pair[0] for known in SURFACES)
            wrong = Spot(spot.line, spot.column + begins_well)
            raise self.fault_at(wrong, f"invalid surface {pair!r}; expected {listed(SURFACES)}")
        for field, value in zip(Surface._fields, SURFACES[pair], strict=True):
            self.square(x, y)[field] = value

    def read_height(self, x: int, y: int) -> None:
        """Ground or raised."""
        spot = self.spot(x, y, symbols.HEIGHT_SPOT)
        self.square(x, y).height = self.look_up(spot, HEIGHTS, "height")

    def read_mark(self, x: int, y: int) -> None:
        """A flag or a dock with its number and arrow."""
        spot = self.spot(x, y, symbols.MARK_SPOT)
        if self.seen(spot) == BLANK:
            for within in (symbols.NUMBER_SPOT, symbols.ARROW_SPOT):
                place = self.spot(x, y, within)
                if self.seen(place) != BLANK:
                    raise self.fault_at(
                        place, f"{self.seen(place)!r} must follow one of {listed(MARKS)}"
                    )
            return
        what = self.look_up(spot, MARKS, "mark")
        most = FLAGS if what == MARKS[FLAG] else DOCKS
        numbers = {str(n): n for n in range(FIRST[what], FIRST[what] + most)}
        number = self.look_up(self.spot(x, y, symbols.NUMBER_SPOT), numbers, f"{what} number")
        if self.square(x, y).pit:
            raise self.fault_at(spot, f"{what} {number} is in a pit; it must be on solid floor")
        self.enter_mark(x, y, what, number)

    def enter_mark(self, x: int, y: int, what: str, number: int) -> None:
        """Put a flag or dock into its square and into the list of its kind."""
        spot = self.spot(x, y, symbols.MARK_SPOT)
        if (what, number) in self.marks:
            line, column = self.marks[what, number]
            raise self.fault_at(
                spot,
                f"{what} {number} is drawn twice: first in line "
                f"{self.lines[line][0]}, column {column + 1}",
            )
        self.marks[what, number] = spot
        facings = {ARROWS[d]: int(d) for d in Direction}
        if what == MARKS[FLAG]:
            facings[BLANK] = NOWHERE
        facing = self.look_up(self.spot(x, y, symbols.ARROW_SPOT), facings, f"{what} arrow")
        square, index = self.square(x, y), number - FIRST[what]
        square[what] = index + 1
        if what == MARKS[FLAG]:
            square.arrow = facing
        self.floor[what][0, index] = (x, y, facing)

    def check_numbers(self) -> None:
        """Flags are numbered 1, 2, 3, …, docks 0, 1, 2, …"""
        for what, count in ((MARKS[FLAG], "flag_count"), (MARKS[DOCK], "docks")):
            numbers = sorted(number for kind, number in self.marks if kind == what)
            for expected, number in enumerate(numbers, FIRST[what]):
                if number != expected:
                    raise self.fault_at(
                        self.marks[what, number],
                        f"{what} {number} is drawn, but {what} {expected} is missing",
                    )
            self.floor[count] = len(numbers)

    def read_corners(self) -> None:
        """Check that the corners of all squares are where they should be."""
        for y in range(self.height + 1):
            for x in range(self.width + 1):
                self.look_up(Spot(y * DOWN, x * ACROSS), {CORNER: True}, "corner")

    def read_edges(self, x: int, y: int) -> None:
        """The northern and western edge of a square, and the outer ones of the last squares."""
        self.enter_edge(x, y, Direction.NORTH, self.level_edge(x, y))
        self.enter_edge(x, y, Direction.WEST, self.upright_edge(x, y))
        if y == self.height - 1:
            self.enter_edge(x, y, Direction.SOUTH, self.level_edge(x, y + 1))
        if x == self.width - 1:
            self.enter_edge(x, y, Direction.EAST, self.upright_edge(x + 1, y))

    def level_edge(self, x: int, y: int) -> Edge:
        """The edge north of a square: one symbol all along."""
        start = self.spot(x, y, Spot(0, 1))
        edge: Edge = self.look_up(start, symbols.LEVEL, "edge")
        for column in range(start.column + 1, start.column + INNER):
            if self.seen(Spot(start.line, column)) != self.seen(start):
                raise self.fault_at(
                    Spot(start.line, column),
                    f"invalid edge {self.seen(start, INNER)!r}; "
                    f"expected {INNER} times {self.seen(start)!r}",
                )
        return edge

    def upright_edge(self, x: int, y: int) -> Edge:
        """The edge west of a square: the same symbol in both lines."""
        upper, lower = self.spot(x, y, Spot(1, 0)), self.spot(x, y, Spot(2, 0))
        edge: Edge = self.look_up(upper, symbols.UPRIGHT, "edge")
        if self.look_up(lower, symbols.UPRIGHT, "edge") != edge:
            raise self.fault_at(
                lower,
                f"{self.seen(lower)!r} under {self.seen(upper)!r}; an edge "
                "has the same symbol in both lines",
            )
        return edge

    def enter_edge(self, x: int, y: int, side: Direction, edge: Edge) -> None:
        """Put a wall or a ramp into both its squares."""
        if edge == Edge.WALL:
            add_wall(self.floor, x, y, side)
        if edge == Edge.RAMP:
            self.check_ramp(x, y, side)
            add_ramp(self.floor, x, y, side)

    def check_ramp(self, x: int, y: int, side: Direction) -> None:
        """A ramp joins two squares of different height."""
        there_x, there_y = beyond(x, y, side)
        within = {
            Direction.NORTH: Spot(0, 1),
            Direction.EAST: Spot(1, ACROSS),
            Direction.SOUTH: Spot(DOWN, 1),
            Direction.WEST: Spot(1, 0),
        }[side]
        spot = self.spot(x, y, within)
        if not (0 <= there_x < self.width and 0 <= there_y < self.height):
            raise self.fault_at(spot, "a ramp leads off the board; expected a wall or an open edge")
        if self.square(x, y).height == self.square(there_x, there_y).height:
            raise self.fault_at(
                spot, "a ramp between squares of the same height; one of them needs an H"
            )

    def read_devices(self) -> Iterator[Laser]:
        """Enter the pushers into the floor, and yield the lasers."""
        lasers = 0
        for x, y in self.squares():
            for side, within in DEVICE_SPOTS.items():
                spot = self.spot(x, y, within)
                device = self.look_up(spot, {BLANK: "", **BEAMS, **PUSHERS}, "laser or pusher")
                symbol = self.seen(spot)
                if symbol == BLANK:
                    continue
                what = "laser" if symbol in BEAMS else "pusher"
                if not self.square(x, y).walls & 1 << side:
                    raise self.fault_at(
                        spot,
                        f"a {what} without a wall behind it; it needs a wall "
                        f"to the {side.name.lower()}",
                    )
                if what == "pusher":
                    self.enter_pusher(x, y, opposite(side), device, spot)
                    continue
                lasers += 1
                if lasers > LASERS:
                    raise self.fault_at(spot, f"too many lasers: the maximum is {LASERS}")
                yield (x, y, opposite(side), device)

    def enter_pusher(self, x: int, y: int, pushes: int, registers: int, spot: Spot) -> None:
        """Put a pusher into its square, which can have only one."""
        square = self.square(x, y)
        if square.pusher != NOWHERE:
            raise self.fault_at(spot, "a second pusher in one square; only one is allowed")
        square.pusher, square.pushes = pushes, registers


def listed(known: Mapping[str, Any]) -> str:
    """The symbols as they are written."""
    return " ".join("blank" if not symbol.strip() else symbol.strip() for symbol in known)


def parse(text: str, where: str) -> Floor:
    """The floor that a text draws, read-only; errors name it by `where`."""
    return Reader(text, where).read()
