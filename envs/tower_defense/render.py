"""The picture of Tower Defense: the floor from above, and a panel with the robots."""

from functools import lru_cache
from typing import Any

import numpy as np

from cogarena.envs.core.drawing import INK, PAPER, Canvas
from cogarena.envs.rally.floor import FLOOR, Tower
from cogarena.envs.rally.render import (
    HEADLINE,
    HURTING,
    MARGIN,
    STEPS,
    headline_pixels,
    headline_words,
    lit_lamps,
    winner_words,
)
from cogarena.envs.rally.render import LOG_LINE, log_pixels
from cogarena.envs.rally.floor_pictures import (
    draw_floor,
    draw_over,
    draw_robots,
    floor_size,
    paste,
    pen_at,
    places,
)
from cogarena.envs.rally.panel import panel_cell
from cogarena.envs.rally.robot_pictures import AGENTS
from cogarena.envs.rally.shot_pictures import draw_hits, draw_shots
from cogarena.envs.rally.state import ROBOTS
from cogarena.envs.rally.text import robot_names
from cogarena.envs.tower_defense.experience import level
from cogarena.envs.tower_defense.render import (
    ROW,
    SKY,
    WIDTH,
    row_of,
    row_pixels,
    sky_pixels,
)
from cogarena.envs.tower_defense.shots import shots
from cogarena.envs.tower_defense.state import Stage
from cogarena.envs.tower_defense.pictures import (
    draw_debris,
    draw_drones,
    draw_level,
    draw_tower,
)
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
GAP = 0.08  # below the headline
LOG_LINES = 2  # at least
PANEL = HEADLINE + GAP + SKY + ROBOTS * ROW + LOG_LINES * LOG_LINE  # height at least


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
    draw_robots(canvas, setup.floor, s.rally, tile, AGENTS)
    drones = _drones(s)
    for at in dict.fromkeys(drones):
        draw_over(canvas, *at, tile, draw_drones, drones.count(at))
    levels = [int(level(s, i)) for i in range(setup.robots)]
    for i, at in places(s.rally).items():
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
    """The floor, where some towers stand no more, and the paper of a panel for eight robots."""
    floors = np.frombuffer(floor_bytes, FLOOR).copy()
    for at in fallen:
        floors["squares"][0][at]["tower"] = Tower.NONE
    floor = floors[0]
    picture = draw_floor(floor, tile)
    width, height = floor_size(floor, tile)
    cell = panel_cell(tile)
    canvas = Canvas(width + (WIDTH + 2 * MARGIN) * cell, max(height, PANEL * cell))
    paste(canvas, 0, 0, picture.pixels[:height, :width])
    canvas.rectangle(width, 0, canvas.width - width, canvas.height, PAPER)
    canvas.rectangle(width, 0, canvas.width - width, HEADLINE * cell, INK)
    return canvas


def _draw_panel(
    canvas: Canvas, setup: Any, s: Any, levels: list[int], drones: int, tile: int
) -> None:
    """Headline, sky and robots, and what just happened in the lines that are left."""
    cell = panel_cell(tile)
    left = floor_size(setup.floor, tile)[0] + round(MARGIN * cell)
    winners = winner_words(robot_names(s.winners))
    words = headline_words(s, Stage(int(s.stage)), winners, TOWER_DEFENSE_STEPS)
    paste(canvas, left, 0, headline_pixels(words, lit_lamps(s, Stage.TOWER_EVENT), WIDTH, cell))
    top = round((HEADLINE + GAP) * cell)
    paste(canvas, left, top, sky_pixels(drones, _lull(s), cell))
    top += round(SKY * cell)
    asked = 0 if s.terminated or s.truncated else int(s.pending)
    r, flags = s.rally, int(setup.floor.flag_count)
    for i, reached in enumerate(levels):
        row = row_of(s, r, i, reached, flags, asked=bool(asked >> i & 1))
        paste(canvas, left, top, row_pixels(row, cell))
        top += round(ROW * cell)
    happened = LOG.sentences(setup, s)
    lines = int((canvas.height - top) / (LOG_LINE * cell))
    paste(canvas, left, top, log_pixels(happened, WIDTH, lines, cell))


def _lull(s: Any) -> str:
    """Whether towers and drones rest, in words."""
    times = "now" if s.lull else "", "next turn" if s.next_lull else ""
    when = " and ".join(filter(None, times))
    return f"drones and towers rest {when}" if when else ""
