"""The picture of a Co-op Tower Defense board: the map from above, and a panel beside it.

Films also show animations on the map: what happens between two decisions.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from math import ceil
from typing import Any

import numpy as np

from cogarena.envs.coop_td import pictures
from cogarena.envs.coop_td.panel import draw_panel
from cogarena.envs.coop_td.pictures import BLOOD, GLOW, STONE
from cogarena.envs.coop_td.scenery import (
    HEADLINE,
    MARGIN,
    PLATE,
    PLOT,
    Path,
    Scenery,
    number,
    scenery,
)
from cogarena.envs.coop_td.state import NOWHERE, Animation, Decision
from cogarena.envs.coop_td.tables import Enemy, Hero, Tower
from cogarena.envs.coop_td.text import headline, is_hit
from cogarena.envs.core.draw.canvas import (
    INK,
    PAPER,
    WHITE,
    Canvas,
    fitted,
    require_tile,
    star,
    text_width,
)
from cogarena.envs.core.draw.font import Point
from cogarena.envs.core.header import HALTED

Array = np.ndarray[Any, Any]
Box = tuple[float, float, float, float]  # its middle, width and height
Group = tuple[int, int, int]  # Enemy, how many of it, health of one
Figure = tuple[int, int, bool]  # Hero, health, whether it is asked

# Lengths are in cells.
CONTENT = (0.82, 0.76)  # of a space, below its number
CONTENT_TOP = -0.33
LARGEST_ENEMY = 0.62
HERO_HEIGHT = 0.42
LONE_HERO_HEIGHT = 0.56  # where there are no enemies
HERO_WIDTH = 0.68  # of its height
MOUNTED = (-0.3, 0.0)  # from the middle of the tower
HIGHLIGHT = 0.92  # behind the tower that asks
COIN = (0.32, -0.24)
BEAM = 0.07
DASH = 0.14
FRAME = 0.06
BURST = 0.34
DIE = 0.32
OFFSET = 0.3  # up and right from the middle of a space to where dice and damage are drawn


def draw(setup: Any, s: Any, *, tile: int = 48) -> Array:
    """The board, the panel and the headline. A space is one and a half tiles wide."""
    require_tile(tile)
    plan = scenery(setup.tobytes(), tile)
    canvas = plan.background.copy()
    halted = s.halt == HALTED
    asked = NOWHERE if halted or s.terminated or s.truncated else int(s.to_act)
    _draw_headline(canvas, plan, headline(setup, s))
    _draw_towers(canvas, plan, setup, s, asked)
    _draw_spaces(canvas, plan, setup, s, asked)
    if halted:
        draw_animation(canvas, plan, s)
    top, left = (HEADLINE + MARGIN) * plan.cell, plan.panel + MARGIN * plan.cell
    draw_panel(canvas, round(left), round(top), plan.cell, setup, s, asked)
    return canvas.pixels


def _draw_headline(canvas: Canvas, plan: Scenery, line: str) -> None:
    """Draw the headline word by word, so that most stamps are already cached."""
    height = HEADLINE * plan.cell
    size = fitted(line, 0.26 * plan.cell, canvas.width - height)
    canvas.rectangle(0, 0, canvas.width, height, INK)
    x = height / 2
    for word in line.split(" "):
        canvas.text(x, height / 2, word, size, PAPER)
        x += text_width(f"{word} .", size) - text_width(".", size)


def _place(
    canvas: Canvas, plan: Scenery, middle: Point, paint: Callable[..., None], *facts: Any
) -> None:
    """Paint a cell of the map with its contents."""
    x, y = (round(position) - plan.cell // 2 for position in middle)
    canvas.pixels[y : y + plan.cell, x : x + plan.cell] = _painted(plan, x, y, paint, facts)


@lru_cache(maxsize=512)
def _painted(
    plan: Scenery, x: int, y: int, paint: Callable[..., None], facts: tuple[Any, ...]
) -> Array:
    """A cell of the map with its contents; cells that look the same have equal facts."""
    cell = plan.cell
    canvas = Canvas(cell, cell)
    pixels = canvas.pixels[:cell, :cell]
    pixels[...] = plan.background.pixels[y : y + cell, x : x + cell]
    paint(canvas, cell, *facts)
    return pixels


def _figures(setup: Any, s: Any, asked: int, place: str) -> dict[int, tuple[Figure, ...]]:
    """The heroes by the space or the tower they are on."""
    found: dict[int, tuple[Figure, ...]] = {}
    for h in range(setup.seats):
        figure = (int(setup.heroes[h].kind), int(s.heroes[h].health), h == asked)
        where = int(s.heroes[h][place])
        found[where] = (*found.get(where, ()), figure)
    return found


def _paint_figure(
    canvas: Canvas, cell: int, across: float, down: float, height: float, figure: Figure
) -> None:
    """A hero with its health, at an offset from the middle of the cell."""
    kind, health, asked = figure
    x, y = (0.5 + across) * cell, (0.5 + down) * cell
    size = height * cell
    pictures.hero(canvas, x, y, size, Hero(kind), acts=asked)
    pictures.health(canvas, x + size * 0.3, y - size * 0.32, size * 0.34, health)


def _draw_towers(canvas: Canvas, plan: Scenery, setup: Any, s: Any, asked: int) -> None:
    aims = asked != NOWHERE and s.decision == Decision.TOWER
    mounted = _figures(setup, s, asked, "tower")
    for t, middle in enumerate(plan.plots):
        kind, level, _, gold = s.towers[t].item()
        if level or gold or t in mounted:
            facts = (t, kind, level, gold, aims and s.cursor == t, mounted.get(t, ()))
            _place(canvas, plan, middle, _paint_tower, *facts)


def _paint_tower(
    canvas: Canvas, cell: int,
    t: int, kind: int, level: int, gold: int, asks: bool, mounted: tuple[Figure, ...],
) -> None:  # fmt: skip
    """A tower with its number, unclaimed gold and hero, highlighted when it asks for a target."""
    middle = cell / 2
    if asks:
        pictures.slab(canvas, middle, middle, HIGHLIGHT * cell, BLOOD, GLOW)
    if level:
        pictures.tower(canvas, middle, middle, PLOT * cell, Tower(kind), level)
        number(canvas, middle, middle, cell, PLOT, str(t + 1))
    if gold:
        across, down = COIN
        pictures.coin(canvas, middle + across * cell, middle + down * cell, 0.16 * cell, gold)
    for figure in mounted:
        _paint_figure(canvas, cell, *MOUNTED, HERO_HEIGHT, figure)


def _draw_spaces(canvas: Canvas, plan: Scenery, setup: Any, s: Any, asked: int) -> None:
    heroes = _figures(setup, s, asked, "space")
    crowds = _crowds(s)
    for space, middle in enumerate(plan.spaces):
        if space in heroes or space in crowds:
            crowd, here = crowds.get(space, ()), heroes.get(space, ())
            _place(canvas, plan, middle, _paint_space, crowd, here)


def _crowds(s: Any) -> dict[int, tuple[Group, ...]]:
    """The enemies by space and kind."""
    tokens = s.tokens[: s.enemies]
    places = tokens["space"].astype(int) * len(Enemy) + tokens["kind"]
    groups, first, counts = np.unique(places, return_index=True, return_counts=True)
    health = tokens["health"][first]
    crowds: dict[int, tuple[Group, ...]] = {}
    for place, *facts in zip(groups.tolist(), counts.tolist(), health.tolist(), strict=True):
        space, kind = divmod(place, len(Enemy))
        crowds[space] = (*crowds.get(space, ()), (kind, *facts))
    return crowds


def _paint_space(
    canvas: Canvas, cell: int, crowd: tuple[Group, ...], heroes: tuple[Figure, ...]
) -> None:
    """The enemies by kind, with the heroes below or beside them."""
    box, spots, height = _seating(len(crowd), len(heroes))
    for figure, spot in zip(heroes, spots, strict=True):
        _paint_figure(canvas, cell, *spot, height, figure)
    if crowd:
        _paint_crowd(canvas, cell, box, crowd)


def _seating(kinds: int, heroes: int) -> tuple[Box, Path, float]:
    """The box for the enemies of a space, the places of its heroes, and their height."""
    width, height = CONTENT
    middle = CONTENT_TOP + height / 2
    if not kinds:
        size = min(LONE_HERO_HEIGHT, width / heroes / HERO_WIDTH)
        return (0, middle, 0, 0), _row(heroes, size * HERO_WIDTH, middle), size
    low = min(HERO_HEIGHT, width / heroes / HERO_WIDTH) if heroes else 0
    slim = min(HERO_HEIGHT, height / heroes) if heroes else 0
    aside = slim * HERO_WIDTH
    below = (0, CONTENT_TOP + (height - low) / 2, width, height - low)
    beside = (-aside / 2, middle, width - aside, height)
    if _room(*beside[2:], kinds) > _room(*below[2:], kinds):
        column = (width - aside) / 2
        return beside, tuple((column, middle + y) for y, _ in _row(heroes, slim, 0)), slim
    return below, _row(heroes, low * HERO_WIDTH, CONTENT_TOP + height - low / 2), low


def _row(number: int, apart: float, y: float) -> Path:
    return tuple(((i - (number - 1) / 2) * apart, y) for i in range(number))


def _paint_crowd(canvas: Canvas, cell: int, box: Box, crowd: tuple[Group, ...]) -> None:
    """The kinds of enemies in rows in a box."""
    across, down, width, height = box
    columns = _columns(width, height, len(crowd))
    rows = ceil(len(crowd) / columns)
    room = _room(width, height, len(crowd)) * cell
    for i, (kind, count, health) in enumerate(crowd):
        row, column = divmod(i, columns)
        in_row = min(columns, len(crowd) - row * columns)
        x = (0.5 + across + (column - (in_row - 1) / 2) * width / columns) * cell
        y = (0.5 + down + (row - (rows - 1) / 2) * height / rows) * cell
        pictures.enemies(canvas, x, y, room, Enemy(kind), count, health)


def _columns(width: float, height: float, number: int) -> int:
    """The number of columns that lets this number of squares in a box be largest."""
    return max(range(1, number + 1), key=lambda n: min(width / n, height / ceil(number / n)))


def _room(width: float, height: float, number: int) -> float:
    """The side of those squares."""
    columns = _columns(width, height, number)
    return min(width / columns, height / ceil(number / columns), LARGEST_ENEMY)


def draw_animation(canvas: Canvas, plan: Scenery, s: Any) -> None:
    """Draw what just happened over the picture of the map."""
    shown = s.animation
    paint = PAINTERS.get(Animation(shown.what))
    if paint is not None:
        paint(canvas, plan, s, shown)


def _corner(plan: Scenery, middle: Point) -> Point:
    """Where on a space dice and damage are drawn."""
    return middle[0] + OFFSET * plan.cell, middle[1] - OFFSET * plan.cell


def _beam(canvas: Canvas, plan: Scenery, start: Point, end: Point, hit: bool) -> None:
    """A solid line for a hit, a dashed one for a miss."""
    dash = 0 if hit else DASH * plan.cell
    for width, colour in ((2 * BEAM, INK), (BEAM, GLOW)):
        canvas.line((start, end), colour, width=max(1, width * plan.cell), dash=dash)


def _damage(canvas: Canvas, plan: Scenery, at: Point, amount: int) -> None:
    """The damage as a number on a burst."""
    for radius, colour in ((BURST * 1.2, INK), (BURST, BLOOD)):
        canvas.polygon(star(*at, radius * plan.cell, tips=9), colour)
    canvas.text(*at, f"-{amount}", BURST * 0.75 * plan.cell, WHITE, anchor="middle")


def _die(canvas: Canvas, plan: Scenery, at: Point, pips: int, hit: bool) -> None:
    """A rolled die, in front of a burst if it hits."""
    if hit:
        canvas.polygon(star(*at, BURST * 1.25 * plan.cell, tips=9), BLOOD)
    pictures.slab(canvas, *at, DIE * 1.2 * plan.cell, INK, GLOW if hit else STONE)
    pictures.die(canvas, *at, DIE * plan.cell, pips)


def _paint_walk(canvas: Canvas, plan: Scenery, s: Any, shown: Any) -> None:
    """Frame the spaces where enemies of the kind are now."""
    for space in _spaces_of(s, int(shown.by)):
        x, y = plan.spaces[space]
        side = (PLATE + FRAME) * plan.cell
        canvas.frame(
            x - side / 2, y - side / 2, side, side, BLOOD,
            line=FRAME * plan.cell, radius=0.15 * side,
        )  # fmt: skip


def _spaces_of(s: Any, kind: int) -> Iterator[int]:
    tokens = s.tokens[: s.enemies]
    yield from sorted(set(tokens["space"][tokens["kind"] == kind].tolist()))


def _paint_wound(canvas: Canvas, plan: Scenery, s: Any, shown: Any) -> None:
    _damage(canvas, plan, _corner(plan, plan.spaces[shown.at]), int(shown.value))


def _paint_raze(canvas: Canvas, plan: Scenery, s: Any, shown: Any) -> None:
    """A tower loses a level; a beam comes from who caused it."""
    tower = plan.plots[shown.target]
    _beam(canvas, plan, plan.spaces[shown.at], tower, True)
    _damage(canvas, plan, tower, int(shown.value))


def _paint_shot(canvas: Canvas, plan: Scenery, s: Any, shown: Any) -> None:
    at = _corner(plan, plan.spaces[shown.at])
    _beam(canvas, plan, plan.plots[shown.by], at, is_hit(shown))
    _die(canvas, plan, at, int(shown.value), is_hit(shown))


def _paint_astray(canvas: Canvas, plan: Scenery, s: Any, shown: Any) -> None:
    """A miss of the trebuchet, which hits a tower if one is linked to the space."""
    at = _corner(plan, plan.spaces[shown.at])
    _beam(canvas, plan, plan.plots[shown.by], at, False)
    _die(canvas, plan, at, int(shown.value), False)
    if shown.target != NOWHERE:
        _damage(canvas, plan, plan.plots[shown.target], 1)


def _paint_fight(canvas: Canvas, plan: Scenery, s: Any, shown: Any) -> None:
    _die(canvas, plan, _corner(plan, plan.spaces[shown.at]), int(shown.value), is_hit(shown))


PAINTERS: dict[Animation, Callable[[Canvas, Scenery, Any, Any], None]] = {
    Animation.WALK: _paint_walk,
    Animation.WOUND: _paint_wound,
    Animation.RAM: _paint_wound,
    Animation.RAZE: _paint_raze,
    Animation.SHOT: _paint_shot,
    Animation.BOMB: _paint_shot,
    Animation.ASTRAY: _paint_astray,
    Animation.FIGHT: _paint_fight,
}
