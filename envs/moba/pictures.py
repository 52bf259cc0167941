"""The teams of MOBA Rally as pictures: robot styles, zones, towers and bases, the panel's rows.

Red things have corners and blue ones are round, so that nobody needs colours to tell them apart.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from cogarena.envs.core.draw.canvas import (
    BLUE,
    INK,
    PAPER,
    SILVER,
    VERMILION,
    WHITE,
    Canvas,
    Colour,
    fitted,
    mix,
    shade,
    text_width,
)
from cogarena.envs.core.draw.transform import SMALLEST_DIGIT, Transform
from cogarena.envs.moba.scores import kdo
from cogarena.envs.moba.state import BASE_SIDE, TEAMS, Ask, Stage, Team
from cogarena.envs.moba.text import robot_name
from cogarena.envs.rally.panel import (
    Row,
    blank_row,
    cut,
    draw_damage,
    draw_options,
    draw_portrait,
    draw_registers,
    draw_remark,
    row_facts,
    text_size,
)
from cogarena.envs.rally.render import HEADLINE
from cogarena.envs.rally.robot_pictures import Chassis, RobotStyle, draw_token, ink_on
from cogarena.envs.rally.square_pictures import GROUND, draw_bar
from cogarena.envs.rally.state import ROBOTS, plain

Array = np.ndarray[Any, Any]

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

# Lengths are in cells of the panel.
ROW_WIDTH, ROW = 6.98, 1.7
NAME_LINE, DAMAGE_LINE, CARDS_LINE = 0.2, 0.6, 1.18  # the middles of the lines of a row
LEFT, RIGHT = 0.98, ROW_WIDTH - 0.12
TOKENS_LEFT, TOKENS_APART = 3.68, 0.27
NOTES_LEFT, NOTES_RIGHT, NOTES_LINE, NOTE_LINES = 4.44, ROW_WIDTH - 0.06, 1.03, 4
SMALLEST_NAMES = 32  # pixels: in smaller cells options are counted, and words are left out
BAR, BAR_HEIGHT = 2.2, 0.46  # of a base in the headline
APART = 0.2  # from one thing to the next
TEAM_TEXT = 0.34


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


def draw_tower(transform: Transform, tower: Tower) -> None:
    """A tower with its hit points."""
    colour = TEAM_STYLES[tower.team].colour
    if is_round(tower.team):
        transform.disc(0, 0, HALF_TOWER, INK)
        transform.disc(0, 0, HALF_TOWER - 0.04, shade(colour, 0.6))
        transform.disc(0, -0.05, 0.31, colour)
    else:
        transform.box(-0.4, -0.4, 0.8, 0.8, INK)
        for x in (-HALF_TOWER, HALF_TOWER - TURRET):
            for y in (-HALF_TOWER, HALF_TOWER - TURRET):
                transform.plate(x, y, TURRET, TURRET, INK, shade(colour, 0.6), line=0.04)
        transform.box(-0.36, -0.36, 0.72, 0.72, shade(colour, 0.6))
        transform.box(-0.29, -0.32, 0.58, 0.54, colour)
    label = str(tower.health)
    size = fitted(label, max(0.44 * transform.tile, SMALLEST_DIGIT), 0.72 * transform.tile)
    transform.canvas.text(*transform.at(0, -0.05), label, size, ink_on(colour), anchor="middle")
    draw_bar(transform, HEALTH_BAR, tower.health / tower.full, colour)


def draw_base(transform: Transform, base: Base) -> None:
    """The base around the origin: a bar of its hit points above, and the team's option below."""
    if base.health == 0:
        _draw_ruin(transform)
    box = (-HALF_BASE, -HALF_BASE - SCREEN - BASE_BAR, 2 * HALF_BASE, BASE_BAR)
    draw_bar(transform, box, base.health / base.full, TEAM_STYLES[base.team].colour)
    if base.option:
        _draw_card(transform, base.option)


def draw_badge(transform: Transform, base: Base) -> None:
    """The hit points of a base where its squares meet, over the robots that stand there."""
    colour = TEAM_STYLES[base.team].colour
    half = max(BADGE, BADGE_PIXELS / transform.tile / 2)
    if is_round(base.team):
        transform.disc(0, 0, half, WHITE)
        transform.disc(0, 0, half - 0.05, colour)
    else:
        transform.plate(-half, -half, 2 * half, 2 * half, WHITE, colour, line=0.05)
    label = str(base.health)
    size = fitted(label, max(0.36 * transform.tile, SMALLEST_DIGIT), 2 * half * transform.tile - 2)
    transform.canvas.text(transform.x, transform.y, label, size, WHITE, anchor="middle")


def _draw_ruin(transform: Transform) -> None:
    """What is left of a base."""
    side = 2 * HALF_BASE - SCREEN
    transform.box(-side / 2, -side / 2, side, side, RUIN, alpha=0.85)
    reach = 0.6 * HALF_BASE
    for end in (reach, -reach):
        transform.line([(-reach, -end), (reach, end)], mix(RUIN, WHITE, 0.7), width=0.16)


def _draw_card(transform: Transform, option: str) -> None:
    """The card that all of the team have."""
    size = fitted(option, 0.3 * transform.tile, CARD_WIDTH * transform.tile)
    width = text_width(option, size) / transform.tile + 0.3
    height = max(CARD_HEIGHT, CARD_PIXELS / transform.tile)
    top = HALF_BASE + SCREEN / 2
    transform.plate(-width / 2, top, width, height, INK, WHITE, line=0.03, radius=0.08)
    transform.canvas.text(*transform.at(0, top + height / 2), option, size, INK, anchor="middle")


@dataclass(frozen=True)
class TeamRow(Row):
    """What the panel shows of a robot."""

    tokens: int
    tally: tuple[int, int, int, int]  # KDO, kills, deaths, objectives


def row_of(s: Any, i: int) -> TeamRow:
    """The row of a robot."""
    robot, score = plain(s.rally.robots[i]), s.scores[i]
    facts = row_facts(s, robot, i, Ask, Stage.CLEAN_UP)
    tally = (int(kdo(score)), int(score.kills), int(score.deaths), int(score.objectives))
    return TeamRow(**facts, tokens=robot.tokens, tally=tally)


@lru_cache(maxsize=512)
def row_pixels(row: TeamRow, cell: int) -> Array:
    """The picture of a row, ROW_WIDTH by ROW cells."""
    transform = blank_row(row, ROW_WIDTH, ROW, cell)
    draw_portrait(transform, row, ROW, ROBOT_STYLES[row.seat])
    title, size = _title(row, cell), text_size(transform)
    transform.canvas.text(*transform.at(LEFT, NAME_LINE), title, size, INK)
    room = (RIGHT - LEFT - APART) * cell - text_width(title, size)
    draw_remark(transform.moved(RIGHT, NAME_LINE), row, room)
    draw_damage(transform.moved(LEFT, DAMAGE_LINE), row.damage)
    for token in range(row.tokens):
        draw_token(transform.moved(TOKENS_LEFT + TOKENS_APART * token, DAMAGE_LINE))
    draw_registers(transform.moved(LEFT, CARDS_LINE), row.registers)
    notes = transform.moved(NOTES_LEFT, NOTES_LINE)
    draw_options(notes, _notes(row, cell), NOTES_RIGHT - NOTES_LEFT, NOTE_LINES)
    return cut(transform, ROW_WIDTH, ROW)


def _title(row: TeamRow, cell: int) -> str:
    """The name, and the score unless cells are small."""
    name = robot_name(row.seat)
    total, *parts = row.tally
    return name if cell < SMALLEST_NAMES else f"{name}  KDO {total} ({'/'.join(map(str, parts))})"


def _notes(row: TeamRow, cell: int) -> tuple[str, ...]:
    """The options by name; in small cells the score, and how many options there are."""
    if cell >= SMALLEST_NAMES:
        return row.options
    count = len(row.options)
    score = f"KDO {row.tally[0]}"
    return (score, f"{count} option{'s' if count > 1 else ''}") if count else (score,)


@lru_cache(maxsize=256)
def base_pixels(base: Base, width: float, cell: int) -> Array:
    """A base in the headline, `width` by HEADLINE cells: hit points, and the team's option."""
    wide = round(width * cell)
    canvas = Canvas(wide, round(HEADLINE * cell), INK)
    transform = Transform(canvas, 0, HEADLINE / 2 * cell, cell)
    size = text_size(transform, TEAM_TEXT)
    _draw_sign(transform, base, size)
    transform = transform.moved(BAR_HEIGHT + APART, 0)
    name = base.team.name.title() + (" base" if cell >= SMALLEST_NAMES else "")
    canvas.text(transform.x, transform.y, name, size, PAPER)
    transform = transform.moved(text_width(name, size) / cell + APART, 0)
    _draw_bar(transform, base, size)
    transform = transform.moved(BAR + APART, 0)
    words = base.option or "no team option"
    canvas.text(transform.x, transform.y, words, fitted(words, size, wide - transform.x), PAPER)
    return cut(transform, width, HEADLINE)


def _draw_sign(transform: Transform, base: Base, size: float) -> None:
    """The shape, colour and letter of the team."""
    style = TEAM_STYLES[base.team]
    half = BAR_HEIGHT / 2
    if is_round(base.team):
        transform.disc(half, 0, half, style.colour)
    else:
        transform.box(0, -half, BAR_HEIGHT, BAR_HEIGHT, style.colour)
    transform.text(half, 0, style.letter, size / transform.tile, WHITE)


def _draw_bar(transform: Transform, base: Base, size: float) -> None:
    """The hit points that are left of those at the start."""
    top = -BAR_HEIGHT / 2
    transform.box(0, top, BAR, BAR_HEIGHT, shade(SILVER, 0.35))
    if base.health:
        share = base.health / base.full
        transform.box(0, top, share * BAR, BAR_HEIGHT, TEAM_STYLES[base.team].colour)
    transform.text(BAR / 2, 0, f"{base.health}/{base.full}", size / transform.tile, WHITE)
