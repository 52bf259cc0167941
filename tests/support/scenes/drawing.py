"""Reading the floor and the robots of a scene that is drawn as text.

A scene is drawn like a board file, but with one line for each row of squares, and the edges between
two rows are drawn only where there are walls or ramps. A notation says what stands where in a
square.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from cogarena.envs.rally.board_reader import parse
from cogarena.envs.rally.symbols import ACROSS, CORNER, INNER

Half = Callable[[str], str]  # a square of a scene → its part of a line of the board file
LETTERS = "ABCDEFGH"


@dataclass(frozen=True)
class Notation:
    """How a square is written: the two lines it has in a board file, and where its robot stands."""

    upper: Half
    lower: Half
    robot: int  # the column of a robot's letter; its facing is in the next one

    def floor(self, drawing: str) -> Any:
        """The floor of a drawing, as an array of one record."""
        return parse("\n".join(self._lines(rows_of(drawing))), "scene").copy()

    def robots(self, drawing: str) -> Iterator[tuple[str, int, int, str]]:
        """Letter, x, y and facing of each robot in a drawing."""
        squares = [row for row in rows_of(drawing) if not row.startswith(CORNER)]
        for y, row in enumerate(squares):
            for x, square in enumerate(squares_of(row)):
                if square[self.robot] in LETTERS:
                    yield square[self.robot], x, y, square[self.robot + 1]

    def _lines(self, rows: list[str]) -> Iterator[str]:
        """The lines of the board file; each row of squares has two."""
        open_edge = f"{CORNER}{' ' * INNER}" * (len(rows[0]) // ACROSS) + CORNER
        edge_is_drawn = False
        for row in rows:
            if row.startswith(CORNER):
                yield row
                edge_is_drawn = True
                continue
            if not edge_is_drawn:
                yield open_edge
            for half in (self.upper, self.lower):
                yield "".join(half(square) for square in squares_of(row)) + row[-1]
            edge_is_drawn = False
        if not edge_is_drawn:
            yield open_edge


def rows_of(drawing: str) -> list[str]:
    return [line.strip() for line in drawing.strip().splitlines()]


def squares_of(row: str) -> Iterator[str]:
    """The squares of a row, each with the edge west of it."""
    return (row[start : start + ACROSS] for start in range(0, len(row) - 1, ACROSS))
