"""The trained player: the policy of a checkpoint, choosing its most likely legal action."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from cogworks.agents import checkpoint
from cogworks.agents.checkpoint import Checkpoint, Network
from cogworks.agents.protocol import Array, Thoughtless
from cogworks.envs.core.extras import needs
from cogworks.envs.core.game import Game

# Sums of floats depend on the shape of a matrix product. One shape for all: the choice in a row
# then is the same in a batch of 1 and of 1000.
ROWS_AT_ONCE = 64
PURPOSE = "a trained agent"


class TrainedAgent(Thoughtless):
    """Plays by a policy network."""

    def __init__(self, policy: Any, game: Game) -> None:
        self._policy = policy
        self._observations = np.zeros((ROWS_AT_ONCE, game.layout.width), np.float32)
        self._masks = np.ones((ROWS_AT_ONCE, game.actions.count), np.int8)

    @classmethod
    def load(cls, folder: Path, game: Game) -> "TrainedAgent":
        """The player of a checkpoint's folder, or the best one of a run's folder."""
        found = checkpoint.read(checkpoint.located(folder))
        checkpoint.check_game(found, game)
        policy = build_policy(game, found.network)
        load_policy(policy, found)
        return cls(policy, game)

    def act(self, rows: Array, observations: Array, masks: Array) -> Array:
        """The most likely legal action for each row."""
        actions = np.empty(len(rows), np.int64)
        for start in range(0, len(rows), ROWS_AT_ONCE):
            part = slice(start, min(start + ROWS_AT_ONCE, len(rows)))
            size = part.stop - part.start
            self._observations[:size] = observations[part]
            self._masks[:size] = masks[part]
            actions[part] = self._most_likely()[:size]
        return actions

    def _most_likely(self) -> Array:
        torch = needs("torch", "train", PURPOSE)
        with _one_thread(torch), torch.no_grad():
            seen = torch.as_tensor(self._observations, device=self._policy.device)
            chances = self._policy.get_distribution(seen, action_masks=self._masks)
            chosen: Array = chances.get_actions(deterministic=True).cpu().numpy()
        return chosen


@contextmanager
def _one_thread(torch: Any) -> Iterator[None]:
    """Sums in one order, whatever the number of cores; for so few rows it is no slower."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def policy_options(network: Network) -> dict[str, Any]:
    """The `policy_kwargs` of SB3 for a network."""
    torch = needs("torch", "train", PURPOSE)
    activations = {"tanh": torch.nn.Tanh, "relu": torch.nn.ReLU}
    return {
        "net_arch": list(network.layers),
        "activation_fn": activations[network.activation],
    }


def build_policy(game: Game, network: Network) -> Any:
    """A policy with random weights, as MaskablePPO would build it."""
    spaces = needs("gymnasium.spaces", "train", PURPOSE)
    policies = needs("sb3_contrib.common.maskable.policies", "train", PURPOSE)
    policy = policies.MaskableActorCriticPolicy(
        spaces.Box(game.layout.low, game.layout.high),
        spaces.Discrete(game.actions.count),
        lr_schedule=lambda progress: 0.0,
        **policy_options(network),
    )
    policy.set_training_mode(False)
    return policy


def load_policy(policy: Any, found: Checkpoint) -> None:
    """Give a policy the weights of a checkpoint, which must fit it exactly."""
    torch = needs("torch", "train", PURPOSE)
    wanted = {name: tuple(tensor.shape) for name, tensor in policy.state_dict().items()}
    checkpoint.check_tensors(found.policy, wanted, found.folder / checkpoint.POLICY)
    policy.load_state_dict(
        {name: torch.from_numpy(tensor.copy()) for name, tensor in found.policy.items()}
    )
