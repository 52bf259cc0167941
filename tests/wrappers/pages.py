"""Short episodes, for the tests of the replay page with and without a browser."""

import numpy as np

from cogarena.envs.core import registry
from cogarena.envs.core.episode import Episode
from cogarena.wrappers.replay import Recorder

HOSTILE = "</script><script>document.title = 'stolen'</script><img src=x onerror='stolen()'>&amp;"
SHORT = {
    "coop_td": {"scenario": "scenario_6", "reward": "shaped", "max_rounds": 16},
    "race": {"robots": 3, "max_turns": 2},
    "luck": {},
    "secret_bids": {},
}


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
