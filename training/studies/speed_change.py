"""How a change affects speed: an older commit and this tree take turns in one run.

    python -m cogarena.training.studies.speed_change HEAD~3 --games race moba

Each has a process of its own that imports its own sources and runs what `cogarena bench` measures.
The two take turns in short rounds, so that whatever else the machine does affects both alike. The
result is the median of the rounds' ratios with its 95 % interval: absolute figures vary from
machine to machine and from hour to hour. Taxi and Connect Four, which no change of ours affects,
show how far the machine alone moves a ratio.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import cached_property
from pathlib import Path
from typing import IO, Any

import numpy as np

from cogarena.envs.core import registry
from cogarena.training.bench import environments

ROOT = Path(__file__).resolve().parent.parent.parent
SCRATCH = ROOT / "results" / "speed_change"
FOLDERS = ("envs", "wrappers", "agents", "training")
OLD, NEW = "old", "new"
SEARCH = "search playouts"
SIZES = (64, 1024)  # rows of the batches
SERVE = "--serve"
WARM_UP = 0.05  # seconds a contender runs before it is measured
RESAMPLES = 2000
Speeds = dict[str, list[float]]  # by contender, one for each round


@contextmanager
def sources(commit: str) -> Iterator[Mapping[str, Path]]:
    """Folders from which the older commit and this tree can be imported.

    They are always the same ones: compiled kernels are found again by the path of their source.
    """
    SCRATCH.mkdir(parents=True, exist_ok=True)
    older = SCRATCH / "tree"
    _git("worktree", "add", "--force", "--detach", str(older), commit)
    try:
        trees = {OLD: older, NEW: ROOT}
        yield {side: linked(tree, SCRATCH / side) for side, tree in trees.items()}
    finally:
        _git("worktree", "remove", "--force", str(older))
        for side in (OLD, NEW):
            shutil.rmtree(SCRATCH / side, ignore_errors=True)


def _git(*arguments: str) -> None:
    subprocess.run(["git", "-C", str(ROOT), *arguments], check=True, capture_output=True)


def linked(tree: Path, folder: Path) -> Path:
    """A folder in which a tree's parts are one package, as `setup.py` would install them."""
    package = folder / "cogarena"
    package.mkdir(parents=True)
    for path in [*(tree / "package").iterdir(), *(tree / part for part in FOLDERS)]:
        (package / path.name).symlink_to(path)
    return folder


class Side:
    """A process that measures one side's contenders on request."""

    def __init__(self, source: Path, game: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", str(Path(__file__).resolve()), SERVE, game],
            env=os.environ | {"PYTHONPATH": str(source)},
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    @cached_property
    def contenders(self) -> list[str]:
        """What it can measure, once its kernels are compiled; both sides compile meanwhile."""
        return list(self._read())

    def __enter__(self) -> "Side":
        return self

    def __exit__(self, *error: object) -> None:
        self._process.kill()
        self._process.wait()

    def measure(self, name: str, seconds: float) -> float:
        """What a contender does per second."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps([name, seconds]) + "\n")
        self._process.stdin.flush()
        return float(self._read())

    def _read(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            sys.exit("speed_change: a measuring process ended early; its error is above")
        return json.loads(line)


def serve(game: str, requests: IO[str], answers: IO[str]) -> None:
    """Measure what each request names, with the sources this process imports."""
    found = registry.load(game)
    contenders: dict[str, Any] = dict(environments.contenders(found, {}, SIZES))
    contenders[SEARCH] = environments.search_speed(found, {})
    print(json.dumps(list(contenders)), file=answers, flush=True)
    for request in requests:
        name, seconds = json.loads(request)
        speed = contenders[name](seconds)
        print(json.dumps(getattr(speed, "with_policy", speed)), file=answers, flush=True)


def compare(commit: str, games: Sequence[str], rounds: int, seconds: float) -> None:
    """Print a table for each game."""
    with sources(commit) as trees:
        for game in games:
            with ExitStack() as stack:
                sides = {
                    side: stack.enter_context(Side(source, game)) for side, source in trees.items()
                }
                print(table(game, take_rounds(sides, rounds, seconds)), flush=True)


def take_rounds(sides: Mapping[str, Side], rounds: int, seconds: float) -> Mapping[str, Speeds]:
    """The speeds of all contenders that both sides have; who begins changes with each round."""
    names = [name for name in sides[OLD].contenders if name in sides[NEW].contenders]
    speeds: dict[str, Speeds] = {side: {name: [] for name in names} for side in sides}
    for name in names:
        for side in sides.values():
            side.measure(name, WARM_UP)
        for i in range(rounds):
            for which in (OLD, NEW) if i % 2 == 0 else (NEW, OLD):
                speeds[which][name].append(sides[which].measure(name, seconds))
    return speeds


def table(game: str, speeds: Mapping[str, Speeds]) -> str:
    """The medians of both, and the median ratio with its interval, a line for each contender."""
    lines = [f"{game:<56}{OLD:>12}{NEW:>12}{'new ÷ old':>12}{'95 %':>16}"]
    for name, old in speeds[OLD].items():
        new = speeds[NEW][name]
        ratio, low, high = median_ratio(old, new)
        lines.append(
            f"{name:<56}{np.median(old):>12,.0f}{np.median(new):>12,.0f}{ratio:>12.3f}"
            f"{f'{low:.3f}–{high:.3f}':>16}"
        )
    return "\n".join(lines)


def median_ratio(old: Sequence[float], new: Sequence[float]) -> tuple[float, float, float]:
    """The median of new ÷ old over the rounds, and its 95 % bootstrap interval."""
    ratios = np.array(new) / np.array(old)
    drawn = np.random.default_rng(0).choice(ratios, (RESAMPLES, len(ratios)))
    low, high = np.percentile(np.median(drawn, axis=1), (2.5, 97.5))
    return float(np.median(ratios)), float(low), float(high)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the study; its exit code."""
    plain = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=plain)
    parser.add_argument("commit", help="the older one, such as HEAD~3")
    parser.add_argument("--games", nargs="+", default=registry.names(), metavar="GAME")
    parser.add_argument("--rounds", type=int, default=40, help="of each (%(default)s)")
    parser.add_argument("--seconds", type=float, default=0.1, help="a contender (%(default)s)")
    given = parser.parse_args(arguments)
    try:
        _git("rev-parse", "--verify", f"{given.commit}^{{commit}}")
    except subprocess.CalledProcessError:
        parser.error(f"{given.commit!r} is not a commit of the repository {ROOT}")
    compare(given.commit, given.games, given.rounds, given.seconds)
    return 0


if __name__ == "__main__":
    if sys.argv[1:2] == [SERVE]:
        serve(sys.argv[2], sys.stdin, sys.stdout)
    else:
        sys.exit(main())
