"""The settings that variants share, and the way from settings to the setup record."""

from enum import IntEnum
from typing import Any

import numpy as np

from cogarena.envs.core.errors import SettingError
from cogarena.envs.core.settings import setting
from cogarena.envs.rally.boards import read_course
from cogarena.envs.rally.floor import Floor
from cogarena.envs.rally.floor_views import draw_views
from cogarena.envs.rally.state import ROBOTS
from cogarena.envs.rally.text import robot_name
from cogarena.envs.rally.transitions import fill_transitions

Setup = np.ndarray[Any, Any]  # of one setup record

RANKED = "at the end the winners share +1, the others −1"


def robots_setting(meaning: str) -> Any:
    """The number of robots."""
    return setting(4, meaning, low=2, high=ROBOTS)


def options_setting() -> Any:
    """The number of options at the start."""
    return setting(0, "random option cards that each robot starts with", low=0, high=3)


def turns_setting(default: int, meaning: str) -> Any:
    """The maximum number of turns."""
    return setting(default, meaning, low=1, high=10_000)


def reward_setting(rewards: type[IntEnum], **meanings: str) -> Any:
    """What is rewarded: the game's kinds of reward by what they mean, the default first."""
    meaning = "; ".join(f"`{name}`: {text}" for name, text in meanings.items())
    choices = tuple(member.name.lower() for member in rewards)
    return setting(next(iter(meanings)), meaning, choices=choices)


def ask_setting() -> Any:
    """Which decisions players are asked for."""
    return setting(
        "all",
        "`program`: only programs are asked for, elsewhere the default is taken",
        choices=("all", "program"),
    )


def agents(settings: Any) -> tuple[str, ...]:
    """The names of the robots, by dock."""
    return tuple(robot_name(i) for i in range(settings.robots))


def course_for(game: str, settings: Any) -> Floor:
    """The course of the settings; raises if it has too few docks."""
    course = read_course(settings.board)
    docks, robots = int(course[0].docks), settings.robots
    if docks < robots:
        raise SettingError(
            f"game {game}: board {settings.board!r} has {docks} docks, too few for {robots} robots"
        )
    return course


def begin_setup(kind: np.dtype[Any], floor: Floor, settings: Any, rewards: type[IntEnum]) -> Setup:
    """A setup record with the floor as robots see it, and the settings that variants share."""
    setup = np.zeros(1, kind)
    setup["floor"] = floor
    setup[0].floor.asks_all = settings.ask == "all"
    setup[0].floor.lives = getattr(settings, "lives", 0)
    setup[0].turns = settings.max_turns
    setup[0].reward_kind = rewards[settings.reward.upper()]
    for shared in ("robots", "options"):
        if hasattr(settings, shared):
            setup[shared] = getattr(settings, shared)
    draw_views(setup[0].floor, setup[0].views)
    fill_transitions(setup)
    return setup
