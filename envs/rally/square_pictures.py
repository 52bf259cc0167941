"""The squares of the floor as pictures: what lies in them, and what stands on them and their edges.

In a square lie belts, gears, pits, repair sites and docks; walls, ramps, devices and flags stand.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, radians, sin

from cogarena.envs.core.draw.canvas import (
    GREEN,
    INK,
    SILVER,
    VERMILION,
    WHITE,
    Canvas,
    Colour,
    mix,
    shade,
)
from cogarena.envs.core.draw.font import Point
from cogarena.envs.core.draw.transform import QUARTER, SMALLEST_DIGIT, Transform
from cogarena.envs.core.grid import HALF_TURN, LEFT_TURN, RIGHT_TURN
from cogarena.envs.rally.floor import NOWHERE, REGISTERS, Belt, Wrench

GROUND: Colour = (196, 198, 200)
PLATEAU: Colour = (240, 230, 204)
PITCH: Colour = (16, 16, 20)
HAZARD: Colour = (246, 190, 20)
STEEL: Colour = (62, 68, 80)
REPAIR: Colour = (222, 238, 246)
REPAIR_RIM: Colour = (40, 110, 150)
WALL: Colour = (30, 32, 38)
WALL_TOP: Colour = (112, 118, 130)
BEAM: Colour = (228, 20, 36)
CORE: Colour = (255, 196, 190)
CLOTH: Colour = (116, 52, 158)

# Lengths are in tiles. What is drawn on an edge is drawn from the middle of its square, edge up.
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

WALL_WIDTH = 0.15
RAMP_DEPTH = 0.36
RAMP_WIDTH = 0.76
RAMP_STEPS = 4
BEAM_WIDTH = 0.075
BEAMS_APART = 0.17
MOUNT_DEPTH = 0.15  # beyond the wall
CAP_DEPTH = 0.36  # of the strip with the registers of a pusher, behind the wall too
PLATE_DEPTH = 0.1  # of what pushes
DIGITS = -0.285  # where the registers stand
DIGITS_APART = 0.29
DIGIT = 0.28
TAG, TAG_PIXELS = (0.32, 0.34), (6, 8)  # width and height of a number in a corner, and at least
SMALLEST_RIM = 28  # pixels: in smaller tiles it has none


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
    dock: int  # 1 + its number, 0 none
    faces: int  # the robot on the dock at the start


def draw_plate(canvas: Canvas, tile: int, plate: Plate) -> None:
    """Fill the square at the top left of a canvas; the caller cuts off what is drawn beyond it."""
    transform = Transform(canvas, tile / 2, tile / 2, tile)
    canvas.rectangle(0, 0, tile, tile, shade(plate.ground, 0.86))
    seam = max(1, round(tile / 40))
    canvas.rectangle(seam, seam, tile - seam, tile - seam, plate.ground)
    if plate.pit:
        _draw_pit(transform)
    if plate.belt != Belt.NONE:
        _draw_belt(transform.turned(QUARTER * plate.leads), BELTS[Belt(plate.belt)], plate.feeders)
    if plate.gear:
        _draw_gear(transform, plate.gear)
    if plate.wrench != Wrench.NONE:
        _draw_repair(transform, plate.wrench)
    if plate.dock:
        _draw_dock(transform, plate.dock - 1, plate.faces)


def _draw_pit(transform: Transform) -> None:
    """A hole that gets darker inside, with a striped warning rim."""
    transform.box(-0.5, -0.5, 1, 1, HAZARD)
    for i in range(STRIPES):
        start = -0.5 + i / STRIPES
        for quarter in range(4):
            edge = transform.turned(QUARTER * quarter)
            slant = 0.5 / STRIPES
            edge.polygon(
                [(start, -0.5), (start + slant, -0.5), (start + 2 * slant, -0.4),
                 (start + slant, -0.4)], PITCH,
            )  # fmt: skip
    for step, side in enumerate((0.82, 0.7, 0.54)):
        transform.box(-side / 2, -side / 2, side, side, shade((64, 66, 74), 1 - 0.42 * step))


def _draw_belt(transform: Transform, style: BeltStyle, feeders: tuple[int, ...]) -> None:
    """Bands from where other belts lead in to where this one leads, up before the turn."""
    entrances = feeders or (HALF_TURN,)
    ways = [list(_way(entrance)) for entrance in entrances]
    rim = shade(style.band, 0.55)
    for width, colour in ((BAND + 2 * BAND_RIM, rim), (BAND, style.band)):
        for way in ways:
            transform.line([(x, y) for x, y, _ in way], colour, width=width)
    for x, y, heading in _slats(entrances):
        slat = transform.moved(x, y).turned(heading)
        slat.line([(-BAND / 2, 0), (BAND / 2, 0)], rim, width=0.015, alpha=0.5)
    main = entrances[0] if len(entrances) == 1 else HALF_TURN
    for share in style.chevrons:
        x, y, heading = _along(main, share)
        chevron = transform.moved(x, y).turned(heading)
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


def _draw_gear(transform: Transform, quarters: int) -> None:
    """A cogwheel with an arrow round its middle."""
    mirror = -1 if quarters == LEFT_TURN else 1
    colour = VERMILION if quarters == LEFT_TURN else GREEN
    transform.polygon(_cogwheel(GEAR_RADIUS + 0.03, widest=14), INK)
    transform.polygon(_cogwheel(GEAR_RADIUS, widest=12), shade(colour, 0.8))
    transform.disc(0, 0, GEAR_RADIUS - 0.1, shade(colour, 1.12))
    first, last = SWEEP
    arc = [_on_circle(first + (last - first) * i / 16, ARROW_RADIUS, mirror) for i in range(17)]
    transform.line(arc, WHITE, width=0.085)
    tip = transform.moved(*arc[-1]).turned(mirror * (last + QUARTER))
    tip.polygon([(0, -0.19), (0.16, 0.04), (-0.16, 0.04)], WHITE)
    transform.disc(0, 0, 0.07, INK)


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


def _draw_repair(transform: Transform, wrench: int) -> None:
    """A repair site: a wrench, and a hammer across it if it gives options too."""
    transform.plate(-0.38, -0.38, 0.76, 0.76, REPAIR_RIM, REPAIR, line=0.04, radius=0.14)
    if wrench == Wrench.DOUBLE:
        _draw_hammer(transform.turned(-45))
        _draw_wrench(transform.turned(45), outlined=True)
    else:
        _draw_wrench(transform.turned(45), outlined=False)


def _draw_wrench(transform: Transform, *, outlined: bool) -> None:
    """A spanner with its jaw up."""
    for growth, colour in ((0.035, REPAIR), (0, STEEL)) if outlined else ((0, STEEL),):
        transform.line([(0, -0.2), (0, 0.3)], colour, width=0.12 + 2 * growth)
        transform.disc(0, -0.22, 0.15 + growth, colour)
    notch = [(-0.065, -0.42), (0.065, -0.42), (0.065, -0.22), (0, -0.17), (-0.065, -0.22)]
    transform.polygon(notch, REPAIR)
    transform.disc(0, 0.29, 0.025, REPAIR)


def _draw_hammer(transform: Transform) -> None:
    """A hammer with its head up."""
    transform.line([(0, -0.2), (0, 0.31)], mix(STEEL, VERMILION, 0.55), width=0.09)
    head = [(-0.19, -0.32), (0.13, -0.32), (0.22, -0.24), (0.22, -0.17), (-0.19, -0.17)]
    transform.polygon(head, STEEL)


def _draw_dock(transform: Transform, number: int, faces: int) -> None:
    """A numbered plate with a notch towards the facing of its robot."""
    transform.disc(0, 0, 0.4, STEEL)
    if faces != NOWHERE:
        transform.turned(QUARTER * faces).polygon([(0, -0.48), (0.17, -0.3), (-0.17, -0.3)], STEEL)
    transform.disc(0, 0, 0.335, shade(GROUND, 1.5))
    transform.text(0, 0, str(number), 0.5, STEEL)


def draw_wall(edge: Transform) -> None:
    """A wall on an edge, half of it in each square."""
    half = WALL_WIDTH / 2
    edge.box(-0.5 - half, -0.5 - half, 1 + WALL_WIDTH, WALL_WIDTH, WALL)
    edge.box(-0.5, -0.5 - half / 4, 1, WALL_WIDTH / 4, WALL_TOP)


def draw_cliff(edge: Transform) -> None:
    """The edge of raised floor, seen from the lower square: a shadow, and a bright rim."""
    for depth, alpha in ((0.17, 0.22), (0.09, 0.35)):
        edge.box(-0.5, -0.5, 1, depth, INK, alpha=alpha)
    edge.box(-0.5, -0.56, 1, 0.06, shade(PLATEAU, 1.6))
    edge.box(-0.5, -0.515, 1, 0.03, shade(PLATEAU, 0.5))


def draw_ramp(edge: Transform) -> None:
    """A ramp from the lower square up to the edge: steps that get lighter and wider apart."""
    half = RAMP_WIDTH / 2
    edge.box(-half - 0.03, -0.56, RAMP_WIDTH + 0.06, RAMP_DEPTH + 0.09, shade(PLATEAU, 0.4))
    for step in range(RAMP_STEPS):
        height = RAMP_DEPTH / RAMP_STEPS
        colour = mix(shade(GROUND, 0.8), PLATEAU, (step + 1) / RAMP_STEPS)
        bottom = -0.5 + RAMP_DEPTH - height * step
        edge.box(-half, bottom - height, RAMP_WIDTH, height * 0.8, colour)
    edge.box(-half, -0.56, RAMP_WIDTH, 0.06, PLATEAU)
    edge.polygon([(0, -0.5), (0.14, -0.27), (-0.14, -0.27)], shade(PLATEAU, 0.4))


def _beam_offsets(beams: int) -> list[float]:
    """Where the beams of a laser lie beside its middle."""
    return [(i - (beams - 1) / 2) * BEAMS_APART for i in range(beams)]


def draw_beams(edge: Transform, beams: int, length: int) -> None:
    """The beams from a mount on the edge above, down through so many squares."""
    for x in _beam_offsets(beams):
        half = BEAM_WIDTH / 2
        edge.box(x - half, -0.5, BEAM_WIDTH, length, BEAM, alpha=0.8)
        edge.box(x - half / 3, -0.5, BEAM_WIDTH / 3, length, CORE)


def draw_mount(edge: Transform, beams: int) -> None:
    """A laser on the wall above: one nozzle for each beam."""
    half = 0.15 + BEAMS_APART * (beams - 1) / 2
    edge.polygon(
        [(-half - 0.06, -0.5), (half + 0.06, -0.5), (half, -0.5 + WALL_WIDTH / 2 + MOUNT_DEPTH),
         (-half, -0.5 + WALL_WIDTH / 2 + MOUNT_DEPTH)], WALL,
    )  # fmt: skip
    for x in _beam_offsets(beams):
        edge.box(x - 0.06, -0.41, 0.12, 0.2, BEAM)
        edge.box(x - 0.03, -0.41, 0.06, 0.16, CORE)


def draw_pusher(edge: Transform, registers: int) -> None:
    """A pusher on the wall above: the registers in which it pushes, and its plate before them."""
    edge.box(-0.44, -0.5, 0.88, CAP_DEPTH, STEEL)
    front = -0.5 + CAP_DEPTH + 0.05
    for x in (-0.24, 0.24):
        edge.box(x - 0.05, -0.5 + CAP_DEPTH, 0.1, 0.06, WALL_TOP)
    edge.box(-0.44, front, 0.88, PLATE_DEPTH, WALL)
    edge.box(-0.42, front + 0.02, 0.84, PLATE_DEPTH - 0.04, HAZARD)
    edge.polygon([(-0.15, 0.06), (0.15, 0.06), (0, 0.22)], WALL)
    edge.polygon([(-0.09, 0.085), (0.09, 0.085), (0, 0.175)], HAZARD)
    numbers = [str(k + 1) for k in range(REGISTERS) if registers >> k & 1]
    spots = [((i - (len(numbers) - 1) / 2) * DIGITS_APART, DIGITS) for i in range(len(numbers))]
    in_reading_order = sorted(spots, key=lambda spot: sum(edge.at(*spot)))
    for number, spot in zip(numbers, in_reading_order, strict=True):
        edge.text(*spot, number, max(DIGIT, SMALLEST_DIGIT / edge.tile), WHITE)


def draw_bar(
    transform: Transform, box: tuple[float, float, float, float], share: float, colour: Colour
) -> None:
    """A bar of which `share` is filled from the left."""
    left, top, width, height = box
    transform.box(left - 0.03, top - 0.03, width + 0.06, height + 0.06, INK)
    transform.box(left, top, width, height, shade(SILVER, 0.4))
    if share > 0:
        transform.box(left, top, share * width, height, shade(colour, 1.45))


def draw_flag(transform: Transform, number: int) -> None:
    """A flag with its number."""
    transform.disc(-0.2, 0.34, 0.12, INK, alpha=0.35)
    cloth = [(-0.2, -0.38), (0.36, -0.38), (0.25, -0.14), (0.36, 0.1), (-0.2, 0.1)]
    rim = [(-0.24, -0.42), (0.43, -0.42), (0.3, -0.14), (0.43, 0.14), (-0.24, 0.14)]
    transform.line([(-0.2, -0.4), (-0.2, 0.34)], WHITE, width=0.13)
    transform.polygon(rim, WHITE)
    transform.line([(-0.2, -0.4), (-0.2, 0.34)], INK, width=0.07)
    transform.polygon(cloth, CLOTH)
    transform.text(0.03, -0.14, str(number), 0.42, WHITE)


def draw_flag_arrow(edge: Transform) -> None:
    """The arrow of a flag at the edge it points to."""
    edge.polygon([(0, -0.5), (0.2, -0.3), (-0.2, -0.3)], WHITE)
    edge.polygon([(0, -0.45), (0.13, -0.32), (-0.13, -0.32)], CLOTH)


def draw_flag_tag(transform: Transform, number: int) -> None:
    """The number of a flag that something stands on."""
    draw_tag(transform, number, CLOTH)


def draw_tag(transform: Transform, number: int, colour: Colour) -> None:
    """A number in a corner of a square."""
    digit = max(DIGIT, SMALLEST_DIGIT / transform.tile)
    width, height = (max(TAG[i], TAG_PIXELS[i] / transform.tile) for i in range(2))
    if transform.tile < SMALLEST_RIM:
        transform.box(-0.5, -0.5, width, height, colour)
    else:
        transform.plate(-0.5, -0.5, width, height, WHITE, colour, line=0.02)
    transform.text(width / 2 - 0.5, height / 2 - 0.5, str(number), digit, WHITE)
