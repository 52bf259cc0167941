"""The environments for RLlib: observations and action masks together.

Each is built from one dict with the name of the `game`, its `settings` and the `network`, which may
have an adviser; RLlib adds `num_envs`, the number of rows.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.vector.utils import batch_space
from ray.rllib.env.multi_agent_env import MultiAgentEnv

from cogarena.agents.advice import Adviser, shown_layout
from cogarena.agents.checkpoint import Network
from cogarena.agents.protocol import Array
from cogarena.wrappers.aec import AECGame, Infos, View
from cogarena.wrappers.gymnasium import masked_observation_space
from cogarena.wrappers.vector import BatchEnv, Info

ALL = "__all__"  # RLlib's name for the whole episode
Ends = dict[str, bool]


class SharedRewardEnv(BatchEnv):
    """A batch of episodes of a game in which all seats share one reward."""

    def __init__(self, config: Mapping[str, Any]) -> None:
        settings, network = config["settings"], Network(**config["network"])
        super().__init__(config["game"], config["num_envs"], threads=1, **settings)
        self._adviser = Adviser(self.game, network, settings)
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
        return self._shown(begun), rewards, terminated, truncated, info

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
    All agents terminate or are truncated together.
    """

    def __init__(self, config: Mapping[str, Any]) -> None:
        settings, network = config["settings"], Network(**config["network"])
        self.aec = AECGame(config["game"], **settings)
        self._adviser = Adviser(self.aec.game, network, settings)
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
            view, rewards[agent], *_, infos[agent] = aec.last()
            views[agent] = self._shown(agent, view)
            if over:
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
