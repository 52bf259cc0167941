"""Gymnasium spaces from a game's layout and actions."""

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, MultiDiscrete

from cogarena.envs.core.game import Game
from cogarena.envs.core.layout import Layout

Array = np.ndarray[Any, Any]
Legal = Callable[[], Array]  # the int8 mask of now, or a row of masks for each episode


def observation_space(game: Game) -> Box:
    """The flat observation of one seat."""
    return box(game.layout)


def box(layout: Layout) -> Box:
    """Flat arrays of a layout."""
    return Box(layout.low, layout.high, dtype=np.float32)


def state_space(game: Game, agents: int) -> Box:
    """The flat global state: the game's own, else the observations of all agents."""
    layout, count = (game.layout, agents) if game.global_layout is None else (game.global_layout, 1)
    return Box(np.tile(layout.low, count), np.tile(layout.high, count), dtype=np.float32)


def masked_observation_space(game: Game, layout: Layout | None = None) -> Dict:
    """Observation and action mask, as PettingZoo's classic games give them.

    `layout` is that of the observation, if it is not the game's own.
    """
    mask = Box(0, 1, (game.actions.count,), np.int8)
    return Dict({"observation": box(layout or game.layout), "action_mask": mask})


class LegalDiscrete(Discrete):
    """The actions of one agent. `sample()` without a mask draws one that is legal now.

    A copy of the space knows no environment: it samples like any Discrete.
    """

    def __init__(self, count: int, legal: Legal) -> None:
        super().__init__(count)
        self.legal: Legal | None = legal

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """A random action: by the mask or the probabilities given, else a legal one."""
        if mask is None and probability is None and self.legal is not None:
            mask = self.legal()
        return super().sample(mask, probability)

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"legal": None}


class LegalMultiDiscrete(MultiDiscrete):
    """One action an episode. `sample()` without a mask draws legal ones; copies do not."""

    def __init__(self, episodes: int, count: int, legal: Legal) -> None:
        super().__init__(np.full(episodes, count))
        self.legal: Legal | None = legal

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """Random actions: by the masks or the probabilities given, else legal ones."""
        if mask is None and probability is None and self.legal is not None:
            masks = self.legal()
            lots = 1 - self.np_random.random(masks.shape)  # none is 0
            return (lots * masks).argmax(axis=1)
        return super().sample(mask, probability)

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"legal": None}
