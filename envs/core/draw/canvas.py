"""A canvas of pixels with antialiased shapes and text, and the palette.

Nothing here depends on a display, a clock or randomness: the same calls give the same bytes.
"""

import struct
import zlib
from collections.abc import Iterable
from copy import copy
from itertools import pairwise
from math import ceil, cos, floor, hypot, isfinite, radians, sin

import numpy as np

from cogarena.envs.core.draw import shapes
from cogarena.envs.core.draw.font import Point, measures
from cogarena.envs.core.draw.shapes import (
    CHANNELS,
    OPAQUE,
    STRENGTH_BITS,
    Array,
    Ink,
    Points,
    Shape,
    Sizes,
    Stamp,
)
from cogarena.envs.core.errors import SettingError, UnknownNameError

Colour = tuple[int, int, int]  # red, green, blue

# The palette. The hues are Okabe and Ito's, which any kind of colour vision can tell apart.
BLACK: Colour = (0, 0, 0)
WHITE: Colour = (255, 255, 255)
BACKGROUND: Colour = (24, 27, 34)
PAPER: Colour = (244, 241, 232)
INK: Colour = (34, 36, 42)
GRID: Colour = (74, 80, 92)
ORANGE: Colour = (230, 159, 0)
SKY: Colour = (86, 180, 233)
GREEN: Colour = (0, 158, 115)
YELLOW: Colour = (240, 228, 66)
BLUE: Colour = (0, 114, 178)
VERMILION: Colour = (213, 94, 0)
PINK: Colour = (204, 121, 167)
SILVER: Colour = (222, 224, 228)
PLAYERS = (SKY, VERMILION, YELLOW, GREEN, PINK, BLUE, ORANGE, SILVER)  # by seat

FRAME_STEP = 16  # video encoders need frames whose sides are multiples of this
SHIFTS = 8  # positions are rounded to 1/8 pixel
ANCHORS = {"left": 0.0, "middle": 0.5, "right": 1.0}
HALO_SHARE = 0.1  # of the text size
STAR_WAIST = 0.45  # inner radius of a star, as a share of the outer one
ARROW = (
    (0, -0.5),
    (0.4, -0.05),
    (0.16, -0.05),
    (0.16, 0.5),
)  # the right half of an arrow of length 1
SMALLEST_TILE = 16  # pixels: smaller boards are unreadable
SMALLEST_TEXT = 7
SMALLEST_FITTED = 5


def mix(a: Colour, b: Colour, share: float) -> Colour:
    """A blend of two colours: `a` at share 0, `b` at share 1."""
    red, green, blue = (round(p + (q - p) * share) for p, q in zip(a, b, strict=True))
    return red, green, blue


def shade(colour: Colour, factor: float) -> Colour:
    """A darker colour (factor below 1, black at 0) or a lighter one (above 1, white at 2)."""
    return mix(BLACK, colour, factor) if factor < 1 else mix(colour, WHITE, factor - 1)


def frame_size(size: float) -> int:
    """The smallest side of a video frame that holds `size` pixels."""
    return FRAME_STEP * ceil(size / FRAME_STEP)


def framed(picture: Array) -> Array:
    """The picture padded with black on the right and below to a valid video frame."""
    height, width, _ = picture.shape
    edges = ((0, -height % FRAME_STEP), (0, -width % FRAME_STEP), (0, 0))
    return np.ascontiguousarray(np.pad(picture, edges))


def text_width(words: str, size: float) -> int:
    """The pixels from the left edge of the first character to the right edge of the last."""
    return shapes.text_width(words, round(size))


def regular(x: float, y: float, radius: float, corners: int, *, turn: float = 0) -> list[Point]:
    """The corners of a regular polygon, the first one at the top, turned clockwise by degrees."""
    return [_around(x, y, radius, turn + 360 * i / corners) for i in range(corners)]


def star(x: float, y: float, radius: float, *, tips: int = 5, turn: float = 0) -> list[Point]:
    """The corners of a star with one tip at the top, turned clockwise by degrees."""
    outer = regular(x, y, radius, tips, turn=turn)
    inner = regular(x, y, radius * STAR_WAIST, tips, turn=turn + 180 / tips)
    return [point for pair in zip(outer, inner, strict=True) for point in pair]


def arrow(x: float, y: float, length: float, *, turn: float = 0) -> list[Point]:
    """The corners of a broad arrow around (x, y) that points up, turned clockwise by degrees."""
    left_half = [(-right, down) for right, down in reversed(ARROW[1:])]
    across, along = cos(radians(turn)) * length, sin(radians(turn)) * length
    return [
        (x + across * right - along * down, y + along * right + across * down)
        for right, down in (*ARROW, *left_half)
    ]


def require_tile(tile: int) -> None:
    """Refuse an invalid tile size."""
    if isinstance(tile, bool) or not isinstance(tile, int) or tile < SMALLEST_TILE:
        raise SettingError(
            f"tile must be a number of pixels, at least {SMALLEST_TILE}, not {tile!r}"
        )


def readable(size: float) -> float:
    """A text size, raised to the smallest readable one."""
    return max(SMALLEST_TEXT, size)


def fitted(line: str, size: float, width: float) -> float:
    """The largest text size up to `size` at which a line fits into `width`."""
    size = round(readable(size))
    while size > SMALLEST_FITTED and text_width(line, size) > width:
        size -= 1
    return size


def png_bytes(pixels: Array) -> bytes:
    """A picture (height × width × 3 bytes) as a PNG file; flat drawings need no filter."""
    if pixels.ndim != 3 or pixels.shape[2] != CHANNELS or pixels.dtype != np.uint8:
        raise ValueError(
            f"a picture must be height × width × 3 uint8, not {pixels.shape} {pixels.dtype}"
        )
    height, width, _ = pixels.shape
    rows = np.zeros(
        (height, 1 + CHANNELS * width), np.uint8
    )  # each row starts with its filter type, 0
    rows[:, 1:] = pixels.reshape(height, -1)
    header = struct.pack(">2I5B", width, height, 8, 2, 0, 0, 0)
    chunks = (
        (b"IHDR", header),
        (b"IDAT", zlib.compress(rows.tobytes(), zlib.Z_BEST_COMPRESSION)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(_png_chunk(name, data) for name, data in chunks)


def _png_chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


class Canvas:
    """Pixels to draw on; x goes right and y down, in pixels from the top left corner.

    Both sides are rounded up to multiples of 16. Anything outside is clipped. `alpha` goes from
    0 (invisible) to 1 (opaque).
    """

    def __init__(self, width: float, height: float, background: Colour = BACKGROUND) -> None:
        if not (isfinite(width) and isfinite(height) and width > 0 and height > 0):
            raise ValueError(f"a canvas needs a width and a height above 0, not {width} × {height}")
        self.width, self.height = frame_size(width), frame_size(height)
        self.pixels = np.empty((self.height, self.width, CHANNELS), np.uint8)
        self.pixels[:] = shapes.channels(background)

    def copy(self) -> "Canvas":
        """Another canvas with the same picture, such as a background to draw on."""
        other = copy(self)
        other.pixels = self.pixels.copy()
        return other

    def rectangle(
        self, x: float, y: float, width: float, height: float, colour: Colour,
        *, radius: float = 0, alpha: float = 1,
    ) -> None:  # fmt: skip
        """A filled rectangle from its top left corner; its corners are rounded by `radius`."""
        self._paint(shapes.rectangle, _box(x, y, width, height), (radius,), 0, colour, alpha=alpha)

    def frame(
        self, x: float, y: float, width: float, height: float, colour: Colour,
        *, line: float = 1, radius: float = 0, alpha: float = 1,
    ) -> None:  # fmt: skip
        """The outline of a rectangle, `line` pixels thick, inside its edges."""
        self._paint(shapes.frame, _box(x, y, width, height), (radius, line), 0, colour, alpha=alpha)

    def disc(self, x: float, y: float, radius: float, colour: Colour, *, alpha: float = 1) -> None:
        """A filled circle around (x, y)."""
        self._paint(shapes.disc, ((x, y),), (radius,), radius, colour, alpha=alpha)

    def ring(
        self, x: float, y: float, radius: float, colour: Colour,
        *, line: float = 1, alpha: float = 1,
    ) -> None:  # fmt: skip
        """The outline of a circle, `line` pixels thick, inside its edge."""
        self._paint(shapes.ring, ((x, y),), (radius, line), radius, colour, alpha=alpha)

    def line(
        self, points: Iterable[Point], colour: Colour,
        *, width: float = 1, dash: float = 0, alpha: float = 1,
    ) -> None:  # fmt: skip
        """A line through points with round ends and joints; dashed if `dash` (pixels) is given."""
        corners = tuple(points)
        ends = _dashes(corners, dash) if dash else shapes.ends(corners)
        self._paint(shapes.segments, ends, (width,), width / 2, colour, alpha=alpha)

    def polygon(self, points: Iterable[Point], colour: Colour, *, alpha: float = 1) -> None:
        """A filled polygon, such as one of `regular`, `star` or `arrow`."""
        self._paint(shapes.polygon, tuple(points), (), 0, colour, alpha=alpha)

    def text(
        self, x: float, y: float, words: str, size: float, colour: Colour,
        *, anchor: str = "left", halo: Colour | None = None, alpha: float = 1,
    ) -> None:  # fmt: skip
        """A line of text with its `anchor` at x, the middle of its capitals at y, and a `halo`."""
        if anchor not in ANCHORS:
            raise UnknownNameError("anchor", anchor, ANCHORS)
        pixels = round(size)
        fit = measures(pixels)
        left = floor(x - text_width(words, pixels) * ANCHORS[anchor] + 0.5)
        top = floor(y + fit.capitals / 2 + 0.5) - fit.top
        rim = max(1, round(HALO_SHARE * size))
        for spread, shown in ((rim, halo), (0, colour)):
            if shown is not None and words:
                stamp = shapes.text_stamp(words, pixels, spread, _ink(shown, alpha))
                self._press(stamp, left - spread, top - spread)

    def _paint(
        self, shape: Shape, points: Points, sizes: Sizes, reach: float, colour: Colour,
        *, alpha: float,
    ) -> None:  # fmt: skip
        """Draw a shape that extends at most `reach` beyond the bounding box of its points."""
        if not points:
            return
        try:
            left, top = floor(min(x for x, _ in points)), floor(min(y for _, y in points))
            corners = tuple((_rounded(x - left), _rounded(y - top)) for x, y in points)
            lengths = tuple(_length(size) for size in sizes)
        except (ValueError, OverflowError) as error:
            raise ValueError(f"cannot draw a shape at {points} of {sizes}: {error}") from None
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        window = (
            max(floor(min(xs) - reach), -left),
            max(floor(min(ys) - reach), -top),
            min(ceil(max(xs) + reach), self.width - left),
            min(ceil(max(ys) + reach), self.height - top),
        )
        if window[0] < window[2] and window[1] < window[3]:
            stamp = shapes.shape_stamp(shape, corners, lengths, window, _ink(colour, alpha))
            self._press(stamp, left + window[0], top + window[1])

    def _press(self, stamp: Stamp, left: int, top: int) -> None:
        """Blend a stamp into the pixels under it; parts off the canvas are clipped."""
        kept, added = stamp
        start = CHANNELS * left
        rows = self.pixels.reshape(self.height, -1)
        if left < 0 or top < 0:
            corner = (slice(max(0, -top), None), slice(max(0, -start), None))
            kept, added = kept[corner], added[corner]
            start, top = max(0, start), max(0, top)
        under = rows[top : top + kept.shape[0], start : start + kept.shape[1]]
        height, width = under.shape
        blended = under.astype(np.int16)
        blended *= kept[:height, :width]
        blended += added[:height, :width]
        blended >>= STRENGTH_BITS
        under[...] = blended


def _box(x: float, y: float, width: float, height: float) -> Points:
    """The corners of a rectangle."""
    if width < 0 or height < 0:
        raise ValueError(f"the rectangle at ({x}, {y}) has a negative side: {width} × {height}")
    return (x, y), (x + width, y + height)


def _rounded(position: float) -> float:
    return round(position * SHIFTS) / SHIFTS


def _length(size: float) -> float:
    if size < 0:
        raise ValueError(f"{size} is negative")
    return _rounded(size)


def _around(x: float, y: float, radius: float, turn: float) -> Point:
    """The point at distance `radius` from (x, y), `turn` degrees clockwise from up."""
    return x + radius * sin(radians(turn)), y - radius * cos(radians(turn))


def _dashes(points: Points, dash: float) -> Points:
    """The ends of the dashes along a line; dashes and gaps are about `dash` long."""
    if not dash > 0:
        raise ValueError(f"a dash must be longer than 0 pixels, not {dash}")
    found: list[Point] = []
    for (x, y), (to_x, to_y) in pairwise(points):
        count = max(1, round((hypot(to_x - x, to_y - y) / dash + 1) / 2))
        steps = 2 * count - 1
        found += [
            (x + (to_x - x) * i / steps, y + (to_y - y) * i / steps) for i in range(2 * count)
        ]
    return tuple(found)


def _ink(colour: Colour, alpha: float) -> Ink:
    if not 0 <= alpha <= 1:
        raise ValueError(f"alpha must be from 0 to 1, not {alpha}")
    return colour, round(alpha * OPAQUE)
