"""The environment and the model of a training run, and the tensors of its checkpoints."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnv

from cogarena.agents import checkpoint
from cogarena.agents.checkpoint import Checkpoint, Network
from cogarena.agents.protocol import Array
from cogarena.agents.script import Adviser, shown_layout
from cogarena.agents.trained import load_policy, policy_class, policy_options, weights
from cogarena.envs.core.game import Game
from cogarena.training.config import Config, Train
from cogarena.training.self_play.ppo import SelfPlayPPO, SelfPlayVecEnv
from cogarena.wrappers.observations import box
from cogarena.wrappers.sb3 import BatchVecEnv

ADAM = ("step", "exp_avg", "exp_avg_sq")  # the optimiser's state of each parameter


class AdvisedVecEnv(BatchVecEnv):
    """A `BatchVecEnv` whose observations hold the advice, if the network has an adviser."""

    def __init__(
        self, game: Game, num_envs: int, network: Network, *, threads: int | None = None,
        reward_scale: float = 1.0, **settings: Any,
    ) -> None:  # fmt: skip
        super().__init__(game, num_envs, threads=threads, **settings)
        self._reward_scale = reward_scale
        self.observation_space = box(shown_layout(game, network))
        self._adviser = Adviser(game, network, settings)
        self._rows = np.arange(num_envs)

    def reset(self) -> Array:
        """As `BatchVecEnv.reset`."""
        seen = super().reset()
        self._adviser.begin(self._rows, self.batch.seeds)
        return self._adviser.beside(self._rows, seen, self.batch.masks)

    def step_wait(self) -> tuple[Array, Array, Array, list[dict[str, Any]]]:
        """As `BatchVecEnv.step_wait`; terminal observations hold no advice."""
        seen, rewards, dones, infos = super().step_wait()
        begun = np.flatnonzero(dones)
        self._adviser.begin(begun, self.batch.seeds[begun])
        for row in begun.tolist():
            last = infos[row]["terminal_observation"]
            infos[row]["terminal_observation"] = self._adviser.without(last[None])[0]
        beside = self._adviser.beside(self._rows, seen, self.batch.masks)
        return beside, rewards * np.float32(self._reward_scale), dones, infos

    def state(self) -> dict[str, Array]:
        """As `BatchVecEnv.state`, with the memory of the adviser."""
        return super().state() | {"advice": self._adviser.state(self._rows)}

    def load_state(self, state: Mapping[str, Array]) -> None:
        """As `BatchVecEnv.load_state`."""
        super().load_state(state)
        self._adviser.begin(self._rows, self.batch.seeds)
        self._adviser.load_state(self._rows, state["advice"])


def build_env(config: Config, game: Game) -> Any:
    """The environment that the policy learns in: self-play in competitive games."""
    train = config.train
    given: dict[str, Any] = {"threads": train.threads or None, "reward_scale": train.reward_scale}
    if game.shared_reward:
        return AdvisedVecEnv(game, train.envs, config.network, **given, **config.settings)
    return SelfPlayVecEnv(
        game, train.envs, config=config.self_play, network=config.network, **given,
        **config.settings,
    )  # fmt: skip


def build_model(config: Config, game: Game, env: VecEnv) -> MaskablePPO:
    """The model with random weights; the seed of the experiment determines all randomness."""
    train = config.train
    torch.set_num_threads(train.torch_threads)
    torch.distributions.Distribution.set_default_validate_args(False)  # saves a tenth of the time
    seeds = np.random.SeedSequence(train.seed)
    algorithm = SelfPlayPPO if isinstance(env, SelfPlayVecEnv) else MaskablePPO
    model = algorithm(
        policy_class(config.network),
        env,
        policy_kwargs=policy_options(game, config.network),
        learning_rate=lambda remaining: scheduled(
            train.learning_rate, train.schedule, train, remaining
        ),
        n_steps=train.n_steps,
        batch_size=train.batch_size,
        n_epochs=train.n_epochs,
        gamma=train.gamma,
        gae_lambda=train.gae_lambda,
        clip_range=train.clip_range,
        ent_coef=train.ent_coef,
        vf_coef=train.vf_coef,
        max_grad_norm=train.max_grad_norm,
        seed=int(seeds.generate_state(1, np.uint32)[0]),
        device="cpu",
    )
    # 64 random bits: far from the seeds of validation and of published results.
    env.seed(int(seeds.generate_state(2, np.uint64)[1]))
    return model


def scheduled(value: float, schedule: str, train: Train, remaining: float) -> float:
    """A value while this share of the steps remains after a rollout.

    It is constant, or falls linearly from its full size at the first update towards 0.
    """
    if schedule == "constant":
        return value
    return value * min(1.0, remaining + train.envs * train.n_steps / train.steps)


def model_tensors(model: Any) -> tuple[checkpoint.Tensors, checkpoint.Tensors]:
    """The weights and the state of the optimiser, by name."""
    states = model.policy.optimizer.state_dict()["state"]
    optimizer = {
        f"{number}.{key}": state[key].numpy(force=True)
        for number, state in states.items()
        for key in ADAM
    }
    return weights(model.policy), optimizer


def load_model(model: Any, found: Checkpoint) -> None:
    """Load the weights, the state of the optimiser and the counters of a checkpoint."""
    load_policy(model.policy, found)
    if found.note.updates:
        _load_optimizer(model.policy.optimizer, found)
    model.num_timesteps = found.note.steps
    model._n_updates = found.note.updates


def _load_optimizer(optimizer: Any, found: Checkpoint) -> None:
    parameters = optimizer.param_groups[0]["params"]
    shapes = {
        f"{number}.{key}": () if key == "step" else tuple(parameter.shape)
        for number, parameter in enumerate(parameters)
        for key in ADAM
    }
    checkpoint.check_tensors(found.optimizer, shapes, found.folder / checkpoint.OPTIMIZER)
    states = {
        number: {key: torch.from_numpy(found.optimizer[f"{number}.{key}"].copy()) for key in ADAM}
        for number in range(len(parameters))
    }
    optimizer.load_state_dict(optimizer.state_dict() | {"state": states})
