"""Pictures of one size as blocks of 16 × 16 pixels: every distinct block once, frames as changes.

Small, because most of a picture stays as it was and what changes comes back; and lossless.
"""

import struct
import zlib
from collections.abc import Iterator
from typing import Any

import numpy as np

from cogworks.envs.core.errors import SettingError

Array = np.ndarray[Any, Any]

BLOCK = 16  # pixels
ATLAS_COLUMNS, ATLAS_ROWS = 64, 128  # blocks of one atlas
MOST_BLOCKS = 2**17  # a browser keeps all of them in memory, 1 KiB each
PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
PNG_KIND = (8, 2, 0, 0, 0)  # bits, red-green-blue, and the only methods there are
SMALLEST = 9  # of zlib's levels


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
            yield png(_arranged(blocks[start : start + size]))


def cut_up(picture: Array) -> Array:
    """The blocks of a picture, row by row; it gets a black edge where its sides are no multiple."""
    height, width, _ = picture.shape
    picture = np.pad(picture, ((0, -height % BLOCK), (0, -width % BLOCK), (0, 0)))
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


def png(picture: Array) -> bytes:
    """A PNG file. Its lines are not filtered: flat drawings are a third smaller so."""
    height, width, _ = picture.shape
    lines = np.zeros((height, 1 + 3 * width), np.uint8)  # each begins with its filter, 0
    lines[:, 1:] = picture.reshape(height, -1)
    return PNG_SIGNATURE + b"".join(
        (
            _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, *PNG_KIND)),
            _chunk(b"IDAT", zlib.compress(lines.tobytes(), SMALLEST)),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(name: bytes, content: bytes) -> bytes:
    checksum = zlib.crc32(name + content)
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", checksum)
