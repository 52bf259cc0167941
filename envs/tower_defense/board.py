"""From settings to the setup record: a board with docks, flags and towers (T1, T5)."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from cogworks.envs.core.errors import SettingError
from cogworks.envs.core.grid import DIRECTIONS
from cogworks.envs.core.settings import setting
from cogworks.envs.rally.boards import read_course
from cogworks.envs.rally.construction import Floor
from cogworks.envs.rally.floor import Tower
from cogworks.envs.rally.sight import draw_view, draw_views
from cogworks.envs.rally.state import ROBOTS
from cogworks.envs.tower_defense.state import (
    HOWITZER_TOWER_HEALTH,
    LASER_TOWER_HEALTH,
    SETUP,
    TOWERS,
    Relief,
    Reward,
)

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Settings:
    """What a user can choose."""

    board: str = setting("citadel", "a shipped board with docks and flags, or the path of one")
    robots: int = setting(4, "how many robots play", low=2, high=ROBOTS)
    lives: int = setting(3, "of each robot, 0 without end", low=0, high=5)
    options: int = setting(0, "random option cards that each robot starts with", low=0, high=3)
    max_turns: int = setting(20, "turns that are played at most", low=1, high=10_000)
    reward: str = setting(
        "xp",
        "`xp`: a tenth of the experience as it is earned; "
        "`rank`: at the end the winners share +1, the others −1",
        choices=tuple(member.name.lower() for member in Reward),
    )
    ask: str = setting(
        "all",
        "`program`: only programs are asked for, elsewhere the default is taken",
        choices=("all", "program"),
    )


def agents(settings: Settings) -> tuple[str, ...]:
    """T1: the robots by dock."""
    return tuple(f"robot_{i}" for i in range(settings.robots))


def build(settings: Settings) -> Array:
    """The setup record for the settings, as an array of one."""
    course = read_course(settings.board)
    if course[0].docks < settings.robots:
        raise SettingError(
            f"{_where(settings)} has {course[0].docks} docks, too few for {settings.robots} robots"
        )
    return lay_out(course, settings)


def _where(settings: Settings) -> str:
    return f"game tower_defense: board {settings.board!r}"


def lay_out(course: Floor, settings: Settings) -> Array:
    """The setup record for a floor, with the towers that it draws."""
    setup = np.zeros(1, SETUP)
    setup["floor"] = course
    floor = setup[0].floor
    floor.lives = settings.lives
    floor.asks_all = settings.ask == "all"
    setup[0].robots = settings.robots
    setup[0].turns = settings.max_turns
    setup[0].options = settings.options
    setup[0].reward_kind = Reward[settings.reward.upper()]
    _build_towers(setup, _where(settings))
    draw_views(floor, setup[0].views)
    _draw_reliefs(floor, setup[0].reliefs)
    setup.flags.writeable = False
    return setup


def _build_towers(setup: Array, where: str) -> None:
    """T9: the towers that the board draws, row by row."""
    squares = setup[0].floor.squares
    places = [(x, y) for y, x in np.argwhere(squares["tower"].T != Tower.NONE).tolist()]
    if len(places) > TOWERS:
        raise SettingError(f"{where} has {len(places)} towers; the most is {TOWERS}")
    for t, (x, y) in enumerate(places):
        kind = int(squares[x, y].tower)
        health = LASER_TOWER_HEALTH if kind == Tower.LASER else HOWITZER_TOWER_HEALTH
        setup[0].towers[t] = (x, y, kind, health)
    setup[0].tower_count = len(places)


def _draw_reliefs(floor: Any, reliefs: Array) -> None:
    """Heights and ramps as robots of each facing see them."""
    squares = floor.squares[: floor.width, : floor.height]
    for facing in range(DIRECTIONS):
        seen = np.zeros((*squares.shape, len(Relief)), np.float32)
        seen[..., Relief.HIGH] = squares["height"]
        for direction in range(DIRECTIONS):
            ramp = Relief.RAMP_AHEAD + (direction - facing) % DIRECTIONS
            seen[..., ramp] = squares["ramps"] >> direction & 1
        draw_view(seen, facing, reliefs[facing])
