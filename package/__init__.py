"""Cogarena: tabletop games as reinforcement-learning environments.

Importing this registers every game with Gymnasium and PettingZoo by name. A game is loaded when it
is first used.
"""

import importlib
import sys
import warnings
from functools import partial
from types import ModuleType
from typing import Any

import gymnasium
import pettingzoo

from cogarena.envs.core import registry
from cogarena.version import __version__

__all__ = ["__version__", "games", "make"]

# What a module such as cogarena.coop_td_v1 offers, and where it comes from.
PETTINGZOO = {
    "env": "cogarena.wrappers.aec",
    "raw_env": "cogarena.wrappers.aec",
    "parallel_env": "cogarena.wrappers.parallel",
}
GYMNASIUM = "cogarena.wrappers.gymnasium"
VECTOR = "cogarena.wrappers.vector"
DEFAULT_OPPONENTS = "random"  # of competitive games in gymnasium.make


def games() -> list[str]:
    """The names of all games."""
    return registry.names()


def make(name: str, **settings: Any) -> Any:
    """The natural environment of a game: Gymnasium's if one agent can play all seats, else AEC."""
    if registry.spec(name).single_agent:
        return importlib.import_module(GYMNASIUM).SingleEnv(name, **settings)
    return importlib.import_module(PETTINGZOO["env"]).env(name, **settings)


class GameModule(ModuleType):
    """A game as PettingZoo names it: a module with `env`, `raw_env` and `parallel_env`."""

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
    spec = registry.spec(name)
    against = {} if spec.single_agent else {"opponents": DEFAULT_OPPONENTS}
    gymnasium.register(
        spec.gym_id,
        entry_point=f"{GYMNASIUM}:SingleEnv",
        vector_entry_point=f"{VECTOR}:BatchEnv",
        kwargs={"game": name, **against},
    )
    for kind, maker in (("aec", "env"), ("parallel", "parallel_env")):
        pettingzoo.register(
            kind,
            f"cogarena/{name}-v{spec.version}",
            f"{PETTINGZOO[maker]}:{maker}",
            kwargs={"game": name},
        )
    module = f"{name}_v{spec.version}"
    sys.modules[f"cogarena.{module}"] = globals()[module] = GameModule(f"cogarena.{module}", name)


def _register_all() -> None:
    """Register our own games, and those of other packages that can be imported."""
    for name in registry.own_names():
        _register(name)
    for name in sorted(set(registry.names()) - set(registry.own_names())):
        try:
            _register(name)
        except Exception as error:  # of any kind: it is another package's code
            warnings.warn(f"cannot register the game {name!r}: {error!r}", stacklevel=2)


_register_all()
