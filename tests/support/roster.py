"""The games the wrappers are tested with, and a player for them."""

import gymnasium
import numpy as np

from cogarena.envs.core import registry
from cogarena.envs.core.errors import ActionRangeError, ActionTypeError
from support.games import open_bids

registry.adopt(open_bids.GAME)

GAMES = [*registry.names(), "luck", "secret_bids", "open_bids"]
FOR_ONE = [name for name in registry.names() if registry.spec(name).single_agent] + ["luck"]
WRONG_TYPES = [None, 1.0, "1", True, [1], np.array([1])]
REFUSED = [(ActionTypeError, action) for action in WRONG_TYPES] + [
    (ActionRangeError, -1),
    (ActionRangeError, 10**6),
]

gymnasium.register(
    "toy/Luck-v0",
    entry_point="cogarena.wrappers.gymnasium:SingleEnv",
    vector_entry_point="cogarena.wrappers.vector:BatchEnv",
    kwargs={"game": "luck"},
)


def short(name):
    """Settings that end an episode soon."""
    return dict(registry.load(name).short)


def gym_id(name):
    return "toy/Luck-v0" if name == "luck" else registry.spec(name).gym_id


def pick(mask, generator):
    legal = np.flatnonzero(mask)
    return int(generator.choice(legal)) if len(legal) else 0


def picks(masks, generator):
    return np.array([pick(mask, generator) for mask in masks])


def masked_action(mask):
    return int(np.argmin(mask))
