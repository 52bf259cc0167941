"""RLlib's PPO learner with the optimiser of SB3, and its policy as `learning` takes it."""

from dataclasses import dataclass
from typing import Any

from ray.rllib.algorithms.ppo.torch.ppo_torch_learner import PPOTorchLearner


class Learner(PPOTorchLearner):  # type: ignore[misc]
    """PPO by the optimiser that SB3's policy brings along: Adam with the constants of SB3."""

    def configure_optimizers_for_module(self, module_id: str, config: Any = None) -> None:
        """Take the optimiser of the policy."""
        policy = self.module[module_id].policy
        self.register_optimizer(
            module_id=module_id,
            optimizer=policy.optimizer,
            params=list(policy.parameters()),
            lr_or_lr_schedule=config.lr,
        )


@dataclass
class Pupil:
    """What SB3's learner is to `cogarena.training.learning`: a policy and two counters."""

    policy: Any
    num_timesteps: int = 0
    _n_updates: int = 0

    @property
    def updates(self) -> int:
        """Passes over the data."""
        return self._n_updates

    def learned(self, steps: int, passes: int) -> None:
        """Count what was learned from."""
        self.num_timesteps += steps
        self._n_updates += passes


def pupil(algorithm: Any) -> Pupil:
    """The policy inside the learner, which lives in this process."""
    (found,) = algorithm.learner_group.foreach_learner(_policy)
    return Pupil(found.get())


def _policy(learner: Learner) -> Any:
    (name,) = learner.module.keys()
    return learner.module[name].policy
