"""Episodes as text, as pictures or in a window: the render modes of Gymnasium and PettingZoo."""

import os
import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import logger

from cogarena.envs.core.draw.canvas import require_tile
from cogarena.envs.core.episode import Episode
from cogarena.envs.core.errors import CogarenaError, UnknownNameError, needs
from cogarena.envs.core.game import Game

HUMAN = "human"
BATCH_MODES = ("ansi", "rgb_array")  # a batch has no window
RENDER_MODES = (HUMAN, *BATCH_MODES)
FRAMES_A_SECOND = 4
TILE = 32  # pixels
METADATA = {"render_modes": list(RENDER_MODES), "render_fps": FRAMES_A_SECOND}
DRIVER = "SDL_VIDEODRIVER"
INVISIBLE_DRIVERS = ("offscreen", "dummy")  # what SDL falls back to without a display

Frame = str | np.ndarray[Any, Any] | None


class Viewer:
    """Renders one environment. Nothing is drawn unless requested."""

    def __init__(self, game: Game, mode: str | None, tile: int) -> None:
        require_rendering(mode, tile)
        self.mode, self.tile = mode, tile
        self._title = f"{game.name} · Cogarena"
        self._screen = self._window()

    def _window(self) -> "Screen | None":
        return Screen(self._title, FRAMES_A_SECOND) if self.mode == HUMAN else None

    def follow(self, episode: Episode) -> None:
        """Show the current state in the window, if there is one."""
        if self._screen is not None:
            self._screen.show(episode.game.draw(episode.setup[0], episode.s, tile=self.tile))

    def render(self, episode: Episode) -> Frame:
        """The episode in the render mode; None if a window shows it."""
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


def require_rendering(
    render_mode: str | None, tile: int, modes: Sequence[str] = RENDER_MODES
) -> None:
    """Refuse an invalid render mode or tile size."""
    if render_mode is not None and render_mode not in modes:
        raise UnknownNameError("render mode", render_mode, ("None", *modes))
    require_tile(tile)


def render(game: Game, setup: Any, s: Any, mode: str | None, tile: int) -> Frame:
    """The record `s` in a render mode; without one a warning, as in Gymnasium's environments."""
    if mode == "ansi":
        return game.ansi(setup, s)
    if mode == "rgb_array":
        return game.draw(setup, s, tile=tile)
    warn_of_no_mode()
    return None


def warn_of_no_mode() -> None:
    """Warn that render() was called without a render mode."""
    logger.warn(
        "render() was called without a render mode: make the environment with "
        'render_mode="human", render_mode="ansi" or render_mode="rgb_array"'
    )


class DisplayError(CogarenaError, RuntimeError):
    """There is no display to open a window on."""


def toolkit(instead: str) -> Any:
    """The window toolkit, with a visible display; else an error that says what to do `instead`."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    pygame = needs("pygame", "render", "a window")
    wanted = os.environ.get(DRIVER)
    try:
        pygame.display.init()
        visible = wanted is not None or pygame.display.get_driver() not in INVISIBLE_DRIVERS
        reason = "the window would be invisible"
    except pygame.error as wrong:
        visible, reason = False, str(wrong)
    if not visible:
        pygame.quit()
        raise DisplayError(f"no display to open a window on ({reason}): {instead}")
    return pygame


class Screen:
    """A window that shows pictures in sequence, at a limited frame rate.

    It opens with the first picture. Once closed, it stays closed. Without a display it warns and
    the environment continues: environment checkers try all render modes.
    """

    def __init__(self, title: str, frames_a_second: float) -> None:
        self._title, self._pause = title, 1 / frames_a_second
        self._pygame: Any = None
        self._surface: Any = None
        self._closed = False
        self._due = 0.0

    def show(self, picture: np.ndarray[Any, Any]) -> None:
        """Show a picture, scaled to the size of the window."""
        if self._closed:
            return
        if self._surface is None and not self._opened(picture):
            return
        pygame = self._pygame
        if any(event.type == pygame.QUIT for event in pygame.event.get()):
            self.close()
            return
        time.sleep(max(0.0, self._due - time.monotonic()))
        self._due = time.monotonic() + self._pause
        drawn = pygame.surfarray.make_surface(picture.swapaxes(0, 1))
        pygame.transform.scale(drawn, self._surface.get_size(), self._surface)
        pygame.display.flip()

    def _opened(self, picture: np.ndarray[Any, Any]) -> bool:
        try:
            self._pygame = toolkit('try render_mode="rgb_array" or render_mode="ansi"')
        except DisplayError as wrong:
            logger.warn(str(wrong))
            self._closed = True
            return False
        height, width, _ = picture.shape
        self._surface = self._pygame.display.set_mode((width, height), self._pygame.RESIZABLE)
        self._pygame.display.set_caption(self._title)
        return True

    def close(self) -> None:
        """Close the window for good."""
        self._closed = True
        if self._surface is not None:
            self._surface = None
            self._pygame.quit()
