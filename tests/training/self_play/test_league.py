import numpy as np
import pytest
import torch

from cogarena.agents.checkpoint import Network
from cogarena.agents.trained import build_policy
from cogarena.envs.core.errors import SettingError, UnknownNameError
from cogarena.training.config import read_tables
from cogarena.training.self_play import SelfPlay
from cogarena.training.self_play.league import (
    SELF,
    League,
    Opponent,
    draw_weights,
    kinds_of_tables,
    learner_points,
    least_useful,
)
from support.games import secret_bids

BIDS = secret_bids.GAME
SMALL = Network(kind="flat", layers=(4,))
POLICY = build_policy(BIDS, SMALL)
OPPOSED = SelfPlay(0.0, 1.0, 0.0, pool=3, snapshot_every=100)


def league_of(wanted=OPPOSED, snapshots=0, n=8):
    league = League(BIDS, {}, wanted, SMALL, n)
    for number in range(snapshots):
        league.update_pool(100 * number, POLICY)
    return league


def seats_of(league, seeds):
    tables = np.arange(len(league.opponents))
    return league.assign_seats(tables, seeds + tables.astype(np.uint64))


def drawn(player, rows, legal=range(11)):
    """What a player chooses where it sees nothing but ones, at each of some tables."""
    numbers = np.arange(rows)
    masks = np.tile(np.isin(np.arange(11), legal).astype(np.int8), (rows, 1))
    player.begin(numbers, numbers.astype(np.uint64))
    return player.act(numbers, np.ones((rows, BIDS.layout.width), np.float32), masks)


def test_a_past_self_draws_its_actions_as_likely_as_its_policy_says():
    policy = build_policy(BIDS, SMALL)
    with torch.no_grad():
        policy.action_net.weight[:] = 0
        policy.action_net.bias[:] = torch.log(torch.arange(11) + 0.0)
    league = league_of()
    league.update_pool(0, policy)
    shares = np.bincount(drawn(league.pool[0].player, 2000, (2, 8)), minlength=11) / 2000
    assert shares[[2, 8]] == pytest.approx([0.2, 0.8], abs=0.03)
    assert shares.sum() == pytest.approx(shares[2] + shares[8])


def test_a_past_self_chooses_alike_in_every_company():
    league = league_of(snapshots=1)
    many = drawn(league.pool[0].player, 40)
    assert np.array_equal(drawn(league.pool[0].player, 7), many[:7])
    assert len(set(many)) > 3


def test_snapshots_are_taken_when_the_last_one_is_old_enough():
    league = league_of()
    for steps in (0, 50, 99, 100, 130, 205):
        league.update_pool(steps, POLICY)
    assert [each.steps for each in league.pool.values()] == [0, 100, 205]


def test_a_snapshot_does_not_learn_with_the_policy():
    policy, league = build_policy(BIDS, SMALL), league_of()
    league.update_pool(0, policy)
    before = {name: values.copy() for name, values in league.pool[0].tensors.items()}
    chosen = drawn(league.pool[0].player, 50)
    with torch.no_grad():
        policy.action_net.bias[3] += 100
    assert np.array_equal(drawn(league.pool[0].player, 50), chosen)
    assert all(np.array_equal(before[name], league.pool[0].tensors[name]) for name in before)


def test_the_pool_is_thinned_out_evenly():
    kept = []
    for steps in range(300):
        kept.append(steps)
        if len(kept) > 6:
            kept.pop(least_useful(kept))
            assert (kept[0], kept[-1]) == (0, steps)
            assert np.diff(kept).max() <= 2 * steps / 5
    assert least_useful([0, 5]) == 0
    assert least_useful([0, 10, 20, 22, 30]) == 3


def test_the_pool_does_not_outgrow_its_size():
    assert len(league_of(snapshots=9).pool) == 3


def test_a_snapshot_that_leaves_the_pool_plays_its_episodes_to_the_end():
    league = league_of(snapshots=3)
    seats_of(league, np.uint64(0))
    assert set(league.opponents) == {0, 1, 2}
    league.update_pool(300, POLICY)
    assert list(league.pool) == [0, 2, 3]
    gone = np.flatnonzero(league.opponents == 1)
    masks = np.ones((len(league.opponents), 11), np.int8)
    seen = np.zeros((len(league.opponents), BIDS.layout.width), np.float32)
    seeds = np.arange(len(gone), dtype=np.uint64)
    league.add_results(gone, np.zeros((len(gone), 3)), np.eye(3, dtype=bool)[[0] * len(gone)])
    other = league_of()
    other.load_state(league.state())
    for one in (league, other):
        one.begin(gone, seeds)
    choices = [one.choose(gone, None, seen, masks).tolist() for one in (league, other)]
    assert choices[0] == choices[1]
    seats_of(league, np.uint64(0))
    league.update_pool(400, POLICY)
    assert 1 not in league.state()["numbers"]


def test_who_plays_comes_from_the_seed():
    one, other = league_of(snapshots=3), league_of(snapshots=3)
    for seed in (1, 2, 1):
        assert np.array_equal(seats_of(one, np.uint64(seed)), seats_of(other, np.uint64(seed)))
        assert np.array_equal(one.opponents, other.opponents)


def test_every_side_and_every_snapshot_comes():
    league = league_of(snapshots=3, n=100)
    learners = seats_of(league, np.uint64(5))
    assert (learners.sum(axis=1) == 1).all()
    assert learners.sum(axis=0).min() > len(learners) / 4
    assert np.bincount(league.opponents, minlength=3).min() > len(learners) / 4


def test_hard_opponents_are_drawn_more_often_and_none_never():
    league = league_of(snapshots=3, n=100)
    for _ in range(200):
        league.pool[0].add_result(1.0)
        league.pool[2].add_result(0.0)
    assert 0.0 < league.pool[2].points < 0.01
    seats_of(league, np.uint64(5))
    easy, even, hard = np.bincount(league.opponents, minlength=3)
    assert 0 < easy < even < hard


def test_without_priority_all_are_drawn_alike():
    opponents = [Opponent(None, 0.1), Opponent(None, 0.9)]
    assert draw_weights(opponents, 0.0).tolist() == [1.0, 1.0]
    assert draw_weights(opponents, 2.0).tolist() == pytest.approx([0.81, 0.05])


def test_with_no_snapshot_yet_the_learner_plays_itself():
    league = league_of()
    assert seats_of(league, np.uint64(0)).all()
    assert (league.opponents == SELF).all()


@pytest.mark.parametrize(
    ("earned", "sides", "wanted"),
    [
        ([3, 1, 2], ((0,), (1,), (2,)), 1.0),
        ([1, 1, 2], ((0,), (1,), (2,)), 0.25),
        ([1, 0, 0, 1], ((0, 2), (1, 3)), 0.5),
        ([1, 0, 2, 1], ((0, 2), (1, 3)), 1.0),
        ([-1, 1, -1, -1], ((0,), (1,), (2,), (3,)), 1 / 3),
    ],
)
def test_points_compare_what_the_sides_earned(earned, sides, wanted):
    own = np.isin(np.arange(len(earned)), sides[0])
    assert learner_points(np.array(earned, float), own, sides) == pytest.approx(wanted)


def test_there_are_tables_enough_for_every_kind():
    kinds = kinds_of_tables(10, SelfPlay(0.5, 0.3, 0.2), 4)
    assert [wanted for _, wanted in kinds] == [5, 3, 2]
    assert [len(tables) for tables, _ in kinds] == [5, 24, 16]
    assert np.concatenate([tables for tables, _ in kinds]).tolist() == list(range(45))


def test_shares_that_are_all_0_are_refused():
    table = {"self_share": 0, "past_share": 0, "scripted_share": 0}
    with pytest.raises(SettingError, match="all 0"):
        read_tables({"game": {"name": "race"}, "self_play": table}, "race.toml")


def test_a_script_that_does_not_exist_is_refused():
    with pytest.raises(UnknownNameError, match="secret_bids"):
        league_of(SelfPlay(0.5, 0.0, 0.5))
