"""The scripted player of Powerball: fetches balls and delivers them, and fires what kills.

It plays by the board that everybody knows and by what it is shown, and keeps nothing in mind.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np

from cogarena.agents.protocol import Agent
from cogarena.agents.scripted.rally.player import RallyPlayer
from cogarena.agents.scripted.rally.powerball_answers import answer_all
from cogarena.agents.scripted.rally.powerball_chart import chart_of
from cogarena.agents.scripted.rally.powerball_plan import STEP, STEPS_OF_A_PROGRAM
from cogarena.agents.scripted.rally.powerball_sight import SEEN
from cogarena.agents.scripted.rally.powerball_temper import Temper
from cogarena.envs.core.game import Game


def agent(game: Game, settings: Mapping[str, Any]) -> Agent:
    """The scripted player of a game with these settings."""
    chart = partial(chart_of, game.read(settings))
    room = np.zeros(STEPS_OF_A_PROGRAM, STEP)
    return RallyPlayer(game, answer_all, chart, Temper(), SEEN, room)
