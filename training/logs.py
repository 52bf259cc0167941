"""The logs of a training run; a resumed run appends to them."""

import csv
from pathlib import Path
from typing import Any

from stable_baselines3.common.logger import KVWriter, Logger, TensorBoardOutputFormat
from torch.utils.tensorboard import SummaryWriter

STEP = "step"


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
