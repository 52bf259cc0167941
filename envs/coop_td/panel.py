"""The panel beside the board of Co-op Tower Defense: objective, gold, gate, heroes and events."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from cogarena.envs.coop_td import pictures
from cogarena.envs.coop_td.effects import damage_due
from cogarena.envs.coop_td.pictures import BLOOD, GLOW, GOLD, STONE
from cogarena.envs.coop_td.state import (
    ACTIONS_A_TURN,
    GATE_DICE,
    Animation,
    CardKind,
    Objective,
    Outcome,
)
from cogarena.envs.coop_td.tables import Enemy, Hero, words
from cogarena.envs.coop_td.text import card_text, title
from cogarena.envs.core.draw.canvas import (
    GREEN,
    INK,
    PAPER,
    WHITE,
    Canvas,
    Colour,
    fitted,
    readable,
    shade,
    star,
)
from cogarena.envs.core.header import HALTED

Array = np.ndarray[Any, Any]
Paint = Callable[..., None]  # canvas, cell, middle of the row, facts
Row = tuple[float, Paint, tuple[Any, ...]]  # height in cells, how and what to paint

# Lengths are in cells.
PANEL_WIDTH = 4.04  # the rows and a margin on both sides
WIDTH = 3.8  # of a row
BANNER, GOAL, GATE, HERO, TITLE, NOTE, CARD = 0.9, 0.66, 0.48, 0.62, 0.4, 0.38, 0.42  # heights
GAP = 0.06  # below the box of a row
INSET = 0.3  # middle of the picture at the left of a row
TEXT_LEFT = 0.6
TEXT = 0.24
DIE = 0.27

SHADED = shade(PAPER, 0.93)
FADED = shade(PAPER, 0.75)
SLATE: Colour = shade(STONE, 0.6)

GOALS: dict[int, Callable[[int], str]] = {
    Objective.ALL: lambda goal: "Defeat all enemies",
    Objective.BOSS: lambda goal: f"Defeat {words(Enemy(goal))}",
    Objective.GOLD: lambda goal: f"Hold {goal} gold",
    Objective.LEVEL: lambda goal: f"Raise a tower to level {goal}",
}
BANNERS: dict[int, tuple[str, Colour]] = {
    Outcome.OPEN: ("OUT OF ROUNDS", SLATE),
    Outcome.WON: ("WON", shade(GREEN, 0.8)),
    Outcome.LOST: ("LOST", BLOOD),
}


def draw_panel(
    canvas: Canvas, left: int, top: int, cell: int, setup: Any, s: Any, asked: int
) -> None:
    """Draw the rows from the top, with as many cards of the deck as fit."""
    for height, paint, facts in _rows(setup, s, asked):
        row = _painted(paint, cell, height, facts)
        bottom = top + row.shape[0]
        if bottom > canvas.height:
            return
        canvas.pixels[top:bottom, left : left + row.shape[1]] = row
        top = bottom


def _rows(setup: Any, s: Any, asked: int) -> Iterator[Row]:
    """The rows of the panel; rows that look the same have equal facts."""
    if s.truncated or s.outcome != Outcome.OPEN:
        yield BANNER, _paint_banner, (int(s.outcome),)
    if name := title(setup):
        yield TITLE, _paint_title, (name,)
    yield GOAL, _paint_goal, (int(s.gold), int(setup.objective), int(setup.goal))
    yield GATE, _paint_gate, (tuple(setup.gate.tolist()), tuple(s.gate.tolist()))
    if damage := damage_due(s):
        yield NOTE, _paint_note, (f"Next strike at the gate: {damage} damage",)
    for h in range(setup.seats):
        hero, sheet = s.heroes[h], setup.heroes[h]
        health, actions, down = int(hero.health), int(hero.actions), bool(hero.down)
        facts = (int(sheet.kind), health, int(sheet.health), actions, down, h == asked)
        yield HERO, _paint_hero, facts
    yield TITLE, _paint_title, (_deck_title(int(setup.cards - s.drawn)),)
    if s.waiting:
        yield NOTE, _paint_note, ("Waiting until the map is clear",)
    if s.fog:
        yield NOTE, _paint_note, ("Fog: no tower fires",)
    if s.halt == HALTED and s.animation.what == Animation.CARD:
        yield CARD, _paint_card, _card(setup.deck[s.animation.at], GLOW)
    for card in setup.deck[s.drawn : setup.cards]:
        yield CARD, _paint_card, _card(card, WHITE)


def _card(card: Any, colour: Colour) -> tuple[Any, ...]:
    return int(card.kind), int(card.what), card_text(card), colour


@lru_cache(maxsize=256)
def _painted(paint: Paint, cell: int, height: float, facts: tuple[Any, ...]) -> Array:
    """A row of the panel as pixels."""
    width, rows = round(WIDTH * cell), round(height * cell)
    canvas = Canvas(width, rows, PAPER)
    paint(canvas, cell, (height - GAP) / 2 * cell, *facts)
    return canvas.pixels[:rows, :width]


def _box(canvas: Canvas, cell: int, middle: float, colour: Colour) -> None:
    canvas.rectangle(0, 0, WIDTH * cell, 2 * middle, colour, radius=0.09 * cell)


def _text(canvas: Canvas, cell: int, left: float, y: float, line: str, colour: Colour) -> None:
    size = fitted(line, TEXT * cell, (WIDTH - left - GAP) * cell)
    canvas.text(left * cell, y, line, size, colour)


def _paint_banner(canvas: Canvas, cell: int, middle: float, outcome: int) -> None:
    line, colour = BANNERS[outcome]
    _box(canvas, cell, middle, colour)
    size = fitted(line, 0.6 * cell, (WIDTH - 2 * INSET) * cell)
    canvas.text(WIDTH / 2 * cell, middle, line, size, WHITE, anchor="middle")


def _paint_goal(
    canvas: Canvas, cell: int, middle: float, gold: int, objective: int, goal: int
) -> None:
    pictures.coin(canvas, INSET * cell, middle, 0.26 * cell, gold)
    _text(canvas, cell, TEXT_LEFT + GAP, middle, GOALS[objective](goal), INK)


def _paint_gate(
    canvas: Canvas, cell: int, middle: float, first: tuple[int, ...], now: tuple[int, ...]
) -> None:
    """The dice of the gate, and empty places of those that are gone."""
    _text(canvas, cell, GAP, middle, "Gate", INK)
    left = 0.72
    apart = (WIDTH - left) / GATE_DICE
    for place, (pips_at_first, pips) in enumerate(zip(first, now, strict=True)):
        if pips_at_first:
            x = (left + (place + 0.5) * apart) * cell
            pictures.die(canvas, x, middle, DIE * cell, pips)


def _paint_hero(
    canvas: Canvas, cell: int, middle: float,
    kind: int, health: int, most: int, actions: int, down: bool, acts: bool,
) -> None:  # fmt: skip
    """Figure, name, hearts and remaining actions."""
    _box(canvas, cell, middle, GLOW if acts else SHADED)
    pictures.hero(canvas, INSET * cell, middle, 0.5 * cell, Hero(kind), acts=False)
    _text(canvas, cell, TEXT_LEFT, middle - 0.13 * cell, words(Hero(kind)), INK)
    for hearts, colour in ((most, FADED), (health, BLOOD)):
        _text(canvas, cell, TEXT_LEFT, middle + 0.13 * cell, "♥" * hearts, colour)
    if down:
        right, size = (WIDTH - 0.15) * cell, readable(TEXT * cell)
        canvas.text(right, middle, "down", size, BLOOD, anchor="right")
        return
    for action in range(ACTIONS_A_TURN):
        x = (WIDTH - 0.25 - 0.3 * (ACTIONS_A_TURN - 1 - action)) * cell
        canvas.disc(x, middle, 0.12 * cell, INK)
        canvas.disc(x, middle, 0.09 * cell, GREEN if action < actions else FADED)


def _deck_title(cards: int) -> str:
    return f"Next events ({cards} left)" if cards else "No events left"


def _paint_title(canvas: Canvas, cell: int, middle: float, line: str) -> None:
    _text(canvas, cell, GAP, middle, line, INK)


def _paint_note(canvas: Canvas, cell: int, middle: float, line: str) -> None:
    _box(canvas, cell, middle, SLATE)
    _text(canvas, cell, 2 * GAP, middle, line, WHITE)


def _paint_card(
    canvas: Canvas, cell: int, middle: float, kind: int, what: int, line: str, colour: Colour
) -> None:
    _box(canvas, cell, middle, colour)
    x = INSET * cell
    if kind == CardKind.SPAWN:
        pictures.enemy(canvas, x, middle, 0.4 * cell, Enemy(what))
    elif kind == CardKind.WAIT:
        pictures.hourglass(canvas, x, middle, 0.26 * cell)
    else:
        canvas.polygon(star(x, middle, 0.16 * cell), shade(GOLD, 0.85))
    _text(canvas, cell, TEXT_LEFT, middle, line, INK)
