"""Robots as pictures: the figure on the floor, its damage, and the marker of its archive."""

from dataclasses import dataclass
from enum import IntEnum

from cogarena.envs.core.draw.canvas import (
    GREEN,
    INK,
    PLAYERS,
    SILVER,
    SMALLEST_TEXT,
    VERMILION,
    WHITE,
    Colour,
    mix,
    shade,
)
from cogarena.envs.core.draw.transform import QUARTER, SMALLEST_DIGIT, Transform
from cogarena.envs.rally.state import DEADLY

ASLEEP: Colour = (70, 74, 84)
DARKEST_WITH_DARK_TEXT = 120  # brightness of a colour that dark text can still be read on

# Lengths are in tiles.
BODY = ((0, -0.43), (0.25, -0.16), (0.25, 0.3), (-0.25, 0.3), (-0.25, -0.16))
RIM = 0.045  # around the body
TREAD = (0.24, -0.24, 0.13, 0.56)  # the right one: left, top, width, height
ROUND = (0, 0.05, 0.28)  # the body on wheels: x, y, radius
BEAK = ((0, -0.43), (0.16, -0.14), (-0.16, -0.14))  # and what shows where it faces
WHEELS, WHEEL = ((0.27, -0.15), (0.27, 0.26)), 0.12  # the right ones, and their radius
VISOR = ((0, -0.34), (0.1, -0.22), (-0.1, -0.22))
BAR = (-0.42, 0.38, 0.84, 0.1)  # damage: left, top, width, height
SMALLEST_SNORE = 24  # pixels: in smaller tiles there is one z
SMALLEST_PIECES = 40  # pixels: in smaller tiles the bar is smooth
PIECE_GAP = 0.015
TOKEN_PLACES = ((0.37, -0.08), (0.37, 0.2))  # of green tokens
TOKEN = 0.125
STRUT, BOLT, BOLT_PLACE = 0.16, 0.13, 0.365  # of anchors: width, radius, x and y in a corner
MARKER = 0.12
MARKER_TEXT = 0.17
MARKER_PLACES = (  # by seat
    (-0.36, -0.36), (0.36, -0.36), (0.36, 0.36), (-0.36, 0.36),
    (0, -0.36), (0.36, 0), (0, 0.36), (-0.36, 0),
)  # fmt: skip


class Chassis(IntEnum):
    """What a robot is built on: a shape that tells teams apart without colour."""

    TREADS = 0  # under a pointed body
    WHEELS = 1  # around a round one


@dataclass(frozen=True)
class RobotStyle:
    """How to recognise a robot."""

    colour: Colour
    label: str  # the number at the end of its agent's name
    chassis: Chassis = Chassis.TREADS


# By seat, in games without teams.
SEAT_STYLES = tuple(RobotStyle(colour, str(seat)) for seat, colour in enumerate(PLAYERS))


@dataclass(frozen=True)
class Pose:
    """What a robot shows besides its style."""

    facing: int
    damage: int
    asleep: bool  # powered down
    tokens: int  # green ones, which take the place of damage
    anchored: bool  # nothing moves it


def ink_on(colour: Colour) -> Colour:
    """The colour of text that can be read on a colour."""
    red, green, blue = colour
    return INK if (3 * red + 6 * green + blue) / 10 > DARKEST_WITH_DARK_TEXT else WHITE


def draw_robot(transform: Transform, style: RobotStyle, pose: Pose) -> None:
    """A robot with its number; it sleeps if it is powered down."""
    if pose.anchored:
        _draw_anchors(transform)
    draw_figure(transform.turned(QUARTER * pose.facing), style, asleep=pose.asleep)
    if pose.damage:
        _draw_damage(transform, pose.damage)
    for place in TOKEN_PLACES[: pose.tokens]:
        draw_token(transform.moved(*place))


def _draw_anchors(transform: Transform) -> None:
    """Struts from under a robot to bolts in the corners of its square."""
    for quarter in range(4):
        corner = transform.turned(QUARTER * quarter)
        for width, colour in ((STRUT, INK), (STRUT - 0.06, SILVER)):
            corner.line([(0, 0), (BOLT_PLACE, BOLT_PLACE)], colour, width=width)
        corner.disc(BOLT_PLACE, BOLT_PLACE, BOLT, INK)
        corner.disc(BOLT_PLACE, BOLT_PLACE, BOLT - 0.035, SILVER)
        corner.disc(BOLT_PLACE, BOLT_PLACE, BOLT / 3, INK)


def draw_figure(transform: Transform, style: RobotStyle, *, asleep: bool = False) -> None:
    """A robot whose nose shows where it faces."""
    body = ASLEEP if asleep else style.colour
    if style.chassis == Chassis.TREADS:
        _draw_pointed(transform, style.colour, body)
    else:
        _draw_round(transform, style.colour, body)
    transform.polygon(VISOR, mix(style.colour, INK, 0.75) if asleep else WHITE)
    ink = mix(style.colour, WHITE, 0.5) if asleep else ink_on(style.colour)
    transform.text(0, 0.06, style.label, max(0.4, SMALLEST_DIGIT / transform.tile), ink)
    if asleep:
        transform.canvas.text(
            transform.x + 0.42 * transform.tile, transform.y - 0.34 * transform.tile,
            "zz" if transform.tile >= SMALLEST_SNORE else "z", max(8, 0.3 * transform.tile), WHITE,
            anchor="right", halo=INK,
        )  # fmt: skip


def _draw_pointed(transform: Transform, rim: Colour, body: Colour) -> None:
    """A body with a nose on two treads."""
    left, top, width, height = TREAD
    for start in (left, -left - width):
        transform.box(start, top, width, height, INK, radius=0.05)
    transform.polygon(_grown(RIM), INK)
    transform.polygon(BODY, rim)
    transform.polygon(_grown(-0.05), body)


def _draw_round(transform: Transform, rim: Colour, body: Colour) -> None:
    """A body with a beak on four wheels."""
    for x, y in WHEELS:
        transform.disc(x, y, WHEEL, INK)
        transform.disc(-x, y, WHEEL, INK)
    x, y, radius = ROUND
    tip, right, left = BEAK
    transform.polygon([(0, tip[1] - 1.4 * RIM), (right[0] + RIM, 0), (left[0] - RIM, 0)], INK)
    transform.disc(x, y, radius + RIM, INK)
    transform.polygon(BEAK, rim)
    transform.disc(x, y, radius, rim)
    transform.disc(x, y, radius - 0.05, body)


def draw_token(transform: Transform) -> None:
    """A green token."""
    transform.disc(0, 0, TOKEN, INK)
    transform.disc(0, 0, TOKEN - 0.02, shade(GREEN, 1.25))


def _grown(by: float) -> list[tuple[float, float]]:
    """The body grown or, if negative, shrunk by a rim."""
    return [(x + (by if x > 0 else -by if x < 0 else 0), y + _rise(y, by)) for x, y in BODY]


def _rise(y: float, by: float) -> float:
    """How far a corner of the body moves for a rim: the nose further, the shoulders less."""
    nose, shoulder = BODY[0][1], BODY[1][1]
    if y == nose:
        return -1.4 * by
    return -0.4 * by if y == shoulder else by


def _draw_damage(transform: Transform, damage: int) -> None:
    """A bar of ten pieces, one lit for each damage token."""
    left, top, width, height = BAR
    piece = width / DEADLY
    transform.box(left - 0.02, top - 0.02, width + 0.04, height + 0.04, INK)
    transform.box(
        left + damage * piece, top, (DEADLY - damage) * piece, height, shade(SILVER, 0.45)
    )
    transform.box(left, top, damage * piece, height, shade(VERMILION, 1.1))
    if transform.tile >= SMALLEST_PIECES:
        for token in range(1, DEADLY):
            transform.box(left + token * piece, top, PIECE_GAP, height, INK)


def draw_archive(transform: Transform, seat: int, style: RobotStyle) -> None:
    """A faint disc at the edge of the square, in the place of its seat."""
    x, y = MARKER_PLACES[seat]
    transform.disc(x, y, MARKER, INK, alpha=0.5)
    transform.disc(x, y, MARKER - 0.025, style.colour, alpha=0.6)
    if MARKER_TEXT * transform.tile >= SMALLEST_TEXT:
        transform.text(x, y, style.label, MARKER_TEXT, ink_on(style.colour), alpha=0.7)
