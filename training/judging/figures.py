"""What can be said of a player from its episodes, and how sure it is."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from cogarena.agents.protocol import Array
from cogarena.envs.core.errors import needs

LEVEL = 0.95
DEVIATIONS = 1.959964  # of a normal distribution on both sides: 95 %
RESAMPLES = 5000
AT_ONCE = 250  # resamples in memory at the same time
BOOTSTRAP_SEED = 0
TRIMMED = 0.25  # on each side, by the interquartile mean

Interval = tuple[float | None, float | None]
Statistic = Callable[[Array], Array]  # (resamples, values) → (resamples,)


def mean(values: Array) -> Array:
    """The average of each row."""
    result: Array = values.mean(axis=1)
    return result


def interquartile_mean(values: Array) -> Array:
    """The average of each row's middle half."""
    result: Array = statistics().trim_mean(values, TRIMMED, axis=1)
    return result


def estimate(strata: Sequence[Array], statistic: Statistic = mean) -> tuple[float, Interval]:
    """A statistic of all values together, with its interval."""
    together = np.concatenate([np.asarray(values, np.float64) for values in strata])
    return float(statistic(together[None])[0]), interval(strata, statistic)


def interval(strata: Sequence[Array], statistic: Statistic = mean) -> Interval:
    """The 95 % percentile interval of a stratified bootstrap; none from single values.

    Each stratum, such as the episodes of one seat, is drawn from by itself: what differs between
    seats is no uncertainty, because every player sits in all of them equally often.
    """
    if min(len(values) for values in strata) < 2:
        return None, None
    generator = np.random.default_rng(BOOTSTRAP_SEED)
    drawn = [
        statistic(np.concatenate([_resample(values, generator) for values in strata], axis=1))
        for _ in range(RESAMPLES // AT_ONCE)
    ]
    low, high = np.quantile(np.concatenate(drawn), [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return float(low), float(high)


def _resample(values: Array, generator: np.random.Generator) -> Array:
    taken = generator.integers(len(values), size=(AT_ONCE, len(values)))
    result: Array = np.asarray(values, np.float64)[taken]
    return result


def statistics() -> Any:
    """What trims the means."""
    return needs("scipy.stats", "eval", "an evaluation")
