"""The scripted player of the race: straight for the next flag, by the best order of its hand.

It plays by the board that everybody knows and by what it is shown, and keeps nothing in mind.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np

from cogarena.agents.protocol import Agent
from cogarena.agents.scripted.rally.player import RallyPlayer
from cogarena.agents.scripted.rally.race_answers import answer_all
from cogarena.agents.scripted.rally.race_chart import chart_of
from cogarena.agents.scripted.rally.race_plan import STEP, STEPS_OF_A_PROGRAM
from cogarena.agents.scripted.rally.race_sight import SEEN
from cogarena.agents.scripted.rally.race_temper import Temper
from cogarena.envs.core.game import Game


def agent(game: Game, settings: Mapping[str, Any]) -> Agent:
    """The scripted player of a game with these settings."""
    temper = Temper()
    chart = partial(chart_of, game.read(settings), temper)
    return RallyPlayer(game, answer_all, chart, temper, SEEN, np.zeros(STEPS_OF_A_PROGRAM, STEP))
