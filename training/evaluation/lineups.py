"""Who sits where, so that every agent plays every seat."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from cogarena.agents.match import require_one_for_each
from cogarena.envs.core.errors import SettingError
from cogarena.envs.core.game import Game

Seating = tuple[str, ...]  # the names of agents, by seat


@dataclass(frozen=True)
class Lineup:
    """Agents in their seats, and the seats of the one that is scored."""

    seating: Seating
    own: tuple[int, ...]


@dataclass(frozen=True)
class Entry:
    """What one row of a report is about: an agent, scored in one or several line-ups."""

    name: str
    lineups: tuple[Lineup, ...]
    seat: str | None = None  # where the row is about a single seat


def entries(
    game: Game, settings: Mapping[str, Any], name: str, opponents: str | None
) -> list[Entry]:
    """The rows of an agent: in every seat or side against opponents, or in all seats at once.

    In all seats there is a row for each seat, or one row where all seats share one reward.
    Commas separate the names of agents that sit in one seat each.
    """
    seats = game.agents(game.read(settings))
    if opponents is not None:
        return [Entry(name, tuple(lineups_against(game, settings, name, opponents)))]
    seating = _one_for_each(name.split(","), seats)
    if game.shared_reward:
        return [Entry(name, (Lineup(seating, (0,)),))]
    return [Entry(name, (Lineup(seating, (i,)),), seat) for i, seat in enumerate(seats)]


def lineups_against(
    game: Game, settings: Mapping[str, Any], name: str, opponents: str
) -> list[Lineup]:
    """The agent takes each side in turn, the opponents all others."""
    if game.shared_reward:
        raise SettingError(f"{game.name} has no opponents: all seats share one reward")
    if "," in name or "," in opponents:
        raise SettingError(
            f"with opponents, name one agent and one opponent, not {name!r} and {opponents!r}"
        )
    seats = len(game.agents(game.read(settings)))
    return [
        Lineup(tuple(name if seat in side else opponents for seat in range(seats)), side)
        for side in game.sides_of(settings)
    ]


def pairings(game: Game, settings: Mapping[str, Any], names: Sequence[str]) -> list[Entry]:
    """Every pair of agents: they sit on alternate sides, then swap; `own` are the first's seats."""
    sides = game.sides_of(settings)
    found = []
    for first, second in combinations(names, 2):
        lineups = tuple(_alternate(sides, first, second, start) for start in range(2))
        found.append(Entry(f"{first} – {second}", lineups))
    return found


def _alternate(sides: Sequence[tuple[int, ...]], first: str, second: str, start: int) -> Lineup:
    own = tuple(seat for number, side in enumerate(sides) if number % 2 == start for seat in side)
    seats = sum(len(side) for side in sides)
    return Lineup(tuple(first if seat in own else second for seat in range(seats)), own)


def _one_for_each(names: Sequence[str], seats: Sequence[str]) -> Seating:
    if len(names) == 1:
        return (names[0],) * len(seats)
    require_one_for_each(len(names), len(seats))
    return tuple(names)
