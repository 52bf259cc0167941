"""Cogworks: tabletop games as reinforcement-learning environments.

Importing this registers every game with Gymnasium and PettingZoo, by name: no game is loaded
before it is used.
"""

import importlib
import sys
from functools import partial
from types import ModuleType
from typing import Any

import gymnasium
import pettingzoo

from cogworks.envs.core import registry
from cogworks.version import __version__

__all__ = ["__version__", "games", "make"]

# What a module such as cogworks.coop_td_v0 offers, and where it comes from.
PETTINGZOO = {
    "env": "cogworks.wrappers.aec",
    "raw_env": "cogworks.wrappers.aec",
    "parallel_env": "cogworks.wrappers.parallel",
}
# Gymnasium's environments: one agent plays every seat, or one of them against opponents.
ALL_SEATS = ("cogworks.wrappers.single:SingleEnv", "cogworks.wrappers.vector:BatchEnv")
ONE_SEAT = (
    "cogworks.training.one_seat:OneSeatEnv",
    "cogworks.training.one_seat:OneSeatBatchEnv",
)


def games() -> list[str]:
    """The names of all games."""
    return registry.names()


def make(name: str, **settings: Any) -> Any:
    """The natural environment of a game: Gymnasium's where one agent can play, else an AEC one."""
    if registry.card(name).single_agent:
        return importlib.import_module("cogworks.wrappers.single").SingleEnv(name, **settings)
    return importlib.import_module("cogworks.wrappers.aec").env(name, **settings)


class GameModule(ModuleType):
    """PettingZoo's way to name a game: a module with `env`, `raw_env` and `parallel_env`."""

    def __init__(self, module: str, name: str) -> None:
        super().__init__(module, f"The PettingZoo environments of the game {name}.")
        self.__dict__["__all__"] = list(PETTINGZOO)
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        if attribute not in PETTINGZOO:
            raise AttributeError(f"module {self.__name__!r} has no attribute {attribute!r}")
        maker = getattr(importlib.import_module(PETTINGZOO[attribute]), attribute)
        return partial(maker, self._name)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *PETTINGZOO]


def _register(name: str) -> None:
    card = registry.card(name)
    single, vector = ALL_SEATS if card.single_agent else ONE_SEAT
    gymnasium.register(
        card.gym_id, entry_point=single, vector_entry_point=vector, kwargs={"game": name}
    )
    for kind, maker in (("aec", "env"), ("parallel", "parallel_env")):
        pettingzoo.register(
            kind,
            f"cogworks/{name}-v{card.version}",
            f"{PETTINGZOO[maker]}:{maker}",
            kwargs={"game": name},
        )
    module = f"{name}_v{card.version}"
    sys.modules[f"cogworks.{module}"] = globals()[module] = GameModule(f"cogworks.{module}", name)


for _name in registry.names():
    _register(_name)
