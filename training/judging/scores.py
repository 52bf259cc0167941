"""What the episodes of an evaluation say of each player, as rows of a table."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from cogarena.agents.protocol import Array
from cogarena.envs.core.game import Game
from cogarena.training.evaluate import Evaluation
from cogarena.training.judging.figures import estimate, interquartile_mean
from cogarena.training.judging.lineups import Entry, Players, entries
from cogarena.training.judging.standard import normalised

Row = dict[str, Any]


def judge(
    game: Game,
    settings: Mapping[str, Any],
    names: Sequence[str],
    opponents: str | None,
    play: Callable[[tuple[Players, ...]], Mapping[Players, Evaluation]],
) -> list[Row]:
    """The rows for these players, ready for JSON, from what `play` makes of the line-ups."""
    entered = [entry for name in names for entry in entries(game, settings, name, opponents)]
    tables = dict.fromkeys(lineup.players for entry in entered for lineup in entry.lineups)
    played = play(tuple(tables))
    return [
        row(entry, played) | normalised(game, settings, opponents, _returns(entry, played))
        for entry in entered
    ]


def row(entry: Entry, played: Mapping[Players, Evaluation]) -> Row:
    """The figures of one entry; every line-up is a stratum."""
    returns = _returns(entry, played)
    mean, (low, high) = estimate(returns)
    middle, (middle_low, middle_high) = estimate(returns, interquartile_mean)
    together = np.concatenate(returns)
    tables = [played[lineup.players] for lineup in entry.lineups]
    return {
        "agent": entry.name,
        "seat": entry.seat,
        "episodes": len(together),
        "first_seed": int(tables[0].seeds[0]),
        "mean": mean, "low": low, "high": high,
        "iqm": middle, "iqm_low": middle_low, "iqm_high": middle_high,
        "std": float(together.std(ddof=1)) if len(together) > 1 else None,
        **_wins(entry, played),
        "length": float(np.concatenate([table.lengths for table in tables]).mean()),
        **_measures(entry, played),
    }  # fmt: skip


def _returns(entry: Entry, played: Mapping[Players, Evaluation]) -> list[Array]:
    """What the judged seats earned on average, episode by episode, for each line-up."""
    return [_own(played[lineup.players].returns, lineup.own) for lineup in entry.lineups]


def _own(values: Array, seats: Sequence[int]) -> Array:
    averaged: Array = values[:, list(seats)].mean(axis=1)
    return averaged


def _wins(entry: Entry, played: Mapping[Players, Evaluation]) -> Row:
    """The share of episodes that were won, where the game tells."""
    won = [
        _own(table.won, lineup.own)
        for lineup in entry.lineups
        for table in [played[lineup.players]]
        if table.won is not None
    ]
    if len(won) < len(entry.lineups):
        return {"win_rate": None, "win_low": None, "win_high": None}
    rate, (low, high) = estimate(won)
    return {"win_rate": rate, "win_low": low, "win_high": high}


def _measures(entry: Entry, played: Mapping[Players, Evaluation]) -> Row:
    """Averages of what else the game counts at the end, with their intervals."""
    tables = [(played[lineup.players], lineup.own) for lineup in entry.lineups]
    found = {
        name: estimate([_own(table.measures[name], own) for table, own in tables])
        for name in tables[0][0].measures
    }
    return {
        "measures": {name: average for name, (average, _) in found.items()},
        "measure_intervals": {name: interval for name, (_, interval) in found.items()},
    }
