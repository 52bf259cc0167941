"""MiniHack: small levels of NetHack."""

from collections.abc import Iterator
from typing import Any

import gymnasium
import minihack  # noqa: F401 - registers its environments


def contenders(bench: Any) -> Iterator[Any]:
    """An empty room and a maze that is explored."""
    for game, task in (("room 5×5", "MiniHack-Room-5x5-v0"), ("river", "MiniHack-River-v0")):
        yield bench.Contender(
            game, "Env", lambda task=task: bench.gymnasium_loop(gymnasium.make(task))
        )
