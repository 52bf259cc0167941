"""What lies in a square of the floor as pictures: belts, gears, pits, repair sites and docks."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, radians, sin

from cogarena.envs.core.draw.canvas import GREEN, INK, VERMILION, WHITE, Canvas, Colour, mix, shade
from cogarena.envs.core.draw.font import Point
from cogarena.envs.core.draw.transform import QUARTER, Transform
from cogarena.envs.core.grid import HALF_TURN, LEFT_TURN, RIGHT_TURN
from cogarena.envs.rally.floor import NOWHERE, Belt, Wrench

GROUND: Colour = (196, 198, 200)
PLATEAU: Colour = (240, 230, 204)
PITCH: Colour = (16, 16, 20)
HAZARD: Colour = (246, 190, 20)
STEEL: Colour = (62, 68, 80)
REPAIR: Colour = (222, 238, 246)
REPAIR_RIM: Colour = (40, 110, 150)

# Lengths are in tiles.
BAND = 0.78
BAND_RIM = 0.03
SLAT = 0.125  # from one to the next
CURVE_STEPS = 12
CHEVRON = ((0, -0.15), (0.22, 0.07), (0.22, 0.2), (0, -0.02), (-0.22, 0.2), (-0.22, 0.07))
TEETH = 10
GEAR_RADIUS = 0.44
ARROW_RADIUS = 0.24  # of the arrow on a gear
SWEEP = (-150, 100)  # of that arrow, degrees clockwise from up
STRIPES = 8  # along each edge of a pit


@dataclass(frozen=True)
class BeltStyle:
    """How the belts of one speed look."""

    band: Colour
    chevron: Colour
    chevrons: tuple[float, ...]  # where they stand, as shares of the way through the square


BELTS = {
    Belt.NORMAL: BeltStyle((84, 88, 96), (250, 214, 90), (0.5,)),
    Belt.EXPRESS: BeltStyle((20, 74, 134), (160, 220, 255), (0.31, 0.72)),
}


@dataclass(frozen=True)
class Plate:
    """What a square looks like apart from its edges and its devices."""

    ground: Colour
    pit: int
    belt: int
    leads: int
    feeders: tuple[int, ...]  # where belts lead into it: quarter turns from where it leads
    gear: int
    wrench: int
    dock: int
    faces: int  # the robot on the dock at the start


def draw_plate(canvas: Canvas, tile: int, plate: Plate) -> None:
    """Fill the square at the top left of a canvas; the caller cuts off what is drawn beyond it."""
    pen = Transform(canvas, tile / 2, tile / 2, tile)
    canvas.rectangle(0, 0, tile, tile, shade(plate.ground, 0.86))
    seam = max(1, round(tile / 40))
    canvas.rectangle(seam, seam, tile - seam, tile - seam, plate.ground)
    if plate.pit:
        _draw_pit(pen)
    if plate.belt != Belt.NONE:
        _draw_belt(pen.turned(QUARTER * plate.leads), BELTS[Belt(plate.belt)], plate.feeders)
    if plate.gear:
        _draw_gear(pen, plate.gear)
    if plate.wrench != Wrench.NONE:
        _draw_repair(pen, plate.wrench)
    if plate.dock:
        _draw_dock(pen, plate.dock, plate.faces)


def _draw_pit(pen: Transform) -> None:
    """A hole that gets darker inside, with a striped warning rim."""
    pen.box(-0.5, -0.5, 1, 1, HAZARD)
    for i in range(STRIPES):
        start = -0.5 + i / STRIPES
        for quarter in range(4):
            edge = pen.turned(QUARTER * quarter)
            slant = 0.5 / STRIPES
            edge.polygon(
                [(start, -0.5), (start + slant, -0.5), (start + 2 * slant, -0.4),
                 (start + slant, -0.4)], PITCH,
            )  # fmt: skip
    for step, side in enumerate((0.82, 0.7, 0.54)):
        pen.box(-side / 2, -side / 2, side, side, shade((64, 66, 74), 1 - 0.42 * step))


def _draw_belt(pen: Transform, style: BeltStyle, feeders: tuple[int, ...]) -> None:
    """Bands from where other belts lead in to where this one leads, up before the turn."""
    entrances = feeders or (HALF_TURN,)
    ways = [list(_way(entrance)) for entrance in entrances]
    rim = shade(style.band, 0.55)
    for width, colour in ((BAND + 2 * BAND_RIM, rim), (BAND, style.band)):
        for way in ways:
            pen.line([(x, y) for x, y, _ in way], colour, width=width)
    for x, y, heading in _slats(entrances):
        slat = pen.moved(x, y).turned(heading)
        slat.line([(-BAND / 2, 0), (BAND / 2, 0)], rim, width=0.015, alpha=0.5)
    main = entrances[0] if len(entrances) == 1 else HALF_TURN
    for share in style.chevrons:
        x, y, heading = _along(main, share)
        chevron = pen.moved(x, y).turned(heading)
        chevron.polygon(CHEVRON, style.chevron)


def _slats(entrances: tuple[int, ...]) -> Iterator[tuple[float, float, float]]:
    """Where the slats of a belt lie; bands that join have slats only after they have joined."""
    count = round(1 / SLAT)
    first = 0 if len(entrances) == 1 else count - 2
    main = entrances[0] if len(entrances) == 1 else HALF_TURN
    for i in range(first, count + 1):
        yield _along(main, i * SLAT)


def _way(entrance: int) -> Iterator[tuple[float, float, float]]:
    """The way through a square, beginning and ending a little outside."""
    for i in range(-1, CURVE_STEPS + 2):
        yield _along(entrance, i / CURVE_STEPS)


def _along(entrance: int, share: float) -> tuple[float, float, float]:
    """A point on the way up from an entrance, and the heading there in degrees from up."""
    if entrance == HALF_TURN:
        return 0, 0.5 - share, 0
    side = 1 if entrance == RIGHT_TURN else -1
    inner = min(1, max(0, share))
    angle = radians(QUARTER * inner)
    beyond = share - inner  # straight on, outside the square
    x = side * (0.5 - 0.5 * sin(angle) - min(0, beyond))
    return x, -0.5 + 0.5 * cos(angle) - max(0, beyond), -side * QUARTER * (1 - inner)


def _draw_gear(pen: Transform, quarters: int) -> None:
    """A cogwheel with an arrow round its middle."""
    mirror = -1 if quarters == LEFT_TURN else 1
    colour = VERMILION if quarters == LEFT_TURN else GREEN
    pen.polygon(_cogwheel(GEAR_RADIUS + 0.03, widest=14), INK)
    pen.polygon(_cogwheel(GEAR_RADIUS, widest=12), shade(colour, 0.8))
    pen.disc(0, 0, GEAR_RADIUS - 0.1, shade(colour, 1.12))
    first, last = SWEEP
    arc = [_on_circle(first + (last - first) * i / 16, ARROW_RADIUS, mirror) for i in range(17)]
    pen.line(arc, WHITE, width=0.085)
    tip = pen.moved(*arc[-1]).turned(mirror * (last + QUARTER))
    tip.polygon([(0, -0.19), (0.16, 0.04), (-0.16, 0.04)], WHITE)
    pen.disc(0, 0, 0.07, INK)


def _on_circle(degrees: float, radius: float, mirror: int = 1) -> Point:
    return mirror * radius * sin(radians(degrees)), -radius * cos(radians(degrees))


def _cogwheel(radius: float, widest: float) -> list[Point]:
    """The corners of a cogwheel: teeth that narrow from `widest` degrees on both sides."""
    corners: list[Point] = []
    for tooth in range(TEETH):
        middle = 360 * tooth / TEETH
        for share, reach in ((-1, 0.85), (-0.5, 1), (0.5, 1), (1, 0.85)):
            corners.append(_on_circle(middle + share * widest, radius * reach))
    return corners


def _draw_repair(pen: Transform, wrench: int) -> None:
    """A repair site: a wrench, and a hammer across it if it gives options too."""
    pen.plate(-0.38, -0.38, 0.76, 0.76, REPAIR_RIM, REPAIR, line=0.04, radius=0.14)
    if wrench == Wrench.DOUBLE:
        _draw_hammer(pen.turned(-45))
        _draw_wrench(pen.turned(45), outlined=True)
    else:
        _draw_wrench(pen.turned(45), outlined=False)


def _draw_wrench(pen: Transform, *, outlined: bool) -> None:
    """A spanner with its jaw up."""
    for growth, colour in ((0.035, REPAIR), (0, STEEL)) if outlined else ((0, STEEL),):
        pen.line([(0, -0.2), (0, 0.3)], colour, width=0.12 + 2 * growth)
        pen.disc(0, -0.22, 0.15 + growth, colour)
    pen.polygon([(-0.065, -0.42), (0.065, -0.42), (0.065, -0.22), (0, -0.17), (-0.065, -0.22)],
                REPAIR)  # fmt: skip
    pen.disc(0, 0.29, 0.025, REPAIR)


def _draw_hammer(pen: Transform) -> None:
    """A hammer with its head up."""
    pen.line([(0, -0.2), (0, 0.31)], mix(STEEL, VERMILION, 0.55), width=0.09)
    pen.polygon([(-0.19, -0.32), (0.13, -0.32), (0.22, -0.24), (0.22, -0.17), (-0.19, -0.17)],
                STEEL)  # fmt: skip


def _draw_dock(pen: Transform, number: int, faces: int) -> None:
    """A numbered plate with a notch towards the facing of its robot."""
    pen.disc(0, 0, 0.4, STEEL)
    if faces != NOWHERE:
        pen.turned(QUARTER * faces).polygon([(0, -0.48), (0.17, -0.3), (-0.17, -0.3)], STEEL)
    pen.disc(0, 0, 0.335, shade(GROUND, 1.5))
    pen.text(0, 0, str(number), 0.5, STEEL)
