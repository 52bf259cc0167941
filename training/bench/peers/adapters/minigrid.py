"""Minigrid: grid worlds in Python."""

from collections.abc import Iterator
from typing import Any

import gymnasium
import minigrid  # noqa: F401 - registers its environments


def contenders(bench: Any) -> Iterator[Any]:
    """The room with a door and a key."""
    yield bench.Contender(
        "DoorKey 8×8",
        "Env",
        lambda: bench.gymnasium_loop(gymnasium.make("MiniGrid-DoorKey-8x8-v0")),
    )
