"""The environment and the learner of a training run, and the learner's numbers by name."""

from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnv

from cogarena.agents import checkpoint
from cogarena.agents.checkpoint import Checkpoint
from cogarena.agents.trained import load_policy, policy_class, policy_options, weights
from cogarena.envs.core.game import Game
from cogarena.training.config import Config, Train
from cogarena.training.learning.advised import AdvisedVecEnv
from cogarena.training.self_play.learner import SelfPlayPPO
from cogarena.training.self_play.vec_env import SelfPlayVecEnv

ADAM = ("step", "exp_avg", "exp_avg_sq")  # what the optimiser keeps for each parameter


def build_env(config: Config, game: Game) -> Any:
    """The environment that the policy learns in: by itself, or among rivals by self-play."""
    envs, threads = config.train.envs, config.train.threads or None
    if game.shared_reward:
        return AdvisedVecEnv(game, envs, config.network, threads=threads, **config.settings)
    return SelfPlayVecEnv(
        game, envs, wanted=config.self_play, network=config.network, threads=threads,
        **config.settings,
    )  # fmt: skip


def build_model(config: Config, game: Game, env: VecEnv) -> MaskablePPO:
    """The learner with random weights; all chance comes from the seed of the experiment."""
    train = config.train
    torch.set_num_threads(train.torch_threads)
    torch.distributions.Distribution.set_default_validate_args(False)  # a tenth of the time
    chance = np.random.SeedSequence(train.seed)
    learner = SelfPlayPPO if isinstance(env, SelfPlayVecEnv) else MaskablePPO
    model = learner(
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
        seed=int(chance.generate_state(1, np.uint32)[0]),
        device="cpu",
    )
    # 64 random bits: out of the way of the seeds that results are published on.
    env.seed(int(chance.generate_state(2, np.uint64)[1]))
    return model


def scheduled(value: float, schedule: str, train: Train, remaining: float) -> float:
    """A value when a share of the steps remains after a rollout.

    It is always the same, or follows a line from the full one before the first update to 0.
    """
    if schedule == "constant":
        return value
    return value * min(1.0, remaining + train.envs * train.n_steps / train.steps)


def model_tensors(model: Any) -> tuple[checkpoint.Tensors, checkpoint.Tensors]:
    """The weights, and what the optimiser remembers, by name."""
    kept = model.policy.optimizer.state_dict()["state"]
    optimizer = {
        f"{number}.{key}": memory[key].numpy(force=True)
        for number, memory in kept.items()
        for key in ADAM
    }
    return weights(model.policy), optimizer


def load_model(model: Any, found: Checkpoint) -> None:
    """Give a learner the weights, the optimiser's memory and the counters of a checkpoint."""
    load_policy(model.policy, found)
    if found.note.updates:
        _load_optimizer(model.policy.optimizer, found)
    model.num_timesteps = found.note.steps
    model._n_updates = found.note.updates


def _load_optimizer(optimizer: Any, found: Checkpoint) -> None:
    parameters = optimizer.param_groups[0]["params"]
    wanted = {
        f"{number}.{key}": () if key == "step" else tuple(parameter.shape)
        for number, parameter in enumerate(parameters)
        for key in ADAM
    }
    checkpoint.check_tensors(found.optimizer, wanted, found.folder / checkpoint.OPTIMIZER)
    memory = {
        number: {key: torch.from_numpy(found.optimizer[f"{number}.{key}"].copy()) for key in ADAM}
        for number in range(len(parameters))
    }
    optimizer.load_state_dict(optimizer.state_dict() | {"state": memory})
