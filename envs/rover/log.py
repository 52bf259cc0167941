"""What is told of a turn: the log of events (V29), and animations for films."""

from typing import Any

from cogarena.envs.core.header import pause
from cogarena.envs.core.jit import kernel
from cogarena.envs.rover.modules import EMPTY
from cogarena.envs.rover.state import LOG, MOVED, NOWHERE, ROVER
from cogarena.envs.rover.vision import is_known, sees


@kernel
def note(s: Any, what: int, who: int, value: int, extra: int) -> None:
    """V29: log an event: its kind, the entity it concerns, two numbers, and where if it is seen."""
    it = s.entities[who]
    # Only entities that the rover sees swap places with it.
    seen = who == ROVER or s.stale == MOVED or sees(s, it.x, it.y)
    note_at(s, what, who, value, extra, it.x if seen else NOWHERE, it.y if seen else NOWHERE)


@kernel
def note_at(s: Any, what: int, who: int, value: int, extra: int, x: int, y: int) -> None:
    """V29: log an event that happened on a square, or NOWHERE if that is not told."""
    if s.logged < LOG:
        entry = s.log[s.logged]
        entry.what = what
        entry.who = who
        entry.kind = s.entities[who].kind
        entry.value = value
        entry.extra = extra
        entry.x = x
        entry.y = y
        s.logged += 1


@kernel
def note_wall(s: Any, what: int, by: int, x: int, y: int, amount: int) -> None:
    """V29: what an entity does to walls in its turn is told as one event, at the first of them."""
    for i in range(s.logged):
        if s.log[i].what == what and s.log[i].who == by:
            s.log[i].value += amount
            return
    known = is_known(s, x, y)
    note_at(s, what, by, amount, 0, x if known else NOWHERE, y if known else NOWHERE)


@kernel
def show(
    s: Any, e: int, module: int, from_x: int, from_y: int, to_x: int, to_y: int, hit: bool
) -> None:
    """Record that an entity used a module on a square, and pause, if the step is filmed."""
    if s.halt == 0:
        return
    shown = s.animation
    shown.by = e
    shown.module = module
    shown.from_x = from_x
    shown.from_y = from_y
    shown.to_x = to_x
    shown.to_y = to_y
    shown.hit = hit
    pause(s)


@kernel
def show_before(s: Any, e: int) -> None:
    """Pause before a visible entity moves or uses a module, if the step is filmed."""
    x, y = s.entities[e].x, s.entities[e].y
    if s.halt != 0 and sees(s, x, y):
        show(s, e, EMPTY, x, y, x, y, True)
