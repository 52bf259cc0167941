from itertools import pairwise

import numpy as np
import pytest

from cogworks.agents.uniform import RandomAgent
from cogworks.envs.core import registry
from cogworks.envs.core.episode import Episode
from cogworks.training.record import Every, Performance, frames
from cogworks.wrappers.watching import between

HALTING = [name for name in registry.names() if registry.load(name).halting is not None]
each_halting_game = pytest.mark.parametrize("name", HALTING)


def programmed(name):
    """An episode before the decision after which the first register runs, and that decision."""
    episode = Episode(registry.load(name), {"max_turns": 2, "ask": "program"})
    episode.reset(0)
    generator = np.random.default_rng(0)
    while True:
        action = int(generator.choice(np.flatnonzero(episode.mask)))
        if any(True for _ in between(episode, action)):
            return episode, action
        episode.act(action)


def test_the_rally_games_halt():
    assert HALTING == ["moba", "powerball", "race", "tower_defense"]


@each_halting_game
def test_watching_leaves_the_episode_as_it_is(name):
    episode, action = programmed(name)
    before = episode.states.tobytes()
    assert len(list(between(episode, action))) > 20
    assert episode.states.tobytes() == before


@each_halting_game
def test_robots_move_one_after_another_on_the_way(name):
    episode, action = programmed(name)
    places = [twin.s.rally.robots[["x", "y"]].tolist() for twin in between(episode, action)]
    moved = [
        sum(a != b for a, b in zip(before, after, strict=True))
        for before, after in pairwise(places)
    ]
    assert moved.count(1) >= 3


@each_halting_game
def test_the_way_ends_where_the_action_leads(name):
    episode, action = programmed(name)
    *_, last = between(episode, action)
    episode.act(action)
    assert last.s.rally.halt == -1
    assert episode.s.rally.halt == 0
    same = ["x", "y", "facing", "damage"]
    assert last.s.rally.robots[same].tolist() == episode.s.rally.robots[same].tolist()


@pytest.mark.parametrize("name", ["coop_td", "luck"])
def test_games_that_do_not_halt_show_nothing_on_the_way(name):
    episode = Episode(registry.load(name), {})
    episode.reset(0)
    assert not list(between(episode, int(np.argmax(episode.mask))))


@each_halting_game
def test_a_film_by_phases_shows_more_and_no_picture_twice_in_a_row(name):
    performance = Performance(registry.load(name), {"max_turns": 1}, RandomAgent(), 1)
    shown = {
        every: list(frames(
            performance.episodes(on_the_way=every is Every.PHASE),
            tile=16, max_frames=200, every=every,
        ))
        for every in (Every.PHASE, Every.TURN)
    }  # fmt: skip
    assert len(shown[Every.PHASE]) > 5 * len(shown[Every.TURN])
    pairs = pairwise(shown[Every.PHASE])
    assert not any(np.array_equal(before, after) for before, after in pairs)
