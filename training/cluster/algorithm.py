"""An experiment as RLlib's PPO configuration."""

import dataclasses
from typing import Any

import numpy as np
from gymnasium import VectorizeMode
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec

from cogarena.envs.core import registry
from cogarena.envs.core.errors import SettingError
from cogarena.training.cluster.environments import Rivals, SharedAim
from cogarena.training.cluster.learner import Learner
from cogarena.training.cluster.measures import Measures
from cogarena.training.cluster.module import MaskedPolicy
from cogarena.training.config import Config, Train

SHARED = "shared"  # the one policy that plays every seat of a game of rivals
UNLIMITED = float("inf")
MOST_RESTARTS = 1000  # of a worker
SECONDS_FOR_A_SIGN = 2.0  # of life of a lost worker, before each round


def check(config: Config) -> None:
    """Refuse what cannot be shared out."""
    workers, envs = config.ray.workers, config.train.envs
    if workers and envs % workers:
        raise SettingError(
            f"[ray] workers = {workers} must divide [train] envs = {envs}: "
            "every worker plays as many episodes as the others"
        )


def unused(config: Config) -> list[str]:
    """What the experiment says that means nothing here, and why."""
    notes = []
    if seats(config) > 1:
        notes.append("[self_play] is not used: the learner has all seats of every episode")
    if config.train.threads > 1:
        notes.append(f"[train] threads = {config.train.threads} is not used: a worker has one CPU")
    return notes


def ppo(config: Config, steps: int) -> PPOConfig:
    """The configuration; its chance comes from the seed and the steps done before."""
    settings = PPOConfig()
    train = config.train
    settings.training(
        **_training(train),
        lr=_scheduled(train.learning_rate, train.schedule, train, steps),
        entropy_coeff=_scheduled(train.ent_coef, train.ent_schedule, train, steps),
    )
    settings.callbacks(Measures)
    settings.env_runners(
        num_env_runners=config.ray.workers,
        num_envs_per_env_runner=config.train.envs // max(config.ray.workers, 1),
        rollout_fragment_length=config.train.n_steps,
    )
    settings.learners(num_learners=0, learner_class=Learner)
    settings.fault_tolerance(
        restart_failed_env_runners=True,
        max_num_env_runner_restarts=MOST_RESTARTS,
        env_runner_health_probe_timeout_s=SECONDS_FOR_A_SIGN,
    )
    settings.debugging(seed=_seed(config.train, steps), log_level="ERROR")
    _add_environment(settings, config)
    return settings


def seats(config: Config) -> int:
    """How many play for themselves: one where all seats of the game have the same aim."""
    game = registry.load(config.game)
    return 1 if game.shared_reward else len(game.agents(game.read(config.settings)))


def _training(train: Train) -> dict[str, Any]:
    return {
        "gamma": train.gamma,
        "lambda_": train.gae_lambda,
        "clip_param": train.clip_range,
        "vf_clip_param": UNLIMITED,
        "vf_loss_coeff": train.vf_coef,
        "use_kl_loss": False,
        "grad_clip": train.max_grad_norm,
        "grad_clip_by": "global_norm",
        "train_batch_size_per_learner": train.envs * train.n_steps,
        "minibatch_size": train.batch_size,
        "num_epochs": train.n_epochs,
    }


def _scheduled(value: float, schedule: str, train: Train, steps: int) -> float | list[list[float]]:
    """A value that is always the same, or a line to 0; RLlib counts from a session's start."""
    if schedule == "constant":
        return value
    remaining = max(train.steps - steps, 1)
    return [[0, value * remaining / train.steps], [remaining, 0.0]]


def _add_environment(settings: PPOConfig, config: Config) -> None:
    """Games of one aim are played in batches, games of rivals by one policy in all seats."""
    network = dataclasses.asdict(config.network)
    wanted = {"game": config.game, "settings": config.settings, "network": network}
    policy = RLModuleSpec(
        module_class=MaskedPolicy, model_config={"game": config.game, "network": network}
    )
    if seats(config) == 1:
        settings.environment(SharedAim, env_config=wanted)
        settings.env_runners(gym_env_vectorize_mode=VectorizeMode.VECTOR_ENTRY_POINT)
        settings.rl_module(rl_module_spec=policy)
    else:
        settings.environment(Rivals, env_config=wanted)
        settings.multi_agent(policies={SHARED}, policy_mapping_fn=_shared)
        settings.rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={SHARED: policy}))


def _shared(*args: Any, **kwargs: Any) -> str:
    return SHARED


def _seed(train: Train, steps: int) -> int:
    return int(np.random.SeedSequence([train.seed, steps]).generate_state(1, np.uint32)[0] // 2)
