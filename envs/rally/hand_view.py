"""What a player of a rally holds, in a picture that nobody else sees: the program and the hand."""

from functools import lru_cache
from typing import Any

from cogarena.envs.core.drawing import INK, PAPER, Canvas, readable, shade
from cogarena.envs.core.human import Box, HandView
from cogarena.envs.core.layout import Actions
from cogarena.envs.rally import card_pictures
from cogarena.envs.rally.card_pictures import draw_card, draw_slot
from cogarena.envs.rally.cards import NO_CARD
from cogarena.envs.rally.floor import NOWHERE, REGISTERS
from cogarena.envs.rally.pen import Pen
from cogarena.envs.rally.programming import open_register
from cogarena.envs.rally.panel import CARD_APART, Registers, draw_registers
from cogarena.envs.rally.state import HAND, Ask
from cogarena.envs.rally.surface_pictures import HAZARD

CARD_KEYS = "1234567890f"  # by place in the hand; the last is that of the Flywheel
USUAL_HAND = 9  # cards

# Lengths are in cells.
MARGIN = 0.18
TITLE_MIDDLE, CARD_MIDDLE, KEY_MIDDLE = 0.2, 0.82, 1.4
HAND_LEFT = MARGIN + REGISTERS * CARD_APART + 0.5
WIDTH = HAND_LEFT + HAND * CARD_APART + MARGIN
HEIGHT = 1.58
TEXT = 0.24
GLOW = 0.08  # around the register that waits for a card
SHEET = shade(PAPER, 0.94)


def hand_view(actions: Actions, setup: Any, s: Any, seat: int, cell: int) -> HandView:
    """The seat's own cards, face up, and where they are."""
    robot = s.rally.robots[seat]
    registers = Registers(
        tuple(robot.program.tolist()), tuple(robot.pairs.tolist()), int(robot.locks)
    )
    hand = tuple(robot.hand.tolist())
    return _drawn(registers, hand, next_register(s, seat), cell, actions)


@lru_cache(maxsize=64)
def _drawn(
    registers: Registers, hand: tuple[int, ...], following: int, cell: int, actions: Actions
) -> HandView:
    """The picture of these cards; what looks alike has equal facts."""
    width, height = round(WIDTH * cell), round(HEIGHT * cell)
    canvas = Canvas(width, height, SHEET)
    _draw_program(Pen(canvas, MARGIN * cell, 0, cell), registers, following)
    _draw_hand(Pen(canvas, HAND_LEFT * cell, 0, cell), hand)
    return HandView(canvas.pixels[:height, :width], _places(hand, cell, actions))


def _draw_program(pen: Pen, registers: Registers, following: int) -> None:
    """The registers with their numbers; the one that waits for a card glows."""
    _write(pen, 0, TITLE_MIDDLE, "Your program")
    if following != NOWHERE:
        left, top, width, height = card_pictures.SHEET
        place = pen.moved(_column(following), CARD_MIDDLE)
        place.box(left - GLOW, top - GLOW, width + 2 * GLOW, height + 2 * GLOW, HAZARD, radius=0.1)
    draw_registers(pen.moved(0, CARD_MIDDLE), registers)
    for k in range(REGISTERS):
        _write(pen, _column(k), KEY_MIDDLE, str(k + 1), "middle")


def _draw_hand(pen: Pen, hand: tuple[int, ...]) -> None:
    """The cards that were dealt, each with its key below it; at the end the Flywheel's."""
    _write(pen, 0, TITLE_MIDDLE, "Your hand" if any(hand) else "Your hand is empty")
    for slot, card in enumerate(hand):
        place = pen.moved(_column(slot), CARD_MIDDLE)
        if card == NO_CARD:
            if slot < USUAL_HAND:
                draw_slot(place, locked=False)
            continue
        draw_card(place, card, locked=False)
        _write(pen, _column(slot), KEY_MIDDLE, CARD_KEYS[slot].upper(), "middle")


def next_register(s: Any, seat: int) -> int:
    """The register that the robot is asked a card for, or NOWHERE."""
    asked = bool(int(s.pending) >> seat & 1) and not (s.terminated or s.truncated)
    robot = s.rally.robots[seat]
    if not asked or robot.asked not in (Ask.PROGRAM, Ask.PAIR):
        return NOWHERE
    return int(robot.pairing) - 1 if robot.asked == Ask.PAIR else int(open_register(robot))


def _write(pen: Pen, x: float, y: float, words: str, anchor: str = "left") -> None:
    pen.canvas.text(*pen.at(x, y), words, readable(TEXT * pen.tile), INK, anchor=anchor)


def _column(number: int) -> float:
    """The middle of a card, as `draw_registers` puts it."""
    return CARD_APART * (number + 0.46)


def _places(hand: tuple[int, ...], cell: int, actions: Actions) -> dict[int, Box]:
    """A card of the hand is the place of every action that is about it."""
    left, top, width, height = card_pictures.SHEET
    found: dict[int, Box] = {}
    for slot, card in enumerate(hand):
        if card != NO_CARD:
            x = (HAND_LEFT + _column(slot) + left) * cell
            y = (CARD_MIDDLE + top) * cell
            box = round(x), round(y), round(width * cell), round(height * cell)
            found |= {actions.number(name, slot): box for name in ("card", "crab")}
    return found
