"""A record as text or as a picture, as the render modes of Gymnasium and PettingZoo want it."""

from typing import Any

import numpy as np
from gymnasium import logger

from cogworks.envs.core.game import Game

Frame = str | np.ndarray[Any, Any] | None


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
        'render_mode="ansi" or render_mode="rgb_array"'
    )
