"""Pictures of one size as blocks of 16 × 16 pixels: every distinct block once, frames as changes.

Small, because most of a picture stays as it was and what changes comes back; and lossless.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from cogarena.envs.core.draw.canvas import FRAME_STEP, framed, png_bytes
from cogarena.envs.core.errors import SettingError

Array = np.ndarray[Any, Any]

BLOCK = FRAME_STEP  # pixels
ATLAS_COLUMNS, ATLAS_ROWS = 64, 128  # blocks of one atlas
MOST_BLOCKS = 2**17  # a browser keeps all of them in memory, 1 KiB each


class Blocks:
    """Takes pictures one by one; gives the distinct blocks, and what changed in every frame."""

    def __init__(self) -> None:
        self.shape: tuple[int, ...] = ()  # of the first picture
        self._numbers: dict[bytes, int] = {}  # of the distinct blocks
        self._cut = np.zeros((0, BLOCK, BLOCK, 3), np.uint8)  # the last picture
        self._positions: list[Array] = []  # of the blocks that changed, by frame
        self._changed: list[list[int]] = []  # the numbers of the blocks that came there

    def __len__(self) -> int:
        return len(self._numbers)

    def add(self, picture: Array, *, only_if_new: bool = False) -> bool:
        """The next frame; false if it was left out because it looks like the last."""
        self.shape = self.shape or picture.shape
        if picture.shape != self.shape:
            raise SettingError(f"a picture is {picture.shape}, the first was {self.shape}")
        cut = cut_up(picture)
        if len(self._cut):
            positions = np.flatnonzero((cut != self._cut).any(axis=(1, 2, 3)))
        else:
            positions = np.arange(len(cut))
        if only_if_new and not len(positions):
            return False
        self._cut = cut
        self._changed.append([self._number(cut[position].tobytes()) for position in positions])
        self._positions.append(positions)
        return True

    def repeat(self) -> None:
        """A frame that looks like the last."""
        self._positions.append(np.zeros(0, np.int64))
        self._changed.append([])

    def _number(self, block: bytes) -> int:
        number = self._numbers.setdefault(block, len(self._numbers))
        if number >= MOST_BLOCKS:
            raise SettingError(
                f"a page holds {MOST_BLOCKS:,} different blocks of {BLOCK} × {BLOCK} pixels, and "
                f"frame {len(self._positions)} needs more: a smaller --tile or --size makes fewer, "
                f"and so does --every turn"
            )
        return number

    def changes(self) -> bytes:
        """How many blocks change in each frame, then all their positions, then their numbers.

        All are 32-bit numbers with the lowest byte first; positions count along the rows.
        """
        counts = [len(positions) for positions in self._positions]
        numbers = [number for changed in self._changed for number in changed]
        return np.concatenate([counts, *self._positions, numbers]).astype("<u4").tobytes()

    def atlases(self) -> Iterator[bytes]:
        """PNG files that hold the blocks in the order of their numbers, row by row."""
        blocks = np.frombuffer(b"".join(self._numbers), np.uint8).reshape(-1, BLOCK, BLOCK, 3)
        size = ATLAS_COLUMNS * ATLAS_ROWS
        for start in range(0, len(blocks), size):
            yield png_bytes(_arranged(blocks[start : start + size]))


def cut_up(picture: Array) -> Array:
    """The blocks of a picture, row by row; it gets a black edge where its sides are no multiple."""
    picture = framed(picture)
    rows, columns = picture.shape[0] // BLOCK, picture.shape[1] // BLOCK
    blocks = picture.reshape(rows, BLOCK, columns, BLOCK, 3).swapaxes(1, 2)
    return blocks.reshape(-1, BLOCK, BLOCK, 3)


def _arranged(blocks: Array) -> Array:
    """One picture of up to an atlas of blocks."""
    rows = -(-len(blocks) // ATLAS_COLUMNS)
    full = np.zeros((rows * ATLAS_COLUMNS, BLOCK, BLOCK, 3), np.uint8)
    full[: len(blocks)] = blocks
    grid = full.reshape(rows, ATLAS_COLUMNS, BLOCK, BLOCK, 3).swapaxes(1, 2)
    return grid.reshape(rows * BLOCK, ATLAS_COLUMNS * BLOCK, 3)
