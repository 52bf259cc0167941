"""The search among styles of play, with two players of Luck: one never banks, one always does."""

import dataclasses

import numpy as np
import pytest

from cogarena.agents.match import choose
from cogarena.agents.playouts import Playouts, Rollouts, SearchConfig, search_config
from cogarena.agents.protocol import Stateless
from cogarena.agents.registry import find
from cogarena.agents.search import Budget, Search
from cogarena.envs.core import registry
from cogarena.envs.core.batch import Batch
from cogarena.envs.core.episode import Episode
from support.games import luck

STYLED = [name for name in registry.names() if search_config(registry.load(name)).styles]
SETTINGS = {"goal": 100, "max_rounds": 100}
ROW = np.zeros(1, np.int64)
SEED = np.zeros(1, np.uint64)


class Roller(Stateless):
    """Never banks."""

    def act(self, rows, observations, masks):
        return np.full(len(rows), luck.ROLL)


class Banker(Stateless):
    """Banks whenever it can."""

    def act(self, rows, observations, masks):
        return np.where(masks[:, luck.BANK] == 1, luck.BANK, luck.ROLL)


def playing(config, *styles, game=luck.GAME, settings=None):
    """A search in these styles, and an episode of it with something in the pot."""
    plays = Playouts(game, settings or SETTINGS, styles, config, rows=64)
    agent = Search(plays, Budget(24), *styles)
    episode = Episode(game, settings or SETTINGS)
    episode.reset(0)
    while not episode.mask[luck.BANK]:
        episode.act(luck.ROLL)
    agent.begin(ROW, SEED)
    return agent, episode


def asked(agent, episode):
    """What the agent chooses now, and how much it tried out for it."""
    before = agent.playouts.played
    seen, legal = episode.observation[None], episode.mask[None]
    chosen = int(choose(agent, ROW, episode.states, seen, legal)[0])
    return chosen, agent.playouts.played - before


def test_the_better_style_is_taken():
    agent, episode = playing(SearchConfig(20, keep_style=3), Roller(), Banker())
    assert asked(agent, episode)[0] == luck.BANK


def test_the_usual_style_is_kept_where_none_is_better():
    agent, episode = playing(SearchConfig(20, keep_style=3), Roller(), Roller())
    assert asked(agent, episode)[0] == luck.ROLL


def test_a_style_that_loses_nothing_is_kept_for_a_rest():
    agent, episode = playing(SearchConfig(20, keep_style=3), Roller(), Banker())
    tried = [asked(agent, episode) for _ in range(5)]
    assert {chosen for chosen, _ in tried} == {luck.BANK}
    assert [played > 0 for _, played in tried] == [True, False, False, False, True]


def losing(config):
    """A game in which to bank is to end and to lose; both styles do."""
    doomed = dataclasses.replace(luck.GAME, final_info=lambda settings, setup, s: {"won": False})
    return playing(config, Banker(), Banker(), game=doomed, settings={"goal": 1})


def test_single_choices_are_tried_where_the_best_style_may_lose():
    agent, episode = losing(SearchConfig(3, keep_style=3, loss_penalty=50.0))
    _, played = asked(agent, episode)
    assert played > 12  # the half that goes to styles
    assert asked(agent, episode)[1] > 12


def value_of(game, action, loss):
    plays = Playouts(game, {"goal": 1}, Banker(), SearchConfig(1, loss_penalty=loss), rows=4)
    _, episode = playing(SearchConfig(1), Banker(), settings={"goal": 1})
    found, lost = plays.values(Rollouts(episode.states, np.array([action]), ROW, SEED))
    return float(found[0]), bool(lost[0])


def test_a_lost_episode_costs_what_the_config_says():
    doomed = dataclasses.replace(luck.GAME, final_info=lambda settings, setup, s: {"won": False})
    free, _ = value_of(doomed, luck.BANK, 0.0)
    assert value_of(doomed, luck.BANK, 50.0) == (free - 50.0, True)


def test_an_episode_that_is_won_or_goes_on_costs_nothing():
    assert value_of(luck.GAME, luck.BANK, 50.0) == value_of(luck.GAME, luck.BANK, 0.0)
    assert value_of(luck.GAME, luck.ROLL, 50.0) == (0.0, False)


class Named(Roller):
    """Keeps its own name in mind, and notes the names that it is told to remember."""

    def __init__(self, name):
        self.name, self.told = name, set()

    def state(self, rows):
        return np.full(len(rows), self.name)

    def load_state(self, rows, state):
        self.told |= set(state.tolist())


def test_every_style_goes_on_with_what_it_keeps_in_mind_itself():
    policies, styles = [Named(10), Named(20)], [Named(1), Named(2)]
    plays = Playouts(luck.GAME, SETTINGS, policies, SearchConfig(3), rows=64)
    agent = Search(plays, Budget(24), *styles)
    _, episode = playing(SearchConfig(1), Roller())
    agent.begin(ROW, SEED)
    asked(agent, episode)
    assert [policy.told for policy in policies] == [{1}, {2}]


@pytest.mark.parametrize("name", STYLED)
def test_the_styles_of_a_game_are_weights_of_its_script(name):
    game = registry.load(name)
    agent = find("search:12", game)
    batch = Batch(game, 2, {})
    batch.reset(0)
    agent.begin(np.arange(2), batch.seeds)
    chosen = agent.plan(np.arange(2), batch.states.copy(), batch.observations, batch.masks)
    assert batch.masks[np.arange(2), chosen].all()
    assert agent.playouts.played > 0


def test_a_copy_that_begins_with_the_scripts_choice_goes_on_as_the_script_does():
    game = registry.load("rover")
    script, policy = find("scripted", game), find("scripted", game)
    plays = Playouts(game, {}, policy, SearchConfig(60, "data"), rows=4)
    batch = Batch(game, 1, {})
    batch.reset(3)
    script.begin(ROW, batch.seeds)
    for _ in range(100):
        batch.step(script.act(ROW, batch.observations, batch.masks))
    action = script.act(ROW, batch.observations, batch.masks)
    last = batch.states["turn"][0] + 60
    (expected,), _ = plays.values(Rollouts(batch.states, action, ROW, SEED, script.state(ROW)))
    earned = 0.0
    while batch.states["turn"][0] < last:
        batch.step(action)
        earned += batch.rewards[0, 0]
        action = script.act(ROW, batch.observations, batch.masks)
    assert earned == expected > 0
