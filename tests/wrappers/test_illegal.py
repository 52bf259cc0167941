import copy
import pickle
import warnings

import numpy as np
import pytest
from comparison import arguments, equal
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from stable_baselines3 import PPO
from stable_baselines3.common.env_checker import check_env as sb3_check_env

from cogarena.envs.core import registry
from cogarena.envs.core.errors import (
    ActionTypeError,
    EpisodeOverError,
    IllegalActionError,
    SettingError,
    UnknownNameError,
)
from cogarena.wrappers.gymnasium import SingleEnv
from cogarena.wrappers.illegal import random_legal
from cogarena.wrappers.vector import BatchEnv
from support.roster import FOR_ONE, GAMES, REFUSED, masked_action, pick, short

ROWS = 3
LENIENT = ("random", "lose")
each_game = pytest.mark.parametrize("name", GAMES)
each_way = pytest.mark.parametrize("illegal", LENIENT)
each_twin = pytest.mark.parametrize(
    "twin", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"]
)


def single(name, **others):
    return SingleEnv(name, **arguments(name, **others))


def worst(name):
    game = registry.load(name)
    return float(np.float32(game.reward_range(game.read(short(name)))[0]))


def anything(env, generator, illegal_share=0.3):
    """A legal action, or now and then one that is not."""
    mask = env.action_masks()
    return pick(mask if generator.random() > illegal_share else 1 - mask, generator)


def played(env, seed, decisions=60):
    """The results of random actions from a seed, many of them illegal, to the episode's end."""
    generator = np.random.default_rng(0)
    env.reset(seed=seed)
    results = []
    for _ in range(decisions):
        results.append(env.step(anything(env, generator)))
        if results[-1][2] or results[-1][3]:
            break
    return results


@each_game
def test_a_random_legal_action_takes_the_place_of_an_illegal_one(name):
    env = single(name, illegal="random")
    _, info = env.reset(seed=0)
    assert info["illegal"] is False
    twin, legal = copy.deepcopy(env), np.flatnonzero(info["action_mask"])
    observation, _, _, _, info = env.step(masked_action(info["action_mask"]))
    assert info["illegal"] is True
    reached = [copy.deepcopy(twin).step(int(action))[0] for action in legal]
    assert any(np.array_equal(observation, one) for one in reached)


@each_game
@each_way
def test_a_legal_action_does_what_it_always_does(name, illegal):
    env, strict = single(name, illegal=illegal), single(name)
    generator = np.random.default_rng(0)
    env.reset(seed=2)
    strict.reset(seed=2)
    ended = False
    while not ended:
        action = pick(env.action_masks(), generator)
        one, other = env.step(action), strict.step(action)
        assert one[4].pop("illegal") is False
        assert np.array_equal(one[0], other[0])
        assert one[1:4] == other[1:4]
        assert repr(one[4]) == repr(other[4])
        ended = one[2] or one[3]


@each_game
@each_way
def test_an_episode_is_a_function_of_its_seed_and_actions(name, illegal):
    one, other = single(name, illegal=illegal), single(name, illegal=illegal)
    played(other, 77)
    results = played(one, 3)
    assert any(result[4]["illegal"] for result in results)
    assert repr(results) == repr(played(other, 3))


def test_the_replacement_depends_on_the_seed_and_the_number_of_decisions():
    masks = np.tile(np.array([0, 1, 1, 0, 1], np.int8), (3000, 1))
    seeds, ticks = np.arange(3000, dtype=np.uint64), np.zeros(3000, np.int32)
    for given in ((seeds, ticks), (seeds * 0, seeds.astype(np.int32))):
        chosen = random_legal(*given, masks)
        counts = np.bincount(chosen, minlength=5)
        assert counts[[0, 3]].tolist() == [0, 0]
        assert (abs(counts[[1, 2, 4]] - 1000) < 120).all()
        assert np.array_equal(chosen, random_legal(*given, masks))


@each_game
def test_an_illegal_action_loses_the_episode(name):
    env = single(name, illegal="lose")
    _, info = env.reset(seed=0)
    action = masked_action(info["action_mask"])
    observation, reward, terminated, truncated, info = env.step(action)
    assert (terminated, truncated, reward) == (True, False, worst(name))
    assert info["illegal"] is True
    assert not info["action_mask"].any()
    assert env.observation_space.contains(observation)
    assert info.get("won", False) is False
    assert info.get("team_won", False) is False
    assert info["events"] == []
    assert info.get("ending", "illegal") == "illegal"
    with pytest.raises(EpisodeOverError):
        env.step(action)


@each_game
def test_a_lost_episode_is_over_where_it_is_restored_and_the_next_one_begins(name):
    env, other = single(name, illegal="lose"), single(name, illegal="lose")
    _, info = env.reset(seed=0)
    env.step(masked_action(info["action_mask"]))
    other.restore(env.state_bytes())
    with pytest.raises(EpisodeOverError):
        other.step(1)
    env.reset()
    strict = single(name)
    strict.reset(seed=0)
    strict.reset()
    assert env.state_bytes() == strict.state_bytes()


@each_game
@each_way
@pytest.mark.parametrize(("error", "action"), REFUSED)
def test_types_and_ranges_are_refused_still_and_nothing_changes(name, illegal, error, action):
    env = single(name, illegal=illegal)
    env.reset(seed=0)
    before = env.state_bytes()
    with pytest.raises(error):
        env.step(action)
    assert env.state_bytes() == before
    envs = BatchEnv(name, 2, **arguments(name, illegal=illegal))
    _, info = envs.reset(seed=0)
    before = envs.batch.states.tobytes()
    actions = np.empty(2, object)
    actions[:] = [masked_action(info["action_mask"][0]), action]
    with pytest.raises(error):
        envs.step(actions.tolist() if error is not ActionTypeError else actions)
    assert envs.batch.states.tobytes() == before


@each_game
@each_way
def test_nobody_acts_before_the_reset(name, illegal):
    with pytest.raises(EpisodeOverError):
        single(name, illegal=illegal).step(1)
    with pytest.raises(EpisodeOverError):
        BatchEnv(name, 2, **arguments(name, illegal=illegal)).step([1, 1])


@each_game
@each_way
@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_the_batch_gives_what_single_environments_give(name, illegal, mode):
    given = arguments(name, illegal=illegal)
    batch = BatchEnv(name, ROWS, autoreset_mode=mode, **given)
    singles = SyncVectorEnv([lambda: SingleEnv(name, **given)] * ROWS, autoreset_mode=mode)
    generator = np.random.default_rng(0)
    assert equal(batch.reset(seed=11), singles.reset(seed=11))
    ends = illegals = 0
    while ends < 2 * ROWS:
        actions = np.array([anything(env, generator, 0.1) for env in singles.envs])
        one, other = batch.step(actions), singles.step(actions)
        assert equal(one, other)
        ended = one[2] | one[3]
        ends, illegals = ends + ended.sum(), illegals + one[4]["illegal"].sum()
        illegals += one[4].get("final_info", {}).get("illegal", np.zeros(1)).sum()
        if mode is AutoresetMode.DISABLED and ended.any():
            seen = [e.reset(options={"reset_mask": ended.copy()})[0] for e in (batch, singles)]
            assert equal(*seen)
    assert illegals > 0


@each_way
@each_twin
def test_a_copy_in_mid_episode_goes_on_alike(illegal, twin):
    for env in (single("coop_td", illegal=illegal), single("moba", illegal=illegal)):
        env.reset(seed=0)
        other = twin(env)
        action = masked_action(env.action_masks())
        assert repr(env.step(action)) == repr(other.step(action))
    envs = BatchEnv("moba", 2, **arguments("moba", illegal=illegal))
    envs.reset(seed=0)
    other = twin(envs)
    actions = [masked_action(mask) for mask in envs.action_masks()]
    assert equal(envs.step(actions), other.step(actions))


def test_by_default_illegal_actions_are_refused_and_not_told():
    env, envs = SingleEnv("luck"), BatchEnv("luck", 2)
    assert "illegal" not in env.reset(seed=0)[1]
    assert "illegal" not in envs.reset(seed=0)[1]
    assert "illegal" not in env.step(1)[4]
    with pytest.raises(IllegalActionError):
        env.step(0)


@each_way
@pytest.mark.parametrize("name", [*registry.names(), "luck"])
def test_gymnasium_and_stable_baselines_find_no_fault(name, illegal):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", ".*spec.*")  # only environments made by an id have one
        check_env(single(name, illegal=illegal), skip_render_check=True)
        sb3_check_env(single(name, illegal=illegal))


@each_way
@pytest.mark.parametrize("name", FOR_ONE)
def test_an_algorithm_without_masks_learns(name, illegal):
    model = PPO("MlpPolicy", single(name, illegal=illegal), n_steps=32, batch_size=32, n_epochs=1)
    model.learn(64)
    assert model.num_timesteps == 64


@pytest.mark.parametrize("make", [SingleEnv, BatchEnv])
def test_an_unknown_way_is_refused_in_one_line(make):
    with pytest.raises(UnknownNameError, match=r"argument illegal: 'loose'\. .*'lose'") as no:
        make("luck", illegal="loose")
    assert "\n" not in str(no.value)


@pytest.mark.parametrize("make", [SingleEnv, BatchEnv])
def test_a_game_without_a_worst_reward_cannot_be_lost(make):
    with pytest.raises(SettingError, match='coop_td: illegal="lose" needs a worst reward') as no:
        make("coop_td", illegal="lose", reward="shaped")
    assert "\n" not in str(no.value)
