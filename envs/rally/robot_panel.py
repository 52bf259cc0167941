"""The panel beside a floor: of each robot its damage, lives, flags, cards and options."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from cogworks.envs.core.drawing import (
    INK,
    PAPER,
    VERMILION,
    WHITE,
    Canvas,
    Colour,
    fitted,
    readable,
    shade,
)
from cogworks.envs.rally.card_pictures import draw_card, draw_card_back, draw_pair, draw_slot
from cogworks.envs.rally.cards import NO_CARD
from cogworks.envs.rally.device_pictures import CLOTH
from cogworks.envs.rally.floor import REGISTERS
from cogworks.envs.rally.options import CARD_SET, Option
from cogworks.envs.rally.pen import Pen
from cogworks.envs.rally.robot_pictures import draw_figure
from cogworks.envs.rally.state import DEADLY, FREE_TOKENS, Place, Power

Array = np.ndarray[Any, Any]

SMALLEST_CELL = 32  # pixels: below this nobody can read the panel
# Lengths are in cells.
WIDTH, ROW = 7.6, 1.42
GAP = 0.07  # below a row
TOP_LINE, CARDS_LINE = 0.23, 0.88  # the middles of the two lines of a row
FIGURE_WIDTH = 0.92
BOX, BOXES_LEFT = 0.24, 0.98  # a box for a damage token, and where the first one begins
HEARTS_LEFT, FLAGS_LEFT, STATE_RIGHT = 3.6, 4.46, 7.48
CARD_APART = 0.67
PILE = 0.03  # how far two cards face down in one register are moved from its middle
OPTIONS_LEFT, OPTION_LINE, OPTION_LINES = 4.42, 0.27, 3
TEXT = 0.28

HEART: Colour = (186, 32, 46)
SHADED = shade(PAPER, 0.94)
GLOW: Colour = (255, 240, 150)
FACE_DOWN = -1  # a card that is not public


@dataclass(frozen=True)
class Row:
    """What the panel shows of a robot."""

    seat: int
    asked: bool
    state: str  # in words, empty if it simply runs
    damage: int
    lives: int
    touched: int
    flags: int  # of the course
    locks: int  # bit set of registers
    program: tuple[int, ...]  # by register: card number, NO_CARD or FACE_DOWN
    pairs: tuple[int, ...]  # second cards likewise
    options: tuple[str, ...]


def panel_cell(tile: int) -> int:
    """The unit of the panel beside a floor in tiles of this size."""
    return max(tile, SMALLEST_CELL)


@lru_cache(maxsize=256)
def option_names(cards: int) -> tuple[str, ...]:
    """The names of the option cards in a bit set."""
    return tuple(
        option.name.replace("_", " ").capitalize()
        for option in Option
        for _ in range((cards & int(CARD_SET[option])).bit_count())
    )


def row_of(r: Any, i: int, flags: int, *, public: tuple[bool, ...], asked: bool) -> Row:
    """The row of a robot; `public` says of which registers the cards may be seen."""
    robot = r.robots[i]
    return Row(
        seat=i,
        asked=asked,
        state=_state(robot, flags),
        damage=int(robot.damage),
        lives=int(robot.lives),
        touched=int(robot.touched),
        flags=flags,
        locks=int(robot.locks),
        program=_seen(robot.program, public),
        pairs=_seen(robot.pairs, public),
        options=option_names(int(robot.options)),
    )


def _seen(cards: Array, public: tuple[bool, ...]) -> tuple[int, ...]:
    """The cards of the registers as far as they are public."""
    return tuple(
        card if card == NO_CARD or seen else FACE_DOWN
        for card, seen in zip(cards.tolist(), public, strict=True)
    )


def _state(robot: Any, flags: int) -> str:
    if flags and robot.touched == flags:
        return "all flags ★"
    if robot.place != Place.FLOOR:
        return "destroyed" if robot.place == Place.DESTROYED else "out"
    if robot.power == Power.DOWN:
        return "powered down"
    return "down next" if robot.announced else ""


@lru_cache(maxsize=512)
def row_pixels(row: Row, cell: int) -> Array:
    """The picture of a row, WIDTH by ROW cells."""
    width, height = round(WIDTH * cell), round(ROW * cell)
    canvas = Canvas(width, height, PAPER)
    pen = Pen(canvas, 0, 0, cell)
    pen.box(0, 0, WIDTH, ROW - GAP, GLOW if row.asked else SHADED, radius=0.1)
    figure = pen.moved(FIGURE_WIDTH / 2, (ROW - GAP) / 2)
    draw_figure(figure, row.seat, asleep=row.state == "powered down")
    _draw_damage(pen, row.damage)
    _draw_lives(pen, row.lives)
    _draw_flags(pen, row)
    _draw_program(pen, row)
    _draw_options(pen, row.options)
    if row.state in ("destroyed", "out"):
        pen.box(0, 0, FIGURE_WIDTH, ROW - GAP, SHADED, radius=0.1, alpha=0.7)
    return canvas.pixels[:height, :width]


def _draw_damage(pen: Pen, damage: int) -> None:
    """Ten boxes; those from which on a token locks a register stand apart."""
    for token in range(DEADLY):
        left = BOXES_LEFT + BOX * token + (0.05 if token >= FREE_TOKENS else 0)
        fill = VERMILION if token < damage else WHITE
        pen.plate(left, TOP_LINE - 0.12, BOX - 0.04, 0.24, INK, fill, line=0.025)


def _draw_lives(pen: Pen, lives: int) -> None:
    line = "♥" * lives if lives <= 4 else f"♥×{lives}"
    pen.canvas.text(*pen.at(HEARTS_LEFT, TOP_LINE), line, readable(TEXT * pen.tile), HEART)


def _draw_flags(pen: Pen, row: Row) -> None:
    """Flags touched of those of the course, and what there is to say of the robot."""
    x, size = FLAGS_LEFT, readable(TEXT * pen.tile)
    pen.line([(x, TOP_LINE - 0.13), (x, TOP_LINE + 0.13)], INK, width=0.035)
    pen.polygon([(x, TOP_LINE - 0.14), (x + 0.24, TOP_LINE - 0.05), (x, TOP_LINE + 0.04)], CLOTH)
    line = f"{row.touched}/{row.flags}"
    pen.canvas.text(*pen.at(x + 0.3, TOP_LINE), line, size, INK)
    if row.state:
        room = (STATE_RIGHT - x - 0.95) * pen.tile
        pen.canvas.text(
            *pen.at(STATE_RIGHT, TOP_LINE), row.state, fitted(row.state, size, room), HEART,
            anchor="right",
        )  # fmt: skip


def _draw_program(pen: Pen, row: Row) -> None:
    """The registers with their cards as they may be seen."""
    for k in range(REGISTERS):
        place = pen.moved(BOXES_LEFT + CARD_APART * (k + 0.46), CARDS_LINE)
        _draw_register(place, row.program[k], row.pairs[k], locked=bool(row.locks >> k & 1))


def _draw_register(pen: Pen, card: int, second: int, *, locked: bool) -> None:
    if FACE_DOWN in (card, second):
        for aside in (-PILE, PILE) if second == FACE_DOWN else (0,):
            draw_card_back(pen.moved(aside, aside))
    elif card == NO_CARD:
        draw_slot(pen, locked=locked)
    elif second == NO_CARD:
        draw_card(pen, card, locked=locked)
    else:
        draw_pair(pen, card, second, locked=locked)


def _draw_options(pen: Pen, options: tuple[str, ...]) -> None:
    """The names of option cards, and how many more there are than lines for them."""
    shown = options if len(options) <= OPTION_LINES else options[: OPTION_LINES - 1]
    lines = list(shown)
    if len(shown) < len(options):
        lines.append(f"and {len(options) - len(shown)} more options")
    top = CARDS_LINE - OPTION_LINE * (len(lines) - 1) / 2
    for i, line in enumerate(lines):
        size = fitted(line, TEXT * pen.tile, (WIDTH - OPTIONS_LEFT - GAP) * pen.tile)
        pen.canvas.text(*pen.at(OPTIONS_LEFT, top + OPTION_LINE * i), line, size, INK)
