"""What PettingZoo's two APIs share: agents, spaces, seeding, infos and pictures."""

from functools import partial
from typing import Any

import numpy as np
from gymnasium.spaces import Dict
from gymnasium.utils.seeding import np_random

from cogarena.envs.core.episode import Episode
from cogarena.envs.core.game import Event, Game
from cogarena.wrappers.arguments import METADATA, TILE, require_seat, resolve_game
from cogarena.wrappers.rendering import Frame, Viewer
from cogarena.wrappers.single import FIRST_SEEDS
from cogarena.wrappers.spaces import LegalDiscrete, masked_observation_space, state_space

Array = np.ndarray[Any, Any]
View = dict[str, Array]  # "observation" and "action_mask"
Infos = dict[str, dict[str, Any]]  # by agent


class Table:
    """An episode with a named agent at each seat."""

    def __init__(
        self,
        game: Game | str,
        *,
        render_mode: str | None = None,
        tile: int = TILE,
        **settings: Any,
    ) -> None:
        self.episode = Episode(resolve_game(game), settings)
        self.game = self.episode.game
        self.viewer = Viewer(self.game, render_mode, tile)
        self.render_mode = render_mode
        self.metadata = METADATA | {"name": f"{self.game.name}_v{self.game.version}"}
        self.possible_agents = list(self.episode.agents)
        self.agents: list[str] = []
        self.observation_spaces = {
            agent: masked_observation_space(self.game) for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: LegalDiscrete(self.game.actions.count, partial(self._legal, seat))
            for seat, agent in enumerate(self.possible_agents)
        }
        self.state_space = state_space(self.game, len(self.possible_agents))

    def observation_space(self, agent: str) -> Dict:
        """The space of an agent's observations."""
        require_seat(self.possible_agents, agent)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> LegalDiscrete:
        """The space of an agent's actions."""
        require_seat(self.possible_agents, agent)
        return self.action_spaces[agent]

    def state(self) -> Array:
        """Everything there is in the game, for a critic that may know it; no agent sees it."""
        return self.episode.global_state()

    def _infos(self, events: list[Event]) -> Infos:
        """An info for each agent: these events, and at the end final_info."""
        episode = self.episode
        if self.game.events is None:
            return {agent: episode.final_info() for agent in self.agents}
        return {agent: {"events": events.copy(), **episode.final_info()} for agent in self.agents}

    def _begin(self, seed: int | None) -> None:
        """The episode with this seed, or without one the next of the chain of seeds."""
        if seed is None and self.episode.seed is not None:
            self.episode.reset_next()
        else:
            generator, _ = np_random(seed)  # refuses what is no seed
            self.episode.reset(int(generator.integers(FIRST_SEEDS)) if seed is None else seed)
        self.viewer.follow(self.episode)

    def _legal(self, seat: int) -> Array:
        return self.episode.view(seat)[0]

    def render(self) -> Frame:
        """The episode as text or as a picture; in the mode `human` in a window."""
        return self.viewer.render(self.episode)

    def close(self) -> None:
        """Close the window, if there is one."""
        self.viewer.close()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "game"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.game = self.episode.game
        for seat, space in enumerate(self.action_spaces.values()):
            space.legal = partial(self._legal, seat)
