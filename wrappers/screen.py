"""Windows: where pictures are shown to people."""

import os
import time
from typing import Any

import numpy as np
from gymnasium import logger

from cogarena.envs.core.errors import CogarenaError, needs

DRIVER = "SDL_VIDEODRIVER"
UNSEEN_DRIVERS = ("offscreen", "dummy")  # what SDL falls back on where there is no display


class DisplayError(CogarenaError, RuntimeError):
    """There is nothing to open a window on."""


def toolkit(instead: str) -> Any:
    """The window toolkit, with a display that somebody can see; else what to do `instead`."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    pygame = needs("pygame", "render", "a window")
    wanted = os.environ.get(DRIVER)
    try:
        pygame.display.init()
        seen = wanted is not None or pygame.display.get_driver() not in UNSEEN_DRIVERS
        reason = "nobody could see the window"
    except pygame.error as wrong:
        seen, reason = False, str(wrong)
    if not seen:
        pygame.quit()
        raise DisplayError(f"no display to open a window on ({reason}): {instead}")
    return pygame


class Screen:
    """A window that shows one picture after another, at most so many a second.

    It opens with the first one. Once somebody has closed it, it stays closed. Where there is no
    display, a warning says so, and the environment goes on: checkers try all render modes.
    """

    def __init__(self, title: str, frames_a_second: float) -> None:
        self._title, self._pause = title, 1 / frames_a_second
        self._pygame: Any = None
        self._surface: Any = None
        self._closed = False
        self._due = 0.0

    def show(self, picture: np.ndarray[Any, Any]) -> None:
        """Show a picture, scaled to the window if that was resized."""
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
        """Close the window, if it is open, for good."""
        self._closed = True
        if self._surface is not None:
            self._surface = None
            self._pygame.quit()
