import numpy as np
import pytest

from cogarena.envs.core import registry
from cogarena.envs.core.errors import SettingError
from cogarena.training.evaluation import report
from cogarena.training.evaluation.evaluate import Evaluation, pairings
from cogarena.training.evaluation.tournament import (
    Duel,
    cross_play,
    pair_up,
    ratings,
    resampled_ratings,
    tournament_seatings,
)

NAMES = ["strong", "middling", "weak"]


def earned(*returns):
    returns = np.array(returns, np.float64)
    return Evaluation(np.arange(len(returns)), returns, np.ones(len(returns)), None, {})


def duel(first, second, points):
    points = np.array(points, np.float64)
    return Duel(first, second, ((points, 1 - points),))


def three():
    generator = np.random.default_rng(1)
    chances = {("strong", "middling"): 0.75, ("strong", "weak"): 0.9, ("middling", "weak"): 0.75}
    return [duel(*pair, generator.random(100) < chance) for pair, chance in chances.items()]


def test_the_rating_puts_the_stronger_first():
    rated = ratings(NAMES, three())
    assert [row["agent"] for row in rated] == NAMES
    assert rated[0]["low"] > rated[2]["high"]
    assert all(row["low"] < row["rating"] < row["high"] for row in rated)


def test_the_interval_is_that_of_other_episodes():
    tossed = [duel("a", "b", np.arange(60) % 2)]
    rows = {row["agent"]: row for row in resampled_ratings(["a", "b"], tossed)}
    for own, other in (("a", "b"), ("b", "a")):
        assert rows[own]["low"] < rows[other]["rating"] < rows[own]["high"]
    sure = [duel("a", "b", [1] * 60)]
    certain = resampled_ratings(["a", "b"], sure)
    for row, rated in zip(certain, ratings(["a", "b"], sure), strict=True):
        assert row["low"] == pytest.approx(row["high"])
        assert row["rating"] == pytest.approx(rated["rating"])


def test_the_order_of_the_episodes_does_not_matter():
    better = [1] * 40 + [0] * 20
    early, late = duel("a", "b", better), duel("a", "b", better[::-1])
    gaps, averaged = (
        [rate(["a", "b"], [fought])[0]["rating"] for fought in (early, late)]
        for rate in (ratings, resampled_ratings)
    )
    assert abs(averaged[0] - averaged[1]) < 0.1 * abs(gaps[0] - gaps[1])


def test_what_is_won_twice_out_of_three_times_is_rated_higher_beyond_doubt():
    better, worse = resampled_ratings(["a", "b"], [duel("a", "b", [1, 1, 0] * 40)])
    assert better["agent"] == "a"
    assert better["low"] > worse["high"]


def test_equal_play_is_rated_equal():
    first, second = ratings(["a", "b"], [duel("a", "b", [0.5] * 100)])
    assert first["rating"] == pytest.approx(second["rating"])


def test_points_are_for_who_earned_more_in_an_episode():
    (points,) = Duel("a", "b", ((np.array([3.0, 1, 2]), np.array([1.0, 3, 2])),)).points()
    assert points.tolist() == [1, 0, 0.5]


def test_cross_play_is_seen_from_both():
    ours, theirs = cross_play([duel("a", "b", [1, 1, 1, 0])])
    assert (ours["agent"], ours["against"], ours["points"]) == ("a", "b", 0.75)
    assert (theirs["agent"], theirs["against"], theirs["points"]) == ("b", "a", 0.25)
    assert theirs["low"] == pytest.approx(1 - ours["high"])
    assert theirs["high"] == pytest.approx(1 - ours["low"])


def test_a_duel_compares_the_seats_of_both():
    race = registry.load("race")
    settings = {"robots": 4}
    (entry,) = pairings(race, settings, ["a", "b"])
    played = {
        entry.lineups[0].seating: earned([1.0, 0.0, 3.0, 0.0]),
        entry.lineups[1].seating: earned([0.0, 5.0, 0.0, 5.0]),
    }
    (met,) = pair_up(race, settings, ["a", "b"], played)
    assert [(own.tolist(), other.tolist()) for own, other in met.returns] == [
        ([2.0], [0.0]), ([5.0], [0.0]),
    ]  # fmt: skip


def test_who_cannot_meet_are_compared_on_the_same_seeds():
    rover = registry.load("rover")
    assert tournament_seatings(rover, {}, ["a", "b"]) == (("a",), ("b",))
    played = {("a",): earned([1.0], [4.0]), ("b",): earned([2.0], [3.0])}
    (met,) = pair_up(rover, {}, ["a", "b"], played)
    assert [points.tolist() for points in met.points()] == [[0, 1]]


@pytest.mark.parametrize("names", [["a"], ["a", "a"], ["a", "b", "a"]])
def test_a_tournament_needs_different_players(names):
    with pytest.raises(SettingError, match="at least 2 different agents"):
        tournament_seatings(registry.load("race"), {}, names)


def test_the_report_is_written_whole_and_names_are_inert(tmp_path):
    hostile = "<script>alert(1)</script>"
    fought = [duel(hostile, "b", [1, 0, 1])]
    about = {
        "game": "race", "version": 0, "settings": {"robots": 2}, "seeds": "test",
        "first_seed": 1_000_000, "episodes": 3,
    }  # fmt: skip
    written = report.write_tournament(
        tmp_path, about, ratings([hostile, "b"], fought), cross_play(fought)
    )
    assert {path.suffix for path in written} == {".json", ".md", ".png", ".html"}
    page = (tmp_path / "tournament.html").read_text()
    assert "<script" not in page
    assert "http" not in page.replace('href="http', "")
    assert (tmp_path / "tournament.png").read_bytes().startswith(b"\x89PNG")
    assert "Seeds 1000000 to 1000002 (test)" in (tmp_path / "tournament.md").read_text()
