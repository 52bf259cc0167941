"""The scripted player of Powerball: fetches balls and delivers them, and fires when that kills.

It plays from the board, which is public, and from its observation, and is stateless.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

from cogarena.agents.protocol import Agent
from cogarena.agents.scripted.powerball.decisions import decide_all
from cogarena.agents.scripted.powerball.plan import STEP
from cogarena.agents.scripted.powerball.reading import SEEN, build_tables
from cogarena.agents.scripted.rally.exhaustive_search import working_memory
from cogarena.agents.scripted.rally.player import RallyPlayer
from cogarena.envs.core.game import Game


class Weights(NamedTuple):
    """In victory points; times are in registers."""

    ball: float = 0.9  # gain of a ball that is carried, or will be
    register: float = 0.08  # cost of a register of the path to a goal
    delay: float = 0.02  # cost of each register before a ball is picked up or delivered
    from_ball: float = 4.0  # registers from a ball to a pit
    from_wrench: float = 8.0  # registers from a wrench to a ball and on to a pit
    spawn: float = 0.15  # gain of spawning a ball
    death: float = 1.5  # cost of being destroyed, besides the balls that are lost
    deadly_side: float = 0.05  # cost of each side from which a push destroys, if others are near
    bomb: float = 0.1  # cost of each square nearer to a bomb than SAFE_FROM_BOMBS
    push_chance: float = 0.4  # that a robot has not moved yet in the first register
    rest_damage: int = 7  # damage tokens at which a robot powers down
    safe_distance: int = 2  # squares without another robot that it needs to power down
    recompile_below: float = 0.1  # points that a program must gain, else the hand is replaced


def agent(game: Game, settings: Mapping[str, Any]) -> Agent:
    """The scripted player for a game with these settings."""
    tables = partial(build_tables, game.read(settings))
    return RallyPlayer(game, decide_all, tables, Weights(), SEEN, working_memory(STEP))
