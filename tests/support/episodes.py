"""Short episodes: replays of random play, and sessions of human play."""

import numpy as np

from cogarena.envs.core import registry
from cogarena.envs.core.episode import Episode
from cogarena.wrappers.play.session import Session, seating
from cogarena.wrappers.replay import Recorder

HOSTILE = "</script><script>document.title = 'stolen'</script><img src=x onerror='stolen()'>&amp;"
SHORT = {
    "coop_td": {"scenario": "proving_ground", "reward": "shaped", "max_rounds": 16},
    "race": {"robots": 3, "max_turns": 2},
    "luck": {},
    "secret_bids": {},
}
OPTIONS = {"race": {"options": 3, "robots": 3}, "moba": {"options": 3, "team_size": 2}}


def recorded(name, players=("random",), decisions=10_000, seed=3):
    """A replay of random play."""
    game, settings = registry.load(name), SHORT[name]
    episode, recorder = Episode(game, settings), Recorder(game, settings, players)
    generator = np.random.default_rng(seed)
    episode.reset(seed)
    while not episode.over and len(recorder.actions) < decisions:
        action = generator.choice(np.flatnonzero(episode.mask))
        episode.act(action)
        recorder.note(action)
    return recorder.replay(episode)


def pictures(replay, tile=32):
    """What the page must show after the beginning and after every decision."""
    return [
        np.array(episode.game.draw(episode.setup[0], episode.s, tile=tile))
        for episode in replay.episodes()
    ]


def session(name, seats=None, opponents="random", seed=1, **settings):
    """A session that waits for the first decision of a person."""
    game = registry.load(name)
    alone = game.shared_reward and seats is None
    table = Session(
        game, settings, seating(game, settings, seats, None if alone else opponents), seed
    )
    for _ in table.play():
        pass
    return table


def choose(table, action):
    """Make a choice; the ticks that are shown until the next one."""
    return [episode.s.tick for episode in table.choose(action)]


def wander(table, decisions, seed=0):
    """Choose at random; yields the session after every choice."""
    generator = np.random.default_rng(seed)
    for _ in range(decisions):
        if table.over:
            return
        choose(table, table.choices[generator.integers(len(table.choices))].action)
        yield table


def by_words(table, words):
    """The action that is described by these words."""
    return next(choice.action for choice in table.choices if choice.words == words)
