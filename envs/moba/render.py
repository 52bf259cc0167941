"""The picture of MOBA Rally: the floor from above, and below it a panel with the teams."""

from functools import lru_cache
from math import ceil
from typing import Any

import numpy as np

from cogarena.envs.core.draw.canvas import INK, PAPER, Canvas
from cogarena.envs.core.draw.transform import QUARTER, Transform
from cogarena.envs.core.grid import Direction, inside
from cogarena.envs.moba.panel import (
    ROW,
    ROW_WIDTH,
    base_pixels,
    row_of,
    row_pixels,
)
from cogarena.envs.moba.pictures import (
    ROBOT_STYLES,
    Base,
    Tower,
    draw_badge,
    draw_barrier,
    draw_base,
    draw_screen,
    draw_tower,
    ground_of,
)
from cogarena.envs.moba.shots import base_middle, shots
from cogarena.envs.moba.state import HEIGHT, TEAMS, WIDTH, Stage, Team
from cogarena.envs.moba.text import LOG, robot_name
from cogarena.envs.rally.floor import FLOOR, NOWHERE, Wrench, beyond
from cogarena.envs.rally.floor_pictures import draw_floor, draw_robots, floor_size, paste, pen_at
from cogarena.envs.rally.render import (
    ENDING,
    HEADLINE,
    HURTING,
    LOG_LINE,
    LOG_LINES,
    MARGIN,
    STEPS,
    lit_lamps,
    log_pixels,
    turn_headline,
)
from cogarena.envs.rally.shot_pictures import draw_hits, draw_shots
from cogarena.envs.rally.state import NOBODY
from cogarena.envs.rally.text import option_name

Array = np.ndarray[Any, Any]

# Lengths are in tiles, which are the cells of the panel too.
COLUMNS = 4  # of rows in the panel, two for each team
APART = 0.1  # columns
BASE_INFO, TURN_INFO = 9.6, 8.3  # widths in the headline
BETWEEN = 0.35

DAMAGE_STAGES = ("EFFECTS", "REMOVE", "TOWERS", "DISRUPT", "BASES", "LOSE")
MOBA_STEPS = STEPS | dict.fromkeys(DAMAGE_STAGES, HURTING) | {"INSTALL": ENDING}


def draw(setup: Any, s: Any, *, tile: int = 48) -> Array:
    """The floor with what stands on it, and the public state of the teams."""
    towers, bases = _towers(setup, s), _bases(setup, s)
    canvas = _board(setup.floor.tobytes(), tile, int(setup.robots), towers, bases).copy()
    flying, corner = list(shots(setup, s)), pen_at(canvas, 0, 0, tile)
    draw_shots(corner, flying)
    draw_robots(canvas, setup.floor, s.rally, tile, ROBOT_STYLES, archives=False)
    draw_hits(corner, flying)
    for base in bases:
        draw_badge(_base_pen(canvas, base.team, tile), base)
    top = floor_size(setup.floor, tile)[1]
    _draw_headline(canvas, s, bases, top, tile)
    top += round((HEADLINE + APART) * tile)
    _draw_rows(canvas, s, top, tile)
    top += _row_lines(int(setup.robots)) * round(ROW * tile)
    happened = LOG.sentences(setup, s)
    width = COLUMNS * (ROW_WIDTH + APART) - APART
    paste(canvas, round(MARGIN * tile), top, log_pixels(happened, width, LOG_LINES, tile))
    return canvas.pixels


def _towers(setup: Any, s: Any) -> tuple[Tower, ...]:
    """The towers that stand."""
    full = int(setup.tower_health)
    return tuple(
        Tower(Team(thing.team), int(thing.x), int(thing.y), int(thing.health), full)
        for thing in s.rally.things[: s.rally.thing_count]
        if thing.health > 0
    )


def _bases(setup: Any, s: Any) -> tuple[Base, ...]:
    full = int(setup.base_health)
    return tuple(
        Base(team, int(base.health), full, _option(int(base.team_option)))
        for team, base in zip((Team.RED, Team.BLUE), s.bases, strict=True)
    )


def _option(card: int) -> str:
    return "" if card == NOBODY else option_name(card)


def _row_lines(robots: int) -> int:
    """How many rows of the panel are one above the other."""
    return ceil(robots / COLUMNS)


@lru_cache(maxsize=16)
def _board(
    floor_bytes: bytes, tile: int, robots: int, towers: tuple[Tower, ...], bases: tuple[Base, ...]
) -> Canvas:
    """What seldom changes: the floor, the objectives, and the paper of the panel."""
    canvas = _background(floor_bytes, tile, robots).copy()
    for tower in towers:
        draw_tower(pen_at(canvas, tower.x, tower.y, tile), tower)
    for base in bases:
        draw_base(_base_pen(canvas, base.team, tile), base)
    return canvas


def _base_pen(canvas: Canvas, team: Team, tile: int) -> Transform:
    """A pen where the squares of the team's base meet."""
    return pen_at(canvas, 0, 0, tile).moved(*base_middle(team))


@lru_cache(maxsize=8)
def _background(floor_bytes: bytes, tile: int, robots: int) -> Canvas:
    """The floor with zones and bases, and the paper of the panel."""
    floor = _as_drawn(floor_bytes)
    squares = [(x, y) for x in range(WIDTH) for y in range(HEIGHT)]
    owned = [at for at in squares if floor.squares[at].shelter or floor.squares[at].closed]
    picture = draw_floor(floor, tile, {at: ground_of(_owner(at[0])) for at in owned})
    for x, y in owned:
        _draw_edges(picture, floor, x, y, tile)
    width, height = floor_size(floor, tile)
    rows = round((HEADLINE + APART) * tile) + _row_lines(robots) * round(ROW * tile)
    canvas = Canvas(width, height + rows + LOG_LINES * LOG_LINE * tile)
    paste(canvas, 0, 0, picture.pixels[:height, :width])
    canvas.rectangle(0, height, canvas.width, canvas.height - height, PAPER)
    canvas.rectangle(0, height, canvas.width, round(HEADLINE * tile), INK)
    return canvas


def _as_drawn(floor_bytes: bytes) -> Any:
    """The floor without what has no meaning here: hammers in bases, facings of docks."""
    floor = np.frombuffer(floor_bytes, FLOOR).copy()
    squares = floor["squares"][0]
    squares["wrench"][squares["closed"] > 0] = Wrench.SINGLE
    floor["dock"]["facing"] = NOWHERE
    return floor[0]


def _owner(x: int) -> Team:
    """Whose half a column is in."""
    return Team.RED if x < WIDTH // TEAMS else Team.BLUE


def _draw_edges(canvas: Canvas, floor: Any, x: int, y: int, tile: int) -> None:
    """The screens of a base, and the ways out of a zone."""
    square = floor.squares[x, y]
    for side in Direction:
        edge = pen_at(canvas, x, y, tile).turned(QUARTER * side)
        if square.closed and square.screens >> side & 1:
            draw_screen(edge, _owner(x))
        there = beyond(x, y, side)
        if square.shelter and not square.walls >> side & 1 and inside(*there, WIDTH, HEIGHT):
            if not floor.squares[there].shelter:
                draw_barrier(edge, _owner(x))


def _draw_headline(canvas: Canvas, s: Any, bases: tuple[Base, ...], top: int, tile: int) -> None:
    """Red's base, the turn, blue's base."""
    red, blue = (base_pixels(base, BASE_INFO, tile) for base in bases)
    stage, lamps = Stage(int(s.stage)), lit_lamps(s, Stage.CLEAN_UP)
    turn = turn_headline(s, stage, MOBA_STEPS, lamps, TURN_INFO, tile, robot_name)
    left = MARGIN
    for pixels, width in ((red, BASE_INFO), (turn, TURN_INFO), (blue, BASE_INFO)):
        paste(canvas, round(left * tile), top, pixels)
        left += width + BETWEEN


def _draw_rows(canvas: Canvas, s: Any, top: int, tile: int) -> None:
    """The robots: red's on the left, blue's on the right, as on the floor."""
    for i in range(s.rally.count):
        line, column = divmod(i // TEAMS, COLUMNS // TEAMS)
        column += i % TEAMS * COLUMNS // TEAMS
        left = round((MARGIN + column * (ROW_WIDTH + APART)) * tile)
        pixels = row_pixels(row_of(s, i), tile)
        paste(canvas, left, top + line * len(pixels), pixels)
