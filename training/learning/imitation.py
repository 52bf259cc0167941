"""Learning another player's choices, so that a policy begins to learn by itself where that stands.

The player has all seats of some episodes. The policy learns its choices by cross-entropy over the
legal actions, and the value of what it saw by what its seat earned from there on, discounted. A
policy that this player advises follows it already: it learns the values alone.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch

from cogarena.agents.advice import Adviser, shown_layout
from cogarena.agents.match import choose
from cogarena.agents.protocol import Array, Player, views
from cogarena.agents.registry import find
from cogarena.agents.trained import masked_logits
from cogarena.envs.core.batch import Autoreset, Batch
from cogarena.envs.core.game import Game
from cogarena.training.config import Config
from cogarena.training.logs import open_logs
from cogarena.training.progress import bar

IMITATION = 0x1417A7E  # keeps its chance apart from the training's


@dataclass
class Lesson:
    """Decisions of a player: what it saw, could do and did, and what came of it."""

    observations: Array  # (n, width)
    masks: Array  # (n, actions)
    actions: Array  # (n,)
    returns: Array  # (n,)


def imitate(model: Any, game: Game, config: Config, logs: Path) -> float:
    """Let the policy learn a player's choices; how many of the last ones it foresaw, as a share."""
    wanted, accuracy = config.imitation, 0.0
    player = find(wanted.agent, game, config.settings)
    classroom = Classroom(game, config, player)
    learner = Learner(model.policy, config)
    logger = open_logs(logs, -1)
    try:
        with bar(f"imitating {wanted.agent}", wanted.steps, " steps") as shown:
            done = 0
            while done < wanted.steps:
                lesson = classroom.lesson(model)
                accuracy, figures = learner.learn(lesson, 1 - done / wanted.steps)
                done += len(lesson.actions)
                for name, value in figures.items():
                    logger.record(f"imitation/{name}", value)
                logger.dump(done)
                shown.update(len(lesson.actions))
                shown.set_postfix_str(f"foreseen {accuracy:.1%}", refresh=False)
    finally:
        logger.close()
        classroom.batch.close()
    return accuracy


class Classroom:
    """Episodes in which a player has all seats."""

    def __init__(self, game: Game, config: Config, player: Player) -> None:
        self._player, self._config, self._shared = player, config, game.shared_reward
        self._adviser = Adviser(game, config.network, config.settings)
        self.batch = Batch(game, config.train.envs, config.settings, autoreset=Autoreset.SAME_STEP)
        self._rows = np.arange(self.batch.n)
        chance = np.random.SeedSequence([IMITATION, config.train.seed])
        self.batch.reset(int(chance.generate_state(1, np.uint64)[0]))
        self._begin(self._rows)

    def _begin(self, rows: Array) -> None:
        for player in (self._player, self._adviser):
            player.begin(rows, self.batch.seeds[rows])

    def lesson(self, model: Any) -> Lesson:
        """Play on for some decisions; what is still to come is worth what the policy says."""
        batch, n_steps = self.batch, self._config.imitation.n_steps
        lesson = self._empty(n_steps)
        seats = np.zeros((n_steps, batch.n), np.int64)
        rewards = np.zeros((n_steps, *batch.rewards.shape))
        over = np.zeros((n_steps, batch.n), np.bool_)
        for step in range(n_steps):
            lesson.masks[step] = batch.masks
            lesson.observations[step] = self._adviser.beside(
                self._rows, batch.observations, batch.masks
            )
            seats[step] = 0 if self._shared else batch.to_act
            lesson.actions[step] = choose(
                self._player, self._rows, batch.states, batch.observations, batch.masks
            )
            batch.step(lesson.actions[step])
            rewards[step], over[step] = batch.rewards, batch.terminated | batch.truncated
            begun = np.flatnonzero(over[step])
            if len(begun):
                self._begin(begun)
        hoped = self._hopes(model)
        lesson.returns[:] = returns(rewards, seats, over, hoped, self._config.train.gamma)
        return Lesson(*(part.reshape(-1, *part.shape[2:]) for part in vars(lesson).values()))

    def _empty(self, n_steps: int) -> Lesson:
        batch, network = self.batch, self._config.network
        width = shown_layout(batch.game, network).width
        return Lesson(
            np.empty((n_steps, batch.n, width), np.float32),
            np.empty((n_steps, *batch.masks.shape), np.int8),
            np.empty((n_steps, batch.n), np.int64),
            np.empty((n_steps, batch.n), np.float32),
        )

    def _hopes(self, model: Any) -> Array:
        """The value of what every seat sees now (rows, seats)."""
        batch = self.batch
        rows, seats = (part.reshape(-1) for part in np.indices(batch.rewards.shape))
        with torch.no_grad():
            seen = torch.as_tensor(self._adviser.without(views(batch, rows, seats)))
            values: Array = model.policy.predict_values(seen).numpy()
        return values.reshape(batch.rewards.shape)


def returns(rewards: Array, seats: Array, over: Array, hoped: Array, gamma: float) -> Array:
    """What each decision's seat earned from there on, discounted by its own decisions.

    `rewards` is (steps, rows, seats); `seats`, `over` and the result are (steps, rows); `hoped`
    (rows, seats) is what comes after the last step.
    """
    coming = gamma * hoped
    found = np.empty(seats.shape)
    rows = np.arange(seats.shape[1])
    for step in reversed(range(len(seats))):
        coming[over[step]] = 0
        coming += rewards[step]
        found[step] = coming[rows, seats[step]]
        coming[rows, seats[step]] *= gamma
    return found


class Learner:
    """Adam over a policy's weights, by the choices of somebody else."""

    def __init__(self, policy: Any, config: Config) -> None:
        self._policy, self._config = policy, config
        self._optimizer = torch.optim.Adam(policy.parameters(), eps=1e-5)
        self._chance = np.random.default_rng([IMITATION, config.train.seed])
        self._weight = float(config.imitation.agent != config.network.advice)  # of the choices

    def learn(self, lesson: Lesson, rest: float) -> tuple[float, dict[str, float]]:
        """Pass over the lesson some times; how many real choices were foreseen before it."""
        self._policy.set_training_mode(True)
        for group in self._optimizer.param_groups:
            group["lr"] = self._config.imitation.learning_rate * rest
        passes = [self._pass(lesson) for _ in range(self._config.imitation.n_epochs)]
        names = ("accuracy", "policy_loss", "value_loss")
        figures = dict(zip(names, passes[0], strict=True))
        return figures["accuracy"], figures

    def _pass(self, lesson: Lesson) -> tuple[float, ...]:
        """One pass; accuracy and losses, each minibatch as it was met."""
        told = [
            self._minibatch(lesson, picked) for picked in self._minibatches(len(lesson.actions))
        ]
        sums = np.sum(told, axis=0)
        return tuple(float(total / sums[-1]) for total in sums[:-1])

    def _minibatches(self, size: int) -> Iterator[Array]:
        order = self._chance.permutation(size)
        for start in range(0, size, self._config.train.batch_size):
            yield order[start : start + self._config.train.batch_size]

    def _minibatch(self, lesson: Lesson, picked: Array) -> tuple[float, ...]:
        masks = lesson.masks[picked]
        chosen = torch.from_numpy(lesson.actions[picked])
        wanted = torch.from_numpy(lesson.returns[picked])
        real = torch.from_numpy((masks.sum(axis=1) > 1).astype(np.float32))  # more than one way
        values, logits = self._seen(lesson.observations[picked], masks)
        count = real.sum().clamp(min=1)
        losses = torch.nn.functional.cross_entropy(logits, chosen, reduction="none")
        policy_loss = self._weight * (losses * real).sum() / count
        value_loss = torch.nn.functional.mse_loss(values, wanted)
        self._optimizer.zero_grad()
        torch.autograd.backward(policy_loss + self._config.train.vf_coef * value_loss)
        torch.nn.utils.clip_grad_norm_(self._policy.parameters(), self._config.train.max_grad_norm)
        self._optimizer.step()
        foreseen = ((logits.argmax(dim=1) == chosen) * real).sum() / count
        share = count.item()
        return (
            foreseen.item() * share, policy_loss.item() * share, value_loss.item() * share, share,
        )  # fmt: skip

    def _seen(self, observations: Array, masks: Array) -> tuple[Any, Any]:
        """The policy's values and its logits."""
        policy = self._policy
        features = policy.features_extractor(torch.from_numpy(observations))
        values = policy.value_net(policy.mlp_extractor.forward_critic(features))
        return values.flatten(), masked_logits(policy, features, torch.from_numpy(masks != 0))
