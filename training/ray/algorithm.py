"""An experiment as RLlib's PPO: configuration, policy module, learner and metrics."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from gymnasium import VectorizeMode
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.algorithms.ppo.torch.ppo_torch_learner import PPOTorchLearner
from ray.rllib.callbacks.callbacks import RLlibCallback
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis.value_function_api import ValueFunctionAPI
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.core.rl_module.torch import TorchRLModule
from ray.rllib.env.multi_agent_episode import MultiAgentEpisode

from cogarena.agents.checkpoint import Network
from cogarena.agents.trained import build_policy
from cogarena.envs.core import registry
from cogarena.envs.core.errors import SettingError
from cogarena.training.config import Config, Train
from cogarena.training.ray.environments import CompetitiveEnv, SharedRewardEnv
from cogarena.training.validation import RECENT_EPISODES, numbers_of

SHARED = "shared"  # the one policy that plays every seat of a competitive game
UNLIMITED = float("inf")
MAX_RESTARTS = 1000  # of a worker
PROBE_SECONDS = 2.0  # to wait for a sign of life of a lost worker, before each round
ILLEGAL_LOGIT = -1e8  # as in sb3-contrib
GAME = "game"  # the group of the game's own measures


def check(config: Config) -> None:
    """Refuse episodes that cannot be divided among the workers."""
    workers, envs = config.ray.workers, config.train.envs
    if workers and envs % workers:
        raise SettingError(
            f"[ray] workers = {workers} must divide [train] envs = {envs}: "
            "every worker plays the same number of episodes"
        )


def unused(config: Config) -> list[str]:
    """Notes on the settings of the experiment that have no effect here."""
    notes = []
    if seats(config) > 1:
        notes.append("[self_play] is not used: the learner plays all seats of every episode")
    if config.train.threads > 1:
        notes.append(f"[train] threads = {config.train.threads} is not used: a worker has one CPU")
    return notes


def ppo(config: Config, steps: int) -> PPOConfig:
    """RLlib's configuration; its seed depends on that of the experiment and the steps done."""
    settings = PPOConfig()
    train = config.train
    settings.training(
        **_training(train),
        lr=_scheduled(train.learning_rate, train.schedule, train, steps),
        entropy_coeff=_scheduled(train.ent_coef, train.ent_schedule, train, steps),
    )
    settings.callbacks(FinalInfoMetrics)
    settings.env_runners(
        num_env_runners=config.ray.workers,
        num_envs_per_env_runner=config.train.envs // max(config.ray.workers, 1),
        rollout_fragment_length=config.train.n_steps,
    )
    settings.learners(num_learners=0, learner_class=Learner)
    settings.fault_tolerance(
        restart_failed_env_runners=True,
        max_num_env_runner_restarts=MAX_RESTARTS,
        env_runner_health_probe_timeout_s=PROBE_SECONDS,
    )
    settings.debugging(seed=_seed(config.train, steps), log_level="ERROR")
    _add_environment(settings, config)
    return settings


def seats(config: Config) -> int:
    """The number of seats with a reward of their own: 1 where all share one reward."""
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
    """A constant, or a line to 0 over the remaining steps: RLlib counts from this session on."""
    if schedule == "constant":
        return value
    remaining = max(train.steps - steps, 1)
    return [[0, value * remaining / train.steps], [remaining, 0.0]]


def _add_environment(settings: PPOConfig, config: Config) -> None:
    """Batches where all seats share one reward, else one policy in all seats of an episode."""
    network = dataclasses.asdict(config.network)
    env_config = {"game": config.game, "settings": config.settings, "network": network}
    policy = RLModuleSpec(
        module_class=MaskedPolicy, model_config={"game": config.game, "network": network}
    )
    if seats(config) == 1:
        settings.environment(SharedRewardEnv, env_config=env_config)
        settings.env_runners(gym_env_vectorize_mode=VectorizeMode.VECTOR_ENTRY_POINT)
        settings.rl_module(rl_module_spec=policy)
    else:
        settings.environment(CompetitiveEnv, env_config=env_config)
        settings.multi_agent(policies={SHARED}, policy_mapping_fn=_shared)
        settings.rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={SHARED: policy}))


def _shared(*args: Any, **kwargs: Any) -> str:
    return SHARED


def _seed(train: Train, steps: int) -> int:
    return int(np.random.SeedSequence([train.seed, steps]).generate_state(1, np.uint32)[0] // 2)


class MaskedPolicy(TorchRLModule, ValueFunctionAPI):  # type: ignore[misc]
    """SB3's network as an RLlib module, so that its weights keep SB3's names.

    Only legal actions are chosen. Its `model_config` holds the `game` and the `network`.
    """

    def setup(self) -> None:
        """Build the network of `cogarena.agents.trained`, with random weights."""
        game = registry.load(self.model_config["game"])
        self.policy = build_policy(game, Network(**self.model_config["network"]))

    def _forward(self, batch: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        features = self._features(batch)
        logits = self.policy.action_net(self.policy.mlp_extractor.forward_actor(features))
        legal = batch[Columns.OBS]["action_mask"] > 0
        return {
            Columns.ACTION_DIST_INPUTS: torch.where(legal, logits, ILLEGAL_LOGIT),
            Columns.EMBEDDINGS: features,
        }

    def _forward_exploration(self, batch: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        """As `_forward`, without the features, which would be sent along with the episodes."""
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


class Learner(PPOTorchLearner):  # type: ignore[misc]
    """RLlib's learner with the optimiser of SB3's policy: Adam with SB3's constants."""

    def configure_optimizers_for_module(self, module_id: str, config: Any = None) -> None:
        """Register the optimiser of the policy."""
        policy = self.module[module_id].policy
        self.register_optimizer(
            module_id=module_id,
            optimizer=policy.optimizer,
            params=list(policy.parameters()),
            lr_or_lr_schedule=config.lr,
        )


@dataclass
class Model:
    """The parts of an SB3 model that the rest of training uses: a policy and two counters."""

    policy: Any
    num_timesteps: int = 0
    _n_updates: int = 0

    @property
    def updates(self) -> int:
        """Passes over the data."""
        return self._n_updates

    def count(self, steps: int, passes: int) -> None:
        """Count steps that were learned from, and the passes over them."""
        self.num_timesteps += steps
        self._n_updates += passes


def model_of(algorithm: Any) -> Model:
    """The policy inside the learner, which runs in this process."""
    (found,) = algorithm.learner_group.foreach_learner(_policy)
    return Model(found.get())


def _policy(learner: Learner) -> Any:
    (name,) = learner.module.keys()
    return learner.module[name].policy


class FinalInfoMetrics(RLlibCallback):  # type: ignore[misc]
    """Logs the numbers of the final info of every episode, from the workers."""

    def on_episode_end(self, *, episode: Any, metrics_logger: Any, **kwargs: Any) -> None:
        """Log the numbers of the episode's last info."""
        for name, value in numbers_of(_last_info(episode)).items():
            metrics_logger.log_value((GAME, name), value, window=RECENT_EPISODES)


def _last_info(episode: Any) -> Mapping[str, Any]:
    """The last info, which is the same for all agents."""
    info = episode.get_infos(-1)
    if isinstance(episode, MultiAgentEpisode):
        info = next(iter(info.values()), {})
    return {name: value for name, value in info.items() if name != "events"}
