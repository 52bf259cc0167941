"""Looking at a step while it runs: a watcher can halt it after any part of it."""

from typing import Any

from cogarena.envs.core.jit import kernel

HALTED = -1  # what `halt` is when the watcher looks


class Halted(Exception):  # noqa: N818 - nothing went wrong
    """Leaves a step that a watcher has halted; the record stays as it is at that moment."""


def whole(s: Any) -> Any:
    """The `halting` of a game whose record itself holds `halt`."""
    return s


@kernel
def pause(s: Any) -> None:
    """Count a part of a step that is watched, and leave it if the watcher wants to look now."""
    s.halt -= 1
    if s.halt == 0:
        s.halt = HALTED
        raise Halted
