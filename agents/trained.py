"""The trained player: the policy of a checkpoint, choosing its most likely legal action."""

import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from cogarena.agents import checkpoint
from cogarena.agents.checkpoint import Checkpoint, Network
from cogarena.agents.protocol import Array
from cogarena.agents.script import Adviser, shown_layout
from cogarena.envs.core.errors import needs
from cogarena.envs.core.game import Game

# Float sums depend on the shape of a matrix product. With one shape for all, the action in a row
# is the same in a batch of 1 and of 1000.
ROWS_AT_ONCE = 64
PURPOSE = "a trained agent"


class TrainedAgent:
    """Plays by a policy network, with an adviser if the network has one."""

    def __init__(
        self, policy: Any, game: Game, adviser: Adviser | None = None,
        rows_at_once: int = ROWS_AT_ONCE,
    ) -> None:  # fmt: skip
        self._policy, self._rows = policy, rows_at_once
        self._adviser = adviser or Adviser(game, Network(), {})
        space = policy.observation_space
        self._observations = np.zeros((rows_at_once, *space.shape), space.dtype)
        self._masks = np.ones((rows_at_once, game.actions.count), np.bool_)

    @classmethod
    def load(cls, folder: Path, game: Game, settings: Mapping[str, Any]) -> "TrainedAgent":
        """The player of a checkpoint's folder, or the best one of a run's folder."""
        found = checkpoint.read(checkpoint.located(folder))
        checkpoint.check_game(found, game)
        policy = build_policy(game, found.network)
        load_policy(policy, found)
        return cls(policy, game, Adviser(game, found.network, settings))

    def begin(self, rows: Array, seeds: Array) -> None:
        """A new episode begins for the adviser too."""
        self._adviser.begin(rows, seeds)

    def act(self, rows: Array, observations: Array, masks: Array) -> Array:
        """The most likely legal action for each row."""
        actions = np.empty(len(rows), np.int64)
        shown = self._adviser.beside(rows, observations, masks)
        for start in range(0, len(rows), self._rows):
            part = slice(start, min(start + self._rows, len(rows)))
            size = part.stop - part.start
            self._observations[:size] = shown[part]
            self._masks[:size] = masks[part]
            actions[part] = self.choice(rows[part], self._logits()[:size])
        return actions

    def choice(self, rows: Array, logits: Array) -> Array:
        """An action for each row, given the logits; those of illegal actions are -inf."""
        most_likely: Array = logits.argmax(axis=1)
        return most_likely

    def _logits(self) -> Array:
        torch, policy = needs("torch", "train", PURPOSE), self._policy
        with _one_thread(torch), torch.no_grad():
            seen = torch.as_tensor(self._observations, device=policy.device)
            legal = torch.as_tensor(self._masks, device=policy.device)
            logits = masked_logits(policy, policy.features_extractor(seen), legal)
            found: Array = logits.numpy(force=True)
        return found


def masked_logits(policy: Any, features: Any, legal: Any) -> Any:
    """A policy's logits, given the features; -inf for illegal actions."""
    logits = policy.action_net(policy.mlp_extractor.forward_actor(features))
    return logits.masked_fill(~legal, -math.inf)


@contextmanager
def _one_thread(torch: Any) -> Iterator[None]:
    """One order of summation, whatever the number of cores; no slower for so few rows."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def policy_class(network: Network) -> Any:
    """The SB3 policy class of a network."""
    if network.kind == "flat":
        return needs(
            "sb3_contrib.common.maskable.policies", "train", PURPOSE
        ).MaskableActorCriticPolicy
    return needs("cogarena.agents.networks", "train", PURPOSE).PointingPolicy


def policy_options(game: Game, network: Network) -> dict[str, Any]:
    """The `policy_kwargs` of SB3 for a network."""
    torch = needs("torch", "train", PURPOSE)
    networks = needs("cogarena.agents.networks", "train", PURPOSE)
    layout = shown_layout(game, network)
    activations = {"tanh": torch.nn.Tanh, "relu": torch.nn.ReLU}
    options = {
        "net_arch": list(network.layers),
        "activation_fn": activations[network.activation],
    }
    if network.kind == "flat":
        return options | {
            "features_extractor_class": networks.Shares,
            "features_extractor_kwargs": {"layout": layout, "network": network},
        }
    return options | {"layout": layout, "actions": game.actions, "network": network}


def build_policy(game: Game, network: Network) -> Any:
    """A policy with random weights, as MaskablePPO would build it."""
    spaces = needs("gymnasium.spaces", "train", PURPOSE)
    layout = shown_layout(game, network)
    policy = policy_class(network)(
        spaces.Box(layout.low, layout.high, dtype=layout.number.type),
        spaces.Discrete(game.actions.count),
        lr_schedule=lambda progress: 0.0,
        **policy_options(game, network),
    )
    policy.set_training_mode(False)
    return policy


def load_policy(policy: Any, found: Checkpoint) -> None:
    """Load the weights of a checkpoint into a policy, which they must fit exactly."""
    torch = needs("torch", "train", PURPOSE)
    parameters = dict(policy.named_parameters())
    wanted = {name: tuple(parameter.shape) for name, parameter in parameters.items()}
    checkpoint.check_tensors(found.policy, wanted, found.folder / checkpoint.POLICY)
    with torch.no_grad():
        for name, parameter in parameters.items():
            parameter.copy_(torch.from_numpy(found.policy[name].copy()))


def weights(policy: Any) -> checkpoint.Tensors:
    """The weights of a policy by name; weights shared under several names appear once."""
    return {name: tensor.numpy(force=True) for name, tensor in policy.named_parameters()}
