"""The opponents of a learner: the players of all seats but its own."""

import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from cogarena.agents.match import Seating, begin_each, choose, choose_each
from cogarena.agents.protocol import Array, Player
from cogarena.agents.registry import find
from cogarena.envs.core.errors import SettingError, UnknownNameError
from cogarena.envs.core.game import Game
from cogarena.envs.core.rng import spread

RANDOM_SEAT = "random"  # drawn for every episode
LEARNER = 0  # its number; the opponents are numbered from 1
SEAT_SALT = np.uint64(0x5EA7)  # keeps the draw of the seat apart from the episode's next seed

Named = str | os.PathLike[str] | Player  # a name that `find` knows, or the player itself
NamedPlayers = Named | Sequence[Named] | Mapping[str, Named]


class Opponents:
    """The players of a match in which one seat, or in each episode a random one, is the learner's.

    `players` is one for all other seats, a list (or names separated by commas) with one for each
    of them in order, or a mapping from the names of the seats.
    """

    def __init__(
        self,
        game: Game,
        settings: Mapping[str, Any],
        seat: str | None = None,
        players: NamedPlayers = "random",
    ) -> None:
        self._names = game.agents(game.read(settings))
        self._seat = _checked_seat(seat, self._names)
        listed, self._numbers = self._numbered(players)
        self.players = [_found(player, game, settings) for player in listed]
        self._by_number = [None, *self.players]  # the learner is outside the match
        self._seatings = [Seating(self._by_number, numbers) for numbers in self._numbers]

    def _numbered(self, players: NamedPlayers) -> tuple[list[Named], Array]:
        """The opponents, and who sits where: a row of numbers for each seat of the learner."""
        seats = np.arange(len(self._names))
        if isinstance(players, str) and "," in players:
            players = [name.strip() for name in players.split(",")]
        if isinstance(players, Mapping):
            numbers = np.tile(1 + seats, (len(seats), 1))
            listed = self._mapped(players)
        elif isinstance(players, Sequence) and not isinstance(players, str):
            numbers = np.array([1 + seats - (seats > own) for own in seats])
            listed = self._counted(players)
        else:
            numbers, listed = np.ones((len(seats), len(seats)), np.int64), [players]
        np.fill_diagonal(numbers, LEARNER)
        return listed, numbers

    def _counted(self, players: Sequence[Named]) -> list[Named]:
        others = len(self._names) - 1
        if len(players) != others:
            raise SettingError(
                f"{len(players)} opponents for {others} other seats: give one for all of them, "
                f"or one for each"
            )
        return list(players)

    def _mapped(self, players: Mapping[str, Named]) -> list[Named]:
        """A player for every seat; the one in the learner's own seat is never asked."""
        for name in players:
            if name not in self._names:
                raise UnknownNameError("seat", name, self._names)
        own = None if self._seat is None else self._names[self._seat]
        missing = [name for name in self._names if name not in players and name != own]
        if missing:
            raise SettingError(f"no opponent is named for {', '.join(missing)}")
        return [players.get(name, "random") for name in self._names]

    def seats(self, seeds: Array) -> Array:
        """The learner's seat in the episodes of these seeds."""
        if self._seat is not None:
            return np.full(len(seeds), self._seat)
        draws = [int(spread(seed ^ SEAT_SALT)) for seed in seeds]
        return np.array([draw % len(self._names) for draw in draws], np.int64)

    def seating(self, seat: int) -> Seating:
        """Who sits where in an episode in which the learner has `seat`."""
        return self._seatings[seat]

    def begin(self, rows: Array, seeds: Array) -> None:
        """A new episode begins in each of `rows`."""
        begin_each(self._by_number, rows, seeds)

    def choose(
        self, rows: Array, seats: Array, states: Array, observations: Array, masks: Array
    ) -> Array:
        """What they choose in `rows`, where the learner is not asked.

        All other arrays hold all rows of the batch; `seats` are the learner's.
        """
        if len(self.players) == 1:
            return choose(self.players[0], rows, states, observations, masks)
        numbers = self._numbers[seats[rows], states["to_act"][rows]]
        return choose_each(self._by_number, numbers, rows, states, observations, masks)


def _checked_seat(seat: str | None, names: Sequence[str]) -> int | None:
    """The learner's seat, by default the first, or None for a random one."""
    if seat == RANDOM_SEAT:
        return None
    if seat is not None and seat not in names:
        raise UnknownNameError("seat", seat, (*names, RANDOM_SEAT))
    return 0 if seat is None else names.index(seat)


def _found(player: Named, game: Game, settings: Mapping[str, Any]) -> Player:
    """The player itself, given it or its name."""
    if isinstance(player, (str, os.PathLike)):
        return find(os.fspath(player), game, settings)
    if not callable(getattr(player, "begin", None)):
        raise SettingError(f"an opponent is a name or an agent, not {player!r}")
    return player
