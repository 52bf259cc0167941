"""The tables of self-play: at each the learner has all seats, or one side against an opponent.

A table plays one episode after another. There are more tables than decisions in a step: the learner
decides at some while opponents are to decide at others. So the learner and each opponent always
decide at many tables in one call.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from cogarena.agents.checkpoint import Network, under
from cogarena.agents.protocol import Array, views
from cogarena.agents.script import Adviser
from cogarena.envs.core.batch import Autoreset, Batch
from cogarena.envs.core.game import Game
from cogarena.training.self_play import SelfPlay
from cogarena.training.self_play.league import League, State


@dataclass
class StepReport:
    """What happened in one step."""

    tables: Array  # (n,) where the learner decided
    seats: Array  # (n,) the seat that decided
    rewards: Array  # (tables, seats); of an episode that ended, up to its end
    ended: Array  # (tables,) the episode ended
    final_infos: list[dict[str, Any]] = field(default_factory=list)  # of these episodes
    truncated: list[tuple[int, int]] = field(default_factory=list)  # table and seat
    last_views: list[Array] = field(default_factory=list)  # the last observations of these seats


class Tables:
    """`n` decisions of the learner in a step, at the tables `shown`."""

    def __init__(
        self, game: Game, n: int, settings: Mapping[str, Any], config: SelfPlay, network: Network,
        threads: int | None = None, reward_scale: float = 1.0,
    ) -> None:  # fmt: skip
        self.n = n
        self.league = League(game, settings, config, network, n)
        self.adviser = Adviser(game, network, settings)  # of the learner
        count = len(self.league.opponents)
        self.batch = Batch(game, count, settings, threads=threads, autoreset=Autoreset.DISABLED)
        seats = len(self.batch.agents)
        self.learners = np.zeros((count, seats), np.bool_)  # whether the seat is the learner's
        self.returns = np.zeros((count, seats))
        self.decisions = np.zeros(count, np.int64)  # of the learner, in this episode
        self.shown = np.arange(n)  # where the learner is to decide next
        self.clock = 0
        self.moved = np.zeros(count, np.int64)  # the clock at the last decision of the table
        sharing = reward_sharing(self.league.sides, config.team_spirit)
        self._sharing = sharing * np.float32(reward_scale)
        self.report = self._empty_report()

    @property
    def observations(self) -> Array:
        """The learner's observations at the tables shown, with advice if it has an adviser."""
        return self.adviser.beside(self.shown, self.batch.observations[self.shown], self.masks)

    @property
    def masks(self) -> Array:
        """The masks there."""
        legal: Array = self.batch.masks[self.shown]
        return legal

    def reset(self, seed: int | None = None) -> None:
        """Begin new episodes at all tables."""
        self.batch.reset(seed)
        self._begin(np.arange(self.batch.n))
        self.moved[:] = self.clock
        self.report = self._empty_report()
        self._advance()

    def step(self, actions: Array) -> None:
        """Apply the learner's actions at the tables shown, and advance to its next decisions."""
        tables = self.shown
        seats = self.batch.to_act[tables].astype(np.int64)
        before = self.report
        self.report = self._empty_report(tables, seats)
        self.clock += 1
        try:
            self._act(actions, tables, by_learner=True)
        except Exception:
            self.report, self.clock = before, self.clock - 1
            raise
        self._advance()

    def _empty_report(self, tables: Array | None = None, seats: Array | None = None) -> StepReport:
        none = np.zeros(0, np.int64)
        return StepReport(
            tables=none if tables is None else tables,
            seats=none if seats is None else seats,
            rewards=np.zeros(self.learners.shape, np.float32),
            ended=np.zeros(self.batch.n, np.bool_),
        )

    def _act(self, actions: Array, tables: Array, by_learner: bool = False) -> None:
        """Apply one action at each of some tables; where an episode ends, the next begins."""
        batch = self.batch
        batch.move(actions, tables)
        self.moved[tables] = self.clock
        self.decisions[tables] += by_learner
        earned = batch.rewards[tables]
        self.returns[tables] += earned
        same_episode = ~self.report.ended[tables]  # rewards of the next one are left out
        self.report.rewards[tables[same_episode]] += earned[same_episode] @ self._sharing
        over = tables[batch.over[tables]]
        if len(over):
            self._report_ends(over[self.decisions[over] > 0])
            batch.reset(None, batch.over.copy())
            self._begin(over)

    def _report_ends(self, over: Array) -> None:
        """Report the ends of episodes in which the learner decided something."""
        batch, report = self.batch, self.report
        report.ended[over] = True
        self.league.add_results(over, self.returns[over], self.learners[over])
        final_infos = batch.final_infos
        for table in over.tolist():
            seats = np.flatnonzero(self.learners[table])
            final_info = {
                name: _of_seats(value, seats, self.learners.shape[1])
                for name, value in final_infos[table].items()
            }
            statistics = {
                "r": float(self.returns[table, seats].mean()), "l": int(self.decisions[table]),
            }  # fmt: skip
            report.final_infos.append(final_info | {"episode": statistics})
            if batch.truncated[table] and not batch.terminated[table]:
                report.truncated += [(table, int(seat)) for seat in seats]
                report.last_views.append(self.views(np.full(len(seats), table), seats))

    def _begin(self, tables: Array) -> None:
        seeds = self.batch.seeds[tables]
        self.learners[tables] = self.league.assign_seats(tables, seeds)
        self.adviser.begin(tables, seeds)
        self.returns[tables] = self.decisions[tables] = 0

    def _advance(self) -> None:
        """Let opponents act until the learner is to decide at enough tables of each kind."""
        batch, shown = self.batch, []
        for tables, wanted in self.league.kinds:
            ready = self._ready(tables)
            while ready.sum() < wanted:
                waiting = tables[~ready]
                asked = self.league.longest_waiting(waiting, self.clock + 1 - self.moved[waiting])
                chosen = self.league.choose(asked, batch.states, batch.observations, batch.masks)
                self._act(chosen, asked)
                ready = self._ready(tables)
            longest = np.argsort(self.moved[tables[ready]], kind="stable")
            shown.append(tables[ready][longest[:wanted]])
        self.shown = np.concatenate(shown)

    def _ready(self, tables: Array) -> Array:
        """Whether the learner is to decide, for each of these tables."""
        asked: Array = self.learners[tables, self.batch.to_act[tables]]
        return asked

    def views(self, tables: Array, seats: Array) -> Array:
        """The current observations of these seats, to act or not; without advice."""
        return self.adviser.without(views(self.batch, tables, seats))

    def state(self) -> State:
        """Everything that `load_state` needs to continue identically; opponents start over."""
        batch = self.batch
        self.league.begin(np.arange(batch.n), batch.seeds)
        own = {name: getattr(self, name).copy() for name in SAVED}
        league = {f"league.{name}": values for name, values in self.league.state().items()}
        return own | league | {
            "states": batch.records.copy(),
            "seeds": batch.seeds.copy(),
            "clock": np.array([self.clock]),
            "advice": self.adviser.state(np.arange(batch.n)),
        }  # fmt: skip

    def load_state(self, state: Mapping[str, Array]) -> None:
        """Continue from a state."""
        batch = self.batch
        batch.resume(state["states"], state["seeds"])
        self.clock = int(state["clock"][0])
        for name in SAVED:
            getattr(self, name)[:] = state[name]
        self.league.load_state(under("league.", state))
        rows = np.arange(batch.n)
        self.league.begin(rows, batch.seeds)
        self.adviser.begin(rows, batch.seeds)
        self.adviser.load_state(rows, state["advice"])
        self.report = self._empty_report()


SAVED = ("learners", "returns", "decisions", "shown", "moved")


def reward_sharing(sides: tuple[tuple[int, ...], ...], team_spirit: float) -> Array:
    """The matrix from rewards of the game to rewards learned from (seats, seats)."""
    seats = sum(len(side) for side in sides)
    shared = np.zeros((seats, seats), np.float32)
    for side in sides:
        shared[np.ix_(side, side)] = team_spirit / len(side)
    matrix: Array = shared + np.eye(seats, dtype=np.float32) * np.float32(1 - team_spirit)
    return matrix


def _of_seats(value: Any, seats: Array, count: int) -> Any:
    """The values of some seats, if there is one for each seat; anything else as it is."""
    if isinstance(value, (list, tuple, np.ndarray)) and len(value) == count:
        return [value[seat] for seat in seats]
    return value
