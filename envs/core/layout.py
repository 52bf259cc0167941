"""Named pieces of observations and actions; spaces and documentation are made from them."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from math import prod
from typing import Any

import numpy as np

from cogarena.envs.core.errors import UnknownNameError
from cogarena.envs.core.jit import kernel
from cogarena.envs.core.records import record


def columns(name: str, *parts: str | tuple[str, ...]) -> Any:
    """An IntEnum that numbers columns in order; a part is the name of one, or of several."""
    names = [column for part in parts for column in ((part,) if isinstance(part, str) else part)]
    return IntEnum(name, names, start=0)


@dataclass(frozen=True)
class Piece:
    """A named part of an observation: `rows` × columns of numbers from `low` to `high`."""

    name: str
    columns: type[IntEnum] | int
    meaning: str
    rows: tuple[int, ...] = ()
    low: float = 0.0
    high: float = 1.0

    @property
    def shape(self) -> tuple[int, ...]:
        """Rows first, columns last."""
        count = self.columns if isinstance(self.columns, int) else len(self.columns)
        return (*self.rows, count)

    @property
    def column_names(self) -> tuple[str, ...]:
        """The names of the columns; empty if they are only numbered."""
        return () if isinstance(self.columns, int) else tuple(c.name.lower() for c in self.columns)


class Layout:
    """The pieces of an observation. Kernels write them by name: `out.towers[t, LEVEL]`."""

    def __init__(self, *pieces: Piece) -> None:
        self.pieces = pieces
        self.dtype = record(*((piece.name, "f4", piece.shape) for piece in pieces))
        self.width = sum(prod(piece.shape) for piece in pieces)

    @cached_property
    def low(self) -> np.ndarray[Any, Any]:
        """The lowest value of each element of the flat observation."""
        return np.concatenate([np.full(prod(p.shape), p.low, np.float32) for p in self.pieces])

    @cached_property
    def high(self) -> np.ndarray[Any, Any]:
        """The highest value of each element of the flat observation."""
        return np.concatenate([np.full(prod(p.shape), p.high, np.float32) for p in self.pieces])

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
        """The observation as a Markdown table."""
        lines = ["| piece | shape | range | columns | meaning |", "|---|---|---|---|---|"]
        for p in self.pieces:
            shape = "×".join(str(n) for n in p.shape)
            columns = ", ".join(p.column_names)
            lines.append(
                f"| `{p.name}` | {shape} | {p.low:g}…{p.high:g} | {columns} | {p.meaning} |"
            )
        return "\n".join(lines)


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
