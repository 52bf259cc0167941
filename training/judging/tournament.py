"""Everybody against everybody: the same seeds for all, all seats in turn, ratings at the end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from cogarena.agents.protocol import Array
from cogarena.envs.core.errors import SettingError, needs
from cogarena.envs.core.game import Game
from cogarena.training.evaluate import Evaluation, Progress
from cogarena.training.judging.figures import BOOTSTRAP_SEED, DEVIATIONS, estimate
from cogarena.training.judging.lineups import Lineup, Players, pairings

DRAW = 0.5
RESAMPLES = 100  # of the episodes, for the interval of a rating
ORDERS = 4  # of the episodes of a resample


@dataclass(frozen=True)
class Duel:
    """Two players on the same seeds: what both earned, in each line-up episode by episode."""

    first: str
    second: str
    earned: tuple[tuple[Array, Array], ...]

    def points(self) -> list[Array]:
        """1 for each episode in which the first earned more, ½ for as much, by line-up."""
        return [
            np.where(first > second, 1.0, np.where(first == second, DRAW, 0.0))
            for first, second in self.earned
        ]


def tables(game: Game, settings: Mapping[str, Any], names: Sequence[str]) -> tuple[Players, ...]:
    """The line-ups that a tournament plays."""
    if len(set(names)) < max(2, len(names)):
        raise SettingError(f"a tournament has at least 2 different players, not {', '.join(names)}")
    if game.shared_reward:
        return tuple((name,) * _seats(game, settings) for name in names)
    return tuple(
        lineup.players for entry in pairings(game, settings, names) for lineup in entry.lineups
    )


def duels(
    game: Game,
    settings: Mapping[str, Any],
    names: Sequence[str],
    played: Mapping[Players, Evaluation],
) -> list[Duel]:
    """Every two players; where nobody plays against another, each with what it earned by itself."""
    if game.shared_reward:
        alone = {name: played[(name,) * _seats(game, settings)].returns[:, 0] for name in names}
        return [Duel(a, b, ((alone[a], alone[b]),)) for a, b in combinations(names, 2)]
    return [
        Duel(a, b, tuple(_earned(lineup, played) for lineup in entry.lineups))
        for (a, b), entry in zip(
            combinations(names, 2), pairings(game, settings, names), strict=True
        )
    ]


def _seats(game: Game, settings: Mapping[str, Any]) -> int:
    return len(game.agents(game.read(settings)))


def _earned(lineup: Lineup, played: Mapping[Players, Evaluation]) -> tuple[Array, Array]:
    returns = played[lineup.players].returns
    own = np.isin(np.arange(returns.shape[1]), lineup.own)
    return returns[:, own].mean(axis=1), returns[:, ~own].mean(axis=1)


def ratings(names: Sequence[str], fought: Sequence[Duel]) -> list[dict[str, Any]]:
    """Skill and its uncertainty by openskill's Bradley–Terry model, the best first.

    Episodes count in the order of their seeds, so that nobody's are rated last.
    """
    turns = [np.stack(duel.points(), axis=1).reshape(-1) for duel in fought]
    found = skills(names, fought, turns)
    return _ranked(names, [(rating.mu, rating.sigma) for rating in found])


def resampled_ratings(
    names: Sequence[str], fought: Sequence[Duel], progress: Progress = lambda done: None
) -> list[dict[str, Any]]:
    """As `ratings`, on average over orders of the episodes, with the interval of a bootstrap.

    openskill goes through the episodes once, and what it comes to depends on their order as much
    as on which ones they are. Its own uncertainty is about the scale as well, which all players
    share: it hardly narrows with the episodes.
    """
    outcomes = [duel.points() for duel in fought]
    generator = np.random.default_rng(BOOTSTRAP_SEED)
    means = _shuffled_skills(names, fought, outcomes, RESAMPLES, generator)
    drawn = []
    for _ in range(RESAMPLES):
        again = [[_drawn(points, generator) for points in each] for each in outcomes]
        drawn.append(_shuffled_skills(names, fought, again, ORDERS, generator))
        progress(1)
    spread = np.std(drawn, axis=0, ddof=1)
    return _ranked(names, list(zip(means.tolist(), spread.tolist(), strict=True)))


def _shuffled_skills(
    names: Sequence[str],
    fought: Sequence[Duel],
    outcomes: Sequence[Sequence[Array]],
    orders: int,
    generator: np.random.Generator,
) -> Array:
    """Everybody's skill, on average over so many orders of the episodes."""
    total = np.zeros(len(names))
    for _ in range(orders):
        turns = [generator.permutation(np.concatenate(points)) for points in outcomes]
        total += [rating.mu for rating in skills(names, fought, turns)]
    return total / orders


def _drawn(points: Array, generator: np.random.Generator) -> Array:
    """As many episodes of a line-up, drawn from them."""
    taken: Array = points[generator.integers(len(points), size=len(points))]
    return taken


def _ranked(names: Sequence[str], found: Sequence[tuple[float, float]]) -> list[dict[str, Any]]:
    """Rows from everybody's rating and its standard deviation, the best first."""
    rows = [
        {
            "agent": name,
            "rating": mean,
            "low": mean - DEVIATIONS * deviation,
            "high": mean + DEVIATIONS * deviation,
        }
        for name, (mean, deviation) in zip(names, found, strict=True)
    ]
    return sorted(rows, key=lambda row: -row["rating"])


def skills(names: Sequence[str], fought: Sequence[Duel], turns: Sequence[Array]) -> list[Any]:
    """openskill's ratings from the points of the first in each duel, episode by episode in turn."""
    model = needs("openskill.models", "eval", "a rating").BradleyTerryFull()
    skill = {name: model.rating(name=name) for name in names}
    for episode in range(len(turns[0])):
        for duel, points in zip(fought, turns, strict=True):
            ranks = [1 - points[episode], points[episode]]
            sides = [[skill[duel.first]], [skill[duel.second]]]
            (first,), (second,) = model.rate(sides, ranks=ranks)
            skill[duel.first], skill[duel.second] = first, second
    return [skill[name] for name in names]


def cross_play(fought: Sequence[Duel]) -> list[dict[str, Any]]:
    """How every player did against every other, seen from both."""
    rows = []
    for duel in fought:
        share, (low, high) = estimate(duel.points())
        first, second = (
            float(np.concatenate([pair[side] for pair in duel.earned]).mean()) for side in (0, 1)
        )
        rows.append(_line(duel.first, duel.second, share, low, high, first))
        low, high = (None if end is None else 1 - end for end in (high, low))
        rows.append(_line(duel.second, duel.first, 1 - share, low, high, second))
    return rows


def _line(
    agent: str, against: str, share: float, low: float | None, high: float | None, mean: float
) -> dict[str, Any]:
    return {
        "agent": agent, "against": against, "points": share, "low": low, "high": high,
        "mean_return": mean,
    }  # fmt: skip
