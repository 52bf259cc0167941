"""What rally games count of each robot over a whole episode."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cogarena.envs.core.game import Tallies

MEANINGS = {
    "deaths": "how often it was destroyed",
    "damage_taken": "damage tokens it has received",
    "damage_dealt": "damage it has dealt to other robots, before options stop it",
    "damage_prevented": "damage that its shield, coat, tokens and options have stopped",
    "damage_repaired": "damage tokens that were removed from it",
    "pushes": "squares by which it has pushed or pulled other robots",
    "options_drawn": "option cards it was given",
    "options_used": "how often it has chosen to use an option",
}
FLAGS = {"flags": "flags it has touched"}
Counts = Mapping[str, Sequence[int]]  # by name, by seat
Own = Callable[[Any, Any], Counts]  # setup, record


def tallies(meanings: Mapping[str, str], own: Own) -> Tallies:
    """The tallies of a game: its own, then those of all rally games."""

    def by_seat(setup: Any, s: Any) -> Counts:
        return {**own(setup, s), **columns(s.rally.robots["tally"], MEANINGS)}

    return Tallies({**meanings, **MEANINGS}, by_seat)


def columns(records: Any, names: Mapping[str, str]) -> Counts:
    """Some fields of records that stand by seat."""
    return {name: records[name].tolist() for name in names}


def flags(setup: Any, s: Any) -> Counts:
    """The flags of each robot."""
    return {"flags": s.rally.robots["touched"].tolist()}
