"""The log of what happened since the last decision, and what is counted of each hero.

Both only tell: no rule reads them.
"""

from typing import Any

from cogarena.envs.coop_td.state import LOG, NOWHERE, Note
from cogarena.envs.core.jit import kernel


@kernel
def note(s: Any, what: int) -> Any:
    """A new entry of the log, about nothing yet."""
    entry = s.notes[min(s.noted, LOG - 1)]  # the last one is never reached (see `LOG`)
    s.noted += 1
    entry.what = what
    entry.seat = NOWHERE
    entry.enemy = NOWHERE
    entry.tower = NOWHERE
    entry.space = NOWHERE
    entry.number = 0
    entry.value = 0
    return entry


@kernel
def note_hero(s: Any, what: int, seat: int, enemy: int, space: int, value: int) -> None:
    """Log what befalls a hero and by which enemy, or what it does in a space."""
    entry = note(s, what)
    entry.seat = seat
    entry.enemy = enemy
    entry.space = space
    entry.value = value


@kernel
def note_enemies(s: Any, what: int, enemy: int, space: int, value: int) -> None:
    """Log what enemies of a kind do, and how many of them, unless it is none."""
    if value == 0:
        return
    entry = note(s, what)
    entry.enemy = enemy
    entry.space = space
    entry.value = value


@kernel
def note_tower(s: Any, what: int, seat: int, tower: int, number: int, value: int) -> None:
    """Log what a hero or a card does with a tower, or with its gold."""
    entry = note(s, what)
    entry.seat = seat
    entry.tower = tower
    entry.number = number
    entry.value = value


@kernel
def note_die(
    s: Any, what: int, seat: int, tower: int, space: int, enemy: int, roll: int, gold: int
) -> None:
    """Log a die of a hero or a tower against an enemy, and the gold if it killed."""
    entry = note(s, what)
    entry.seat = seat
    entry.tower = tower
    entry.space = space
    entry.enemy = enemy
    entry.number = roll
    entry.value = gold


@kernel
def note_gate(s: Any, what: int, seat: int, enemy: int, number: int, value: int) -> None:
    """Log what happens to the gate, and who does it."""
    entry = note(s, what)
    entry.seat = seat
    entry.enemy = enemy
    entry.number = number
    entry.value = value


@kernel
def note_lowered(s: Any, seat: int, enemy: int, tower: int) -> None:
    """Log that a tower has lost a level, and who did it."""
    entry = note(s, Note.TOWER_LOWERED)
    entry.seat = seat
    entry.enemy = enemy
    entry.tower = tower
    entry.number = s.towers[tower].kind
    entry.value = s.towers[tower].level


@kernel
def note_deed(s: Any, what: int, seat: int, number: int) -> None:
    """Log what a hero learns, or the end of the scenario."""
    entry = note(s, what)
    entry.seat = seat
    entry.number = number
