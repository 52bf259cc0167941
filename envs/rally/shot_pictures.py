"""Shots in flight as pictures: laser beams, rays that move robots, signals, shells and balls."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from math import atan2, degrees, hypot

from cogarena.envs.core.draw.canvas import INK, WHITE, Colour, mix, star
from cogarena.envs.core.draw.font import Point
from cogarena.envs.core.draw.transform import Transform
from cogarena.envs.rally.square_pictures import HAZARD

Spot = tuple[float, float]  # x, y in squares; the middle of a square is at whole numbers

FLASH: Colour = (214, 40, 24)

# Lengths are in tiles.
RIM, BEAM, CORE = 0.15, 0.095, 0.035  # widths: around a beam, of it, and of its bright middle
BARRELS_APART = 0.17
IDLE_BEAM, IDLE_DASH, IDLE_ALPHA = 0.05, 0.16, 0.55  # of a beam that hits nobody
FLASH_RADIUS, SPARK_RADIUS = 0.21, 0.13
TIPS = 7
CHEVRON = ((-0.11, 0.09), (0, -0.06), (0.11, 0.09))
CHEVRONS_APART = 0.3
SIGNAL_DASH, RINGS = 0.11, (0.38, 0.5)
ZIGZAG, ZIGZAG_STEP = 0.09, 0.15
ARC = 0.22  # how high a shell flies, of its way
ARC_STEPS = 14
AIM = 0.44  # radius of the circle where a shell was aimed
BALL_TRAIL = 0.12


class Kind(Enum):
    """How a shot looks."""

    LASER = 0
    PRESSOR = 1  # pushes its target away
    TRACTOR = 2  # pulls it
    SIGNAL = 3  # takes its target over
    JAMMER = 4  # changes its target's program
    SHELL = 5  # flies over what is between
    BALL = 6


@dataclass(frozen=True)
class Shot:
    """A shot from its muzzle to where it ends."""

    kind: Kind
    colour: Colour  # of who fires
    start: Spot
    end: Spot
    hits: tuple[Spot, ...] = ()  # where something is hit
    barrels: int = 1


def draw_shots(floor_transform: Transform, shots: Iterable[Shot]) -> None:
    """Draw the ways of shots over a floor; robots are drawn over them later.

    The transform's origin is the middle of the floor's north-west square.
    """
    for shot in sorted(shots, key=lambda shot: bool(shot.hits)):
        STYLES[shot.kind](_along(floor_transform, shot), shot)


def draw_hits(floor_transform: Transform, shots: Iterable[Shot]) -> None:
    """Draw where shots hit, over the robots."""
    for shot in shots:
        for x, y in shot.hits:
            _draw_flash(floor_transform.moved(x, y))


def _length(shot: Shot) -> float:
    return hypot(shot.end[0] - shot.start[0], shot.end[1] - shot.start[1])


def _along(floor_transform: Transform, shot: Shot) -> Transform:
    """A transform at the muzzle, turned so that the shot flies up."""
    (x, y), (to_x, to_y) = shot.start, shot.end
    return floor_transform.moved(x, y).turned(degrees(atan2(to_x - x, y - to_y)))


def _draw_laser(transform: Transform, shot: Shot) -> None:
    """A beam for each barrel; thin and in dashes if it hits nobody."""
    length = _length(shot)
    for barrel in range(shot.barrels):
        x = (barrel - (shot.barrels - 1) / 2) * BARRELS_APART
        way = [(x, 0), (x, -length)]
        if not shot.hits:
            transform.line(way, INK, width=IDLE_BEAM, alpha=IDLE_ALPHA / 2)
            transform.line(way, shot.colour, width=IDLE_BEAM, dash=IDLE_DASH, alpha=IDLE_ALPHA)
            continue
        transform.line(way, INK, width=RIM, alpha=0.7)
        transform.line(way, shot.colour, width=BEAM)
        transform.line(way, WHITE, width=CORE)


def _draw_ray(transform: Transform, shot: Shot, turn: int) -> None:
    """A broad faint beam with chevrons on it, which show where it moves its target."""
    length = _length(shot)
    transform.line([(0, 0), (0, -length)], INK, width=2 * RIM, alpha=0.35)
    count = max(1, round(length / CHEVRONS_APART))
    for i in range(count):
        chevron = transform.moved(0, -(i + 0.5) * length / count).turned(turn)
        chevron.line(CHEVRON, INK, width=2 * CORE + 0.04)
        chevron.line(CHEVRON, mix(shot.colour, WHITE, 0.25), width=2 * CORE)


def _draw_pressor(transform: Transform, shot: Shot) -> None:
    _draw_ray(transform, shot, 0)


def _draw_tractor(transform: Transform, shot: Shot) -> None:
    _draw_ray(transform, shot, 180)


def _draw_signal(transform: Transform, shot: Shot) -> None:
    """Dashes, and rings around what they reach."""
    length = _length(shot)
    way = [(0, 0), (0, RINGS[-1] - length)]
    transform.line(way, INK, width=BEAM, dash=SIGNAL_DASH)
    transform.line(way, shot.colour, width=BEAM - 0.04, dash=SIGNAL_DASH)
    for radius in RINGS:
        transform.ring(0, -length, radius, INK, width=0.07)
        transform.ring(0, -length, radius - 0.015, shot.colour, width=0.04)


def _draw_jammer(transform: Transform, shot: Shot) -> None:
    """A zigzag."""
    length = _length(shot)
    count = max(2, round(length / ZIGZAG_STEP))
    corners = [(ZIGZAG * (-1) ** i, -length * i / count) for i in range(1, count)]
    way = [(0, 0), *corners, (0, -length)]
    transform.line(way, INK, width=BEAM)
    transform.line(way, shot.colour, width=BEAM - 0.04)


def _arc(shot: Shot) -> list[Point]:
    """The way of a lobbed shell, for a transform at the muzzle."""
    length = _length(shot)
    shares = [i / ARC_STEPS for i in range(ARC_STEPS + 1)]
    return [(4 * ARC * length * share * (1 - share), -length * share) for share in shares]


def _draw_shell(transform: Transform, shot: Shot) -> None:
    """A bow of dots that grow, one for each barrel, and a circle where it was aimed."""
    way = _arc(shot)
    for i, (x, y) in enumerate(way[1:-1], start=1):
        size = BALL_TRAIL * (0.45 + 0.4 * i / ARC_STEPS) * (1 + 0.35 * (shot.barrels - 1))
        transform.disc(x, y, size + 0.025, INK)
        transform.disc(x, y, size, shot.colour)
    transform.ring(*way[-1], AIM, INK, width=0.09)
    transform.ring(*way[-1], AIM - 0.02, shot.colour, width=0.05)


def _draw_ball(transform: Transform, shot: Shot) -> None:
    """Lines that a flying ball leaves behind."""
    length = _length(shot)
    for x in (-BALL_TRAIL, 0, BALL_TRAIL):
        begin = 0 if x == 0 else 0.25 * length
        transform.line([(x, -begin), (x, -length)], INK, width=BEAM, alpha=0.6)
        transform.line([(x, -begin), (x, -length)], shot.colour, width=BEAM - 0.04)


def _draw_flash(transform: Transform) -> None:
    """Something is hit."""
    transform.polygon(star(0, 0, FLASH_RADIUS, tips=TIPS), FLASH)
    transform.polygon(star(0, 0, SPARK_RADIUS, tips=TIPS), HAZARD)


STYLES: dict[Kind, Callable[[Transform, Shot], None]] = {
    Kind.LASER: _draw_laser,
    Kind.PRESSOR: _draw_pressor,
    Kind.TRACTOR: _draw_tractor,
    Kind.SIGNAL: _draw_signal,
    Kind.JAMMER: _draw_jammer,
    Kind.SHELL: _draw_shell,
    Kind.BALL: _draw_ball,
}
