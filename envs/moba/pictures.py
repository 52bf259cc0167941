"""What belongs to a team as pictures: its robots' style, its zone, its towers and its base.

Red things have corners and blue ones are round, so that nobody needs colours to tell them apart.
"""

from dataclasses import dataclass

from cogarena.envs.core.draw.canvas import (
    BLUE,
    INK,
    VERMILION,
    WHITE,
    Colour,
    fitted,
    mix,
    shade,
    text_width,
)
from cogarena.envs.core.draw.transform import SMALLEST_DIGIT, Transform
from cogarena.envs.moba.state import BASE_SIDE, TEAMS, Team
from cogarena.envs.rally.device_pictures import draw_bar
from cogarena.envs.rally.robot_pictures import Chassis, RobotStyle, ink_on
from cogarena.envs.rally.state import ROBOTS
from cogarena.envs.rally.surface_pictures import GROUND

# Lengths are in tiles.
TINT = 0.34
HALF_TOWER = 0.46
TURRET = 0.25  # side of a square at each corner of a red tower
HEALTH_BAR = (-0.4, 0.3, 0.8, 0.13)  # of a tower: left, top, width, height
HALF_BASE = BASE_SIDE / 2
BASE_BAR = 0.15  # height of the bar above the base
BADGE, BADGE_PIXELS = 0.3, 14  # half the side of the sign with its number; the side at least
CARD_WIDTH, CARD_HEIGHT = 4.8, 0.4  # of the team option below the base, at most and at least
CARD_PIXELS = 9  # at least
SCREEN, BARRIER = 0.13, 0.08  # thickness
RUIN: Colour = (52, 50, 52)


@dataclass(frozen=True)
class TeamStyle:
    """How to recognise a team."""

    colour: Colour
    letter: str
    chassis: Chassis


TEAM_STYLES = {
    Team.RED: TeamStyle(VERMILION, "R", Chassis.TREADS),
    Team.BLUE: TeamStyle(BLUE, "B", Chassis.WHEELS),
}


@dataclass(frozen=True)
class Tower:
    """A tower that stands."""

    team: Team
    x: int
    y: int
    health: int
    full: int  # its health at the start


@dataclass(frozen=True)
class Base:
    """A base, standing or not."""

    team: Team
    health: int
    full: int  # its health at the start
    option: str  # the team's, empty if there is none


def _robot_style(seat: int) -> RobotStyle:
    team = TEAM_STYLES[Team(Team.RED + seat % TEAMS)]
    return RobotStyle(team.colour, str(seat // TEAMS), team.chassis)


ROBOT_STYLES = tuple(_robot_style(seat) for seat in range(ROBOTS))


def is_round(team: Team) -> bool:
    """The team's things are round."""
    return TEAM_STYLES[team].chassis == Chassis.WHEELS


def ground_of(team: Team) -> Colour:
    """The squares of the team's zone and base."""
    return mix(GROUND, TEAM_STYLES[team].colour, TINT)


def draw_barrier(edge: Transform, team: Team) -> None:
    """The one-way exit of a zone, through the edge above."""
    colour = TEAM_STYLES[team].colour
    edge.box(-0.5, -0.5 - BARRIER, 1, BARRIER, shade(colour, 0.6))
    edge.polygon([(0, -0.46), (0.36, -0.12), (-0.36, -0.12)], shade(colour, 0.6))
    edge.polygon([(0, -0.38), (0.23, -0.16), (-0.23, -0.16)], WHITE)


def draw_screen(edge: Transform, team: Team) -> None:
    """The edge of a base above, which stops fire."""
    colour = TEAM_STYLES[team].colour
    edge.box(-0.5 - SCREEN / 2, -0.5 - SCREEN / 2, 1 + SCREEN, SCREEN, shade(colour, 0.45))
    edge.box(-0.5, -0.5 - SCREEN / 6, 1, SCREEN / 3, shade(colour, 1.6))


def draw_tower(pen: Transform, tower: Tower) -> None:
    """A tower with its hit points."""
    colour = TEAM_STYLES[tower.team].colour
    if is_round(tower.team):
        pen.disc(0, 0, HALF_TOWER, INK)
        pen.disc(0, 0, HALF_TOWER - 0.04, shade(colour, 0.6))
        pen.disc(0, -0.05, 0.31, colour)
    else:
        pen.box(-0.4, -0.4, 0.8, 0.8, INK)
        for x in (-HALF_TOWER, HALF_TOWER - TURRET):
            for y in (-HALF_TOWER, HALF_TOWER - TURRET):
                pen.plate(x, y, TURRET, TURRET, INK, shade(colour, 0.6), line=0.04)
        pen.box(-0.36, -0.36, 0.72, 0.72, shade(colour, 0.6))
        pen.box(-0.29, -0.32, 0.58, 0.54, colour)
    label = str(tower.health)
    size = fitted(label, max(0.44 * pen.tile, SMALLEST_DIGIT), 0.72 * pen.tile)
    pen.canvas.text(*pen.at(0, -0.05), label, size, ink_on(colour), anchor="middle")
    draw_bar(pen, HEALTH_BAR, tower.health / tower.full, colour)


def draw_base(pen: Transform, base: Base) -> None:
    """The base around the pen, with a bar of its hit points above and the team's option below."""
    if base.health == 0:
        _draw_ruin(pen)
    box = (-HALF_BASE, -HALF_BASE - SCREEN - BASE_BAR, 2 * HALF_BASE, BASE_BAR)
    draw_bar(pen, box, base.health / base.full, TEAM_STYLES[base.team].colour)
    if base.option:
        _draw_card(pen, base.option)


def draw_badge(pen: Transform, base: Base) -> None:
    """The hit points of a base where its squares meet, over the robots that stand there."""
    colour = TEAM_STYLES[base.team].colour
    half = max(BADGE, BADGE_PIXELS / pen.tile / 2)
    if is_round(base.team):
        pen.disc(0, 0, half, WHITE)
        pen.disc(0, 0, half - 0.05, colour)
    else:
        pen.plate(-half, -half, 2 * half, 2 * half, WHITE, colour, line=0.05)
    label = str(base.health)
    size = fitted(label, max(0.36 * pen.tile, SMALLEST_DIGIT), 2 * half * pen.tile - 2)
    pen.canvas.text(pen.x, pen.y, label, size, WHITE, anchor="middle")


def _draw_ruin(pen: Transform) -> None:
    """What is left of a base."""
    side = 2 * HALF_BASE - SCREEN
    pen.box(-side / 2, -side / 2, side, side, RUIN, alpha=0.85)
    reach = 0.6 * HALF_BASE
    for end in (reach, -reach):
        pen.line([(-reach, -end), (reach, end)], mix(RUIN, WHITE, 0.7), width=0.16)


def _draw_card(pen: Transform, option: str) -> None:
    """The card that all of the team have."""
    size = fitted(option, 0.3 * pen.tile, CARD_WIDTH * pen.tile)
    width = text_width(option, size) / pen.tile + 0.3
    height = max(CARD_HEIGHT, CARD_PIXELS / pen.tile)
    top = HALF_BASE + SCREEN / 2
    pen.plate(-width / 2, top, width, height, INK, WHITE, line=0.03, radius=0.08)
    pen.canvas.text(*pen.at(0, top + height / 2), option, size, INK, anchor="middle")
