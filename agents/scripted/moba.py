"""The scripted player of MOBA Rally: programs by search, and simple answers to all else.

It plays by the map that everybody knows and by what it is shown, and keeps nothing in mind.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

from cogarena.agents.protocol import Agent
from cogarena.agents.scripted.rally.beam import beams_of
from cogarena.agents.scripted.rally.moba_answers import answer_all
from cogarena.agents.scripted.rally.moba_chart import chart_of
from cogarena.agents.scripted.rally.moba_plan import BRANCH
from cogarena.agents.scripted.rally.moba_sight import SEEN
from cogarena.agents.scripted.rally.moba_temper import Temper
from cogarena.agents.scripted.rally.player import RallyPlayer
from cogarena.envs.core.game import Game


def agent(game: Game, settings: Mapping[str, Any]) -> Agent:
    """The scripted player of a game with these settings."""
    temper = Temper()
    chart = partial(chart_of, game.read(settings).perimeter, temper)
    return RallyPlayer(game, answer_all, chart, temper, SEEN, beams_of(BRANCH))
