"""The beings of RoveR as pictures: the rover, machines, wardens, fauna, flora and relics."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import cos, pi, sin

from cogarena.envs.core.draw.canvas import (
    BLUE,
    GREEN,
    INK,
    ORANGE,
    PINK,
    SILVER,
    SKY,
    VERMILION,
    WHITE,
    YELLOW,
    Colour,
    shade,
)
from cogarena.envs.core.draw.font import Point
from cogarena.envs.core.draw.transform import Transform
from cogarena.envs.rover.scenery import VIOLET
from cogarena.envs.rover.tables import KIND, Kind, Nature

Half = tuple[Point, ...]  # the right half of a silhouette in a circle of radius 1, from the top
Strokes = tuple[tuple[Point, ...], ...]

BLOOD: Colour = (176, 24, 40)
GOLD: Colour = (247, 196, 40)
STEEL: Colour = (96, 104, 120)

# Lengths are in tiles.
RADII = {Nature.ROVER: 0.4, Nature.MACHINE: 0.34, Nature.WARDEN: 0.43, Nature.FAUNA: 0.34}
STILL_RADIUS = 0.4
RIM = 0.05
WARDEN_RIM = 0.05  # of gold, around the other
BAR = (-0.45, -0.49, 0.9, 0.1)  # integrity: left, top, width, height
MARK = 0.13  # half the height of the marks of stalled and shorted
BOLT = ((0.05, -0.17), (-0.13, 0.03), (-0.01, 0.03), (-0.05, 0.17), (0.13, -0.03), (0.01, -0.03))
STALLED_AT, SHORTED_AT = (-0.34, 0.34), (0.34, 0.34)
ARC = tuple((cos(pi * i / 8), sin(pi * i / 8)) for i in range(9))  # half a circle, below the middle


@dataclass(frozen=True)
class BeingStyle:
    """How a kind of being is drawn."""

    colour: Colour
    outline: Half
    sign: Strokes = ()
    ink: Colour = INK  # of the sign
    eyes: tuple[float, float] | None = None  # distance from the middle, sideways and down


SPIKES: Half = tuple(
    (radius * sin(pi * i / 8), -radius * cos(pi * i / 8))
    for i, radius in enumerate((1.15, 0.7, 1.15, 0.7, 1.15, 0.7, 1.15, 0.7, 1.15))
)
LEGS: Half = (
    (0, -0.7), (0.2, -0.62), (0.75, -1.1), (0.5, -0.4), (1.12, -0.35), (0.6, 0), (1.12, 0.4),
    (0.5, 0.42), (0.75, 1.1), (0.2, 0.66), (0, 0.75),
)  # fmt: skip
STYLES = {
    Kind.PROPROVE: BeingStyle(VERMILION, (
        (0, -0.55), (0.22, -0.55), (0.22, -0.8), (1.1, -0.95), (1.1, -0.65), (0.45, -0.5),
        (0.8, 0), (0.7, 0.6), (0.35, 0.9), (0, 0.9),
    ), eyes=(0.32, 0.1)),
    Kind.LUNOROVE: BeingStyle(PINK, (
        (0, -0.9), (0.5, -0.75), (0.8, -0.35), (0.85, 0.15), (1.1, 0.2), (1.1, 0.85), (0.5, 0.85),
        (0.45, 0.5), (0, 0.5),
    ), eyes=(0.34, -0.2)),
    Kind.SPARKER: BeingStyle(YELLOW, (
        (0, -1.15), (0.3, -0.45), (1.05, -0.5), (0.55, 0.12), (0.8, 0.95), (0, 0.55),
    ), (((0.18, -0.5), (-0.14, 0.02), (0.14, 0.02), (-0.16, 0.5)),)),
    Kind.DAMPER: BeingStyle(BLUE, (
        (0, -1.15), (0.42, -0.45), (0.85, 0.2), (0.78, 0.7), (0.4, 1), (0, 1.05),
    ), (((-0.35, 0.05), (0.35, 0.65)), ((0.35, 0.05), (-0.35, 0.65))), WHITE),
    Kind.TETHER: BeingStyle(shade(GREEN, 0.9), (
        (0, -0.95), (0.55, -0.95), (1, -0.35), (1, 0.35), (0.55, 0.95), (0, 0.95),
    ), (
        tuple((0.55 * x, 0.1 + 0.55 * y) for x, y in ARC), ((0, -0.6), (0, 0.65)),
        ((-0.3, -0.35), (0.3, -0.35)),
    ), WHITE),
    Kind.BLINKER: BeingStyle(VIOLET, ((0, -1.2), (0.8, 0), (0, 1.2)), (
        ((-0.3, -0.22), (0.35, -0.22), (0.12, -0.48)), ((0.3, 0.22), (-0.35, 0.22), (-0.12, 0.48)),
    ), WHITE),
    Kind.BURSTER: BeingStyle(ORANGE, SPIKES, eyes=(0.27, -0.02)),
    Kind.MENDER: BeingStyle(SKY, (
        (0, -0.9), (0.7, -0.9), (0.9, -0.7), (0.9, 0.7), (0.7, 0.9), (0, 0.9),
    ), (((-0.5, 0), (0.5, 0)), ((0, -0.5), (0, 0.5)))),
    Kind.FOREMAN: BeingStyle(STEEL, (
        (0, -0.7), (0.35, -0.7), (0.7, -1.08), (0.98, -0.6), (0.98, 0.5), (0.7, 1), (0, 1),
    ), (((-0.5, 0.5), (0.5, 0.5)), ((-0.4, 0.72), (0.4, 0.72))), WHITE, eyes=(0.42, -0.08)),
    Kind.SMELTER: BeingStyle(shade(VERMILION, 0.8), (
        (0, -0.75), (0.3, -0.75), (0.36, -1.1), (0.72, -1.1), (0.76, -0.6), (1, -0.3), (1, 0.75),
        (0.75, 1), (0, 1),
    ), (
        ((-0.5, 0.75), (-0.3, 0.4), (-0.1, 0.62), (0, 0.25), (0.1, 0.62), (0.3, 0.4), (0.5, 0.75)),
    ), YELLOW, eyes=(0.42, -0.2)),
    Kind.LOOM: BeingStyle(
        VIOLET, LEGS, (((-0.35, 0.3), (0, 0.45), (0.35, 0.3)),), WHITE, (0.26, -0.12)
    ),
    Kind.OVERSEER: BeingStyle((44, 62, 110), (
        (0, -1.1), (0.35, -0.6), (1.05, -0.75), (0.8, 0), (1.05, 0.75), (0.35, 0.65), (0, 1.1),
    ), (
        tuple((0.45 * x, 0.45 * y) for x, y in ARC), tuple((0.45 * x, -0.45 * y) for x, y in ARC),
        ((-0.1, 0), (0.1, 0)),
    ), SKY),
    Kind.GRAZER: BeingStyle((150, 112, 70), (
        (0, -0.35), (0.3, -0.45), (0.45, -0.9), (0.7, -0.4), (0.95, 0.1), (0.85, 0.6), (0.6, 0.85),
        (0, 0.75),
    ), eyes=(0.32, -0.02)),
    Kind.STALKER: BeingStyle((70, 52, 62), (
        (0, -0.55), (0.35, -0.6), (0.8, -1.1), (0.85, -0.3), (0.7, 0.25), (0.35, 0.7), (0, 1.05),
    ), (((-0.22, 0.5), (0, 0.62), (0.22, 0.5)),), WHITE, (0.34, -0.15)),
    Kind.FROND: BeingStyle((84, 170, 60), (
        (0, -1.05), (0.22, -0.3), (0.85, -0.75), (0.55, -0.05), (1.05, 0.2), (0.4, 0.4),
        (0.25, 0.95), (0, 0.95),
    ), (((0, -0.5), (0, 0.8)), ((0, 0.4), (0.45, -0.3)), ((0, 0.4), (-0.45, -0.3))),
        (36, 92, 40)),
    Kind.CORAL: BeingStyle((236, 150, 150), (
        (0, -0.7), (0.14, -1), (0.36, -0.9), (0.3, -0.2), (0.6, -0.35), (0.62, -0.75), (0.95, -0.7),
        (0.9, -0.05), (0.4, 0.35), (0.55, 0.95), (0, 0.95),
    ), (((0, -0.2), (0, 0.7)),), (160, 70, 84)),
    Kind.RELIC: BeingStyle(shade(SKY, 1.5), (
        (0, -1.1), (0.4, -0.8), (0.5, 0.6), (0.85, 0.65), (0.85, 0.98), (0, 0.98),
    ), (((0, -0.6), (0.18, -0.35), (0, -0.1), (-0.18, -0.35), (0, -0.6)), ((0, 0.15), (0, 0.5))),
        BLUE),
}  # fmt: skip

# The rover by chassis: colour, wheels on each side, half the width of its deck.
CHASSIS_STYLES: dict[Kind, tuple[Colour, int, float]] = {
    Kind.POLYETHYLENE: (WHITE, 2, 0.2),
    Kind.ALUMINUM: (SKY, 3, 0.24),
    Kind.TITANIUM: (GOLD, 4, 0.28),
}


def draw_being(
    transform: Transform, kind: int, integrity: int, hostile: bool, stalled: bool, shorted: bool
) -> None:
    """An entity with marks if it is stalled or shorted, and a bar if it is damaged."""
    if KIND[kind].nature == Nature.ROVER:
        draw_rover(transform, Kind(kind))
    else:
        draw_other(transform, Kind(kind), hostile)
    if stalled:
        draw_stalled(transform.moved(*STALLED_AT))
    if shorted:
        draw_shorted(transform.moved(*SHORTED_AT))
    if integrity < KIND[kind].integrity:
        draw_bar(transform, integrity / int(KIND[kind].integrity))


def draw_rover(transform: Transform, kind: Kind) -> None:
    """The rover from above: wheels, deck, solar panel and mast; a better chassis is larger."""
    colour, wheels, half = CHASSIS_STYLES[kind]
    length = 0.78 / wheels
    for wheel in range(wheels):
        for left in (-half - 0.16, half):
            transform.box(
                left, -0.39 + wheel * length + 0.03, 0.16, length - 0.06, INK, radius=0.05
            )
    transform.plate(-half - 0.05, -0.36, 2 * half + 0.1, 0.74, INK, colour, line=0.05, radius=0.1)
    transform.box(-half + 0.03, 0, 2 * half - 0.06, 0.28, BLUE)
    transform.box(-0.02, 0, 0.04, 0.28, colour)
    transform.disc(0, -0.17, 0.13, INK)
    transform.disc(0, -0.17, 0.075, VERMILION)


def draw_other(transform: Transform, kind: Kind, hostile: bool) -> None:
    """Any other entity; wardens are larger with a golden rim, hostile entities have red eyes."""
    style, nature = STYLES[kind], Nature(KIND[kind].nature)
    radius = RADII.get(nature, STILL_RADIUS)
    if hostile:
        transform.disc(0, 0, 0.47, BLOOD, alpha=0.45)
    if nature == Nature.WARDEN:
        transform.polygon(silhouette(style.outline, radius + WARDEN_RIM + RIM), GOLD)
    transform.polygon(silhouette(style.outline, radius + RIM), INK)
    transform.polygon(silhouette(style.outline, radius), style.colour)
    for stroke in style.sign:
        transform.line(scaled(stroke, radius), style.ink, width=0.07)
    if style.eyes:
        draw_eyes(transform, style.eyes, radius, hostile)


def draw_eyes(
    transform: Transform, place: tuple[float, float], radius: float, hostile: bool
) -> None:
    """Two eyes; those of a hostile entity are red and slanted."""
    across, down = place
    for side in (-1, 1):
        x, y = side * across * radius, down * radius
        transform.disc(x, y, 0.085, WHITE)
        transform.disc(x, y, 0.05, BLOOD if hostile else INK)
        if hostile:
            inner, outer = (x - side * 0.08, y - 0.04), (x + side * 0.09, y - 0.13)
            transform.line((inner, outer), INK, width=0.05)


def draw_bar(transform: Transform, share: float) -> None:
    """The remaining integrity as a bar."""
    left, top, width, height = BAR
    transform.box(left, top, width, height, INK)
    if share > 0:
        transform.box(left, top, width * share, height, GREEN if share > 0.5 else ORANGE)


def draw_stalled(transform: Transform) -> None:
    """A lock: it cannot move."""
    transform.disc(0, -0.04, MARK * 0.8, INK)
    transform.disc(0, -0.04, MARK * 0.4, SILVER)
    transform.plate(-MARK, -0.04, 2 * MARK, 1.5 * MARK, INK, SKY, line=0.03)


def draw_shorted(transform: Transform) -> None:
    """A bolt: its modules do not work."""
    transform.polygon([(1.5 * x, 1.3 * y) for x, y in BOLT], INK)
    transform.polygon(BOLT, YELLOW)


def silhouette(half: Half, radius: float) -> list[Point]:
    """Both halves of an outline."""
    left = [(-x, y) for x, y in reversed(half) if x]
    return scaled((*half, *left), radius)


def scaled(points: Iterable[Point], radius: float) -> list[Point]:
    """Points scaled from a circle of radius 1 to another radius."""
    return [(x * radius, y * radius) for x, y in points]
