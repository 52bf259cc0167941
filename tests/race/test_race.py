"""The race itself: RR29, its settings, and random races with the invariants of the table."""

import numpy as np
import pytest

from cogarena.envs.core.batch import Batch
from cogarena.envs.core.episode import Episode
from cogarena.envs.core.errors import FileError, SettingError, UnknownNameError
from cogarena.envs.core.traces import random_actions
from cogarena.envs.race.game import GAME
from cogarena.envs.race.state import Stage
from cogarena.envs.rally.boards import courses
from cogarena.envs.rally.cards import CLASSIC_DECK
from cogarena.envs.rally.state import Ask, Place
from support.invariants.rally import check_lives, check_options, check_table

TURNS = 10_000  # random turns on every course
ROWS = 250
STEPS_BETWEEN_LOOKS = 7


def begun(**settings):
    episode = Episode(GAME, settings)
    episode.reset(3)
    return episode


def at_flag(episode, robot, flag):
    """The robot stands on the flag, with all earlier ones touched."""
    place = episode.setup[0].floor.flag[flag - 1]
    racer = episode.s.rally.robots[robot]
    racer.x, racer.y, racer.touched = place.x, place.y, flag - 1


def touched(episode):
    """The registers' last step."""
    episode.s.stage = Stage.TOUCH
    episode.s.rally.pending = 0
    GAME.advance(episode.setup[0], episode.s)
    return episode


def test_rr29_who_touches_the_last_flag_wins():
    episode = begun(robots=3)
    at_flag(episode, 1, 2)
    touched(episode)
    assert episode.terminated
    assert episode.final_info()["won"] == [False, True, False]
    assert episode.rewards[:3].tolist() == [-0.5, 1, -0.5]


def test_rr29_an_earlier_flag_does_not_win():
    episode = begun(robots=3)
    at_flag(episode, 1, 1)
    assert not touched(episode).over


def test_rr29_the_last_flag_alone_does_not_win():
    episode = begun(robots=3)
    at_flag(episode, 1, 2)
    episode.s.rally.robots[1].touched = 0
    assert not touched(episode).over


def test_rr29_robots_that_finish_together_share_the_win():
    setup_flag = 2
    episode = begun(robots=4, options=0)
    at_flag(episode, 0, setup_flag)
    at_flag(episode, 1, setup_flag)
    touched(episode)
    assert episode.rewards[:4].tolist() == [0.5, 0.5, -0.5, -0.5]


def test_rr29_flags_can_be_rewarded_as_they_are_touched():
    episode = begun(robots=2, reward="flags")
    at_flag(episode, 1, 1)
    assert touched(episode).rewards[:2].tolist() == [0, 1]


def test_rr25_the_race_ends_without_a_winner_when_everybody_is_out():
    episode = begun(robots=2)
    episode.s.rally.robots["place"][:2] = Place.OUT
    touched(episode)
    assert episode.terminated
    assert episode.final_info()["won"] == [False, False]
    assert not episode.rewards.any()


def test_max_turns_cuts_the_race_off():
    episode = begun(robots=2, max_turns=1)
    while not episode.over:
        episode.act(int(np.flatnonzero(episode.mask)[0]))
    assert episode.truncated
    assert episode.s.turn == 1


def test_ask_program_asks_for_programs_only():
    episode = begun(robots=4, ask="program", options=3, board="crossfire", max_turns=10)
    generator = np.random.default_rng(0)
    asked = set()
    while not episode.over:
        asked.add(int(episode.s.decision))
        episode.act(int(generator.choice(np.flatnonzero(episode.mask))))
    assert asked == {Ask.PROGRAM}


def test_everybody_programs_at_the_same_time():
    assert begun(robots=5).s.pending == 0b11111


@pytest.mark.parametrize(
    ("settings", "error", "message"),
    [
        ({"board": "vault"}, FileError, "no dock"),
        ({"board": "volt"}, UnknownNameError, "Did you mean 'vault'"),
        ({"robots": 9}, SettingError, "at most 8"),
        ({"lives": 0}, SettingError, "at least 1"),
    ],
)
def test_impossible_races_are_refused(settings, error, message):
    with pytest.raises(error, match=message):
        Episode(GAME, settings)


@pytest.mark.parametrize("board", courses())
def test_ten_thousand_random_turns_keep_the_table_in_order(board):
    batch = Batch(GAME, ROWS, {"board": board, "robots": 8, "options": 3}, threads=1, observe=False)
    generator = np.random.default_rng(0)
    batch.reset(0)
    turns = steps = ended = 0
    before = batch.states["turn"].copy()
    while turns < TURNS:
        batch.step(random_actions(batch, generator))
        turns += int((batch.states["turn"] != before).sum())
        before[:] = batch.states["turn"]
        ended += int(batch.over.sum())
        steps += 1
        assert (batch.masks.any(axis=1) | batch.over).all()
        if steps % STEPS_BETWEEN_LOOKS == 0:
            rally = batch.states["rally"]
            check_table(rally)
            check_options(rally, CLASSIC_DECK)
            check_lives(rally["robots"])
    assert ended > 0


def test_random_races_ask_every_question_at_least_a_hundred_times(capsys):
    counts = np.zeros(len(Ask), int)
    for board in ("crossfire", "sinkhole", "first_steps"):
        settings = {"board": board, "robots": 8, "options": 3, "lives": 5}
        batch = Batch(GAME, ROWS, settings, threads=1, observe=False)
        generator = np.random.default_rng(1)
        batch.reset(0)
        for _ in range(1500):
            counts += np.bincount(batch.states["decision"][~batch.over], minlength=len(Ask))
            batch.step(random_actions(batch, generator))
    with capsys.disabled():
        print("\n" + ", ".join(f"{ask.name.lower()} {counts[ask]}" for ask in Ask))
    assert counts.min() >= 100
