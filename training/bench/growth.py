"""How speed grows with the batch, the players and the board; memory, compile time and start.

    cogarena bench race --growth --out results/growth

A game's `tasks.toml` lists in `[growth]` which settings are varied, each by itself, and their
values. All batches take turns and use as many threads as `Batch` chooses.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from cogarena.envs.core import registry
from cogarena.envs.core.batch import Autoreset, Batch
from cogarena.envs.core.errors import CogarenaError, FileError, needs
from cogarena.envs.core.files import read_toml
from cogarena.envs.core.game import Game
from cogarena.training.bench import Progress, check_turns, machine, take_turns
from cogarena.training.bench.environments import PACKAGES, batch_loop, median_speed
from cogarena.training.evaluation.report import (
    COLOUR,
    LIGHT,
    Cells,
    markdown,
    png,
    write_files,
)

FILE, TABLE = "tasks.toml", "growth"
SIZES = tuple(4**power for power in range(8))  # 1 to 16,384 rows
ROWS = 1024  # where settings are varied
START = """
import json, sys, time
from cogarena.envs.core import registry
from cogarena.envs.core.batch import Batch
game = registry.load(sys.argv[1])
start = time.perf_counter()
game.compile()
compiled = time.perf_counter() - start
Batch(game, 1, json.loads(sys.argv[2])).reset(0)
print(compiled)
"""


def bench(
    game: Game,
    settings: Mapping[str, Any],
    *,
    seconds: float = 0.3,
    repeats: int = 5,
    sizes: Sequence[int] = SIZES,
    progress: Progress = lambda name: None,
) -> dict[str, Any]:
    """All figures, ready for JSON."""
    check_turns(seconds, repeats)
    varied = {
        label(key, value): {**settings, key: value}
        for key, values in variations(game).items()
        for value in values
    }
    batches = {str(n): open_batch(game, n, settings) for n in sizes}
    batches |= {name: open_batch(game, ROWS, changed) for name, changed in varied.items()}
    turns = {
        name: partial(batch_loop(batch, again=False), seconds) for name, batch in batches.items()
    }
    measured = take_turns(turns, repeats, progress)
    speeds = {name: asdict(median_speed(each)) for name, each in measured.items()}
    return {
        "game": game.name,
        "version": game.version,
        "settings": dict(settings),
        "seconds": seconds,
        "repeats": repeats,
        **machine(PACKAGES),
        "threads": {name: batch.threads for name, batch in batches.items()},
        "sizes": {str(n): speeds[str(n)] for n in sizes},
        "rows": ROWS,
        "varied": {name: speeds[name] for name in varied},
        "bytes": memory(batches[str(sizes[0])]),
        "start": start_times(game, settings, repeats, progress),
    }


def open_batch(game: Game, n: int, settings: Mapping[str, Any]) -> Batch:
    """A batch that plays on for ever."""
    return Batch(game, n, settings, autoreset=Autoreset.SAME_STEP)


def variations(game: Game) -> dict[str, list[Any]]:
    """The settings that the game's folder varies, and their values."""
    folder = registry.folder(game.name) if game.name in registry.names() else None
    if folder is None or not (folder / FILE).is_file():
        return {}
    return read_variations(game, folder / FILE)


def read_variations(game: Game, path: Path) -> dict[str, list[Any]]:
    """The table `[growth]` of a file, checked; empty if there is none."""
    table = read_toml(path, str(path)).get(TABLE, {})
    if not isinstance(table, dict):
        raise FileError(f"{path}: {TABLE} must be a table, not {table!r}")
    for key, values in table.items():
        if not isinstance(values, list) or not values:
            raise FileError(f"{path}: [{TABLE}]: {key} must be a list of values, not {values!r}")
        try:
            for value in values:
                game.build(game.read({key: value}))
        except CogarenaError as wrong:
            raise FileError(f"{path}: [{TABLE}]: {wrong}") from None
    return table


def label(key: str, value: Any) -> str:
    """What a changed setting is called; of lists only the length."""
    return f"{len(value)} {key}" if isinstance(value, list) else f"{key} = {value}"


def memory(batch: Batch) -> dict[str, int]:
    """The bytes of one environment, and of what a batch has once."""
    return {
        "record": batch.states.nbytes // batch.n,
        "mask": batch.masks.nbytes // batch.n,
        "observation": batch.observations.nbytes // batch.n,
        "setup": batch.setup.nbytes,
    }


def start_times(
    game: Game, settings: Mapping[str, Any], repeats: int, progress: Progress
) -> dict[str, float] | None:
    """Seconds to compile into an empty cache and to load from it, alone and from process to reset.

    None for a game that another process could not find.
    """
    if game.name not in registry.names():
        return None
    with tempfile.TemporaryDirectory() as cache:
        progress("empty cache")
        first, compiled = start(game, settings, cache)
        later = []
        for _ in range(repeats):
            progress("start")
            later.append(start(game, settings, cache))
    return {
        "compile": compiled,
        "load": statistics.median(loaded for _, loaded in later),
        "first_start": first,
        "later_start": statistics.median(whole for whole, _ in later),
    }


def start(game: Game, settings: Mapping[str, Any], cache: str) -> tuple[float, float]:
    """Seconds that a process takes to its first reset, and those of them for kernels."""
    before = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-P", "-c", START, game.name, json.dumps(settings)],
        env=os.environ | {"COGARENA_CACHE_DIR": cache}, check=True, capture_output=True, text=True,
    )  # fmt: skip
    return time.perf_counter() - before, float(done.stdout)


def table(result: Mapping[str, Any]) -> str:
    """All figures as Markdown."""
    return "\n\n".join(markdown(cells) for cells in tables(result) if len(cells) > 1)


def tables(result: Mapping[str, Any]) -> list[Cells]:
    """Speeds by batch size and by settings, memory, and start."""
    rows, threads = result["rows"], result["threads"]
    heads = ("threads", "decisions per second", "step only", "slowest step")
    by_size = [
        [f"{int(n):,}", *_speed_cells(threads[n], each)] for n, each in result["sizes"].items()
    ]
    varied = [[name, *_speed_cells(threads[name], each)] for name, each in result["varied"].items()]
    memory = [[name, f"{count:,}"] for name, count in result["bytes"].items()]
    times = (result["start"] or {}).items()
    return [
        [("rows of the batch", *heads), *by_size],
        [(f"setting, with {rows:,} rows", *heads), *varied],
        [("bytes of one environment (setup: of a batch)", ""), *memory],
        [("seconds", ""), *([name.replace("_", " "), f"{value:.2f}"] for name, value in times)],
    ]


def _speed_cells(threads: int, speed: Mapping[str, float]) -> list[str]:
    return [
        str(threads), f"{speed['with_policy']:,.0f}", f"{speed['step_only']:,.0f}",
        f"{speed['slowest_step']:.2f} ms",
    ]  # fmt: skip


def write(folder: Path, result: Mapping[str, Any]) -> list[Path]:
    """Write figures, page and plot."""
    texts: dict[str, str | bytes] = {".md": page(result), ".png": chart(result)}
    return write_files(folder, f"growth_{result['game']}", result, texts)


def page(result: Mapping[str, Any]) -> str:
    """The page as Markdown."""
    versions = ", ".join(f"{name} {number}" for name, number in result["versions"].items())
    settings = ", ".join(f"{key}={value!r}" for key, value in result["settings"].items())
    return (
        f"# Growth of {result['game']}, version {result['version']}\n\n"
        f"Written by `cogarena bench {result['game']} --growth` on {result['cpus']} cores, with "
        f"Python {result['python']}, {versions}. Settings: {settings or 'the defaults'}. Random "
        f"policy; median of {result['repeats']} turns of {result['seconds']} s. `compile` and "
        "`load` are the seconds for kernels, into an empty cache and from it; `first start` and "
        "`later start` those from the start of a process to its first reset.\n\n"
        f"{table(result)}\n"
    )


def chart(result: Mapping[str, Any]) -> bytes:
    """Speeds by batch size, speeds by settings and bytes, as PNG."""
    figure = needs("matplotlib.figure", "eval", "a plot").Figure((15, 4.5), layout="constrained")
    figure.suptitle(f"{result['game']}, version {result['version']}, random policy")
    left, middle, right = figure.subplots(1, 3)
    sizes = [int(n) for n in result["sizes"]]
    for name, style in (("with_policy", "o-"), ("step_only", "s--")):
        speeds = [speed[name] for speed in result["sizes"].values()]
        left.plot(sizes, speeds, style, color=COLOUR, label=name.replace("_", " "))
    left.set(xscale="log", yscale="log", xlabel="rows of the batch", ylabel="decisions per second")
    left.grid(color=LIGHT)
    left.legend()
    varied = {name: speed["with_policy"] for name, speed in result["varied"].items()}
    _bars(middle, varied, f"decisions per second, {result['rows']:,} rows")
    per_row = {name: count for name, count in result["bytes"].items() if name != "setup"}
    _bars(right, per_row, "bytes of one environment")
    return png(figure)


def _bars(axes: Any, values: Mapping[str, float], unit: str) -> None:
    """A bar for each value, the first on top."""
    bars = axes.barh(list(values), list(values.values()), color=COLOUR)
    axes.bar_label(bars, fmt="{:,.0f}", padding=3)
    axes.invert_yaxis()
    axes.margins(x=0.25)
    axes.set_xticks([])
    axes.set_xlabel(unit)
