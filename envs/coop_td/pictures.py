"""The pieces of Co-op Tower Defense as pictures: enemies, towers, heroes, dice and coins."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin

from cogarena.envs.coop_td.tables import ENEMY, FIRST_BOSS, Enemy, Hero, Tower, Type, words
from cogarena.envs.core.draw.canvas import (
    BLUE,
    GREEN,
    INK,
    ORANGE,
    PAPER,
    PINK,
    SKY,
    VERMILION,
    WHITE,
    YELLOW,
    Canvas,
    Colour,
    fitted,
    readable,
    shade,
    star,
    text_width,
)
from cogarena.envs.core.draw.font import Point

BLOOD: Colour = (186, 32, 46)
GOLD: Colour = (247, 196, 40)
STONE: Colour = (150, 152, 158)
PURPLE: Colour = (122, 78, 160)
GLOW: Colour = (255, 244, 140)
RIM = 1.17  # of a silhouette, around its fill
BOSS_RADIUS, MINION_RADIUS = 0.41, 0.37  # shares of `room`

Half = tuple[Point, ...]  # the right half of a silhouette in a circle of radius 1, from the top


@dataclass(frozen=True)
class EnemyStyle:
    """How an enemy is drawn."""

    letter: str
    colour: Colour
    ink: Colour  # of the letter
    outline: Half


ENEMY_STYLES = {
    Enemy.GREMLIN: EnemyStyle("G", GREEN, WHITE, (
        (0, -0.6), (0.4, -0.55), (1.05, -0.85), (0.8, 0), (0.6, 0.55), (0.3, 0.82), (0, 0.88),
    )),
    Enemy.DEVIL_STEED: EnemyStyle("S", VERMILION, WHITE, (
        (0, -0.5), (0.28, -0.5), (0.5, -1.05), (0.72, -0.45), (0.78, 0.05), (0.48, 0.85), (0, 0.95),
    )),
    Enemy.BAT_MONKEYS: EnemyStyle("B", SKY, INK, (
        (0, -0.5), (0.25, -0.8), (0.46, -0.4), (1.25, -0.75), (1.15, 0.3), (0.85, 0.12),
        (0.68, 0.5), (0.45, 0.42), (0.3, 0.75), (0, 0.82),
    )),
    Enemy.GOLEM: EnemyStyle("O", STONE, INK, (
        (0, -0.85), (0.5, -0.85), (0.5, -0.6), (0.9, -0.6), (0.9, 0.35), (0.62, 0.35),
        (0.62, 0.85), (0, 0.85),
    )),
    Enemy.DARK_WIZARD: EnemyStyle("W", PURPLE, WHITE, (
        (0, -1.15), (0.38, -0.42), (0.95, -0.3), (0.6, -0.05), (0.78, 0.85), (0, 0.9),
    )),
    Enemy.CORRUPT_DWARF: EnemyStyle("C", ORANGE, INK, (
        (0, -0.75), (0.45, -0.62), (0.55, -0.35), (1, -0.65), (0.82, 0.1), (0.5, 0.65), (0, 1),
    )),
    Enemy.MORGU: EnemyStyle("M", shade(BLOOD, 0.75), WHITE, (
        (0, -0.72), (0.22, -0.98), (0.42, -0.66), (0.82, -0.82), (0.78, -0.34), (1.05, -0.08),
        (0.8, 0.2), (0.95, 0.66), (0.5, 0.66), (0.3, 0.98), (0, 0.76),
    )),
    Enemy.DAMITAT: EnemyStyle("D", BLUE, WHITE, (
        (0, -0.62), (0.3, -0.85), (0.5, -0.42), (1.2, -0.95), (1.1, -0.25), (1.2, 0.4),
        (0.85, 0.2), (0.72, 0.62), (0.45, 0.42), (0, 1),
    )),
    Enemy.FLAMBEE: EnemyStyle("F", PINK, INK, (
        (0, -1.15), (0.3, -0.62), (0.55, -0.92), (0.68, -0.3), (1, -0.45), (0.9, 0.3),
        (0.55, 0.84), (0, 0.95),
    )),
}  # fmt: skip

ARC = tuple((cos(pi * i / 8), sin(pi * i / 8)) for i in range(9))  # half a circle, below the middle
Strokes = tuple[tuple[Point, ...], ...]

TOWER_COLOURS = {
    Tower.ARCHERY_TOWER: shade(GREEN, 0.75),
    Tower.SWORDSMEN: (84, 96, 116),
    Tower.BOMBERS: (52, 48, 54),
    Tower.MAGE_TOWER: PURPLE,
    Tower.STABLES: (134, 84, 44),
    Tower.TREBUCHET: shade(BLUE, 0.8),
}
SIGNS: dict[Tower, Strokes] = {  # strokes in a square from -1 to 1
    Tower.ARCHERY_TOWER: (
        tuple((0.1 + 0.7 * y, -0.85 * x) for x, y in ARC),
        ((0.1, -0.85), (-0.35, 0), (0.1, 0.85)),
        ((-0.95, 0), (0.95, 0)),
        ((0.6, -0.3), (0.95, 0), (0.6, 0.3)),
    ),
    Tower.SWORDSMEN: (
        ((-0.8, 0.85), (0.8, -0.85)),
        ((0.8, 0.85), (-0.8, -0.85)),
        ((-0.85, 0.25), (-0.25, 0.85)),
        ((0.85, 0.25), (0.25, 0.85)),
    ),
    Tower.BOMBERS: (
        tuple((-0.1 + 0.45 * x, 0.3 + 0.45 * y) for x, y in ARC),
        tuple((-0.1 + 0.45 * x, 0.3 - 0.45 * y) for x, y in ARC),
        ((-0.1, 0.1), (-0.1, 0.5)),
        ((0.2, -0.05), (0.45, -0.5), (0.85, -0.45)),
        ((0.85, -0.95), (0.85, -0.85)),
    ),
    Tower.MAGE_TOWER: (
        (*star(0, 0.05, 1, tips=6), (0, -0.95)),
        ((0, 0), (0, 0.1)),
    ),
    Tower.STABLES: (
        ((-0.6, 0.9), *((-0.75 * x, -0.1 - 0.75 * y) for x, y in ARC), (0.6, 0.9)),
        ((-0.9, 0.9), (-0.5, 0.9)),
        ((0.5, 0.9), (0.9, 0.9)),
    ),
    Tower.TREBUCHET: (
        ((-0.75, 0.9), (0, -0.25), (0.75, 0.9)),
        ((-0.9, 0.35), (0.75, -0.75)),
        ((-0.9, 0.3), (-0.9, 0.75)),
        ((0.75, -0.75), (0.95, -0.3)),
    ),
}

HERO_COLOURS = {
    Hero.GLORBUD: VERMILION,
    Hero.KEITH: GREEN,
    Hero.HENRY: YELLOW,
    Hero.MONGO: PINK,
    Hero.EDWARD: SKY,
}
HERO_HEAD = (-0.58, 0.38)  # y of its middle, radius; the figure is 2 high
HERO_BODY: Half = ((0, -0.3), (0.32, -0.28), (0.5, 0.1), (0.66, 0.98), (0, 0.98))

FACES: dict[int, tuple[Point, ...]] = {  # the pips of a die, from -1 to 1
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


@lru_cache(maxsize=256)
def _mirrored(half: Half, radius: float) -> tuple[Point, ...]:
    """Both halves of a silhouette."""
    left = [(-x, y) for x, y in reversed(half) if x]
    return tuple((x * radius, y * radius) for x, y in (*half, *left))


def _at(x: float, y: float, points: Iterable[Point]) -> list[Point]:
    return [(x + across, y + down) for across, down in points]


def enemy(canvas: Canvas, x: float, y: float, room: float, kind: Enemy) -> None:
    """An enemy in a square of side `room`; flying ones have a shadow, magic ones glow."""
    style = ENEMY_STYLES[kind]
    radius = room * (BOSS_RADIUS if kind >= FIRST_BOSS else MINION_RADIUS)
    if ENEMY[kind].type == Type.FLYING:
        canvas.rectangle(
            x - radius * 0.7, y + radius * 0.75, radius * 1.4, radius * 0.4, INK,
            radius=radius * 0.2, alpha=0.35,
        )  # fmt: skip
        y -= radius * 0.12
    if ENEMY[kind].type == Type.MAGIC:
        canvas.polygon(star(x, y, radius * 1.45, tips=8), GLOW, alpha=0.9)
    canvas.polygon(_at(x, y, _mirrored(style.outline, radius * RIM)), INK)
    canvas.polygon(_at(x, y, _mirrored(style.outline, radius)), style.colour)
    canvas.text(x, y + radius * 0.12, style.letter, radius * 1.15, style.ink, anchor="middle")


def enemies(
    canvas: Canvas, x: float, y: float, room: float, kind: Enemy, count: int, health: int
) -> None:
    """All enemies of a kind in a space, with their number or the health of a boss."""
    enemy(canvas, x, y, room, kind)
    size = readable(room * 0.36)
    right, low = x + room * 0.5, y + room * 0.36
    if kind >= FIRST_BOSS:
        canvas.text(right, low, f"♥{health}", size, BLOOD, anchor="right", halo=WHITE)
    elif count > 1:
        canvas.text(right, low, f"×{count}", size, INK, anchor="right", halo=WHITE)


def hero(canvas: Canvas, x: float, y: float, height: float, kind: Hero, *, acts: bool) -> None:
    """A hero's figure around (x, y), in front of a glow when the hero is to act."""
    unit = height / 2
    middle, head = HERO_HEAD
    glow = ((-0.34, BLOOD), (-0.24, GLOW)) if acts else ()
    for inset, colour in (*glow, (0.0, INK), (0.1, HERO_COLOURS[kind])):
        canvas.polygon(_at(x, y, _mirrored(HERO_BODY, unit * (1 - inset))), colour)
        canvas.disc(x, y + middle * unit, unit * (head - inset), colour)
    canvas.text(x, y + unit * 0.4, words(kind)[0], readable(unit * 0.95), INK, anchor="middle")


def health(canvas: Canvas, x: float, y: float, size: float, left: int) -> None:
    """A hero's health as a number on a heart."""
    canvas.text(x, y, "♥", size * 1.6, BLOOD, anchor="middle", halo=WHITE)
    canvas.text(x, y, str(left), readable(size * 0.8), WHITE, anchor="middle")


def slab(canvas: Canvas, x: float, y: float, side: float, rim: Colour, fill: Colour) -> None:
    """A rounded square around (x, y) with a rim."""
    line = max(1, side * 0.05)
    for length, colour in ((side, rim), (side - 2 * line, fill)):
        left, top = x - length / 2, y - length / 2
        canvas.rectangle(left, top, length, length, colour, radius=length * 0.15)


def tower(canvas: Canvas, x: float, y: float, side: float, kind: Tower, level: int) -> None:
    """A tower from above: its colour and sign, and below them one pip per level."""
    slab(canvas, x, y, side, INK, TOWER_COLOURS[kind])
    unit = 0.3 * side
    for stroke in SIGNS[kind]:
        points = _at(x, y - 0.1 * side, ((across * unit, down * unit) for across, down in stroke))
        canvas.line(points, WHITE, width=max(1, side * 0.07))
    for pip in range(level):
        canvas.disc(x + (pip - (level - 1) / 2) * side * 0.145, y + side * 0.36, side * 0.058, GOLD)


def coin(canvas: Canvas, x: float, y: float, radius: float, amount: int) -> None:
    """A coin with an amount of gold."""
    canvas.disc(x, y, radius, shade(GOLD, 0.55))
    canvas.disc(x, y, radius * 0.86, GOLD)
    size = fitted(str(amount), radius * 1.2, radius * 1.7)
    canvas.text(x, y, str(amount), size, INK, anchor="middle")


def die(canvas: Canvas, x: float, y: float, side: float, pips: int) -> None:
    """The face of a die, or an empty place for one that is gone."""
    slab(canvas, x, y, side, INK if pips else STONE, WHITE if pips else PAPER)
    for across, down in FACES[pips]:
        canvas.disc(x + across * side * 0.25, y + down * side * 0.25, max(0.75, side * 0.09), BLOOD)


def hourglass(canvas: Canvas, x: float, y: float, height: float) -> None:
    """The sign of a card that makes the deck wait."""
    for end in (-height / 2, height / 2):
        canvas.polygon([(x, y), (x - 0.7 * end, y + end), (x + 0.7 * end, y + end)], INK)


def tag(canvas: Canvas, left: float, y: float, height: float, label: str, colour: Colour) -> None:
    """A label on a small plate, from its left edge."""
    size = readable(height * 0.95)
    width = max(height, text_width(label, size) + height * 0.5)
    canvas.rectangle(left, y - height / 2, width, height, colour, radius=height * 0.3)
    canvas.text(left + width / 2, y, label, size, PAPER, anchor="middle")
