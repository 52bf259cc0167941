import copy
import pickle
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogarena.envs.core.episode import Episode
from cogarena.envs.core.errors import (
    ActionRangeError,
    ActionTypeError,
    CogarenaError,
    EpisodeOverError,
    IllegalActionError,
    StateError,
)
from cogarena.envs.core.registry import load
from support.games import open_bids

GAME = load("coop_td")


def begun(seed=3, **settings):
    episode = Episode(GAME, settings)
    episode.reset(seed)
    return episode


def play(episode, decisions):
    for _ in range(decisions):
        episode.act(int(np.flatnonzero(episode.mask)[-1]))
    return episode


@pytest.mark.parametrize(
    ("action", "error"),
    [
        (None, ActionTypeError),
        (1.0, ActionTypeError),
        ("1", ActionTypeError),
        (True, ActionTypeError),
        (np.bool_(True), ActionTypeError),
        (np.array([1]), ActionTypeError),
        (np.float32(1), ActionTypeError),
        (-1, ActionRangeError),
        (GAME.actions.count, ActionRangeError),
        (2**70, ActionRangeError),
        (GAME.actions.number("learn", 0), IllegalActionError),
    ],
)
def test_a_refused_action_changes_nothing(action, error):
    episode = begun()
    before = episode.state_bytes()
    with pytest.raises(error):
        episode.act(action)
    assert episode.state_bytes() == before


@pytest.mark.parametrize("action", [0, np.int8(0), np.uint64(0), np.int64(0), np.array(0)])
def test_any_whole_number_is_an_action(action):
    episode = begun()
    episode.act(action)
    assert episode.s.tick == 1


def test_a_refusal_says_what_would_be_right():
    with pytest.raises(IllegalActionError, match=r"learn Tough.* not legal for glorbud now"):
        begun().act(GAME.actions.number("learn", 0))


def test_before_the_first_reset_nothing_can_be_done():
    episode = Episode(GAME)
    for call in (lambda: episode.act(0), episode.state_bytes, episode.reset_next):
        with pytest.raises(EpisodeOverError, match="reset first"):
            call()


@given(st.one_of(st.integers(), st.floats(), st.text(), st.none(), st.binary(), st.booleans()))
def test_whatever_is_given_as_an_action_is_played_or_refused(action):
    episode = begun()
    before = episode.state_bytes()
    try:
        episode.act(action)
    except CogarenaError:
        assert episode.state_bytes() == before
    else:
        assert episode.s.tick == 1


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda e: pickle.loads(pickle.dumps(e))]
)
def test_a_copy_in_mid_episode_goes_on_alike_and_alone(copied):
    episode = play(begun(), 30)
    twin = copied(episode)
    before = episode.state_bytes()
    play(twin, 5)
    assert episode.state_bytes() == before
    assert play(episode, 5).state_bytes() == twin.state_bytes()
    assert np.array_equal(episode.observation, twin.observation)


def test_restored_bytes_go_on_alike():
    episode = play(begun(), 30)
    other = Episode(GAME)
    other.restore(episode.state_bytes())
    assert play(episode, 5).state_bytes() == play(other, 5).state_bytes()
    episode.reset_next()
    other.reset_next()
    assert episode.state_bytes() == other.state_bytes()


@pytest.mark.parametrize("spoil", [
    lambda data: b"", lambda data: data[:-1], lambda data: data + b"x",
    lambda data: data[:200] + bytes([data[200] ^ 1]) + data[201:], lambda data: None,
    lambda data: "text", lambda data: bytes(len(data)),
])  # fmt: skip
def test_damaged_bytes_are_refused_and_nothing_changes(spoil):
    episode = play(begun(), 30)
    before = episode.state_bytes()
    with pytest.raises(StateError):
        episode.restore(spoil(before))
    assert episode.state_bytes() == before


def test_bytes_of_another_setup_are_refused():
    with pytest.raises(StateError, match="of this version and setup"):
        begun(scenario="scenario_2").restore(begun().state_bytes())


def test_writing_to_what_was_handed_out_changes_nothing():
    episode = begun()
    episode.mask[:] = 1
    with pytest.raises(IllegalActionError):
        episode.act(GAME.actions.number("learn", 0))


def test_a_game_with_half_a_global_state_is_refused():
    with pytest.raises(ValueError, match="give both"):
        replace(open_bids.GAME, observe_all=None)


def test_kept_moves_tell_of_their_step_at_any_later_time():
    episode = Episode(open_bids.GAME, {"players": 2, "max_rounds": 1})
    episode.reset(0)
    before = episode.moves()
    episode.act(1)
    after = episode.moves()
    episode.act(2)
    assert episode.events_of(before) == []
    assert episode.events_of(after) == [{"event": "bid", "player": "player_0"}]
    assert len(episode.events_of((*after, *episode.moves()))) == 3
    assert episode.result_of(before, seat=0)["winner"] == "player_0"
    assert episode.final_info()["winner"] == "player_1"


def test_before_the_first_reset_there_is_no_overview():
    with pytest.raises(EpisodeOverError, match="reset first"):
        Episode(GAME).global_state()
