"""What a watcher is shown on the way from one decision to the next."""

from typing import Any

from cogarena.envs.core.header import pause
from cogarena.envs.core.jit import kernel


@kernel
def show(s: Any, what: int, by: int, at: int, target: int, value: int) -> None:
    """Something was done (see `Deed`): a watcher may look. Nobody watches where `halt` is 0."""
    if s.halt == 0:
        return
    deed = s.deed
    deed.what = what
    deed.by = by
    deed.at = at
    deed.target = target
    deed.value = value
    pause(s)
