"""Every error a user can cause. Each is also the built-in error that one would expect."""

import difflib
import importlib
from collections.abc import Iterable
from typing import Any


class CogarenaError(Exception):
    """Base of all errors raised on bad input."""


class ActionTypeError(CogarenaError, TypeError):
    """The action is not an integer."""


class ActionRangeError(CogarenaError, ValueError):
    """The action is an integer outside the action space."""


class IllegalActionError(CogarenaError, ValueError):
    """The action exists, but the mask forbids it at this moment."""


class EpisodeOverError(CogarenaError, RuntimeError):
    """An action for an agent or an episode that has ended or has not begun."""


class SettingError(CogarenaError, ValueError):
    """An unknown setting, or an invalid value."""


class UnknownArgumentError(SettingError, TypeError):
    """A keyword argument that an environment does not take, in the words Python has for it."""


class FileError(CogarenaError, ValueError):
    """A map, scenario, sheet or other file that is missing or malformed."""


class StateError(CogarenaError, ValueError):
    """Bytes that are not a state of this game."""


class UnknownNameError(CogarenaError, LookupError):
    """A name that is not among the known ones."""

    def __init__(self, what: str, name: object, known: Iterable[str]) -> None:
        self._given = what, str(name), tuple(known)
        super().__init__(unknown(what, name, self._given[-1]))

    def __reduce__(self) -> tuple[Any, ...]:
        """Rebuild the error in another process from what it was made of."""
        return type(self), self._given


class CheckFailedError(CogarenaError, AssertionError):
    """A game fails a conformance check."""


class MissingExtraError(CogarenaError, ImportError):
    """A package of one of the optional extras is not installed."""


def unknown(what: str, name: object, known: Iterable[str]) -> str:
    """The sentence for an unknown name: what it is, the nearest known one, and all known ones."""
    return f"unknown {what} {name!r}.{_known(name, known)}"


def unexpected(where: str, name: str, known: Iterable[str]) -> UnknownArgumentError:
    """The error for a keyword argument that is not among the known ones."""
    given = f"{where} got an unexpected keyword argument {name!r}."
    return UnknownArgumentError(given + _known(name, known))


def _known(name: object, known: Iterable[str]) -> str:
    names = sorted(known)
    near = difflib.get_close_matches(str(name), names, n=1)
    guess = f" Did you mean {near[0]!r}?" if near else ""
    return f"{guess} Known: {', '.join(names) or 'none'}"


def needs(module: str, extra: str, purpose: str) -> Any:
    """Import a module, or raise an error that says how to install it."""
    try:
        return importlib.import_module(module)
    except ImportError as missing:
        raise MissingExtraError(
            f"{purpose} needs the package {missing.name or module!r}: "
            f'install it with  pip install "cogarena[{extra}]"'
        ) from missing
