"""The scripted player of Tower Defense: straight to the next flag, by programs of a beam search.

It plays from the board, which is public, and from its observation, and is stateless.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

from cogarena.agents.protocol import Agent
from cogarena.agents.scripted.rally.beam_search import empty_beams
from cogarena.agents.scripted.rally.player import RallyPlayer
from cogarena.agents.scripted.tower_defense.decisions import BRANCH, decide_all
from cogarena.agents.scripted.tower_defense.reading import SEEN
from cogarena.agents.scripted.tower_defense.tables import build_tables
from cogarena.envs.core.game import Game


class Weights(NamedTuple):
    """The unit is a register of the path to the next flag."""

    flag: float = 30.0  # gain of touching a flag
    fall: float = 2.0  # cost of a fall from the plateau
    rest_damage: int = 5  # damage tokens at which a robot powers down


def agent(game: Game, settings: Mapping[str, Any]) -> Agent:
    """The scripted player for a game with these settings."""
    tables = partial(build_tables, game.read(settings))
    return RallyPlayer(game, decide_all, tables, Weights(), SEEN, empty_beams(BRANCH))
