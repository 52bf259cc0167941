"""The records of the race: the engine's, and its rewards."""

from enum import IntEnum

from cogarena.envs.core.records import record
from cogarena.envs.rally.floor import FLOOR
from cogarena.envs.rally.floor_views import VIEWS
from cogarena.envs.rally.phases import Phase, stages
from cogarena.envs.rally.state import EVENTS, RALLY, SETUP_HEAD, STATE_HEAD

# The stages of a turn, in the order of the rules.
Stage = stages(
    Phase.SETTLE,
    "AIM FIRE DAMAGE TOUCH",
    "CLEAN_UP STAY_DOWN REENTER",  # the end of the turn
)


class Event(IntEnum):
    """Events of the race, after the engine's."""

    TOUCHED = EVENTS  # robot, the flag


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
)
