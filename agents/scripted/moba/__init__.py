"""The scripted player of MOBA Rally: programs by beam search, and simple rules for the rest.

It plays from the map, which is public, and from its observation, and is stateless.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

from cogarena.agents.protocol import Agent
from cogarena.agents.scripted.moba.decisions import decide_all
from cogarena.agents.scripted.moba.reading import SEEN, build_tables
from cogarena.agents.scripted.rally.beam_search import empty_beams
from cogarena.agents.scripted.rally.player import RallyPlayer
from cogarena.envs.core.game import Game


class Weights(NamedTuple):
    """Found by self-play; the unit is a register of work, except where noted."""

    register: float = 0.6  # cost of a register of the path to the goal, in shots at the base
    tower_shot: float = 1.0  # gain of a shot at a tower, in shots at the base
    damage: float = 0.25  # cost of a damage token
    shelling: float = 3.0  # registers for which an objective is shelled from one square
    base_bonus: float = 2.0  # how much further a robot goes for the base than for a tower
    finish_bonus: float = 3.0  # and for a tower that is nearly destroyed
    away: float = 2.0  # cost of recovering outside the team's own base
    rest_damage: int = 3  # damage tokens at which a robot recovers
    safe_distance: int = 2  # squares without an enemy that it needs to power down


def agent(game: Game, settings: Mapping[str, Any]) -> Agent:
    """The scripted player for a game with these settings."""
    weights = Weights()
    perimeter = game.read(settings).perimeter
    costs = (weights.damage, weights.shelling, weights.away)
    tables = partial(build_tables, perimeter, *costs)
    return RallyPlayer(game, decide_all, tables, weights, SEEN, empty_beams())
