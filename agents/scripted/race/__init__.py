"""The scripted player of the race: straight to the next flag, by the best order of its hand.

It plays from the board, which is public, and from its observation, and is stateless.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from cogarena.agents.protocol import Agent
from cogarena.agents.scripted.race.decisions import decide_all
from cogarena.agents.scripted.race.plan import STEP
from cogarena.agents.scripted.race.reading import SEEN
from cogarena.agents.scripted.race.tables import build_tables
from cogarena.agents.scripted.rally.exhaustive_search import PATH_LENGTH
from cogarena.agents.scripted.rally.player import RallyPlayer
from cogarena.envs.core.game import Game


class Weights(NamedTuple):
    """Found by self-play; the unit is a register of the path to the next flag."""

    flag: float = 30.0  # gain of touching a flag
    death: float = 40.0  # cost of being destroyed
    damage: float = 0.5  # cost of a damage token
    deadly_side: float = 0.3  # cost of each side from which a push destroys, if others are near
    rest_damage: int = 3  # damage tokens at which a robot powers down
    safe_distance: int = 1  # squares without another robot that it needs to power down
    draws: int = 4  # cards to choose from in a register whose hand is not known
    recompile_below: float = 1.5  # registers that a program must save, else the hand is replaced


def agent(game: Game, settings: Mapping[str, Any]) -> Agent:
    """The scripted player for a game with these settings."""
    weights = Weights()
    tables = partial(build_tables, game.read(settings), weights.damage, weights.draws)
    return RallyPlayer(game, decide_all, tables, weights, SEEN, np.zeros(PATH_LENGTH, STEP))
