"""The picture of MOBA Rally: the floor from above, and below it a panel with the teams.

The shots in flight that the game adds are those of howitzers and towers.
"""

from collections.abc import Iterator
from functools import lru_cache
from math import ceil
from typing import Any

import numpy as np

from cogarena.envs.core.draw.canvas import INK, PAPER, Canvas
from cogarena.envs.core.draw.transform import QUARTER, Transform
from cogarena.envs.core.grid import Direction, inside
from cogarena.envs.core.rng import INCREMENT, MULTIPLIER, below
from cogarena.envs.moba.objectives import is_in_tower_range
from cogarena.envs.moba.pictures import (
    ROBOT_STYLES,
    ROW,
    ROW_WIDTH,
    TEAM_STYLES,
    Base,
    Tower,
    base_pixels,
    draw_badge,
    draw_barrier,
    draw_base,
    draw_screen,
    draw_tower,
    ground_of,
    row_of,
    row_pixels,
)
from cogarena.envs.moba.state import BASE_SIDE, BASE_X, BASE_Y, HEIGHT, TEAMS, WIDTH, Stage, Team
from cogarena.envs.moba.text import LOG, robot_name
from cogarena.envs.rally import floor_pictures
from cogarena.envs.rally import render as view
from cogarena.envs.rally.fire import barrels_of
from cogarena.envs.rally.floor import FLOOR, NOWHERE, Wrench, beyond
from cogarena.envs.rally.shot_pictures import Kind, Shot, Spot, draw_hits, draw_shots
from cogarena.envs.rally.shots import rally_shots, shot_at
from cogarena.envs.rally.state import NOBODY
from cogarena.envs.rally.text import option_name

Array = np.ndarray[Any, Any]

# Lengths are in tiles, which are the cells of the panel too.
COLUMNS = 4  # of rows in the panel, two for each team
APART = 0.1  # columns
BASE_INFO, TURN_INFO = 9.6, 8.3  # widths in the headline
BETWEEN = 0.35

DAMAGE_STAGES = ("EFFECTS", "REMOVE", "TOWERS", "DISRUPT", "BASES", "LOSE")
MOBA_STEPS = view.STEPS | dict.fromkeys(DAMAGE_STAGES, view.HURTING) | {"INSTALL": view.ENDING}

WORD = 1 << 64
UNDO = pow(int(MULTIPLIER), -1, WORD)  # of the random generator's multiplication


def draw(setup: Any, s: Any, *, tile: int = 48) -> Array:
    """The floor with what stands on it, and the public state of the teams."""
    towers, bases = _towers(setup, s), _bases(setup, s)
    canvas = _board(setup.floor.tobytes(), tile, int(setup.robots), towers, bases).copy()
    flying, corner = list(shots(setup, s)), floor_pictures.transform_at(canvas, 0, 0, tile)
    draw_shots(corner, flying)
    floor_pictures.draw_robots(canvas, setup.floor, s.rally, tile, ROBOT_STYLES, archives=False)
    draw_hits(corner, flying)
    for base in bases:
        draw_badge(_base_transform(canvas, base.team, tile), base)
    top = floor_pictures.floor_size(setup.floor, tile)[1]
    _draw_headline(canvas, s, bases, top, tile)
    top += round((view.HEADLINE + APART) * tile)
    _draw_rows(canvas, s, top, tile)
    top += _row_lines(int(setup.robots)) * round(ROW * tile)
    happened = LOG.sentences(setup, s)
    width = COLUMNS * (ROW_WIDTH + APART) - APART
    floor_pictures.paste(
        canvas,
        round(view.MARGIN * tile),
        top,
        view.log_pixels(happened, width, view.LOG_LINES, tile),
    )
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
        draw_tower(floor_pictures.transform_at(canvas, tower.x, tower.y, tile), tower)
    for base in bases:
        draw_base(_base_transform(canvas, base.team, tile), base)
    return canvas


def _base_transform(canvas: Canvas, team: Team, tile: int) -> Transform:
    """The transform whose origin is where the squares of the team's base meet."""
    return floor_pictures.transform_at(canvas, 0, 0, tile).moved(*base_middle(team))


@lru_cache(maxsize=8)
def _background(floor_bytes: bytes, tile: int, robots: int) -> Canvas:
    """The floor with zones and bases, and the paper of the panel."""
    floor = _as_drawn(floor_bytes)
    squares = [(x, y) for x in range(WIDTH) for y in range(HEIGHT)]
    owned = [at for at in squares if floor.squares[at].shelter or floor.squares[at].closed]
    picture = floor_pictures.draw_floor(floor, tile, {at: ground_of(_owner(at[0])) for at in owned})
    for x, y in owned:
        _draw_edges(picture, floor, x, y, tile)
    width, height = floor_pictures.floor_size(floor, tile)
    rows = round((view.HEADLINE + APART) * tile) + _row_lines(robots) * round(ROW * tile)
    canvas = Canvas(width, height + rows + view.LOG_LINES * view.LOG_LINE * tile)
    floor_pictures.paste(canvas, 0, 0, picture.pixels[:height, :width])
    canvas.rectangle(0, height, canvas.width, canvas.height - height, PAPER)
    canvas.rectangle(0, height, canvas.width, round(view.HEADLINE * tile), INK)
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
        edge = floor_pictures.transform_at(canvas, x, y, tile).turned(QUARTER * side)
        if square.closed and square.screens >> side & 1:
            draw_screen(edge, _owner(x))
        there = beyond(x, y, side)
        if square.shelter and not square.walls >> side & 1 and inside(*there, WIDTH, HEIGHT):
            if not floor.squares[there].shelter:
                draw_barrier(edge, _owner(x))


def _draw_headline(canvas: Canvas, s: Any, bases: tuple[Base, ...], top: int, tile: int) -> None:
    """Red's base, the turn, blue's base."""
    red, blue = (base_pixels(base, BASE_INFO, tile) for base in bases)
    stage, lamps = Stage(int(s.stage)), view.lit_lamps(s, Stage.CLEAN_UP)
    turn = view.turn_headline(s, stage, MOBA_STEPS, lamps, TURN_INFO, tile, robot_name)
    left = view.MARGIN
    for pixels, width in ((red, BASE_INFO), (turn, TURN_INFO), (blue, BASE_INFO)):
        floor_pictures.paste(canvas, round(left * tile), top, pixels)
        left += width + BETWEEN


def _draw_rows(canvas: Canvas, s: Any, top: int, tile: int) -> None:
    """The robots: red's on the left, blue's on the right, as on the floor."""
    for i in range(s.rally.count):
        line, column = divmod(i // TEAMS, COLUMNS // TEAMS)
        column += i % TEAMS * COLUMNS // TEAMS
        left = round((view.MARGIN + column * (ROW_WIDTH + APART)) * tile)
        pixels = row_pixels(row_of(s, i), tile)
        floor_pictures.paste(canvas, left, top + line * len(pixels), pixels)


def shots(setup: Any, s: Any) -> Iterator[Shot]:
    """The shots in flight, none outside the stages of fire."""
    floor, r = setup.floor, s.rally
    yield from rally_shots(floor, s, Stage.FIRE, Stage.DAMAGE, ROBOT_STYLES)
    if s.stage == Stage.DAMAGE:
        yield from _shells(s)
        for t, target in tower_targets(floor, r).items():
            colour = TEAM_STYLES[Team(r.things[t].team)].colour
            yield shot_at(Kind.LASER, colour, r.things[t], r.robots[target], barrels=3)


def _shells(s: Any) -> Iterator[Shot]:
    """Howitzers at towers and bases, and what disrupts bases (M12, M16)."""
    r = s.rally
    for i, robot in enumerate(r.robots[: r.count]):
        colour, barrels = ROBOT_STYLES[i].colour, int(barrels_of(robot))
        for tower in r.things[: r.thing_count]:
            if tower.hitters >> i & 1:
                yield shot_at(Kind.SHELL, colour, robot, tower, barrels)
        for b, base in enumerate(s.bases):
            middle = base_middle(Team(Team.RED + b))
            start = float(robot.x), float(robot.y)
            if base.hitters >> i & 1:
                yield Shot(Kind.SHELL, colour, start, middle, (middle,), barrels)
            if base.disruptors >> i & 1:
                yield Shot(Kind.JAMMER, colour, start, middle)


def base_middle(team: Team) -> Spot:
    """Where the squares of a team's base meet."""
    x, y = BASE_X, BASE_Y
    if team == Team.BLUE:
        x, y = WIDTH - BASE_SIDE - x, HEIGHT - BASE_SIDE - y
    return x + (BASE_SIDE - 1) / 2, y + (BASE_SIDE - 1) / 2


def tower_targets(floor: Any, r: Any) -> dict[int, int]:
    """M14: whom each tower fires at, before that damage is dealt.

    The record holds only the damage. No random number has been drawn since the towers chose, so
    the generator is rewound and draws again: once for each robot in range except the first.
    """
    aims = {
        t: [i for i in range(r.count) if is_in_tower_range(floor, r, t, i)]
        for t in range(r.thing_count)
        if r.things[t].health > 0
    }
    aims = {t: robots for t, robots in aims.items() if robots}
    again = r.copy()
    again.rng = rewound(int(r.rng), sum(len(robots) - 1 for robots in aims.values()))
    return {t: _chosen(again, robots) for t, robots in aims.items()}


def _chosen(r: Any, robots: list[int]) -> int:
    """One of the robots, drawn as `fire_towers` draws."""
    target = robots[0]
    for number, robot in enumerate(robots[1:], start=2):
        if below(r, number) == 0:
            target = robot
    return target


def rewound(rng: int, draws: int) -> int:
    """The state of the random generator so many numbers ago."""
    for _ in range(draws):
        rng = (rng - int(INCREMENT)) * UNDO % WORD
    return rng
