import copy
import pickle
import warnings

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, seed_test

from cogarena.envs.core import registry
from cogarena.envs.core.errors import (
    EpisodeOverError,
    IllegalActionError,
    StateError,
    UnknownNameError,
)
from cogarena.wrappers.aec import OrderedEnv, env, raw_env
from support.roster import GAMES, REFUSED, masked_action, pick, short

each_game = pytest.mark.parametrize("name", GAMES)
each_maker = pytest.mark.parametrize("make", [env, raw_env])

# The checker knows by name which games have masks, and wants agents called player_0.
HARMLESS = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "We recommend agents to be named",
    "Observation numpy array is all zeros",  # such as that of an empty board
)


def played(table, decisions=10**6):
    """What `last` shows in so many random decisions, on from where it stands."""
    generator = np.random.default_rng(0)
    shown = []
    for _ in range(decisions):
        if not table.agents:
            break
        view, reward, terminated, truncated, info = table.last()
        shown.append((table.agent_selection, view, reward, terminated, truncated, info))
        ended = terminated or truncated
        table.step(None if ended else pick(view["action_mask"], generator))
    return shown


def to_the_end(name):
    table = raw_env(name, **short(name))
    table.reset(seed=0)
    generator = np.random.default_rng(0)
    while not table.last()[2] and not table.last()[3]:
        table.step(pick(table.last()[0]["action_mask"], generator))
    return table


@each_game
@each_maker
def test_pettingzoo_finds_no_fault(name, make):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for message in HARMLESS:
            warnings.filterwarnings("ignore", message)
        api_test(make(name, **short(name)), num_cycles=50)


@each_game
def test_pettingzoos_seed_test_passes(name):
    seed_test(lambda: env(name, **short(name)), num_cycles=50)


@each_game
def test_a_seed_determines_the_episode(name):
    tables = [env(name, **short(name)), env(name, **short(name))]
    tables[1].reset(seed=77)
    for table in tables:
        table.reset(seed=3)
    assert repr(played(tables[0])) == repr(played(tables[1]))
    for table in tables:
        table.reset()
    assert tables[0].state_bytes() == tables[1].state_bytes()


@each_game
def test_agents_see_all_they_earned_since_they_acted(name):
    table = env(name, **short(name))
    table.reset(seed=1)
    shown = played(table)
    seen = dict.fromkeys(table.possible_agents, 0.0)
    for agent, _, reward, *_ in shown:
        seen[agent] += reward
    replay = raw_env(name, **short(name))
    replay.reset(seed=1)
    generator = np.random.default_rng(0)
    earned = np.zeros(len(seen))
    while not replay.episode.over:
        replay.step(pick(replay.last()[0]["action_mask"], generator))
        earned += list(replay.rewards.values())
    assert list(seen.values()) == pytest.approx(earned.tolist())


@each_game
def test_all_agents_end_together_and_leave_one_by_one(name):
    table = to_the_end(name)
    agents = table.possible_agents
    assert table.agents == agents
    assert len(set(zip(table.terminations.values(), table.truncations.values(), strict=True))) == 1
    for agent in agents:
        assert table.agent_selection == agent
        assert not table.observe(agent)["action_mask"].any()
        told = {"seat": agents.index(agent), "events": table.episode.events()}
        assert repr(table.last()[4]) == repr(told | table.episode.final_info())
        table.step(None)
    assert not table.agents
    with pytest.raises(EpisodeOverError):
        table.step(None)


@each_game
def test_only_who_is_asked_has_a_mask(name):
    table = env(name)
    table.reset(seed=0)
    pending = int(table.unwrapped.episode.s.pending)
    for seat, agent in enumerate(table.possible_agents):
        view = table.observe(agent)
        assert table.observation_space(agent).contains(view)
        assert view["action_mask"].any() == bool(pending >> seat & 1)


@each_game
@each_maker
@pytest.mark.parametrize(("error", "action"), REFUSED)
def test_a_wrong_action_is_refused_and_nothing_changes(name, make, error, action):
    table = make(name)
    table.reset(seed=0)
    before = table.state_bytes()
    with pytest.raises(error):
        table.step(action)
    assert table.state_bytes() == before
    assert table.last()[1] == 0


@each_game
@each_maker
def test_a_masked_action_is_refused_and_nothing_changes(name, make):
    table = make(name)
    table.reset(seed=0)
    before = table.state_bytes()
    with pytest.raises(IllegalActionError):
        table.step(masked_action(table.last()[0]["action_mask"]))
    assert table.state_bytes() == before


@each_game
@each_maker
def test_nobody_acts_before_the_reset(name, make):
    with pytest.raises(EpisodeOverError):
        make(name).step(1)


@each_game
def test_an_action_for_an_ended_agent_is_refused_and_nothing_changes(name):
    table = to_the_end(name)
    before = table.state_bytes()
    with pytest.raises(EpisodeOverError, match="has ended"):
        table.step(1)
    assert table.state_bytes() == before
    assert table.agents == table.possible_agents


def test_the_ordered_environment_refuses_steps_after_everybody_left():
    table = env("luck", **short("luck"))
    table.reset(seed=0)
    played(table)
    with pytest.raises(EpisodeOverError):
        table.step(None)


@pytest.mark.parametrize("call", ["observe", "observation_space", "action_space"])
def test_an_unknown_agent_is_refused_with_the_known_ones(call):
    table = raw_env("secret_bids")
    table.reset(seed=0)
    with pytest.raises(UnknownNameError, match="player_2"):
        getattr(table, call)("player_9")


@each_game
@each_maker
@pytest.mark.parametrize("twin", [copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))])
def test_a_copy_in_mid_episode_goes_on_alike(name, make, twin):
    table = make(name, **short(name))
    table.reset(seed=4)
    played(table, decisions=2)
    other = twin(table)
    agent = other.agent_selection
    assert other.observe(agent)["action_mask"][other.action_space(agent).sample()]
    assert repr(played(other)) == repr(played(table))


@each_game
def test_a_restored_state_goes_on_alike(name):
    table, other = raw_env(name, **short(name)), raw_env(name, **short(name))
    table.reset(seed=4)
    played(table, decisions=2)
    other.restore(table.state_bytes())
    assert repr(played(table)) == repr(played(other))


def test_a_restored_state_holds_the_rewards_not_yet_seen():
    table, other = raw_env("secret_bids"), raw_env("secret_bids")
    table.reset(seed=4)
    for bid in (1, 2, 5, 2):
        table.step(bid)
    other.restore(table.state_bytes())
    assert table.last()[1] != 0
    assert table.rewards == dict.fromkeys(table.agents, 0.0)
    assert repr(played(table)) == repr(played(other))


@pytest.mark.parametrize("data", [b"", b"short", "text"])
def test_bytes_that_are_no_state_are_refused(data):
    table = raw_env("luck")
    table.reset(seed=0)
    before = table.state_bytes()
    with pytest.raises(StateError):
        table.restore(data)
    assert table.state_bytes() == before


@each_game
def test_the_render_modes_give_text_and_pictures(name):
    text, picture = env(name, render_mode="ansi"), env(name, render_mode="rgb_array", tile=16)
    for table in (text, picture):
        table.reset(seed=0)
    assert isinstance(text.render(), str)
    assert picture.render().dtype == np.uint8
    with pytest.raises(UnknownNameError, match="rgb_array"):
        env(name, render_mode="hologram")
    picture.close()


@pytest.mark.parametrize("name", registry.names())
def test_pettingzoos_registry_makes_the_environment(name):
    table = pettingzoo.make("aec", f"cogarena/{name}-v{registry.spec(name).version}", **short(name))
    assert isinstance(table, OrderedEnv)
    assert table.unwrapped.episode.settings == registry.load(name).read(short(name))


def test_in_the_human_mode_every_step_is_shown_in_a_window(monkeypatch):
    pygame = pytest.importorskip("pygame")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr("cogarena.wrappers.rendering.FRAMES_A_SECOND", 1000)
    table = env("secret_bids", render_mode="human", tile=16)
    table.reset(seed=1)
    for _ in range(4):
        table.step(table.action_space(table.agent_selection).sample())
        episode = table.unwrapped.episode
        picture = episode.game.draw(episode.setup[0], episode.s, tile=16)
        shown = pygame.surfarray.array3d(pygame.display.get_surface()).swapaxes(0, 1)
        assert np.array_equal(shown, picture)
    table.close()
    assert pygame.display.get_surface() is None
