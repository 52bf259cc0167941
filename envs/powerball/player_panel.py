"""The panel beside the floor: what belongs to all, and the robots one below the other."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from cogarena.envs.core.drawing import BLUE, INK, PAPER, Canvas, fitted, shade
from cogarena.envs.powerball.pictures import draw_ball
from cogarena.envs.powerball.state import MOST_OPTIONS, Ask, Stage
from cogarena.envs.rally.render import draw_notice
from cogarena.envs.rally.pen import SMALLEST_DIGIT, Pen
from cogarena.envs.rally.robot_pictures import plain
from cogarena.envs.rally.panel import (
    GAP,
    HEART,
    Registers,
    draw_backing,
    draw_damage,
    draw_options,
    draw_portrait,
    draw_registers,
    question_text,
    registers_of,
    state_of,
)
from cogarena.envs.rally.robot_pictures import AGENTS
from cogarena.envs.rally.state import Place, Power
from cogarena.envs.rally.text import option_names

Array = np.ndarray[Any, Any]

# Lengths are in cells of the panel.
WIDTH, ROW, TABLE = 10.0, 1.2, 1.0
NAME_LINE, DAMAGE_LINE, BALLS_LINE, CARDS_LINE = 0.21, 0.56, 0.91, 0.565  # middles
LEFT, RIGHT = 0.98, 3.43  # of the name, the damage and the balls
CARDS_LEFT, NOTES_LEFT, NOTES_RIGHT = 3.55, 6.97, WIDTH - 0.05
NOTE_LINES = MOST_OPTIONS + 1  # one too many, while its player is asked which to discard
BALL, BALLS_APART = 0.125, 0.27
APART = 0.1  # from one thing to the next
TEXT, TABLE_TEXT = 0.28, 0.32
POOL_LINE, SHARED_LINE = 0.25, 0.75


@dataclass(frozen=True)
class Table:
    """What the panel shows of the things that belong to all."""

    pool: int  # balls in it
    balls: int  # in the game
    community: tuple[str, ...]  # options
    event: str  # of this turn, and the option at stake; empty if there is none


@dataclass(frozen=True)
class PlayerRow:
    """What the panel shows of a robot."""

    seat: int
    question: str  # what its player is asked, empty if nothing
    state: str  # in words, empty if it simply runs
    destroyed: bool
    asleep: bool
    damage: int
    points: int
    balls: int  # that it carries
    registers: Registers
    options: tuple[str, ...]


def row_of(s: Any, r: Any, i: int, balls: int, *, asked: bool) -> PlayerRow:
    """The row of a robot."""
    robot = plain(r.robots[i])
    return PlayerRow(
        seat=i,
        question=question_text(int(robot.asked), Ask) if asked else "",
        state=_state(s, robot, i),
        destroyed=bool(robot.place != Place.FLOOR),
        asleep=bool(robot.power == Power.DOWN),
        damage=int(robot.damage),
        points=int(s.points[i]),
        balls=balls,
        registers=registers_of(r, i, s.stage, Stage.CLEAN_UP),
        options=tuple(option_names(robot.options)),
    )


def _state(s: Any, robot: Any, i: int) -> str:
    if s.winners >> i & 1:
        return "winner ★"
    if s.stage == Stage.PLACE and robot.place == Place.DESTROYED:
        return "not yet in"
    return state_of(robot) or ("turret next" if s.turrets >> i & 1 else "")


@lru_cache(maxsize=512)
def row_pixels(row: PlayerRow, cell: int) -> Array:
    """The picture of a row, WIDTH by ROW cells."""
    width, height = round(WIDTH * cell), round(ROW * cell)
    canvas = Canvas(width, height, PAPER)
    pen = Pen(canvas, 0, 0, cell)
    draw_backing(pen, WIDTH, ROW - GAP, asked=bool(row.question))
    look = AGENTS[row.seat]
    draw_portrait(pen, ROW - GAP, look, asleep=row.asleep, destroyed=row.destroyed)
    size = max(TEXT * cell, SMALLEST_DIGIT)
    canvas.text(*pen.at(LEFT, NAME_LINE), f"robot_{row.seat}", size, INK)
    canvas.text(*pen.at(RIGHT, NAME_LINE), f"{row.points} VP", size, INK, anchor="right")
    draw_damage(pen.moved(LEFT, DAMAGE_LINE), row.damage)
    for ball in range(row.balls):
        draw_ball(pen.moved(LEFT + BALL + BALLS_APART * ball, BALLS_LINE), BALL)
    _draw_words(pen, row, size)
    draw_registers(pen.moved(CARDS_LEFT, CARDS_LINE), row.registers)
    notes = pen.moved(NOTES_LEFT, CARDS_LINE)
    draw_options(notes, row.options, NOTES_RIGHT - NOTES_LEFT, NOTE_LINES)
    return canvas.pixels[:height, :width]


def _draw_words(pen: Pen, row: PlayerRow, size: float) -> None:
    """What the player is asked, or what there is to say of the robot, beside the balls."""
    words = row.question or row.state
    room = (RIGHT - LEFT - BALLS_APART * row.balls) * pen.tile
    colour = shade(BLUE, 0.8) if row.question else HEART
    place = pen.at(RIGHT, BALLS_LINE)
    pen.canvas.text(*place, words, fitted(words, size, room), colour, anchor="right")


@lru_cache(maxsize=64)
def table_pixels(table: Table, cell: int) -> Array:
    """Pool, event and community options, WIDTH by TABLE cells."""
    width, height = round(WIDTH * cell), round(TABLE * cell)
    canvas = Canvas(width, height, PAPER)
    pen = Pen(canvas, 0, 0, cell)
    size = max(TABLE_TEXT * cell, SMALLEST_DIGIT)
    draw_ball(pen.moved(BALL + 0.05, POOL_LINE), BALL + 0.05)
    pool = f"{table.pool} of {table.balls} in the pool"
    canvas.text(*pen.at(3 * BALL + APART, POOL_LINE), pool, size, INK)
    left = CARDS_LEFT + APART
    draw_notice(pen.moved(left, POOL_LINE), table.event, WIDTH - left)
    shared = f"Community options: {' · '.join(table.community)}"
    canvas.text(*pen.at(0, SHARED_LINE), shared, fitted(shared, size, width), INK)
    return canvas.pixels[:height, :width]
