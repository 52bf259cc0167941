"""Who may know a field of a record: declared once, at the end of the field's tuple.

    ("x", "i1", PUBLIC.when(on_floor)),  # means something only on the floor
    ("hand", "u1", (HAND,), OWN),
    ("deck", "u1", (CARDS,), SECRET),
    ("robots", ROBOT, (ROBOTS,), BY_SEAT),

`core/contract.py` proves it: observations show what they must, and nothing else. A condition is a
function of the innermost record that holds the field; of two arguments: the whole record and that
one; of three: also the index in the field, a tuple; of four: also the setup.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from itertools import count
from typing import Any

import numpy as np

Condition = Callable[..., Any]
Dtype = np.dtype[Any]

_numbers = count()
_declared: dict[int, dict[str, "tuple[Mark, ...]"]] = {}  # by number of the record, by field


class Who(Enum):
    """Whose observation shows a field."""

    PUBLIC = "public"  # everybody's
    OWN = "own"  # that of the seat it belongs to
    SECRET = "secret"  # nobody's
    INTERNAL = "internal"  # bookkeeping that tells a player nothing


class Naming(Enum):
    """How a number names a seat."""

    SEAT = "seat"  # its number; negative: nobody
    SEATS = "seats"  # a bit set
    AFTER_SEAT = "after seat"  # 1 + its number; 0: nobody

    def relabelled(self, value: int, new: tuple[int, ...]) -> int:
        """The number, where seat i is now `new[i]`."""
        if self is Naming.SEATS:
            return sum(1 << new[i] for i in range(len(new)) if value >> i & 1)
        seat = value - (self is Naming.AFTER_SEAT)
        return value + (new[seat] - seat if 0 <= seat < len(new) else 0)


class Mark:
    """What can stand at the end of a field's tuple."""


@dataclass(frozen=True)
class Visibility(Mark):
    """Who may know a field, and when."""

    who: Who
    meant: Condition | None = None
    shown: Condition | None = None
    names: Naming | None = None

    def when(self, condition: Condition) -> "Visibility":
        """The field means something only under this condition."""
        return replace(self, meant=condition)

    def shown_when(self, condition: Condition) -> "Visibility":
        """Everybody sees the field under this condition."""
        return replace(self, shown=condition)

    def naming(self, names: Naming) -> "Visibility":
        """The field's number names seats."""
        return replace(self, names=names)


class BySeat(Mark):
    """The first axis of the field is the seat."""


PUBLIC, OWN, SECRET, INTERNAL = (Visibility(who) for who in Who)
SEAT, SEATS, AFTER_SEAT = Naming
BY_SEAT = BySeat()


def declare(marks: dict[str, tuple[Mark, ...]]) -> dict[str, int]:
    """Metadata for the dtype of a record, under which its declarations are found again.

    The dtype itself holds a number only: arrays of it can still be pickled.
    """
    number = next(_numbers)
    _declared[number] = marks
    return {"record": number}


@dataclass(frozen=True)
class Leaf:
    """A plain field of a record, wherever it is nested."""

    path: tuple[str, ...]
    visibility: Visibility | None  # None: not declared
    outer: int  # axes of the records around it; the others are the field's own
    seat_axis: int | None

    @property
    def name(self) -> str:
        """Such as `rally.robots.damage`."""
        return ".".join(self.path)

    def view(self, record: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """All its elements in one record, an array of one; writing changes the record."""
        for name in self.path:
            record = record[name]
        return record[0, ...]

    def part(self, record: np.ndarray[Any, Any], index: tuple[int, ...]) -> Any:
        """The innermost record that holds an element."""
        for name in self.path[:-1]:
            record = record[name]
        return record[(0, *index[: self.outer])]

    def seat(self, index: tuple[int, ...]) -> int | None:
        """The seat an element belongs to, if it belongs to one."""
        return None if self.seat_axis is None else index[self.seat_axis]


def leaves(dtype: Dtype) -> list[Leaf]:
    """The plain fields of a record, in order."""
    return list(_leaves(dtype, (), None, 0, None))


def _leaves(
    dtype: Dtype, path: tuple[str, ...], above: Visibility | None, outer: int, seat: int | None
) -> Iterator[Leaf]:
    number: Any = (dtype.metadata or {}).get("record")  # type: ignore[call-overload]
    declared = _declared.get(number, {})
    for name in dtype.names or ():
        field = dtype[name]
        marks = declared.get(name, ())
        own = next((mark for mark in marks if isinstance(mark, Visibility)), above)
        axis = outer if any(isinstance(mark, BySeat) for mark in marks) else seat
        if field.base.names:
            yield from _leaves(field.base, (*path, name), own, outer + len(field.shape), axis)
        else:
            yield Leaf((*path, name), own, outer, axis)


def holds(
    condition: Condition, setup: Any, s: np.ndarray[Any, Any], leaf: Leaf, index: tuple[int, ...]
) -> bool:
    """The condition is true of an element."""
    part, inner = leaf.part(s, index), index[leaf.outer :]
    wanted = condition.__code__.co_argcount
    given = (part,) if wanted == 1 else (s[0], part, inner, setup)[:wanted]
    return bool(condition(*given))
