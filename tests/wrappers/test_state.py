import copy
import pickle
import warnings

import numpy as np
import pytest
from pettingzoo.test import state_test

from cogarena.envs.core import registry
from cogarena.envs.core.errors import EpisodeOverError
from cogarena.wrappers.aec import env, raw_env
from cogarena.wrappers.parallel import parallel_env
from support.roster import GAMES, pick, short

each_game = pytest.mark.parametrize("name", GAMES)
each_maker = pytest.mark.parametrize("make", [raw_env, parallel_env])


def states_of_an_episode(name):
    """The table after each decision of a random episode, and its state then."""
    table = raw_env(name, **short(name))
    table.reset(seed=2)
    generator = np.random.default_rng(0)
    yield table, table.state()
    while not table.episode.over:
        table.step(pick(table.episode.mask, generator))
        yield table, table.state()


@each_game
def test_pettingzoos_state_test_passes(name):
    turns, together = env(name, **short(name)), parallel_env(name, **short(name))
    for agent in turns.possible_agents:
        turns.action_space(agent).seed(0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        state_test(turns, together, num_cycles=20)


@each_game
def test_every_state_is_in_the_space_and_no_agent_changes_it(name):
    for table, state in states_of_an_episode(name):
        assert state.dtype == table.state_space.dtype
        assert table.state_space.contains(state)
        for agent in table.possible_agents:
            table.observe(agent)
            assert np.array_equal(table.state(), state)


@each_game
def test_the_state_differs_as_the_game_goes_on(name):
    states = [state.tobytes() for _, state in states_of_an_episode(name)]
    assert len(set(states)) > len(states) / 2
    assert states[0] != states[-1]


@each_game
@each_maker
def test_writing_to_a_state_changes_nothing(name, make):
    table = make(name)
    table.reset(seed=0)
    state, before = table.state(), table.state_bytes()
    state[:] = 7
    assert table.state_bytes() == before
    assert not np.shares_memory(state, table.state())
    assert table.state_space.contains(table.state())


@each_game
def test_both_apis_show_the_same_state(name):
    turns, together = raw_env(name), parallel_env(name)
    for table in (turns, together):
        table.reset(seed=5)
    assert turns.state_space == together.state_space
    assert np.array_equal(turns.state(), together.state())


@each_game
@each_maker
def test_the_state_can_be_asked_for_after_the_end(name, make):
    table = make(name, **short(name))
    table.reset(seed=0)
    generator = np.random.default_rng(0)
    while not table.episode.over:
        table.episode.act(pick(table.episode.mask, generator))
    assert table.state_space.contains(table.state())


@each_maker
def test_before_the_first_reset_there_is_no_state(make):
    with pytest.raises(EpisodeOverError, match="reset first"):
        make("luck").state()


@each_game
@each_maker
@pytest.mark.parametrize("twin", [copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))])
def test_a_copy_has_the_same_state_and_space(name, make, twin):
    table = make(name)
    table.reset(seed=4)
    other = twin(table)
    assert np.array_equal(other.state(), table.state())
    assert other.state_space == table.state_space


def test_without_one_of_its_own_the_state_is_all_observations_in_seat_order():
    table = raw_env("secret_bids", players=4)
    table.reset(seed=0)
    table.step(2)
    seen = [table.observe(agent)["observation"] for agent in table.possible_agents]
    assert np.array_equal(table.state(), np.concatenate(seen))
    spaces = [table.observation_space(agent)["observation"] for agent in table.possible_agents]
    assert table.state_space.low.tolist() == np.concatenate([s.low for s in spaces]).tolist()
    assert table.state_space.high.tolist() == np.concatenate([s.high for s in spaces]).tolist()


def test_with_one_of_its_own_the_state_shows_what_no_other_agent_sees():
    layout = registry.load("open_bids").global_layout
    table = raw_env("open_bids")
    table.reset(seed=0)
    table.step(4)
    assert table.state().shape == (layout.width,)
    assert layout.split(table.state())["bids"][0] == 4
    assert table.state_space.low.tolist() == layout.low.tolist()
    assert table.state_space.high.tolist() == layout.high.tolist()
