"""A trained player on disk: tensors as safetensors, everything else as JSON, never pickle.

A checkpoint is a folder that appears whole or not at all: it is written under a temporary name
and renamed. The player is its note and its policy; the other files are for training to go on from,
and may be deleted.
"""

import dataclasses
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from cogarena.agents.protocol import Array
from cogarena.envs.core.errors import FileError, SettingError, needs, unknown
from cogarena.envs.core.game import Game
from cogarena.envs.core.settings import read_settings, setting

KIND = "cogarena checkpoint"
FORMAT = 2
NOTE = "checkpoint.json"
POLICY = "policy.safetensors"
OPTIMIZER = "optimizer.safetensors"
SESSION = "session.safetensors"
NO_ADVICE = "none"
LINKS = ("best", "last")  # of a run's folder, in the order in which a player is looked for

Tensors = Mapping[str, Array]


class CheckpointError(FileError):
    """A checkpoint that is damaged, foreign, or made for something else."""


@dataclass(frozen=True)
class Network:
    """The shape of a policy's network."""

    kind: str = setting(
        "planes_and_sets", "how an observation is read: by its layout, or as numbers in a row",
        choices=("planes_and_sets", "flat"),
    )  # fmt: skip
    channels: tuple[int, ...] = setting(
        (16, 16), "of the convolutions over planes; each halves them",
        low=1, high=4096, count=(1, 4),
    )  # fmt: skip
    plane_features: int = setting(64, "neurons that sum planes up", low=1, high=65536)
    row_features: int = setting(16, "neurons for each row of a set", low=1, high=65536)
    layers: tuple[int, ...] = setting(
        (128, 128), "neurons of each hidden layer", low=1, high=65536, count=(1, 16)
    )
    activation: str = setting("relu", "between the layers", choices=("tanh", "relu"))
    advice: str = setting(
        NO_ADVICE, "whose choice the network is shown, and follows at first",
        choices=(NO_ADVICE, "scripted"),
    )  # fmt: skip
    trust: float = setting(
        4.0, "in the advice at first: what it adds to the logit of its action", low=0.0, high=100.0
    )

    def __post_init__(self) -> None:
        if self.advice != NO_ADVICE and self.kind == "flat":
            raise SettingError('[network]: advice needs kind = "planes_and_sets"')


@dataclass(frozen=True)
class Note:
    """What a checkpoint says of itself, beside its tensors."""

    game: str
    game_version: int
    settings: dict[str, Any]
    config: dict[str, Any]  # of the training that made it
    network: dict[str, Any]
    observation_width: int
    actions: int
    steps: int  # decisions learned from
    updates: int  # passes over the data
    score: float | None  # mean return on the validation seeds


@dataclass(frozen=True)
class Checkpoint:
    """A checkpoint: the player in memory, the rest read when it is asked for."""

    folder: Path
    note: Note
    files: Mapping[str, Any]  # digests by name
    policy: Tensors

    @cached_property
    def optimizer(self) -> Tensors:
        """What the optimiser remembers."""
        return _read_tensors(self.folder / OPTIMIZER, self.files)

    @cached_property
    def session(self) -> Tensors:
        """The running episodes and whatever else a training goes on from."""
        return _read_tensors(self.folder / SESSION, self.files)

    @property
    def network(self) -> Network:
        """The shape of the network, checked."""
        where = f"{self.folder / NOTE}: network"
        try:
            return read_settings(Network, self.note.network, where)
        except SettingError as wrong:
            raise CheckpointError(str(wrong)) from wrong


def write(
    folder: Path,
    note: Note,
    policy: Tensors,
    optimizer: Tensors,
    session: Tensors | None = None,
) -> None:
    """Put a checkpoint at `folder`, in place of the one that may be there."""
    save = needs("safetensors.numpy", "train", "a checkpoint").save
    folder.parent.mkdir(parents=True, exist_ok=True)
    unfinished = Path(tempfile.mkdtemp(prefix=".unfinished-", dir=folder.parent))
    try:
        parts = {POLICY: policy, OPTIMIZER: optimizer, SESSION: session or {}}
        contents = {name: save(dict(tensors)) for name, tensors in parts.items()}
        files = {name: _digest(data) for name, data in contents.items()}
        head = {"kind": KIND, "format": FORMAT, "files": files}
        contents[NOTE] = json.dumps(head | dataclasses.asdict(note), indent=2).encode()
        for name, data in contents.items():
            _write_through(unfinished / name, data)
        unfinished.chmod(0o755)
        if folder.exists():
            folder.rename(unfinished / "replaced")
        unfinished.rename(folder)
        shutil.rmtree(folder / "replaced", ignore_errors=True)
    except BaseException:
        shutil.rmtree(unfinished, ignore_errors=True)
        raise


def point(link: Path, folder: Path) -> None:
    """Let a link of a run, such as `last`, name one of its checkpoints; it never names none."""
    fresh = link.with_name(f".unfinished-{link.name}")
    fresh.unlink(missing_ok=True)
    fresh.symlink_to(os.path.relpath(folder, link.parent))
    fresh.replace(link)


def located(folder: Path, links: tuple[str, ...] = LINKS) -> Path:
    """The checkpoint at `folder`: the folder itself, or the first link of a run's folder."""
    for path in (folder, *(folder / link for link in links)):
        if (path / NOTE).is_file():
            return path
    raise CheckpointError(
        f"{folder} holds no checkpoint: no {NOTE} is in it, nor in its {' or '.join(links)}"
    )


def read(folder: Path) -> Checkpoint:
    """The checkpoint in `folder`, checked."""
    note, files = _described(folder / NOTE)
    return Checkpoint(folder, note, files, _read_tensors(folder / POLICY, files))


def read_note(folder: Path) -> Note:
    """What the checkpoint in `folder` says of itself."""
    return _described(folder / NOTE)[0]


def under(prefix: str, tensors: Tensors) -> dict[str, Array]:
    """The tensors whose names begin so, by the rest of their names."""
    return {
        name.removeprefix(prefix): tensor
        for name, tensor in tensors.items()
        if name.startswith(prefix)
    }


def check_game(checkpoint: Checkpoint, game: Game) -> None:
    """Refuse a checkpoint of another game, or of another version of this one."""
    note = checkpoint.note
    wanted = {
        "game": game.name,
        "game_version": game.version,
        "observation_width": game.layout.width,
        "actions": game.actions.count,
    }
    for key, value in wanted.items():
        if getattr(note, key) != value:
            raise CheckpointError(
                f"{checkpoint.folder}: {key.replace('_', ' ')} is {getattr(note, key)!r}, "
                f"but {game.name} version {game.version} has {value!r}"
            )


def check_tensors(tensors: Tensors, wanted: Mapping[str, tuple[int, ...]], where: Path) -> None:
    """Refuse tensors whose names, shapes or numbers cannot be those of a policy."""
    for name in wanted:
        if name not in tensors:
            raise CheckpointError(f"{where}: tensor {name!r} is missing")
    for name, tensor in sorted(tensors.items()):
        if name not in wanted:
            raise CheckpointError(f"{where}: {unknown('tensor', name, wanted)}")
        if tensor.shape != wanted[name]:
            raise CheckpointError(
                f"{where}: tensor {name!r} has the shape {tensor.shape}, not {wanted[name]}"
            )
        if tensor.dtype != np.float32:
            raise CheckpointError(f"{where}: tensor {name!r} holds {tensor.dtype}, not float32")
        if not np.isfinite(tensor).all():
            raise CheckpointError(f"{where}: tensor {name!r} holds numbers that are not finite")


def _described(path: Path) -> tuple[Note, Mapping[str, Any]]:
    """The note, and the digests of the files beside it."""
    told = _told(path)
    files = told.pop("files")
    return _noted(told, path), files


def _told(path: Path) -> dict[str, Any]:
    try:
        told = json.loads(path.read_bytes())
    except OSError as wrong:
        raise CheckpointError(f"{path}: cannot be read: {wrong.strerror}") from wrong
    except ValueError as wrong:
        raise CheckpointError(f"{path}: is no JSON: {wrong}") from wrong
    if not isinstance(told, dict) or told.pop("kind", None) != KIND:
        raise CheckpointError(f'{path}: is no checkpoint: "kind" is not "{KIND}"')
    version = told.pop("format", None)
    if version != FORMAT:
        raise CheckpointError(f"{path}: is of format {version!r}, but only {FORMAT} can be read")
    if not isinstance(told.get("files"), dict):
        raise CheckpointError(f'{path}: "files" is missing')
    return told


def _noted(told: dict[str, Any], path: Path) -> Note:
    fields = {field.name: field.type for field in dataclasses.fields(Note)}
    for name in told:
        if name not in fields:
            raise CheckpointError(f"{path}: {unknown('key', name, fields)}")
    for name, kind in fields.items():
        if name not in told:
            raise CheckpointError(f"{path}: key {name!r} is missing")
        if not _is(told[name], kind):
            raise CheckpointError(f"{path}: key {name!r} cannot be {told[name]!r}")
    return Note(**told)


def _is(value: Any, kind: Any) -> bool:
    if isinstance(value, bool):
        return False
    if kind is int:
        return isinstance(value, int) and value >= 0
    return isinstance(value, getattr(kind, "__origin__", kind))


def _read_tensors(path: Path, files: Mapping[str, Any]) -> Tensors:
    safetensors = needs("safetensors", "train", "a checkpoint")
    load = needs("safetensors.numpy", "train", "a checkpoint").load
    try:
        data = path.read_bytes()
    except OSError as wrong:
        raise CheckpointError(f"{path}: cannot be read: {wrong.strerror}") from wrong
    if files.get(path.name) != _digest(data):
        raise CheckpointError(
            f"{path}: is damaged: its {len(data)} bytes are not the ones {NOTE} tells of"
        )
    try:
        tensors: Tensors = load(data)
    except (safetensors.SafetensorError, ValueError, KeyError) as wrong:
        raise CheckpointError(f"{path}: is no safetensors file: {wrong}") from wrong
    return tensors


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _write_through(path: Path, data: bytes) -> None:
    """Write a file so that it survives a power cut after the rename."""
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
