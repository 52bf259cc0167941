import numpy as np
import pytest

from cogarena.envs.core.episode import Episode
from support.games import secret_bids


def played(*bids, **settings):
    episode = Episode(secret_bids.GAME, {"players": len(bids), **settings})
    episode.reset(5)
    for bid in bids:
        episode.act(bid)
    return episode


def test_b1_each_player_holds_the_cards_1_to_cards():
    episode = played(1, 2, cards=4)
    assert episode.view(0)[0].tolist() == [0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0]
    assert episode.view(1)[0].tolist() == [0, 1, 0, 1, 1, 0, 0, 0, 0, 0, 0]


def test_b3_no_bid_takes_effect_before_the_last():
    episode = Episode(secret_bids.GAME)
    episode.reset(5)
    before = episode.view(2)
    episode.act(3)
    episode.act(4)
    assert not episode.rewards.any()
    assert all(np.array_equal(a, b) for a, b in zip(before, episode.view(2), strict=True))


@pytest.mark.parametrize(("bids", "winner"), [((1, 2, 5), 2), ((5, 5, 1), 2), ((2, 4, 4, 3), 3)])
def test_b4_the_highest_unique_bid_takes_the_prize_from_everybody_else(bids, winner):
    episode = Episode(secret_bids.GAME, {"players": len(bids)})
    episode.reset(5)
    prize = int(episode.s.prize)
    for bid in bids:
        episode.act(bid)
    paid = [-prize] * len(bids)
    paid[winner] = prize * (len(bids) - 1)
    assert episode.rewards[: len(bids)].tolist() == paid


def test_b4_nobody_wins_when_no_bid_is_unique():
    assert not played(3, 3).rewards.any()


def test_b5_the_game_terminates_when_the_cards_are_spent():
    episode = played(1, 1, cards=1)
    assert (episode.terminated, episode.truncated) == (True, False)


def test_b5_the_game_is_truncated_after_max_rounds():
    episode = played(1, 1, max_rounds=1)
    assert (episode.terminated, episode.truncated) == (False, True)
