"""The folder of a run: its checkpoints, and the links `last` and `best` to two of them."""

import dataclasses
import shutil
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from cogarena.agents import checkpoint
from cogarena.agents.checkpoint import Checkpoint, CheckpointError, Note, Tensors
from cogarena.envs.core.errors import FileError, SettingError
from cogarena.envs.core.game import Game
from cogarena.training.config import Config, changed, read_tables


class RunFolder:
    """Where the checkpoints of an experiment are kept."""

    def __init__(self, path: Path, config: Config, game: Game) -> None:
        self.path, self._config, self._game = path, config, game
        for leftover in path.glob("**/.unfinished-*"):
            shutil.rmtree(leftover, ignore_errors=True)
        self.best = self._best_so_far()  # score

    def _best_so_far(self) -> float:
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
        """Write a checkpoint, let `last` name it, and `best` if none was better.

        `last` comes last: a run killed in between does the same again from the one before.
        """
        target = self.path / "checkpoints" / f"step_{steps:010d}"
        checkpoint.write(target, self._note(steps, updates, score), policy, optimizer, session)
        if score is not None and score >= self.best:
            self.best = score
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
            steps=steps,
            updates=updates,
            score=score,
        )


def require_new(folder: Path) -> None:
    """Refuse a folder that holds a run already."""
    if (folder / "last").exists():
        raise FileError(
            f"{folder} holds a training run already: go on with it by --resume {folder}, "
            "or choose another folder by --set output=FOLDER"
        )


def found_run(folder: Path, changes: Iterable[str]) -> tuple[Checkpoint, Config]:
    """The last checkpoint of a run and its experiment; `train.steps` and [ray] can be changed."""
    if not (folder / "last" / checkpoint.NOTE).is_file():
        raise CheckpointError(f"{folder} is no training run: it has no checkpoint 'last'")
    found = checkpoint.read((folder / "last").resolve())
    where = str(folder / "last" / checkpoint.NOTE)
    before = read_tables(found.note.config, where)
    config = read_tables(changed(found.note.config, changes), where)
    longer = dataclasses.replace(before.train, steps=config.train.steps)
    if config != dataclasses.replace(before, train=longer, ray=config.ray):
        raise SettingError("a run goes on as it began: only train.steps and [ray] can be changed")
    return found, config
