"""The environments as RLlib takes them: observation and action mask together, made of one dict.

The dict holds the name of the `game` and its `settings`; RLlib adds how many rows it wants.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.vector.utils import batch_space
from ray.rllib.env.multi_agent_env import MultiAgentEnv

from cogworks.wrappers.aec import AECGame
from cogworks.wrappers.spaces import masked_observation_space
from cogworks.wrappers.table import Infos, View
from cogworks.wrappers.vector import BatchEnv, Info

ALL = "__all__"  # RLlib's name for the whole episode
Ends = dict[str, bool]


class SharedAim(BatchEnv):
    """Many episodes of a game that one agent plays, in one batch."""

    def __init__(self, wanted: Mapping[str, Any]) -> None:
        super().__init__(wanted["game"], wanted["num_envs"], threads=1, **wanted["settings"])
        self.single_observation_space = masked_observation_space(self.game)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)

    def reset(self, *, seed: Any = None, options: Any = None) -> tuple[Any, Info]:
        """As `BatchEnv.reset`, from a seed that no evaluation plays."""
        return super().reset(seed=None if seed is None else remote_seed(seed), options=options)

    def _observations(self) -> Any:
        return {"observation": super()._observations(), "action_mask": self.batch.masks.copy()}

    def _info(self) -> Info:
        """Nothing: the mask is part of the observation."""
        return {}


class Rivals(MultiAgentEnv):  # type: ignore[misc]
    """One episode of a game of rivals, over PettingZoo's AEC environment.

    Only the agent that is asked sees something, and what it has earned since it was last asked.
    All agents end together, and in the same way.
    """

    def __init__(self, wanted: Mapping[str, Any]) -> None:
        self.table = AECGame(wanted["game"], **wanted["settings"])
        self.possible_agents = self.agents = self.table.possible_agents[:]
        self.observation_spaces = self.table.observation_spaces
        self.action_spaces = self.table.action_spaces
        super().__init__()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, View], Infos]:
        """Begin an episode; a seed leads to one that no evaluation plays."""
        self.table.reset(None if seed is None else remote_seed(seed))
        asked = self.table.agent_selection
        return {asked: self.table.observe(asked)}, {}

    def step(
        self, action_dict: Mapping[str, Any]
    ) -> tuple[dict[str, View], dict[str, float], Ends, Ends, Infos]:
        """Apply the action of the one agent that was asked."""
        table = self.table
        table.step(action_dict[table.agent_selection])
        views, rewards, infos = {}, {}, {}
        over = table.episode.over
        terminated, truncated = table.episode.terminated, table.episode.truncated
        for _ in range(len(table.agents) if over else 1):
            agent = table.agent_selection
            views[agent], rewards[agent], *_, infos[agent] = table.last()
            if over:
                table.step(None)
        return views, rewards, {ALL: terminated}, {ALL: truncated and not terminated}, infos

    def render(self) -> None:
        """Nothing: films are made by `cogworks record`."""

    def close(self) -> None:
        """Close what the game has open."""
        self.table.close()


def remote_seed(seed: int) -> int:
    """63 random bits: out of the way of the seeds that results are published on."""
    return int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0] >> np.uint64(1))
