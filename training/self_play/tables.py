"""The tables of self-play: at each the learner has all seats, or one side against an opponent.

There are more tables than decisions asked of the learner at a time: while opponents think at some,
it decides at others. So its decisions, and those of each opponent, always come in many at once.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from cogarena.agents.advice import Adviser
from cogarena.agents.checkpoint import Network, under
from cogarena.agents.protocol import Array, views
from cogarena.envs.core.batch import Autoreset, Batch
from cogarena.envs.core.game import Game
from cogarena.training.self_play.league import League, State
from cogarena.training.self_play.settings import SelfPlay


@dataclass
class Report:
    """What happened in one step."""

    tables: Array  # (n,) where the learner decided
    seats: Array  # (n,) the seat that did
    paid: Array  # (tables, seats) earned by each seat; at tables that ended, up to the end
    ended: Array  # (tables,) the episode came to an end
    final_infos: list[dict[str, Any]] = field(default_factory=list)  # of these episodes
    cut_off: list[tuple[int, int]] = field(default_factory=list)  # table and seat: no natural end
    last_views: list[Array] = field(default_factory=list)  # what these seats saw at last


class Tables:
    """`n` decisions of the learner at a time, at the tables `shown`."""

    def __init__(
        self, game: Game, n: int, settings: Mapping[str, Any], wanted: SelfPlay, network: Network,
        threads: int | None = None,
    ) -> None:  # fmt: skip
        self.n = n
        self.league = League(game, settings, wanted, network, n)
        self.adviser = Adviser(game, network, settings)  # of the learner
        count = len(self.league.opponents)
        self.batch = Batch(game, count, settings, threads=threads, autoreset=Autoreset.DISABLED)
        seats = len(self.batch.agents)
        self.learners = np.zeros((count, seats), np.bool_)  # the seats that are the learner's
        self.returns = np.zeros((count, seats))
        self.decisions = np.zeros(count, np.int64)  # of the learner, in this episode
        self.shown = np.arange(n)  # the tables where the learner is to decide now
        self.clock = 0
        self.moved = np.zeros(count, np.int64)  # when something last happened at the table
        self._spirit = _sharing(self.league.sides, wanted.team_spirit)
        self.report = self._blank()

    @property
    def observations(self) -> Array:
        """What the learner sees at the tables shown, with advice if it has an adviser."""
        return self.adviser.beside(self.shown, self.batch.observations[self.shown], self.masks)

    @property
    def masks(self) -> Array:
        """What it may do there."""
        legal: Array = self.batch.masks[self.shown]
        return legal

    def reset(self, seed: int | None = None) -> None:
        """Begin new episodes at all tables."""
        self.batch.reset(seed)
        self._begin(np.arange(self.batch.n))
        self.moved[:] = self.clock
        self.report = self._blank()
        self._play_on()

    def step(self, actions: Array) -> None:
        """One decision of the learner at each table shown, and on to the next ones to show."""
        tables = self.shown
        seats = self.batch.to_act[tables].astype(np.int64)
        before = self.report
        self.report = self._blank(tables, seats)
        self.clock += 1
        try:
            self._move(actions, tables, by_learner=True)
        except Exception:
            self.report, self.clock = before, self.clock - 1
            raise
        self._play_on()

    def _blank(self, tables: Array | None = None, seats: Array | None = None) -> Report:
        none = np.zeros(0, np.int64)
        return Report(
            tables=none if tables is None else tables,
            seats=none if seats is None else seats,
            paid=np.zeros(self.learners.shape, np.float32),
            ended=np.zeros(self.batch.n, np.bool_),
        )

    def _move(self, actions: Array, tables: Array, by_learner: bool = False) -> None:
        """One step of the game at some tables; where it ends, the next episode begins."""
        batch = self.batch
        batch.move(actions, tables)
        self.moved[tables] = self.clock
        self.decisions[tables] += by_learner
        earned = batch.rewards[tables]
        self.returns[tables] += earned
        going_on = ~self.report.ended[tables]  # what the next episode brings is not this report's
        self.report.paid[tables[going_on]] += earned[going_on] @ self._spirit
        over = tables[batch.over[tables]]
        if len(over):
            self._tell_of(over[self.decisions[over] > 0])
            batch.reset(None, batch.over.copy())
            self._begin(over)

    def _tell_of(self, over: Array) -> None:
        """Note how episodes ended in which the learner had something to decide."""
        batch, report = self.batch, self.report
        report.ended[over] = True
        self.league.ended(over, self.returns[over], self.learners[over])
        final_infos = batch.final_infos
        for table in over.tolist():
            seats = np.flatnonzero(self.learners[table])
            told = {name: _of_seats(value, seats, self.learners.shape[1])
                    for name, value in final_infos[table].items()}  # fmt: skip
            statistics = {
                "r": float(self.returns[table, seats].mean()), "l": int(self.decisions[table]),
            }  # fmt: skip
            report.final_infos.append(told | {"episode": statistics})
            if batch.truncated[table] and not batch.terminated[table]:
                report.cut_off += [(table, int(seat)) for seat in seats]
                report.last_views.append(self.views(np.full(len(seats), table), seats))

    def _begin(self, tables: Array) -> None:
        seeds = self.batch.seeds[tables]
        self.learners[tables] = self.league.seat(tables, seeds)
        self.adviser.begin(tables, seeds)
        self.returns[tables] = self.decisions[tables] = 0

    def _play_on(self) -> None:
        """Opponents decide until the learner is asked at enough tables of each kind."""
        batch, shown = self.batch, []
        for tables, wanted in self.league.kinds:
            ready = self._ready(tables)
            while ready.sum() < wanted:
                waiting = tables[~ready]
                asked = self.league.most_wanted(waiting, self.clock + 1 - self.moved[waiting])
                chosen = self.league.choose(asked, batch.states, batch.observations, batch.masks)
                self._move(chosen, asked)
                ready = self._ready(tables)
            longest = np.argsort(self.moved[tables[ready]], kind="stable")
            shown.append(tables[ready][longest[:wanted]])
        self.shown = np.concatenate(shown)

    def _ready(self, tables: Array) -> Array:
        """Where the learner is asked."""
        asked: Array = self.learners[tables, self.batch.to_act[tables]]
        return asked

    def views(self, tables: Array, seats: Array) -> Array:
        """What these seats see now, whoever is asked; there is no advice."""
        return self.adviser.without(views(self.batch, tables, seats))

    def state(self) -> State:
        """Everything that `load_state` needs to go on alike; opponents begin anew to think."""
        batch = self.batch
        self.league.begin(np.arange(batch.n), batch.seeds)
        own = {name: getattr(self, name).copy() for name in KEPT}
        league = {f"league.{name}": values for name, values in self.league.state().items()}
        return own | league | {
            "states": batch.records.copy(),
            "seeds": batch.seeds.copy(),
            "clock": np.array([self.clock]),
            "advice": self.adviser.state(np.arange(batch.n)),
        }  # fmt: skip

    def load_state(self, told: Mapping[str, Array]) -> None:
        """Go on from what `state` told."""
        batch = self.batch
        batch.resume(told["states"], told["seeds"])
        self.clock = int(told["clock"][0])
        for name in KEPT:
            getattr(self, name)[:] = told[name]
        self.league.load_state(under("league.", told))
        rows = np.arange(batch.n)
        self.league.begin(rows, batch.seeds)
        self.adviser.begin(rows, batch.seeds)
        self.adviser.load_state(rows, told["advice"])
        self.report = self._blank()


KEPT = ("learners", "returns", "decisions", "shown", "moved")


def _sharing(sides: tuple[tuple[int, ...], ...], spirit: float) -> Array:
    """The matrix from what seats earn to what they are paid (seats, seats)."""
    seats = sum(len(side) for side in sides)
    shared = np.zeros((seats, seats), np.float32)
    for side in sides:
        shared[np.ix_(side, side)] = spirit / len(side)
    paid: Array = shared + np.eye(seats, dtype=np.float32) * np.float32(1 - spirit)
    return paid


def _of_seats(value: Any, seats: Array, count: int) -> Any:
    """What a game tells by seat, of some seats alone; anything else as it is."""
    if isinstance(value, (list, tuple, np.ndarray)) and len(value) == count:
        return [value[seat] for seat in seats]
    return value
