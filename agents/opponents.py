"""Who plays against a learner: the players of all seats but its own."""

import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from cogarena.agents.protocol import FAR, Array, Player, choices
from cogarena.agents.registry import find
from cogarena.envs.core.errors import SettingError, UnknownNameError
from cogarena.envs.core.game import Game
from cogarena.envs.core.rng import spread

RANDOM_SEAT = "random"  # another one in every episode
LEARNER = -1
SEAT_LOT = np.uint64(0x5EA7)  # keeps the lot for the seat apart from the seed that follows

Named = str | os.PathLike[str] | Player  # as `find` knows it, or the player itself
NamedPlayers = Named | Sequence[Named] | Mapping[str, Named]


class Opponents:
    """The players at a table where one seat, or in each episode a random one, is the learner's.

    `players` is one for all other seats, a list (or names with commas between) with one for each
    of them in their order, or a mapping from the seats' names.
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
        listed, self._chairs = self._seated(players)
        self.players = [_found(player, game, settings) for player in listed]

    def _seated(self, players: NamedPlayers) -> tuple[list[Named], Array]:
        """The players, and which of them sits where: a row for each seat of the learner."""
        seats = len(self._names)
        if isinstance(players, str) and "," in players:
            players = [name.strip() for name in players.split(",")]
        if isinstance(players, Mapping):
            chairs = np.tile(np.arange(seats), (seats, 1))
            listed = self._mapped(players)
        elif isinstance(players, Sequence) and not isinstance(players, str):
            chairs = np.array([np.arange(seats) - (np.arange(seats) > own) for own in range(seats)])
            listed = self._counted(players)
        else:
            chairs, listed = np.zeros((seats, seats), np.int64), [players]
        np.fill_diagonal(chairs, LEARNER)
        return listed, chairs

    def _counted(self, players: Sequence[Named]) -> list[Named]:
        others = len(self._names) - 1
        if len(players) != others:
            raise SettingError(
                f"{len(players)} opponents for {others} other seats: give one for all of them, "
                f"or one for each"
            )
        return list(players)

    def _mapped(self, players: Mapping[str, Named]) -> list[Named]:
        """A player for every seat; at the learner's own, which nobody else takes, any will do."""
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
        lots = [int(spread(seed ^ SEAT_LOT)) for seed in seeds]
        return np.array([lot % len(self._names) for lot in lots], np.int64)

    def begin(self, rows: Array, seeds: Array) -> None:
        """Tell the players what begins; each gets a seed of its own, so that no two think alike."""
        for number, player in enumerate(self.players, start=1):
            player.begin(rows, seeds + np.uint64(number * FAR))

    def choose(
        self, rows: Array, seats: Array, states: Array, observations: Array, masks: Array
    ) -> Array:
        """What they choose in `rows`, where somebody else than the learner is asked.

        All other arrays have all rows of the batch; `seats` are the learner's.
        """
        if len(self.players) == 1:
            return choices(self.players[0], rows, states, observations, masks)
        seated = self._chairs[seats[rows], states["to_act"][rows]]
        actions = np.empty(len(rows), np.int64)
        for number in np.unique(seated):
            own = np.flatnonzero(seated == number)
            actions[own] = choices(self.players[number], rows[own], states, observations, masks)
        return actions


def _checked_seat(seat: str | None, names: Sequence[str]) -> int | None:
    """The learner's seat, the first one if it is not given, or None for a random one."""
    if seat == RANDOM_SEAT:
        return None
    if seat is not None and seat not in names:
        raise UnknownNameError("seat", seat, (*names, RANDOM_SEAT))
    return 0 if seat is None else names.index(seat)


def _found(player: Named, game: Game, settings: Mapping[str, Any]) -> Player:
    """The player itself, where a name stands for it."""
    if isinstance(player, (str, os.PathLike)):
        return find(os.fspath(player), game, settings)
    if not callable(getattr(player, "begin", None)):
        raise SettingError(f"an opponent is a name or an agent, not {player!r}")
    return player
