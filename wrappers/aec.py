"""PettingZoo's AEC environment: one decision of one agent at a time, as the engine asks them."""

from typing import Any

import numpy as np
from pettingzoo.utils.env import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from cogarena.envs.core.errors import EpisodeOverError, StateError
from cogarena.envs.core.game import Game
from cogarena.wrappers.arguments import require_seat
from cogarena.wrappers.table import Table, View

SUM = np.dtype("<f8")  # of an agent's rewards in `state_bytes`


class AECGame(Table, AECEnv):  # type: ignore[misc]
    """All agents end together. Every agent's reward is given after every decision."""

    def __init__(self, game: Game | str, **arguments: Any) -> None:
        super().__init__(game, **arguments)
        self.agent_selection = ""  # nobody before the first reset
        self._ended = False

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the episode with this seed, or the next one. There are no options."""
        self._begin(seed)
        self._seat_agents(dict.fromkeys(self.possible_agents, 0.0))

    def _seat_agents(self, sums: dict[str, float]) -> None:
        """All agents at the table, as the episode stands; `sums` are their rewards not yet seen."""
        episode = self.episode
        self.agents = self.possible_agents[:]
        self.rewards = dict(zip(self.agents, episode.rewards.tolist(), strict=False))
        self._cumulative_rewards = sums
        self._ended = episode.over
        self.agent_selection = self.agents[0] if self._ended else episode.agent
        self.terminations = dict.fromkeys(self.agents, episode.terminated)
        self.truncations = dict.fromkeys(self.agents, episode.truncated)
        self.infos = self._infos(episode.events())

    def step(self, action: Any) -> None:
        """Apply the selected agent's action; None, once it has ended. A refusal changes nothing."""
        if self._ended:
            self._leave(action)
            return
        episode = self.episode
        episode.act(action)
        self.viewer.follow(episode)
        sums = self._cumulative_rewards
        sums[self.agent_selection] = 0.0
        self.rewards = rewards = dict(zip(self.agents, episode.rewards.tolist(), strict=False))
        for agent, reward in rewards.items():
            sums[agent] += reward
        if episode.over:
            self._seat_agents(sums)
        else:
            self.agent_selection = episode.agent
            if self.game.events is not None:
                self.infos = self._infos(episode.events())

    def _leave(self, action: Any) -> None:
        """The selected agent has ended and leaves; then it is the next one's turn to."""
        agent = self.agent_selection
        if not self.agents:
            raise EpisodeOverError("the episode has ended and all agents have left: reset first")
        if action is not None:
            raise EpisodeOverError(f"{agent} has ended: its only action is None, not {action!r}")
        self.agents.remove(agent)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        for by_agent in (self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            del by_agent[agent]
        self.agent_selection = self.agents[0] if self.agents else agent

    def observe(self, agent: str) -> View:
        """What an agent sees and may do. The mask is empty where it is not asked."""
        episode = self.episode
        if episode.seed is None:
            raise EpisodeOverError("no episode has begun: reset first")
        if agent == self.agent_selection and not self._ended:
            return {"observation": episode.observation, "action_mask": episode.mask}
        mask, observation = episode.view(require_seat(self.possible_agents, agent))
        return {"observation": observation, "action_mask": mask}

    def state_bytes(self) -> bytes:
        """The whole episode, and the rewards each agent has not seen yet, as bytes."""
        sums = [self._cumulative_rewards.get(agent, 0.0) for agent in self.possible_agents]
        return self.episode.state_bytes() + np.array(sums, SUM).tobytes()

    def restore(self, data: bytes) -> None:
        """Go on from what `state_bytes` gave. If it had ended, all agents are back to leave."""
        if not isinstance(data, (bytes, bytearray)):
            raise StateError(f"a state is bytes, not {type(data).__name__}")
        tail = len(self.possible_agents) * SUM.itemsize
        self.episode.restore(data[:-tail])
        sums = np.frombuffer(data[-tail:], SUM).tolist()
        self._seat_agents(dict(zip(self.possible_agents, sums, strict=True)))


class OrderedEnv(OrderEnforcingWrapper):  # type: ignore[misc]
    """PettingZoo's check on the order of calls, with our errors where it would only warn."""

    def step(self, action: Any) -> None:
        """As `AECGame.step`."""
        self._has_updated = True
        self.env.step(action)

    def last(self, observe: bool = True) -> tuple[View | None, float, bool, bool, dict[str, Any]]:
        """What the selected agent sees, its rewards since it acted, whether it has ended, info."""
        found: tuple[View | None, float, bool, bool, dict[str, Any]] = self.env.last(observe)
        return found


def raw_env(game: Game | str, **arguments: Any) -> AECGame:
    """The bare environment."""
    return AECGame(game, **arguments)


def env(game: Game | str, **arguments: Any) -> OrderedEnv:
    """The environment with PettingZoo's check on the order of calls."""
    return OrderedEnv(AECGame(game, **arguments))
