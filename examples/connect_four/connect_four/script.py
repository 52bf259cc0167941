"""A scripted player of Connect Four: it wins if it can, else blocks, else plays near the middle."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from cogarena.agents.protocol import Agent, Stateless
from cogarena.envs.core.game import Game
from cogarena.envs.core.header import PASS
from connect_four.rules import COLUMNS, DROP, LAYOUT, longest_line, lowest_free_row

Array = np.ndarray[Any, Any]

OWN, THEIRS = 1, 2
FROM_THE_MIDDLE = sorted(range(COLUMNS), key=lambda column: abs(column - COLUMNS // 2))


def agent(game: Game, settings: Mapping[str, Any]) -> Agent:
    """The player of a game with these settings."""
    return Script(game.read(settings).line)


class Script(Stateless):
    """Chooses for each row by what it is shown there."""

    def __init__(self, line: int) -> None:
        self._line = line

    def act(self, rows: Array, observations: Array, masks: Array) -> Array:
        """One legal action for each row; PASS where the game is over."""
        boards = LAYOUT.split(observations)["board"]
        chosen = [self._choice(board, mask) for board, mask in zip(boards, masks, strict=True)]
        return np.array(chosen, np.int64)

    def _choice(self, seen: Array, mask: Array) -> int:
        board = (seen[..., 0] * OWN + seen[..., 1] * THEIRS).astype(np.int8)
        columns = [column for column in FROM_THE_MIDDLE if mask[DROP + column]]
        for disc in (OWN, THEIRS):
            for column in columns:
                if self._completes_a_line(board, column, disc):
                    return DROP + column
        return DROP + columns[0] if columns else PASS

    def _completes_a_line(self, board: Array, column: int, disc: int) -> bool:
        tried, row = board.copy(), lowest_free_row(board, column)
        tried[row, column] = disc
        return bool(longest_line(tried, row, column) >= self._line)
