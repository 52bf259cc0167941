"""How a change affects speed: an older commit and this tree take turns in one run.

    python -m cogarena.training.studies.speed_change HEAD~3 --games race moba

Both run `cogarena bench`, several times in turn, each from its own sources. The result is the ratio
of the medians: absolute figures vary from machine to machine and from hour to hour.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from cogarena.envs.core import registry

ROOT = Path(__file__).resolve().parent.parent.parent
SCRATCH = ROOT / "results" / "speed_change"
FOLDERS = ("envs", "wrappers", "agents", "training")
BENCH = ("-m", "cogarena.training.cli", "bench")
OLD, NEW = "old", "new"
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
        yield {side: _linked(tree, SCRATCH / side) for side, tree in trees.items()}
    finally:
        _git("worktree", "remove", "--force", str(older))
        for side in (OLD, NEW):
            shutil.rmtree(SCRATCH / side, ignore_errors=True)


def _git(*arguments: str) -> None:
    subprocess.run(["git", "-C", str(ROOT), *arguments], check=True, capture_output=True)


def _linked(tree: Path, folder: Path) -> Path:
    """A folder in which a tree's parts are one package, as `setup.py` would install them."""
    package = folder / "cogarena"
    package.mkdir(parents=True)
    for path in [*(tree / "package").iterdir(), *(tree / part for part in FOLDERS)]:
        (package / path.name).symlink_to(path)
    return folder


def measured(source: Path, game: str, seconds: float) -> dict[str, float]:
    """Decisions per second of each contender of a game, by the sources in a folder."""
    with tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch) / "bench.json"
        command = [*BENCH, game, "--seconds", str(seconds), "--repeats", "1", "--json", str(out)]
        subprocess.run(
            [sys.executable, *command],
            env=os.environ | {"PYTHONPATH": str(source)}, check=True, capture_output=True,
        )  # fmt: skip
        result = json.loads(out.read_text(encoding="utf-8"))
    speeds = {name: row["with_policy"] for name, row in result["decisions_per_second"].items()}
    return speeds | {"search playouts": result["playouts_per_second"]}


def compare(commit: str, games: Sequence[str], rounds: int, seconds: float) -> dict[str, str]:
    """A table for each game."""
    tables = {}
    with sources(commit) as trees:
        for game in games:
            speeds: dict[str, Speeds] = {OLD: {}, NEW: {}}
            for _ in range(rounds):
                for side, source in trees.items():
                    for name, speed in measured(source, game, seconds).items():
                        speeds[side].setdefault(name, []).append(speed)
            tables[game] = table(game, speeds)
            print(tables[game], flush=True)
    return tables


def table(game: str, speeds: Mapping[str, Speeds]) -> str:
    """The medians of both, and their ratio, a line for each contender that both have."""
    lines = [f"{game:<56}{OLD:>12}{NEW:>12}{'new ÷ old':>12}"]
    for name in speeds[OLD]:
        if name in speeds[NEW]:
            old, new = (statistics.median(speeds[side][name]) for side in (OLD, NEW))
            lines.append(f"{name:<56}{old:>12,.0f}{new:>12,.0f}{new / old:>12.3f}")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the study; its exit code."""
    plain = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=plain)
    parser.add_argument("commit", help="the older one, such as HEAD~3")
    parser.add_argument("--games", nargs="+", default=registry.names(), metavar="GAME")
    parser.add_argument("--rounds", type=int, default=5, help="of each (%(default)s)")
    parser.add_argument("--seconds", type=float, default=0.5, help="a contender (%(default)s)")
    given = parser.parse_args(arguments)
    try:
        _git("rev-parse", "--verify", f"{given.commit}^{{commit}}")
    except subprocess.CalledProcessError:
        parser.error(f"{given.commit!r} is not a commit of the repository {ROOT}")
    compare(given.commit, given.games, given.rounds, given.seconds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
