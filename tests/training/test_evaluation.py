import numpy as np
import pytest
from toy import game, luck

from cogworks.agents.protocol import Thoughtless
from cogworks.agents.uniform import RandomAgent
from cogworks.envs.core.episode import Episode
from cogworks.envs.core.errors import SettingError
from cogworks.envs.core.jit import INTERPRETED
from cogworks.training.evaluate import evaluate, interval, published_seeds, validation_seeds

EPISODES = 20 if INTERPRETED else 60


class FirstLegal(Thoughtless):
    def act(self, rows, observations, masks):
        return masks.argmax(axis=1)


class LastLegal(Thoughtless):
    def act(self, rows, observations, masks):
        return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)


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
    return earned, length, episode.finale()["won"]


def test_an_evaluation_is_the_episodes_played_one_by_one():
    result = evaluate(luck.GAME, {"goal": 30}, RandomAgent(), published_seeds(EPISODES), rows=7)
    agent = RandomAgent()
    for i, seed in enumerate(published_seeds(EPISODES)):
        alone = played_alone(agent, {"goal": 30}, seed)
        assert (result.returns[i, 0], result.lengths[i], result.won[i, 0]) == alone


@pytest.mark.parametrize("rows", [1, 3, 16, 1000])
@pytest.mark.parametrize("toy", [luck.GAME, game.GAME], ids=lambda toy: toy.name)
def test_the_batch_size_changes_nothing(toy, rows):
    seeds = published_seeds(EPISODES)
    usual = evaluate(toy, {}, RandomAgent(), seeds)
    other = evaluate(toy, {}, RandomAgent(), seeds, rows=rows)
    assert np.array_equal(usual.returns, other.returns)
    assert np.array_equal(usual.lengths, other.lengths)
    assert np.array_equal(usual.won, other.won)
    assert usual.summary() == other.summary()


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
        game.GAME, {"players": 2}, [LastLegal(), FirstLegal()], published_seeds(EPISODES)
    )
    assert (result.returns[:, 0] == -result.returns[:, 1]).all()
    # Equal bids of the third round are nobody's: the high cards win 2 prizes, the low ones 2 later.
    assert result.lengths.tolist() == [10] * EPISODES
    assert result.won.sum(axis=1).tolist() == [1] * EPISODES


def test_two_random_agents_do_not_think_alike():
    result = evaluate(
        game.GAME, {"players": 2}, [RandomAgent(), RandomAgent()], published_seeds(EPISODES)
    )
    assert np.abs(result.returns[:, 0]).max() > 0


def test_agents_that_do_not_fill_the_seats_are_refused():
    with pytest.raises(SettingError, match="2 agents for 3 seats"):
        evaluate(game.GAME, {}, [RandomAgent(), RandomAgent()], published_seeds(2))


def test_no_seed_at_all_is_refused():
    with pytest.raises(SettingError, match="at least 1 episode"):
        evaluate(luck.GAME, {}, RandomAgent(), [])


def test_equal_returns_have_an_interval_without_width():
    assert interval(np.full(10, 2.5)) == (2.5, 2.5)


def test_of_a_single_return_no_interval_is_told():
    assert interval(np.array([2.5])) == (None, None)
    summary = evaluate(luck.GAME, {}, RandomAgent(), published_seeds(1)).summary()
    assert (summary["episodes"], summary["low"], summary["std"]) == (1, None, None)


def test_the_interval_is_the_same_every_time():
    values = np.random.default_rng(1).normal(size=50)
    assert interval(values) == interval(values)


def test_the_interval_covers_the_true_mean_of_normal_data_about_95_times_in_100():
    generator = np.random.default_rng(2)
    samples = generator.normal(3.0, 2.0, size=(200, 60))
    covered = [low <= 3.0 <= high for low, high in map(interval, samples)]
    assert 0.90 <= np.mean(covered) <= 0.99


def test_the_interval_is_as_wide_as_the_normal_one():
    values = np.random.default_rng(3).normal(size=1000)
    low, high = interval(values)
    expected = 2 * 1.96 * values.std() / np.sqrt(1000)
    assert high - low == pytest.approx(expected, rel=0.1)
