"""The scripted player of Tower Defense: straight for the next flag, by searched programs.

It plays by the board that everybody knows and by what it is shown, and keeps nothing in mind.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

from cogarena.agents.protocol import Agent
from cogarena.agents.scripted.rally.beam import beams_of
from cogarena.agents.scripted.rally.player import RallyPlayer
from cogarena.agents.scripted.rally.td_answers import answer_all
from cogarena.agents.scripted.rally.td_chart import chart_of
from cogarena.agents.scripted.rally.td_plan import BRANCH
from cogarena.agents.scripted.rally.td_sight import SEEN
from cogarena.agents.scripted.rally.td_temper import Temper
from cogarena.envs.core.game import Game


def agent(game: Game, settings: Mapping[str, Any]) -> Agent:
    """The scripted player of a game with these settings."""
    chart = partial(chart_of, game.read(settings))
    return RallyPlayer(game, answer_all, chart, Temper(), SEEN, beams_of(BRANCH))
