"""PettingZoo's Parallel environment: all agents that are asked at the same time act together."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from pettingzoo.utils.env import ParallelEnv

from cogarena.envs.core.episode import Moves, whole
from cogarena.envs.core.errors import (
    ActionRangeError,
    ActionTypeError,
    EpisodeOverError,
    IllegalActionError,
    UnknownNameError,
)
from cogarena.envs.core.game import Game
from cogarena.envs.core.header import PASS
from cogarena.wrappers.aec import Array, Infos, PettingZooBase, View

Views = dict[str, View]


class ParallelGame(PettingZooBase, ParallelEnv):  # type: ignore[misc]
    """A step is one decision of each agent that is asked; the others can only pass (action 0)."""

    def __init__(self, game: Game | str, **arguments: Any) -> None:
        super().__init__(game, **arguments)
        self._masks: Array = np.zeros((len(self.possible_agents), self.game.actions.count), np.int8)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Views, Infos]:
        """Begin the episode with this seed, or the next one. There are no options."""
        self._begin(seed)
        self.agents = self.possible_agents[:]
        return self._views(), self._infos(self.episode.moves())

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[Views, dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """Apply the actions of all agents. If any is refused, nothing changes."""
        chosen = self._checked(actions)
        episode, agents = self.episode, self.agents
        rewards = np.zeros(len(agents), np.float64)
        moves: Moves = ()
        for _ in range(_members(episode.s.pending)):
            episode.act(chosen[episode.to_act])
            self.viewer.follow(episode)
            rewards += episode.rewards[: len(agents)]
            moves += episode.moves()
        views, infos = self._views(), self._infos(moves)
        if episode.over:
            self.agents = []
        return (
            views,
            dict(zip(agents, rewards.tolist(), strict=True)),
            dict.fromkeys(agents, episode.terminated),
            dict.fromkeys(agents, episode.truncated),
            infos,
        )

    def _views(self) -> Views:
        """The current observation and mask of every agent."""
        pending = int(self.episode.s.pending)
        views: Views = {}
        for seat, agent in enumerate(self.possible_agents):
            mask, observation = self.episode.view(seat)
            if not self.episode.over and not pending >> seat & 1:
                mask[PASS] = 1
            self._masks[seat] = mask
            views[agent] = self._shown(mask, observation)
        return views

    def _checked(self, actions: Mapping[str, Any]) -> list[int]:
        """The actions by seat, or an error that says what is wrong with one of them."""
        if not self.agents:
            raise EpisodeOverError("no episode has begun, or it has ended: reset first")
        if not isinstance(actions, Mapping):
            raise ActionTypeError(f"actions must be a dict by agent, not {type(actions).__name__}")
        for agent in actions:
            if agent not in self.agents:
                raise UnknownNameError("agent", agent, self.agents)
        missing = [agent for agent in self.agents if agent not in actions]
        if missing:
            raise ActionTypeError(f"no action for {', '.join(missing)}: every agent needs one")
        return [self._checked_one(seat, actions[agent]) for seat, agent in enumerate(self.agents)]

    def _checked_one(self, seat: int, action: Any) -> int:
        agent, mask = self.agents[seat], self._masks[seat]
        try:
            number = whole(action)
        except ActionTypeError as error:
            raise ActionTypeError(f"{agent}: {error}") from None
        if not 0 <= number < len(mask):
            raise ActionRangeError(f"{agent}: action {number} is not in 0…{len(mask) - 1}")
        if not mask[number]:
            words = self.game.action_text(self.episode.setup[0], self.episode.s, number)
            raise IllegalActionError(f"action {number} ({words}) is not legal for {agent} now")
        return number

    def _legal(self, seat: int) -> Array:
        mask: Array = self._masks[seat].copy()
        return mask

    def state_bytes(self) -> bytes:
        """The whole episode as bytes."""
        return self.episode.state_bytes()

    def restore(self, data: bytes) -> None:
        """Continue from what `state_bytes` gave, here or in another process."""
        self.episode.restore(data)
        self.agents = [] if self.episode.over else self.possible_agents[:]
        self._views()


def _members(seats: Any) -> int:
    return int(seats).bit_count()


def parallel_env(game: Game | str, **arguments: Any) -> ParallelGame:
    """The environment."""
    return ParallelGame(game, **arguments)
