"""NLE: NetHack, the game in C."""

from collections.abc import Iterator
from typing import Any

import gymnasium
import nle  # noqa: F401 - registers its environments


def contenders(bench: Any) -> Iterator[Any]:
    """NetHack by its score."""
    yield bench.Contender(
        "NetHack", "Env", lambda: bench.gymnasium_loop(gymnasium.make("NetHackScore-v0"))
    )
