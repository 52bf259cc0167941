"""Tournaments: every agent meets every other on the same seeds and sides, and all are rated."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from cogarena.agents.protocol import Array
from cogarena.envs.core.errors import SettingError, needs
from cogarena.envs.core.game import Game
from cogarena.training.evaluation.evaluate import Evaluation, Lineup, Progress, Seating, pairings
from cogarena.training.evaluation.scores import BOOTSTRAP_SEED, Z_95, estimate

DRAW = 0.5
RESAMPLES = 100  # of the episodes, for the interval of a rating
ORDERS = 4  # orders of the episodes of each resample


@dataclass(frozen=True)
class Duel:
    """Two agents on the same seeds: the returns of both by line-up, episode by episode."""

    first: str
    second: str
    returns: tuple[tuple[Array, Array], ...]

    def points(self) -> list[Array]:
        """By line-up: 1 for each episode in which the first earned more, ½ for a draw."""
        return [
            np.where(first > second, 1.0, np.where(first == second, DRAW, 0.0))
            for first, second in self.returns
        ]


def tournament_seatings(
    game: Game, settings: Mapping[str, Any], names: Sequence[str]
) -> tuple[Seating, ...]:
    """The line-ups that a tournament plays."""
    if len(set(names)) < max(2, len(names)):
        given = ", ".join(names)
        raise SettingError(f"a tournament needs at least 2 different agents, not {given}")
    if game.shared_reward:
        return tuple((name,) * _seats(game, settings) for name in names)
    return tuple(
        lineup.seating for entry in pairings(game, settings, names) for lineup in entry.lineups
    )


def pair_up(
    game: Game,
    settings: Mapping[str, Any],
    names: Sequence[str],
    played: Mapping[Seating, Evaluation],
) -> list[Duel]:
    """A duel for every pair; if all seats share one reward, between the games each played alone."""
    if game.shared_reward:
        alone = {name: played[(name,) * _seats(game, settings)].returns[:, 0] for name in names}
        return [Duel(a, b, ((alone[a], alone[b]),)) for a, b in combinations(names, 2)]
    return [
        Duel(a, b, tuple(_returns_of_both(lineup, played) for lineup in entry.lineups))
        for (a, b), entry in zip(
            combinations(names, 2), pairings(game, settings, names), strict=True
        )
    ]


def _seats(game: Game, settings: Mapping[str, Any]) -> int:
    return len(game.agents(game.read(settings)))


def _returns_of_both(lineup: Lineup, played: Mapping[Seating, Evaluation]) -> tuple[Array, Array]:
    returns = played[lineup.seating].returns
    own = np.isin(np.arange(returns.shape[1]), lineup.own)
    return returns[:, own].mean(axis=1), returns[:, ~own].mean(axis=1)


def ratings(names: Sequence[str], duels: Sequence[Duel]) -> list[dict[str, Any]]:
    """Skill and its uncertainty by openskill's Bradley–Terry model, the best first.

    Episodes are rated in the order of their seeds, so that no pair always comes last.
    """
    points = [np.stack(duel.points(), axis=1).reshape(-1) for duel in duels]
    found = skills(names, duels, points)
    return _ranked(names, [(rating.mu, rating.sigma) for rating in found])


def resampled_ratings(
    names: Sequence[str], duels: Sequence[Duel], progress: Progress = lambda done: None
) -> list[dict[str, Any]]:
    """As `ratings`, averaged over orders of the episodes, with a bootstrap interval.

    openskill goes through the episodes once, so its result depends on their order as much as on
    the episodes themselves. Its own uncertainty includes that of the scale, which all agents share,
    and so hardly narrows with more episodes.
    """
    outcomes = [duel.points() for duel in duels]
    generator = np.random.default_rng(BOOTSTRAP_SEED)
    means = _shuffled_skills(names, duels, outcomes, RESAMPLES, generator)
    resampled = []
    for _ in range(RESAMPLES):
        sample = [[_resample(points, generator) for points in each] for each in outcomes]
        resampled.append(_shuffled_skills(names, duels, sample, ORDERS, generator))
        progress(1)
    spread = np.std(resampled, axis=0, ddof=1)
    return _ranked(names, list(zip(means.tolist(), spread.tolist(), strict=True)))


def _shuffled_skills(
    names: Sequence[str],
    duels: Sequence[Duel],
    outcomes: Sequence[Sequence[Array]],
    orders: int,
    generator: np.random.Generator,
) -> Array:
    """The skill of each agent, averaged over several orders of the episodes."""
    total = np.zeros(len(names))
    for _ in range(orders):
        shuffled = [generator.permutation(np.concatenate(points)) for points in outcomes]
        total += [rating.mu for rating in skills(names, duels, shuffled)]
    return total / orders


def _resample(points: Array, generator: np.random.Generator) -> Array:
    """As many episodes of a line-up, drawn with replacement."""
    sample: Array = points[generator.integers(len(points), size=len(points))]
    return sample


def _ranked(names: Sequence[str], found: Sequence[tuple[float, float]]) -> list[dict[str, Any]]:
    """Rows from the rating of each agent and its standard deviation, the best first."""
    rows = [
        {
            "agent": name,
            "rating": mean,
            "low": mean - Z_95 * deviation,
            "high": mean + Z_95 * deviation,
        }
        for name, (mean, deviation) in zip(names, found, strict=True)
    ]
    return sorted(rows, key=lambda row: -row["rating"])


def skills(names: Sequence[str], duels: Sequence[Duel], points: Sequence[Array]) -> list[Any]:
    """openskill's ratings from the first agent's points, one episode of every duel at a time."""
    model = needs("openskill.models", "eval", "a rating").BradleyTerryFull()
    skill = {name: model.rating(name=name) for name in names}
    for episode in range(len(points[0])):
        for duel, won in zip(duels, points, strict=True):
            ranks = [1 - won[episode], won[episode]]
            sides = [[skill[duel.first]], [skill[duel.second]]]
            (first,), (second,) = model.rate(sides, ranks=ranks)
            skill[duel.first], skill[duel.second] = first, second
    return [skill[name] for name in names]


def cross_play(duels: Sequence[Duel]) -> list[dict[str, Any]]:
    """How every agent did against every other: two rows a duel, one from each side."""
    rows = []
    for duel in duels:
        share, (low, high) = estimate(duel.points())
        first, second = (
            float(np.concatenate([pair[side] for pair in duel.returns]).mean()) for side in (0, 1)
        )
        rows.append(_row(duel.first, duel.second, share, low, high, first))
        low, high = (None if end is None else 1 - end for end in (high, low))
        rows.append(_row(duel.second, duel.first, 1 - share, low, high, second))
    return rows


def _row(
    agent: str, against: str, share: float, low: float | None, high: float | None, mean: float
) -> dict[str, Any]:
    return {
        "agent": agent, "against": against, "points": share, "low": low, "high": high,
        "mean_return": mean,
    }  # fmt: skip
