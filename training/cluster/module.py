"""The policy as RLlib takes it: SB3's own network inside, so that its weights have SB3's names."""

from typing import Any

import torch
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis.value_function_api import ValueFunctionAPI
from ray.rllib.core.rl_module.torch import TorchRLModule

from cogarena.agents.checkpoint import Network
from cogarena.agents.trained import build_policy
from cogarena.envs.core import registry

NEVER = -1e8  # the logit of an illegal action, as in sb3-contrib


class MaskedPolicy(TorchRLModule, ValueFunctionAPI):  # type: ignore[misc]
    """Chooses legal actions alone. Its `model_config` holds the `game` and the `network`."""

    def setup(self) -> None:
        """Build the network of `cogarena.agents.trained`, with random weights."""
        game = registry.load(self.model_config["game"])
        self.policy = build_policy(game, Network(**self.model_config["network"]))

    def _forward(self, batch: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        features = self._features(batch)
        logits = self.policy.action_net(self.policy.mlp_extractor.forward_actor(features))
        legal = batch[Columns.OBS]["action_mask"] > 0
        return {
            Columns.ACTION_DIST_INPUTS: torch.where(legal, logits, NEVER),
            Columns.EMBEDDINGS: features,
        }

    def _forward_exploration(self, batch: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        """As `_forward`; the features need not travel with the episodes."""
        with torch.no_grad():
            return {Columns.ACTION_DIST_INPUTS: self._forward(batch)[Columns.ACTION_DIST_INPUTS]}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> torch.Tensor:
        """The value of each observation."""
        features = self._features(batch) if embeddings is None else embeddings
        values: torch.Tensor = self.policy.value_net(
            self.policy.mlp_extractor.forward_critic(features)
        )
        return values.squeeze(-1)

    def _features(self, batch: dict[str, Any]) -> Any:
        return self.policy.extract_features(batch[Columns.OBS]["observation"])
