"""From settings to the setup record: the course, and how robots of each facing see it."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from cogarena.envs.core.settings import setting
from cogarena.envs.race.state import SETUP, Reward
from cogarena.envs.rally.floor import done
from cogarena.envs.rally.settings import (
    ask_setting,
    begin_setup,
    course_for,
    options_setting,
    reward_setting,
    robots_setting,
    turns_setting,
)

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Settings:
    """What a user can choose."""

    board: str = setting("first_steps", "a shipped course or the path of one")
    robots: int = robots_setting("how many robots race")
    lives: int = setting(3, "of each robot", low=1, high=5)
    options: int = options_setting()
    reward: str = reward_setting(
        "rank",
        "`rank`: at the end the winners share +1, the others −1; `flags`: +1 for each flag touched",
        Reward,
    )
    ask: str = ask_setting()
    max_turns: int = turns_setting(100, "turns until the race is cut off")


def build(settings: Settings) -> Array:
    """The setup record for the settings, as an array of one."""
    course = course_for("race", settings)
    setup = begin_setup(SETUP, course, settings, Reward)
    setup[0].floor.lives = settings.lives
    setup[0].robots = settings.robots
    setup[0].options = settings.options
    return done(setup)
