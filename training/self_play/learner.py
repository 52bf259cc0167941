"""MaskablePPO that learns from all seats of self-play, and keeps its past selves to play against.

    cogarena train --config configs/race_quick.toml

Everything that self-play adds to the learning stands here; who plays whom stands in `league`.
"""

from typing import Any

import torch
from sb3_contrib import MaskablePPO

from cogarena.agents.protocol import Array
from cogarena.training.self_play.league import League
from cogarena.training.self_play.rollouts import SeatedRolloutBuffer
from cogarena.training.self_play.vec_env import SelfPlayVecEnv


class SelfPlayPPO(MaskablePPO):
    """Needs a `SelfPlayVecEnv`."""

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
        """As MaskablePPO's; the first episodes are played against the first snapshot already."""
        self.league.consider(self.num_timesteps, self.policy)
        return super().learn(*args, **kwargs)

    def train(self) -> None:
        """As MaskablePPO's, and a snapshot of the result if one is due."""
        super().train()
        self.league.consider(self.num_timesteps, self.policy)
        for name, value in self.league.figures().items():
            self.logger.record(name, value)
