from collections import Counter

import pytest

from cogarena.envs.core import registry
from cogarena.envs.core.errors import SettingError
from cogarena.training.evaluation.evaluate import entries, pairings


def test_against_opponents_a_player_takes_every_seat_in_turn():
    (entry,) = entries(registry.load("race"), {"robots": 3}, "a", "b")
    assert [lineup.seating for lineup in entry.lineups] == [
        ("a", "b", "b"), ("b", "a", "b"), ("b", "b", "a"),
    ]  # fmt: skip
    assert [lineup.own for lineup in entry.lineups] == [(0,), (1,), (2,)]


def test_in_a_game_of_teams_a_player_takes_a_whole_team():
    (entry,) = entries(registry.load("moba"), {"team_size": 2}, "a", "b")
    assert [lineup.seating for lineup in entry.lineups] == [
        ("a", "b", "a", "b"), ("b", "a", "b", "a"),
    ]  # fmt: skip


def test_teams_are_the_agents_of_one_colour():
    game = registry.load("moba")
    names = game.agents(game.read({}))
    for side in game.sides_of():
        assert len({names[seat].split("_")[0] for seat in side}) == 1


def test_without_opponents_every_seat_has_its_line():
    found = entries(registry.load("race"), {"robots": 2}, "a,b", None)
    assert [entry.seat for entry in found] == ["robot_0", "robot_1"]
    assert {entry.lineups[0].seating for entry in found} == {("a", "b")}


def test_who_earn_the_same_have_one_line():
    (entry,) = entries(registry.load("coop_td"), {}, "a", None)
    assert entry.lineups[0].seating == ("a", "a")


def test_a_game_without_opponents_says_so():
    with pytest.raises(SettingError, match="rover has no opponents"):
        entries(registry.load("rover"), {}, "a", "b")


def test_against_opponents_no_lists_are_taken():
    with pytest.raises(SettingError, match="one agent and one opponent, not 'a' and 'b,c,d'"):
        entries(registry.load("race"), {}, "a", "b,c,d")


def test_too_few_players_are_refused():
    with pytest.raises(SettingError, match="2 agents for 4 seats"):
        entries(registry.load("race"), {}, "a,b", None)


@pytest.mark.parametrize("robots", [2, 3, 4, 8])
def test_a_pair_changes_places_so_that_both_sit_everywhere_equally_often(robots):
    (entry,) = pairings(registry.load("race"), {"robots": robots}, ["a", "b"])
    sat = Counter((name, seat) for each in entry.lineups for seat, name in enumerate(each.seating))
    assert set(sat.values()) == {1}
    assert len(sat) == 2 * robots
