"""What a watcher is shown on the way from one turn to the next."""

from typing import Any

from cogarena.envs.core.header import pause
from cogarena.envs.core.jit import kernel
from cogarena.envs.rover.modules import EMPTY
from cogarena.envs.rover.sight import sees


@kernel
def show(
    s: Any, e: int, module: int, from_x: int, from_y: int, to_x: int, to_y: int, hit: bool
) -> None:
    """An entity has used a module on a square: a watcher may look. `halt` 0: nobody watches."""
    if s.halt == 0:
        return
    deed = s.deed
    deed.by = e
    deed.module = module
    deed.from_x = from_x
    deed.from_y = from_y
    deed.to_x = to_x
    deed.to_y = to_y
    deed.hit = hit
    pause(s)


@kernel
def show_before(s: Any, e: int) -> None:
    """An entity that the rover sees is about to move or to use a module: a watcher may look."""
    x, y = s.entities[e].x, s.entities[e].y
    if s.halt != 0 and sees(s, x, y):
        show(s, e, EMPTY, x, y, x, y, True)
