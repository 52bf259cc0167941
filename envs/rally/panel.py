"""The rows of a panel: what is public of each robot, and the pieces that rows are drawn from.

Each game arranges these pieces in rows of its own, and adds what only its robots have.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import numpy as np

from cogarena.envs.core.draw.canvas import (
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
from cogarena.envs.core.draw.transform import SMALLEST_DIGIT, Transform
from cogarena.envs.rally.card_pictures import draw_card, draw_card_back, draw_pair, draw_slot
from cogarena.envs.rally.cards import NO_CARD
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.phases import Phase, is_public
from cogarena.envs.rally.registers import card_of
from cogarena.envs.rally.robot_pictures import RobotStyle, draw_figure
from cogarena.envs.rally.square_pictures import CLOTH
from cogarena.envs.rally.state import DEADLY, FREE_TOKENS, NOBODY, Ask, Place, Power, plain
from cogarena.envs.rally.text import option_names

Array = np.ndarray[Any, Any]

SMALLEST_CELL = 32  # pixels: below this nobody can read the panel
# Lengths are in cells.
GAP = 0.07  # below a row
FIGURE_WIDTH = 0.92
BOX = 0.24  # for a damage token
MOST_HEARTS = 4  # more are a number
CARD_APART = 0.67
PILE = 0.03  # how far two cards face down in one register are moved from its middle
OPTION_LINE = 0.27
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
    """What every panel shows of a robot."""

    seat: int
    question: str  # what its player is asked, empty if nothing
    state: str  # in words, empty if it simply runs
    destroyed: bool
    asleep: bool
    damage: int
    registers: Registers
    options: tuple[str, ...]


@dataclass(frozen=True)
class RacerRow(Row):
    """What the panels of races for flags show besides."""

    lives: int
    touched: int
    flags: int  # of the course


def row_facts(s: Any, robot: Any, i: int, asks: type[IntEnum], clean_up: int) -> dict[str, Any]:
    """The fields of a robot's `Row`, for a game with the questions `asks` beside the engine's.

    `clean_up` is the game's first stage after the last register.
    """
    asked = asked_seats(s) >> i & 1
    return {
        "seat": i,
        "question": question_text(robot.asked, asks) if asked else "",
        "state": "winner ★" if s.winners >> i & 1 else state_of(robot),
        "destroyed": robot.place != Place.FLOOR,
        "asleep": robot.power == Power.DOWN,
        "damage": robot.damage,
        "registers": registers_of(s.rally, i, s.stage, clean_up),
        "options": tuple(option_names(robot.options)),
    }


def asked_seats(s: Any) -> int:
    """The bit set of the seats that are asked, empty when the game is over."""
    return 0 if s.terminated or s.truncated else int(s.pending)


def panel_cell(tile: int) -> int:
    """The unit of the panel beside a floor in tiles of this size."""
    return max(tile, SMALLEST_CELL)


def registers_of(r: Any, i: int, stage: int, clean_up: int) -> Registers:
    """The registers of a robot as everybody may see them; see `row_facts`."""
    robot = plain(r.robots[i])
    now, after = int(stage), int(clean_up)  # kernels take enums and narrow integers slowly
    public = tuple(bool(is_public(r, now, after, i, k)) for k in range(REGISTERS))
    executes = now == Phase.MOVE and robot.moved and last_mover(r) == i
    lit = int(r.register) if executes else NOBODY
    # That a closed register has a second card is as secret as the card.
    seconds = (card if seen else NO_CARD for card, seen in zip(robot.pairs, public, strict=True))
    return Registers(_seen(robot.program, public), tuple(map(int, seconds)), robot.locks, lit)


def last_mover(r: Any) -> int:
    """The robot that executes its card, or was the last to do so in this register, or NOBODY."""
    moved = np.flatnonzero(r.robots["moved"][: r.count]).tolist()
    return min(moved, key=lambda i: int(card_of(r, i)), default=NOBODY)


def _seen(cards: Array, public: tuple[bool, ...]) -> tuple[int, ...]:
    """The cards of the registers as far as they are public."""
    return tuple(
        card if card == NO_CARD or seen else FACE_DOWN
        for card, seen in zip(cards.tolist(), public, strict=True)
    )


def state_of(robot: Any) -> str:
    """The state of a robot in words, empty if it simply runs."""
    if robot.place != Place.FLOOR:
        return "destroyed" if robot.place == Place.DESTROYED else "out"
    if robot.power == Power.DOWN:
        return "powered down"
    if robot.power == Power.STATIONED:
        return "turret"
    return "down next" if robot.announced else ""


def question_text(asked: int, own: type[IntEnum]) -> str:
    """What a robot's player is asked; `own` are the questions of its game."""
    kind = Ask(asked) if asked < len(Ask) else own(asked)
    return f"{kind.name.replace('_', ' ').lower()}?"


def blank_row(row: Row, width: float, height: float, cell: int) -> Transform:
    """A transform at the top left of a new row, which glows if the robot's player is asked."""
    transform = Transform(Canvas(round(width * cell), round(height * cell), PAPER), 0, 0, cell)
    transform.box(0, 0, width, height - GAP, GLOW if row.question else SHADED, radius=0.1)
    return transform


def cut(transform: Transform, width: float, height: float) -> Array:
    """The pixels of a finished row or block of so many cells."""
    return transform.canvas.pixels[
        : round(height * transform.tile), : round(width * transform.tile)
    ]


def text_size(transform: Transform, size: float = TEXT) -> float:
    """A size of text in pixels, large enough to be read."""
    return max(size * transform.tile, SMALLEST_DIGIT)


def draw_portrait(transform: Transform, row: Row, height: float, style: RobotStyle) -> None:
    """The robot at the left of its row of that height, faint if it is destroyed."""
    draw_figure(transform.moved(FIGURE_WIDTH / 2, (height - GAP) / 2), style, asleep=row.asleep)
    if row.destroyed:
        transform.box(0, 0, FIGURE_WIDTH, height - GAP, SHADED, radius=0.1, alpha=0.7)


def draw_remark(transform: Transform, row: Row, room: float) -> None:
    """What the player is asked, or else the robot's state, from the origin to the left."""
    remark = row.question or row.state
    size = fitted(remark, text_size(transform), room)
    colour = shade(BLUE, 0.8) if row.question else HEART
    transform.canvas.text(transform.x, transform.y, remark, size, colour, anchor="right")


def draw_damage(transform: Transform, damage: int) -> None:
    """Ten boxes from the origin on; those whose token locks a register stand apart."""
    for token in range(DEADLY):
        left = BOX * token + (0.05 if token >= FREE_TOKENS else 0)
        fill = VERMILION if token < damage else WHITE
        transform.plate(left, -0.12, BOX - 0.04, 0.24, INK, fill, line=0.025)


def draw_lives(transform: Transform, lives: int) -> None:
    """A heart for each life, from the origin on; none if lives are unlimited."""
    line = "♥" * lives if lives <= MOST_HEARTS else f"♥×{lives}"
    transform.canvas.text(transform.x, transform.y, line, readable(TEXT * transform.tile), HEART)


def draw_touched(transform: Transform, touched: int, flags: int) -> None:
    """Flags touched of those of the course, from the origin on."""
    transform.line([(0, -0.13), (0, 0.13)], INK, width=0.035)
    transform.polygon([(0, -0.14), (0.24, -0.05), (0, 0.04)], CLOTH)
    size = readable(TEXT * transform.tile)
    transform.canvas.text(*transform.at(0.3, 0), f"{touched}/{flags}", size, INK)


def draw_registers(transform: Transform, registers: Registers) -> None:
    """The registers with their cards as they may be seen, from the origin on."""
    for k in range(REGISTERS):
        place = transform.moved(CARD_APART * (k + 0.46), 0)
        locked = bool(registers.locks >> k & 1)
        lit = k == registers.lit
        _draw_register(place, registers.cards[k], registers.seconds[k], locked=locked, lit=lit)


def _draw_register(
    transform: Transform, card: int, second: int, *, locked: bool, lit: bool
) -> None:
    if FACE_DOWN in (card, second):
        for aside in (-PILE, PILE) if second == FACE_DOWN else (0,):
            draw_card_back(transform.moved(aside, aside))
    elif card == NO_CARD:
        draw_slot(transform, locked=locked)
    elif second == NO_CARD:
        draw_card(transform, card, locked=locked, lit=lit)
    else:
        draw_pair(transform, card, second, locked=locked, lit=lit)


def draw_options(transform: Transform, options: tuple[str, ...], room: float, most: int) -> None:
    """The names of option cards around the origin's line; those beyond `most` lines are counted."""
    lines = list(options if len(options) <= most else options[: most - 1])
    if len(lines) < len(options):
        lines.append(f"and {len(options) - len(lines)} more options")
    apart = max(OPTION_LINE, OPTION_LINE_PIXELS / transform.tile)
    for i, line in enumerate(lines):
        size = fitted(line, text_size(transform), room * transform.tile)
        place = transform.at(0, apart * (i - (len(lines) - 1) / 2))
        transform.canvas.text(*place, line, size, INK)
