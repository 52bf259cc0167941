"""Every error a user can cause. Each also is the built-in error one would expect."""

import difflib
from collections.abc import Iterable
from typing import Any


class CogarenaError(Exception):
    """Base of all errors raised on bad input."""


class ActionTypeError(CogarenaError, TypeError):
    """The action is not a whole number."""


class ActionRangeError(CogarenaError, ValueError):
    """The action is a whole number outside the action space."""


class IllegalActionError(CogarenaError, ValueError):
    """The action exists, but the mask forbids it now."""


class EpisodeOverError(CogarenaError, RuntimeError):
    """Somebody acts for an agent or an episode that has ended, or has not begun."""


class SettingError(CogarenaError, ValueError):
    """An unknown setting, or a value it cannot take."""


class FileError(CogarenaError, ValueError):
    """A map, scenario, sheet or other file that cannot be read as what it should be."""


class StateError(CogarenaError, ValueError):
    """Bytes that are no state of this game."""


class UnknownNameError(CogarenaError, LookupError):
    """A name that is not among the known ones."""

    def __init__(self, what: str, name: object, known: Iterable[str]) -> None:
        self._given = what, str(name), tuple(known)
        super().__init__(unknown(what, name, self._given[-1]))

    def __reduce__(self) -> tuple[Any, ...]:
        """What an error is made of again, in another process."""
        return type(self), self._given


def unknown(what: str, name: object, known: Iterable[str]) -> str:
    """The sentence for an unknown name: what it is, the nearest known one, and all known ones."""
    names = sorted(known)
    near = difflib.get_close_matches(str(name), names, n=1)
    guess = f" Did you mean {near[0]!r}?" if near else ""
    return f"unknown {what} {name!r}.{guess} Known: {', '.join(names) or 'none'}"
