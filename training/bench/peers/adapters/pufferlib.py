"""PufferLib: games in C, by the compiled modules of its wheel, which lacks Python files."""

import os
import sys
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

ROWS = 1024
GO_SIDE, SQUARE = 7, 64
# By game: the module, its class, the width of an observation, the number of actions, and what the
# class takes after the arrays and the number of rows (the values of PufferLib's own Python files).
GAMES = {
    "go 7×7": (
        "go", "CyGo", 2 * GO_SIDE**2 + 2, GO_SIDE**2 + 1,
        (950, SQUARE * (GO_SIDE + 2), GO_SIDE, SQUARE * (GO_SIDE - 1), SQUARE * (GO_SIDE - 1),
         SQUARE, 0, 7.5, 0.0, -1, -0.518, -0.161, 0.0, 0.0, 0.0),
    ),
    "connect four, searching opponent": ("connect4", "CyConnect4", 42, 7, (672, 640, 96, 96)),
    "Breakout": (
        "breakout", "CyBreakout", 11 + 6 * 18, 3, (4, 576, 330, 62.0, 8.0, 6, 6, 32, 12, 6, 18)
    ),
}  # fmt: skip


def contenders(bench: Any) -> Iterator[Any]:
    """One environment, and many on one core."""
    # Without this flag their function `step` is bound to libc's, and nothing is played.
    sys.setdlopenflags(os.RTLD_NOW | os.RTLD_DEEPBIND)
    for game in GAMES:
        for rows in (1, ROWS):
            form, build = f"native batch of {rows}", partial(loop, bench, game, rows)
            yield bench.Contender(game, form, build, vector=rows > 1)


def loop(bench: Any, game: str, rows: int) -> Any:
    """Steps of all rows; actions that are not legal count as well, as there are no masks."""
    batch, rng = Batch(game, rows), np.random.default_rng(0)
    before = batch.observations.copy()

    def play() -> int:
        batch.actions[:] = rng.integers(batch.count, size=rows)
        batch.env.step()
        return rows

    for _ in range(bench.CHUNK):
        play()
    if (batch.observations == before).all():
        raise RuntimeError("its steps change nothing")
    return bench.timed(play)


class Batch:
    """An environment with the arrays it writes to; it keeps only their addresses."""

    def __init__(self, game: str, rows: int) -> None:
        module, kind, width, self.count, values = GAMES[game]
        self.observations = np.zeros((rows, width), np.float32)
        self.rewards, self.actions = np.zeros(rows, np.float32), np.zeros(rows, np.int32)
        self.over = np.zeros(rows, np.uint8)
        arrays = (self.observations, self.actions, self.rewards, self.over)
        self.env = getattr(native(module), kind)(*arrays, rows, *values)
        self.env.reset()


def native(module: str) -> Any:
    """A compiled module, without its package, which cannot be imported."""
    package = find_spec("pufferlib")
    assert package is not None
    assert package.origin is not None
    sys.path.append(str(Path(package.origin).parent / "ocean" / module))
    return import_module(f"cy_{module}")
