"""TorchRL: one agent as `GymEnv`, all agents as `PettingZooWrapper`, both with action masks.

pip install . torchrl
python examples/torchrl_environments.py
"""

from torchrl.envs import ActionMask, GymEnv, PettingZooWrapper, TransformedEnv, check_env_specs

import cogarena  # noqa: F401 - registers the ids
from cogarena import race_v2

TASK = "cogarena/CoopTD-v1"


def one_agent(**settings):
    """One agent. The mask is in the observation, where TorchRL's `ActionMask` looks for it.

    `info="numbers"` gives the result in tensors: it may be read as `won` at every step. To see
    which there are, TorchRL plays a random step before it knows the mask: hence `illegal`.
    """
    form = {"mask": "observation", "normalise": True, "info": "numbers", "illegal": "random"}
    env = GymEnv(TASK, **form, **settings)
    return TransformedEnv(env.auto_register_info_dict(), ActionMask())


def all_agents(**settings):
    """Robots that act one after another: a step is one decision, `mask` tells whose."""
    table = race_v2.env(robots=2, normalise=True, info="numbers", **settings)
    return PettingZooWrapper(table, use_mask=True)


def together(**settings):
    """Robots that act at the same time; who is not asked can only pass."""
    return PettingZooWrapper(race_v2.parallel_env(robots=2, info="numbers", **settings))


def main(decisions: int = 100) -> None:
    """Check each environment, and play some decisions at random."""
    for make in (one_agent, all_agents, together):
        env = make()
        check_env_specs(env)
        print(f"{make.__name__}: {env.rollout(decisions)}")
        env.close()


if __name__ == "__main__":
    main()
