"""Deeds on the map of Co-op Tower Defense: what a watcher sees between two decisions."""

from collections.abc import Callable, Iterator
from typing import Any

from cogarena.envs.coop_td import pictures
from cogarena.envs.coop_td.pictures import BLOOD, GLOW, STONE
from cogarena.envs.coop_td.scenery import PLATE, Scenery
from cogarena.envs.coop_td.state import NOWHERE, Deed
from cogarena.envs.coop_td.words import is_hit
from cogarena.envs.core.draw.canvas import INK, WHITE, Canvas, star
from cogarena.envs.core.draw.font import Point

# Lengths are in cells.
BEAM = 0.07
DASH = 0.14
FRAME = 0.06
BURST = 0.34
DIE = 0.32
AIM = 0.3  # from the middle of a space to where dice and damage are seen, up and to the right


def draw_deed(canvas: Canvas, plan: Scenery, s: Any) -> None:
    """What was done last, over the picture of the map."""
    deed = s.deed
    paint = PAINTERS.get(Deed(deed.what))
    if paint is not None:
        paint(canvas, plan, s, deed)


def _corner(plan: Scenery, middle: Point) -> Point:
    """Where on a space it is seen what happens there."""
    return middle[0] + AIM * plan.cell, middle[1] - AIM * plan.cell


def _beam(canvas: Canvas, plan: Scenery, start: Point, end: Point, hit: bool) -> None:
    """A line in one piece if it hits, in dashes if it misses."""
    dash = 0 if hit else DASH * plan.cell
    for width, colour in ((2 * BEAM, INK), (BEAM, GLOW)):
        canvas.line((start, end), colour, width=max(1, width * plan.cell), dash=dash)


def _damage(canvas: Canvas, plan: Scenery, at: Point, amount: int) -> None:
    """How much is lost, on a burst."""
    for radius, colour in ((BURST * 1.2, INK), (BURST, BLOOD)):
        canvas.polygon(star(*at, radius * plan.cell, tips=9), colour)
    canvas.text(*at, f"-{amount}", BURST * 0.75 * plan.cell, WHITE, anchor="middle")


def _die(canvas: Canvas, plan: Scenery, at: Point, pips: int, hit: bool) -> None:
    """A die that was rolled, in front of a burst if it hits."""
    if hit:
        canvas.polygon(star(*at, BURST * 1.25 * plan.cell, tips=9), BLOOD)
    pictures.slab(canvas, *at, DIE * 1.2 * plan.cell, INK, GLOW if hit else STONE)
    pictures.die(canvas, *at, DIE * plan.cell, pips)


def _paint_walk(canvas: Canvas, plan: Scenery, s: Any, deed: Any) -> None:
    """The spaces where enemies of the kind are now."""
    for space in _spaces_of(s, int(deed.by)):
        x, y = plan.spaces[space]
        side = (PLATE + FRAME) * plan.cell
        canvas.frame(
            x - side / 2, y - side / 2, side, side, BLOOD,
            line=FRAME * plan.cell, radius=0.15 * side,
        )  # fmt: skip


def _spaces_of(s: Any, kind: int) -> Iterator[int]:
    tokens = s.tokens[: s.enemies]
    yield from sorted(set(tokens["space"][tokens["kind"] == kind].tolist()))


def _paint_wound(canvas: Canvas, plan: Scenery, s: Any, deed: Any) -> None:
    _damage(canvas, plan, _corner(plan, plan.spaces[deed.at]), int(deed.value))


def _paint_raze(canvas: Canvas, plan: Scenery, s: Any, deed: Any) -> None:
    """A tower that loses a level, and who did it."""
    tower = plan.plots[deed.target]
    _beam(canvas, plan, plan.spaces[deed.at], tower, True)
    _damage(canvas, plan, tower, int(deed.value))


def _paint_shot(canvas: Canvas, plan: Scenery, s: Any, deed: Any) -> None:
    at = _corner(plan, plan.spaces[deed.at])
    _beam(canvas, plan, plan.plots[deed.by], at, is_hit(deed))
    _die(canvas, plan, at, int(deed.value), is_hit(deed))


def _paint_astray(canvas: Canvas, plan: Scenery, s: Any, deed: Any) -> None:
    """The trebuchet's miss: it hits a tower, if there is one."""
    at = _corner(plan, plan.spaces[deed.at])
    _beam(canvas, plan, plan.plots[deed.by], at, False)
    _die(canvas, plan, at, int(deed.value), False)
    if deed.target != NOWHERE:
        _damage(canvas, plan, plan.plots[deed.target], 1)


def _paint_fight(canvas: Canvas, plan: Scenery, s: Any, deed: Any) -> None:
    _die(canvas, plan, _corner(plan, plan.spaces[deed.at]), int(deed.value), is_hit(deed))


PAINTERS: dict[Deed, Callable[[Canvas, Scenery, Any, Any], None]] = {
    Deed.WALK: _paint_walk,
    Deed.WOUND: _paint_wound,
    Deed.RAM: _paint_wound,
    Deed.RAZE: _paint_raze,
    Deed.SHOT: _paint_shot,
    Deed.BOMB: _paint_shot,
    Deed.ASTRAY: _paint_astray,
    Deed.FIGHT: _paint_fight,
}
