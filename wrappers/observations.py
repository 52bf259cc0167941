"""How environments give observations: flat or in named pieces, alone or with the action mask."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict

from cogarena.envs.core.errors import UnknownNameError
from cogarena.envs.core.game import Game
from cogarena.envs.core.layout import Layout

Array = np.ndarray[Any, Any]
Observation = Array | dict[str, Any]

FLAT, PIECES = "flat", "dict"  # values of the argument `observation`
APART, WITHIN = "info", "observation"  # values of the argument `mask`


class ObservationForm:
    """The form that the arguments `observation` and `mask` of an environment ask for.

    An observation is one flat array, or with `observation="dict"` a dict of the named pieces. With
    `mask="observation"` this is one of two entries: "observation" and "action_mask". It holds whole
    numbers in natural units, or with `normalise` float32 between −1 and 1.
    """

    def __init__(self, observation: str = FLAT, mask: str = APART, normalise: bool = False) -> None:
        self.in_pieces = require_one_of("observation", observation, (FLAT, PIECES)) == PIECES
        self.with_mask = require_one_of("mask", mask, (APART, WITHIN)) == WITHIN
        self.normalise = require_one_of("normalise", normalise, (False, True))
        # the flat array alone, as the game writes it
        self.is_plain = not (self.in_pieces or self.with_mask or self.normalise)

    def space(self, game: Game) -> Box | Dict:
        """The space of one seat's observations."""
        form = pieces_space if self.in_pieces else box
        seen = form(game.layout, self.normalise)
        return masked_space(game, seen) if self.with_mask else seen

    def of(self, game: Game, flat: Array, mask: Array) -> Any:
        """The observation in this form, or the observations of a batch.

        Nothing is copied unless it is normalised.
        """
        numbers = game.layout.normalised(flat) if self.normalise else flat
        seen = game.layout.split(numbers) if self.in_pieces else numbers
        return {"observation": seen, "action_mask": mask} if self.with_mask else seen


def require_one_of(argument: str, value: Any, choices: Sequence[Any]) -> Any:
    """The value of an argument, which must be one of the choices."""
    if not isinstance(value, type(choices[0])) or value not in choices:
        raise UnknownNameError(f"value of the argument {argument}:", value, map(str, choices))
    return value


def masked_space(game: Game, seen: Box | Dict) -> Dict:
    """A space of observations together with the action mask, as in PettingZoo's classic games."""
    mask = Box(0, 1, (game.actions.count,), np.int8)
    return Dict({"observation": seen, "action_mask": mask})


def box(layout: Layout, normalise: bool = False) -> Box:
    """The flat arrays of a layout."""
    if normalise:
        return Box(layout.normalised(layout.low), layout.normalised(layout.high), dtype=np.float32)
    return Box(layout.low, layout.high, dtype=layout.number.type)


def pieces_space(layout: Layout, normalise: bool = False) -> Dict:
    """The named pieces of a layout."""
    flat = box(layout, normalise)
    lows, highs = layout.split(flat.low), layout.split(flat.high)
    return Dict([(name, Box(lows[name], highs[name], dtype=flat.dtype.type)) for name in lows])
