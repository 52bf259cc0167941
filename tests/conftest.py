"""Makes the toy games loadable by name and fuzzing repeatable; nothing needs a display."""

import os
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis.configuration import set_hypothesis_home_dir

from cogarena.envs.core import registry
from support.games import luck, secret_bids

os.environ["SDL_VIDEODRIVER"] = "dummy"

registry.adopt(secret_bids.GAME)
registry.adopt(luck.GAME)

set_hypothesis_home_dir(Path(__file__).parent.parent / ".pytest_cache" / "hypothesis")
settings.register_profile(
    "repeatable",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],  # says more of the machine than of the test
)
settings.load_profile("repeatable")
