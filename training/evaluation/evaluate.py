"""Evaluating players: who sits where, and one episode for each of a fixed set of seeds.

    cogarena eval coop_td --agent random --agent scripted

An episode depends only on its seed and its players. So a result can be published with its seeds,
and does not change with the number of episodes that are played in parallel.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from cogarena.agents.match import require_one_for_each, seated
from cogarena.agents.protocol import Array, Player
from cogarena.envs.core.batch import Autoreset, Batch
from cogarena.envs.core.errors import SettingError, UnknownNameError
from cogarena.envs.core.game import Game
from cogarena.envs.core.results import ENDING, numbers

TRAIN_SEEDS = 0  # this seed and those after it: free to train on
TEST_SEEDS = 1_000_000  # published results
VALIDATION_SEEDS = 2_000_000  # to choose the best checkpoint, never the test seeds
MOST_EPISODES = 1_000_000
ROWS = 256
Seating = tuple[str, ...]  # the names of agents, by seat
Progress = Callable[[int], object]  # called with the number of episodes that have just ended


@dataclass(frozen=True)
class Evaluation:
    """The results of players, episode by episode."""

    seeds: Array  # (episodes,)
    returns: Array  # (episodes, seats)
    lengths: Array  # (episodes,) decisions
    won: Array | None  # (episodes, seats), None if the game does not say
    measures: Mapping[str, Array]  # (episodes, seats): other numbers of the final info, by name
    endings: Array | None = None  # (episodes,) names, None if the game does not say


def seed_set(name: str, episodes: int) -> range:
    """The first seeds of a published set."""
    sets = {"train": TRAIN_SEEDS, "test": TEST_SEEDS}
    if name not in sets:
        raise UnknownNameError("seed set", name, tuple(sets))
    if episodes > MOST_EPISODES:
        raise SettingError(f"a seed set has {MOST_EPISODES:,} seeds, not {episodes:,}")
    return range(sets[name], sets[name] + episodes)


def published_seeds(episodes: int) -> range:
    """The seeds of published results."""
    return range(TEST_SEEDS, TEST_SEEDS + episodes)


def validation_seeds(episodes: int) -> range:
    """The seeds on which checkpoints are compared while training."""
    return range(VALIDATION_SEEDS, VALIDATION_SEEDS + episodes)


def evaluate(
    game: Game,
    settings: Mapping[str, Any] | None,
    agents: Player | Sequence[Player],
    seeds: Iterable[int],
    *,
    rows: int = ROWS,
    progress: Progress = lambda ended: None,
) -> Evaluation:
    """Play one episode for each seed: one agent in all seats, or a list with one for each seat.

    An agent that is listed several times plays all of these seats as one player.
    """
    play = _Play(game, settings, agents, np.array(list(seeds), np.uint64), rows)
    try:
        while play.running.any():
            progress(play.step())
    finally:
        play.batch.close()
    return Evaluation(play.seeds, play.returns, play.lengths, play.won, play.measures, play.endings)


class _Play:
    """Episodes that wait for a row of the batch, are played in one, or are over."""

    def __init__(
        self, game: Game, settings: Any, agents: Player | Sequence[Player], seeds: Array, rows: int
    ) -> None:
        if not len(seeds):
            raise SettingError("an evaluation plays at least 1 episode")
        self.seeds = seeds
        self.batch = Batch(game, min(rows, len(seeds)), settings, autoreset=Autoreset.DISABLED)
        seats = len(self.batch.agents)
        self.seating = seated(agents, seats)
        self.returns = np.zeros((len(seeds), seats))
        self.lengths = np.zeros(len(seeds), np.int64)
        self.won: Array | None = None
        self.measures: dict[str, Array] = {}
        self.endings = None if game.endings is None else np.zeros(len(seeds), object)
        self.episode = np.arange(self.batch.n)  # which one each row plays
        self.running = np.ones(self.batch.n, np.bool_)  # the row still plays an episode that counts
        self.waiting = self.batch.n  # the first episode without a row
        self.batch.reset(seeds[: self.batch.n])
        self._begin(np.arange(self.batch.n))

    def step(self) -> int:
        """One decision in every row; the number of episodes that ended with it."""
        self.batch.step(self._actions())
        playing = self.episode[self.running]
        self.returns[playing] += self.batch.rewards[self.running]
        self.lengths[playing] += 1
        ended = np.flatnonzero(self.batch.over & self.running)
        final_infos = self.batch.final_infos if len(ended) else {}
        for row in ended:
            self._note(self.episode[row], final_infos[int(row)])
        self._refill()
        return len(ended)

    def _actions(self) -> Array:
        """What the agents choose; rows that no longer count take their first legal action."""
        batch = self.batch
        actions: Array = batch.masks.argmax(axis=1)
        rows = np.flatnonzero(self.running)
        actions[rows] = self.seating.choose(rows, batch.states, batch.observations, batch.masks)
        return actions

    def _note(self, episode: int, final_info: Mapping[str, Any]) -> None:
        """Store the result of an episode: who won, how, and every number, for all or by seat."""
        winners = _winners(final_info, self.batch.agents)
        if winners is not None:
            if self.won is None:
                self.won = np.zeros(self.returns.shape, np.bool_)
            self.won[episode] = winners
        if self.endings is not None:
            self.endings[episode] = final_info[ENDING]
        for name, value in numbers(final_info, self.batch.agents).items():
            if name != "won" and np.shape(value) in ((), self.returns.shape[1:]):
                self.measures.setdefault(name, np.zeros(self.returns.shape))[episode] = value

    def _refill(self) -> None:
        """Begin waiting episodes in the free rows; others keep playing but do not count."""
        free = np.flatnonzero(self.batch.over)
        if not len(free):
            return
        fresh = free[: len(self.seeds) - self.waiting]
        self.running[free[len(fresh) :]] = False
        self.episode[fresh] = np.arange(self.waiting, self.waiting + len(fresh))
        self.waiting += len(fresh)
        self.batch.reset(self.seeds[self.episode], self.batch.over.copy())
        self._begin(fresh)

    def _begin(self, rows: Array) -> None:
        """Notify the agents of the episodes that begin."""
        self.seating.begin(rows, self.seeds[self.episode[rows]])


def _winners(final_info: Mapping[str, Any], agents: Sequence[str]) -> Array | None:
    """Who won, by seat: a game says so by `won`, for all or by seat, or by the name `winner`."""
    if "won" in final_info:
        return np.broadcast_to(np.asarray(final_info["won"], np.bool_), (len(agents),))
    if "winner" in final_info:
        return np.array([agent == final_info["winner"] for agent in agents])
    return None


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
