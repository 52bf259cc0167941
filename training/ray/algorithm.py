"""An experiment as RLlib's PPO: environments, configuration, policy module, learner and metrics.

Observations of the environments include the action mask. Each is built from one dict with the
name of the `game`, its `settings` and the `network`, which may have an adviser; RLlib adds
`num_envs`, the number of rows.
"""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from gymnasium import VectorizeMode
from gymnasium.vector.utils import batch_space
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.algorithms.ppo.torch.ppo_torch_learner import PPOTorchLearner
from ray.rllib.callbacks.callbacks import RLlibCallback
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis.value_function_api import ValueFunctionAPI
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.core.rl_module.torch import TorchRLModule
from ray.rllib.env.multi_agent_env import MultiAgentEnv
from ray.rllib.env.multi_agent_episode import MultiAgentEpisode

from cogarena.agents.checkpoint import Network
from cogarena.agents.protocol import Array
from cogarena.agents.script import Adviser, shown_layout
from cogarena.agents.trained import build_policy
from cogarena.envs.core import registry
from cogarena.envs.core.errors import SettingError
from cogarena.training.config import Config, Train
from cogarena.training.validation import RECENT_EPISODES, numbers_of
from cogarena.wrappers.aec import AECGame, Infos, View
from cogarena.wrappers.gymnasium import masked_observation_space
from cogarena.wrappers.info import EVENTS, Info
from cogarena.wrappers.vector import BatchEnv

SHARED = "shared"  # the one policy that plays every seat of a competitive game
UNLIMITED = float("inf")
MAX_RESTARTS = 1000  # of a worker
PROBE_SECONDS = 2.0  # to wait for a lost worker to respond, before each round
ILLEGAL_LOGIT = -1e8  # as in sb3-contrib
ALL = "__all__"  # RLlib's name for the whole episode
GAME = "game"  # the group of the game's own measures

Ends = dict[str, bool]


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
    """The number of seats with separate rewards: 1 where all share one reward."""
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
    env_config = {
        "game": config.game, "settings": config.settings, "network": network,
        "reward_scale": config.train.reward_scale,
    }  # fmt: skip
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
    return {name: value for name, value in info.items() if name != EVENTS}


class SharedRewardEnv(BatchEnv):
    """A batch of episodes of a game in which all seats share one reward."""

    def __init__(self, config: Mapping[str, Any]) -> None:
        settings, network = config["settings"], Network(**config["network"])
        super().__init__(config["game"], config["num_envs"], threads=1, **settings)
        self._adviser = Adviser(self.game, network, settings)
        self._reward_scale = config.get("reward_scale", 1.0)
        layout = shown_layout(self.game, network)
        self.single_observation_space = masked_observation_space(self.game, layout)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)

    def reset(self, *, seed: Any = None, options: Any = None) -> tuple[Any, Info]:
        """As `BatchEnv.reset`, with a seed that no evaluation uses."""
        _, info = super().reset(seed=None if seed is None else remote_seed(seed), options=options)
        return self._shown(np.arange(self.num_envs)), info

    def step(self, actions: Any) -> tuple[Any, Array, Array, Array, Info]:
        """As `BatchEnv.step`; rows that had ended start a new episode."""
        begun = np.flatnonzero(self.batch.over)
        _, rewards, terminated, truncated, info = super().step(actions)
        return self._shown(begun), rewards * self._reward_scale, terminated, truncated, info

    def _shown(self, begun: Array) -> dict[str, Array]:
        """The network's input, without advice where an episode has ended."""
        batch, live = self.batch, np.flatnonzero(~self.batch.over)
        self._adviser.begin(begun, batch.seeds[begun])
        shown = self._adviser.without(batch.observations)
        shown[live] = self._adviser.beside(live, batch.observations[live], batch.masks[live])
        return {"observation": shown, "action_mask": batch.masks.copy()}

    def _info(self) -> Info:
        """Empty: the mask is part of the observation."""
        return {}


class CompetitiveEnv(MultiAgentEnv):  # type: ignore[misc]
    """One episode of a competitive game, over PettingZoo's AEC environment.

    Only the agent that is to act gets an observation, with its reward since its last action.
    All agents terminate or are truncated together. Infos are given at the end alone.
    """

    def __init__(self, config: Mapping[str, Any]) -> None:
        settings, network = config["settings"], Network(**config["network"])
        self.aec = AECGame(config["game"], **settings)
        self._adviser = Adviser(self.aec.game, network, settings)
        self._reward_scale = config.get("reward_scale", 1.0)
        self.possible_agents = self.agents = self.aec.possible_agents[:]
        space = masked_observation_space(self.aec.game, shown_layout(self.aec.game, network))
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = self.aec.action_spaces
        super().__init__()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, View], Infos]:
        """Begin an episode; no seed leads to an episode of an evaluation."""
        self.aec.reset(None if seed is None else remote_seed(seed))
        seats = np.arange(len(self.possible_agents))
        self._adviser.begin(seats, np.full(len(seats), self.aec.episode.seed, np.uint64))
        asked = self.aec.agent_selection
        return {asked: self._shown(asked, self.aec.observe(asked))}, {}

    def step(
        self, action_dict: Mapping[str, Any]
    ) -> tuple[dict[str, View], dict[str, float], Ends, Ends, Infos]:
        """Apply the action of the one agent that was to act."""
        aec = self.aec
        aec.step(action_dict[aec.agent_selection])
        views, rewards, infos = {}, {}, {}
        over = aec.episode.over
        terminated, truncated = aec.episode.terminated, aec.episode.truncated
        for _ in range(len(aec.agents) if over else 1):
            agent = aec.agent_selection
            view, reward, *_, info = aec.last()
            rewards[agent] = reward * self._reward_scale
            views[agent] = self._shown(agent, view)
            if over:
                infos[agent] = info
                aec.step(None)
        return views, rewards, {ALL: terminated}, {ALL: truncated and not terminated}, infos

    def _shown(self, agent: str, view: View) -> View:
        """The network's input, without advice when the episode has ended."""
        seen, mask = view["observation"][None], view["action_mask"][None]
        if self.aec.episode.over:
            return {"observation": self._adviser.without(seen)[0], "action_mask": mask[0]}
        seat = np.array([self.possible_agents.index(agent)])
        return {"observation": self._adviser.beside(seat, seen, mask)[0], "action_mask": mask[0]}

    def render(self) -> None:
        """Do nothing: `cogarena record` makes films."""

    def close(self) -> None:
        """Close the game."""
        self.aec.close()


def remote_seed(seed: int) -> int:
    """63 random bits: far from the seeds of validation and of published results."""
    return int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0] >> np.uint64(1))
