import numpy as np
import pytest

from cogarena.training.evaluation.scores import estimate, interquartile_mean, interval


def test_equal_values_have_an_interval_without_width():
    assert interval([np.full(10, 2.5)]) == (2.5, 2.5)


def test_of_a_single_value_no_interval_is_told():
    assert interval([np.array([2.5])]) == (None, None)
    assert interval([np.arange(5.0), np.array([2.5])]) == (None, None)


def test_the_interval_is_the_same_every_time():
    values = np.random.default_rng(1).normal(size=50)
    assert interval([values]) == interval([values])


def test_the_interval_covers_the_true_mean_of_normal_data_about_95_times_in_100():
    generator = np.random.default_rng(2)
    samples = generator.normal(3.0, 2.0, size=(200, 60))
    covered = [low <= 3.0 <= high for low, high in (interval([sample]) for sample in samples)]
    assert 0.90 <= np.mean(covered) <= 0.99


def test_the_interval_is_as_wide_as_the_normal_one():
    values = np.random.default_rng(3).normal(size=1000)
    low, high = interval([values])
    expected = 2 * 1.96 * values.std() / np.sqrt(1000)
    assert high - low == pytest.approx(expected, rel=0.1)


def test_what_differs_between_strata_is_no_uncertainty():
    generator = np.random.default_rng(4)
    strata = [generator.normal(10 * seat, 1.0, size=100) for seat in range(4)]
    low, high = interval(strata)
    assert high - low == pytest.approx(2 * 1.96 * 1.0 / np.sqrt(400), rel=0.1)
    together_low, together_high = interval([np.concatenate(strata)])
    assert together_high - together_low > 5 * (high - low)


def test_the_stratified_interval_covers_the_true_mean_about_95_times_in_100():
    generator = np.random.default_rng(5)
    covered = []
    for _ in range(200):
        low, high = interval([generator.normal(seat, 1.0 + seat, size=30) for seat in range(3)])
        covered.append(low <= 1.0 <= high)
    assert 0.90 <= np.mean(covered) <= 0.99


def test_the_interquartile_mean_leaves_out_a_quarter_on_each_side():
    values = np.array([-1000.0, 0, 1, 2, 3, 4, 5, 1000])
    assert interquartile_mean(values[None]) == [2.5]


def test_an_estimate_is_of_all_strata_together():
    value, (low, high) = estimate([np.zeros(10), np.full(10, 4.0)])
    assert (value, low, high) == (2.0, 2.0, 2.0)
