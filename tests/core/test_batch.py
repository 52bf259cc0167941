import pickle

import numpy as np
import pytest

from cogarena.envs.core.batch import Autoreset, Batch
from cogarena.envs.core.episode import Episode
from cogarena.envs.core.errors import (
    ActionRangeError,
    ActionTypeError,
    EpisodeOverError,
    IllegalActionError,
    SettingError,
)
from cogarena.envs.core.registry import load
from cogarena.envs.core.traces import random_actions

GAME = load("coop_td")
SHORT = {"max_rounds": 2}


def begun(n=4, settings=None, **arguments):
    batch = Batch(GAME, n, settings, **arguments)
    batch.reset(10)
    return batch


def play(batch, steps, seed=0):
    generator = np.random.default_rng(seed)
    for _ in range(steps):
        batch.step(random_actions(batch, generator))
    return batch


@pytest.mark.parametrize(
    ("actions", "error"),
    [
        ([0, 0, 0], ActionTypeError),
        ([0.0, 0, 0, 0], ActionTypeError),
        ([True] * 4, ActionTypeError),
        ([[0, 0, 0, 0]], ActionTypeError),
        ([0, 0, -1, 0], ActionRangeError),
        ([0, 0, GAME.actions.count, 0], ActionRangeError),
        ([0, 0, 0, GAME.actions.number("learn", 0)], IllegalActionError),
    ],
)
def test_if_one_action_is_refused_no_row_changes(actions, error):
    batch = begun()
    before = batch.states.tobytes()
    with pytest.raises(error):
        batch.step(np.array(actions))
    assert batch.states.tobytes() == before


def test_a_refusal_names_the_row():
    with pytest.raises(IllegalActionError, match="of row 3 is not legal for glorbud"):
        begun().step(np.array([0, 0, 0, GAME.actions.number("learn", 0)]))


def test_a_row_depends_on_its_seed_and_actions_alone():
    small, large = begun(2, threads=1), begun(200, threads=2)
    generator = np.random.default_rng(0)
    for _ in range(300):
        actions = random_actions(large, generator)
        large.step(actions)
        small.step(actions[:2])
        assert small.states.tobytes() == large.states[:2].tobytes()
        assert np.array_equal(small.observations, large.observations[:2])


def test_next_step_ignores_the_action_after_the_end_and_rewards_nothing():
    batch = begun(1, SHORT, autoreset=Autoreset.NEXT_STEP)
    while not batch.over[0]:
        play(batch, 1)
    batch.step(np.array([-5]))
    assert not batch.over[0]
    assert batch.states[0].tick == 0
    assert batch.rewards[0, 0] == 0


def test_same_step_begins_anew_at_once_and_keeps_the_last_observation():
    batch = begun(1, SHORT, autoreset=Autoreset.SAME_STEP)
    single = Episode(GAME, SHORT)
    single.reset(10)
    while not batch.truncated[0]:
        action = random_actions(batch, np.random.default_rng(0))
        single.act(int(action[0]))
        batch.step(action)
    assert batch.states[0].tick == 0
    assert np.array_equal(batch.final_observations[0], single.observation)
    assert batch.final_infos[0]["rounds"] == 2


def test_disabled_waits_for_a_reset_of_the_rows_that_ended():
    batch = begun(3, SHORT, autoreset=Autoreset.DISABLED)
    while not batch.over.any():
        play(batch, 1)
    rows = batch.over.copy()
    with pytest.raises(EpisodeOverError, match="has ended: reset it first"):
        batch.step(np.zeros(3, np.int64))
    batch.reset(rows=rows)
    assert not batch.over.any()


def test_without_observations_the_game_is_the_same():
    with_them, without = play(begun(), 50), play(begun(observe=False), 50)
    assert with_them.states.tobytes() == without.states.tobytes()
    assert without.observations.shape == (0, GAME.layout.width)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_pickled_batch_goes_on_alike(threads):
    batch = play(begun(8, threads=threads), 30)
    twin = pickle.loads(pickle.dumps(batch))
    assert play(batch, 30).states.tobytes() == play(twin, 30).states.tobytes()


def test_a_closed_batch_goes_on_without_its_threads():
    batch = begun(8, threads=2)
    batch.close()
    assert play(batch, 3).threads == 1


def test_closing_right_after_an_episode_ended_changes_nothing():
    closed, open_ = (begun(8, SHORT, threads=2, autoreset=Autoreset.SAME_STEP) for _ in range(2))
    while not closed.truncated.any():
        play(closed, 1)
        play(open_, 1)
    closed.close()
    assert play(closed, 3).states.tobytes() == play(open_, 3).states.tobytes()


def test_no_step_before_the_first_reset():
    with pytest.raises(EpisodeOverError, match="reset first"):
        Batch(GAME, 2).step(np.zeros(2, np.int64))


def test_the_first_reset_is_of_all_rows():
    with pytest.raises(EpisodeOverError, match="reset all rows"):
        Batch(GAME, 2).reset(0, rows=np.array([True, False]))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [({"n": 0}, "at least 1 row"), ({"n": 2, "threads": 0}, "at least 1 thread")],
)
def test_impossible_sizes_are_refused(arguments, message):
    with pytest.raises(SettingError, match=message):
        Batch(GAME, **arguments)


@pytest.mark.parametrize("rows", [[1, 0, 1, 0], [True], np.ones((4, 1), bool)])
def test_rows_to_reset_are_a_truth_array(rows):
    with pytest.raises(SettingError, match="boolean array"):
        begun().reset(rows=rows)


def test_too_few_seeds_are_refused():
    with pytest.raises(SettingError, match="3 seeds for 4 rows"):
        begun().reset([1, 2, 3])
