import math

import pytest

from cogarena.training.studies.speed_change import median_ratio, table
from cogarena.training.studies.study import mean_interval, wilson


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        (50, 100, 0.4038, 0.5962),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (1, 4, 0.0456, 0.6994),
    ],
)
def test_wilsons_interval_has_its_published_values(successes, trials, low, high):
    assert wilson(successes, trials) == pytest.approx((low, high), abs=1e-4)


def test_the_interval_of_a_mean_lies_two_standard_errors_around_it():
    assert mean_interval([1, 3]) == pytest.approx((2 - 1.959964, 2 + 1.959964))


def test_a_single_value_says_nothing_about_its_mean():
    assert mean_interval([5]) == (-math.inf, math.inf)


def test_the_ratio_of_two_speeds_is_the_median_over_the_rounds():
    ratio, low, high = median_ratio([100, 200, 50], [110, 180, 50])
    assert ratio == 1.0
    assert (low, high) == pytest.approx((0.9, 1.1))


def test_a_load_that_slows_both_sides_of_a_round_changes_no_ratio():
    assert median_ratio([100, 10, 100], [200, 20, 200]) == pytest.approx((2, 2, 2))


def test_a_contender_is_a_line_of_the_table():
    _, line = table("race", {"old": {"AEC": [1000.0]}, "new": {"AEC": [1500.0]}}).splitlines()
    assert line.split() == ["AEC", "1,000", "1,500", "1.500", "1.500–1.500"]
