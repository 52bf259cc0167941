import numpy as np
import pytest
import torch

from cogarena.agents.checkpoint import Network
from cogarena.agents.trained import build_policy
from cogarena.envs.core import registry
from cogarena.envs.core.episode import Episode
from cogarena.envs.core.errors import IllegalActionError, SettingError
from cogarena.training.self_play import SelfPlay
from cogarena.training.self_play.league import SCRIPTED, SELF
from cogarena.training.self_play.ppo import SelfPlayVecEnv
from cogarena.training.self_play.tables import Tables, reward_sharing
from support.games import secret_bids

BIDS = secret_bids.GAME
SMALL = Network(kind="flat", layers=(8,))
ALONE = SelfPlay(1.0, 0.0, 0.0)
AGAINST_PAST = SelfPlay(0.5, 0.5, 0.0, pool=2)
SHORT_RACE = {"robots": 3, "max_turns": 4}


def some_policy(game, seed=0):
    torch.manual_seed(seed)
    return build_policy(game, SMALL)


def tables_of(game, wanted=AGAINST_PAST, n=4, settings=None, seed=7):
    tables = Tables(game, n, settings or {}, wanted, SMALL)
    tables.league.update_pool(0, some_policy(game))
    tables.reset(seed)
    return tables


def pick(tables, generator):
    return np.array([generator.choice(np.flatnonzero(mask)) for mask in tables.masks])


def played(tables, steps, seed=0):
    generator = np.random.default_rng(seed)
    for _ in range(steps):
        tables.step(pick(tables, generator))
        yield tables.report


def test_rewards_are_scaled_where_a_policy_learns_from_them_alone():
    plain, scaled = (Tables(BIDS, 4, {}, ALONE, SMALL, reward_scale=scale) for scale in (1, 8))
    for tables in (plain, scaled):
        tables.reset(7)
    rewarded = False
    for ones, eights in zip(played(plain, 60), played(scaled, 60), strict=True):
        assert (ones.rewards * 8 == eights.rewards).all()
        assert (plain.returns == scaled.returns).all()
        rewarded |= bool(ones.rewards.any())
    assert rewarded


@pytest.mark.parametrize(
    ("name", "wanted", "settings"),
    [
        ("secret_bids", AGAINST_PAST, {}),
        ("race", SelfPlay(0.5, 0.25, 0.25), SHORT_RACE),
        ("moba", SelfPlay(0.5, 0.25, 0.25), {"team_size": 2, "max_turns": 2}),
    ],
)
def test_the_shares_are_those_of_the_learners_decisions(name, wanted, settings):
    tables = tables_of(registry.load(name), wanted, 8, settings)
    for report in played(tables, 60):
        opponents = tables.league.opponents[tables.shown]
        assert (opponents == SELF).sum() == 8 * wanted.self_share
        assert (opponents == SCRIPTED).sum() == 8 * wanted.scripted_share
        assert tables.learners[tables.shown, tables.batch.to_act[tables.shown]].all()
        assert len(set(report.tables)) == 8
        assert tables.masks.any(axis=1).all()


def test_the_learner_has_one_side_against_opponents_and_all_seats_against_itself():
    game = registry.load("moba")
    tables = tables_of(game, SelfPlay(0.5, 0.0, 0.5), 8, {"team_size": 2, "max_turns": 2})
    sides = set()
    for _ in played(tables, 100):
        for own, opponent in zip(tables.learners, tables.league.opponents, strict=True):
            assert opponent == SCRIPTED or own.all()
            if opponent == SCRIPTED:
                sides.add(tuple(np.flatnonzero(own)))
    assert sides == {(0, 2), (1, 3)}


def test_a_table_against_itself_is_the_plain_episode_of_its_seed():
    tables = tables_of(BIDS, ALONE, 3)
    episodes = [Episode(BIDS) for _ in range(3)]
    for row, episode in enumerate(episodes):
        episode.reset(7 + row)
    generator = np.random.default_rng(1)
    for _ in range(40):
        actions = pick(tables, generator)
        tables.step(actions)
        for row, episode in enumerate(episodes):
            episode.act(int(actions[row]))
            assert np.array_equal(tables.report.rewards[row], episode.rewards[:3])
            assert tables.report.ended[row] == episode.over
            if episode.over:
                episode.reset_next()
            assert np.array_equal(tables.observations[row], episode.observation)


def test_all_that_every_seat_earns_is_paid_and_ends_with_the_episode():
    tables = tables_of(BIDS)
    tally = np.zeros(tables.learners.shape)
    ends = 0
    before = tables.returns.copy()
    for report in played(tables, 80):
        tally += report.rewards
        assert np.allclose(tally.sum(axis=1), 0)
        going_on = ~report.ended
        assert np.allclose(tally[going_on], tables.returns[going_on] - before[going_on])
        ends += report.ended.sum()
        tally[report.ended], before[report.ended] = 0, tables.returns[report.ended]
    assert ends > 10


def test_what_was_earned_on_average_by_the_learners_seats_is_told_at_the_end():
    tables = tables_of(BIDS, ALONE, 2)
    told = [final_info for report in played(tables, 60) for final_info in report.final_infos]
    assert all(final_info["episode"] == {"r": 0.0, "l": 15} for final_info in told)
    assert {len(final_info["scores"]) for final_info in told} == {3}


def test_of_an_opposed_table_only_the_learners_seats_are_told():
    tables = tables_of(BIDS, SelfPlay(0.0, 1.0, 0.0), 2)
    told = [final_info for report in played(tables, 40) for final_info in report.final_infos]
    assert {len(final_info["scores"]) for final_info in told} == {1}
    assert all(final_info["episode"]["r"] == final_info["scores"][0] for final_info in told)


def test_an_episode_that_is_cut_off_shows_what_each_seat_of_the_learner_saw_last():
    tables = tables_of(BIDS, n=4, settings={"max_rounds": 2})
    cut = 0
    for report in played(tables, 40):
        assert {table for table, _ in report.truncated} == set(np.flatnonzero(report.ended))
        views = sum(len(seen) for seen in report.last_views)
        assert views == len(report.truncated)
        cut += views
    assert cut > 20


def test_an_episode_that_comes_to_its_end_shows_nothing_more():
    assert not any(report.truncated for report in played(tables_of(BIDS), 40))


def test_a_refused_action_changes_nothing():
    tables = tables_of(BIDS)
    before, report = tables.batch.states.tobytes(), tables.report
    with pytest.raises(IllegalActionError, match="not legal for player_"):
        tables.step(np.zeros(4, np.int64))
    assert tables.batch.states.tobytes() == before
    assert (tables.report, tables.clock) == (report, 0)


def same(one, other):
    return (
        np.array_equal(one.tables, other.tables)
        and np.array_equal(one.seats, other.seats)
        and np.array_equal(one.rewards, other.rewards)
        and repr(one.final_infos) == repr(other.final_infos)
    )


@pytest.mark.parametrize(
    ("name", "wanted", "settings"),
    [
        ("secret_bids", AGAINST_PAST, {}),
        ("race", SelfPlay(0.25, 0.5, 0.25, pool=2), SHORT_RACE),
    ],
)
def test_a_state_goes_on_alike_in_other_tables(name, wanted, settings):
    game = registry.load(name)
    tables = tables_of(game, wanted, 4, settings)
    for number, _ in enumerate(played(tables, 30)):
        tables.league.update_pool(number * 50_000, some_policy(game, number))
    told = tables.state()
    assert all(values.dtype.kind in "biuf" for values in told.values())
    other = Tables(game, 4, settings, wanted, SMALL)
    other.load_state(told)
    assert np.array_equal(tables.observations, other.observations)
    pairs = zip(played(tables, 60, 5), played(other, 60, 5), strict=True)
    assert all(same(one, twin) for one, twin in pairs)
    assert tables.batch.states.tobytes() == other.batch.states.tobytes()
    assert tables.league.metrics() == other.league.metrics()


def test_team_spirit_shares_rewards_within_sides():
    sides = ((0, 2), (1, 3))
    earned = np.array([1.0, 0.0, 0.0, -1.0], np.float32)
    assert np.array_equal(earned @ reward_sharing(sides, 0.0), earned)
    assert np.allclose(earned @ reward_sharing(sides, 1.0), [0.5, -0.5, 0.5, -0.5])
    assert np.allclose(earned @ reward_sharing(sides, 0.5), [0.75, -0.25, 0.25, -0.75])


def test_the_same_seed_and_actions_give_the_same_play():
    pairs = zip(played(tables_of(BIDS), 50), played(tables_of(BIDS), 50), strict=True)
    assert all(same(one, other) for one, other in pairs)


def test_a_game_without_opponents_is_refused():
    with pytest.raises(SettingError, match="coop_td has no opponents"):
        SelfPlayVecEnv(registry.load("coop_td"), 2)
