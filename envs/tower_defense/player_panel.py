"""The panel beside the floor: what is in the air, and the robots one below the other."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from cogarena.envs.core.drawing import BLUE, INK, PAPER, Canvas, fitted, shade, text_width
from cogarena.envs.rally.render import draw_notice
from cogarena.envs.rally.pen import SMALLEST_DIGIT, Pen
from cogarena.envs.rally.robot_pictures import plain
from cogarena.envs.rally.panel import (
    FIGURE_WIDTH,
    GAP,
    HEART,
    Registers,
    draw_backing,
    draw_damage,
    draw_lives,
    draw_options,
    draw_portrait,
    draw_registers,
    draw_touched,
    question_text,
    registers_of,
    state_of,
)
from cogarena.envs.rally.robot_pictures import AGENTS
from cogarena.envs.rally.state import Ask, Place, Power
from cogarena.envs.rally.text import option_names
from cogarena.envs.tower_defense.state import Stage
from cogarena.envs.tower_defense.pictures import draw_drone, draw_level

Array = np.ndarray[Any, Any]

# Lengths are in cells of the panel.
WIDTH, ROW, SKY = 10.0, 1.4, 0.56
NAME_LINE, DAMAGE_LINE, COUNTS_LINE, CARDS_LINE = 0.22, 0.63, 1.04, 0.85  # middles
LEFT, FLAGS_LEFT, XP_RIGHT = 1.06, 2.68, 3.5
CARDS_LEFT, LEVEL_LEFT, STATE_LEFT, NOTES_LEFT = 3.64, 3.8, 5.0, 7.05
RIGHT = WIDTH - 0.06
NOTE_LINES = 3
TEXT, SKY_TEXT = 0.28, 0.32
SKY_LINE, SKY_LEFT, NOTICE_LEFT = 0.25, 0.7, 4.3
APART = 0.15  # from one thing to the next


@dataclass(frozen=True)
class PlayerRow:
    """What the panel shows of a robot."""

    seat: int
    question: str  # what its player is asked, empty if nothing
    state: str  # in words, empty if it simply runs
    destroyed: bool
    asleep: bool
    damage: int
    lives: int
    touched: int
    flags: int  # of the course
    xp: int
    level: int
    registers: Registers
    options: tuple[str, ...]


def row_of(s: Any, r: Any, i: int, level: int, flags: int, *, asked: bool) -> PlayerRow:
    """The row of a robot."""
    robot = plain(r.robots[i])
    return PlayerRow(
        seat=i,
        question=question_text(int(robot.asked), Ask) if asked else "",
        state=_state(s, robot, i),
        destroyed=bool(robot.place != Place.FLOOR),
        asleep=bool(robot.power == Power.DOWN),
        damage=int(robot.damage),
        lives=int(robot.lives),
        touched=int(robot.touched),
        flags=flags,
        xp=int(s.xp[i]),
        level=level,
        registers=registers_of(r, i, s.stage, Stage.CLEAN_UP),
        options=tuple(option_names(robot.options)),
    )


def _state(s: Any, robot: Any, i: int) -> str:
    if s.winners >> i & 1:
        return "winner ★"
    scrambled = "scrambled next" if s.scrambled >> i & 1 else ""
    return " · ".join(filter(None, (state_of(robot), scrambled)))


@lru_cache(maxsize=512)
def row_pixels(row: PlayerRow, cell: int) -> Array:
    """The picture of a row, WIDTH by ROW cells."""
    width, height = round(WIDTH * cell), round(ROW * cell)
    canvas = Canvas(width, height, PAPER)
    pen = Pen(canvas, 0, 0, cell)
    draw_backing(pen, WIDTH, ROW - GAP, asked=bool(row.question))
    draw_level(pen.moved(FIGURE_WIDTH / 2, (ROW - GAP) / 2), row.level)
    draw_portrait(pen, ROW - GAP, AGENTS[row.seat], asleep=row.asleep, destroyed=row.destroyed)
    _draw_words(pen, row)
    draw_damage(pen.moved(LEFT, DAMAGE_LINE), row.damage)
    draw_lives(pen.moved(LEFT, COUNTS_LINE), row.lives)
    draw_touched(pen.moved(FLAGS_LEFT, COUNTS_LINE), row.touched, row.flags)
    draw_registers(pen.moved(CARDS_LEFT, CARDS_LINE), row.registers)
    notes = pen.moved(NOTES_LEFT, CARDS_LINE)
    draw_options(notes, row.options, RIGHT - NOTES_LEFT, NOTE_LINES)
    return canvas.pixels[:height, :width]


def _draw_words(pen: Pen, row: PlayerRow) -> None:
    """Name and experience, what there is to say of the robot, and what its player is asked."""
    size = max(TEXT * pen.tile, SMALLEST_DIGIT)
    write = pen.canvas.text
    write(*pen.at(LEFT, NAME_LINE), f"robot_{row.seat}", size, INK)
    write(*pen.at(XP_RIGHT, NAME_LINE), f"{row.xp} XP", size, INK, anchor="right")
    write(*pen.at(LEVEL_LEFT, NAME_LINE), f"level {row.level}", size, INK)
    write(*pen.at(RIGHT, NAME_LINE), row.question, size, shade(BLUE, 0.8), anchor="right")
    taken = text_width(row.question, size) if row.question else 0
    room = (RIGHT - STATE_LEFT - APART) * pen.tile - taken
    write(*pen.at(STATE_LEFT, NAME_LINE), row.state, fitted(row.state, size, room), HEART)


@lru_cache(maxsize=64)
def sky_pixels(drones: int, notice: str, cell: int) -> Array:
    """How many drones fly, and a notice if there is one, WIDTH by SKY cells."""
    width, height = round(WIDTH * cell), round(SKY * cell)
    canvas = Canvas(width, height, PAPER)
    pen = Pen(canvas, 0, SKY_LINE * cell, cell)
    draw_drone(pen.moved(SKY_LEFT / 2, 0))
    words = f"{drones or 'no'} drone{'' if drones == 1 else 's'} in the air"
    canvas.text(*pen.at(SKY_LEFT, 0), words, max(SKY_TEXT * cell, SMALLEST_DIGIT), INK)
    draw_notice(pen.moved(NOTICE_LEFT, 0), notice, WIDTH - NOTICE_LEFT)
    return canvas.pixels[:height, :width]
