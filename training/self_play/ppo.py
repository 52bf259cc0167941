"""MaskablePPO for self-play: its environment, its rollout buffer and the learner.

    cogarena train --config configs/race_quick.toml

A rollout mixes the decisions of several seats and tables. Those of one seat in one episode are a
chain: the reward of a decision is all that the seat earns until its next one, and the value of
that next one is its bootstrap value. Who plays against whom is decided in `league`.
"""

import time
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import torch
from gymnasium.spaces import Discrete
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer
from stable_baselines3.common.vec_env import VecEnv

from cogarena.agents.checkpoint import Network
from cogarena.agents.protocol import Array
from cogarena.agents.script import shown_layout
from cogarena.envs.core.errors import SettingError
from cogarena.envs.core.game import Game
from cogarena.training.self_play import SelfPlay
from cogarena.training.self_play.league import League, State
from cogarena.training.self_play.tables import StepReport, Tables
from cogarena.wrappers.observations import box
from cogarena.wrappers.sb3 import BatchVecEnv

ValueFunction = Callable[[Array], Array]  # observations (k, width) → values (k,)


class SelfPlayVecEnv(BatchVecEnv):
    """Every row shows a seat of the learner that is to decide, at any of the tables.

    The rows are not episodes, and the rewards are those that seats earned so far: only
    `SelfPlayPPO` can learn from them. The first infos describe the episodes that ended in a step.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        *,
        config: SelfPlay | None = None,
        network: Network | None = None,
        threads: int | None = None,
        reward_scale: float = 1.0,
        **settings: Any,
    ) -> None:
        if len(game.sides_of(settings)) < 2:
            raise SettingError(f"{game.name} has no opponents: all seats share one reward")
        network = network or Network()
        self.tables = Tables(
            game, num_envs, settings, config or SelfPlay(), network, threads, reward_scale
        )
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
        """One decision in every row. If any action is refused, no row changes."""
        tables = self.tables
        tables.step(self._actions)
        report = tables.report
        rewards = report.rewards[report.tables, report.seats]
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        dones = np.arange(self.num_envs) < len(report.final_infos)
        # In the rare case that more episodes than rows end in one step, the rest are not logged.
        for info, final_info in zip(infos, report.final_infos, strict=False):
            final_info["episode"]["t"] = round(time.perf_counter() - self._start, 6)
            info.update(final_info)
        return tables.observations, rewards, dones, infos

    def action_masks(self) -> Array:
        """Which actions are legal now, a row for each decision."""
        return self.tables.masks.astype(np.bool_)

    def state(self) -> State:
        """Everything that `load_state` needs to continue identically; opponents start over."""
        return self.tables.state()

    def load_state(self, state: Mapping[str, Array]) -> None:
        """Continue from a state."""
        self.tables.load_state(state)


class SeatedRolloutBuffer(MaskableRolloutBuffer):
    """SB3's buffer, with advantages along the chain of each seat at each table.

    Rewards before the first decision of a seat in an episode count for no decision.
    """

    def follow(self, tables: Tables, value_of: ValueFunction) -> None:
        """Take rewards from the reports of these tables, and values from this function."""
        self._tables, self._value_of = tables, value_of

    def reset(self) -> None:
        """Forget all decisions."""
        super().reset()
        self.reports: list[StepReport] = []

    def add(self, *args: Any, **kwargs: Any) -> None:
        """Add one decision at each table shown; the report of the step has its reward."""
        self.reports.append(self._tables.report)
        super().add(*args, **kwargs)

    def compute_returns_and_advantage(self, last_values: Any, dones: Any) -> None:
        """As SB3's, along chains; truncated and unfinished episodes are bootstrapped."""
        next_values = np.zeros_like(self.reports[0].rewards)  # of each seat's next decision
        next_advantages = np.zeros_like(next_values)
        earned = np.zeros_like(next_values)  # by each seat until then
        unfinished = self._unfinished_chains()
        next_values[unfinished] = self._value_of(self._tables.views(*unfinished))
        for step in reversed(range(self.buffer_size)):
            report, ended = self.reports[step], self.reports[step].ended
            next_values[ended] = next_advantages[ended] = earned[ended] = 0
            if report.truncated:
                tables, seats = np.array(report.truncated).T
                next_values[tables, seats] = self._value_of(np.concatenate(report.last_views))
            earned += report.rewards
            acted = report.tables, report.seats
            delta = earned[acted] + self.gamma * next_values[acted] - self.values[step]
            advantage = delta + self.gamma * self.gae_lambda * next_advantages[acted]
            self.advantages[step] = advantage
            next_values[acted], next_advantages[acted] = self.values[step], advantage
            earned[acted] = 0
        self.returns = self.advantages + self.values

    def _unfinished_chains(self) -> tuple[Array, Array]:
        """Tables and seats with a decision of this rollout in an episode that has not ended."""
        unfinished = np.zeros(self.reports[0].rewards.shape, np.bool_)
        for report in self.reports:
            unfinished[report.tables, report.seats] = True
            unfinished[report.ended] = False
        tables, seats = np.nonzero(unfinished)
        return tables, seats


class SelfPlayPPO(MaskablePPO):
    """Learns from all seats in a `SelfPlayVecEnv`, and adds snapshots of itself to the league."""

    env: SelfPlayVecEnv
    rollout_buffer: SeatedRolloutBuffer

    def _setup_model(self) -> None:
        self.rollout_buffer_class = SeatedRolloutBuffer
        super()._setup_model()
        self.rollout_buffer.follow(self.env.tables, self._values)

    def _values(self, observations: Array) -> Array:
        with torch.no_grad():
            seen = torch.as_tensor(observations, device=self.device)
            values: Array = self.policy.predict_values(seen).numpy(force=True).reshape(-1)
        return values

    @property
    def league(self) -> League:
        """Its opponents."""
        return self.env.tables.league

    def learn(self, *args: Any, **kwargs: Any) -> Any:
        """As MaskablePPO's; the first snapshot is an opponent from the first episode on."""
        self.league.update_pool(self.num_timesteps, self.policy)
        return super().learn(*args, **kwargs)

    def train(self) -> None:
        """As MaskablePPO's, with a snapshot of the result if one is due."""
        super().train()
        self.league.update_pool(self.num_timesteps, self.policy)
        for name, value in self.league.metrics().items():
            self.logger.record(name, value)
