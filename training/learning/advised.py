"""The environment of games that one agent plays, with an adviser if the network has one."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from cogarena.agents.advice import Adviser, shown_layout
from cogarena.agents.checkpoint import Network
from cogarena.agents.protocol import Array
from cogarena.envs.core.game import Game
from cogarena.wrappers.gymnasium import box
from cogarena.wrappers.sb3 import BatchVecEnv


class AdvisedVecEnv(BatchVecEnv):
    """Shows what a network is shown; without an adviser it is a `BatchVecEnv`."""

    def __init__(
        self, game: Game, num_envs: int, network: Network, *, threads: int | None = None,
        **settings: Any,
    ) -> None:  # fmt: skip
        super().__init__(game, num_envs, threads=threads, **settings)
        self.observation_space = box(shown_layout(game, network))
        self._adviser = Adviser(game, network, settings)
        self._rows = np.arange(num_envs)

    def reset(self) -> Array:
        """As `BatchVecEnv.reset`."""
        seen = super().reset()
        self._adviser.begin(self._rows, self.batch.seeds)
        return self._adviser.beside(self._rows, seen, self.batch.masks)

    def step_wait(self) -> tuple[Array, Array, Array, list[dict[str, Any]]]:
        """As `BatchVecEnv.step_wait`; there is no advice where an episode has ended."""
        seen, rewards, dones, infos = super().step_wait()
        begun = np.flatnonzero(dones)
        self._adviser.begin(begun, self.batch.seeds[begun])
        for row in begun.tolist():
            last = infos[row]["terminal_observation"]
            infos[row]["terminal_observation"] = self._adviser.without(last[None])[0]
        return self._adviser.beside(self._rows, seen, self.batch.masks), rewards, dones, infos

    def state(self) -> dict[str, Array]:
        """As `BatchVecEnv.state`, with what the adviser keeps in mind."""
        return super().state() | {"advice": self._adviser.state(self._rows)}

    def load_state(self, state: Mapping[str, Array]) -> None:
        """As `BatchVecEnv.load_state`."""
        super().load_state(state)
        self._adviser.begin(self._rows, self.batch.seeds)
        self._adviser.load_state(self._rows, state["advice"])
