"""The panel of a floor: of each robot its damage, lives, flags, cards and options.

Games with other rows put them together from the same pieces.
"""

from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import Any

import numpy as np

from cogarena.envs.core.drawing import (
    BLUE,
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
from cogarena.envs.rally.card_pictures import draw_card, draw_card_back, draw_pair, draw_slot
from cogarena.envs.rally.cards import NO_CARD
from cogarena.envs.rally.device_pictures import CLOTH
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.pen import SMALLEST_DIGIT, Pen
from cogarena.envs.rally.phases import Phase, is_public
from cogarena.envs.rally.robot_pictures import plain
from cogarena.envs.rally.reveal import card_of
from cogarena.envs.rally.robot_pictures import AGENTS, Look, draw_figure
from cogarena.envs.rally.state import DEADLY, FREE_TOKENS, NOBODY, Ask, Place, Power
from cogarena.envs.rally.text import option_names, robot_name

Array = np.ndarray[Any, Any]

SMALLEST_CELL = 32  # pixels: below this nobody can read the panel
# Lengths are in cells.
WIDTH, ROW = 9.3, 1.42
GAP = 0.07  # below a row
TOP_LINE, CARDS_LINE = 0.23, 0.88  # the middles of the two lines of a row
FIGURE_WIDTH = 0.92
BOX = 0.24  # for a damage token
LEFT, BOXES_LEFT, HEARTS_LEFT, FLAGS_LEFT, RIGHT = 0.98, 2.36, 4.98, 5.84, 9.18
MOST_HEARTS = 4  # more are a number
TOUCHED_WIDTH = 0.95
CARD_APART = 0.67
PILE = 0.03  # how far two cards face down in one register are moved from its middle
OPTIONS_LEFT, OPTION_LINE, OPTION_LINES = 4.5, 0.27, 3
OPTION_LINE_PIXELS = 9  # at least
TEXT = 0.28

HEART: Colour = (186, 32, 46)
SHADED = shade(PAPER, 0.94)
GLOW: Colour = (255, 240, 150)
FACE_DOWN = -1  # a card that is not public


@dataclass(frozen=True)
class Registers:
    """The program of a robot as far as it may be seen."""

    cards: tuple[int, ...]  # card number, NO_CARD or FACE_DOWN
    seconds: tuple[int, ...]  # second cards likewise
    locks: int  # bit set
    lit: int = NOBODY  # the register that the robot has just executed, while robots move


@dataclass(frozen=True)
class Row:
    """What the panel shows of a robot."""

    seat: int
    question: str  # what its player is asked, empty if nothing
    state: str  # in words, empty if it simply runs
    damage: int
    lives: int
    touched: int
    flags: int  # of the course
    registers: Registers
    options: tuple[str, ...]


def panel_cell(tile: int) -> int:
    """The unit of the panel beside a floor in tiles of this size."""
    return max(tile, SMALLEST_CELL)


def registers_of(r: Any, i: int, stage: int, clean_up: int) -> Registers:
    """The registers of a robot; `clean_up` is the game's first stage after the last register."""
    robot = plain(r.robots[i])
    now, after = int(stage), int(clean_up)  # kernels take enums and narrow integers slowly
    public = tuple(bool(is_public(r, now, after, i, k)) for k in range(REGISTERS))
    executes = now == Phase.MOVE and robot.moved and last_mover(r) == i
    lit = int(r.register) if executes else NOBODY
    return Registers(_seen(robot.program, public), _seen(robot.pairs, public), robot.locks, lit)


def last_mover(r: Any) -> int:
    """The robot that executes its card, or was the last to do so in this phase; or NOBODY."""
    moved = np.flatnonzero(r.robots["moved"][: r.count]).tolist()
    return min(moved, key=lambda i: int(card_of(r, i)), default=NOBODY)


def row_of(r: Any, i: int, flags: int, registers: Registers, *, asked: bool) -> Row:
    """The row of a robot in a race for flags."""
    robot = plain(r.robots[i])
    finished = flags > 0 and robot.touched == flags
    return Row(
        seat=i,
        question=question_text(int(robot.asked), Ask) if asked else "",
        state="all flags ★" if finished else state_of(robot),
        damage=int(robot.damage),
        lives=int(robot.lives),
        touched=int(robot.touched),
        flags=flags,
        registers=registers,
        options=tuple(option_names(robot.options)),
    )


def _seen(cards: Array, public: tuple[bool, ...]) -> tuple[int, ...]:
    """The cards of the registers as far as they are public."""
    return tuple(
        card if card == NO_CARD or seen else FACE_DOWN
        for card, seen in zip(cards.tolist(), public, strict=True)
    )


def state_of(robot: Any) -> str:
    """What there is to say of a robot, nothing if it simply runs."""
    if robot.place != Place.FLOOR:
        return "destroyed" if robot.place == Place.DESTROYED else "out"
    if robot.power == Power.DOWN:
        return "powered down"
    if robot.power == Power.STATIONED:
        return "turret"
    return "down next" if robot.announced else ""


def question_text(asked: int, own: type[IntEnum]) -> str:
    """What a robot's player is asked, in a game with the questions `own` beside the engine's."""
    kind = Ask(asked) if asked < len(Ask) else own(asked)
    return f"{kind.name.replace('_', ' ').lower()}?"


@lru_cache(maxsize=512)
def row_pixels(row: Row, cell: int) -> Array:
    """The picture of a row, WIDTH by ROW cells."""
    width, height = round(WIDTH * cell), round(ROW * cell)
    canvas = Canvas(width, height, PAPER)
    pen = Pen(canvas, 0, 0, cell)
    draw_backing(pen, WIDTH, ROW - GAP, asked=bool(row.question))
    asleep, destroyed = row.state == "powered down", row.state in ("destroyed", "out")
    draw_portrait(pen, ROW - GAP, AGENTS[row.seat], asleep=asleep, destroyed=destroyed)
    size = max(TEXT * cell, SMALLEST_DIGIT)
    canvas.text(*pen.at(LEFT, TOP_LINE), robot_name(row.seat), size, INK)
    draw_damage(pen.moved(BOXES_LEFT, TOP_LINE), row.damage)
    draw_lives(pen.moved(HEARTS_LEFT, TOP_LINE), row.lives)
    draw_touched(pen.moved(FLAGS_LEFT, TOP_LINE), row.touched, row.flags)
    _draw_words(pen, row)
    draw_registers(pen.moved(LEFT, CARDS_LINE), row.registers)
    room = WIDTH - OPTIONS_LEFT - GAP
    draw_options(pen.moved(OPTIONS_LEFT, CARDS_LINE), row.options, room, OPTION_LINES)
    return canvas.pixels[:height, :width]


def draw_backing(pen: Pen, width: float, height: float, *, asked: bool) -> None:
    """The ground of a row, which glows if the robot's player is asked."""
    pen.box(0, 0, width, height, GLOW if asked else SHADED, radius=0.1)


def draw_portrait(pen: Pen, height: float, look: Look, *, asleep: bool, destroyed: bool) -> None:
    """The robot at the left of its row, faint if it is destroyed."""
    draw_figure(pen.moved(FIGURE_WIDTH / 2, height / 2), look, asleep=asleep)
    if destroyed:
        pen.box(0, 0, FIGURE_WIDTH, height, SHADED, radius=0.1, alpha=0.7)


def draw_damage(pen: Pen, damage: int) -> None:
    """Ten boxes from the pen on; those from which on a token locks a register stand apart."""
    for token in range(DEADLY):
        left = BOX * token + (0.05 if token >= FREE_TOKENS else 0)
        fill = VERMILION if token < damage else WHITE
        pen.plate(left, -0.12, BOX - 0.04, 0.24, INK, fill, line=0.025)


def draw_lives(pen: Pen, lives: int) -> None:
    """A heart for each life, from the pen on; none if they have no end."""
    line = "♥" * lives if lives <= MOST_HEARTS else f"♥×{lives}"
    pen.canvas.text(pen.x, pen.y, line, readable(TEXT * pen.tile), HEART)


def draw_touched(pen: Pen, touched: int, flags: int) -> None:
    """Flags touched of those of the course, from the pen on."""
    pen.line([(0, -0.13), (0, 0.13)], INK, width=0.035)
    pen.polygon([(0, -0.14), (0.24, -0.05), (0, 0.04)], CLOTH)
    size = readable(TEXT * pen.tile)
    pen.canvas.text(*pen.at(0.3, 0), f"{touched}/{flags}", size, INK)


def _draw_words(pen: Pen, row: Row) -> None:
    """What the player is asked, or what there is to say of the robot, right of its flags."""
    words = row.question or row.state
    room = (RIGHT - FLAGS_LEFT - TOUCHED_WIDTH) * pen.tile
    size = fitted(words, max(TEXT * pen.tile, SMALLEST_DIGIT), room)
    colour = shade(BLUE, 0.8) if row.question else HEART
    pen.canvas.text(*pen.at(RIGHT, TOP_LINE), words, size, colour, anchor="right")


def draw_registers(pen: Pen, registers: Registers) -> None:
    """The registers with their cards as they may be seen, from the pen on."""
    for k in range(REGISTERS):
        place = pen.moved(CARD_APART * (k + 0.46), 0)
        locked = bool(registers.locks >> k & 1)
        lit = k == registers.lit
        _draw_register(place, registers.cards[k], registers.seconds[k], locked=locked, lit=lit)


def _draw_register(pen: Pen, card: int, second: int, *, locked: bool, lit: bool) -> None:
    if FACE_DOWN in (card, second):
        for aside in (-PILE, PILE) if second == FACE_DOWN else (0,):
            draw_card_back(pen.moved(aside, aside))
    elif card == NO_CARD:
        draw_slot(pen, locked=locked)
    elif second == NO_CARD:
        draw_card(pen, card, locked=locked, lit=lit)
    else:
        draw_pair(pen, card, second, locked=locked, lit=lit)


def draw_options(pen: Pen, options: tuple[str, ...], room: float, most: int) -> None:
    """The names of option cards about the pen's line, and how many more than lines there are."""
    lines = list(options if len(options) <= most else options[: most - 1])
    if len(lines) < len(options):
        lines.append(f"and {len(options) - len(lines)} more options")
    apart = max(OPTION_LINE, OPTION_LINE_PIXELS / pen.tile)
    for i, line in enumerate(lines):
        size = fitted(line, max(TEXT * pen.tile, SMALLEST_DIGIT), room * pen.tile)
        place = pen.at(0, apart * (i - (len(lines) - 1) / 2))
        pen.canvas.text(*place, line, size, INK)
