import copy
import pickle
import warnings

import gymnasium
import numpy as np
import pytest
from comparison import equal
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks
from stable_baselines3.common.env_checker import check_env as sb3_check_env
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import DummyVecEnv

from cogarena.agents.checkpoint import Network
from cogarena.agents.script import scripted_games
from cogarena.agents.trained import TrainedAgent, build_policy
from cogarena.envs.core import registry
from cogarena.envs.core.errors import (
    EpisodeOverError,
    IllegalActionError,
    SettingError,
    UnknownNameError,
)
from cogarena.wrappers.gymnasium import SingleEnv
from cogarena.wrappers.sb3 import BatchVecEnv
from cogarena.wrappers.vector import BatchEnv
from support.roster import gym_id, picks, short

ROWS = 4
OF_OPPONENTS = [name for name in registry.names() if not registry.spec(name).single_agent]
each_game = pytest.mark.parametrize("name", OF_OPPONENTS)


def played(env, generator, decisions=10**6):
    results = []
    for _ in range(decisions):
        action = picks([env.unwrapped.action_masks()], generator)[0]
        results.append(env.step(action))
        if results[-1][2] or results[-1][3]:
            break
    return results


def same(some, others):
    assert len(some) == len(others)
    for one, other in zip(some, others, strict=True):
        assert np.array_equal(one[0], other[0])
        assert one[1:4] == other[1:4]
        assert repr(one[4]) == repr(other[4])
    return True


@each_game
def test_gymnasium_and_stable_baselines_find_no_fault(name):
    # Gymnasium's check takes a first action to be legal after every reset: a card in a register is.
    asks = hasattr(registry.load(name).settings, "ask")
    settings = {"ask": "program"} if asks else {}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(gym_id(name), **settings).unwrapped)
        sb3_check_env(SingleEnv(name, seat="random", opponents="random", **settings))


@each_game
def test_a_seed_determines_the_episode(name):
    one, other = (
        gymnasium.make(gym_id(name), seat="random", opponents="random", **short(name))
        for _ in range(2)
    )
    other.reset(seed=77)
    one.reset(seed=3)
    other.reset(seed=3)
    results = played(one, np.random.default_rng(0))
    assert same(results, played(other, np.random.default_rng(0)))
    one.reset(seed=4)
    assert not np.array_equal(results[0][0], played(one, np.random.default_rng(0), 1)[0][0])


@each_game
def test_the_masks_agree_and_sampling_is_legal(name):
    env = gymnasium.make(gym_id(name), seat="random", **short(name))
    env.action_space.seed(0)
    _, info = env.reset(seed=0)
    seat, ended = info["seat"], False
    while not ended:
        assert info["seat"] == seat
        assert np.array_equal(env.get_wrapper_attr("action_masks")(), info["action_mask"])
        assert info["action_mask"][env.action_space.sample()]
        observation, reward, terminated, truncated, info = env.step(
            env.action_space.sample(info["action_mask"])
        )
        assert env.observation_space.contains(observation)
        assert type(reward) is float
        ended = terminated or truncated
    assert not info["action_mask"].any()
    assert info["seat"] == seat
    assert info["turns"] > 0
    with pytest.raises(EpisodeOverError):
        env.step(1)


@each_game
@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_the_batch_gives_what_single_environments_give(name, mode):
    arguments = {"seat": "random", "opponents": "random", **short(name)}
    batch = gymnasium.make_vec(gym_id(name), ROWS, autoreset_mode=mode, **arguments)
    singles = SyncVectorEnv([lambda: SingleEnv(name, **arguments)] * ROWS, autoreset_mode=mode)
    assert batch.metadata["autoreset_mode"] == singles.metadata["autoreset_mode"]
    assert batch.observation_space == singles.observation_space
    generator = np.random.default_rng(0)
    assert equal(batch.reset(seed=11), singles.reset(seed=11))
    ends = 0
    while ends < 2 * ROWS:
        actions = picks(batch.action_masks(), generator)
        one, other = batch.step(actions), singles.step(actions)
        assert equal(one, other)
        ended = one[2] | one[3]
        ends += ended.sum()
        if mode is AutoresetMode.DISABLED and ended.any():
            options = {"reset_mask": ended.copy()}
            assert equal(batch.reset(options=options)[0], singles.reset(options=options)[0])


@each_game
def test_stable_baselines_is_given_what_monitored_single_environments_give(name):
    arguments = {"seat": "random", "opponents": "random", **short(name)}
    batch = BatchVecEnv(name, ROWS, **arguments)
    singles = DummyVecEnv([lambda: Monitor(SingleEnv(name, **arguments))] * ROWS)
    for envs in (batch, singles):
        envs.seed(3)
    assert np.array_equal(batch.reset(), singles.reset())
    generator = np.random.default_rng(0)
    ends = 0
    while ends < 2 * ROWS:
        actions = picks(get_action_masks(batch), generator)
        assert np.array_equal(get_action_masks(batch), get_action_masks(singles))
        one, other = batch.step(actions), singles.step(actions)
        for ours, theirs in zip(one[:3], other[:3], strict=True):
            assert np.array_equal(ours, theirs)
        for row in np.flatnonzero(one[2]):
            ends += 1
            ours, theirs = one[3][row], other[3][row]
            assert np.array_equal(ours["terminal_observation"], theirs["terminal_observation"])
            assert ours["TimeLimit.truncated"] == theirs["TimeLimit.truncated"]
            assert ours["episode"]["l"] == theirs["episode"]["l"]
            assert ours["episode"]["r"] == pytest.approx(theirs["episode"]["r"], abs=1e-5)


@each_game
@pytest.mark.parametrize("illegal", ["raise", "random"])
def test_the_keys_of_info_are_the_same_at_every_step(name, illegal):
    arguments = {"seat": "random", "opponents": "random", "illegal": illegal, **short(name)}
    env = SingleEnv(name, **arguments)
    _, first = env.reset(seed=0)
    infos = [first, *(result[4] for result in played(env, np.random.default_rng(0)))]
    always = {"action_mask", "seat", "events"}
    always |= {"illegal"} if illegal == "random" else set()
    always |= set(env.episode.final_info())
    assert all(set(info) == always for info in infos)
    assert {type(info["won"]) for info in infos} == {bool}


def test_threads_and_rows_do_not_change_an_episode():
    arguments = {"seat": "random", "opponents": "random", "max_turns": 3}
    many = BatchEnv("race", 8, threads=2, **arguments)
    few = BatchEnv("race", 2, threads=1, **arguments)
    generator = np.random.default_rng(0)
    assert np.array_equal(many.reset(seed=3)[0][:2], few.reset(seed=3)[0])
    for _ in range(40):
        actions = picks(many.action_masks(), generator)
        assert np.array_equal(many.step(actions)[0][:2], few.step(actions[:2])[0])
    many.close()


@each_game
def test_a_masked_action_is_refused_and_nothing_changes(name):
    env = SingleEnv(name, opponents="random")
    _, info = env.reset(seed=0)
    before = env.state_bytes()
    with pytest.raises(IllegalActionError, match="is not legal for"):
        env.step(int(info["action_mask"].argmin()))
    assert env.state_bytes() == before
    envs = BatchEnv(name, 2, opponents="random")
    _, info = envs.reset(seed=0)
    before = envs.batch.states.tobytes()
    legal, masked = int(info["action_mask"][0].argmax()), int(info["action_mask"][1].argmin())
    with pytest.raises(IllegalActionError, match="row 1"):
        envs.step([legal, masked])
    assert envs.batch.states.tobytes() == before


@each_game
@pytest.mark.parametrize("twin", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_in_mid_episode_goes_on_alike(name, twin):
    env = gymnasium.make(gym_id(name), seat="random", **short(name))
    env.reset(seed=4)
    played(env, np.random.default_rng(0), decisions=2)
    other = twin(env)
    assert same(played(env, np.random.default_rng(1)), played(other, np.random.default_rng(1)))
    env.reset()
    other.reset()
    assert env.unwrapped.state_bytes() == other.unwrapped.state_bytes()


@pytest.mark.parametrize("name", sorted({*OF_OPPONENTS} & {*scripted_games()}))
def test_scripted_opponents_play_alike_alone_and_in_a_batch(name):
    arguments = {"seat": "random", "opponents": "scripted", **short(name)}
    batch = BatchEnv(name, 2, **arguments)
    singles = [SingleEnv(name, **arguments) for _ in range(2)]
    batch.reset(seed=5)
    for row, single in enumerate(singles):
        single.reset(seed=5 + row)
    generator = np.random.default_rng(0)
    playing = dict(enumerate(singles))
    for _ in range(12):
        actions = picks(batch.action_masks(), generator)
        observations = batch.step(actions)[0]
        for row, single in list(playing.items()):
            observation, _, terminated, truncated, _ = single.step(actions[row])
            assert np.array_equal(observation, observations[row])
            if terminated or truncated:
                del playing[row]


def test_a_trained_opponent_plays_alike_in_a_copy():
    game = registry.load("secret_bids")
    agent = TrainedAgent(build_policy(game, Network(layers=(8,))), game)
    env = SingleEnv("secret_bids", seat="player_1", opponents=agent)
    env.reset(seed=0)
    for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        original = copy.deepcopy(env)
        assert same(
            played(original, np.random.default_rng(0)), played(twin, np.random.default_rng(0))
        )


@each_game
def test_every_render_mode_shows_the_episode(name):
    text = gymnasium.make(gym_id(name), render_mode="ansi", seat="random")
    text.reset(seed=0)
    assert isinstance(text.render(), str)
    envs = gymnasium.make_vec(gym_id(name), 2, render_mode="rgb_array", tile=16)
    envs.reset(seed=0)
    assert [frame.dtype for frame in envs.render()] == [np.uint8, np.uint8]


@pytest.mark.parametrize("kind", [SingleEnv, BatchEnv])
@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"seat": "red_9"}, UnknownNameError, "red_0"),
        ({"opponents": "scriptde"}, UnknownNameError, "scripted"),
        ({"opponents": "random,random"}, SettingError, "2 opponents for 7"),
        ({"render_mode": "hologram"}, UnknownNameError, "rgb_array"),
        ({"seet": "red_0"}, SettingError, "seet"),
        ({"team_size": 9}, SettingError, "at most 4"),
    ],
)
def test_wrong_arguments_are_refused_with_the_right_ones(kind, arguments, error, words):
    with pytest.raises(error, match=words):
        kind("moba", **{"opponents": "random"} | arguments)


def test_gymnasiums_statistics_count_the_episodes():
    one_seat = BatchEnv("race", 2, opponents="random", max_turns=2, reward="flags")
    envs = RecordEpisodeStatistics(one_seat)
    envs.action_space.seed(0)
    envs.reset(seed=0)
    returns, lengths, ended = np.zeros(2), np.zeros(2, int), np.zeros(2, bool)
    while not ended.any():
        _, rewards, terminated, truncated, info = envs.step(envs.action_space.sample())
        returns, lengths = returns + rewards, lengths + 1
        ended = terminated | truncated
    assert info["episode"]["r"][ended] == pytest.approx(returns[ended])
    assert info["episode"]["l"][ended].tolist() == lengths[ended].tolist()


def test_maskable_ppo_learns_on_one_seat():
    envs = BatchVecEnv("race", 8, seat="random", opponents="random", max_turns=2)
    model = MaskablePPO("MlpPolicy", envs, n_steps=16, batch_size=64, n_epochs=1, seed=0)
    model.learn(256)
    assert model.num_timesteps == 256
    assert len(model.ep_info_buffer) > 0


def test_a_state_without_the_opponents_is_refused():
    envs = BatchVecEnv("race", 2, opponents="random")
    with pytest.raises(SettingError, match="cannot save its state: it would lack theirs"):
        envs.state()


KINDS = [SingleEnv, lambda *a, **k: BatchEnv(*a, 2, **k), lambda *a, **k: BatchVecEnv(*a, 2, **k)]


@each_game
@pytest.mark.parametrize("kind", KINDS, ids=["single", "vector", "sb3"])
def test_a_competitive_game_without_opponents_is_refused_in_one_line(name, kind):
    with pytest.raises(SettingError, match=f"{name} is competitive.* opponents=.*PettingZoo") as no:
        kind(name)
    assert "\n" not in str(no.value)


@pytest.mark.parametrize("kind", KINDS, ids=["single", "vector", "sb3"])
@pytest.mark.parametrize("name", ["moba", "coop_td"])
def test_a_seat_without_opponents_is_refused(name, kind):
    with pytest.raises(SettingError, match="seat='red_0' needs opponents for the other seats"):
        kind(name, seat="red_0")


def test_opponents_can_play_the_other_seats_of_a_cooperative_game():
    env = SingleEnv("coop_td", seat="keith", opponents="random", heroes=("glorbud", "keith"))
    _, info = env.reset(seed=0)
    assert env.episode.agents[info["seat"]] == "keith"


@each_game
def test_gymnasium_seats_random_opponents_by_default(name):
    from cogarena.agents.random import RandomAgent

    env = gymnasium.make(gym_id(name)).unwrapped
    assert isinstance(env, SingleEnv)
    assert [type(player) for player in env.episode.opponents.players] == [RandomAgent]
