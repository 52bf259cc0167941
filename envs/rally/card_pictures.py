"""Program cards as small pictures: the sign of what a card does, and its priority."""

from dataclasses import dataclass, replace

from cogarena.envs.core.draw.canvas import (
    BLUE,
    GREEN,
    INK,
    PINK,
    VERMILION,
    WHITE,
    Colour,
    fitted,
    mix,
    shade,
)
from cogarena.envs.core.draw.font import Point
from cogarena.envs.core.draw.transform import Transform
from cogarena.envs.rally.cards import KIND, PRIORITY, Card

# Lengths are in tiles of the panel.
WIDTH, HEIGHT = 0.62, 0.84
SHEET = (-WIDTH / 2, -HEIGHT / 2, WIDTH, HEIGHT)
RIM, LOCKED_RIM = 0.03, 0.05
SIGN_MIDDLE = -0.11
PRIORITY_MIDDLE = 0.255
SMALLEST_PRIORITIES = 30  # pixels: in smaller tiles cards show their sign alone
STROKE = 0.075
PAIR_SIGN = 0.66  # size of the signs where two cards share a register
BACK: Colour = (96, 104, 122)
LOCKED: Colour = (186, 32, 46)
EMPTY: Colour = (206, 203, 194)
LIT: Colour = (255, 206, 84)


@dataclass(frozen=True)
class Sign:
    """A bent line that ends in an arrow, and perhaps a number beside it."""

    colour: Colour
    line: tuple[Point, ...]
    heading: float  # of the arrow, degrees clockwise from up
    number: str = ""


def _straight(colour: Colour, number: str) -> Sign:
    return Sign(colour, ((-0.1, 0.18), (-0.1, -0.08)), 0, number)


SIGNS = {
    Card.U_TURN: Sign(
        shade(PINK, 0.8),
        ((0.11, 0.2), (0.11, -0.02), (0.05, -0.1), (-0.07, -0.1), (-0.13, -0.02), (-0.13, 0.06)),
        180,
    ),
    Card.ROTATE_LEFT: Sign(
        shade(BLUE, 1.1), ((0.13, 0.2), (0.13, 0.06), (0.06, 0), (-0.04, 0)), 270
    ),
    Card.ROTATE_RIGHT: Sign(
        shade(BLUE, 1.1), ((-0.13, 0.2), (-0.13, 0.06), (-0.06, 0), (0.04, 0)), 90
    ),
    Card.BACK_UP: Sign(VERMILION, ((-0.1, -0.18), (-0.1, 0.08)), 180, "1"),
    Card.MOVE_1: _straight(shade(GREEN, 0.8), "1"),
    Card.MOVE_2: _straight(shade(GREEN, 0.8), "2"),
    Card.MOVE_3: _straight(shade(GREEN, 0.8), "3"),
}


def draw_card(transform: Transform, card: int, *, locked: bool, lit: bool = False) -> None:
    """A card face up, lit while its robot executes it."""
    _draw_sheet(transform, LIT if lit else WHITE, locked=locked)
    if transform.tile < SMALLEST_PRIORITIES:
        _draw_sign(transform, card)
        return
    _draw_sign(transform.moved(0, SIGN_MIDDLE), card)
    _draw_priority(transform.moved(0, PRIORITY_MIDDLE), card, WIDTH - 2 * RIM)


def draw_pair(
    transform: Transform, first: int, second: int, *, locked: bool, lit: bool = False
) -> None:
    """Two cards of one register face up, one above the other."""
    _draw_sheet(transform, LIT if lit else WHITE, locked=locked)
    transform.box(-WIDTH / 2, -RIM / 2, WIDTH, RIM, LOCKED if locked else INK)
    for card, y in ((first, -HEIGHT / 4), (second, HEIGHT / 4)):
        small = transform.moved(-WIDTH / 4, y + RIM)
        _draw_sign(replace(small, tile=PAIR_SIGN * transform.tile), card)
        if transform.tile >= SMALLEST_PRIORITIES:
            _draw_priority(transform.moved(WIDTH / 5, y), card, WIDTH / 2)


def _draw_sign(transform: Transform, card: int) -> None:
    sign = SIGNS[Card(int(KIND[card]))]
    transform.line(sign.line, sign.colour, width=STROKE)
    tip = transform.moved(*sign.line[-1]).turned(sign.heading)
    tip.polygon([(0, -0.14), (0.13, 0.01), (-0.13, 0.01)], sign.colour)
    if sign.number:
        transform.text(0.14, 0.06, sign.number, 0.32, INK)


def _draw_priority(transform: Transform, card: int, room: float) -> None:
    label = str(PRIORITY * card)
    size = fitted(label, 0.26 * transform.tile, room * transform.tile - 1)
    transform.canvas.text(transform.x, transform.y, label, size, INK, anchor="middle")


def draw_card_back(transform: Transform) -> None:
    """A card face down."""
    _draw_sheet(transform, BACK, locked=False)
    light = mix(BACK, WHITE, 0.25)
    for size in (0.2, 0.11):
        transform.polygon([(0, -1.5 * size), (size, 0), (0, 1.5 * size), (-size, 0)], light)
        light = BACK


def draw_slot(transform: Transform, *, locked: bool) -> None:
    """A register without a card."""
    rim = LOCKED if locked else EMPTY
    transform.plate(*SHEET, rim, shade(EMPTY, 1.4), line=RIM, radius=0.07)


def _draw_sheet(transform: Transform, colour: Colour, *, locked: bool) -> None:
    """The card itself; a locked one has a red rim, and a padlock on its corner."""
    rim, line = (LOCKED, LOCKED_RIM) if locked else (INK, RIM)
    transform.plate(*SHEET, rim, colour, line=line, radius=0.07)
    if locked:
        lock = transform.moved(WIDTH / 2 - 0.1, 0.13 - HEIGHT / 2)
        lock.ring(0, -0.03, 0.08, LOCKED, width=0.03)
        lock.box(-0.1, -0.03, 0.2, 0.12, LOCKED)
