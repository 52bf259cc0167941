"""Minari: a dataset of the scripted player's games, with masks and results, for offline learning.

pip install . 'minari[create,hdf5]'
python examples/minari_dataset.py 20
"""

import sys

import gymnasium
import minari
import numpy as np
from minari import DataCollector

import cogarena  # noqa: F401 - registers the ids
from cogarena.agents.registry import find

TASK, DATASET = "cogarena/CoopTD-v1", "cogarena/coop_td-scripted-v0"
ROW = np.zeros(1, np.int64)  # agents choose for many episodes at once: here for one, number 0


def collect(episodes: int, name: str = "scripted", **settings):
    """Play some episodes, recording observations, masks, actions, rewards and infos."""
    made = gymnasium.make(TASK, mask="observation", info="numbers", **settings)
    env, player = DataCollector(made, record_infos=True), find(name, made.unwrapped.game, settings)
    for seed in range(episodes):
        seen, _ = env.reset(seed=seed)
        player.begin(ROW, np.array([seed], np.uint64))
        ended = False
        while not ended:
            (action,) = player.act(ROW, seen["observation"][None], seen["action_mask"][None])
            seen, _, terminated, truncated, _ = env.step(int(action))
            ended = terminated or truncated
    return env


def main(episodes: int = 20, **arguments):
    """Write the dataset, and read it again as somebody else would."""
    if DATASET in minari.list_local_datasets():
        minari.delete_dataset(DATASET)
    collect(episodes, **arguments).create_dataset(DATASET, algorithm_name="scripted")
    dataset = minari.load_dataset(DATASET)
    for episode in dataset:
        masks, actions = episode.observations["action_mask"][:-1], episode.actions
        assert masks[np.arange(len(actions)), actions].all()
        print(f"episode {episode.id}: {len(actions)} decisions, won: {episode.infos['won'][-1]}")
    return dataset


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
