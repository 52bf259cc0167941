"""What stands on the squares and edges of the floor as pictures: walls, ramps, devices, flags."""

from cogarena.envs.core.draw.canvas import INK, SILVER, WHITE, Colour, mix, shade
from cogarena.envs.core.draw.transform import SMALLEST_DIGIT, Transform
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.surface_pictures import GROUND, HAZARD, PLATEAU, STEEL

WALL: Colour = (30, 32, 38)
WALL_TOP: Colour = (112, 118, 130)
BEAM: Colour = (228, 20, 36)
CORE: Colour = (255, 196, 190)
CLOTH: Colour = (116, 52, 158)

# Lengths are in tiles. A pen that draws on an edge is in the middle of its square, edge up.
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
    pen: Transform, box: tuple[float, float, float, float], share: float, colour: Colour
) -> None:
    """A bar of which `share` is filled from the left."""
    left, top, width, height = box
    pen.box(left - 0.03, top - 0.03, width + 0.06, height + 0.06, INK)
    pen.box(left, top, width, height, shade(SILVER, 0.4))
    if share > 0:
        pen.box(left, top, share * width, height, shade(colour, 1.45))


def draw_flag(pen: Transform, number: int) -> None:
    """A flag with its number."""
    pen.disc(-0.2, 0.34, 0.12, INK, alpha=0.35)
    cloth = [(-0.2, -0.38), (0.36, -0.38), (0.25, -0.14), (0.36, 0.1), (-0.2, 0.1)]
    rim = [(-0.24, -0.42), (0.43, -0.42), (0.3, -0.14), (0.43, 0.14), (-0.24, 0.14)]
    pen.line([(-0.2, -0.4), (-0.2, 0.34)], WHITE, width=0.13)
    pen.polygon(rim, WHITE)
    pen.line([(-0.2, -0.4), (-0.2, 0.34)], INK, width=0.07)
    pen.polygon(cloth, CLOTH)
    pen.text(0.03, -0.14, str(number), 0.42, WHITE)


def draw_flag_arrow(edge: Transform) -> None:
    """The arrow of a flag at the edge it points to."""
    edge.polygon([(0, -0.5), (0.2, -0.3), (-0.2, -0.3)], WHITE)
    edge.polygon([(0, -0.45), (0.13, -0.32), (-0.13, -0.32)], CLOTH)


def draw_flag_tag(pen: Transform, number: int) -> None:
    """The number of a flag that something stands on."""
    draw_tag(pen, number, CLOTH)


def draw_tag(pen: Transform, number: int, colour: Colour) -> None:
    """A number in a corner of a square."""
    digit = max(DIGIT, SMALLEST_DIGIT / pen.tile)
    width, height = (max(TAG[i], TAG_PIXELS[i] / pen.tile) for i in range(2))
    if pen.tile < SMALLEST_RIM:
        pen.box(-0.5, -0.5, width, height, colour)
    else:
        pen.plate(-0.5, -0.5, width, height, WHITE, colour, line=0.02)
    pen.text(width / 2 - 0.5, height / 2 - 0.5, str(number), digit, WHITE)
