"""The settings of the race, and the setup record made from them."""

from dataclasses import dataclass

from cogarena.envs.core.settings import setting
from cogarena.envs.race.state import SETUP, Reward
from cogarena.envs.rally import settings as rally
from cogarena.envs.rally.floor import done
from cogarena.envs.rally.preview import fill_to_flags


@dataclass(frozen=True)
class Settings:
    """What a user can choose."""

    board: str = setting("first_steps", "a shipped course or the path of one")
    robots: int = rally.robots_setting("how many robots race")
    lives: int = setting(3, "of each robot", low=1, high=5)
    options: int = rally.options_setting()
    reward: str = rally.reward_setting(Reward, rank=rally.RANKED, flags="+1 for each flag touched")
    ask: str = rally.ask_setting()
    max_turns: int = rally.turns_setting(100, "turns until the race is cut off")


def build(settings: Settings) -> rally.Setup:
    """The setup record for the settings, as an array of one."""
    setup = rally.begin_setup(SETUP, rally.course_for("race", settings), settings, Reward)
    fill_to_flags(setup[0])
    return done(setup)
