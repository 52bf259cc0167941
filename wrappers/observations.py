"""How environments give observations: flat or in named pieces, alone or with the action mask."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict

from cogarena.envs.core.errors import UnknownNameError
from cogarena.envs.core.game import Game
from cogarena.envs.core.layout import Layout, Piece

Array = np.ndarray[Any, Any]
Observation = Array | dict[str, Any]

FLAT, PIECES = "flat", "dict"  # values of the argument `observation`
APART, WITHIN = "info", "observation"  # values of the argument `mask`


class ObservationForm:
    """The form that the arguments `observation` and `mask` of an environment ask for.

    An observation is one flat array, or with `observation="dict"` a dict of the named pieces. With
    `mask="observation"` this is one of two entries: "observation" and "action_mask".
    """

    def __init__(self, observation: str = FLAT, mask: str = APART) -> None:
        self.in_pieces = require_one_of("observation", observation, (FLAT, PIECES)) == PIECES
        self.with_mask = require_one_of("mask", mask, (APART, WITHIN)) == WITHIN
        self.is_plain = not (self.in_pieces or self.with_mask)  # the flat array alone

    def space(self, game: Game) -> Box | Dict:
        """The space of one seat's observations."""
        seen = pieces_space(game.layout) if self.in_pieces else box(game.layout)
        return masked_space(game, seen) if self.with_mask else seen

    def of(self, game: Game, flat: Array, mask: Array) -> Any:
        """The observation in this form, or the observations of a batch. Nothing is copied."""
        seen = game.layout.split(flat) if self.in_pieces else flat
        return {"observation": seen, "action_mask": mask} if self.with_mask else seen


def require_one_of(argument: str, value: object, choices: Sequence[str]) -> str:
    """The value of an argument, which must be one of the choices."""
    if not isinstance(value, str) or value not in choices:
        raise UnknownNameError(f"value of the argument {argument}:", value, choices)
    return value


def masked_space(game: Game, seen: Box | Dict) -> Dict:
    """A space of observations together with the action mask, as in PettingZoo's classic games."""
    mask = Box(0, 1, (game.actions.count,), np.int8)
    return Dict({"observation": seen, "action_mask": mask})


def box(layout: Layout) -> Box:
    """The flat arrays of a layout."""
    return Box(layout.low, layout.high, dtype=np.float32)


def pieces_space(layout: Layout) -> Dict:
    """The named pieces of a layout."""
    return Dict([(piece.name, _piece_box(piece)) for piece in layout.pieces])


def _piece_box(piece: Piece) -> Box:
    return Box(piece.low, piece.high, piece.shape, np.float32)
