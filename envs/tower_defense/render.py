"""The picture of Tower Defense: the floor from above, and a panel with the robots."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from cogarena.envs.core.draw.canvas import BLUE, INK, PAPER, Canvas, fitted, shade, text_width
from cogarena.envs.core.draw.transform import Transform
from cogarena.envs.rally.floor import FLOOR, Tower
from cogarena.envs.rally.floor_pictures import (
    draw_floor,
    draw_over,
    draw_robots,
    pen_at,
    robot_squares,
)
from cogarena.envs.rally.panel import (
    FIGURE_WIDTH,
    GAP,
    HEART,
    RacerRow,
    blank_row,
    cut,
    draw_damage,
    draw_lives,
    draw_options,
    draw_portrait,
    draw_registers,
    draw_touched,
    panel_cell,
    row_facts,
    text_size,
)
from cogarena.envs.rally.render import (
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
from cogarena.envs.rally.state import ROBOTS, Ask, plain
from cogarena.envs.rally.text import robot_name
from cogarena.envs.tower_defense.experience import level
from cogarena.envs.tower_defense.pictures import (
    draw_debris,
    draw_drone,
    draw_drones,
    draw_level,
    draw_tower,
)
from cogarena.envs.tower_defense.shots import shots
from cogarena.envs.tower_defense.state import Stage
from cogarena.envs.tower_defense.text import LOG

Array = np.ndarray[Any, Any]
Square = tuple[int, int]  # x, y

TOWER_DEFENSE_STEPS = STEPS | {
    "DRONES": ("drones fly", "robots move"),
    "MACHINES": ("machines run", "drones fly"),
    "EFFECTS": HURTING,
    "REMOVE": HURTING,
    "TOUCH": HURTING,
    "TOWER_EVENT": ("a tower event", "damage is dealt"),
    "ROBOT_EVENTS": ("robot events", "a tower event"),
    "CLEAN_UP": ("the turn ends", "robot events"),
}

# Lengths are in cells of the panel.
WIDTH, ROW, SKY = 10.0, 1.4, 0.56
HEADLINE_GAP = 0.08  # below the headline
PANEL = HEADLINE + HEADLINE_GAP + SKY + ROBOTS * ROW + LOG_LINES * LOG_LINE  # height at least
NAME_LINE, DAMAGE_LINE, COUNTS_LINE, CARDS_LINE = 0.22, 0.63, 1.04, 0.85  # middles
LEFT, FLAGS_LEFT, XP_RIGHT = 1.06, 2.68, 3.5
CARDS_LEFT, LEVEL_LEFT, STATE_LEFT, NOTES_LEFT = 3.64, 3.8, 5.0, 7.05
RIGHT = WIDTH - 0.06
NOTE_LINES = 3
SKY_TEXT = 0.32
SKY_LINE, SKY_LEFT, NOTICE_LEFT = 0.25, 0.7, 4.3
APART = 0.15  # from one thing to the next


@dataclass(frozen=True)
class PlayerRow(RacerRow):
    """What the panel shows of a robot."""

    xp: int
    level: int


def draw(setup: Any, s: Any, *, tile: int = 48) -> Array:
    """The floor with what stands on it and flies over it, and what is public of each robot."""
    healths = s.rally.things["health"][: setup.tower_count].tolist()
    towers = setup.towers[: setup.tower_count].tolist()
    built = list(zip(towers, healths, strict=True))
    fallen = tuple((x, y) for (x, y, _, _), health in built if health <= 0)
    canvas = _background(setup.floor.tobytes(), fallen, tile).copy()
    for x, y in np.argwhere(s.debris).tolist():
        draw_over(canvas, x, y, tile, draw_debris)
    for number, ((x, y, kind, full), health) in enumerate(built, start=1):
        if health > 0:
            draw_over(canvas, x, y, tile, draw_tower, kind, number, health, full)
    flying, corner = list(shots(setup, s)), pen_at(canvas, 0, 0, tile)
    draw_shots(corner, flying)
    draw_robots(canvas, setup.floor, s.rally, tile)
    drones = _drones(s)
    for at in dict.fromkeys(drones):
        draw_over(canvas, *at, tile, draw_drones, drones.count(at))
    levels = [int(level(s, i)) for i in range(setup.robots)]
    for i, at in robot_squares(s.rally).items():
        if levels[i]:
            draw_over(canvas, *at, tile, draw_level, levels[i])
    draw_hits(corner, flying)
    _draw_panel(canvas, setup, s, levels, len(drones), tile)
    return canvas.pixels


def _drones(s: Any) -> list[Square]:
    """Where drones fly."""
    return [(x, y) for live, x, y in s.drones.tolist() if live]


@lru_cache(maxsize=8)
def _background(floor_bytes: bytes, fallen: tuple[Square, ...], tile: int) -> Canvas:
    """The floor without the fallen towers, and an empty panel for eight robots."""
    floors = np.frombuffer(floor_bytes, FLOOR).copy()
    for at in fallen:
        floors["squares"][0][at]["tower"] = Tower.NONE
    picture = draw_floor(floors[0], tile)
    return beside_panel(picture, floors[0], tile, WIDTH, PANEL * panel_cell(tile))


def _draw_panel(
    canvas: Canvas, setup: Any, s: Any, levels: list[int], drones: int, tile: int
) -> None:
    """Headline, sky and robots, and the log in the lines that are left."""
    cell, flags = panel_cell(tile), int(setup.floor.flag_count)
    lamps = lit_lamps(s, Stage.TOWER_EVENT)
    headline = turn_headline(s, Stage(int(s.stage)), TOWER_DEFENSE_STEPS, lamps, WIDTH, cell)
    rows = (row_pixels(row_of(s, i, reached, flags), cell) for i, reached in enumerate(levels))
    blocks = (sky_pixels(drones, _lull(s), cell), *rows)
    happened = LOG.sentences(setup, s)
    fill_panel(canvas, setup.floor, tile, headline, HEADLINE_GAP, blocks, happened, WIDTH)


def _lull(s: Any) -> str:
    """Whether towers and drones rest, in words."""
    times = "now" if s.lull else "", "next turn" if s.next_lull else ""
    when = " and ".join(filter(None, times))
    return f"drones and towers rest {when}" if when else ""


def row_of(s: Any, i: int, level: int, flags: int) -> PlayerRow:
    """The row of a robot of that level, on a course with so many flags."""
    robot = plain(s.rally.robots[i])
    facts = row_facts(s, robot, i, Ask, Stage.CLEAN_UP)
    if s.scrambled >> i & 1 and not s.winners >> i & 1:
        facts["state"] = " · ".join(filter(None, (facts["state"], "scrambled next")))
    counts = {"lives": robot.lives, "touched": robot.touched, "flags": flags}
    return PlayerRow(**facts, **counts, xp=int(s.xp[i]), level=level)


@lru_cache(maxsize=512)
def row_pixels(row: PlayerRow, cell: int) -> Array:
    """The picture of a row, WIDTH by ROW cells."""
    pen = blank_row(row, WIDTH, ROW, cell)
    draw_level(pen.moved(FIGURE_WIDTH / 2, (ROW - GAP) / 2), row.level)
    draw_portrait(pen, row, ROW, SEAT_STYLES[row.seat])
    _draw_words(pen, row)
    draw_damage(pen.moved(LEFT, DAMAGE_LINE), row.damage)
    draw_lives(pen.moved(LEFT, COUNTS_LINE), row.lives)
    draw_touched(pen.moved(FLAGS_LEFT, COUNTS_LINE), row.touched, row.flags)
    draw_registers(pen.moved(CARDS_LEFT, CARDS_LINE), row.registers)
    notes = pen.moved(NOTES_LEFT, CARDS_LINE)
    draw_options(notes, row.options, RIGHT - NOTES_LEFT, NOTE_LINES)
    return cut(pen, WIDTH, ROW)


def _draw_words(pen: Transform, row: PlayerRow) -> None:
    """Name, experience and level, the robot's state, and what its player is asked."""
    write, size = pen.canvas.text, text_size(pen)
    write(*pen.at(LEFT, NAME_LINE), robot_name(row.seat), size, INK)
    write(*pen.at(XP_RIGHT, NAME_LINE), f"{row.xp} XP", size, INK, anchor="right")
    write(*pen.at(LEVEL_LEFT, NAME_LINE), f"level {row.level}", size, INK)
    write(*pen.at(RIGHT, NAME_LINE), row.question, size, shade(BLUE, 0.8), anchor="right")
    taken = text_width(row.question, size) if row.question else 0
    room = (RIGHT - STATE_LEFT - APART) * pen.tile - taken
    write(*pen.at(STATE_LEFT, NAME_LINE), row.state, fitted(row.state, size, room), HEART)


@lru_cache(maxsize=64)
def sky_pixels(drones: int, notice: str, cell: int) -> Array:
    """How many drones fly, and a notice if there is one, WIDTH by SKY cells."""
    pen = Transform(Canvas(round(WIDTH * cell), round(SKY * cell), PAPER), 0, SKY_LINE * cell, cell)
    draw_drone(pen.moved(SKY_LEFT / 2, 0))
    count = f"{drones or 'no'} drone{'' if drones == 1 else 's'} in the air"
    pen.canvas.text(*pen.at(SKY_LEFT, 0), count, text_size(pen, SKY_TEXT), INK)
    draw_notice(pen.moved(NOTICE_LEFT, 0), notice, WIDTH - NOTICE_LEFT)
    return cut(pen, WIDTH, SKY)
