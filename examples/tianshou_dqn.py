"""Tianshou: DQN with action masks, in one seat of a race against a random robot.

pip install . tianshou
python examples/tianshou_dqn.py 100000
"""

import sys

from tianshou.algorithm import DQN, MultiAgentOffPolicyAlgorithm
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.algorithm.random import MARLRandomDiscreteMaskedOffPolicyAlgorithm
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

from cogarena import race_v2

ENVS = 4


def environment(**settings) -> PettingZooEnv:
    """Robots that act one after another; Tianshou moves the mask to where its policies read it."""
    return PettingZooEnv(race_v2.env(robots=2, normalise=True, info="numbers", **settings))


def learner(env: PettingZooEnv) -> DQN:
    """A Q-learning agent."""
    model = Net(
        state_shape=env.observation_space["observation"].shape,
        action_shape=env.action_space.n,
        hidden_sizes=[128, 128],
    )
    policy = DiscreteQLearningPolicy(model=model, action_space=env.action_space, eps_training=0.1)
    return DQN(policy=policy, optim=AdamOptimizerFactory(lr=1e-4), target_update_freq=500)


def main(steps: int = 100_000, **settings):
    """Train in the first seat, and return what Tianshou tells of the training."""
    env = environment(**settings)
    envs = DummyVectorEnv([lambda: environment(**settings) for _ in range(ENVS)])
    players = [learner(env), MARLRandomDiscreteMaskedOffPolicyAlgorithm(env.action_space)]
    algorithm = MultiAgentOffPolicyAlgorithm(algorithms=players, env=env)
    collector = Collector(algorithm, envs, VectorReplayBuffer(20_000, ENVS), exploration_noise=True)
    collector.reset()
    told = algorithm.run_training(
        OffPolicyTrainerParams(
            training_collector=collector,
            max_epochs=1,
            epoch_num_steps=steps,
            collection_step_num_env_steps=64,
            batch_size=64,
            update_step_num_gradient_steps_per_sample=0.1,
        )
    )
    print(told)
    return told


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
