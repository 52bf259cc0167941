"""From settings to the setup record: the course, and how robots of each facing see it."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from cogworks.envs.core.errors import SettingError
from cogworks.envs.core.grid import DIRECTIONS, DX, DY
from cogworks.envs.core.settings import setting
from cogworks.envs.race.state import SETUP, SIGHT, Reward, Surface
from cogworks.envs.rally.boards import read_course
from cogworks.envs.rally.floor import NOWHERE, Belt, Wrench
from cogworks.envs.rally.state import ROBOTS

Array = np.ndarray[Any, Any]

MOST_BEAMS = 3.0
GEAR_TURN = np.array((0, 1, 0, -1))  # by quarter turns clockwise


@dataclass(frozen=True)
class Settings:
    """What a user can choose."""

    board: str = setting("first_steps", "a shipped course or the path of one")
    robots: int = setting(4, "how many robots race", low=2, high=ROBOTS)
    lives: int = setting(3, "of each robot", low=1, high=5)
    options: int = setting(0, "random option cards that each robot starts with", low=0, high=3)
    reward: str = setting(
        "rank",
        "`rank`: at the end the winners share +1, the others −1; `flags`: +1 for each flag touched",
        choices=tuple(member.name.lower() for member in Reward),
    )
    ask: str = setting(
        "all",
        "`program`: only programs are asked for, elsewhere the default is taken",
        choices=("all", "program"),
    )
    max_turns: int = setting(100, "turns until the race is cut off", low=1, high=10_000)


def agents(settings: Settings) -> tuple[str, ...]:
    """The robots by dock."""
    return tuple(f"robot_{i}" for i in range(settings.robots))


def build(settings: Settings) -> Array:
    """The setup record for the settings, as an array of one."""
    course = read_course(settings.board)
    if course[0].docks < settings.robots:
        raise SettingError(
            f"game race: {settings.robots} robots, but board {settings.board!r} has "
            f"{course[0].docks} docks"
        )
    setup = np.zeros(1, SETUP)
    setup["floor"] = course
    floor = setup[0].floor
    floor.lives = settings.lives
    floor.asks_all = settings.ask == "all"
    setup[0].robots = settings.robots
    setup[0].turns = settings.max_turns
    setup[0].options = settings.options
    setup[0].reward_kind = Reward[settings.reward.upper()]
    for facing in range(DIRECTIONS):
        _draw_view(floor, facing, setup[0].views[facing])
    setup.flags.writeable = False
    return setup


def _draw_view(floor: Any, facing: int, view: Array) -> None:
    """The floor turned so that `facing` is up, in a frame as wide as robots see."""
    view[:, :, Surface.OFF] = 1
    seen = _turned(_surfaces(floor, facing), facing)
    rows, columns = seen.shape[:2]
    view[SIGHT : SIGHT + rows, SIGHT : SIGHT + columns] = seen


def _turned(planes: Array, facing: int) -> Array:
    """Planes by x, y as planes by row and column, turned so that `facing` is up."""
    return np.rot90(planes.swapaxes(0, 1), facing)


def _surfaces(floor: Any, facing: int) -> Array:
    """What robots of this facing see of each square, by x, y."""
    squares = floor.squares[: floor.width, : floor.height]
    seen = np.zeros((*squares.shape, len(Surface)), np.float32)
    seen[..., Surface.PIT] = squares["pit"]
    for direction in range(DIRECTIONS):
        wall = Surface.WALL_AHEAD + (direction - facing) % DIRECTIONS
        seen[..., wall] = squares["walls"] >> direction & 1
    speed = squares["belt"] / Belt.EXPRESS
    seen[..., Surface.BELT_RIGHT] = speed * _rightwards(squares["leads"], facing)
    seen[..., Surface.BELT_BEHIND] = speed * _backwards(squares["leads"], facing)
    pushes = squares["pusher"] != NOWHERE
    seen[..., Surface.PUSHER_RIGHT] = pushes * _rightwards(squares["pusher"], facing)
    seen[..., Surface.PUSHER_BEHIND] = pushes * _backwards(squares["pusher"], facing)
    seen[..., Surface.GEAR] = GEAR_TURN[squares["gear"]]
    repairs = np.maximum(squares["wrench"], squares["flag"] > 0)
    seen[..., Surface.WRENCH] = repairs / Wrench.DOUBLE
    seen[..., Surface.LASER] = np.minimum(1, _beams(floor) / MOST_BEAMS)
    return seen


def _rightwards(directions: Array, facing: int) -> Array:
    """1 where a direction is to the right of the facing, −1 where it is to the left."""
    return np.array((0, 1, 0, -1))[(directions - facing) % DIRECTIONS]


def _backwards(directions: Array, facing: int) -> Array:
    """1 where a direction is opposite to the facing, −1 where it is the same."""
    return np.array((-1, 0, 1, 0))[(directions - facing) % DIRECTIONS]


def _beams(floor: Any) -> Array:
    """How many laser beams cross each square while no robot stops them."""
    beams = np.zeros((floor.width, floor.height), np.int64)
    for i in range(floor.lasers):
        laser = floor.laser[i]
        x, y, fires = int(laser.x), int(laser.y), int(laser.fires)
        while 0 <= x < floor.width and 0 <= y < floor.height:
            beams[x, y] += laser.beams
            if floor.squares[x, y].walls >> fires & 1:
                break
            x, y = x + int(DX[fires]), y + int(DY[fires])
    return beams
