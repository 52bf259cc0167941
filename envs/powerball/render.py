"""The picture of Powerball: the floor from above, and a panel with the robots."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from cogarena.envs.core.draw.canvas import INK, PAPER, Canvas, fitted
from cogarena.envs.core.draw.transform import Transform
from cogarena.envs.powerball.pictures import (
    BALL,
    BALL_UNDER,
    Bomb,
    draw_ball,
    draw_carried,
    draw_flying,
    draw_site,
    draw_things,
    draw_wrench_tag,
    shots,
)
from cogarena.envs.powerball.state import MOST_OPTIONS, Ask, BallPlace, Happening, Stage
from cogarena.envs.powerball.text import LOG
from cogarena.envs.rally.floor import FLOOR
from cogarena.envs.rally.floor_pictures import (
    draw_floor,
    draw_over,
    draw_robots,
    pen_at,
    robot_squares,
)
from cogarena.envs.rally.panel import (
    Row,
    blank_row,
    cut,
    draw_damage,
    draw_options,
    draw_portrait,
    draw_registers,
    draw_remark,
    panel_cell,
    row_facts,
    text_size,
)
from cogarena.envs.rally.render import (
    ENDING,
    HEADLINE,
    HURTING,
    LOG_LINE,
    LOG_LINES,
    STEPS,
    beside_panel,
    draw_notice,
    fill_panel,
    lit_lamps,
    turn_headline,
)
from cogarena.envs.rally.robot_pictures import SEAT_STYLES
from cogarena.envs.rally.shot_pictures import draw_hits, draw_shots
from cogarena.envs.rally.state import ROBOTS, Place, plain
from cogarena.envs.rally.text import option_name, robot_name, title

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
WIDTH, ROW, TABLE = 10.0, 1.2, 1.0
HEADLINE_GAP = 0.08  # below the headline
PANEL = HEADLINE + HEADLINE_GAP + TABLE + ROBOTS * ROW + LOG_LINES * LOG_LINE  # height at least
NAME_LINE, DAMAGE_LINE, BALLS_LINE, CARDS_LINE = 0.21, 0.56, 0.91, 0.565  # middles
LEFT, RIGHT = 0.98, 3.43  # of the name, the damage and the balls
CARDS_LEFT, NOTES_LEFT, NOTES_RIGHT = 3.55, 6.97, WIDTH - 0.05
NOTE_LINES = MOST_OPTIONS + 1  # one too many, while its player is asked which to discard
SMALL_BALL, BALLS_APART = 0.125, 0.27
APART = 0.1  # from one thing to the next
TABLE_TEXT = 0.32
POOL_LINE, SHARED_LINE = 0.25, 0.75


@dataclass(frozen=True)
class Table:
    """What the panel shows of the things that belong to all."""

    pool: int  # balls in it
    balls: int  # in the game
    community: tuple[str, ...]  # options
    event: str  # of this turn, and the option at stake; empty if there is none


@dataclass(frozen=True)
class PlayerRow(Row):
    """What the panel shows of a robot."""

    points: int
    balls: int  # that it carries


def draw(setup: Any, s: Any, *, tile: int = 48) -> Array:
    """The floor with what lies and stands on it, and the public state of each robot."""
    canvas = _background(setup.floor.tobytes(), tuple(setup.sites.tolist()), tile).copy()
    balls = s.balls[: setup.balls].tolist()
    loads = _loads(balls)
    robots = robot_squares(s.rally)
    _draw_things(canvas, setup.floor, s, balls, set(robots.values()), tile)
    fired, corner = list(shots(setup, s)), pen_at(canvas, 0, 0, tile)
    draw_shots(corner, fired)
    draw_robots(canvas, setup.floor, s.rally, tile, archives=False)
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
    """The floor with its ball sites, and an empty panel that is high enough for eight robots."""
    floor = np.frombuffer(floor_bytes, FLOOR)[0]
    picture = draw_floor(floor, tile)
    for number, at in enumerate(sites, start=1):
        draw_site(pen_at(picture, *at, tile), number, busy=bool(floor.squares[at].wrench))
    return beside_panel(picture, floor, tile, WIDTH, PANEL * panel_cell(tile))


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
            found[at] = (*found.get(at, ()), (int(bomb.facing), SEAT_STYLES[bomb.owner]))
    return found


def _draw_panel(canvas: Canvas, setup: Any, s: Any, loads: list[int], tile: int) -> None:
    """Headline, table and robots, and the log in the lines that are left."""
    cell = panel_cell(tile)
    # The first robots enter before there are any registers.
    lamps = 0 if s.stage == Stage.PLACE else lit_lamps(s, Stage.WRENCHES)
    headline = turn_headline(s, Stage(int(s.stage)), POWERBALL_STEPS, lamps, WIDTH, cell)
    rows = (row_pixels(row_of(s, i, loads[i]), cell) for i in range(s.rally.count))
    blocks = (table_pixels(_table(setup, s), cell), *rows)
    happened = LOG.sentences(setup, s)
    fill_panel(canvas, setup.floor, tile, headline, HEADLINE_GAP, blocks, happened, WIDTH)


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
    event = "" if happening == Happening.NONE else title(happening)
    stake = f"at stake: {option_name(int(s.at_stake) - 1)}" if s.at_stake else ""
    return " · ".join(filter(None, (event, stake)))


def row_of(s: Any, i: int, balls: int) -> PlayerRow:
    """The row of a robot that carries so many balls."""
    robot = plain(s.rally.robots[i])
    facts = row_facts(s, robot, i, Ask, Stage.CLEAN_UP)
    if s.stage == Stage.PLACE and robot.place == Place.DESTROYED:
        facts["state"] = facts["state"] if s.winners >> i & 1 else "not yet in"
    elif s.turrets >> i & 1:
        facts["state"] = facts["state"] or "turret next"
    return PlayerRow(**facts, points=int(s.points[i]), balls=balls)


@lru_cache(maxsize=512)
def row_pixels(row: PlayerRow, cell: int) -> Array:
    """The picture of a row, WIDTH by ROW cells."""
    pen = blank_row(row, WIDTH, ROW, cell)
    draw_portrait(pen, row, ROW, SEAT_STYLES[row.seat])
    write, size = pen.canvas.text, text_size(pen)
    write(*pen.at(LEFT, NAME_LINE), robot_name(row.seat), size, INK)
    write(*pen.at(RIGHT, NAME_LINE), f"{row.points} VP", size, INK, anchor="right")
    draw_damage(pen.moved(LEFT, DAMAGE_LINE), row.damage)
    for ball in range(row.balls):
        draw_ball(pen.moved(LEFT + SMALL_BALL + BALLS_APART * ball, BALLS_LINE), SMALL_BALL)
    room = (RIGHT - LEFT - BALLS_APART * row.balls) * cell
    draw_remark(pen.moved(RIGHT, BALLS_LINE), row, room)
    draw_registers(pen.moved(CARDS_LEFT, CARDS_LINE), row.registers)
    notes = pen.moved(NOTES_LEFT, CARDS_LINE)
    draw_options(notes, row.options, NOTES_RIGHT - NOTES_LEFT, NOTE_LINES)
    return cut(pen, WIDTH, ROW)


@lru_cache(maxsize=64)
def table_pixels(table: Table, cell: int) -> Array:
    """Pool, event and community options, WIDTH by TABLE cells."""
    pen = Transform(Canvas(round(WIDTH * cell), round(TABLE * cell), PAPER), 0, 0, cell)
    write, size = pen.canvas.text, text_size(pen, TABLE_TEXT)
    draw_ball(pen.moved(SMALL_BALL + 0.05, POOL_LINE), SMALL_BALL + 0.05)
    pool = f"{table.pool} of {table.balls} in the pool"
    write(*pen.at(3 * SMALL_BALL + APART, POOL_LINE), pool, size, INK)
    left = CARDS_LEFT + APART
    draw_notice(pen.moved(left, POOL_LINE), table.event, WIDTH - left)
    shared = f"Community options: {' · '.join(table.community)}"
    write(*pen.at(0, SHARED_LINE), shared, fitted(shared, size, round(WIDTH * cell)), INK)
    return cut(pen, WIDTH, TABLE)
