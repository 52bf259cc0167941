"""The rows of a batch that one thread works on."""

from typing import TYPE_CHECKING, Any

import numpy as np

from cogarena.envs.core.header import IDLE, RESET, report
from cogarena.envs.core.rng import spread_rows

if TYPE_CHECKING:
    from cogarena.envs.core.batch import Batch

Array = np.ndarray[Any, Any]
Ended = tuple[Array, Array]  # numbers of rows of the batch, and the bytes of their records


class Share:
    """Views of all that a batch holds of a run of rows, which belong to no other share.

    All of a step that takes time is done here, so that threads wait for each other only once.
    """

    def __init__(self, batch: "Batch", rows: slice) -> None:
        self.rows = rows
        self._run = batch.game.run
        self._bytes = batch.states.view(np.uint8).reshape(batch.n, -1)[rows]  # quick to copy
        self._states, self._seeds = batch.states[rows], batch.seeds[rows]
        self._actions, self._over = batch.actions[rows], batch.over[rows]
        self._observations = batch.observations[rows]
        self._final_observations = batch.final_observations[rows]
        self._told = batch.rewards[rows], batch.terminated[rows], batch.truncated[rows]
        records = self._observations.view(batch.game.layout.dtype).reshape(-1)
        self._buffers = (
            batch.setup, self._states, self._actions, self._seeds, batch.masks[rows], records,
        )  # fmt: skip

    def step(self, at_once: bool) -> Ended:
        """Act as the actions say; rows that were over begin anew. Gives the rows that ended.

        If `at_once`, those begin anew too; rewards and ends stay those of the step.
        """
        self._renew(np.flatnonzero(self._over))
        ended = self.move()
        if at_once and len(ended[0]):
            self._replace(ended[0] - self.rows.start)
        return ended

    def move(self) -> Ended:
        """Act as the actions say, and nothing else. Gives the rows that are over."""
        self._run(*self._buffers)
        report(self._states, *self._told)
        np.logical_or(*self._told[1:], out=self._over)
        ended = np.flatnonzero(self._over)
        return ended + self.rows.start, self._bytes[ended]

    def begin(self, chosen: Array, onward: bool) -> Ended:
        """New episodes in the rows of a truth array: from their seeds, or `onward` from those."""
        rows = np.flatnonzero(chosen)
        self._actions[:] = IDLE
        if onward:
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
        """The next run begins the next episodes of these rows."""
        if len(rows):
            spread_rows(self._seeds, rows)
            self._clear(rows)

    def _clear(self, rows: Array) -> None:
        """The next run begins these rows from their seeds."""
        self._bytes[rows] = 0
        self._actions[rows] = RESET
