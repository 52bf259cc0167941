"""The picture of Powerball: the floor from above, and a panel with the robots.

Powerball adds balls, bombs, the numbers of sites, throws and turret shots to the floor.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from cogarena.envs.core.draw.canvas import INK, PAPER, WHITE, Canvas, Colour, fitted, star
from cogarena.envs.core.draw.transform import QUARTER, SMALLEST_DIGIT, Transform
from cogarena.envs.powerball.state import (
    BOTH_BARRELS,
    MOST_OPTIONS,
    Ask,
    BallPlace,
    Happening,
    Stage,
)
from cogarena.envs.powerball.text import LOG
from cogarena.envs.rally import floor_pictures, panel
from cogarena.envs.rally import render as view
from cogarena.envs.rally.cards import Option
from cogarena.envs.rally.deck import has
from cogarena.envs.rally.floor import FLOOR
from cogarena.envs.rally.robot_pictures import SEAT_STYLES, RobotStyle
from cogarena.envs.rally.shot_pictures import Kind, Shot, draw_hits, draw_shots
from cogarena.envs.rally.shots import rally_shots, shot_at
from cogarena.envs.rally.square_pictures import GROUND, HAZARD, REPAIR_RIM, draw_flag_tag, draw_tag
from cogarena.envs.rally.state import ROBOTS, Place, Power, plain
from cogarena.envs.rally.text import option_name, robot_name, title

Array = np.ndarray[Any, Any]
Square = tuple[int, int]  # x, y

POWERBALL_STEPS = view.STEPS | {
    "DELIVER_MOVED": ("balls are delivered", "robots move"),
    "EXPRESS_BELTS": ("belts run", "robots move"),
    "BELTS": ("belts run", "belts run"),
    "DELIVER_CARRIED": ("balls are delivered", "belts run"),
    "AIM": ("belts run", "belts run"),
    "FIRE": ("weapons fire", "belts run"),
    "EFFECTS": view.HURTING,
    "REMOVE": view.HURTING,
    "DELIVER_FIRED": ("balls are delivered", "damage is dealt"),
    "BOMBS": ("bombs explode", "damage is dealt"),
    "SPAWN": ("bombs explode, balls appear", "damage is dealt"),
    "REENTER": ("robots enter", "damage is dealt"),
    "WRENCHES": ("wrenches and flags pay", "robots enter"),
    "FLAGS": ("wrenches and flags pay", "wrenches and flags pay"),
    "EVENT": ("an event", "wrenches and flags pay"),
    "REENTER_AGAIN": ("robots enter", "an event"),
    "END": view.ENDING,
    "PLACE": ("robots enter", "robots enter"),
}

# Lengths are in cells of the panel.
WIDTH, ROW, TABLE = 10.0, 1.2, 1.0
HEADLINE_GAP = 0.08  # below the headline
PANEL = (
    view.HEADLINE + HEADLINE_GAP + TABLE + ROBOTS * ROW + view.LOG_LINES * view.LOG_LINE
)  # height at least
NAME_LINE, DAMAGE_LINE, BALLS_LINE, CARDS_LINE = 0.21, 0.56, 0.91, 0.565  # middles
LEFT, RIGHT = 0.98, 3.43  # of the name, the damage and the balls
CARDS_LEFT, NOTES_LEFT, NOTES_RIGHT = 3.55, 6.97, WIDTH - 0.05
NOTE_LINES = MOST_OPTIONS + 1  # one too many, while its player is asked which to discard
SMALL_BALL, BALLS_APART = 0.125, 0.27
APART = 0.1  # from one thing to the next
TABLE_TEXT = 0.32
POOL_LINE, SHARED_LINE = 0.25, 0.75

Bomb = tuple[int, RobotStyle]  # facing, owner

BRIGHT: Colour = (228, 255, 58)
GLEAM: Colour = (250, 255, 214)

# Lengths are in tiles.
BALL, BALL_UNDER, BALL_CARRIED = 0.3, 0.48, 0.135  # radius: alone, under something, on a robot
RIM = 0.13  # of a ball's radius
BOLT = (  # the sign on a ball, for a radius of 1
    (0.2, -0.72), (-0.46, 0.12), (-0.04, 0.12), (-0.2, 0.72), (0.46, -0.14), (0.04, -0.14),
)  # fmt: skip
CARRIED_PLACES = ((-0.36, 0.22), (-0.36, -0.05), (0.36, 0.22))
BALL_FLYING, GLOW = 0.17, 0.22  # radius of a ball in the air, and of the light around it
FLYING_PLACES = ((0.29, -0.29), (0.29, 0.06), (-0.06, -0.29), (-0.29, 0.29))
CASE, BAND, CORE = 0.32, 0.29, 0.22  # radii of a bomb
NOSE = ((0, -0.48), (0.24, -0.2), (-0.24, -0.2))
NOSE_FILL = ((0, -0.42), (0.17, -0.22), (-0.17, -0.22))
FUSE, SPARK = ((0, 0.3), (0.08, 0.38), (0.2, 0.38)), (0.24, 0.36, 0.13)
SITE, SITE_ALPHA = 0.44, 0.5
SITE_ASIDE = 0.3
CROWDED, CROWD_PLACES = 0.52, ((-0.24, -0.24), (0.24, 0.24), (0.24, -0.24), (-0.24, 0.24))


@dataclass(frozen=True)
class Table:
    """What the panel shows of the things that belong to all."""

    pool: int  # balls in it
    balls: int  # in the game
    community: tuple[str, ...]  # options
    event: str  # of this turn, and the option at stake; empty if there is none


@dataclass(frozen=True)
class PlayerRow(panel.Row):
    """What the panel shows of a robot."""

    points: int
    balls: int  # that it carries


def draw(setup: Any, s: Any, *, tile: int = 48) -> Array:
    """The floor with what lies and stands on it, and the public state of each robot."""
    canvas = _background(setup.floor.tobytes(), tuple(setup.sites.tolist()), tile).copy()
    balls = s.balls[: setup.balls].tolist()
    loads = _loads(balls)
    robots = floor_pictures.robot_squares(s.rally)
    _draw_things(canvas, setup.floor, s, balls, set(robots.values()), tile)
    fired, corner = list(shots(setup, s)), floor_pictures.transform_at(canvas, 0, 0, tile)
    draw_shots(corner, fired)
    floor_pictures.draw_robots(canvas, setup.floor, s.rally, tile, archives=False)
    for number, at in enumerate(setup.wrenches.tolist(), start=1):
        floor_pictures.draw_over(canvas, *at, tile, draw_wrench_tag, number)
    for i, at in robots.items():
        if loads[i]:
            floor_pictures.draw_over(canvas, *at, tile, draw_carried, loads[i])
    flying = [(x, y) for place, x, y, _ in balls if place == BallPlace.AIR]
    for at in dict.fromkeys(flying):
        floor_pictures.draw_over(canvas, *at, tile, draw_flying, flying.count(at))
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
    picture = floor_pictures.draw_floor(floor, tile)
    for number, at in enumerate(sites, start=1):
        draw_site(
            floor_pictures.transform_at(picture, *at, tile),
            number,
            busy=bool(floor.squares[at].wrench),
        )
    return view.beside_panel(picture, floor, tile, WIDTH, PANEL * panel.panel_cell(tile))


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
        floor_pictures.draw_over(canvas, *at, tile, draw_things, ball, here, flag)


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
    cell = panel.panel_cell(tile)
    # The first robots enter before there are any registers.
    lamps = 0 if s.stage == Stage.PLACE else view.lit_lamps(s, Stage.WRENCHES)
    headline = view.turn_headline(s, Stage(int(s.stage)), POWERBALL_STEPS, lamps, WIDTH, cell)
    rows = (row_pixels(row_of(s, i, loads[i]), cell) for i in range(s.rally.count))
    blocks = (table_pixels(_table(setup, s), cell), *rows)
    happened = LOG.sentences(setup, s)
    view.fill_panel(canvas, setup.floor, tile, headline, HEADLINE_GAP, blocks, happened, WIDTH)


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
    facts = panel.row_facts(s, robot, i, Ask, Stage.CLEAN_UP)
    if s.stage == Stage.PLACE and robot.place == Place.DESTROYED:
        facts["state"] = facts["state"] if s.winners >> i & 1 else "not yet in"
    elif s.turrets >> i & 1:
        facts["state"] = facts["state"] or "turret next"
    return PlayerRow(**facts, points=int(s.points[i]), balls=balls)


@lru_cache(maxsize=512)
def row_pixels(row: PlayerRow, cell: int) -> Array:
    """The picture of a row, WIDTH by ROW cells."""
    transform = panel.blank_row(row, WIDTH, ROW, cell)
    panel.draw_portrait(transform, row, ROW, SEAT_STYLES[row.seat])
    write, size = transform.canvas.text, panel.text_size(transform)
    write(*transform.at(LEFT, NAME_LINE), robot_name(row.seat), size, INK)
    write(*transform.at(RIGHT, NAME_LINE), f"{row.points} VP", size, INK, anchor="right")
    panel.draw_damage(transform.moved(LEFT, DAMAGE_LINE), row.damage)
    for ball in range(row.balls):
        draw_ball(transform.moved(LEFT + SMALL_BALL + BALLS_APART * ball, BALLS_LINE), SMALL_BALL)
    room = (RIGHT - LEFT - BALLS_APART * row.balls) * cell
    panel.draw_remark(transform.moved(RIGHT, BALLS_LINE), row, room)
    panel.draw_registers(transform.moved(CARDS_LEFT, CARDS_LINE), row.registers)
    notes = transform.moved(NOTES_LEFT, CARDS_LINE)
    panel.draw_options(notes, row.options, NOTES_RIGHT - NOTES_LEFT, NOTE_LINES)
    return panel.cut(transform, WIDTH, ROW)


@lru_cache(maxsize=64)
def table_pixels(table: Table, cell: int) -> Array:
    """Pool, event and community options, WIDTH by TABLE cells."""
    transform = Transform(Canvas(round(WIDTH * cell), round(TABLE * cell), PAPER), 0, 0, cell)
    write, size = transform.canvas.text, panel.text_size(transform, TABLE_TEXT)
    draw_ball(transform.moved(SMALL_BALL + 0.05, POOL_LINE), SMALL_BALL + 0.05)
    pool = f"{table.pool} of {table.balls} in the pool"
    write(*transform.at(3 * SMALL_BALL + APART, POOL_LINE), pool, size, INK)
    left = CARDS_LEFT + APART
    view.draw_notice(transform.moved(left, POOL_LINE), table.event, WIDTH - left)
    shared = f"Community options: {' · '.join(table.community)}"
    write(*transform.at(0, SHARED_LINE), shared, fitted(shared, size, round(WIDTH * cell)), INK)
    return panel.cut(transform, WIDTH, TABLE)


def draw_site(transform: Transform, number: int, *, busy: bool) -> None:
    """The number of a square where balls spawn: faint, or small and in a corner if it is busy."""
    size = max(SITE_ASIDE if busy else SITE, SMALLEST_DIGIT / transform.tile)
    if busy:
        corner = transform.at(-0.5 + 0.12 * size, 0.5 - 0.5 * size)
        transform.canvas.text(*corner, str(number), size * transform.tile, INK, halo=GROUND)
    else:
        transform.text(0, 0, str(number), size, INK, alpha=SITE_ALPHA)


def draw_wrench_tag(transform: Transform, number: int) -> None:
    """The number of a wrench."""
    draw_tag(transform, number, REPAIR_RIM)


def draw_ball(transform: Transform, radius: float) -> None:
    """A ball with a flash of lightning on it."""
    transform.disc(0, 0, radius, INK)
    transform.disc(0, 0, radius * (1 - RIM), BRIGHT)
    transform.disc(-0.25 * radius, -0.3 * radius, 0.4 * radius, GLEAM)
    transform.polygon([(radius * x, radius * y) for x, y in BOLT], INK)


def draw_carried(transform: Transform, balls: int) -> None:
    """The balls that a robot carries, at its sides."""
    for place in CARRIED_PLACES[:balls]:
        draw_ball(transform.moved(*place), BALL_CARRIED)


def draw_flying(transform: Transform, balls: int) -> None:
    """The balls that have hit the robot on the square and are still in the air over it."""
    for place in FLYING_PLACES[:balls]:
        ball = transform.moved(*place)
        ball.disc(0, 0, GLOW, WHITE)
        draw_ball(ball, BALL_FLYING)


def draw_things(transform: Transform, ball: float, bombs: tuple[Bomb, ...], flag: int) -> None:
    """What lies on a square: a ball of that radius, if any, and bombs; the flag under them."""
    if ball:
        draw_ball(transform, ball)
    if bombs:
        _draw_bombs(transform, bombs)
    if flag:
        draw_flag_tag(transform, flag)


def _draw_bombs(transform: Transform, bombs: tuple[Bomb, ...]) -> None:
    """The bombs on one square, small and side by side if they are several."""
    if len(bombs) == 1:
        _draw_bomb(transform, *bombs[0])
        return
    for place, bomb in zip(CROWD_PLACES, bombs, strict=False):
        _draw_bomb(replace(transform.moved(*place), tile=CROWDED * transform.tile), *bomb)


def _draw_bomb(transform: Transform, facing: int, owner: RobotStyle) -> None:
    """A bomb whose nose shows where it faces, with the colour and the number of its owner."""
    turned = transform.turned(QUARTER * facing)
    turned.line(FUSE, INK, width=0.06)
    x, y, reach = SPARK
    turned.polygon(star(x, y, reach, tips=6), HAZARD)
    turned.polygon(NOSE, INK)
    transform.disc(0, 0, CASE, INK)
    transform.disc(0, 0, BAND, owner.colour)
    turned.polygon(NOSE_FILL, owner.colour)
    transform.disc(0, 0, CORE, INK)
    transform.text(0, 0, owner.label, max(0.34, SMALLEST_DIGIT / transform.tile), WHITE)


def shots(setup: Any, s: Any) -> Iterator[Shot]:
    """The shots in flight, none outside the stages of fire."""
    yield from rally_shots(setup.floor, s, Stage.FIRE, Stage.DAMAGE)
    if s.stage == Stage.DAMAGE:
        yield from _throws(setup, s)
        yield from _turret_shots(s.rally)


def _throws(setup: Any, s: Any) -> Iterator[Shot]:
    """P8, P28: thrown balls, and the laser that a robot of two barrels fires beside one ball."""
    r = s.rally
    flying = s.balls[: setup.balls]
    flying = flying[flying["place"] == BallPlace.AIR]
    thrown = flying["carrier"].tolist()
    for i in dict.fromkeys(thrown):
        robot = r.robots[i]
        target = r.robots[robot.target]
        if thrown.count(i) < BOTH_BARRELS and has(robot, Option.DOUBLE_BARRELED_LASER):
            yield shot_at(Kind.LASER, SEAT_STYLES[i].colour, robot, target)
        yield shot_at(Kind.BALL, BRIGHT, robot, target)


def _turret_shots(r: Any) -> Iterator[Shot]:
    """P22: turrets fire over everything."""
    for i, robot in enumerate(r.robots[: r.count]):
        if robot.place != Place.FLOOR or robot.power != Power.STATIONED:
            continue
        for target in r.robots[: r.count]:
            if target.hitters >> i & 1:
                yield shot_at(Kind.LASER, SEAT_STYLES[i].colour, robot, target, barrels=2)
