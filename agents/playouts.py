"""Rollouts of copied records, to estimate their value, and their configuration for a game.

That is the table `[search]` of the game's `tasks.toml`: how the search player looks ahead.
"""

import copy
import dataclasses
import multiprocessing
import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from cogarena.agents.match import choose_each
from cogarena.agents.protocol import Agent, Array, Stateful, Stateless, records_of
from cogarena.envs.core import registry
from cogarena.envs.core.batch import usable_cores
from cogarena.envs.core.errors import FileError, SettingError
from cogarena.envs.core.files import read_toml
from cogarena.envs.core.game import Game
from cogarena.envs.core.header import IDLE
from cogarena.envs.core.settings import read_settings, setting

FILE = "tasks.toml"
TABLE = "search"
STYLES = "styles"
ROWS = 256  # that a thread rolls out at the same time
ROWS_WORTH_A_THREAD = 16

Style = Mapping[str, float]  # weights of the scripted player that differ from its defaults


@dataclass(frozen=True)
class SearchConfig:
    """How far rollouts go, and how their result is measured."""

    horizon: int = setting(4, "turns of a rollout", low=1, high=10_000)
    reward: str | None = setting(
        None, "value of the game's setting `reward` in rollouts", optional=True
    )
    score_weight: float = setting(0.0, "of a point of the game's score, in rewards")
    standard_errors: float = setting(
        2.0, "by which an action must beat the scripted one to replace it", low=0.0
    )
    loss_penalty: float = setting(0.0, "for a rollout that ends the episode without a win", low=0.0)
    keep_style: int = setting(
        0, "decisions for which a style that never lost is kept before the next comparison", low=0
    )
    # If all rollouts ended at the same turn, an event delayed beyond it would look averted, and
    # the search would delay it forever.
    horizon_spread: int = setting(
        0, "turns by which the horizon of a rollout varies, up and down", low=0, high=10_000
    )
    styles: tuple[Style, ...] = ()  # other weights of the scripted player to choose from

    def __post_init__(self) -> None:
        if self.horizon_spread >= self.horizon:
            raise SettingError(
                f"horizon_spread is {self.horizon_spread}, but must be less than the horizon, "
                f"{self.horizon}"
            )


DEFAULT = SearchConfig(score_weight=1.0)  # of a game without a table [search]


def search_config(game: Game) -> SearchConfig:
    """The configuration in the folder of a game, or the default."""
    folder = registry.folder(game.name) if game.name in registry.names() else None
    path = None if folder is None else folder / FILE
    return DEFAULT if path is None or not path.is_file() else read_search_config(path)


def read_search_config(path: Path) -> SearchConfig:
    """The table `[search]` of a file, checked; the default if there is none."""
    values = read_toml(path, str(path)).get(TABLE)
    if values is None:
        return DEFAULT
    where = f"{path}: [{TABLE}]"
    if not isinstance(values, dict):
        raise FileError(f"{where} must be a table, not {values!r}")
    others = {name: value for name, value in values.items() if name != STYLES}
    try:
        config = read_settings(SearchConfig, others, where)
    except SettingError as wrong:
        raise FileError(str(wrong)) from None
    return dataclasses.replace(config, styles=_styles(values.get(STYLES, []), where))


def _styles(values: Any, where: str) -> tuple[Style, ...]:
    """The styles, as an array of tables."""
    if not isinstance(values, list) or not all(isinstance(style, dict) for style in values):
        raise FileError(f"{where}: {STYLES} must be an array of tables, not {values!r}")
    for number, style in enumerate(values, 1):
        for name, weight in style.items():
            if isinstance(weight, bool) or not isinstance(weight, int | float):
                raise FileError(f"{where}: {name} of style {number} must be a number: {weight!r}")
    return tuple(values)


class Rollouts(NamedTuple):
    """Records to roll out, and how."""

    records: Array
    actions: Array  # the first of each
    seats: Array  # whose value counts
    seeds: Array  # of the policies
    agent_states: Array | None = None  # from which the policies continue, if given
    policies: Array | None = None  # the number of the policy of each; by default 0

    def part(self, rows: slice) -> "Rollouts":
        """Some of them."""
        parts: Any = [None if each is None else each[rows] for each in self]
        return Rollouts(*parts)


class Playouts:
    """Rolls records out for some turns, on all cores; in each, one policy plays all seats.

    What a row earns depends on that row alone: neither on the others nor on the threads.
    """

    def __init__(
        self, game: Game, settings: Mapping[str, Any], policy: Agent | Sequence[Agent],
        config: SearchConfig, rows: int = ROWS, threads: int | None = None,
    ) -> None:  # fmt: skip
        self.game, self.config = game, config
        dense = {} if config.reward is None else {"reward": config.reward}
        self.settings = game.read({**settings, **dense})
        self.setup = game.build(self.settings)
        self.played = 0  # playouts so far
        policies = policy if isinstance(policy, Sequence) else (policy,)
        game.compile()
        count = useful_threads() if threads is None else threads
        self._size = rows
        self._workers = [
            Worker(self, [own(each, n) for each in policies], rows) for n in range(count)
        ]
        self._pool: ThreadPoolExecutor | None = None
        self._process = 0  # in which the pool was made: threads do not survive a fork

    def values(self, rollouts: Rollouts) -> tuple[Array, Array]:
        """The value of each action in its record for its seat, and where the episode was lost."""
        count = len(rollouts.records)
        values, lost = np.empty(count), np.zeros(count, np.bool_)
        parts = self._parts(count)

        def work(worker: Worker, parts: Sequence[slice]) -> None:
            for part in parts:
                values[part], lost[part] = worker.values(rollouts.part(part))

        sharing = self._workers[: len(parts)]
        shares = [parts[n :: len(sharing)] for n in range(len(sharing))]
        if len(sharing) > 1:
            list(self._threads().map(work, sharing, shares))
        elif sharing:
            work(sharing[0], shares[0])
        self.played += count
        return values, lost

    def _parts(self, count: int) -> list[slice]:
        """Rows that fit into a worker each, and enough of them for all workers if they are many."""
        threads = min(len(self._workers), max(1, count // ROWS_WORTH_A_THREAD))
        size = max(1, min(self._size, -(-count // threads)))
        return [slice(start, start + size) for start in range(0, count, size)]

    def _threads(self) -> ThreadPoolExecutor:
        if self._pool is None or self._process != os.getpid():
            self._pool, self._process = ThreadPoolExecutor(len(self._workers)), os.getpid()
        return self._pool


def own(policy: Agent, worker: int) -> Agent:
    """The policy for one of several workers: a copy, unless it may be shared."""
    return policy if worker == 0 or isinstance(policy, Stateless) else copy.deepcopy(policy)


def useful_threads() -> int:
    """One for each core; but one where other processes of ours use the cores already."""
    return usable_cores() if multiprocessing.parent_process() is None else 1


class Worker:
    """Rolls records out in one thread."""

    def __init__(self, playouts: Playouts, policies: Sequence[Agent], rows: int) -> None:
        self.game, self.config, self.setup = playouts.game, playouts.config, playouts.setup
        self._settings, self._policies = playouts.settings, policies
        game = self.game
        self._seats = len(game.agents(self._settings))
        self._states = np.zeros(rows, game.state)
        self._actions = np.zeros(rows, np.int64)
        self._masks = np.zeros((rows, game.actions.count), np.int8)
        self._observations = game.layout.empty(rows)
        names = game.state.names or ()
        self._turn = self._states["turn" if "turn" in names else "tick"]

    def values(self, rollouts: Rollouts) -> tuple[Array, Array]:
        """As `Playouts.values`, of no more rollouts than there are rows."""
        records, actions, seats, seeds, agent_states, policies = rollouts
        numbers = np.zeros(len(seeds), np.int64) if policies is None else policies
        self._begin(seeds, agent_states, numbers)
        earned = self._rolled_out(records, actions, numbers, seeds)
        lost = self._lost(seats)
        return self._value(earned, seats) - self.config.loss_penalty * lost, lost

    def _begin(self, seeds: Array, agent_states: Array | None, numbers: Array) -> None:
        for number, policy in enumerate(self._policies):
            rows = np.flatnonzero(numbers == number)
            policy.begin(rows, seeds[rows])
            if agent_states is not None and isinstance(policy, Stateful):
                policy.load_state(rows, records_of(agent_states, rows))

    def _rolled_out(self, records: Array, actions: Array, numbers: Array, seeds: Array) -> Array:
        """What every seat earns (rows, seats)."""
        rows = moving = np.arange(len(records))
        raw = self._states.view(np.uint8).reshape(len(self._states), -1)
        raw[rows] = records.view(np.uint8).reshape(len(rows), -1)
        last = self._turn[rows] + horizons(self.config, seeds)
        earned = np.zeros((len(rows), self._seats))
        while len(moving):
            self._move(actions, moving)
            earned[moving] += self._states["reward"][moving, : self._seats]
            over = self._states["terminated"][moving] | self._states["truncated"][moving]
            moving = moving[~over & (self._turn[moving] < last[moving])]
            actions = choose_each(
                self._policies, numbers[moving], moving, self._states, self._observations,
                self._masks,
            )  # fmt: skip
        return earned

    def _move(self, actions: Array, rows: Array) -> None:
        """One decision in `rows`; the others wait."""
        self._actions[:] = IDLE
        self._actions[rows] = actions
        seeds = self._actions.view(np.uint64)  # not read: no episode begins here
        views = self.game.layout.rows(self._observations)
        self.game.run(self.setup, self._states, self._actions, seeds, self._masks, views)

    def _lost(self, seats: Array) -> Array:
        """Where the episode ended without a win for its seat; all False if a loss costs nothing."""
        lost = np.zeros(len(seats), np.bool_)
        if self.config.loss_penalty:
            for row in np.flatnonzero(self._states["terminated"][: len(seats)]).tolist():
                result = self.game.final_info(self._settings, self.setup[0], self._states[row])
                won = np.broadcast_to(np.asarray(result.get("won", False)), (self._seats,))
                lost[row] = not won[seats[row]]
        return lost

    def _value(self, earned: Array, seats: Array) -> Array:
        """The rewards of a seat, and its score; against opponents, relative to their average."""
        rows = np.arange(len(earned))
        weight, score = self.config.score_weight, self.game.score
        if weight and score is not None:
            scores = [score.by_seat(self.setup[0], self._states[row]) for row in rows]
            earned = earned + weight * np.array(scores)
        own: Array = earned[rows, seats]
        if self.game.shared_reward:
            return own
        return own - (earned.sum(axis=1) - own) / max(1, self._seats - 1)


def horizons(config: SearchConfig, seeds: Array) -> Array:
    """The turns of each rollout, by the seed of its copy: the same for all actions tried."""
    spread = config.horizon_spread
    drawn: Array = (seeds % np.uint64(2 * spread + 1)).astype(np.int64)
    return config.horizon - spread + drawn
