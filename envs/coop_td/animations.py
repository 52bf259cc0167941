"""Animations on the map of Co-op Tower Defense: what a film shows between two decisions."""

from collections.abc import Callable, Iterator
from typing import Any

from cogarena.envs.coop_td import pictures
from cogarena.envs.coop_td.pictures import BLOOD, GLOW, STONE
from cogarena.envs.coop_td.scenery import PLATE, Scenery
from cogarena.envs.coop_td.state import NOWHERE, Animation
from cogarena.envs.coop_td.text import is_hit
from cogarena.envs.core.draw.canvas import INK, WHITE, Canvas, star
from cogarena.envs.core.draw.font import Point

# Lengths are in cells.
BEAM = 0.07
DASH = 0.14
FRAME = 0.06
BURST = 0.34
DIE = 0.32
OFFSET = 0.3  # up and right from the middle of a space to where dice and damage are drawn


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
