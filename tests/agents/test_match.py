import numpy as np
import pytest

from cogarena.agents.match import SEED_STRIDE, Seating, begin, decisions, seated
from cogarena.agents.protocol import Stateless
from cogarena.agents.random import RandomAgent
from cogarena.envs.core.batch import Batch
from cogarena.envs.core.episode import Episode
from cogarena.envs.core.errors import SettingError
from support.games import secret_bids

BIDS = secret_bids.GAME  # three players
ROWS = np.arange(2)


class Noting(Stateless):
    """Takes the first legal action, and notes what it is told and asked."""

    def __init__(self):
        self.seeds, self.rows = [], []

    def begin(self, rows, seeds):
        self.seeds += seeds.tolist()

    def act(self, rows, observations, masks):
        self.rows += rows.tolist()
        return masks.argmax(axis=1)


def test_one_player_has_all_seats():
    player = Noting()
    seating = seated(player, 3)
    assert seating.players == (player,)
    assert seating.numbers.tolist() == [0, 0, 0]


def test_a_player_that_is_listed_twice_is_one_player():
    one, other = Noting(), Noting()
    seating = seated([one, other, one], 3)
    assert seating.players == (one, other)
    assert seating.numbers.tolist() == [0, 1, 0]


def test_each_outside_seat_counts_as_a_different_player():
    player = Noting()
    seating = seated([None, None, player], 3)
    assert seating.numbers.tolist() == [0, 1, 2]
    assert seating.by_seat == (None, None, player)


@pytest.mark.parametrize("count", [0, 2, 4])
def test_more_or_fewer_players_than_seats_are_refused(count):
    with pytest.raises(SettingError, match=f"{count} agents for 3 seats"):
        seated([Noting()] * count, 3)


def test_every_player_gets_a_seed_of_its_own():
    players = [Noting(), Noting(), Noting()]
    begin(Episode(BIDS), seated(players, 3), 7)
    assert [player.seeds for player in players] == [[7], [7 + SEED_STRIDE], [7 + 2 * SEED_STRIDE]]


def test_seeds_wrap_around_at_64_bits():
    players = [Noting(), Noting()]
    Seating(players, np.arange(2)).begin(ROWS[:1], np.array([2**64 - 1], np.uint64))
    assert players[1].seeds == [SEED_STRIDE - 1]


def test_the_player_of_the_seat_that_is_asked_chooses():
    batch, players = Batch(BIDS, 2), [Noting(), Noting(), Noting()]
    batch.reset(0)
    batch.move(batch.masks.argmax(axis=1)[:1], ROWS[:1])  # now seat 1 is asked in row 0
    seated(players, 3).choose(ROWS, batch.states, batch.observations, batch.masks)
    assert [player.rows for player in players] == [[1], [0], []]


def test_decisions_stop_when_an_outside_player_is_asked():
    episode, seating = Episode(BIDS), seated([Noting(), Noting(), None], 3)
    begin(episode, seating, 0)
    asked = []
    for action in decisions(episode, seating):
        asked.append(episode.to_act)
        episode.act(action)
    assert asked == [0, 1]
    assert episode.to_act == 2


def test_decisions_go_on_to_the_end_of_the_episode():
    episode, seating = Episode(BIDS), seated(RandomAgent(), 3)
    begin(episode, seating, 0)
    for action in decisions(episode, seating):
        episode.act(action)
    assert episode.over


def test_choosing_for_an_outside_player_is_refused():
    batch = Batch(BIDS, 2)
    batch.reset(0)
    with pytest.raises(ValueError, match="row 0 waits for a player outside"):
        seated([None, Noting(), Noting()], 3).choose(
            ROWS, batch.states, batch.observations, batch.masks
        )
