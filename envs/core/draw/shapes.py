"""Shapes and text as cached stamps, which say how much of each pixel to keep and what to add.

A shape is a function from pixel centres to coverage. Stamps are cached by shape, size, colour and
subpixel position, so that drawing a shape again is cheap.
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from cogarena.envs.core.draw.font import Point, glyph, measures

Array = np.ndarray[Any, Any]
Points = tuple[Point, ...]
Sizes = tuple[float, ...]
Window = tuple[int, int, int, int]  # left, top, right, bottom; the last two are exclusive
Channels = tuple[int, int, int]  # red, green, blue
Ink = tuple[Channels, int]  # a colour and its opacity, up to OPAQUE
Stamp = tuple[Array, Array]  # pixel → (pixel × first + second) / OPAQUE, channel by channel
Shape = Callable[[Array, Array, Points, Sizes], Array]

CHANNELS = 3
CHANNEL_MAX = 255
STRENGTH_BITS = 7
OPAQUE = 1 << STRENGTH_BITS  # OPAQUE × CHANNEL_MAX fits into 16 bits
BANDS = 8  # per row of pixels, to measure slanted edges
KEPT = 2048  # cached stamps of up to SMALL pixels
KEPT_LARGE = 16  # cached larger stamps: few, to bound the memory
SMALL = 1 << 14


def shape_stamp(shape: Shape, points: Points, sizes: Sizes, window: Window, ink: Ink) -> Stamp:
    """The part of a shape's stamp inside a window."""
    left, top, right, bottom = window
    kept = _small_stamp if (right - left) * (bottom - top) <= SMALL else _large_stamp
    return kept(shape, points, sizes, window, ink)


def _shape_stamp(shape: Shape, points: Points, sizes: Sizes, window: Window, ink: Ink) -> Stamp:
    left, top, right, bottom = window
    x = np.arange(left, right)[None, :] + 0.5
    y = np.arange(top, bottom)[:, None] + 0.5
    return _stamp(shape(x, y, points, sizes), ink)


_small_stamp = lru_cache(maxsize=KEPT)(_shape_stamp)
_large_stamp = lru_cache(maxsize=KEPT_LARGE)(_shape_stamp)


@lru_cache(maxsize=KEPT)
def text_stamp(words: str, size: int, spread: int, ink: Ink) -> Stamp:
    """The stamp of a line of text, bolder by `spread` pixels on all sides."""
    line = np.zeros((measures(size).height + 2 * spread, text_width(words, size) + 2 * spread))
    left = 0
    for character in words:
        coverage = _glyph_coverage(character, size, spread)
        part = line[:, left : left + coverage.shape[1]]
        np.maximum(part, coverage, out=part)
        left += glyph(character, size).width + measures(size).gap
    return _stamp(line, ink)


@lru_cache(maxsize=KEPT)
def text_width(words: str, size: int) -> int:
    """The pixels from the left edge of the first character to the right edge of the last."""
    gap = measures(size).gap
    return max(0, sum(glyph(character, size).width + gap for character in words) - gap)


@lru_cache(maxsize=KEPT)
def channels(colour: Channels) -> Array:
    """A colour as the array that blending works with."""
    if len(colour) != CHANNELS or not all(0 <= channel <= CHANNEL_MAX for channel in colour):
        raise ValueError(f"a colour must be (red, green, blue), each 0 to 255, not {colour}")
    return np.array(colour, np.int16)


def _stamp(coverage: Array, ink: Ink) -> Stamp:
    colour, strength = ink
    covered = np.floor(coverage * strength + 0.5).astype(np.int16)
    added = covered[:, :, None] * channels(colour) + np.int16(OPAQUE // 2)
    return (OPAQUE - covered).repeat(CHANNELS, axis=1), added.reshape(len(covered), -1)


@lru_cache(maxsize=KEPT)
def _glyph_coverage(character: str, size: int, spread: int) -> Array:
    drawn = glyph(character, size)
    x = np.arange(-spread, drawn.width + spread)[None, :] + 0.5
    y = np.arange(-spread, measures(size).height + spread)[:, None] + 0.5
    coverage = np.zeros((y.size, x.size))
    for points in drawn.lines:
        ink = segments(x, y, ends(points), (measures(size).stroke + 2 * spread,))
        np.maximum(coverage, ink, out=coverage)
    for points in drawn.fills:
        np.maximum(coverage, polygon(x, y, points, ()), out=coverage)
    return coverage


def ends(points: Points) -> Points:
    """The ends of the straight segments of a line through points, two per segment."""
    if len(points) == 1:
        return (*points, *points)
    return tuple(end for piece in pairwise(points) for end in piece)


# The shapes: pixel centres x (a row) and y (a column) → the covered share of each pixel.


def rectangle(x: Array, y: Array, points: Points, sizes: Sizes) -> Array:
    """A rectangle between two corners, with rounded corners."""
    (left, top), (right, bottom) = points
    radius = min(sizes[0], (right - left) / 2, (bottom - top) / 2)
    if radius <= 0:
        return _overlap(x, left, right) * _overlap(y, top, bottom)
    beyond_x = np.abs(x - (left + right) / 2) - (right - left) / 2 + radius
    beyond_y = np.abs(y - (top + bottom) / 2) - (bottom - top) / 2 + radius
    outside = _distance(np.maximum(beyond_x, 0), np.maximum(beyond_y, 0))
    inside = np.minimum(np.maximum(beyond_x, beyond_y), 0)
    return np.clip(radius + 0.5 - outside - inside, 0, 1)


def frame(x: Array, y: Array, points: Points, sizes: Sizes) -> Array:
    """The outline of a rectangle."""
    (left, top), (right, bottom) = points
    radius, line = sizes
    hole = ((left + line, top + line), (right - line, bottom - line))
    return rectangle(x, y, points, sizes) - rectangle(x, y, hole, (max(0, radius - line),))


def disc(x: Array, y: Array, points: Points, sizes: Sizes) -> Array:
    """A filled circle around a point."""
    ((centre_x, centre_y),) = points
    return _near(_distance(x - centre_x, y - centre_y), sizes[0])


def ring(x: Array, y: Array, points: Points, sizes: Sizes) -> Array:
    """The outline of a disc."""
    radius, line = sizes
    return disc(x, y, points, sizes) - disc(x, y, points, (max(0, radius - line),))


def segments(x: Array, y: Array, points: Points, sizes: Sizes) -> Array:
    """Straight segments with round ends, each between two consecutive points."""
    nearest = np.full(np.broadcast_shapes(x.shape, y.shape), np.inf)
    for (from_x, from_y), (to_x, to_y) in zip(points[::2], points[1::2], strict=True):
        along_x, along_y = to_x - from_x, to_y - from_y
        length = along_x**2 + along_y**2 or 1
        share = np.clip(((x - from_x) * along_x + (y - from_y) * along_y) / length, 0, 1)
        distance = _distance(x - from_x - share * along_x, y - from_y - share * along_y)
        np.minimum(nearest, distance, out=nearest)
    return _near(nearest, sizes[0] / 2)


def polygon(x: Array, y: Array, points: Points, sizes: Sizes) -> Array:
    """A polygon: in each band, what is right of edges going down minus those going up."""
    upper = (y - 0.5 + np.arange(BANDS) / BANDS).reshape(-1, 1)
    covered = np.zeros((upper.size, x.size))
    for (from_x, from_y), (to_x, to_y) in pairwise((*points, points[0])):
        if from_y == to_y:
            continue
        low, high = min(from_y, to_y), max(from_y, to_y)
        begin, end = np.clip(upper, low, high), np.clip(upper + 1 / BANDS, low, high)
        slope = (to_x - from_x) / (to_y - from_y)
        crossing = from_x + ((begin + end) / 2 - from_y) * slope
        part = (end - begin) * np.clip(x + 0.5 - crossing, 0, 1)
        covered += part if to_y > from_y else -part
    bands: Array = np.minimum(np.abs(covered), 1 / BANDS).reshape(y.size, BANDS, x.size)
    return np.asarray(bands.sum(axis=1))


def _overlap(centre: Array, start: float, stop: float) -> Array:
    """The share of each pixel of a row between two positions."""
    length: Array = np.minimum(centre + 0.5, stop) - np.maximum(centre - 0.5, start)
    return length.clip(0, 1)


def _near(distance: Array, reach: float) -> Array:
    """The covered share of pixels by their distance from the middle of a shape of that reach."""
    length: Array = np.minimum(reach - distance, 0.5) + np.minimum(reach + distance, 0.5)
    return length.clip(0, 1)


def _distance(x: Array, y: Array) -> Array:
    length: Array = np.sqrt(x * x + y * y)
    return length
