"""The settings of Tower Defense, and the setup record: a course with towers (T1, T5)."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from cogarena.envs.core.errors import SettingError
from cogarena.envs.core.grid import DIRECTIONS
from cogarena.envs.core.settings import setting
from cogarena.envs.rally import settings as rally
from cogarena.envs.rally.floor import Floor, Tower, done
from cogarena.envs.rally.floor_views import draw_view
from cogarena.envs.rally.preview import fill_to_flags
from cogarena.envs.rally.transitions import place_things
from cogarena.envs.tower_defense.state import (
    HOWITZER_TOWER_HEALTH,
    LASER_TOWER_HEALTH,
    SETUP,
    TOWERS,
    Ground,
    Reward,
)

ALL_TOWERS = (1 << TOWERS) - 1


@dataclass(frozen=True)
class Settings:
    """What a user can choose."""

    board: str = setting("citadel", "a shipped board with docks and flags, or the path of one")
    robots: int = rally.robots_setting("how many robots play")
    lives: int = setting(3, "of each robot, 0 without end", low=0, high=5)
    options: int = rally.options_setting()
    max_turns: int = rally.turns_setting(20, "turns that are played at most")
    reward: str = rally.reward_setting(
        Reward, xp="a tenth of the experience as it is earned", rank=rally.RANKED
    )
    ask: str = rally.ask_setting()


def build(settings: Settings) -> rally.Setup:
    """The setup record for the settings, as an array of one."""
    return lay_out(rally.course_for("tower_defense", settings), settings)


def lay_out(course: Floor, settings: Settings) -> rally.Setup:
    """The setup record for a floor, with the towers that it draws."""
    setup = rally.begin_setup(SETUP, course, settings, Reward)
    _build_towers(setup, settings.board)
    _draw_reliefs(setup[0].floor, setup[0].views)
    fill_to_flags(setup[0], standing=ALL_TOWERS)
    return done(setup)


def _build_towers(setup: rally.Setup, board: str) -> None:
    """T9: the towers that the board draws, row by row."""
    squares = setup[0].floor.squares
    places = [(x, y) for y, x in np.argwhere(squares["tower"].T != Tower.NONE).tolist()]
    if len(places) > TOWERS:
        raise SettingError(
            f"game tower_defense: board {board!r} has {len(places)} towers; the most is {TOWERS}"
        )
    for t, (x, y) in enumerate(places):
        kind = int(squares[x, y].tower)
        health = LASER_TOWER_HEALTH if kind == Tower.LASER else HOWITZER_TOWER_HEALTH
        setup[0].towers[t] = (x, y, kind, health)
    setup[0].tower_count = len(places)
    place_things(setup[0], places)


def _draw_reliefs(floor: Any, views: rally.Setup) -> None:
    """Heights and ramps as robots of each facing see them: the last columns of the views."""
    squares = floor.squares[: floor.width, : floor.height]
    for facing in range(DIRECTIONS):
        seen = np.zeros((*squares.shape, len(Ground)), np.int8)
        seen[..., Ground.HIGH] = squares["height"]
        for direction in range(DIRECTIONS):
            ramp = Ground.RAMP_AHEAD + (direction - facing) % DIRECTIONS
            seen[..., ramp] = squares["ramps"] >> direction & 1
        draw_view(seen[..., Ground.HIGH :], facing, views[facing, ..., Ground.HIGH :])
