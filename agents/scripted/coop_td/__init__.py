"""The scripted player of Co-op Tower Defense: simple rules in order of priority.

It plays from the scenario, which is public, and from its observation; it is stateless and does
not use search or chance.
"""

from collections.abc import Mapping
from typing import Any

from cogarena.agents.protocol import Agent
from cogarena.agents.scripted.coop_td.player import Player
from cogarena.envs.core.game import Game


def agent(game: Game, settings: Mapping[str, Any]) -> Agent:
    """The scripted player for a game with these settings."""
    return Player(game, game.build(game.read(settings))[0])
