"""The settings of the race, and the setup record made from them."""

from dataclasses import dataclass

from cogarena.envs.core.settings import setting
from cogarena.envs.race.state import SETUP, Reward
from cogarena.envs.rally.floor import done
from cogarena.envs.rally.goals import fill_to_flags
from cogarena.envs.rally.settings import (
    RANKED,
    Setup,
    ask_setting,
    begin_setup,
    course_for,
    options_setting,
    reward_setting,
    robots_setting,
    turns_setting,
)


@dataclass(frozen=True)
class Settings:
    """What a user can choose."""

    board: str = setting("first_steps", "a shipped course or the path of one")
    robots: int = robots_setting("how many robots race")
    lives: int = setting(3, "of each robot", low=1, high=5)
    options: int = options_setting()
    reward: str = reward_setting(Reward, rank=RANKED, flags="+1 for each flag touched")
    ask: str = ask_setting()
    max_turns: int = turns_setting(100, "turns until the race is cut off")


def build(settings: Settings) -> Setup:
    """The setup record for the settings, as an array of one."""
    setup = begin_setup(SETUP, course_for("race", settings), settings, Reward)
    fill_to_flags(setup[0])
    return done(setup)
