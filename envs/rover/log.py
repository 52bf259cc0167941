"""The log: what happened since the last decision."""

from typing import Any

from cogarena.envs.core.jit import kernel
from cogarena.envs.rover.state import LOG


@kernel
def note(s: Any, what: int, who: int, value: int) -> None:
    """Keep an event: what it is, whom it concerns, and a number."""
    if s.logged < LOG:
        entry = s.log[s.logged]
        entry.what = what
        entry.who = who
        entry.kind = s.entities[who].kind
        entry.value = value
        s.logged += 1
