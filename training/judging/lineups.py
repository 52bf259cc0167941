"""Who sits where, so that every player is judged in every seat."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from cogarena.agents.match import require_one_for_each
from cogarena.envs.core.errors import SettingError
from cogarena.envs.core.game import Game

Players = tuple[str, ...]  # names, by seat


@dataclass(frozen=True)
class Lineup:
    """Players at a table, and the seats of the one that is judged."""

    players: Players
    own: tuple[int, ...]


@dataclass(frozen=True)
class Entry:
    """What one line of a report is about: a player, judged in one line-up or in several alike."""

    name: str
    lineups: tuple[Lineup, ...]
    seat: str | None = None  # where the line is about a single seat


def entries(
    game: Game, settings: Mapping[str, Any], name: str, opponents: str | None
) -> list[Entry]:
    """The lines for a player: against opponents in every seat or side, else with itself.

    With itself there is a line for each seat, or a single one where all earn the same. Commas
    stand between names that sit in one seat each.
    """
    seats = game.agents(game.read(settings))
    if opponents is not None:
        return [Entry(name, tuple(against(game, settings, name, opponents)))]
    players = _one_for_each(name.split(","), seats)
    if game.shared_reward:
        return [Entry(name, (Lineup(players, (0,)),))]
    return [Entry(name, (Lineup(players, (i,)),), seat) for i, seat in enumerate(seats)]


def against(
    game: Game, settings: Mapping[str, Any], name: str, opponents: str
) -> list[Lineup]:  # fmt: skip
    """A player takes each side in turn, the opponents all others."""
    if game.shared_reward:
        raise SettingError(f"{game.name} has no opponents: all of its seats earn the same")
    if "," in name or "," in opponents:
        raise SettingError("against opponents, one player and one kind of opponent are named")
    seats = len(game.agents(game.read(settings)))
    return [
        Lineup(tuple(name if seat in side else opponents for seat in range(seats)), side)
        for side in game.sides_of(settings)
    ]


def pairings(game: Game, settings: Mapping[str, Any], names: Sequence[str]) -> list[Entry]:
    """Every two players, with the seats of the first: sides alternate, then they change places."""
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


def _one_for_each(names: Sequence[str], seats: Sequence[str]) -> Players:
    if len(names) == 1:
        return (names[0],) * len(seats)
    require_one_for_each(len(names), len(seats))
    return tuple(names)
