"""Drawing in the coordinates of a thing on the board: in tiles, around it, rotated with it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import cos, floor, radians, sin

from cogarena.envs.core.draw.canvas import Canvas, Colour, readable
from cogarena.envs.core.draw.font import Point

QUARTER = 90  # degrees from one Direction to the next
SMALLEST_DIGIT = 8  # text size in pixels: in smaller text a 3 looks like an 8


@dataclass(frozen=True)
class Transform:
    """A canvas with a coordinate transform: lengths in tiles, an origin in pixels, and a rotation.

    No stroke is thinner than a pixel, and boxes are aligned to whole pixels.
    """

    canvas: Canvas
    x: float  # origin, in pixels
    y: float
    tile: float  # pixels
    turn: float = 0  # degrees clockwise; multiples of 90 for boxes

    def turned(self, degrees: float) -> "Transform":
        """The same, rotated further clockwise by degrees."""
        return replace(self, turn=self.turn + degrees)

    def moved(self, x: float, y: float) -> "Transform":
        """The same with another origin."""
        to_x, to_y = self.at(x, y)
        return replace(self, x=to_x, y=to_y)

    def at(self, x: float, y: float) -> Point:
        """The pixel position of a point."""
        across, along = cos(radians(self.turn)) * self.tile, sin(radians(self.turn)) * self.tile
        return self.x + across * x - along * y, self.y + along * x + across * y

    def thickness(self, width: float) -> float:
        """A width in pixels, at least 1."""
        return max(1, width * self.tile)

    def polygon(self, points: Iterable[Point], colour: Colour, *, alpha: float = 1) -> None:
        """A filled polygon."""
        self.canvas.polygon([self.at(x, y) for x, y in points], colour, alpha=alpha)

    def line(
        self, points: Iterable[Point], colour: Colour,
        *, width: float, dash: float = 0, alpha: float = 1,
    ) -> None:  # fmt: skip
        """A line through points."""
        corners = [self.at(x, y) for x, y in points]
        self.canvas.line(
            corners, colour, width=self.thickness(width), dash=dash * self.tile, alpha=alpha
        )

    def disc(self, x: float, y: float, radius: float, colour: Colour, *, alpha: float = 1) -> None:
        """A filled circle."""
        self.canvas.disc(*self.at(x, y), radius * self.tile, colour, alpha=alpha)

    def ring(
        self, x: float, y: float, radius: float, colour: Colour,
        *, width: float, alpha: float = 1,
    ) -> None:  # fmt: skip
        """The outline of a circle, inside its edge."""
        self.canvas.ring(
            *self.at(x, y), radius * self.tile, colour, line=self.thickness(width), alpha=alpha
        )

    def box(
        self, x: float, y: float, width: float, height: float, colour: Colour,
        *, radius: float = 0, alpha: float = 1,
    ) -> None:  # fmt: skip
        """A filled rectangle from the corner that is its top left one before the rotation."""
        left, top, wide, high = self._pixels(x, y, width, height)
        self.canvas.rectangle(left, top, wide, high, colour, radius=radius * self.tile, alpha=alpha)

    def plate(
        self, x: float, y: float, width: float, height: float, rim: Colour, fill: Colour,
        *, line: float, radius: float = 0,
    ) -> None:  # fmt: skip
        """A box with a rim of equal thickness on all sides."""
        left, top, wide, high = self._pixels(x, y, width, height)
        inset = round(self.thickness(line))
        corner = radius * self.tile
        self.canvas.rectangle(left, top, wide, high, rim, radius=corner)
        self.canvas.rectangle(
            left + inset, top + inset, max(0, wide - 2 * inset), max(0, high - 2 * inset), fill,
            radius=max(0, corner - inset),
        )  # fmt: skip

    def _pixels(self, x: float, y: float, width: float, height: float) -> tuple[int, ...]:
        """Left, top, width and height of a box in whole pixels."""
        (left, right), (top, bottom) = (
            sorted(floor(position + 0.5) for position in ends)
            for ends in zip(self.at(x, y), self.at(x + width, y + height), strict=True)
        )
        return left, top, max(1, right - left), max(1, bottom - top)

    def text(
        self, x: float, y: float, words: str, size: float, colour: Colour,
        *, halo: Colour | None = None, alpha: float = 1,
    ) -> None:  # fmt: skip
        """Text centred at a point, never rotated."""
        self.canvas.text(
            *self.at(x, y), words, readable(size * self.tile), colour,
            anchor="middle", halo=halo, alpha=alpha,
        )  # fmt: skip
