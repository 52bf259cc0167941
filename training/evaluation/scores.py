"""The scores of agents from their episodes, with bootstrap intervals, as rows of a table."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from cogarena.agents.protocol import Array
from cogarena.envs.core.errors import needs
from cogarena.envs.core.game import Game
from cogarena.training.evaluation.evaluate import Entry, Evaluation, Seating, entries
from cogarena.training.evaluation.tasks import HIGH_AGENT, LOW_AGENT, reference

LEVEL = 0.95
Z_95 = 1.959964  # standard deviations that contain 95 % of a normal distribution
RESAMPLES = 5000
RESAMPLES_AT_ONCE = 250  # as many as are held in memory
BOOTSTRAP_SEED = 0
TRIMMED = 0.25  # the share that the interquartile mean drops on each side

Row = dict[str, Any]
Interval = tuple[float | None, float | None]
Statistic = Callable[[Array], Array]  # (resamples, values) → (resamples,)


def score_agents(
    game: Game,
    settings: Mapping[str, Any],
    names: Sequence[str],
    opponents: str | None,
    play: Callable[[tuple[Seating, ...]], Mapping[Seating, Evaluation]],
) -> list[Row]:
    """The rows of these agents, ready for JSON; `play` is called once, with all line-ups."""
    entered = [entry for name in names for entry in entries(game, settings, name, opponents)]
    seatings = dict.fromkeys(lineup.seating for entry in entered for lineup in entry.lineups)
    played = play(tuple(seatings))
    return [
        score_row(entry, played) | normalised(game, settings, opponents, _returns(entry, played))
        for entry in entered
    ]


def score_row(entry: Entry, played: Mapping[Seating, Evaluation]) -> Row:
    """The scores of one entry; every line-up is a stratum."""
    returns = _returns(entry, played)
    mean_return, (low, high) = estimate(returns)
    iqm, (iqm_low, iqm_high) = estimate(returns, interquartile_mean)
    together = np.concatenate(returns)
    evaluations = [played[lineup.seating] for lineup in entry.lineups]
    return {
        "agent": entry.name,
        "seat": entry.seat,
        "episodes": len(together),
        "first_seed": int(evaluations[0].seeds[0]),
        "mean": mean_return, "low": low, "high": high,
        "iqm": iqm, "iqm_low": iqm_low, "iqm_high": iqm_high,
        "std": float(together.std(ddof=1)) if len(together) > 1 else None,
        **_wins(entry, played),
        "length": float(np.concatenate([each.lengths for each in evaluations]).mean()),
        "endings": ending_shares([each.endings for each in evaluations]),
        **_measures(entry, played),
    }  # fmt: skip


def _returns(entry: Entry, played: Mapping[Seating, Evaluation]) -> list[Array]:
    """The mean return of the scored seats, episode by episode, for each line-up."""
    return [_own(played[lineup.seating].returns, lineup.own) for lineup in entry.lineups]


def _own(values: Array, seats: Sequence[int]) -> Array:
    averaged: Array = values[:, list(seats)].mean(axis=1)
    return averaged


def _wins(entry: Entry, played: Mapping[Seating, Evaluation]) -> Row:
    """The share of episodes won, where the game says who won."""
    won = [
        _own(evaluation.won, lineup.own)
        for lineup in entry.lineups
        for evaluation in [played[lineup.seating]]
        if evaluation.won is not None
    ]
    if len(won) < len(entry.lineups):
        return {"win_rate": None, "win_low": None, "win_high": None}
    rate, (low, high) = estimate(won)
    return {"win_rate": rate, "win_low": low, "win_high": high}


def ending_shares(endings: Sequence[Array | None]) -> dict[str, float]:
    """The share of episodes that ended in each way, most frequent first."""
    counts = Counter(name for names in endings if names is not None for name in names.tolist())
    return {name: count / counts.total() for name, count in counts.most_common()}


def _measures(entry: Entry, played: Mapping[Seating, Evaluation]) -> Row:
    """The means of all other numbers in the final infos, with their intervals."""
    evaluations = [(played[lineup.seating], lineup.own) for lineup in entry.lineups]
    found = {
        name: estimate([_own(each.measures[name], own) for each, own in evaluations])
        for name in evaluations[0][0].measures
    }
    return {
        "measures": {name: average for name, (average, _) in found.items()},
        "measure_intervals": {name: bounds for name, (_, bounds) in found.items()},
    }


def normalised(
    game: Game, settings: Mapping[str, Any], opponents: str | None, returns: Sequence[Array]
) -> dict[str, float | None]:
    """The mean return on a scale from 0, random play, to 1, scripted play, with its interval.

    All None outside the tasks of the game, and in a version without reference scores.
    """
    known = reference(game, settings, opponents)
    if known is None:
        return dict.fromkeys(("normalised", "normalised_low", "normalised_high"))
    zero, one = known[LOW_AGENT], known[HIGH_AGENT]
    score, (low, high) = estimate([(part - zero) / (one - zero) for part in returns])
    return {"normalised": score, "normalised_low": low, "normalised_high": high}


def mean(values: Array) -> Array:
    """The mean of each row."""
    result: Array = values.mean(axis=1)
    return result


def interquartile_mean(values: Array) -> Array:
    """The mean of the middle half of each row."""
    result: Array = scipy_stats().trim_mean(values, TRIMMED, axis=1)
    return result


def estimate(strata: Sequence[Array], statistic: Statistic = mean) -> tuple[float, Interval]:
    """A statistic of all strata together, with its interval."""
    together = np.concatenate([np.asarray(values, np.float64) for values in strata])
    return float(statistic(together[None])[0]), interval(strata, statistic)


def interval(strata: Sequence[Array], statistic: Statistic = mean) -> Interval:
    """The 95 % percentile interval of a stratified bootstrap; none if a stratum has one value.

    Each stratum, such as the episodes in one seat, is resampled on its own: the difference between
    seats is not uncertainty, because every agent plays all seats equally often.
    """
    if min(len(values) for values in strata) < 2:
        return None, None
    generator = np.random.default_rng(BOOTSTRAP_SEED)
    resampled = [
        statistic(np.concatenate([_resample(values, generator) for values in strata], axis=1))
        for _ in range(RESAMPLES // RESAMPLES_AT_ONCE)
    ]
    low, high = np.quantile(np.concatenate(resampled), [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return float(low), float(high)


def _resample(values: Array, generator: np.random.Generator) -> Array:
    picked = generator.integers(len(values), size=(RESAMPLES_AT_ONCE, len(values)))
    result: Array = np.asarray(values, np.float64)[picked]
    return result


def scipy_stats() -> Any:
    """The module that trims means; evaluations need it."""
    return needs("scipy.stats", "eval", "an evaluation")
