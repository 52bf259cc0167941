"""Results of episodes, as their last info tells them: dicts of numbers, lists, names and dicts."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

ENDING, TALLIES = "ending", "tallies"  # entries that games get for their `Endings` and `Tallies`


def blank(value: Any) -> Any:
    """A value of the same form in which nothing has happened: 0, False, "", or made of these."""
    if isinstance(value, Mapping):
        return {name: blank(member) for name, member in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(map(blank, value))
    if isinstance(value, np.ndarray):
        return np.zeros_like(value)
    return None if value is None else type(value)()


def form(value: Any) -> Any:
    """What all results of a game share: the names and the shapes, without the values."""
    if isinstance(value, Mapping):
        return {name: form(member) for name, member in value.items()}
    if isinstance(value, list | tuple):
        return list(map(form, value))
    if isinstance(value, np.ndarray):
        return value.shape
    return type(value).__name__


def numbers(result: Mapping[str, Any], agents: Sequence[str]) -> dict[str, Any]:
    """All numbers of a result, and arrays of numbers, in one flat dict.

    A dict by agent becomes an array by seat. What is in another dict has both names:
    {"tallies": {"red": {"kills": 1}, "blue": {"kills": 3}}} becomes {"tallies.kills": [1, 3]}.
    """
    found: dict[str, Any] = {}
    for name, value in result.items():
        by_seat = _by_seat(value, agents)
        if isinstance(by_seat, Mapping):
            inner = numbers(by_seat, agents)
            found |= {f"{name}.{member}": number for member, number in inner.items()}
        elif isinstance(by_seat, int | float):
            found[name] = by_seat
        elif np.asarray(by_seat).dtype.kind in "biuf":
            found[name] = np.array(by_seat)
    return found


def _by_seat(value: Any, agents: Sequence[str]) -> Any:
    """A dict by agent turned into a list by seat, or into a dict of such lists; else the value."""
    if not isinstance(value, Mapping) or set(value) != set(agents):
        return value
    members = [value[agent] for agent in agents]
    if all(isinstance(member, Mapping) for member in members):
        return {name: [member[name] for member in members] for name in members[0]}
    return members
