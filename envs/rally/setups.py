"""What rally games share on the way from settings to the setup record."""

from enum import IntEnum
from typing import Any

import numpy as np

from cogarena.envs.core.errors import SettingError
from cogarena.envs.core.settings import setting
from cogarena.envs.rally.boards import read_course
from cogarena.envs.rally.construction import Floor
from cogarena.envs.rally.floor_views import draw_views
from cogarena.envs.rally.state import ROBOTS
from cogarena.envs.rally.text import robot_name

Array = np.ndarray[Any, Any]


def robots_setting(meaning: str) -> Any:
    """How many robots there are."""
    return setting(4, meaning, low=2, high=ROBOTS)


def options_setting() -> Any:
    """Options at the start."""
    return setting(0, "random option cards that each robot starts with", low=0, high=3)


def turns_setting(default: int, meaning: str) -> Any:
    """How long a game takes at most."""
    return setting(default, meaning, low=1, high=10_000)


def reward_setting(default: str, meaning: str, rewards: type[IntEnum]) -> Any:
    """What is rewarded: one of the game's kinds."""
    return setting(default, meaning, choices=tuple(member.name.lower() for member in rewards))


def ask_setting() -> Any:
    """What players are asked for."""
    return setting(
        "all",
        "`program`: only programs are asked for, elsewhere the default is taken",
        choices=("all", "program"),
    )


def agents(settings: Any) -> tuple[str, ...]:
    """The robots by dock."""
    return tuple(robot_name(i) for i in range(settings.robots))


def course_for(game: str, settings: Any) -> Floor:
    """The course that the settings name; it has a dock for every robot."""
    course = read_course(settings.board)
    docks, robots = int(course[0].docks), settings.robots
    if docks < robots:
        raise SettingError(
            f"game {game}: board {settings.board!r} has {docks} docks, too few for {robots} robots"
        )
    return course


def begin_setup(kind: np.dtype[Any], floor: Floor, settings: Any, rewards: type[IntEnum]) -> Array:
    """A setup record, as an array of one: the floor as robots see it, and what all games set."""
    setup = np.zeros(1, kind)
    setup["floor"] = floor
    setup[0].floor.asks_all = settings.ask == "all"
    setup[0].turns = settings.max_turns
    setup[0].reward_kind = rewards[settings.reward.upper()]
    draw_views(setup[0].floor, setup[0].views)
    return setup
