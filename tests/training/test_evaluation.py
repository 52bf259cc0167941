import json
from dataclasses import replace
from enum import IntEnum

import numpy as np
import pytest

from cogarena.agents.protocol import Stateless
from cogarena.agents.random import RandomAgent
from cogarena.envs.core.episode import Episode
from cogarena.envs.core.errors import SettingError, UnknownNameError
from cogarena.envs.core.game import Endings, Tallies
from cogarena.envs.core.jit import INTERPRETED
from cogarena.training.evaluation.episodes import as_json, from_json
from cogarena.training.evaluation.evaluate import (
    MOST_EPISODES,
    Entry,
    Lineup,
    evaluate,
    published_seeds,
    seed_set,
    validation_seeds,
)
from cogarena.training.evaluation.report import told_table
from cogarena.training.evaluation.scores import score_row
from support.games import luck, secret_bids

EPISODES = 20 if INTERPRETED else 60


class FirstLegal(Stateless):
    def act(self, rows, observations, masks):
        return masks.argmax(axis=1)


class LastLegal(Stateless):
    def act(self, rows, observations, masks):
        return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)


def figures(result):
    return score_row(Entry("anybody", (Lineup(("anybody",), (0,)),)), {("anybody",): result})


def played_alone(agent, settings, seed):
    episode = Episode(luck.GAME, settings)
    episode.reset(seed)
    agent.begin(np.zeros(1, np.int64), np.array([seed], np.uint64))
    earned, length = 0.0, 0
    while not episode.over:
        seen = episode.observation[None], episode.mask[None]
        episode.act(agent.act(np.zeros(1, np.int64), *seen)[0])
        earned += float(episode.rewards[0])
        length += 1
    return earned, length, episode.final_info()["won"]


def test_an_evaluation_is_the_episodes_played_one_by_one():
    result = evaluate(luck.GAME, {"goal": 30}, RandomAgent(), published_seeds(EPISODES), rows=7)
    agent = RandomAgent()
    for i, seed in enumerate(published_seeds(EPISODES)):
        alone = played_alone(agent, {"goal": 30}, seed)
        assert (result.returns[i, 0], result.lengths[i], result.won[i, 0]) == alone


@pytest.mark.parametrize("rows", [1, 3, 16, 1000])
@pytest.mark.parametrize("toy", [luck.GAME, secret_bids.GAME], ids=lambda toy: toy.name)
def test_the_batch_size_changes_nothing(toy, rows):
    seeds = published_seeds(EPISODES)
    usual = evaluate(toy, {}, RandomAgent(), seeds)
    other = evaluate(toy, {}, RandomAgent(), seeds, rows=rows)
    assert np.array_equal(usual.returns, other.returns)
    assert np.array_equal(usual.lengths, other.lengths)
    assert np.array_equal(usual.won, other.won)
    assert figures(usual) == figures(other)


def test_an_agent_can_be_evaluated_again():
    agent = RandomAgent()
    first = evaluate(luck.GAME, {}, agent, published_seeds(EPISODES))
    again = evaluate(luck.GAME, {}, agent, published_seeds(EPISODES))
    assert np.array_equal(first.returns, again.returns)


def test_other_seeds_give_other_episodes():
    first = evaluate(luck.GAME, {}, RandomAgent(), published_seeds(EPISODES))
    other = evaluate(luck.GAME, {}, RandomAgent(), validation_seeds(EPISODES))
    assert not np.array_equal(first.returns, other.returns)


def test_published_and_validation_seeds_have_none_in_common():
    assert not set(published_seeds(100_000)) & set(validation_seeds(100_000))


def test_every_episode_is_counted_once_as_it_ends():
    ended = []
    evaluate(luck.GAME, {}, RandomAgent(), published_seeds(EPISODES), rows=7, progress=ended.append)
    assert sum(ended) == EPISODES


def test_every_seat_has_its_own_agent():
    result = evaluate(
        secret_bids.GAME, {"players": 2}, [LastLegal(), FirstLegal()], published_seeds(EPISODES)
    )
    assert (result.returns[:, 0] == -result.returns[:, 1]).all()
    # Equal bids of the third round are nobody's: the high cards win 2 prizes, the low ones 2 later.
    assert result.lengths.tolist() == [10] * EPISODES
    assert result.won.sum(axis=1).tolist() == [1] * EPISODES


def test_two_random_agents_do_not_think_alike():
    result = evaluate(
        secret_bids.GAME, {"players": 2}, [RandomAgent(), RandomAgent()], published_seeds(EPISODES)
    )
    assert np.abs(result.returns[:, 0]).max() > 0


def test_agents_that_do_not_fill_the_seats_are_refused():
    with pytest.raises(SettingError, match="2 agents for 3 seats"):
        evaluate(secret_bids.GAME, {}, [RandomAgent(), RandomAgent()], published_seeds(2))


def test_no_seed_at_all_is_refused():
    with pytest.raises(SettingError, match="at least 1 episode"):
        evaluate(luck.GAME, {}, RandomAgent(), [])


def test_of_a_single_return_no_interval_is_told():
    summary = figures(evaluate(luck.GAME, {}, RandomAgent(), published_seeds(1)))
    assert (summary["episodes"], summary["low"], summary["std"]) == (1, None, None)


def test_an_agent_that_is_listed_twice_plays_both_seats():
    agent, other = RandomAgent(), FirstLegal()
    result = evaluate(secret_bids.GAME, {}, [agent, other, agent], published_seeds(EPISODES))
    again = evaluate(secret_bids.GAME, {}, [agent, other, agent], published_seeds(EPISODES), rows=3)
    assert np.array_equal(result.returns, again.returns)


def test_what_a_game_counts_at_the_end_is_told_by_seat():
    result = evaluate(secret_bids.GAME, {}, RandomAgent(), published_seeds(4))
    assert all(values.shape == (4, 3) for values in result.measures.values())
    assert "won" not in result.measures


class End(IntEnum):
    ROUNDS = 0
    GOAL = 1


TOLD = replace(
    luck.GAME,
    endings=Endings(End, {}, lambda setup, s: int(s.terminated)),
    tallies=Tallies({}, lambda setup, s: {"points": [int(s.score)], "rounds": [int(s.rounds)]}),
)


def test_the_share_of_each_ending_is_told():
    result = evaluate(TOLD, {"max_rounds": 8}, RandomAgent(), published_seeds(EPISODES))
    shares = figures(result)["endings"]
    assert shares.keys() == {"goal", "rounds"}
    assert shares["goal"] == result.won.mean()
    assert sum(shares.values()) == pytest.approx(1)


def test_the_tallies_of_the_scored_seats_are_averaged():
    result = evaluate(TOLD, {}, RandomAgent(), published_seeds(EPISODES))
    assert figures(result)["measures"]["tallies.rounds"] == result.lengths.mean()


def test_a_game_that_tells_no_ending_has_no_shares():
    assert figures(evaluate(luck.GAME, {}, RandomAgent(), published_seeds(2)))["endings"] == {}


def test_endings_and_tallies_are_a_small_table_of_the_report():
    row = figures(evaluate(TOLD, {"max_rounds": 1}, FirstLegal(), published_seeds(2)))
    assert told_table([row]) == [
        ["", "anybody"],
        ["ended: rounds", "100.0%"],
        ["points", "0.00"],
        ["rounds", "1.00"],
    ]
    assert told_table([row | {"endings": {}, "measures": {"score": 1.0}}]) == []


def test_stored_episodes_tell_their_endings_again():
    result = evaluate(TOLD, {}, RandomAgent(), published_seeds(3))
    again = from_json(json.loads(json.dumps(as_json(result))))
    assert again.endings.tolist() == result.endings.tolist()


def test_train_and_test_seeds_have_none_in_common():
    most = seed_set("train", MOST_EPISODES)
    assert not set(most) & set(published_seeds(1000))
    assert seed_set("test", 10) == published_seeds(10)


def test_more_seeds_than_a_set_has_are_refused():
    with pytest.raises(SettingError, match="1,000,000 seeds, not 1,000,001"):
        seed_set("train", MOST_EPISODES + 1)


def test_an_unknown_seed_set_is_refused():
    with pytest.raises(UnknownNameError, match="unknown seed set 'tset'"):
        seed_set("tset", 1)
