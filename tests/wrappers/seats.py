"""Sessions for the tests of human play."""

import numpy as np

from cogarena.envs.core import registry
from cogarena.wrappers.play.session import Session, seating

GAMES = registry.names()
OPTIONS = {"race": {"options": 3, "robots": 3}, "moba": {"options": 3, "team_size": 2}}


def session(name, seats=None, opponents="random", seed=1, **settings):
    """A session that has come to the first decision of a person."""
    game = registry.load(name)
    alone = game.shared_reward and seats is None
    table = Session(
        game, settings, seating(game, settings, seats, None if alone else opponents), seed
    )
    for _ in table.play():
        pass
    return table


def choose(table, action):
    """Make a choice and see what comes of it."""
    return [shown.tick for shown in (episode.s for episode in table.choose(action))]


def wander(table, decisions, seed=0):
    """Choose at random for some time; the table itself after every choice."""
    generator = np.random.default_rng(seed)
    for _ in range(decisions):
        if table.over:
            return
        choose(table, table.choices[generator.integers(len(table.choices))].action)
        yield table


def by_words(table, words):
    """The action with these words."""
    return next(choice.action for choice in table.choices if choice.words == words)
