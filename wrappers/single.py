"""The Gymnasium environment: one agent plays every seat of a game whose seats share their aim."""

from typing import Any

import gymnasium
import numpy as np

from cogarena.envs.core.episode import Episode
from cogarena.envs.core.errors import SettingError
from cogarena.envs.core.game import Game
from cogarena.wrappers.arguments import (
    METADATA,
    TILE,
    require_one_player,
    resolve_game,
)
from cogarena.wrappers.rendering import Frame, Viewer
from cogarena.wrappers.spaces import LegalDiscrete, observation_space

Array = np.ndarray[Any, Any]

FIRST_SEEDS = 2**63


class SingleEnv(gymnasium.Env[Array, Any]):
    """One episode at a time. `reset(seed=k)` begins the episode that the seed k alone determines.

    The observation and the mask are those of the seat to act, which `info["agent"]` names. The
    last `info` of an episode holds what the game says of it. `info["events"]` is what happened
    since the last decision, in games that keep a log.
    """

    metadata = METADATA
    action_space: LegalDiscrete

    def __init__(
        self,
        game: Game | str,
        *,
        render_mode: str | None = None,
        tile: int = TILE,
        **settings: Any,
    ) -> None:
        episode = Episode(resolve_game(game), settings)
        require_one_player(episode.game, episode.agents)
        self._present(episode, render_mode, tile)

    def _present(self, episode: Episode, render_mode: str | None, tile: int) -> None:
        """Become the environment of an episode."""
        self.viewer = Viewer(episode.game, render_mode, tile)
        self.episode, self.game = episode, episode.game
        self.render_mode = render_mode
        self.observation_space = observation_space(self.game)
        self.action_space = LegalDiscrete(self.game.actions.count, self._legal)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Begin the episode with this seed, or without one the next of the chain of seeds."""
        if options:
            raise SettingError(f"unknown reset options {sorted(options)}: there are none")
        super().reset(seed=seed)
        episode = self.episode
        if seed is not None:
            episode.reset(seed)
        elif episode.seed is None:
            episode.reset(int(self.np_random.integers(FIRST_SEEDS)))
        else:
            episode.reset_next()
        self.viewer.follow(episode)
        info = {"action_mask": episode.mask, "agent": episode.agent, **episode.info()}
        return episode.observation, info

    def step(self, action: Any) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Apply a legal action of the seat to act. A refused action changes nothing."""
        episode = self.episode
        episode.act(action)
        self.viewer.follow(episode)
        terminated, truncated = episode.terminated, episode.truncated
        info: dict[str, Any] = {"action_mask": episode.mask}
        over = terminated or truncated
        if over or self.game.events is not None:
            info |= episode.info()
        if not over:
            info["agent"] = episode.agent
        return episode.observation, episode.rewards.item(0), terminated, truncated, info

    def _legal(self) -> Array:
        return self.episode.mask

    def action_masks(self) -> Array:
        """Which actions are legal now, as sb3-contrib asks for it."""
        return self.episode.mask.view(np.bool_)

    def render(self) -> Frame:
        """The episode as text or as a picture; in the mode `human` in a window."""
        return self.viewer.render(self.episode)

    def close(self) -> None:
        """Close the window, if there is one."""
        self.viewer.close()

    def state_bytes(self) -> bytes:
        """The whole episode as bytes."""
        return self.episode.state_bytes()

    def restore(self, data: bytes) -> None:
        """Go on from what `state_bytes` gave, here or in another process."""
        self.episode.restore(data)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "game"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.game = self.episode.game
        self.action_space.legal = self._legal
