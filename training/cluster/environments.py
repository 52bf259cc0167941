"""The environments as RLlib takes them: observation and action mask together, made of one dict.

The dict holds the name of the `game`, its `settings` and the `network`, which may have an adviser;
RLlib adds how many rows it wants.
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


class SharedAim(BatchEnv):
    """Many episodes of a game that one agent plays, in one batch."""

    def __init__(self, wanted: Mapping[str, Any]) -> None:
        settings, network = wanted["settings"], Network(**wanted["network"])
        super().__init__(wanted["game"], wanted["num_envs"], threads=1, **settings)
        self._adviser = Adviser(self.game, network, settings)
        layout = shown_layout(self.game, network)
        self.single_observation_space = masked_observation_space(self.game, layout)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)

    def reset(self, *, seed: Any = None, options: Any = None) -> tuple[Any, Info]:
        """As `BatchEnv.reset`, from a seed that no evaluation plays."""
        _, info = super().reset(seed=None if seed is None else remote_seed(seed), options=options)
        return self._shown(np.arange(self.num_envs)), info

    def step(self, actions: Any) -> tuple[Any, Array, Array, Array, Info]:
        """As `BatchEnv.step`; rows that had ended begin anew."""
        begun = np.flatnonzero(self.batch.over)
        _, rewards, terminated, truncated, info = super().step(actions)
        return self._shown(begun), rewards, terminated, truncated, info

    def _shown(self, begun: Array) -> dict[str, Array]:
        """What the network is shown; there is no advice where an episode has ended."""
        batch, live = self.batch, np.flatnonzero(~self.batch.over)
        self._adviser.begin(begun, batch.seeds[begun])
        shown = self._adviser.without(batch.observations)
        shown[live] = self._adviser.beside(live, batch.observations[live], batch.masks[live])
        return {"observation": shown, "action_mask": batch.masks.copy()}

    def _info(self) -> Info:
        """Nothing: the mask is part of the observation."""
        return {}


class Rivals(MultiAgentEnv):  # type: ignore[misc]
    """One episode of a game of rivals, over PettingZoo's AEC environment.

    Only the agent that is asked sees something, and what it has earned since it was last asked.
    All agents end together, and in the same way.
    """

    def __init__(self, wanted: Mapping[str, Any]) -> None:
        settings, network = wanted["settings"], Network(**wanted["network"])
        self.table = AECGame(wanted["game"], **settings)
        self._adviser = Adviser(self.table.game, network, settings)
        self.possible_agents = self.agents = self.table.possible_agents[:]
        space = masked_observation_space(self.table.game, shown_layout(self.table.game, network))
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = self.table.action_spaces
        super().__init__()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, View], Infos]:
        """Begin an episode; a seed leads to one that no evaluation plays."""
        self.table.reset(None if seed is None else remote_seed(seed))
        seats = np.arange(len(self.possible_agents))
        self._adviser.begin(seats, np.full(len(seats), self.table.episode.seed, np.uint64))
        asked = self.table.agent_selection
        return {asked: self._shown(asked, self.table.observe(asked))}, {}

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
            view, rewards[agent], *_, infos[agent] = table.last()
            views[agent] = self._shown(agent, view)
            if over:
                table.step(None)
        return views, rewards, {ALL: terminated}, {ALL: truncated and not terminated}, infos

    def _shown(self, agent: str, view: View) -> View:
        """What the network is shown; there is no advice when the episode has ended."""
        seen, mask = view["observation"][None], view["action_mask"][None]
        if self.table.episode.over:
            return {"observation": self._adviser.without(seen)[0], "action_mask": mask[0]}
        seat = np.array([self.possible_agents.index(agent)])
        return {"observation": self._adviser.beside(seat, seen, mask)[0], "action_mask": mask[0]}

    def render(self) -> None:
        """Nothing: films are made by `cogarena record`."""

    def close(self) -> None:
        """Close what the game has open."""
        self.table.close()


def remote_seed(seed: int) -> int:
    """63 random bits: out of the way of the seeds that results are published on."""
    return int(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0] >> np.uint64(1))
