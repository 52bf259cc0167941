"""From settings to the setup record: the course, and how robots of each facing see it."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from cogworks.envs.core.errors import SettingError
from cogworks.envs.core.settings import setting
from cogworks.envs.race.state import SETUP, Reward
from cogworks.envs.rally.boards import read_course
from cogworks.envs.rally.sight import draw_views
from cogworks.envs.rally.state import ROBOTS

Array = np.ndarray[Any, Any]


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
    draw_views(floor, setup[0].views)
    setup.flags.writeable = False
    return setup
