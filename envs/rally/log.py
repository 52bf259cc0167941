"""The log: what happened since the last decision, for everybody to know."""

from typing import Any

from cogarena.envs.core.jit import kernel
from cogarena.envs.rally.state import LOG


@kernel
def log_event(r: Any, kind: int, robot: int, by: int, value: int) -> None:
    """Note an event: its kind, whom it concerns, the bit set of who caused it, and a number."""
    if r.logged < LOG:
        event = r.log[r.logged]
        event.kind = kind
        event.robot = robot
        event.by = by
        event.value = value
        r.logged += 1
