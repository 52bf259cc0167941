import copy
import pickle

import numpy as np
import pytest
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import DummyVecEnv, VecMonitor

from cogarena.envs.core.errors import EpisodeOverError, IllegalActionError, SettingError
from cogarena.wrappers.gymnasium import SingleEnv
from cogarena.wrappers.sb3 import BatchVecEnv
from support.roster import FOR_ONE, REFUSED, masked_action, pick, picks, short

ROWS = 4
each_game = pytest.mark.parametrize("name", FOR_ONE)


@each_game
def test_it_gives_what_monitored_single_environments_give(name):
    batch = BatchVecEnv(name, ROWS, **short(name))
    singles = DummyVecEnv([lambda: Monitor(SingleEnv(name, **short(name)))] * ROWS)
    for envs in (batch, singles):
        envs.seed(3)
    assert np.array_equal(batch.reset(), singles.reset())
    generator = np.random.default_rng(0)
    ends = 0
    while ends < 3 * ROWS:
        actions = picks(get_action_masks(batch), generator)
        assert np.array_equal(get_action_masks(batch), get_action_masks(singles))
        one, other = batch.step(actions), singles.step(actions)
        for ours, theirs in zip(one[:3], other[:3], strict=True):
            assert np.array_equal(ours, theirs)
            assert ours.dtype == theirs.dtype
        for row in np.flatnonzero(one[2]):
            ends += 1
            assert_same_end(one[3][row], other[3][row])


def assert_same_end(ours, theirs):
    assert np.array_equal(ours.pop("terminal_observation"), theirs.pop("terminal_observation"))
    assert ours["episode"]["r"] == pytest.approx(theirs["episode"]["r"], abs=1e-5)
    assert ours["episode"]["l"] == theirs["episode"]["l"]
    assert ours["episode"]["t"] >= 0
    left_out = ("episode", "action_mask", "seat", "events")  # the last for the speed
    theirs = {key: value for key, value in theirs.items() if key not in left_out}
    assert repr({key: ours[key] for key in theirs}) == repr(theirs)


@each_game
def test_masks_are_offered_as_sb3_contrib_wants_them(name):
    envs = BatchVecEnv(name, ROWS)
    envs.seed(0)
    envs.reset()
    assert is_masking_supported(envs)
    assert get_action_masks(envs).shape == (ROWS, envs.action_space.n)
    assert np.array_equal(envs.env_method("action_masks", indices=2)[0], envs.action_masks()[2])


@each_game
def test_observations_are_never_overwritten(name):
    envs = BatchVecEnv(name, ROWS)
    envs.seed(0)
    observations = envs.reset()
    kept = observations.copy()
    later, *_ = envs.step(picks(envs.action_masks(), np.random.default_rng(0)))
    assert np.array_equal(observations, kept)
    assert not np.shares_memory(observations, later)


def test_the_seed_holds_for_the_next_reset_alone():
    one, other = BatchVecEnv("luck", ROWS), BatchVecEnv("luck", ROWS)
    for envs in (one, other):
        assert envs.seed(7) == [7, 8, 9, 10]
        envs.reset()
    assert one.batch.seeds.tolist() == [7, 8, 9, 10]
    one.reset()
    other.reset()
    assert one.batch.seeds.tolist() == other.batch.seeds.tolist() != [7, 8, 9, 10]


@each_game
@pytest.mark.parametrize(("error", "action"), REFUSED)
def test_a_wrong_action_is_refused_and_nothing_changes(name, error, action):
    envs = BatchVecEnv(name, 1)
    envs.seed(0)
    envs.reset()
    before = envs.batch.states.tobytes()
    actions = [action] if isinstance(action, (int, float)) else np.array([action], object)
    with pytest.raises(error):
        envs.step(actions)
    assert envs.batch.states.tobytes() == before


@each_game
def test_a_masked_action_is_refused_and_nothing_changes(name):
    envs = BatchVecEnv(name, 2)
    envs.seed(0)
    envs.reset()
    first, second = envs.action_masks()
    before = envs.batch.states.tobytes()
    with pytest.raises(IllegalActionError, match="row 1"):
        envs.step([pick(first, np.random.default_rng(0)), masked_action(second)])
    assert envs.batch.states.tobytes() == before


def test_nobody_acts_before_the_reset():
    with pytest.raises(EpisodeOverError):
        BatchVecEnv("luck", 2).step([1, 1])


@each_game
@pytest.mark.parametrize("twin", [copy.deepcopy, lambda envs: pickle.loads(pickle.dumps(envs))])
def test_a_copy_in_mid_episode_goes_on_alike(name, twin):
    envs = BatchVecEnv(name, ROWS, **short(name))
    envs.seed(0)
    envs.reset()
    generator = np.random.default_rng(0)
    envs.step(picks(envs.action_masks(), generator))
    other = twin(envs)
    for _ in range(10):
        actions = picks(envs.action_masks(), generator)
        one, two = envs.step(actions), other.step(actions)
        assert all(np.array_equal(a, b) for a, b in zip(one[:3], two[:3], strict=True))
        assert [info.get("episode", {}).get("l") for info in one[3]] == [
            info.get("episode", {}).get("l") for info in two[3]
        ]


def test_rows_share_their_attributes():
    envs = BatchVecEnv("luck", 3, render_mode="rgb_array", tile=16)
    assert envs.get_attr("render_mode") == ["rgb_array"] * 3
    assert envs.get_attr("tile", indices=[0, 1]) == [16, 16]
    assert not envs.has_attr("colour")
    envs.set_attr("tile", 24)
    assert envs.tile == 24
    with pytest.raises(AttributeError, match="tile"):
        envs.set_attr("tile", 16, indices=1)
    with pytest.raises(AttributeError, match="fly"):
        envs.env_method("fly")
    assert envs.env_is_wrapped(Monitor) == [True] * 3
    assert envs.env_is_wrapped(VecMonitor) == [False] * 3


def test_the_pictures_are_tiled_into_one():
    envs = BatchVecEnv("luck", 4, render_mode="rgb_array", tile=16)
    envs.reset()
    one = envs.get_images()[0]
    assert envs.render().shape == (2 * one.shape[0], 2 * one.shape[1], 3)
    envs.close()


def test_unknown_reset_options_are_refused():
    envs = BatchVecEnv("luck", 2)
    envs.set_options({"speed": 1})
    with pytest.raises(SettingError, match="speed"):
        envs.reset()


def test_a_game_of_opponents_is_refused():
    with pytest.raises(SettingError, match="is competitive"):
        BatchVecEnv("secret_bids", 3)


@each_game
def test_maskable_ppo_learns_on_it_and_is_evaluated(name):
    envs = BatchVecEnv(name, 8, **short(name))
    model = MaskablePPO("MlpPolicy", envs, n_steps=32, batch_size=64, n_epochs=1, seed=0)
    model.learn(512)
    assert model.num_timesteps == 512
    assert len(model.ep_info_buffer) > 0
    returns, lengths = evaluate_policy(
        model, BatchVecEnv(name, 2, **short(name)), n_eval_episodes=2, return_episode_rewards=True
    )
    assert len(returns) == len(lengths) == 2
