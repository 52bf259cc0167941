"""Named pieces of observations and actions; spaces and documentation are made from them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from math import prod
from typing import Any

import numpy as np
from numba.core import cgutils, types
from numba.extending import intrinsic

from cogarena.envs.core.errors import UnknownNameError
from cogarena.envs.core.jit import INTERPRETED, kernel
from cogarena.envs.core.records import record

Array = np.ndarray[Any, Any]
CGUTILS: Any = cgutils

FLAG = "1: yes"  # the meaning of a column that needs no words


@dataclass(frozen=True)
class Column:
    """A column of an observation: a whole number from `low` to `high`, in the unit it is meant."""

    name: str
    meaning: str = ""
    high: int = 1
    low: int = 0


Part = str | Column | tuple[Any, ...]  # of columns: a flag's name, a column, or several of these


class Columns(IntEnum):
    """Numbered columns with their ranges. Kernels read the members as numbers."""

    meaning: str
    high: int
    low: int

    def __new__(cls, number: int, meaning: str = "", high: int = 1, low: int = 0) -> "Columns":
        """A column by its number."""
        member = int.__new__(cls, number)
        member._value_ = number
        member.meaning, member.high, member.low = meaning, high, low
        return member


def columns(name: str, *parts: Part) -> Any:
    """An IntEnum that numbers columns in order; a part is a column, or several."""
    rows = [(c.name, (n, c.meaning, c.high, c.low)) for n, c in enumerate(_flat(parts))]
    return Columns(name, rows)  # type: ignore[arg-type]


def _flat(parts: Iterable[Part]) -> Iterator[Column]:
    for part in parts:
        if isinstance(part, str):
            yield Column(part)
        elif isinstance(part, Column):
            yield part
        else:
            yield from _flat(part)


@dataclass(frozen=True)
class Piece:
    """A named part of an observation: `rows` × columns of whole numbers.

    Named columns have ranges of their own; unnamed ones go from `low` to `high`.
    """

    name: str
    columns: type[IntEnum] | int
    meaning: str
    rows: tuple[int, ...] = ()
    low: int = 0
    high: int = 1
    beside: str = ""  # the piece whose rows are the same things: these are more columns of them

    @property
    def shape(self) -> tuple[int, ...]:
        """Rows first, columns last."""
        count = self.columns if isinstance(self.columns, int) else len(self.columns)
        return (*self.rows, count)

    @property
    def column_names(self) -> tuple[str, ...]:
        """The names of the columns; empty if they are only numbered."""
        return () if isinstance(self.columns, int) else tuple(c.name.lower() for c in self.columns)

    @property
    def lows(self) -> Array:
        """The lowest value of each element, in the shape of the piece."""
        return np.broadcast_to(np.array([c.low for c in self._columns()]), self.shape)

    @property
    def highs(self) -> Array:
        """The highest value of each element, in the shape of the piece."""
        return np.broadcast_to(np.array([c.high for c in self._columns()]), self.shape)

    def _columns(self) -> list[Column]:
        if isinstance(self.columns, int):
            return [Column("", "", self.high, self.low)] * self.columns
        return [
            Column(c.name.lower(), getattr(c, "meaning", ""),
                   getattr(c, "high", self.high), getattr(c, "low", self.low))
            for c in self.columns
        ]  # fmt: skip

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle columns as rows: their enum may have no name that a module knows."""
        facts = (self.meaning, self.rows, self.low, self.high, self.beside)
        if isinstance(self.columns, int) or not issubclass(self.columns, Columns):
            return Piece, (self.name, self.columns, *facts)
        rows = [Column(c.name, c.meaning, c.high, c.low) for c in self.columns]
        return _piece_of, (self.name, self.columns.__name__, rows, *facts)

    def markdown(self, start: int) -> str:
        """A table of the columns; `start` is where the piece stands in the flat observation."""
        step = self.shape[-1]
        each = f", + {step} for each row" if self.rows else ""
        lines = [f"| offset{each} | column | range | meaning |", "|---|---|---|---|"]
        lines += [
            f"| {start + number} | {column.name} | {column.low}…{column.high} | "
            f"{column.meaning or FLAG} |"
            for number, column in enumerate(self._columns())
        ]
        return "\n".join(lines)


def _piece_of(name: str, columns_name: str, rows: list[Column], *facts: Any) -> Piece:
    return Piece(name, columns(columns_name, *rows), *facts)


NUMBERS = (np.int8, np.int16)  # what observations are made of: the smallest that holds all ranges


class Layout:
    """The pieces of an observation. Kernels write them by name: `out.towers[t, LEVEL]`."""

    def __init__(self, *pieces: Piece) -> None:
        self.pieces = pieces
        self._check_neighbours()
        self.width = sum(prod(piece.shape) for piece in pieces)
        self.number = self._number()
        self.dtype = record(*((piece.name, self.number, piece.shape) for piece in pieces))

    def _check_neighbours(self) -> None:
        rows = {piece.name: piece.rows for piece in self.pieces}
        for piece in self.pieces:
            if piece.beside and rows.get(piece.beside) != piece.rows:
                raise ValueError(
                    f"piece {piece.name!r} has the rows {piece.rows}, but {piece.beside!r}, beside "
                    f"which it stands, has {rows.get(piece.beside)}"
                )

    def _number(self) -> np.dtype[Any]:
        """The type of every element."""
        low = min(int(piece.lows.min()) for piece in self.pieces)
        high = max(int(piece.highs.max()) for piece in self.pieces)
        for number in NUMBERS:
            if np.iinfo(number).min <= low and high <= np.iinfo(number).max:
                return np.dtype(number)
        raise ValueError(f"an observation holds numbers of at most 16 bits, not {low}…{high}")

    @cached_property
    def low(self) -> Array:
        """The lowest value of each element of the flat observation."""
        return np.concatenate([p.lows.ravel() for p in self.pieces]).astype(self.number)

    @cached_property
    def high(self) -> Array:
        """The highest value of each element of the flat observation."""
        return np.concatenate([p.highs.ravel() for p in self.pieces]).astype(self.number)

    @cached_property
    def scale(self) -> Array:
        """What each element is divided by to lie between −1 and 1."""
        most = np.maximum(-self.low.astype(np.int32), self.high.astype(np.int32))
        return np.maximum(most, 1).astype(np.float32)

    def normalised(self, observations: Array) -> Array:
        """Flat observations as float32, each element between −1 and 1."""
        shares: Array = observations / self.scale
        return shares

    def rows(self, observations: Array) -> Array:
        """Flat observations (n, width) as n records of the layout; nothing is copied."""
        return observations.view(self.dtype).reshape(-1)

    def empty(self, n: int) -> Array:
        """Room for n flat observations."""
        return np.zeros((n, self.width), self.number)

    @cached_property
    def names(self) -> list[str]:
        """A name for each element of the flat observation, such as `towers[3].level`."""
        return [name for piece in self.pieces for name in _element_names(piece)]

    def split(self, observation: np.ndarray[Any, Any]) -> dict[str, np.ndarray[Any, Any]]:
        """The named pieces of flat observations, each in its shape; leading axes are kept.

        The pieces are views: writing to one writes to `observation`. An environment with
        `observation="dict"` gives its observations like this, those of a flat one are split by
        `env.unwrapped.game.layout.split(observation)["towers"]`, for a piece named `towers`.
        """
        pieces: dict[str, np.ndarray[Any, Any]] = {}
        start = 0
        for piece in self.pieces:
            stop = start + prod(piece.shape)
            part = observation[..., start:stop]
            pieces[piece.name] = part.reshape(*observation.shape[:-1], *piece.shape)
            start = stop
        return pieces

    def markdown(self) -> str:
        """The observation as Markdown tables: all pieces, then the named columns of each."""
        lines = ["| piece | offset | shape | range | meaning |", "|---|---|---|---|---|"]
        tables, start = [], 0
        for p in self.pieces:
            shape = "×".join(str(n) for n in p.shape)
            span = f"{p.lows.min()}…{p.highs.max()}"
            lines.append(f"| `{p.name}` | {start} | {shape} | {span} | {p.meaning} |")
            if p.column_names:
                tables.append(f"### `{p.name}`: {p.meaning}\n\n{p.markdown(start)}")
            start += prod(p.shape)
        return "\n\n".join(
            [f"{self.width} numbers of type {self.number}.", "\n".join(lines), *tables]
        )


def _element_names(piece: Piece) -> Iterator[str]:
    for index in np.ndindex(*piece.shape):
        rows = "".join(f"[{i}]" for i in index[:-1])
        names = piece.column_names
        yield (
            f"{piece.name}{rows}.{names[index[-1]]}"
            if names
            else f"{piece.name}{rows}[{index[-1]}]"
        )


@dataclass(frozen=True)
class Block:
    """A named part of the action space: one action per index of `shape`, one in all for ()."""

    name: str
    shape: tuple[int, ...]
    meaning: str


class Actions:
    """The meaning of each action of a Discrete space. Action 0 is PASS in every game."""

    def __init__(self, *blocks: Block) -> None:
        if not blocks or prod(blocks[0].shape) != 1:
            raise ValueError("the first block must be a single action, the one that does nothing")
        self.blocks = blocks
        self.count = sum(prod(block.shape) for block in blocks)

    def start(self, name: str) -> int:
        """The first action of a block."""
        return self._find(name)[0]

    def number(self, name: str, *index: int) -> int:
        """The action of a block at an index: `number("build", 3, Tower.MAGE)`."""
        start, shape = self._find(name)
        fits = len(index) == len(shape) and all(
            0 <= i < n for i, n in zip(index, shape, strict=True)
        )
        if not fits:
            raise IndexError(
                f"index {index} does not fit the shape {shape} of action block {name!r}"
            )
        return start + int(np.ravel_multi_index(index, shape) if index else 0)

    def _find(self, name: str) -> tuple[int, tuple[int, ...]]:
        start = 0
        for block in self.blocks:
            if block.name == name:
                return start, block.shape
            start += prod(block.shape)
        raise UnknownNameError("action block", name, (block.name for block in self.blocks))

    def name(self, action: int) -> tuple[str, tuple[int, ...]]:
        """The block of an action and the index in it: the inverse of `number`."""
        position = int(action)
        for block in self.blocks:
            if 0 <= position < prod(block.shape):
                index = np.unravel_index(position, block.shape) if block.shape else ()
                return block.name, tuple(int(i) for i in index)
            position -= prod(block.shape)
        raise IndexError(f"action {action} is not in 0…{self.count - 1}")

    def markdown(self) -> str:
        """The actions as a Markdown table."""
        lines = ["| actions | block | shape | meaning |", "|---|---|---|---|"]
        for block in self.blocks:
            first = self.start(block.name)
            last = first + prod(block.shape) - 1
            numbers = f"{first}" if first == last else f"{first}–{last}"
            shape = "×".join(str(n) for n in block.shape) or "1"
            lines.append(f"| {numbers} | `{block.name}` | {shape} | {block.meaning} |")
        return "\n".join(lines)


@kernel
def clear(piece: Any) -> None:
    """Fill a piece of an observation with zeros. A loop becomes a memset, a slice does not."""
    for row in range(piece.shape[0]):
        for column in range(piece.shape[1]):
            piece[row, column] = 0


@kernel
def clear_row(row: Any) -> None:
    """Fill a row of an observation with zeros."""
    for column in range(len(row)):
        row[column] = 0


if INTERPRETED:

    def copy(target: Any, to: int, source: Any, start: int, count: int) -> None:
        """Copy elements between contiguous arrays, each counted as if it had one dimension."""
        target.reshape(-1)[to : to + count] = source.reshape(-1)[start : start + count]

else:

    @intrinsic
    def copy(context: Any, target: Any, to: Any, source: Any, start: Any, count: Any) -> Any:
        """Copy elements between contiguous arrays, each counted as if it had one dimension."""
        number = types.intp
        return types.void(target, number, source, number, number), _copy_memory


def _copy_memory(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """The code of `copy`: neither loops over elements nor slices become a memcpy."""
    target, to, source, start, count = arguments
    ends = []
    for array, at, kind in ((target, to, signature.args[0]), (source, start, signature.args[2])):
        data = context.make_array(kind)(context, builder, array).data
        ends.append(builder.gep(data, [at]))
    size = context.get_abi_sizeof(context.get_data_type(signature.args[0].dtype))
    CGUTILS.raw_memcpy(builder, *ends, count, size)
    return context.get_dummy_value()
