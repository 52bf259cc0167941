"""Many episodes of one game, stepped in one call that releases the GIL.

What happens in a row depends on its seed and its actions alone: not on the number of rows, the
other rows, or the number of threads.
"""

import os
from collections.abc import Callable, Mapping, Sequence
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
from cogarena.envs.core.header import IDLE
from cogarena.envs.core.legality import first_fault
from cogarena.envs.core.registry import load
from cogarena.envs.core.share import Ended, Share

Array = np.ndarray[Any, Any]

ROWS_WORTH_A_THREAD = 128


class Autoreset(Enum):
    """When a finished row begins its next episode; the values are Gymnasium's."""

    NEXT_STEP = "NextStep"  # in the step after, whose action is ignored and whose reward is 0
    SAME_STEP = "SameStep"  # at once; the last observation is kept in `final_observations`
    DISABLED = "Disabled"  # when `reset` is told to


class Batch:
    """`n` episodes with the same settings. All arrays are reused: copy what you want to keep."""

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
            raise SettingError(f"a batch has at least 1 row, not {n}")
        if threads is not None and threads < 1:
            raise SettingError(f"a batch runs on at least 1 thread, not {threads}")
        self.game, self.n, self.autoreset = game, n, autoreset
        self.settings = game.read(settings)
        self.setup = game.build(self.settings)
        self.agents = game.agents(self.settings)
        game.compile()
        self.states = np.zeros(n, game.state)
        self.seeds = np.zeros(n, np.uint64)
        self.masks = np.zeros((n, game.actions.count), np.int8)
        self.observations = np.zeros((n if observe else 0, game.layout.width), np.float32)
        self.final_observations = np.zeros_like(self.observations)
        self.rewards = np.zeros((n, len(self.agents)), np.float32)
        self.terminated = np.zeros(n, np.bool_)
        self.truncated = np.zeros(n, np.bool_)
        self.over = np.zeros(n, np.bool_)  # rows whose episode has ended and not begun anew
        self.actions = np.zeros(n, np.int64)  # what each row is to do: an action, IDLE or RESET
        self.begun = False
        self._ended: list[Ended] = []  # in the last step, by share
        self._split(threads or _useful_threads(n))

    def _split(self, threads: int) -> None:
        """Give each thread its rows."""
        self.threads = min(threads, self.n)
        self._pool = ThreadPoolExecutor(self.threads - 1) if self.threads > 1 else None
        edges = [self.n * i // self.threads for i in range(self.threads + 1)]
        self._shares = [Share(self, slice(low, high)) for low, high in pairwise(edges)]

    @property
    def to_act(self) -> Array:
        """The seat that acts next, by row."""
        return self.states["to_act"]

    @property
    def earned(self) -> Array:
        """What the one agent that plays all seats earned in the last step, by row."""
        return self.rewards[:, 0]

    def reset(
        self, seeds: int | Sequence[int] | Array | None = None, rows: Array | None = None
    ) -> None:
        """Begin new episodes in all rows, or in those of the truth array `rows`.

        A number seeds row i with `seeds + i`; None goes on from the rows' last seeds.
        """
        chosen = np.ones(self.n, np.bool_) if rows is None else _checked_rows(rows, self.n)
        if not self.begun and not chosen.all():
            raise EpisodeOverError("no episode has begun: reset all rows first")
        if seeds is None and not self.begun:
            seeds = int(np.random.SeedSequence().generate_state(1, np.uint64)[0])
        self.begun = True
        if seeds is not None:
            self.seeds[chosen] = _checked_seeds(seeds, self.n)[chosen]
        self._each(lambda share: share.begin(chosen[share.rows], onward=seeds is None))

    @property
    def records(self) -> Array:
        """The bytes of the records, a row for each episode: not a copy."""
        return self.states.view(np.uint8).reshape(self.n, -1)

    def go_on(self, records: Array, seeds: Array) -> None:
        """Go on with the episodes of such bytes and of these seeds."""
        self.records[:], self.seeds[:] = records, seeds
        self.begun = True
        seen = self.observations.view(self.game.layout.dtype).reshape(-1)
        self.game.view(self.setup, self.states, self.to_act.astype(np.int64), self.masks, seen)

    def step(self, actions: Any) -> None:
        """One decision in every row. If any action is refused, nothing changes in any row."""
        self.actions[:] = self._accepted(actions)
        at_once = self.autoreset is Autoreset.SAME_STEP
        self._each(lambda share: share.step(at_once))

    def move(self, actions: Array, rows: Array) -> None:
        """One decision in the rows of these numbers; all others stand still, ended or not."""
        self.actions[:] = IDLE
        self.actions[rows] = actions
        fault = first_fault(self.actions, self.masks, self.actions == IDLE)
        if fault >= 0:
            raise self._fault(fault, self.actions[fault])
        self._each(lambda share: share.move())

    def _accepted(self, actions: Any) -> Array:
        """The actions of a step, or the error that says what is wrong with them."""
        if not self.begun:
            raise EpisodeOverError("no episode has begun: reset first")
        if self.autoreset is Autoreset.DISABLED and self.over.any():
            ended = np.flatnonzero(self.over)
            raise EpisodeOverError(f"the episode of row {ended[0]} has ended: reset it first")
        return self._checked(actions)

    def _each(self, work: Callable[[Share], Ended]) -> None:
        """Every share does its work in a thread of its own, the first one in this."""
        first, *others = self._shares
        running = [self._pool.submit(work, share) for share in others] if self._pool else []
        self._ended = [work(first), *(other.result() for other in running)]

    @property
    def final_infos(self) -> dict[int, dict[str, Any]]:
        """What the game says of the episodes that ended in the last step, by row."""
        final_info, setup = self.game.final_info, self.setup[0]
        return {
            int(row): final_info(self.settings, setup, s)
            for rows, records in self._ended
            for row, s in zip(rows, records.reshape(-1).view(self.game.state), strict=True)
        }

    def _checked(self, actions: Any) -> Array:
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise ActionTypeError(f"actions are whole numbers, not {given.dtype}")
        if given.shape != (self.n,):
            raise ActionTypeError(f"actions have the shape ({self.n},), not {given.shape}")
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
        dropped = ("_pool", "_shares", "game")
        kept = {name: value for name, value in self.__dict__.items() if name not in dropped}
        return kept | {"game": self.game.name}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.setup.flags.writeable = False  # pickling forgets it
        self.game = load(state["game"])
        self.game.compile()
        self._split(self.threads)


def _useful_threads(n: int) -> int:
    affinity = getattr(os, "sched_getaffinity", None)
    cores = len(affinity(0)) if affinity else os.cpu_count() or 1
    return max(1, min(cores, n // ROWS_WORTH_A_THREAD))


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
            f"the rows to reset are a truth array of shape ({n},), not {given.dtype} {given.shape}"
        )
    return given
