import copy
import pickle
import warnings

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import parallel_api_test, parallel_seed_test

from cogarena.envs.core import registry
from cogarena.envs.core.errors import (
    ActionTypeError,
    EpisodeOverError,
    IllegalActionError,
    StateError,
    UnknownNameError,
)
from cogarena.wrappers.aec import raw_env
from cogarena.wrappers.parallel import ParallelGame, parallel_env
from support.roster import GAMES, REFUSED, masked_action, pick, short

each_game = pytest.mark.parametrize("name", GAMES)


def choices(views, generator):
    return {agent: pick(view["action_mask"], generator) for agent, view in views.items()}


def played(table, views, steps=10**6):
    generator = np.random.default_rng(0)
    results = []
    for _ in range(steps):
        if not table.agents:
            break
        results.append(table.step(choices(views, generator)))
        views = results[-1][0]
    return results


def without_events(infos):
    return [{key: info[key] for key in info if key != "events"} for info in infos.values()]


@each_game
def test_pettingzoo_finds_no_fault(name):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parallel_api_test(parallel_env(name, **short(name)), num_cycles=100)


@each_game
def test_pettingzoos_seed_test_passes(name):
    parallel_seed_test(lambda: parallel_env(name, **short(name)), num_cycles=50)


@each_game
def test_who_is_not_asked_can_only_pass(name):
    table = parallel_env(name, **short(name))
    views, infos = table.reset(seed=0)
    assert [*infos] == table.agents
    generator = np.random.default_rng(0)
    while table.agents:
        pending = int(table.episode.s.pending)
        for seat, view in enumerate(views.values()):
            asked = bool(pending >> seat & 1)
            assert asked or view["action_mask"].tolist() == [1] + [0] * (
                table.game.actions.count - 1
            )
            assert np.array_equal(view["observation"], table.episode.view(seat)[1])
        views, *_ = table.step(choices(views, generator))
    assert not any(view["action_mask"].any() for view in views.values())


@each_game
def test_it_plays_the_same_episode_as_one_agent_after_another(name):
    table, turns = parallel_env(name, **short(name)), raw_env(name, **short(name))
    views, _ = table.reset(seed=6)
    turns.reset(seed=6)
    generator = np.random.default_rng(0)
    while table.agents:
        chosen = choices(views, generator)
        earned = dict.fromkeys(table.agents, 0.0)
        for _ in range(int(turns.episode.s.pending).bit_count()):
            turns.step(chosen[turns.agent_selection])
            for agent in earned:
                earned[agent] += turns.rewards[agent]
        views, rewards, terminated, truncated, infos = table.step(chosen)
        assert rewards == pytest.approx(earned)
        assert table.episode.state_bytes() == turns.episode.state_bytes()
    assert (terminated, truncated) == (turns.terminations, turns.truncations)
    assert repr(without_events(infos)) == repr(without_events(turns.infos))


def test_secret_choices_are_made_in_one_step():
    table = parallel_env("secret_bids", players=4)
    table.reset(seed=0)
    table.step({"player_0": 1, "player_1": 2, "player_2": 3, "player_3": 4})
    assert int(table.episode.s.rounds) == 1


def one_wrong(table, views, action):
    """Legal actions for all but the last agent."""
    *others, last = table.agents
    generator = np.random.default_rng(0)
    return {agent: pick(views[agent]["action_mask"], generator) for agent in others} | {
        last: action
    }


@each_game
@pytest.mark.parametrize(("error", "action"), REFUSED)
def test_a_wrong_action_is_refused_and_nothing_changes(name, error, action):
    table = parallel_env(name)
    views, _ = table.reset(seed=0)
    before = table.state_bytes()
    with pytest.raises(error, match=table.agents[-1]):
        table.step(one_wrong(table, views, action))
    assert table.state_bytes() == before


@each_game
def test_a_masked_action_is_refused_and_nothing_changes(name):
    table = parallel_env(name)
    views, _ = table.reset(seed=0)
    before = table.state_bytes()
    masked = masked_action(views[table.agents[-1]]["action_mask"])
    with pytest.raises(IllegalActionError, match=table.agents[-1]):
        table.step(one_wrong(table, views, masked))
    assert table.state_bytes() == before


def test_a_missing_or_foreign_agent_is_refused_and_nothing_changes():
    table = parallel_env("secret_bids")
    table.reset(seed=0)
    before = table.state_bytes()
    with pytest.raises(ActionTypeError, match="no action for player_1, player_2"):
        table.step({"player_0": 1})
    with pytest.raises(UnknownNameError, match="player_9"):
        table.step({"player_0": 1, "player_1": 1, "player_2": 1, "player_9": 1})
    with pytest.raises(ActionTypeError, match="dict"):
        table.step([1, 1, 1])
    assert table.state_bytes() == before


@each_game
def test_nobody_acts_before_the_reset_or_after_the_end(name):
    table = parallel_env(name, **short(name))
    with pytest.raises(EpisodeOverError):
        table.step({})
    views, _ = table.reset(seed=0)
    agents = table.agents
    played(table, views)
    before = table.state_bytes()
    with pytest.raises(EpisodeOverError):
        table.step(dict.fromkeys(agents, 1))
    assert table.state_bytes() == before


@each_game
@pytest.mark.parametrize("twin", [copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))])
def test_a_copy_in_mid_episode_goes_on_alike(name, twin):
    table = parallel_env(name, **short(name))
    views, _ = table.reset(seed=4)
    views = played(table, views, steps=1)[-1][0]
    other = twin(table)
    agent = table.agents[0]
    assert views[agent]["action_mask"][other.action_space(agent).sample()]
    assert repr(played(other, views)) == repr(played(table, views))


@each_game
def test_a_restored_state_goes_on_alike(name):
    table, other = parallel_env(name, **short(name)), parallel_env(name, **short(name))
    views, _ = table.reset(seed=4)
    views = played(table, views, steps=1)[-1][0]
    other.restore(table.state_bytes())
    assert repr(played(table, views)) == repr(played(other, views))
    with pytest.raises(StateError):
        other.restore(b"short")


@each_game
def test_the_render_modes_give_text_and_pictures(name):
    text = parallel_env(name, render_mode="ansi")
    picture = parallel_env(name, render_mode="rgb_array", tile=16)
    for table in (text, picture):
        table.reset(seed=0)
    assert isinstance(text.render(), str)
    assert picture.render().dtype == np.uint8
    picture.close()


@pytest.mark.parametrize("name", registry.names())
def test_pettingzoos_registry_makes_the_environment(name):
    table = pettingzoo.make("parallel", f"cogarena/{name}-v{registry.spec(name).version}")
    assert isinstance(table, ParallelGame)
