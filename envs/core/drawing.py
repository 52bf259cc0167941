"""Pictures without a window: a canvas of pixels, smooth shapes, text, and a palette.

Every shape is a function from pixel centres to coverage. Its mask is baked once for each form,
size and eighth of a pixel it is shifted by; drawing it again is one blend.
"""

import struct
import zlib
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from math import ceil, cos, floor, isfinite, radians, sin
from typing import Any

import numpy as np

from cogworks.envs.core.errors import UnknownNameError
from cogworks.envs.core.glyphs import Point, glyph, measures

Array = np.ndarray[Any, Any]
Colour = tuple[int, int, int]
Points = tuple[Point, ...]
Window = tuple[int, int, int, int]  # left, top, right, bottom; the last two outside
Coverage = Callable[[Array, Array, Points, tuple[float, ...]], Array]

# The palette. The hues are Okabe and Ito's, which people with any colour vision tell apart.
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
CHANNEL_MAX = 255

FRAME_STEP = 16  # video encoders want both sides of a frame to be multiples of it
MASK_BITS = 7
OPAQUE = 1 << MASK_BITS  # masks run from 0 to this; times a colour it fits 16 bits
SHIFTS = 8  # positions are rounded to this part of a pixel
BANDS = 8  # in which a row of pixels is cut to measure slanted edges
CACHED_MASKS = 2048
CACHED_PIXELS = 1 << 16  # larger masks are baked anew each time: memory stays bounded
ANCHORS = {"left": 0.0, "middle": 0.5, "right": 1.0}
HALO_SHARE = 0.1  # of the size of the text


def mix(a: Colour, b: Colour, share: float) -> Colour:
    """The colour between two: `a` at a share of 0, `b` at 1."""
    red, green, blue = (round(p + (q - p) * share) for p, q in zip(a, b))
    return red, green, blue


def shade(colour: Colour, factor: float) -> Colour:
    """The colour darker (a factor below 1, black at 0) or lighter (above 1, white at 2)."""
    return mix((0, 0, 0), colour, factor) if factor < 1 else mix(colour, (255, 255, 255), factor - 1)


def frame_size(size: float) -> int:
    """The least length a frame may have that holds `size` pixels."""
    return FRAME_STEP * ceil(size / FRAME_STEP)


def text_width(words: str, size: int) -> int:
    """The pixels from the left edge of the first character to the right edge of the last."""
    advances = sum(glyph(character, size).width + measures(size).gap for character in words)
    return max(0, advances - measures(size).gap)


def regular(x: float, y: float, radius: float, corners: int, *, turn: float = 0) -> list[Point]:
    """The corners of a regular polygon, the first of them up, turned clockwise by degrees."""
    return [_around(x, y, radius, turn + 360 * i / corners) for i in range(corners)]


def star(x: float, y: float, radius: float, *, tips: int = 5, turn: float = 0) -> list[Point]:
    """The corners of a star, one tip up, turned clockwise by degrees."""
    inner = regular(x, y, radius * 0.45, tips, turn=turn + 180 / tips)
    return [p for pair in zip(regular(x, y, radius, tips, turn=turn), inner) for p in pair]


def arrow(x: float, y: float, length: float, *, turn: float = 0) -> list[Point]:
    """The corners of a broad arrow about (x, y), pointing up, turned clockwise by degrees."""
    form = ((0, -0.5), (0.4, -0.05), (0.16, -0.05), (0.16, 0.5))
    corners = (*form, *((-right, down) for right, down in reversed(form[1:])))
    c, s = cos(radians(turn)) * length, sin(radians(turn)) * length
    return [(x + c * right - s * down, y + s * right + c * down) for right, down in corners]


def png_bytes(pixels: Array) -> bytes:
    """A picture (height × width × 3 bytes) as a PNG file."""
    if pixels.ndim != 3 or pixels.shape[2] != 3 or pixels.dtype != np.uint8:
        raise ValueError(f"a picture is height × width × 3 uint8, not {pixels.shape} {pixels.dtype}")
    height, width, _ = pixels.shape
    rows = np.zeros((height, 1 + 3 * width), np.uint8)  # each row after its filter number, 0
    rows[:, 1:] = pixels.reshape(height, -1)
    header = struct.pack(">2I5B", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows.tobytes())), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_png_chunk(name, data) for name, data in chunks)


def _png_chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


class Canvas:
    """Pixels to draw on: x to the right, y down, in pixels from the top left corner.

    Both sides are rounded up to multiples of 16. What lies outside is not drawn. `alpha` runs from
    0 (invisible) to 1 (opaque).
    """

    def __init__(self, width: float, height: float, background: Colour = BACKGROUND) -> None:
        if not (isfinite(width) and isfinite(height) and width > 0 and height > 0):
            raise ValueError(f"a canvas needs a width and a height above 0, not {width} × {height}")
        self.pixels = np.empty((frame_size(height), frame_size(width), 3), np.uint8)
        self.pixels[:] = _ink(background)

    @property
    def width(self) -> int:
        """Pixels from left to right."""
        return self.pixels.shape[1]

    @property
    def height(self) -> int:
        """Pixels from top to bottom."""
        return self.pixels.shape[0]

    def copy(self) -> "Canvas":
        """Another canvas with the same picture, such as one on a finished background."""
        other = Canvas.__new__(Canvas)
        other.pixels = self.pixels.copy()
        return other

    def rectangle(
        self, x: float, y: float, width: float, height: float, colour: Colour,
        *, radius: float = 0, alpha: float = 1,
    ) -> None:  # fmt: skip
        """A filled rectangle from its top left corner, with corners rounded by `radius`."""
        self._paint(_rectangle, _box(x, y, width, height), (radius,), 0, colour, alpha)

    def frame(
        self, x: float, y: float, width: float, height: float, colour: Colour,
        *, line: float = 1, radius: float = 0, alpha: float = 1,
    ) -> None:  # fmt: skip
        """The outline of a rectangle, `line` pixels thick, inside its edges."""
        self._paint(_frame, _box(x, y, width, height), (radius, line), 0, colour, alpha)

    def disc(self, x: float, y: float, radius: float, colour: Colour, *, alpha: float = 1) -> None:
        """A filled circle about (x, y)."""
        self._paint(_disc, ((x, y),), (radius,), radius, colour, alpha)

    def ring(
        self, x: float, y: float, radius: float, colour: Colour,
        *, line: float = 1, alpha: float = 1,
    ) -> None:  # fmt: skip
        """The outline of a circle, `line` pixels thick, inside its edge."""
        self._paint(_ring, ((x, y),), (radius, line), radius, colour, alpha)

    def line(
        self, points: Iterable[Point], colour: Colour,
        *, width: float = 1, dash: float = 0, alpha: float = 1,
    ) -> None:  # fmt: skip
        """A line through points with round ends and joints, in dashes of `dash` pixels if given."""
        corners = tuple(points)
        pieces = _dashes(corners, dash) if dash else tuple(zip(corners, corners[1:] or corners))
        ends = tuple(end for piece in pieces for end in piece)
        self._paint(_pieces, ends, (width,), width / 2, colour, alpha)

    def polygon(self, points: Iterable[Point], colour: Colour, *, alpha: float = 1) -> None:
        """A filled polygon, such as those of `regular`, `star` and `arrow`."""
        self._paint(_polygon, tuple(points), (), 0, colour, alpha)

    def text(
        self, x: float, y: float, words: str, size: int, colour: Colour,
        *, anchor: str = "left", halo: Colour | None = None, alpha: float = 1,
    ) -> None:  # fmt: skip
        """A line of text: its `anchor` at x, the middle of its capitals at y, a rim of `halo`."""
        if anchor not in ANCHORS:
            raise UnknownNameError("anchor", anchor, ANCHORS)
        fit = measures(size)
        left = floor(x - text_width(words, size) * ANCHORS[anchor] + 0.5)
        top = floor(y + fit.capitals / 2 + 0.5) - fit.top
        rim = max(1, round(HALO_SHARE * size))
        for spread, ink in ((rim, halo), (0, colour)):
            if ink is not None and words:
                mask = _text_mask(words, size, spread, round(alpha * OPAQUE))
                self._stamp(mask, left - spread, top - spread, ink)

    def _paint(
        self, shape: Coverage, points: Points, sizes: tuple[float, ...], reach: float,
        colour: Colour, alpha: float,
    ) -> None:  # fmt: skip
        """Draw a shape that reaches no further than `reach` beyond the box around its points."""
        if not points:
            return
        try:
            left, top = floor(min(x for x, _ in points)), floor(min(y for _, y in points))
            corners = tuple((_rounded(x - left), _rounded(y - top)) for x, y in points)
            lengths = tuple(_length(size) for size in sizes)
        except (ValueError, OverflowError) as error:
            raise ValueError(f"cannot draw a {_name(shape)} at {points} of {sizes}: {error}") from None
        xs, ys = zip(*corners)
        window = (
            max(floor(min(xs) - reach), -left),
            max(floor(min(ys) - reach), -top),
            min(ceil(max(xs) + reach), self.width - left),
            min(ceil(max(ys) + reach), self.height - top),
        )
        if window[0] < window[2] and window[1] < window[3]:
            small = (window[2] - window[0]) * (window[3] - window[1]) <= CACHED_PIXELS
            bake = _mask if small else _mask.__wrapped__
            mask = bake(shape, corners, lengths, window, round(alpha * OPAQUE))
            self._stamp(mask, left + window[0], top + window[1], colour)

    def _stamp(self, mask: Array, left: int, top: int, colour: Colour) -> None:
        """Blend a colour into the pixels under a mask, as far as they exist."""
        height, width = mask.shape[:2]
        if left < 0 or top < 0 or left + width > self.width or top + height > self.height:
            mask = mask[max(0, -top) : max(0, self.height - top)]
            mask = mask[:, max(0, -left) : max(0, self.width - left)]
            height, width = mask.shape[:2]
            left, top = max(0, left), max(0, top)
        under = self.pixels[top : top + height, left : left + width]
        change = _ink(colour) - under
        change *= mask
        change += OPAQUE // 2
        change >>= MASK_BITS
        np.add(under, change, out=under, casting="unsafe")


def _name(shape: Coverage) -> str:
    return shape.__name__.strip("_")


def _box(x: float, y: float, width: float, height: float) -> Points:
    """The corners of a rectangle."""
    if width < 0 or height < 0:
        raise ValueError(f"a rectangle at ({x}, {y}) cannot be {width} × {height}: below 0")
    return (x, y), (x + width, y + height)


def _rounded(position: float) -> float:
    return round(position * SHIFTS) / SHIFTS


def _length(size: float) -> float:
    if size < 0:
        raise ValueError(f"{size} is below 0")
    return _rounded(size)


def _around(x: float, y: float, radius: float, turn: float) -> Point:
    """The point `radius` away from (x, y), clockwise from up by degrees."""
    return x + radius * sin(radians(turn)), y - radius * cos(radians(turn))


def _dashes(points: Points, dash: float) -> tuple[tuple[Point, Point], ...]:
    """The dashes along a line, each `dash` long, with gaps about as long."""
    pieces: list[tuple[Point, Point]] = []
    for (x, y), (to_x, to_y) in zip(points, points[1:]):
        length = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5
        count = max(1, round((length / dash + 1) / 2))
        step_x, step_y = (to_x - x) / (2 * count - 1), (to_y - y) / (2 * count - 1)
        for i in range(0, 2 * count, 2):
            start = (x + i * step_x, y + i * step_y)
            pieces.append((start, (start[0] + step_x, start[1] + step_y)))
    return tuple(pieces)


@lru_cache(maxsize=1024)
def _ink(colour: Colour) -> Array:
    """A colour in the numbers that blending works with."""
    if len(colour) != 3 or not all(0 <= channel <= CHANNEL_MAX for channel in colour):
        raise ValueError(f"a colour is (red, green, blue), each 0 to 255, not {colour}")
    return np.array(colour, np.int16)


@lru_cache(maxsize=CACHED_MASKS)
def _mask(
    shape: Coverage, points: Points, sizes: tuple[float, ...], window: Window, alpha: int
) -> Array:
    """The mask of a shape, seen through a window."""
    left, top, right, bottom = window
    x = np.arange(left, right)[None, :] + 0.5
    y = np.arange(top, bottom)[:, None] + 0.5
    return _as_mask(shape(x, y, points, sizes), alpha)


@lru_cache(maxsize=CACHED_MASKS)
def _text_mask(words: str, size: int, spread: int, alpha: int) -> Array:
    """The mask of a line of text, all around `spread` pixels bolder."""
    height = measures(size).height + 2 * spread
    line = np.zeros((height, text_width(words, size) + 2 * spread))
    left = 0
    for character in words:
        ink = _glyph_coverage(character, size, spread)
        part = line[:, left : left + ink.shape[1]]
        np.maximum(part, ink, out=part)
        left += glyph(character, size).width + measures(size).gap
    return _as_mask(line, alpha)


@lru_cache(maxsize=CACHED_MASKS)
def _glyph_coverage(character: str, size: int, spread: int) -> Array:
    drawn = glyph(character, size)
    x = np.arange(-spread, drawn.width + spread)[None, :] + 0.5
    y = np.arange(-spread, measures(size).height + spread)[:, None] + 0.5
    coverage = np.zeros((y.size, x.size))
    for points in drawn.lines:
        pairs = zip(points, points[1:] or points)
        ends = tuple(end for pair in pairs for end in pair)
        ink = _pieces(x, y, ends, (measures(size).stroke + 2 * spread,))
        np.maximum(coverage, ink, out=coverage)
    for points in drawn.fills:
        np.maximum(coverage, _polygon(x, y, points, ()), out=coverage)
    return coverage


def _as_mask(coverage: Array, alpha: int) -> Array:
    mask = np.floor(coverage * alpha + 0.5).astype(np.int16)[:, :, None]
    mask.flags.writeable = False
    return mask


# The shapes: pixel centres x (a row) and y (a column) → the covered share of each pixel.


def _rectangle(x: Array, y: Array, points: Points, sizes: tuple[float, ...]) -> Array:
    (left, top), (right, bottom) = points
    radius = min(sizes[0], (right - left) / 2, (bottom - top) / 2)
    if radius <= 0:
        return _overlap(x, left, right) * _overlap(y, top, bottom)
    beyond_x = np.abs(x - (left + right) / 2) - (right - left) / 2 + radius
    beyond_y = np.abs(y - (top + bottom) / 2) - (bottom - top) / 2 + radius
    outside = _distance(np.maximum(beyond_x, 0), np.maximum(beyond_y, 0))
    inside = np.minimum(np.maximum(beyond_x, beyond_y), 0)
    return np.clip(radius + 0.5 - outside - inside, 0, 1)


def _frame(x: Array, y: Array, points: Points, sizes: tuple[float, ...]) -> Array:
    (left, top), (right, bottom) = points
    radius, line = sizes
    hole = ((left + line, top + line), (right - line, bottom - line))
    return _rectangle(x, y, points, sizes) - _rectangle(x, y, hole, (max(0, radius - line),))


def _disc(x: Array, y: Array, points: Points, sizes: tuple[float, ...]) -> Array:
    ((centre_x, centre_y),) = points
    return _near(_distance(x - centre_x, y - centre_y), sizes[0])


def _ring(x: Array, y: Array, points: Points, sizes: tuple[float, ...]) -> Array:
    radius, line = sizes
    return _disc(x, y, points, sizes) - _disc(x, y, points, (max(0, radius - line),))


def _pieces(x: Array, y: Array, points: Points, sizes: tuple[float, ...]) -> Array:
    """Straight pieces with round ends, each from one point to the next but one."""
    nearest = np.full(np.broadcast_shapes(x.shape, y.shape), np.inf)
    for (from_x, from_y), (to_x, to_y) in zip(points[::2], points[1::2]):
        along_x, along_y = to_x - from_x, to_y - from_y
        length = along_x**2 + along_y**2 or 1
        share = np.clip(((x - from_x) * along_x + (y - from_y) * along_y) / length, 0, 1)
        distance = _distance(x - from_x - share * along_x, y - from_y - share * along_y)
        np.minimum(nearest, distance, out=nearest)
    return _near(nearest, sizes[0] / 2)


def _polygon(x: Array, y: Array, points: Points, sizes: tuple[float, ...]) -> Array:
    """For each band of each row, what lies right of the edges going down less those going up."""
    upper = (y - 0.5 + np.arange(BANDS) / BANDS).reshape(-1, 1)
    covered = np.zeros((upper.size, x.size))
    for (from_x, from_y), (to_x, to_y) in zip(points, (*points[1:], points[0])):
        if from_y == to_y:
            continue
        low, high = min(from_y, to_y), max(from_y, to_y)
        begin, end = np.clip(upper, low, high), np.clip(upper + 1 / BANDS, low, high)
        slope = (to_x - from_x) / (to_y - from_y)
        crossing = from_x + ((begin + end) / 2 - from_y) * slope
        part = (end - begin) * np.clip(x + 0.5 - crossing, 0, 1)
        covered += part if to_y > from_y else -part
    return np.minimum(np.abs(covered), 1 / BANDS).reshape(y.size, BANDS, x.size).sum(axis=1)


def _overlap(centre: Array, start: float, stop: float) -> Array:
    """The share of each pixel of a row that lies between two positions."""
    return np.clip(np.minimum(centre + 0.5, stop) - np.maximum(centre - 0.5, start), 0, 1)


def _near(distance: Array, reach: float) -> Array:
    """The covered share of pixels at a distance from the middle of something `reach` thick."""
    return np.clip(np.minimum(reach - distance, 0.5) + min(reach, 0.5), 0, 1)


def _distance(x: Array, y: Array) -> Array:
    return np.sqrt(x * x + y * y)
