"""Looking at a turn while it runs: a watcher can halt the engine after any step of it."""

from typing import Any

from cogarena.envs.core.jit import kernel

HALTED = -1


def engine(s: Any) -> Any:
    """The part of a game's record that halts."""
    return s.rally


@kernel
def halts(r: Any) -> bool:
    """Count a step; true if the watcher wants to look now. Nobody watches where `halt` is 0."""
    if r.halt == 0:
        return False
    if r.halt > 0:
        r.halt -= 1
        if r.halt == 0:
            r.halt = HALTED
    return r.halt == HALTED


@kernel
def is_halted(r: Any) -> bool:
    """The watcher looks: nothing goes on."""
    return r.halt == HALTED
