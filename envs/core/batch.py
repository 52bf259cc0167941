"""Many episodes of one game, stepped in one call that releases the GIL.

What happens in a row depends on its seed and its actions alone: not on the number of rows, the
other rows, or the number of threads.
"""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from enum import Enum
from itertools import pairwise
from typing import Any

import numpy as np

from cogarena.envs.core.episode import SEEDS
from cogarena.envs.core.errors import (
    ActionRangeError,
    ActionTypeError,
    CogarenaError,
    EpisodeOverError,
    IllegalActionError,
    SettingError,
)
from cogarena.envs.core.game import Game
from cogarena.envs.core.header import IDLE, RESET, report
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.registry import load
from cogarena.envs.core.rng import spread_rows

Array = np.ndarray[Any, Any]
Ended = tuple[Array, Array]  # numbers of rows of the batch, and the bytes of their records

ROWS_WORTH_A_THREAD = 128


class Autoreset(Enum):
    """When a finished row begins its next episode; the values are Gymnasium's."""

    NEXT_STEP = "NextStep"  # in the next step, whose action is ignored and whose reward is 0
    SAME_STEP = "SameStep"  # at once; `final_observations` keeps the last observation
    DISABLED = "Disabled"  # only when `reset` is called


class Shard:
    """The rows of a batch that one thread works on: views of all arrays of the batch.

    Everything slow in a step happens here, so that threads wait for each other only once.
    """

    def __init__(self, batch: "Batch", rows: slice) -> None:
        self.rows = rows
        self._run = batch.game.run
        self._bytes = batch.states.view(np.uint8).reshape(batch.n, -1)[rows]  # fast to copy
        self._states, self._seeds = batch.states[rows], batch.seeds[rows]
        self._actions, self._over = batch.actions[rows], batch.over[rows]
        self._observations = batch.observations[rows]
        self._final_observations = batch.final_observations[rows]
        self._results = batch.rewards[rows], batch.terminated[rows], batch.truncated[rows]
        records = batch.game.layout.rows(self._observations)
        self._buffers = (
            batch.setup, self._states, self._actions, self._seeds, batch.masks[rows], records,
        )  # fmt: skip

    def step(self, at_once: bool) -> Ended:
        """Apply the actions, resetting rows that were over; return the rows that ended.

        If `at_once`, those are reset too; rewards and ends stay those of the step.
        """
        self._renew(np.flatnonzero(self._over))
        ended = self.move()
        if at_once and len(ended[0]):
            self._replace(ended[0] - self.rows.start)
        return ended

    def move(self) -> Ended:
        """Apply the actions and nothing else; return the rows that are over."""
        self._run(*self._buffers)
        report(self._states, *self._results)
        np.logical_or(*self._results[1:], out=self._over)
        ended = np.flatnonzero(self._over)
        return ended + self.rows.start, self._bytes[ended]

    def begin(self, chosen: Array, reseed: bool) -> Ended:
        """Begin episodes in the chosen rows from their seeds, or from the next ones if `reseed`."""
        rows = np.flatnonzero(chosen)
        self._actions[:] = IDLE
        if reseed:
            self._renew(rows)
        else:
            self._clear(rows)
        return self.move()

    def _replace(self, rows: Array) -> None:
        if len(self._observations):
            self._final_observations[rows] = self._observations[rows]
        self._actions[:] = IDLE
        self._renew(rows)
        self._run(*self._buffers)
        self._over[:] = False

    def _renew(self, rows: Array) -> None:
        """Let the next run begin the next episodes of these rows."""
        if len(rows):
            spread_rows(self._seeds, rows)
            self._clear(rows)

    def _clear(self, rows: Array) -> None:
        """Let the next run begin these rows from their seeds."""
        self._bytes[rows] = 0
        self._actions[rows] = RESET


@kernel
def first_fault(actions: Any, masks: Any, over: Any) -> int:
    """The first row whose action is not legal, or −1. Rows that are over may hold anything."""
    for row in range(len(actions)):
        if over[row]:
            continue
        action = actions[row]
        if action < 0 or action >= masks.shape[1] or masks[row, action] == 0:
            return row
    return -1


class Batch:
    """`n` episodes with the same settings. Every step overwrites the arrays: copy what you keep."""

    def __init__(
        self,
        game: Game,
        n: int,
        settings: Mapping[str, Any] | None = None,
        *,
        threads: int | None = None,
        observe: bool = True,
        autoreset: Autoreset = Autoreset.NEXT_STEP,
    ) -> None:
        if n < 1:
            raise SettingError(f"a batch needs at least 1 row, not {n}")
        if threads is not None and threads < 1:
            raise SettingError(f"a batch needs at least 1 thread, not {threads}")
        self.game, self.n, self.autoreset = game, n, autoreset
        self.settings = game.read(settings)
        self.setup = game.build(self.settings)
        self.agents = game.agents(self.settings)
        game.compile()
        self.states = np.zeros(n, game.state)
        self.seeds = np.zeros(n, np.uint64)
        self.masks = np.zeros((n, game.actions.count), np.int8)
        self.observations = game.layout.empty(n if observe else 0)
        self.final_observations = np.zeros_like(self.observations)
        self.rewards = np.zeros((n, len(self.agents)), np.float32)
        self.terminated = np.zeros(n, np.bool_)
        self.truncated = np.zeros(n, np.bool_)
        self.over = np.zeros(n, np.bool_)  # rows whose episode has ended and was not reset
        self.actions = np.zeros(n, np.int64)  # by row: an action, IDLE or RESET
        self.begun = False
        self._ended: list[Ended] = []  # in the last step, by shard
        self._split(threads or _useful_threads(n))

    def _split(self, threads: int) -> None:
        """Give each thread its rows."""
        self.threads = min(threads, self.n)
        self._pool = ThreadPoolExecutor(self.threads - 1) if self.threads > 1 else None
        edges = [self.n * i // self.threads for i in range(self.threads + 1)]
        self._shards = [Shard(self, slice(low, high)) for low, high in pairwise(edges)]

    @property
    def to_act(self) -> Array:
        """The seat that acts next, by row."""
        return self.states["to_act"]

    @property
    def shown_seats(self) -> Array:
        """The seat whose mask and observation are shown, by row."""
        return self.to_act

    @property
    def earned(self) -> Array:
        """The reward of the last step for one agent that plays all seats, by row."""
        return self.rewards[:, 0]

    def reset(
        self, seeds: int | Sequence[int] | Array | None = None, rows: Array | None = None
    ) -> None:
        """Begin new episodes in all rows, or in those selected by the boolean array `rows`.

        An int seeds row i with `seeds + i`; None derives the next seeds from the last ones.
        """
        chosen = np.ones(self.n, np.bool_) if rows is None else _checked_rows(rows, self.n)
        if not self.begun and not chosen.all():
            raise EpisodeOverError("no episode has begun: reset all rows first")
        if seeds is None and not self.begun:
            seeds = int(np.random.SeedSequence().generate_state(1, np.uint64)[0])
        self.begun = True
        if seeds is not None:
            self.seeds[chosen] = _checked_seeds(seeds, self.n)[chosen]
        self._each(lambda shard: shard.begin(chosen[shard.rows], reseed=seeds is None))

    @property
    def records(self) -> Array:
        """A view of the bytes of the records, one row per episode."""
        return self.states.view(np.uint8).reshape(self.n, -1)

    def resume(self, records: Array, seeds: Array) -> None:
        """Continue the episodes given by the bytes of their records and their seeds."""
        self.records[:], self.seeds[:] = records, seeds
        self.begun = True
        out = self.game.layout.rows(self.observations)
        self.game.view(self.setup, self.states, self.to_act.astype(np.int64), self.masks, out)

    def step(self, actions: Any) -> None:
        """Apply one action in every row. If any action is refused, no row changes."""
        self.actions[:] = self._accepted(actions)
        at_once = self.autoreset is Autoreset.SAME_STEP
        self._each(lambda shard: shard.step(at_once))

    def move(self, actions: Array, rows: Array) -> None:
        """Apply actions in the rows with these indices; all other rows stay as they are."""
        self.actions[:] = IDLE
        self.actions[rows] = actions
        fault = first_fault(self.actions, self.masks, self.actions == IDLE)
        if fault >= 0:
            raise self._fault(fault, self.actions[fault])
        self._each(lambda shard: shard.move())

    def _accepted(self, actions: Any) -> Array:
        """The actions of a step, or an error that says what is wrong with them."""
        if not self.begun:
            raise EpisodeOverError("no episode has begun: reset first")
        if self.autoreset is Autoreset.DISABLED and self.over.any():
            ended = np.flatnonzero(self.over)
            raise EpisodeOverError(f"the episode of row {ended[0]} has ended: reset it first")
        return self._checked(actions)

    def _each(self, work: Callable[[Shard], Ended]) -> None:
        """Run `work` on every shard, each in its own thread and the first one in this thread."""
        first, *others = self._shards
        running = [self._pool.submit(work, shard) for shard in others] if self._pool else []
        self._ended = [work(first), *(other.result() for other in running)]

    @property
    def final_infos(self) -> dict[int, dict[str, Any]]:
        """The game's final info of the episodes that ended in the last step, by row."""
        result, setup = self.game.result, self.setup[0]
        return {row: result(self.settings, setup, s) for row, s in self._final_states()}

    @property
    def final_seats(self) -> dict[int, int]:
        """The seat whose observation was the last of the episodes that just ended, by row."""
        return {row: int(s.to_act) for row, s in self._final_states()}

    def _final_states(self) -> Iterator[tuple[int, Any]]:
        """The last records of the episodes that ended in the last step, with their rows."""
        for rows, records in self._ended:
            yield from zip(rows.tolist(), records.reshape(-1).view(self.game.state), strict=True)

    def _checked(self, actions: Any) -> Array:
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise ActionTypeError(f"actions must be integers, not {given.dtype}")
        if given.shape != (self.n,):
            raise ActionTypeError(f"actions must have shape ({self.n},), not {given.shape}")
        numbers = given.astype(np.int64)
        row = first_fault(numbers, self.masks, self.over)
        if row >= 0:
            raise self._fault(row, given[row])
        return numbers

    def _fault(self, row: int, action: Any) -> CogarenaError:
        last = self.game.actions.count - 1
        if not 0 <= action <= last:
            return ActionRangeError(f"action {action} of row {row} is not in 0…{last}")
        words = self.game.action_text(self.setup[0], self.states[row], int(action))
        agent = self.agents[self.to_act[row]]
        return IllegalActionError(
            f"action {action} ({words}) of row {row} is not legal for {agent} now"
        )

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None
            self._split(1)

    def __getstate__(self) -> dict[str, Any]:
        dropped = ("_pool", "_shards", "game")
        kept = {name: value for name, value in self.__dict__.items() if name not in dropped}
        return kept | {"game": self.game.name}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.setup.flags.writeable = False  # pickling drops the flag
        self.game = load(state["game"])
        self.game.compile()
        self._split(self.threads)


def usable_cores() -> int:
    """The cores that this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def _useful_threads(n: int) -> int:
    return max(1, min(usable_cores(), n // ROWS_WORTH_A_THREAD))


def _checked_seeds(seeds: Any, n: int) -> Array:
    if isinstance(seeds, (int, np.integer)) and not isinstance(seeds, bool):
        return np.array([(int(seeds) + i) % SEEDS for i in range(n)], np.uint64)
    given = [int(seed) % SEEDS for seed in seeds]
    if len(given) != n:
        raise SettingError(f"{len(given)} seeds for {n} rows")
    return np.array(given, np.uint64)


def _checked_rows(rows: Any, n: int) -> Array:
    given = np.asarray(rows)
    if given.dtype != np.bool_ or given.shape != (n,):
        raise SettingError(
            f"the rows to reset must be a boolean array of shape ({n},), "
            f"not {given.dtype} {given.shape}"
        )
    return given
