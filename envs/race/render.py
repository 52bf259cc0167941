"""The picture of a race: the floor from above, and a panel with the turn and the robots."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from cogarena.envs.core.draw.canvas import INK, Canvas
from cogarena.envs.race.state import Stage
from cogarena.envs.race.text import LOG
from cogarena.envs.rally import panel
from cogarena.envs.rally import render as view
from cogarena.envs.rally.floor import FLOOR
from cogarena.envs.rally.floor_pictures import draw_floor, draw_robots, transform_at
from cogarena.envs.rally.robot_pictures import SEAT_STYLES
from cogarena.envs.rally.shot_pictures import Shot, draw_hits, draw_shots
from cogarena.envs.rally.shots import rally_shots
from cogarena.envs.rally.state import Ask, plain
from cogarena.envs.rally.text import robot_name

Array = np.ndarray[Any, Any]

RACE_STEPS = view.STEPS | {"TOUCH": view.HURTING}

# Lengths are in cells of the panel.
WIDTH, ROW = 9.3, 1.42
TOP_LINE, CARDS_LINE = 0.23, 0.88  # the middles of the two lines of a row
LEFT, BOXES_LEFT, HEARTS_LEFT, FLAGS_LEFT, RIGHT = 0.98, 2.36, 4.98, 5.84, 9.18
TOUCHED_WIDTH = 0.95
OPTIONS_LEFT, OPTION_LINES = 4.5, 3


def draw(setup: Any, s: Any, *, tile: int = 48) -> Array:
    """The floor with the robots, and the public state of each robot."""
    canvas = _background(setup.floor.tobytes(), tile).copy()
    flying, corner = list(shots(setup, s)), transform_at(canvas, 0, 0, tile)
    draw_shots(corner, flying)
    draw_robots(canvas, setup.floor, s.rally, tile)
    draw_hits(corner, flying)
    cell, flags = panel.panel_cell(tile), int(setup.floor.flag_count)
    lamps = view.lit_lamps(s, Stage.CLEAN_UP)
    headline = view.turn_headline(s, Stage(int(s.stage)), RACE_STEPS, lamps, WIDTH, cell)
    rows = [row_pixels(row_of(s, i, flags), cell) for i in range(s.rally.count)]
    view.fill_panel(
        canvas, setup.floor, tile, headline, view.MARGIN, rows, LOG.sentences(setup, s), WIDTH
    )
    return canvas.pixels


@lru_cache(maxsize=8)
def _background(floor_bytes: bytes, tile: int) -> Canvas:
    """The floor, and an empty panel that is high enough for a robot on each dock."""
    floor = np.frombuffer(floor_bytes, FLOOR)[0]
    cell = panel.panel_cell(tile)
    rows = round((view.HEADLINE + view.MARGIN) * cell) + int(floor.docks) * round(ROW * cell)
    height = rows + view.LOG_LINES * view.LOG_LINE * cell
    return view.beside_panel(draw_floor(floor, tile), floor, tile, WIDTH, height)


def shots(setup: Any, s: Any) -> Iterator[Shot]:
    """The shots in flight, none outside the stages of fire."""
    return rally_shots(setup.floor, s, Stage.FIRE, Stage.DAMAGE)


def row_of(s: Any, i: int, flags: int) -> panel.RacerRow:
    """The row of a robot."""
    robot = plain(s.rally.robots[i])
    state = "all flags ★" if flags > 0 and robot.touched == flags else panel.state_of(robot)
    facts = panel.row_facts(s, robot, i, Ask, Stage.CLEAN_UP) | {
        "state": state,
        "asleep": state == "powered down",
        "destroyed": state in ("destroyed", "out"),
    }
    return panel.RacerRow(**facts, lives=robot.lives, touched=robot.touched, flags=flags)


@lru_cache(maxsize=512)
def row_pixels(row: panel.RacerRow, cell: int) -> Array:
    """The picture of a row, WIDTH by ROW cells."""
    transform = panel.blank_row(row, WIDTH, ROW, cell)
    panel.draw_portrait(transform, row, ROW, SEAT_STYLES[row.seat])
    transform.canvas.text(
        *transform.at(LEFT, TOP_LINE), robot_name(row.seat), panel.text_size(transform), INK
    )
    panel.draw_damage(transform.moved(BOXES_LEFT, TOP_LINE), row.damage)
    panel.draw_lives(transform.moved(HEARTS_LEFT, TOP_LINE), row.lives)
    panel.draw_touched(transform.moved(FLAGS_LEFT, TOP_LINE), row.touched, row.flags)
    panel.draw_remark(
        transform.moved(RIGHT, TOP_LINE), row, (RIGHT - FLAGS_LEFT - TOUCHED_WIDTH) * cell
    )
    panel.draw_registers(transform.moved(LEFT, CARDS_LINE), row.registers)
    room = WIDTH - OPTIONS_LEFT - panel.GAP
    panel.draw_options(transform.moved(OPTIONS_LEFT, CARDS_LINE), row.options, room, OPTION_LINES)
    return panel.cut(transform, WIDTH, ROW)
