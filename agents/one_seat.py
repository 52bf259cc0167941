"""Episodes seen from one seat, the learner's: opponents play the other seats between its decisions.

They stop when the learner is asked, or when the game has ended for all seats: a learner that is out
of the game sees the end of the episode in the step after its last decision. Its rewards are summed
from one of its decisions to the next. An episode that ends before the learner is asked anything is
skipped: the next one begins.
"""

import copy
import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from cogarena.agents.match import ONLY_ROW, Seating, begin_each, choose, choose_each, decisions
from cogarena.agents.protocol import Array, Player, views
from cogarena.agents.registry import find
from cogarena.envs.core.batch import Autoreset, Batch
from cogarena.envs.core.episode import Episode, Moves
from cogarena.envs.core.errors import SettingError, UnknownNameError
from cogarena.envs.core.game import Game
from cogarena.envs.core.header import RESET
from cogarena.envs.core.rng import spread

RANDOM_SEAT = "random"  # drawn for every episode
LEARNER = 0  # its number; the opponents are numbered from 1
SEAT_SALT = np.uint64(0x5EA7)  # separates the draw of the seat from the episode's next seed
OUTCOMES = ("won", "team_won")  # of the final info: one for all seats, or a list by seat

Named = str | os.PathLike[str] | Player  # a name that `find` knows, or the player itself
NamedPlayers = Named | Sequence[Named] | Mapping[str, Named]


class Opponents:
    """The players of a match in which one seat is the learner's: a fixed one, or a random one.

    `players` is one player for all other seats, a list (or comma-separated names) with one for
    each of them in order, or a mapping from seat names.
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
        """The learner's seat in the episodes with these seeds."""
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
        """Their actions in `rows`, where the learner is not asked.

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
    """The player, which may be given by name."""
    if isinstance(player, (str, os.PathLike)):
        return find(os.fspath(player), game, settings)
    if not callable(getattr(player, "begin", None)):
        raise SettingError(f"an opponent must be a name or an agent, not {player!r}")
    return player


def of_seat(final_info: Mapping[str, Any], seat: int) -> dict[str, Any]:
    """The final info as one seat is told it: whether it won itself, not which seats did."""
    told = {name: final_info[name] for name in OUTCOMES if name in final_info}
    own = {name: won[seat] for name, won in told.items() if isinstance(won, list)}
    return {**final_info, **own}


class SeatedEpisode(Episode):
    """One episode; `rewards` holds what the learner's seat earned since its last decision.

    A copy has its own opponents. `restore` does not change the internal state of opponents.
    """

    def __init__(
        self,
        game: Game,
        settings: Mapping[str, Any] | None = None,
        *,
        seat: str | None = None,
        opponents: NamedPlayers = "random",
    ) -> None:
        self.opponents = Opponents(game, settings or {}, seat, opponents)
        self._unpaid = np.zeros(1, np.float32)  # earned since then
        self._moves: list[bytes] = []
        super().__init__(game, settings)

    @property
    def seat(self) -> int:
        """The learner's seat in this episode."""
        return int(self.opponents.seats(self._seed)[0])

    def moves(self) -> Moves:
        """The records after each move since the learner's last decision."""
        return tuple(self._moves)

    def result_of(self, moves: Moves, seat: int) -> dict[str, Any]:
        """As `Episode.result_of`, with the outcome of this seat."""
        return of_seat(super().result_of(moves, seat), seat)

    def restore(self, data: bytes) -> None:
        """As `Episode.restore`; where an opponent is asked, on to the learner's next decision."""
        super().restore(data)
        self._unpaid[0] = self.rewards[0] = 0
        self._moves = list(super().moves())
        self._play_on()

    def _view(self) -> None:
        super()._view()
        self._earned = self.rewards  # by seat, in the last step of the game
        self.rewards = np.zeros(1, np.float32)

    def _run(self, action: int) -> None:
        """Begin, or apply the learner's action; then the opponents act until it is asked."""
        self._moves = []
        if action != RESET:
            self._move(action)
            self._play_on()
            self.rewards[:], self._unpaid[:] = self._unpaid, 0
            return
        self.rewards[:] = self._unpaid[:] = 0
        self.opponents.begin(ONLY_ROW, self._seed.copy())
        self._move(RESET)
        self._play_on()
        if self.over:
            self.reset_next()

    def _play_on(self) -> None:
        for action in decisions(self, self.opponents.seating(self.seat)):
            self._move(self.checked(action))
        if self.over:
            self._refresh()

    def _move(self, action: int) -> None:
        """One step of the game."""
        super()._run(action)
        self._unpaid[0] += self._earned[self.seat]
        self._moves += super().moves()

    def _refresh(self) -> None:
        asked = self.seat if self.over else self.to_act
        self._mask[:], self._observation[:] = self.view(asked)

    def __copy__(self) -> "SeatedEpisode":
        twin = super().__copy__()
        twin.opponents = copy.deepcopy(self.opponents)
        twin._unpaid, twin.rewards = self._unpaid.copy(), self.rewards.copy()
        twin._moves = self._moves.copy()
        return twin

    def __getstate__(self) -> dict[str, Any]:
        kept = ("opponents", "_unpaid", "_moves", "rewards")
        return super().__getstate__() | {name: self.__dict__[name] for name in kept}

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        self.rewards = state["rewards"]


class SeatedBatch(Batch):
    """Many episodes; `earned` holds what the learner's seat earned since its last decision.

    Rows in which the learner is asked wait until it is asked in all others.
    """

    def __init__(
        self,
        game: Game,
        n: int,
        settings: Mapping[str, Any] | None = None,
        *,
        seat: str | None = None,
        opponents: NamedPlayers = "random",
        threads: int | None = None,
        autoreset: Autoreset = Autoreset.NEXT_STEP,
    ) -> None:
        self.opponents = Opponents(game, settings or {}, seat, opponents)
        super().__init__(game, n, settings, threads=threads, autoreset=autoreset)
        self.seats = np.zeros(n, np.int64)  # the learner's, by row
        self._unpaid = np.zeros(n, np.float32)  # earned since the learner's last decision
        self._final_seats = np.zeros(n, np.int64)  # as `seats`, in the episodes that ended
        self._paid = np.zeros(n, np.float32)

    @property
    def earned(self) -> Array:
        """What the learner's seat earned with its last decision, by row."""
        return self._paid

    @property
    def shown_seats(self) -> Array:
        """The learner's, by row."""
        return self.seats

    @property
    def final_seats(self) -> dict[int, int]:
        """The learner's in the episodes that just ended, by row."""
        return {row: int(self._final_seats[row]) for row in super().final_seats}

    @property
    def final_infos(self) -> dict[int, dict[str, Any]]:
        """As `Batch.final_infos`, with the outcome of the learner's seat."""
        infos = super().final_infos
        return {row: of_seat(info, int(self._final_seats[row])) for row, info in infos.items()}

    def reset(
        self, seeds: int | Sequence[int] | Array | None = None, rows: Array | None = None
    ) -> None:
        """As `Batch.reset`, then on to the learner's first decisions."""
        self._begin(seeds, rows)
        self._play_on(np.ones(self.n, np.bool_) if rows is None else rows)

    def step(self, actions: Any) -> None:
        """One decision of the learner in every row, then on to its next ones."""
        accepted = self._accepted(actions)
        renewed = self.over.copy()
        acting = np.flatnonzero(~renewed)
        self._move(accepted[acting], acting)
        if renewed.any():
            self._begin(None, renewed)
        self._play_on(renewed)
        self._paid[:] = np.where(renewed, 0, self._unpaid)
        self._unpaid[acting] = 0
        self._final_seats[:] = self.seats
        if self.autoreset is Autoreset.SAME_STEP and self.over.any():
            self._replace_ended()

    def _begin(self, seeds: Any, rows: Array | None) -> None:
        super().reset(seeds, rows)
        begun = np.arange(self.n) if rows is None else np.flatnonzero(rows)
        self._unpaid[begun] = 0
        self.seats[begun] = self.opponents.seats(self.seeds[begun])
        self.opponents.begin(begun, self.seeds[begun])

    def _move(self, actions: Array, rows: Array) -> None:
        self.move(actions, rows)
        self._unpaid[rows] += self.rewards[rows, self.seats[rows]]

    def _play_on(self, begun: Array) -> None:
        """The opponents' decisions, until the learner is asked or its episode has ended."""
        while True:
            unasked = self.over & begun
            if unasked.any():
                self._begin(None, unasked)
            rows = np.flatnonzero(~self.over & (self.to_act != self.seats))
            if len(rows):
                chosen = self.opponents.choose(
                    rows, self.seats, self.states, self.observations, self.masks
                )
                self._move(chosen, rows)
            elif not unasked.any():
                break
        self._show_ended()

    def _show_ended(self) -> None:
        """Show the end of an episode from the learner's seat too."""
        ended = np.flatnonzero(self.over)
        if len(ended):
            self.observations[ended] = views(self, ended, self.seats[ended])

    def _replace_ended(self) -> None:
        """Begin the next episode where one has ended; the results of the step stay."""
        ended = self.over.copy()
        self.final_observations[ended] = self.observations[ended]
        results = self.terminated.copy(), self.truncated.copy(), self._ended
        self._begin(None, ended)
        self._play_on(ended)
        self.terminated[:], self.truncated[:], self._ended = results
        self.over[:] = False
