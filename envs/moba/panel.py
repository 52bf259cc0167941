"""The panel below the floor: the bases, and the robots of both teams."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from cogarena.envs.core.draw.canvas import (
    INK,
    PAPER,
    SILVER,
    WHITE,
    Canvas,
    fitted,
    shade,
    text_width,
)
from cogarena.envs.core.draw.transform import Transform
from cogarena.envs.moba.pictures import ROBOT_STYLES, TEAM_STYLES, Base, is_round
from cogarena.envs.moba.scores import kdo
from cogarena.envs.moba.state import Ask, Stage
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
from cogarena.envs.rally.robot_pictures import draw_token
from cogarena.envs.rally.state import plain

Array = np.ndarray[Any, Any]

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
    pen = blank_row(row, ROW_WIDTH, ROW, cell)
    draw_portrait(pen, row, ROW, ROBOT_STYLES[row.seat])
    title, size = _title(row, cell), text_size(pen)
    pen.canvas.text(*pen.at(LEFT, NAME_LINE), title, size, INK)
    room = (RIGHT - LEFT - APART) * cell - text_width(title, size)
    draw_remark(pen.moved(RIGHT, NAME_LINE), row, room)
    draw_damage(pen.moved(LEFT, DAMAGE_LINE), row.damage)
    for token in range(row.tokens):
        draw_token(pen.moved(TOKENS_LEFT + TOKENS_APART * token, DAMAGE_LINE))
    draw_registers(pen.moved(LEFT, CARDS_LINE), row.registers)
    notes = pen.moved(NOTES_LEFT, NOTES_LINE)
    draw_options(notes, _notes(row, cell), NOTES_RIGHT - NOTES_LEFT, NOTE_LINES)
    return cut(pen, ROW_WIDTH, ROW)


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
    pen = Transform(canvas, 0, HEADLINE / 2 * cell, cell)
    size = text_size(pen, TEAM_TEXT)
    _draw_sign(pen, base, size)
    pen = pen.moved(BAR_HEIGHT + APART, 0)
    name = base.team.name.title() + (" base" if cell >= SMALLEST_NAMES else "")
    canvas.text(pen.x, pen.y, name, size, PAPER)
    pen = pen.moved(text_width(name, size) / cell + APART, 0)
    _draw_bar(pen, base, size)
    pen = pen.moved(BAR + APART, 0)
    words = base.option or "no team option"
    canvas.text(pen.x, pen.y, words, fitted(words, size, wide - pen.x), PAPER)
    return cut(pen, width, HEADLINE)


def _draw_sign(pen: Transform, base: Base, size: float) -> None:
    """The shape, colour and letter of the team."""
    style = TEAM_STYLES[base.team]
    half = BAR_HEIGHT / 2
    if is_round(base.team):
        pen.disc(half, 0, half, style.colour)
    else:
        pen.box(0, -half, BAR_HEIGHT, BAR_HEIGHT, style.colour)
    pen.text(half, 0, style.letter, size / pen.tile, WHITE)


def _draw_bar(pen: Transform, base: Base, size: float) -> None:
    """The hit points that are left of those at the start."""
    top = -BAR_HEIGHT / 2
    pen.box(0, top, BAR, BAR_HEIGHT, shade(SILVER, 0.35))
    if base.health:
        share = base.health / base.full
        pen.box(0, top, share * BAR, BAR_HEIGHT, TEAM_STYLES[base.team].colour)
    pen.text(BAR / 2, 0, f"{base.health}/{base.full}", size / pen.tile, WHITE)
