import copy
import pickle

import gymnasium
import numpy as np
import pytest
from comparison import equal
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from cogarena.envs.core.errors import (
    ActionTypeError,
    EpisodeOverError,
    IllegalActionError,
    SettingError,
    UnknownNameError,
)
from cogarena.wrappers.gymnasium import SingleEnv
from cogarena.wrappers.vector import BatchEnv
from support.roster import FOR_ONE, REFUSED, gym_id, masked_action, picks, short

ROWS = 5
each_game = pytest.mark.parametrize("name", FOR_ONE)
each_mode = pytest.mark.parametrize("mode", list(AutoresetMode))


def reset_ended(envs, ended):
    return envs.reset(options={"reset_mask": ended.copy()})


@each_game
@each_mode
def test_the_batch_gives_what_single_environments_give(name, mode):
    batch = gymnasium.make_vec(gym_id(name), ROWS, autoreset_mode=mode, **short(name))
    singles = SyncVectorEnv([lambda: SingleEnv(name, **short(name))] * ROWS, autoreset_mode=mode)
    assert batch.metadata | {"render_modes": singles.metadata["render_modes"]} == singles.metadata
    assert batch.action_space == singles.action_space
    assert batch.observation_space == singles.observation_space
    generator = np.random.default_rng(0)
    assert equal(batch.reset(seed=11), singles.reset(seed=11))
    ends = 0
    while ends < 3 * ROWS:
        actions = picks(batch.action_masks(), generator)
        one, other = batch.step(actions), singles.step(actions)
        assert equal(one, other)
        ended = one[2] | one[3]
        ends += ended.sum()
        if mode is AutoresetMode.DISABLED and ended.any():
            (seen, _), (seen_there, _) = reset_ended(batch, ended), reset_ended(singles, ended)
            assert equal(seen, seen_there)
            assert batch.action_masks().any(axis=1).all()


@each_game
@each_mode
@pytest.mark.parametrize("illegal", ["raise", "random"])
def test_the_keys_of_info_are_the_same_before_the_first_end(name, mode, illegal):
    envs = BatchEnv(name, ROWS, autoreset_mode=mode, illegal=illegal, **short(name))
    envs.action_space.seed(0)
    keys = {"action_mask", "seat"} | ({"illegal"} if illegal == "random" else set())
    always = keys | {f"_{key}" for key in keys}
    _, info = envs.reset(seed=0)
    ended = np.zeros(ROWS, bool)
    while not ended.any():
        assert set(info) == always
        _, _, terminated, truncated, info = envs.step(envs.action_space.sample())
        ended = terminated | truncated
    assert set(info) > always


@each_game
def test_threads_and_rows_do_not_change_an_episode(name):
    many = BatchEnv(name, 8, threads=2, **short(name))
    few = BatchEnv(name, 2, threads=1, **short(name))
    generator = np.random.default_rng(0)
    assert equal(many.reset(seed=3)[0][:2], few.reset(seed=3)[0])
    for _ in range(40):
        actions = picks(many.action_masks(), generator)
        assert equal(many.step(actions)[0][:2], few.step(actions[:2])[0])
    many.close()


@each_game
def test_returned_arrays_share_no_memory_with_later_ones(name):
    envs = BatchEnv(name, ROWS)
    envs.action_space.seed(0)
    observations, info = envs.reset(seed=0)
    kept = observations.copy(), info["action_mask"].copy()
    later = envs.step(envs.action_space.sample())
    assert np.array_equal(kept[0], observations)
    assert np.array_equal(kept[1], info["action_mask"])
    assert not np.shares_memory(observations, later[0])


def test_without_copying_the_observations_are_overwritten():
    envs = BatchEnv("luck", ROWS, copy=False)
    observations, _ = envs.reset(seed=0)
    assert envs.step(np.ones(ROWS, int))[0] is observations


@each_game
def test_sampling_is_legal(name):
    envs = BatchEnv(name, ROWS, **short(name))
    envs.action_space.seed(0)
    envs.reset(seed=0)
    for _ in range(20):
        actions = envs.action_space.sample()
        assert actions in envs.action_space
        envs.step(actions)


def test_seeds_can_be_given_row_by_row():
    envs = BatchEnv("luck", 3)
    envs.reset(seed=[4, None, 9])
    assert envs.batch.seeds[[0, 2]].tolist() == [4, 9]
    chained = BatchEnv("luck", 3)
    chained.reset(seed=4)
    chained.reset(seed=[4, None, None])
    untouched = BatchEnv("luck", 3)
    untouched.reset(seed=4)
    untouched.reset()
    assert chained.batch.seeds[1:].tolist() == untouched.batch.seeds[1:].tolist()


def test_a_wrong_number_of_seeds_is_refused():
    with pytest.raises(SettingError, match="2 seeds for 3"):
        BatchEnv("luck", 3).reset(seed=[1, 2])


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"speed": 1}, "speed"),
        ({"reset_mask": np.zeros(3, bool)}, "no row"),
        ({"reset_mask": np.ones(4, bool)}, "shape"),
        ({"reset_mask": np.ones(3, int)}, "boolean array"),
    ],
)
def test_wrong_reset_options_are_refused_and_nothing_changes(options, words):
    envs = BatchEnv("luck", 3)
    envs.reset(seed=0)
    before = envs.batch.states.tobytes()
    with pytest.raises(SettingError, match=words):
        envs.reset(options=options)
    assert envs.batch.states.tobytes() == before


def test_an_unknown_autoreset_mode_is_refused_with_the_known_ones():
    with pytest.raises(UnknownNameError, match="SameStep"):
        BatchEnv("luck", autoreset_mode="LastStep")


def test_a_game_of_opponents_is_refused():
    with pytest.raises(SettingError, match="is competitive"):
        BatchEnv("secret_bids", 3)


@each_game
@pytest.mark.parametrize(("error", "action"), REFUSED)
def test_a_wrong_action_in_one_row_is_refused_and_no_row_changes(name, error, action):
    envs = BatchEnv(name, 2)
    _, info = envs.reset(seed=0)
    legal = int(info["action_mask"][0].argmax())
    before = envs.batch.states.tobytes()
    actions = np.empty(2, object)
    actions[:] = [legal, action]
    with pytest.raises(error):
        envs.step(actions.tolist() if error is not ActionTypeError else actions)
    assert envs.batch.states.tobytes() == before


@each_game
def test_a_masked_action_in_one_row_is_refused_and_no_row_changes(name):
    envs = BatchEnv(name, 2)
    _, info = envs.reset(seed=0)
    legal, masked = int(info["action_mask"][0].argmax()), masked_action(info["action_mask"][1])
    before = envs.batch.states.tobytes()
    with pytest.raises(IllegalActionError, match="row 1"):
        envs.step([legal, masked])
    assert envs.batch.states.tobytes() == before


@each_game
def test_nobody_acts_before_the_reset_or_after_the_end(name):
    envs = BatchEnv(name, 2, autoreset_mode=AutoresetMode.DISABLED, **short(name))
    envs.action_space.seed(0)
    with pytest.raises(EpisodeOverError):
        envs.step([1, 1])
    envs.reset(seed=0)
    ended = np.zeros(2, bool)
    while not ended.any():
        _, _, terminated, truncated, _ = envs.step(envs.action_space.sample())
        ended = terminated | truncated
    before = envs.batch.states.tobytes()
    for actions in ([0, 0], [1, 1]):
        with pytest.raises(EpisodeOverError, match="row"):
            envs.step(actions)
    assert envs.batch.states.tobytes() == before


@each_game
@pytest.mark.parametrize("twin", [copy.deepcopy, lambda envs: pickle.loads(pickle.dumps(envs))])
def test_a_copy_in_mid_episode_goes_on_alike(name, twin):
    envs = BatchEnv(name, ROWS, **short(name))
    envs.action_space.seed(0)
    envs.reset(seed=0)
    generator = np.random.default_rng(0)
    envs.step(picks(envs.action_masks(), generator))
    other = twin(envs)
    assert other.action_masks()[np.arange(ROWS), other.action_space.sample()].all()
    for _ in range(30):
        actions = picks(envs.action_masks(), generator)
        assert equal(envs.step(actions), other.step(actions))


@each_game
@each_mode
def test_gymnasiums_statistics_count_the_episodes(name, mode):
    envs = RecordEpisodeStatistics(BatchEnv(name, 2, autoreset_mode=mode, **short(name)))
    envs.action_space.seed(0)
    envs.reset(seed=0)
    returns, lengths = np.zeros(2), np.zeros(2, int)
    ended = np.zeros(2, bool)
    while not ended.any():
        _, rewards, terminated, truncated, info = envs.step(envs.action_space.sample())
        returns, lengths = returns + rewards, lengths + 1
        ended = terminated | truncated
    assert info["episode"]["r"][ended] == pytest.approx(returns[ended])
    assert info["episode"]["l"][ended].tolist() == lengths[ended].tolist()


@each_game
def test_every_row_is_rendered(name):
    envs = gymnasium.make_vec(gym_id(name), 2, render_mode="rgb_array", tile=16)
    envs.reset(seed=0)
    frames = envs.render()
    assert isinstance(frames, tuple)
    assert [frame.dtype for frame in frames] == [np.uint8, np.uint8]
    texts = BatchEnv(name, 2, render_mode="ansi")
    texts.reset(seed=0)
    assert [type(text) for text in texts.render()] == [str, str]


def test_rendering_without_a_mode_warns():
    envs = BatchEnv("luck", 2)
    envs.reset(seed=0)
    with pytest.warns(UserWarning, match="without a render mode"):
        assert envs.render() is None


def test_closing_twice_is_allowed():
    envs = BatchEnv("luck", 4, threads=2)
    envs.close()
    envs.close()
