"""Rewards and limits: C25."""

import numpy as np
import pytest

from cogarena.envs.coop_td.enemies import enemy_phase
from cogarena.envs.coop_td.game import GAME
from cogarena.envs.coop_td.state import Outcome
from cogarena.envs.core.episode import Episode
from support.scenes.coop_td import Scene


def test_c25_a_won_scenario_is_worth_one():
    scene = Scene("").turn_of("keith", 1)
    scene.s.drawn = 1
    scene.act("pass")
    assert scene.s.reward[0] == 1
    assert scene.s.terminated


def test_c25_a_lost_scenario_costs_one():
    scene = Scene("b: Keith, Glorbud, Henry, Mongo\nG: Boss (Morgu)", gate=(2,)).turn_of("keith", 1)
    scene.act("pass")
    assert scene.s.reward[0] == -1
    assert scene.s.terminated


def test_c25_the_outcome_alone_ignores_gold_and_gate():
    scene = Scene("c: Keith, Golem x 2").turn_of("keith").roll(6)
    assert scene.act("attack", "Golem").s.reward[0] == 0


def test_c25_shaped_adds_a_hundredth_for_each_gold_earned():
    scene = Scene("c: Keith, Golem x 2", reward="shaped").turn_of("keith").roll(6)
    assert scene.act("attack", "Golem").s.reward[0] == pytest.approx(0.03)


def test_c25_shaped_takes_a_twentieth_for_each_gate_pip_lost():
    scene = Scene("b: Keith, Glorbud, Henry, Mongo\nG: Golem x 1", reward="shaped")
    enemy_phase(scene.setup, scene.s)
    assert scene.s.reward.tolist() == pytest.approx([-0.1] * 4)


def test_c25_spending_gold_costs_no_reward():
    scene = Scene("c: Keith", gold=10, reward="shaped").turn_of("keith")
    assert scene.act("build", "2", "Archery Tower").s.reward[0] == 0


@pytest.mark.parametrize("rounds", [1, 3])
def test_c25_max_rounds_truncates(rounds):
    episode = Episode(GAME, {"max_rounds": rounds})
    episode.reset(0)
    while not episode.over:
        episode.act(int(np.flatnonzero(episode.mask)[0]))
    assert episode.truncated
    assert not episode.terminated
    assert episode.s.turn == rounds


@pytest.mark.parametrize("reward", ["outcome", "shaped"])
def test_c25_an_episode_that_runs_out_of_rounds_costs_as_much_as_a_lost_one(reward):
    scene = Scene("a: Gremlin x 1", max_rounds=1, reward=reward).turn_of("keith", 1).act("pass")
    assert scene.s.truncated
    assert scene.s.reward.tolist() == [-1] * 4


@pytest.mark.parametrize(("outcome", "truncated", "score"), [
    (Outcome.OPEN, False, 9), (Outcome.WON, False, 9), (Outcome.LOST, False, 0),
    (Outcome.OPEN, True, 0),
])  # fmt: skip
def test_c25_the_score_counts_the_gate_unless_lost_or_out_of_rounds(outcome, truncated, score):
    scene = Scene("")
    scene.s.outcome, scene.s.truncated = outcome, truncated
    assert GAME.score.by_seat(scene.setup, scene.s) == (score,) * 4


def test_c25_out_of_rounds_is_not_won():
    scene = Scene("a: Gremlin x 1", max_rounds=1).turn_of("keith", 1).act("pass")
    assert GAME.final_info(scene.settings, scene.setup, scene.s)["won"] is False


def test_c25_max_rounds_is_200_by_default():
    assert Episode(GAME).setup[0].rounds == 200
