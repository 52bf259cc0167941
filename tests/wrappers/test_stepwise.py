from itertools import pairwise

import numpy as np
import pytest

from cogarena.agents.random import RandomAgent
from cogarena.envs.core import registry
from cogarena.envs.core.episode import Episode
from cogarena.envs.core.header import HALTED
from cogarena.envs.core.traces import random_play
from cogarena.wrappers.film import Every, RecordedMatch, frames
from cogarena.wrappers.replay import between

RALLY = ["moba", "powerball", "race", "tower_defense"]
LIVELY = {  # settings in which much happens between two decisions
    "coop_td": {"scenario": "proving_ground", "max_rounds": 12},
    "rover": {"start": "factory", "hostiles": 4.0, "max_turns": 40},
    **{name: {"max_turns": 2, "ask": "program"} for name in RALLY},
}
HALTING = [name for name in registry.names() if registry.load(name).halting]
each_game = pytest.mark.parametrize("name", HALTING)
each_rally_game = pytest.mark.parametrize("name", RALLY)


def lively(name):
    return LIVELY.get(name, registry.load(name).short)


def ending(name, *, watched):
    """The record at the end of random play, and how many states were seen on the way."""
    episode = Episode(registry.load(name), lively(name))
    seen = 0
    for action in random_play(episode, seed=3):
        if watched:
            seen += sum(1 for _ in between(episode, action))
    return episode.states.tobytes(), seen


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


@each_game
def test_every_game_that_halts_shows_what_happens_on_the_way(name):
    _, seen = ending(name, watched=True)
    assert seen > 20


@each_game
def test_a_watched_episode_ends_in_the_same_bytes(name):
    assert ending(name, watched=True)[0] == ending(name, watched=False)[0]


@each_game
def test_nothing_in_the_record_of_an_episode_tells_of_watchers(name):
    game = registry.load(name)
    episode = Episode(game, lively(name))
    for action in random_play(episode, seed=3):
        for twin in between(episode, action):
            assert game.halting(twin.s).halt == HALTED
        assert game.halting(episode.s).halt == 0
        if "animation" in episode.s.dtype.names:
            assert not any(episode.s.animation.item())


@each_rally_game
def test_watching_leaves_the_episode_as_it_is(name):
    episode, action = programmed(name)
    before = episode.states.tobytes()
    assert len(list(between(episode, action))) > 20
    assert episode.states.tobytes() == before


@each_rally_game
def test_robots_move_one_after_another_on_the_way(name):
    episode, action = programmed(name)
    places = [twin.s.rally.robots[["x", "y"]].tolist() for twin in between(episode, action)]
    moved = [
        sum(a != b for a, b in zip(before, after, strict=True))
        for before, after in pairwise(places)
    ]
    assert moved.count(1) >= 3


@each_rally_game
def test_the_way_ends_where_the_action_leads(name):
    episode, action = programmed(name)
    *_, last = between(episode, action)
    episode.act(action)
    assert last.s.rally.halt == -1
    assert episode.s.rally.halt == 0
    same = ["x", "y", "facing", "damage"]
    assert last.s.rally.robots[same].tolist() == episode.s.rally.robots[same].tolist()


def test_games_that_do_not_halt_show_nothing_on_the_way():
    episode = Episode(registry.load("luck"), {})
    episode.reset(0)
    assert not list(between(episode, int(np.argmax(episode.mask))))


@pytest.mark.parametrize(
    ("name", "more"), [*((name, 5) for name in RALLY), ("coop_td", 5), ("rover", 1.5)]
)
def test_a_film_by_phases_shows_more_and_no_picture_twice_in_a_row(name, more):
    settings = {"max_turns": 1} if name in RALLY else LIVELY[name]
    match = RecordedMatch(registry.load(name), settings, RandomAgent(), 1)
    shown = {
        every: list(frames(
            match.episodes(stepwise=every is Every.PHASE),
            tile=16, max_frames=200, every=every,
        ))
        for every in (Every.PHASE, Every.TURN)
    }  # fmt: skip
    assert len(shown[Every.PHASE]) > more * len(shown[Every.TURN])
    pairs = pairwise(shown[Every.PHASE])
    assert not any(np.array_equal(before, after) for before, after in pairs)
