"""The folder of a training run: its checkpoints, the links `last` and `best`, its logs and curve.

Both engines keep their runs in it, so all runs are evaluated, exported and plotted in the same way.
"""

import csv
import dataclasses
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from stable_baselines3.common.logger import KVWriter, Logger, TensorBoardOutputFormat
from torch.utils.tensorboard import SummaryWriter

from cogarena.agents import checkpoint
from cogarena.agents.checkpoint import Checkpoint, CheckpointError, Note, Tensors, spaces_of
from cogarena.envs.core.errors import FileError, SettingError, needs
from cogarena.envs.core.game import Game
from cogarena.training.config import Config, read_tables, with_changes
from cogarena.training.evaluation.report import png
from cogarena.training.evaluation.tasks import HIGH_AGENT, LOW_AGENT, reference

CURVE = "curve.png"
MEAN = "/mean"
STEP = "step"
Points = list[tuple[float, float, float, float]]  # decisions, mean, low and high


@dataclass(frozen=True)
class Outcome:
    """How a session of training ended."""

    folder: Path
    steps: int  # learned from, in this and all earlier sessions
    wanted: int
    saved: bool  # there is a checkpoint to resume from

    @property
    def finished(self) -> bool:
        """Whether all steps are done."""
        return self.steps >= self.wanted


class RunFolder:
    """Writes the checkpoints of an experiment."""

    def __init__(self, path: Path, config: Config, game: Game) -> None:
        self.path, self._config, self._game = path, config, game
        for leftover in path.glob("**/.unfinished-*"):
            shutil.rmtree(leftover, ignore_errors=True)
        self.best_score = self._read_best_score()

    def _read_best_score(self) -> float:
        if not (self.path / "best" / checkpoint.NOTE).is_file():
            return -np.inf
        score = checkpoint.read(self.path / "best").note.score
        return -np.inf if score is None else score

    def save(
        self,
        steps: int,
        updates: int,
        score: float | None,
        policy: Tensors,
        optimizer: Tensors,
        session: Tensors | None = None,
    ) -> None:
        """Write a checkpoint; point `last` to it, and `best` if no other has a better score.

        `last` is moved at the end: a run killed earlier repeats the work since the previous one.
        """
        target = self.path / "checkpoints" / f"step_{steps:010d}"
        checkpoint.write(target, self._note(steps, updates, score), policy, optimizer, session)
        if score is not None and score >= self.best_score:
            self.best_score = score
            checkpoint.point(self.path / "best", target)
        checkpoint.point(self.path / "last", target)

    def _note(self, steps: int, updates: int, score: float | None) -> Note:
        return Note(
            game=self._game.name,
            game_version=self._game.version,
            settings=self._config.settings,
            config=self._config.tables(),
            network=dataclasses.asdict(self._config.network),
            observation_width=self._game.layout.width,
            actions=self._game.actions.count,
            spaces=spaces_of(self._game),
            steps=steps,
            updates=updates,
            score=score,
        )


def refuse_existing_run(folder: Path) -> None:
    """Refuse a folder that already holds a run."""
    if (folder / "last").exists():
        raise FileError(
            f"{folder} already holds a training run: resume it with --resume {folder}, "
            "or choose another folder with --set output=FOLDER"
        )


def load_run(folder: Path, changes: Iterable[str]) -> tuple[Checkpoint, Config]:
    """The last checkpoint of a run and its experiment; only `train.steps` and [ray] may change."""
    if not (folder / "last" / checkpoint.NOTE).is_file():
        raise CheckpointError(f"{folder} is not a training run: it has no checkpoint 'last'")
    found = checkpoint.read((folder / "last").resolve())
    where = str(folder / "last" / checkpoint.NOTE)
    before = read_tables(found.note.config, where)
    config = read_tables(with_changes(found.note.config, changes), where)
    longer = dataclasses.replace(before.train, steps=config.train.steps)
    if config != dataclasses.replace(before, train=longer, ray=config.ray):
        raise SettingError("only train.steps and [ray] may change when a run is resumed")
    return found, config


def draw_curve(
    folder: Path, game: Game, settings: Mapping[str, Any], opponents: str | None
) -> None:
    """Plot the validation results in the log of a run into its folder.

    If the validation plays a task, the plot shows the reference scores of the task as well.
    """
    curves = read_curves(folder / "logs" / "progress.csv")
    figure = needs("matplotlib.figure", "eval", "a plot").Figure(figsize=(7, 4))
    axes = figure.subplots()
    for name, points in curves.items():
        steps, mean, low, high = zip(*points, strict=True)
        axes.plot(steps, mean, marker="o", label=name)
        axes.fill_between(steps, low, high, alpha=0.2)
    known = reference(game, settings, opponents) or {}
    for name in (LOW_AGENT, HIGH_AGENT):
        if name in known:
            axes.axhline(known[name], linestyle="--", color="gray")
            place = (0.99, known[name])
            axes.annotate(name, place, xycoords=("axes fraction", "data"), ha="right", va="bottom")
    axes.set(title=f"{folder.name}: validation, 95 % interval")
    axes.set(xlabel="decisions", ylabel="mean return")
    axes.legend()
    (folder / CURVE).write_bytes(png(figure))


def read_curves(log: Path) -> dict[str, Points]:
    """The validation means in a log with their intervals, by opponent."""
    with log.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    columns = [name for name in rows[0] if name.startswith("validation") and name.endswith(MEAN)]
    return {_label(name): _points(rows, name.removesuffix(MEAN)) for name in columns}


def _label(column: str) -> str:
    opponent = column.removesuffix(MEAN).removeprefix("validation").lstrip("_")
    return f"policy against {opponent}" if opponent else "policy"


def _points(rows: list[dict[str, str]], group: str) -> Points:
    """The points of a curve; a mean of too few episodes for an interval stands alone."""
    points = []
    for row in rows:
        mean = row.get(f"{group}/mean")
        if mean:
            low, high = (float(row.get(f"{group}/{end}") or mean) for end in ("low", "high"))
            points.append((float(row["step"]), float(mean), low, high))
    return points


def open_logs(folder: Path, steps: int) -> Logger:
    """TensorBoard events and progress.csv in `folder`; rows after `steps` are dropped."""
    folder.mkdir(parents=True, exist_ok=True)
    return Logger(str(folder), [Events(folder, steps), ProgressCsv(folder / "progress.csv", steps)])


class Events(TensorBoardOutputFormat):
    """SB3's TensorBoard writer, with events after `steps` hidden."""

    def __init__(self, folder: Path, steps: int) -> None:
        self.writer = SummaryWriter(log_dir=str(folder), purge_step=steps + 1)
        self._is_closed = False


class ProgressCsv(KVWriter):
    """One row each time something is logged; new columns are added when they first appear."""

    def __init__(self, path: Path, steps: int) -> None:
        self._path = path
        self._columns = [STEP]
        self._rows: list[dict[str, Any]] = []
        if path.exists():
            self._read(steps)
        self._rewrite()

    def _read(self, steps: int) -> None:
        with self._path.open(newline="", encoding="utf-8") as file:
            reader = csv.DictReader(file)
            self._rows = [row for row in reader if _is_kept(row, steps)]
            self._columns = list(reader.fieldnames or self._columns)

    def write(
        self, key_values: dict[str, Any], key_excluded: dict[str, tuple[str, ...]], step: int = 0
    ) -> None:
        """Add a row."""
        row = {STEP: step} | key_values
        self._rows.append(row)
        added = sorted(set(row) - set(self._columns))
        if added:
            self._columns += added
            self._rewrite()
        else:
            with self._path.open("a", newline="", encoding="utf-8") as file:
                csv.DictWriter(file, self._columns).writerow(row)

    def _rewrite(self) -> None:
        with self._path.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, self._columns)
            writer.writeheader()
            writer.writerows(self._rows)

    def close(self) -> None:
        """Do nothing: the file is closed after every row."""


def _is_kept(row: dict[str, Any], steps: int) -> bool:
    """Whether the row is complete and of this step or an earlier one."""
    step = row.get(STEP) or ""
    return step.isdigit() and int(step) <= steps and None not in row.values()
