"""Judging players: one episode for each of fixed seeds, and how sure the average is.

    cogarena eval coop_td --agent random --agent scripted

An episode depends on its seed and its players alone, so a result can be published with its seeds
and does not change with the number of episodes played side by side.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cogarena.agents.protocol import FAR, Array, Player, choices
from cogarena.envs.core.batch import Autoreset, Batch
from cogarena.envs.core.errors import SettingError, UnknownNameError
from cogarena.envs.core.game import Game

TRAIN_SEEDS = 0  # free for everybody: this seed and those after it
TEST_SEEDS = 1_000_000  # published results
VALIDATION_SEEDS = 2_000_000  # choosing the best checkpoint: never the test seeds
MOST_EPISODES = 1_000_000
ROWS = 256
Progress = Callable[[int], object]  # called with the number of episodes that have just ended


@dataclass(frozen=True)
class Evaluation:
    """What players reached, episode by episode."""

    seeds: Array  # (episodes,)
    returns: Array  # (episodes, seats)
    lengths: Array  # (episodes,) decisions
    won: Array | None  # (episodes, seats), None where the game does not tell
    measures: Mapping[str, Array]  # (episodes, seats): whatever else the game counts at the end


def seed_set(name: str, episodes: int) -> range:
    """The first seeds of a published set."""
    sets = {"train": TRAIN_SEEDS, "test": TEST_SEEDS}
    if name not in sets:
        raise UnknownNameError("seed set", name, tuple(sets))
    if episodes > MOST_EPISODES:
        raise SettingError(f"a seed set has {MOST_EPISODES:,} seeds, {episodes:,} were asked for")
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

    An agent that stands in the list several times plays all of these seats.
    """
    play = _Play(game, settings, agents, np.array(list(seeds), np.uint64), rows)
    try:
        while play.running.any():
            progress(play.step())
    finally:
        play.batch.close()
    return Evaluation(play.seeds, play.returns, play.lengths, play.won, play.measures)


class _Play:
    """Episodes waiting for a row of the batch, being played in one, and over."""

    def __init__(
        self, game: Game, settings: Any, agents: Player | Sequence[Player], seeds: Array, rows: int
    ) -> None:
        if not len(seeds):
            raise SettingError("an evaluation plays at least 1 episode")
        self.seeds = seeds
        self.batch = Batch(game, min(rows, len(seeds)), settings, autoreset=Autoreset.DISABLED)
        seats = len(self.batch.agents)
        self.agents = _seated(agents, seats)
        self.returns = np.zeros((len(seeds), seats))
        self.lengths = np.zeros(len(seeds), np.int64)
        self.won: Array | None = None
        self.measures: dict[str, Array] = {}
        self.episode = np.arange(self.batch.n)  # which one each row plays
        self.running = np.ones(self.batch.n, np.bool_)  # the row still plays an episode that counts
        self.waiting = self.batch.n  # the first episode without a row
        self.batch.reset(seeds[: self.batch.n])
        self._tell(np.arange(self.batch.n))

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
        """The agents' choices; rows that no longer count take their first legal action."""
        batch = self.batch
        actions: Array = batch.masks.argmax(axis=1)
        for agent, seats in self.agents:
            rows = np.flatnonzero(self.running & np.isin(batch.to_act, seats))
            if len(rows):
                actions[rows] = choices(agent, rows, batch.states, batch.observations, batch.masks)
        return actions

    def _note(self, episode: int, final_info: Mapping[str, Any]) -> None:
        """What the game says at the end: who won, and every number, for all or by seat."""
        winners = _winners(final_info, self.batch.agents)
        if winners is not None:
            if self.won is None:
                self.won = np.zeros(self.returns.shape, np.bool_)
            self.won[episode] = winners
        for name, value in final_info.items():
            numbers = _numbers(value, len(self.batch.agents))
            if name != "won" and numbers is not None:
                self.measures.setdefault(name, np.zeros(self.returns.shape))[episode] = numbers

    def _refill(self) -> None:
        """Begin the waiting episodes in the rows that are free, or anything if none is left."""
        free = np.flatnonzero(self.batch.over)
        if not len(free):
            return
        fresh = free[: len(self.seeds) - self.waiting]
        self.running[free[len(fresh) :]] = False
        self.episode[fresh] = np.arange(self.waiting, self.waiting + len(fresh))
        self.waiting += len(fresh)
        self.batch.reset(self.seeds[self.episode], self.batch.over.copy())
        self._tell(fresh)

    def _tell(self, rows: Array) -> None:
        """Tell the agents what begins; each gets a seed of its own, so that no two think alike."""
        for number, (agent, _) in enumerate(self.agents):
            agent.begin(rows, self.seeds[self.episode[rows]] + np.uint64(number * FAR))


def _winners(final_info: Mapping[str, Any], agents: Sequence[str]) -> Array | None:
    """Who won, by seat: a game tells by `won`, for all or by seat, or by the name `winner`."""
    if "won" in final_info:
        return np.broadcast_to(np.asarray(final_info["won"], np.bool_), (len(agents),))
    if "winner" in final_info:
        return np.array([agent == final_info["winner"] for agent in agents])
    return None


def _numbers(value: Any, seats: int) -> Array | None:
    """A number for all seats or a list of one for each, as an array; anything else is none."""
    if isinstance(value, (str, Mapping)):
        return None
    numbers = np.asarray(value)
    if numbers.dtype.kind not in "biuf" or numbers.shape not in ((), (seats,)):
        return None
    return np.broadcast_to(numbers.astype(np.float64), (seats,))


def require_one_for_each(agents: int, seats: int) -> None:
    """Refuse more or fewer agents than seats."""
    if agents != seats:
        raise SettingError(f"{agents} agents for {seats} seats: give one, or one for each")


def _seated(agents: Player | Sequence[Player], seats: int) -> list[tuple[Player, list[int]]]:
    """Each agent with the seats it plays."""
    if not isinstance(agents, Sequence):
        return [(agents, list(range(seats)))]
    require_one_for_each(len(agents), seats)
    different = {id(agent): agent for agent in agents}
    return [
        (agent, [seat for seat, other in enumerate(agents) if other is agent])
        for agent in different.values()
    ]
