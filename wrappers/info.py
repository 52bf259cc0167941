"""The `info` of a step: the same keys at every step, and nothing is built that nobody reads.

The argument `info` of an environment says what is in it:

- "all": everything, what costs time being made when it is first read
- "numbers": what can be stacked, with one shape at every step: NumPy's numbers, and arrays of them
"""

import copy
from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any

import numpy as np

from cogarena.envs.core.batch import Batch
from cogarena.envs.core.episode import Episode, Moves
from cogarena.envs.core.results import ENDING, blank, numbers
from cogarena.wrappers.observations import require_one_of

Info = dict[str, Any]

ALL, NUMBERS = "all", "numbers"  # values of the argument `info`
SEAT, EVENTS = "seat", "events"
NOT_ENDED = -1  # the number of the ending before the end, and of an episode that "lose" ended


class LazyDict(dict[str, Any]):
    """A dict that makes some of its values when they are first read.

    A deepcopy makes nothing, a copy of any other kind is a plain dict with all values.
    """

    _unmade: Collection[str] = ()
    _make: Callable[[str], Any]

    def __missing__(self, key: str) -> Any:
        if key not in self._unmade:
            raise KeyError(key)
        self[key] = value = self._make(key)
        return value

    def __contains__(self, key: object) -> bool:
        return dict.__contains__(self, key) or key in self._unmade

    def get(self, key: str, default: Any = None) -> Any:
        """The value of a key, or the default."""
        return self[key] if key in self else default  # noqa: SIM401

    def complete(self) -> None:
        """Make all values."""
        for key in self._unmade:
            self[key]
        self._unmade = ()

    def __deepcopy__(self, memo: dict[int, Any]) -> "LazyDict":
        twin = LazyDict((key, copy.deepcopy(value, memo)) for key, value in dict.items(self))
        twin.__dict__.update(self.__dict__)
        return twin

    def __reduce_ex__(self, protocol: Any) -> Any:
        return dict, (dict(self),)


def lazy(unmade: Collection[str], make: Callable[[str], Any]) -> LazyDict:
    """A dict in which `make` makes the values of these keys."""
    made = LazyDict()
    made._unmade, made._make = unmade, make
    return made


def _of_all_values(name: str) -> Callable[..., Any]:
    """The method of dict, after all values are made."""
    method = getattr(dict, name)

    def complete_first(self: LazyDict, *given: Any, **named: Any) -> Any:
        for one in (self, *given):
            if isinstance(one, LazyDict):
                one.complete()
        return method(self, *given, **named)

    complete_first.__name__, complete_first.__doc__ = name, method.__doc__
    return complete_first


OF_ALL_VALUES = (
    "__delitem__", "__eq__", "__ior__", "__iter__", "__len__", "__ne__", "__or__", "__repr__",
    "__reversed__", "__ror__", "clear", "copy", "items", "keys", "pop", "popitem", "setdefault",
    "update", "values",
)  # fmt: skip
for _name in OF_ALL_VALUES:
    setattr(LazyDict, _name, _of_all_values(_name))


class InfoForm:
    """What the steps of one environment tell, in the form that `info` asks for.

    That is the number of the seat whose observation it goes with, the events and the result.
    Before the end the result has the keys that it will have, and blanks as values: 0, False, "".
    """

    def __init__(self, info: str, episode: Episode) -> None:
        self.in_numbers = require_info(info) == NUMBERS
        self._episode = episode
        self._blank: Info = {}
        self._keys: tuple[str, ...] = ()

    def of(self, moves: Moves, seat: int, over: bool) -> Info:
        """The info of a step: the records after each move in it, and whose result is told."""
        if not self._keys:
            self._blank = blank(self._episode.result_of(moves, seat))
            self._keys = (EVENTS, *self._blank)
        if self.in_numbers:
            result = self._episode.result_of(moves, seat) if over else self._blank
            told = {SEAT: seat, **numbers_of(self._episode, result)}
            return {name: np.asarray(value)[()] for name, value in told.items()}
        info = lazy(self._keys, partial(self._value, moves, seat, over))
        info[SEAT] = seat
        return info

    def _value(self, moves: Moves, seat: int, over: bool, key: str) -> Any:
        if key == EVENTS:
            return self._episode.events_of(moves)
        if over:
            return self._episode.result_of(moves, seat)[key]
        return copy.deepcopy(self._blank[key])


def require_info(info: str) -> str:
    """The value of the argument `info`."""
    value: str = require_one_of("info", info, (ALL, NUMBERS))
    return value


def numbers_of(episode: Episode | Batch, result: Mapping[str, Any]) -> Info:
    """The numbers of a result, and that of the ending."""
    found: Info = dict(numbers(result, episode.agents))
    endings = episode.game.endings
    if endings is not None:
        found[ENDING] = int(endings.kinds.__members__.get(result[ENDING].upper(), NOT_ENDED))
    return found
