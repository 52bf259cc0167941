"""The font: every character as strokes on a small grid, fitted to whole pixels at any size.

A drawing lists strokes, separated by `|`. A stroke is a row of points `x,y`; `~x,y` is a control
point that bends the stroke, `z` closes it, `#` in front fills it, and a single point is a dot. The
baseline is y = 0, small letters reach 4, capitals 6, descenders -2; characters start at x = 0.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor

Point = tuple[float, float]

CAPITALS = 6  # grid lines
TALLEST = 7
DEEPEST = -2
CAPITAL_SHARE = 0.72  # of the size
STROKE_SHARE = 0.1
GAP_SHARE = 0.105  # between two characters
CURVE_STEPS = 8

SPACE = 2  # its width on the grid
DOT = 0.35  # how much broader a dot is than a stroke
UNKNOWN = "0,0 0,6 4,6 4,0 z"

STROKES = {
    "A": "0,0 2,6 4,0 | 0.67,2 3.33,2",
    "B": "0,3 2.5,3 ~4,3 4,1.5 ~4,0 2.5,0 0,0 0,6 2.5,6 ~4,6 4,4.5 ~4,3 2.5,3",
    "C": "4.5,4.3 ~4.2,6 2.4,6 ~0,6 0,3 ~0,0 2.4,0 ~4.2,0 4.5,1.7",
    "D": "0,0 0,6 2,6 ~4.5,6 4.5,3 ~4.5,0 2,0 z",
    "E": "3.5,6 0,6 0,0 3.5,0 | 0,3 3,3",
    "F": "3.5,6 0,6 0,0 | 0,3 3,3",
    "G": "4.4,4.6 ~4,6 2.4,6 ~0,6 0,3 ~0,0 2.4,0 ~4.5,0 4.5,2 4.5,3 2.7,3",
    "H": "0,0 0,6 | 4,0 4,6 | 0,3 4,3",
    "I": "0,6 2,6 | 1,6 1,0 | 0,0 2,0",
    "J": "3,6 3,1.8 ~3,0 1.5,0 ~0,0 0,1.6",
    "K": "0,0 0,6 | 4,6 0,2 | 1.3,3.3 4,0",
    "L": "0,6 0,0 3.5,0",
    "M": "0,0 0,6 2.5,2 5,6 5,0",
    "N": "0,0 0,6 4,0 4,6",
    "O": "~0,0 ~5,0 ~5,6 ~0,6 z",
    "P": "0,0 0,6 2.5,6 ~4,6 4,4.5 ~4,3 2.5,3 0,3",
    "Q": "~0,0 ~5,0 ~5,6 ~0,6 z | 3,2 5,0",
    "R": "0,0 0,6 2.5,6 ~4,6 4,4.5 ~4,3 2.5,3 0,3 | 2.3,3 4,0",
    "S": "3.9,4.7 ~3.6,6 2,6 ~0,6 0,4.5 ~0,3 2,3 ~4,3 4,1.5 ~4,0 2,0 ~0.3,0 0,1.3",
    "T": "0,6 4,6 | 2,6 2,0",
    "U": "0,6 0,2 ~0,0 2,0 ~4,0 4,2 4,6",
    "V": "0,6 2,0 4,6",
    "W": "0,6 1.5,0 3,5 4.5,0 6,6",
    "X": "0,6 2,3 4,0 | 0,0 2,3 4,6",
    "Y": "0,6 2,3 4,6 | 2,3 2,0",
    "Z": "0,6 4,6 0,0 4,0",
    "a": "0.3,4 1.4,4 ~3,4 3,2.6 3,0 | 3,2.2 1.4,2.2 ~0,2.2 0,1.1 ~0,0 1.3,0 ~3,0 3,1.3",
    "b": "0,6 0,0 | ~0,0 ~3,0 ~3,4 ~0,4 z",
    "c": "3,3.2 ~2.8,4 1.6,4 ~0,4 0,2 ~0,0 1.6,0 ~2.8,0 3,0.8",
    "d": "3,6 3,0 | ~0,0 ~3,0 ~3,4 ~0,4 z",
    "e": "0,2 3,2 ~3,4 1.5,4 ~0,4 0,2 ~0,0 1.6,0 2.7,0",
    "f": "2.5,6 ~1,6 1,4.6 1,0 | 0,4 2.3,4",
    "g": "~0,0 ~3,0 ~3,4 ~0,4 z | 3,4 3,-0.4 ~3,-2 1.4,-2 0.3,-2",
    "h": "0,6 0,0 | 0,2.4 ~0.1,4 1.6,4 ~3,4 3,2.4 3,0",
    "i": "0,4 0,0 | 0,6 0,6",
    "j": "1,4 1,-0.8 ~1,-2 0,-2 | 1,6 1,6",
    "k": "0,6 0,0 | 2.9,4 0,1.4 | 1.1,2.4 3,0",
    "l": "0,6 0,1.2 ~0,0 1.2,0",
    "m": "0,4 0,0 | 0,2.4 ~0,4 1.1,4 ~2,4 2,2.6 2,0 | 2,2.4 ~2,4 3.1,4 ~4,4 4,2.6 4,0",
    "n": "0,4 0,0 | 0,2.4 ~0.1,4 1.6,4 ~3,4 3,2.4 3,0",
    "o": "~0,0 ~3,0 ~3,4 ~0,4 z",
    "p": "0,4 0,-2 | ~0,0 ~3,0 ~3,4 ~0,4 z",
    "q": "3,4 3,-2 | ~0,0 ~3,0 ~3,4 ~0,4 z",
    "r": "0,4 0,0 | 0,2.2 ~0.1,4 2,4",
    "s": "2.8,4 1.3,4 ~0,4 0,3 ~0,2 1.5,2 ~3,2 3,1 ~3,0 1.7,0 0.2,0",
    "t": "1,5.6 1,1.2 ~1,0 2.4,0 | 0,4 2.4,4",
    "u": "0,4 0,1.6 ~0,0 1.4,0 ~2.9,0 3,1.6 | 3,4 3,0",
    "v": "0,4 1.5,0 3,4",
    "w": "0,4 1,0 2,3 3,0 4,4",
    "x": "0,4 1.5,2 3,0 | 0,0 1.5,2 3,4",
    "y": "0,4 1.5,0 | 3,4 1.5,0 ~0.8,-2 0,-2",
    "z": "0,4 3,4 0,0 3,0",
    "0": "~0,0 ~4,0 ~4,6 ~0,6 z",
    "1": "0,4.6 1.5,6 1.5,0 | 0,0 3,0",
    "2": "0,4.6 ~0.1,6 2,6 ~4,6 4,4.4 ~4,3.4 3,2.6 0,0 4,0",
    "3": "0,4.8 ~0.3,6 2,6 ~4,6 4,4.5 ~4,3 2,3 1.4,3 | 2,3 ~4,3 4,1.5 ~4,0 2,0 ~0.3,0 0,1.2",
    "4": "3,0 3,6 0,2 4,2",
    "5": "3.8,6 0,6 0,3.6 2,3.6 ~4,3.6 4,1.8 ~4,0 2,0 ~0.4,0 0,1",
    "6": "3.5,6 2.4,6 ~0,6 0,2.6 0,1.7 ~0,0 2,0 ~4,0 4,1.7 ~4,3.4 2,3.4 ~0,3.4 0,1.7",
    "7": "0,6 4,6 1.4,0",
    "8": "~0,3 ~4,3 ~4,6 ~0,6 z | ~0,0 ~4,0 ~4,3 ~0,3 z",
    "9": "0.5,0 1.6,0 ~4,0 4,3.4 4,4.3 ~4,6 2,6 ~0,6 0,4.3 ~0,2.6 2,2.6 ~4,2.6 4,4.3",
    "!": "0,6 0,2 | 0,0 0,0",
    '"': "0,6 0,4.5 | 1.6,6 1.6,4.5",
    "#": "1,0 1,6 | 3,0 3,6 | 0,2 4,2 | 0,4 4,4",
    "$": "3.9,4.6 ~3.6,5.5 2,5.5 ~0,5.5 0,4.2 ~0,3 2,3 ~4,3 4,1.8 ~4,0.5 2,0.5 ~0.3,0.5 0,1.5"
    " | 2,7 2,-1",
    "%": "~0,4 ~1.6,4 ~1.6,6 ~0,6 z | ~3.4,0 ~5,0 ~5,2 ~3.4,2 z | 4.2,6 0.8,0",
    "&": "4.2,0 1,4.1 ~0.1,6 1.9,6 ~3.4,6 3.1,4.6 ~2.9,3.6 1.4,3.1 ~0,2.6 0,1.4 ~0,0 1.7,0"
    " ~3.6,0 4.1,2.6",
    "'": "0,6 0,4.5",
    "(": "1.4,7 ~0,5.4 0,3 ~0,0.6 1.4,-1",
    ")": "0,7 ~1.4,5.4 1.4,3 ~1.4,0.6 0,-1",
    "*": "2,6 2,2 | 0,5 4,3 | 0,3 4,5",
    "+": "2,1 2,5 | 0,3 4,3",
    ",": "0.5,0.4 0.5,0 0,-1.4",
    "-": "0,2.6 2.4,2.6",
    ".": "0,0",
    "/": "0,-0.6 2.6,6.6",
    ":": "0,0 | 0,3.3",
    ";": "0.5,0.4 0.5,0 0,-1.4 | 0,3.3",
    "<": "3.5,5.2 0,3 3.5,0.8",
    "=": "0,2 4,2 | 0,4 4,4",
    ">": "0,5.2 3.5,3 0,0.8",
    "?": "0,4.7 ~0.2,6 1.7,6 ~3.5,6 3.5,4.5 ~3.5,3.6 2.6,3.1 ~1.7,2.6 1.7,1.8 | 1.7,0 1.7,0",
    "@": "4.2,3.8 4.2,1.8 ~4.2,0.8 5.1,0.8 ~6,0.8 6,2.8 ~6,6 3,6 ~0,6 0,2.4 ~0,-1.2 3,-1.2 4.6,-1.2"
    " | ~1.8,0.8 ~4.2,0.8 ~4.2,4 ~1.8,4 z",
    "[": "1.4,7 0,7 0,-1 1.4,-1",
    "\\": "0,6.6 2.6,-0.6",
    "]": "0,7 1.4,7 1.4,-1 0,-1",
    "^": "0,4 2,6 4,4",
    "_": "0,-1 4,-1",
    "`": "0,6.4 1,5",
    "{": "2,7 ~1,7 1,6 1,4.2 ~1,3 0,3 ~1,3 1,1.8 1,0 ~1,-1 2,-1",
    "|": "0,7 0,-2",
    "}": "0,7 ~1,7 1,6 1,4.2 ~1,3 2,3 ~1,3 1,1.8 1,0 ~1,-1 0,-1",
    "~": "0,2.4 ~0.3,3.6 1.2,3.4 ~1.6,3.3 2,3 ~2.4,2.7 2.8,2.6 ~3.7,2.4 4,3.6",
    "×": "0,1.4 1.5,2.9 3,4.4 | 0,4.4 1.5,2.9 3,1.4",
    "·": "0,2.7",
    "–": "0,2.6 4,2.6",
    "…": "0,0 | 2,0 | 4,0",
    "★": "#3,6.4 3.8,4.1 6,4 4.3,2.6 4.9,0.3 3,1.6 1.1,0.3 1.7,2.6 0,4 2.2,4.1 z",
    "♥": "#2.5,0.2 ~0,2.4 0,4 ~0,5.6 1.3,5.6 ~2.5,5.6 2.5,3.9 ~2.5,5.6 3.7,5.6 ~5,5.6 5,4"
    " ~5,2.4 2.5,0.2 z",
    "→": "0,3 5,3 | 3,5 5,3 3,1",
    "←": "5,3 0,3 | 2,5 0,3 2,1",
    "↑": "2,0 2,6 | 0,4 2,6 4,4",
    "↓": "2,6 2,0 | 0,2 2,0 4,2",
}


@dataclass(frozen=True)
class Stroke:
    """One stroke of a drawing: points on the grid, or (fitted) in pixels with the y axis down."""

    points: tuple[Point, ...]
    pulls: tuple[bool, ...]  # by point: a control point, which the stroke does not pass through
    closed: bool
    filled: bool


@dataclass(frozen=True)
class Glyph:
    """A character at a size, in pixels from the left edge and from the top of its line."""

    lines: tuple[tuple[Point, ...], ...]
    fills: tuple[tuple[Point, ...], ...]  # the lines that are filled
    width: int


@dataclass(frozen=True)
class Measures:
    """The measures of all characters of a size, in pixels."""

    stroke: float
    unit: float  # one step of the grid
    capitals: int  # height
    gap: int  # between the ink of two characters
    top: int  # from the top of the line to the baseline
    height: int  # of the line


@lru_cache
def measures(size: int) -> Measures:
    """The measures of the font at a size of `size` pixels."""
    if size < 1:
        raise ValueError(f"a text size must be at least 1 pixel, not {size}")
    capitals = max(CAPITALS // 2, _whole(CAPITAL_SHARE * size))
    stroke = max(1.0, _whole(2 * STROKE_SHARE * size) / 2)
    unit = (capitals - ceil(stroke)) / CAPITALS
    gap = max(1, _whole(GAP_SHARE * size - (ceil(stroke) - stroke)))
    top = _whole(TALLEST * unit) + ceil(stroke)
    return Measures(stroke, unit, capitals, gap, top, top - _whole(DEEPEST * unit))


@lru_cache(maxsize=4096)
def glyph(character: str, size: int) -> Glyph:
    """A character fitted to the grid: horizontal and vertical strokes cover whole pixels."""
    fit = measures(size)
    if character == " ":
        return Glyph((), (), max(1, _whole(SPACE * fit.unit)))
    strokes = parse(STROKES.get(character, UNKNOWN))
    columns = _columns(strokes, fit.unit)
    fitted = [_fitted(stroke, columns, fit) for stroke in strokes]
    drawn = [_flattened(stroke) for stroke in fitted]
    fills = tuple(_flattened(stroke) for stroke in fitted if stroke.filled)
    right = max(x for points in drawn for x, _ in points)
    return Glyph(tuple(drawn), fills, ceil(right + fit.stroke / 2))


def parse(drawing: str) -> list[Stroke]:
    """The strokes of a drawing as written in `STROKES`."""
    return [_stroke(part.strip()) for part in drawing.split("|")]


def _stroke(text: str) -> Stroke:
    tokens = text.removeprefix("#").split()
    closed = tokens[-1] == "z"
    points = tokens[:-1] if closed else tokens
    pairs = [token.removeprefix("~").split(",") for token in points]
    return Stroke(
        points=tuple((float(x), float(y)) for x, y in pairs),
        pulls=tuple(token.startswith("~") for token in points),
        closed=closed,
        filled=text.startswith("#"),
    )


def _columns(strokes: list[Stroke], unit: float) -> list[tuple[float, int]]:
    """The edges and vertical strokes of a character: (x on the grid, pixels), sorted."""
    right = max(x for stroke in strokes for x, _ in stroke.points)
    straight = [piece for stroke in strokes for piece in _straight_pieces(stroke)]
    middle = right / 2
    if any(middle in (start[0], end[0]) for start, end in straight):
        half = _whole(middle * unit)  # An even width keeps the middle centred.
        return [(0.0, 0), (middle, half), (right, 2 * half)]
    uprights = {start[0] for start, end in straight if start[0] == end[0]}
    return [(x, _whole(x * unit)) for x in sorted(uprights | {0.0, right})]


def _straight_pieces(stroke: Stroke) -> list[tuple[Point, Point]]:
    row = list(zip(stroke.points, stroke.pulls, strict=True))
    return [(a, b) for (a, bent), (b, bends) in pairwise(row) if not bent and not bends]


def _fitted(stroke: Stroke, columns: list[tuple[float, int]], fit: Measures) -> Stroke:
    """The stroke in pixels; heights are rounded, so that horizontal strokes are sharp."""
    half = fit.stroke / 2
    points = tuple(
        (_between(x, columns, fit.unit) + half, fit.top - _whole(y * fit.unit) - half)
        for x, y in stroke.points
    )
    if len(points) == 1:
        return _dot(points[0], _whole(DOT * fit.unit))
    return Stroke(points, stroke.pulls, stroke.closed, stroke.filled)


def _dot(start: Point, side: int) -> Stroke:
    """A square above and to the right of its corner."""
    x, y = start
    corners = ((x, y), (x + side, y), (x + side, y - side), (x, y - side))
    return Stroke(corners, (False,) * len(corners), closed=True, filled=True)


def _between(x: float, columns: list[tuple[float, int]], unit: float) -> float:
    """The pixel position of x on the grid, interpolated between the columns beside it."""
    for (left, from_pixel), (right, to_pixel) in pairwise(columns):
        if left <= x <= right and left < right:
            return from_pixel + (to_pixel - from_pixel) * (x - left) / (right - left)
    return x * unit


def _flattened(stroke: Stroke) -> tuple[Point, ...]:
    """The stroke as straight segments."""
    points, pulls = _with_joints(stroke)
    flat = [points[0]]
    for i in range(1, len(points)):
        if pulls[i]:
            flat += _curve(points[i - 1], points[i], points[i + 1])
        elif not pulls[i - 1]:
            flat.append(points[i])
    return tuple(flat)


def _with_joints(stroke: Stroke) -> tuple[list[Point], list[bool]]:
    """The stroke with a point halfway between each two consecutive control points."""
    row = list(zip(stroke.points, stroke.pulls, strict=True))
    if stroke.closed:
        row.append(row[0])
    points: list[Point] = []
    pulls: list[bool] = []
    for place, pull in row:
        if pull and pulls and pulls[-1]:
            points.append(_halfway(points[-1], place))
            pulls.append(False)
        points.append(place)
        pulls.append(pull)
    if pulls[0]:  # A closed curve: begin and end at the first joint.
        points, pulls = points[1:], pulls[1:]
        points.append(points[0])
        pulls.append(False)
    return points, pulls


def _halfway(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _curve(start: Point, pull: Point, end: Point) -> list[Point]:
    """The points of a quadratic Bézier curve after its start."""
    steps = [i / CURVE_STEPS for i in range(1, CURVE_STEPS + 1)]
    weights = [((1 - t) ** 2, 2 * t * (1 - t), t * t) for t in steps]
    return [
        (a * start[0] + b * pull[0] + c * end[0], a * start[1] + b * pull[1] + c * end[1])
        for a, b, c in weights
    ]


def _whole(value: float) -> int:
    return floor(value + 0.5)
