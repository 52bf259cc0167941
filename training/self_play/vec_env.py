"""Stable-Baselines3's VecEnv of self-play."""

import time
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Discrete
from stable_baselines3.common.vec_env import VecEnv

from cogarena.agents.advice import shown_layout
from cogarena.agents.checkpoint import Network
from cogarena.agents.protocol import Array
from cogarena.envs.core.errors import SettingError
from cogarena.envs.core.game import Game
from cogarena.training.self_play.league import State
from cogarena.training.self_play.settings import SelfPlay
from cogarena.training.self_play.tables import Tables
from cogarena.wrappers.gymnasium import box
from cogarena.wrappers.sb3 import BatchVecEnv


class SelfPlayVecEnv(BatchVecEnv):
    """Every row shows a seat of the learner that is asked, at whichever table.

    The rows are no episodes, and rewards are what seats have earned so far: learn from it by
    `SelfPlayPPO`. Infos tell of the episodes that ended in a step, in the first rows.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        *,
        wanted: SelfPlay | None = None,
        network: Network | None = None,
        threads: int | None = None,
        **settings: Any,
    ) -> None:
        if len(game.sides_of(settings)) < 2:
            raise SettingError(f"{game.name} has no opponents: all of its seats earn the same")
        network = network or Network()
        self.tables = Tables(game, num_envs, settings, wanted or SelfPlay(), network, threads)
        self.batch, self.game, self.render_mode = self.tables.batch, game, None
        self._start = time.perf_counter()
        space = Discrete(game.actions.count)
        VecEnv.__init__(self, num_envs, box(shown_layout(game, network)), space)

    def reset(self) -> Array:
        """Begin new episodes, with the seeds of `seed` if it was called."""
        self.tables.reset(self._seeds[0])
        self._reset_seeds()
        return self.tables.observations

    def step_wait(self) -> tuple[Array, Array, Array, list[dict[str, Any]]]:
        """One decision in every row. If any action is refused, nothing changes in any."""
        tables = self.tables
        tables.step(self._actions)
        report = tables.report
        rewards = report.paid[report.tables, report.seats]
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        dones = np.arange(self.num_envs) < len(report.final_infos)
        # More episodes than rows hardly ever end at once; those that do are missing in statistics.
        for info, final_info in zip(infos, report.final_infos, strict=False):
            final_info["episode"]["t"] = round(time.perf_counter() - self._start, 6)
            info.update(final_info)
        return tables.observations, rewards, dones, infos

    def action_masks(self) -> Array:
        """Which actions are legal now, a row for each decision."""
        return self.tables.masks.astype(np.bool_)

    def state(self) -> State:
        """Everything that `load_state` needs to go on alike; opponents begin anew to think."""
        return self.tables.state()

    def load_state(self, told: Mapping[str, Array]) -> None:
        """Go on from what `state` told."""
        self.tables.load_state(told)
