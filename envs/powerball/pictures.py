"""What Powerball adds to a floor: balls, bombs, the numbers of sites, throws and turret shots."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from cogarena.envs.core.draw.canvas import INK, WHITE, Colour, star
from cogarena.envs.core.draw.transform import QUARTER, SMALLEST_DIGIT, Transform
from cogarena.envs.powerball.state import BOTH_BARRELS, BallPlace, Stage
from cogarena.envs.rally.deck import has
from cogarena.envs.rally.device_pictures import draw_flag_tag, draw_tag
from cogarena.envs.rally.options import Option
from cogarena.envs.rally.robot_pictures import SEAT_STYLES, RobotStyle
from cogarena.envs.rally.shot_pictures import Kind, Shot
from cogarena.envs.rally.shots import rally_shots, shot_at
from cogarena.envs.rally.state import Place, Power
from cogarena.envs.rally.surface_pictures import GROUND, HAZARD, REPAIR_RIM

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


def draw_site(pen: Transform, number: int, *, busy: bool) -> None:
    """The number of a square where balls spawn: faint, or small and in a corner if it is busy."""
    size = max(SITE_ASIDE if busy else SITE, SMALLEST_DIGIT / pen.tile)
    if busy:
        corner = pen.at(-0.5 + 0.12 * size, 0.5 - 0.5 * size)
        pen.canvas.text(*corner, str(number), size * pen.tile, INK, halo=GROUND)
    else:
        pen.text(0, 0, str(number), size, INK, alpha=SITE_ALPHA)


def draw_wrench_tag(pen: Transform, number: int) -> None:
    """The number of a wrench."""
    draw_tag(pen, number, REPAIR_RIM)


def draw_ball(pen: Transform, radius: float) -> None:
    """A ball with a flash of lightning on it."""
    pen.disc(0, 0, radius, INK)
    pen.disc(0, 0, radius * (1 - RIM), BRIGHT)
    pen.disc(-0.25 * radius, -0.3 * radius, 0.4 * radius, GLEAM)
    pen.polygon([(radius * x, radius * y) for x, y in BOLT], INK)


def draw_carried(pen: Transform, balls: int) -> None:
    """The balls that a robot carries, at its sides."""
    for place in CARRIED_PLACES[:balls]:
        draw_ball(pen.moved(*place), BALL_CARRIED)


def draw_flying(pen: Transform, balls: int) -> None:
    """The balls that have hit the robot on the square and are still in the air over it."""
    for place in FLYING_PLACES[:balls]:
        ball = pen.moved(*place)
        ball.disc(0, 0, GLOW, WHITE)
        draw_ball(ball, BALL_FLYING)


def draw_things(pen: Transform, ball: float, bombs: tuple[Bomb, ...], flag: int) -> None:
    """What lies on a square: a ball of that radius, if any, and bombs; the flag under them."""
    if ball:
        draw_ball(pen, ball)
    if bombs:
        _draw_bombs(pen, bombs)
    if flag:
        draw_flag_tag(pen, flag)


def _draw_bombs(pen: Transform, bombs: tuple[Bomb, ...]) -> None:
    """The bombs on one square, small and side by side if they are several."""
    if len(bombs) == 1:
        _draw_bomb(pen, *bombs[0])
        return
    for place, bomb in zip(CROWD_PLACES, bombs, strict=False):
        _draw_bomb(replace(pen.moved(*place), tile=CROWDED * pen.tile), *bomb)


def _draw_bomb(pen: Transform, facing: int, owner: RobotStyle) -> None:
    """A bomb whose nose shows where it faces, with the colour and the number of its owner."""
    turned = pen.turned(QUARTER * facing)
    turned.line(FUSE, INK, width=0.06)
    x, y, reach = SPARK
    turned.polygon(star(x, y, reach, tips=6), HAZARD)
    turned.polygon(NOSE, INK)
    pen.disc(0, 0, CASE, INK)
    pen.disc(0, 0, BAND, owner.colour)
    turned.polygon(NOSE_FILL, owner.colour)
    pen.disc(0, 0, CORE, INK)
    pen.text(0, 0, owner.label, max(0.34, SMALLEST_DIGIT / pen.tile), WHITE)


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
