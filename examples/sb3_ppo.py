"""Stable-Baselines3's PPO, which knows no action masks: illegal actions are replaced.

    pip install '.[train]'
    python examples/sb3_ppo.py 100000

With `illegal="random"` an action that is not legal is replaced by a random legal one, so that
algorithms without masks can learn; `illegal="lose"` ends the episode instead. MaskablePPO of
sb3-contrib needs neither: see `cogarena.wrappers.sb3.BatchVecEnv`.
"""

import sys

from stable_baselines3 import PPO
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.evaluation import evaluate_policy

import cogarena  # noqa: F401 - registers the ids

TASK = "cogarena/CoopTD-v1"


def environments(count: int, seed: int):
    """Monitored environments; the last info of an episode holds its result, such as `won`."""
    arguments = {"illegal": "random", "normalise": True}
    monitored = {"info_keywords": ("won", "rounds")}
    return make_vec_env(TASK, count, seed, env_kwargs=arguments, monitor_kwargs=monitored)


def main(steps: int = 100_000, envs: int = 8, episodes: int = 20) -> float:
    """Train, then return the mean return of some episodes."""
    model = PPO("MlpPolicy", environments(envs, seed=0), n_steps=128, batch_size=256, verbose=1)
    model.learn(steps)
    mean, deviation = evaluate_policy(model, environments(1, seed=1000), episodes)
    print(f"mean return over {episodes} episodes: {mean:.2f}, standard deviation {deviation:.2f}")
    return mean


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
