"""The picture of Powerball: the floor from above, and a panel with the robots."""

from functools import lru_cache
from typing import Any

import numpy as np

from cogarena.envs.core.drawing import INK, PAPER, Canvas
from cogarena.envs.powerball.pictures import (
    BALL,
    BALL_UNDER,
    Bomb,
    draw_carried,
    draw_flying,
    draw_site,
    draw_things,
    draw_wrench_tag,
)
from cogarena.envs.powerball.render import (
    ROW,
    TABLE,
    WIDTH,
    Table,
    row_of,
    row_pixels,
    table_pixels,
)
from cogarena.envs.powerball.pictures import shots
from cogarena.envs.powerball.state import BallPlace, Happening, Stage
from cogarena.envs.powerball.text import LOG
from cogarena.envs.rally.floor import FLOOR
from cogarena.envs.rally.render import (
    ENDING,
    HEADLINE,
    HURTING,
    MARGIN,
    STEPS,
    headline_pixels,
    headline_words,
    lit_lamps,
    winner_words,
)
from cogarena.envs.rally.render import LOG_LINE, log_pixels
from cogarena.envs.rally.floor_pictures import (
    draw_floor,
    draw_over,
    draw_robots,
    floor_size,
    paste,
    pen_at,
    places,
)
from cogarena.envs.rally.panel import panel_cell
from cogarena.envs.rally.robot_pictures import AGENTS
from cogarena.envs.rally.shot_pictures import draw_hits, draw_shots
from cogarena.envs.rally.state import ROBOTS
from cogarena.envs.rally.text import option_name, robot_names, words

Array = np.ndarray[Any, Any]
Square = tuple[int, int]  # x, y

POWERBALL_STEPS = STEPS | {
    "DELIVER_MOVED": ("balls are delivered", "robots move"),
    "EXPRESS_BELTS": ("belts run", "robots move"),
    "BELTS": ("belts run", "belts run"),
    "DELIVER_CARRIED": ("balls are delivered", "belts run"),
    "AIM": ("belts run", "belts run"),
    "FIRE": ("weapons fire", "belts run"),
    "EFFECTS": HURTING,
    "REMOVE": HURTING,
    "DELIVER_FIRED": ("balls are delivered", "damage is dealt"),
    "BOMBS": ("bombs explode", "damage is dealt"),
    "SPAWN": ("bombs explode, balls appear", "damage is dealt"),
    "REENTER": ("robots enter", "damage is dealt"),
    "WRENCHES": ("wrenches and flags pay", "robots enter"),
    "FLAGS": ("wrenches and flags pay", "wrenches and flags pay"),
    "EVENT": ("an event", "wrenches and flags pay"),
    "REENTER_AGAIN": ("robots enter", "an event"),
    "END": ENDING,
    "PLACE": ("robots enter", "robots enter"),
}

# Lengths are in cells of the panel.
GAP = 0.08  # below the headline
LOG_LINES = 2  # at least
PANEL = HEADLINE + GAP + TABLE + ROBOTS * ROW + LOG_LINES * LOG_LINE  # height at least


def draw(setup: Any, s: Any, *, tile: int = 48) -> Array:
    """The floor with what lies and stands on it, and what everybody may know of each robot."""
    canvas = _background(setup.floor.tobytes(), tuple(setup.sites.tolist()), tile).copy()
    balls = s.balls[: setup.balls].tolist()
    loads = _loads(balls)
    robots = places(s.rally)
    _draw_things(canvas, setup.floor, s, balls, set(robots.values()), tile)
    fired, corner = list(shots(setup, s)), pen_at(canvas, 0, 0, tile)
    draw_shots(corner, fired)
    draw_robots(canvas, setup.floor, s.rally, tile, AGENTS, archives=False)
    for number, at in enumerate(setup.wrenches.tolist(), start=1):
        draw_over(canvas, *at, tile, draw_wrench_tag, number)
    for i, at in robots.items():
        if loads[i]:
            draw_over(canvas, *at, tile, draw_carried, loads[i])
    flying = [(x, y) for place, x, y, _ in balls if place == BallPlace.AIR]
    for at in dict.fromkeys(flying):
        draw_over(canvas, *at, tile, draw_flying, flying.count(at))
    draw_hits(corner, fired)
    _draw_panel(canvas, setup, s, loads, tile)
    return canvas.pixels


def _loads(balls: list[Any]) -> list[int]:
    """How many balls each robot carries."""
    carriers = [carrier for place, _, _, carrier in balls if place == BallPlace.CARRIED]
    return [carriers.count(i) for i in range(ROBOTS)]


@lru_cache(maxsize=8)
def _background(floor_bytes: bytes, sites: tuple[Square, ...], tile: int) -> Canvas:
    """The floor with its ball sites, and the paper of the panel: high enough for eight robots."""
    floor = np.frombuffer(floor_bytes, FLOOR)[0]
    picture = draw_floor(floor, tile)
    for number, at in enumerate(sites, start=1):
        draw_site(pen_at(picture, *at, tile), number, busy=bool(floor.squares[at].wrench))
    width, height = floor_size(floor, tile)
    cell = panel_cell(tile)
    canvas = Canvas(width + (WIDTH + 2 * MARGIN) * cell, max(height, PANEL * cell))
    paste(canvas, 0, 0, picture.pixels[:height, :width])
    canvas.rectangle(width, 0, canvas.width - width, canvas.height, PAPER)
    canvas.rectangle(width, 0, canvas.width - width, HEADLINE * cell, INK)
    return canvas


def _draw_things(
    canvas: Canvas, floor: Any, s: Any, balls: list[Any], trodden: set[Square], tile: int
) -> None:
    """The balls and bombs that lie on the floor; robots stand on some of them."""
    lying = [(x, y) for place, x, y, _ in balls if place == BallPlace.FLOOR]
    bombs = _bombs(s)
    for at in dict.fromkeys((*lying, *bombs)):
        here = bombs.get(at, ())
        ball = (BALL_UNDER if here or at in trodden else BALL) if at in lying else 0
        flag = 0 if at in trodden else int(floor.squares[at].flag)
        draw_over(canvas, *at, tile, draw_things, ball, here, flag)


def _bombs(s: Any) -> dict[Square, tuple[Bomb, ...]]:
    """The bombs that will explode, by square."""
    found: dict[Square, tuple[Bomb, ...]] = {}
    for bomb in s.bombs:
        if bomb.live:
            at = int(bomb.x), int(bomb.y)
            found[at] = (*found.get(at, ()), (int(bomb.facing), AGENTS[bomb.owner]))
    return found


def _draw_panel(canvas: Canvas, setup: Any, s: Any, loads: list[int], tile: int) -> None:
    """Headline, table and robots, and what just happened in the lines that are left."""
    cell = panel_cell(tile)
    left = floor_size(setup.floor, tile)[0] + round(MARGIN * cell)
    paste(canvas, left, 0, headline_pixels(_headline(s), _lamps(s), WIDTH, cell))
    top = round((HEADLINE + GAP) * cell)
    paste(canvas, left, top, table_pixels(_table(setup, s), cell))
    top += round(TABLE * cell)
    asked = 0 if s.terminated or s.truncated else int(s.pending)
    r = s.rally
    for i in range(r.count):
        row = row_of(s, r, i, loads[i], asked=bool(asked >> i & 1))
        paste(canvas, left, top, row_pixels(row, cell))
        top += round(ROW * cell)
    happened = LOG.sentences(setup, s)
    lines = int((canvas.height - top) / (LOG_LINE * cell))
    paste(canvas, left, top, log_pixels(happened, WIDTH, lines, cell))


def _headline(s: Any) -> str:
    return headline_words(
        s, Stage(int(s.stage)), winner_words(robot_names(s.winners)), POWERBALL_STEPS
    )


def _lamps(s: Any) -> int:
    """How many registers have been reached; the first robots enter before there are any."""
    return 0 if s.stage == Stage.PLACE else lit_lamps(s, Stage.WRENCHES)


def _table(setup: Any, s: Any) -> Table:
    balls = s.balls[: setup.balls]
    return Table(
        pool=int((balls["place"] == BallPlace.POOL).sum()),
        balls=int(setup.balls),
        community=tuple(option_name(int(card)) for card in s.community),
        event=_event(s),
    )


def _event(s: Any) -> str:
    """The event of this turn, and the option that is being taken or traded."""
    happening = Happening(int(s.happening))
    event = "" if happening == Happening.NONE else words(happening)
    stake = f"at stake: {option_name(int(s.at_stake) - 1)}" if s.at_stake else ""
    return " · ".join(filter(None, (event, stake)))
