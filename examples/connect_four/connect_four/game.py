"""Connect Four as a `Game`: settings, text, picture, and all of it together."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from cogarena.envs.core.game import Game
from cogarena.envs.core.settings import setting
from connect_four import rules
from connect_four.rules import ACTIONS, COLUMNS, LAYOUT, PLAYERS, ROWS, SETUP, STATE, Decision

Array = np.ndarray[Any, Any]

SIGNS = ".XO"  # in text: empty, first player, second player
BOARD_COLOUR = (30, 60, 150)
DISC_COLOURS = ((235, 235, 235), (220, 50, 40), (245, 205, 50))
EDGE = 16  # pixels that the sides of a picture are a multiple of, as video encoders want


@dataclass(frozen=True)
class Settings:
    """What a user can choose."""

    line: int = setting(4, "discs in a line that win, F3", low=3, high=5)


def build(settings: Settings) -> Array:
    """The setup record for the settings."""
    setup = np.array([(settings.line,)], SETUP)
    setup.flags.writeable = False
    return setup


def agents(settings: Settings) -> tuple[str, ...]:
    """The names of the agents, by seat."""
    return tuple(f"player_{seat}" for seat in range(PLAYERS))


def final_info(settings: Settings, setup: Any, s: Any) -> dict[str, Any]:
    """Who won."""
    return {"won": [bool(s.winner == seat + 1) for seat in range(PLAYERS)], "turns": int(s.turn)}


def action_text(setup: Any, s: Any, action: int) -> str:
    """An action as a person would say it."""
    name, index = ACTIONS.name(action)
    return "pass" if name == "pass" else f"column {index[0] + 1}"


def ansi(setup: Any, s: Any) -> str:
    """The board as text."""
    lines = (" ".join(SIGNS[disc] for disc in row) for row in s.board)
    return "\n".join([*lines, " ".join(str(column + 1) for column in range(COLUMNS))])


def draw(setup: Any, s: Any, *, tile: int) -> Array:
    """The board as a picture: a disc in each square of `tile` pixels."""
    middle = (np.arange(tile) - (tile - 1) / 2) / tile
    disc = (middle[:, None] ** 2 + middle**2 < 0.4**2)[:, :, None]
    colours = np.array(DISC_COLOURS, np.uint8)[s.board][:, None, :, None]
    squares = np.where(disc[None, :, None], colours, np.array(BOARD_COLOUR, np.uint8))
    picture = squares.reshape(ROWS * tile, COLUMNS * tile, 3)
    down, right = (-side % EDGE for side in picture.shape[:2])
    return np.pad(picture, ((0, down), (0, right), (0, 0)))


GAME = Game(
    name="connect_four",
    version=0,
    settings=Settings,
    state=STATE,
    setup=SETUP,
    layout=LAYOUT,
    actions=ACTIONS,
    decisions=Decision,
    build=build,
    agents=agents,
    init=rules.init,
    legal=rules.legal,
    step=rules.step,
    observe=rules.observe,
    ansi=ansi,
    action_text=action_text,
    draw=draw,
    zero_sum=True,
    reward_range=lambda settings: (-1.0, 1.0),
    final_info=final_info,
    examples=({}, {"line": 3}, {"line": 5}),
)
