"""Episodes as text, as pictures or in a window: the render modes of Gymnasium and PettingZoo."""

from typing import Any

import numpy as np
from gymnasium import logger

from cogarena.envs.core.episode import Episode
from cogarena.envs.core.game import Game
from cogarena.wrappers.arguments import FRAMES_A_SECOND, HUMAN, require_rendering
from cogarena.wrappers.screen import Screen

Frame = str | np.ndarray[Any, Any] | None


class Viewer:
    """How one environment is looked at. Where nobody wants to look, nothing is drawn."""

    def __init__(self, game: Game, mode: str | None, tile: int) -> None:
        require_rendering(mode, tile)
        self.mode, self.tile = mode, tile
        self._title = f"{game.name} · Cogarena"
        self._screen = self._window()

    def _window(self) -> Screen | None:
        return Screen(self._title, FRAMES_A_SECOND) if self.mode == HUMAN else None

    def follow(self, episode: Episode) -> None:
        """Show people what the last step brought."""
        if self._screen is not None:
            self._screen.show(episode.game.draw(episode.setup[0], episode.s, tile=self.tile))

    def render(self, episode: Episode) -> Frame:
        """The episode in the render mode; a window shows it already."""
        if self._screen is not None:
            self.follow(episode)
            return None
        return render(episode.game, episode.setup[0], episode.s, self.mode, self.tile)

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._screen is not None:
            self._screen.close()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_screen"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._screen = self._window()


def render(game: Game, setup: Any, s: Any, mode: str | None, tile: int) -> Frame:
    """The record `s` in a render mode; without one a warning, as in Gymnasium's environments."""
    if mode == "ansi":
        return game.ansi(setup, s)
    if mode == "rgb_array":
        return game.draw(setup, s, tile=tile)
    warn_of_no_mode()
    return None


def warn_of_no_mode() -> None:
    """The warning for a call of render() that cannot render."""
    logger.warn(
        "render() was called without a render mode: make the environment with "
        'render_mode="human", render_mode="ansi" or render_mode="rgb_array"'
    )
