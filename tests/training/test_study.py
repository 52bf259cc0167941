import math

import pytest

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
