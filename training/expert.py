"""Imitation of an expert, so that a policy starts its own learning at the expert's level.

The expert plays all seats of some episodes. The policy learns its actions by cross-entropy over the
legal ones, and the values of its observations from the discounted returns of its seats. A policy
with this expert as its adviser follows it already, and learns only the values.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch

from cogarena.agents.match import choose
from cogarena.agents.protocol import Array, Player, views
from cogarena.agents.registry import find
from cogarena.agents.script import Adviser, shown_layout
from cogarena.agents.trained import masked_logits
from cogarena.envs.core.batch import Autoreset, Batch
from cogarena.envs.core.game import Game
from cogarena.training.config import Config
from cogarena.training.progress import bar
from cogarena.training.runs import open_logs

IMITATION_STREAM = 0x1417A7E  # separates its random numbers from those of reinforcement learning


@dataclass
class ExpertBatch:
    """Decisions of the expert, to learn from."""

    observations: Array  # (n, width)
    masks: Array  # (n, actions)
    actions: Array  # (n,)
    returns: Array  # (n,)


def imitate(model: Any, game: Game, config: Config, logs: Path) -> float:
    """Train the policy on an expert's games; its accuracy on the last batch before learning it."""
    settings, accuracy = config.imitation, 0.0
    expert = find(settings.agent, game, config.settings)
    rollouts = ExpertRollouts(game, config, expert)
    learner = ImitationLearner(model.policy, config)
    logger = open_logs(logs, -1)
    try:
        with bar(f"imitating {settings.agent}", settings.steps, " steps") as shown:
            done = 0
            while done < settings.steps:
                batch = rollouts.collect(model)
                metrics = learner.learn(batch, 1 - done / settings.steps)
                accuracy = metrics["accuracy"]
                done += len(batch.actions)
                for name, value in metrics.items():
                    logger.record(f"imitation/{name}", value)
                logger.dump(done)
                shown.update(len(batch.actions))
                shown.set_postfix_str(f"accuracy {accuracy:.1%}", refresh=False)
    finally:
        logger.close()
        rollouts.batch.close()
    return accuracy


class ExpertRollouts:
    """Episodes in which the expert plays all seats."""

    def __init__(self, game: Game, config: Config, expert: Player) -> None:
        self._expert, self._config, self._shared = expert, config, game.shared_reward
        self._adviser = Adviser(game, config.network, config.settings)
        self.batch = Batch(game, config.train.envs, config.settings, autoreset=Autoreset.SAME_STEP)
        self._rows = np.arange(self.batch.n)
        seeds = np.random.SeedSequence([IMITATION_STREAM, config.train.seed])
        self.batch.reset(int(seeds.generate_state(1, np.uint64)[0]))
        self._begin(self._rows)

    def _begin(self, rows: Array) -> None:
        for player in (self._expert, self._adviser):
            player.begin(rows, self.batch.seeds[rows])

    def collect(self, model: Any) -> ExpertBatch:
        """Play `n_steps` more decisions; unfinished episodes are bootstrapped by the policy."""
        batch, n_steps = self.batch, self._config.imitation.n_steps
        collected = self._empty(n_steps)
        seats = np.zeros((n_steps, batch.n), np.int64)
        rewards = np.zeros((n_steps, *batch.rewards.shape))
        over = np.zeros((n_steps, batch.n), np.bool_)
        for step in range(n_steps):
            collected.masks[step] = batch.masks
            collected.observations[step] = self._adviser.beside(
                self._rows, batch.observations, batch.masks
            )
            seats[step] = 0 if self._shared else batch.to_act
            collected.actions[step] = choose(
                self._expert, self._rows, batch.states, batch.observations, batch.masks
            )
            batch.step(collected.actions[step])
            rewards[step] = batch.rewards * self._config.train.reward_scale
            over[step] = batch.terminated | batch.truncated
            begun = np.flatnonzero(over[step])
            if len(begun):
                self._begin(begun)
        bootstrap_values = self._bootstrap_values(model)
        gamma = self._config.train.gamma
        collected.returns[:] = returns(rewards, seats, over, bootstrap_values, gamma)
        return ExpertBatch(
            *(part.reshape(-1, *part.shape[2:]) for part in vars(collected).values())
        )

    def _empty(self, n_steps: int) -> ExpertBatch:
        batch, network = self.batch, self._config.network
        layout = shown_layout(batch.game, network)
        return ExpertBatch(
            np.empty((n_steps, batch.n, layout.width), layout.number),
            np.empty((n_steps, *batch.masks.shape), np.int8),
            np.empty((n_steps, batch.n), np.int64),
            np.empty((n_steps, batch.n), np.float32),
        )

    def _bootstrap_values(self, model: Any) -> Array:
        """The value of the current observation of every seat (rows, seats)."""
        batch = self.batch
        rows, seats = (part.reshape(-1) for part in np.indices(batch.rewards.shape))
        with torch.no_grad():
            seen = torch.as_tensor(self._adviser.without(views(batch, rows, seats)))
            values: Array = model.policy.predict_values(seen).numpy()
        return values.reshape(batch.rewards.shape)


def returns(
    rewards: Array, seats: Array, over: Array, bootstrap_values: Array, gamma: float
) -> Array:
    """The return of each decision for its seat, discounted at each decision of that seat.

    `rewards` is (steps, rows, seats); `seats`, `over` and the result are (steps, rows);
    `bootstrap_values` (rows, seats) are the values after the last step.
    """
    running = gamma * bootstrap_values
    found = np.empty(seats.shape)
    rows = np.arange(seats.shape[1])
    for step in reversed(range(len(seats))):
        running[over[step]] = 0
        running += rewards[step]
        found[step] = running[rows, seats[step]]
        running[rows, seats[step]] *= gamma
    return found


class ImitationLearner:
    """Trains a policy on batches of an expert's decisions, with Adam."""

    def __init__(self, policy: Any, config: Config) -> None:
        self._policy, self._config = policy, config
        self._optimizer = torch.optim.Adam(policy.parameters(), eps=1e-5)
        self._rng = np.random.default_rng([IMITATION_STREAM, config.train.seed])
        # An adviser's actions need not be learned.
        self._policy_weight = float(config.imitation.agent != config.network.advice)

    def learn(self, batch: ExpertBatch, remaining: float) -> dict[str, float]:
        """Make all passes over a batch; the accuracy and losses of the first pass.

        The share of the steps that remains scales the step size.
        """
        self._policy.set_training_mode(True)
        for group in self._optimizer.param_groups:
            group["lr"] = self._config.imitation.learning_rate * remaining
        passes = [self._pass(batch) for _ in range(self._config.imitation.n_epochs)]
        names = ("accuracy", "policy_loss", "value_loss")
        return dict(zip(names, passes[0], strict=True))

    def _pass(self, batch: ExpertBatch) -> tuple[float, ...]:
        """One pass; the accuracy and losses of each minibatch just before its update."""
        metrics = [
            self._minibatch(batch, picked) for picked in self._minibatches(len(batch.actions))
        ]
        sums = np.sum(metrics, axis=0)
        return tuple(float(total / sums[-1]) for total in sums[:-1])

    def _minibatches(self, size: int) -> Iterator[Array]:
        order = self._rng.permutation(size)
        for start in range(0, size, self._config.train.batch_size):
            yield order[start : start + self._config.train.batch_size]

    def _minibatch(self, batch: ExpertBatch, picked: Array) -> tuple[float, ...]:
        """One update; accuracy and losses times their weight, and the weight."""
        masks = batch.masks[picked]
        actions = torch.from_numpy(batch.actions[picked])
        targets = torch.from_numpy(batch.returns[picked])
        real = torch.from_numpy((masks.sum(axis=1) > 1).astype(np.float32))  # not forced
        values, logits = self._forward(batch.observations[picked], masks)
        count = real.sum().clamp(min=1)
        losses = torch.nn.functional.cross_entropy(logits, actions, reduction="none")
        policy_loss = self._policy_weight * (losses * real).sum() / count
        value_loss = torch.nn.functional.mse_loss(values, targets)
        self._optimizer.zero_grad()
        torch.autograd.backward(policy_loss + self._config.train.vf_coef * value_loss)
        torch.nn.utils.clip_grad_norm_(self._policy.parameters(), self._config.train.max_grad_norm)
        self._optimizer.step()
        accuracy = ((logits.argmax(dim=1) == actions) * real).sum() / count
        weight = count.item()
        return (*(each.item() * weight for each in (accuracy, policy_loss, value_loss)), weight)

    def _forward(self, observations: Array, masks: Array) -> tuple[Any, Any]:
        """The values and logits of the policy."""
        policy = self._policy
        features = policy.features_extractor(torch.from_numpy(observations))
        values = policy.value_net(policy.mlp_extractor.forward_critic(features))
        return values.flatten(), masked_logits(policy, features, torch.from_numpy(masks != 0))
