"""The records of the race: the engine's, and its rewards."""

from enum import IntEnum

from cogarena.envs.core.records import record
from cogarena.envs.rally.floor import FLOOR
from cogarena.envs.rally.floor_views import VIEWS
from cogarena.envs.rally.phases import Phase, stages
from cogarena.envs.rally.preview import TO_FLAGS
from cogarena.envs.rally.state import RALLY, SETUP_HEAD, STATE_HEAD
from cogarena.envs.rally.transitions import TRANSITIONS

# The stages of a turn, in the order of the rules.
Stage = stages(
    Phase.SETTLE,
    "AIM FIRE DAMAGE TOUCH",
    "CLEAN_UP STAY_DOWN REENTER",  # the end of the turn
)


class Reward(IntEnum):
    """The setting `reward`."""

    RANK = 0
    FLAGS = 1


STATE = record(
    *STATE_HEAD,
    ("rally", RALLY),
)

SETUP = record(
    *SETUP_HEAD,
    ("floor", FLOOR),
    VIEWS,
    TRANSITIONS,
    TO_FLAGS,
)
