"""A trained player on disk: tensors as safetensors, everything else as JSON, never pickle.

A checkpoint is a folder that appears complete or not at all: it is written under a temporary name
and renamed. The player is its note and its policy; training resumes from the other files, which
may be deleted.
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
FORMAT = 3
WITHOUT_SPACES = 2  # a format that did not tell which spaces it belongs to: its note can be read
NOTE = "checkpoint.json"
POLICY = "policy.safetensors"
OPTIMIZER = "optimizer.safetensors"
SESSION = "session.safetensors"
NO_ADVICE = "none"
LINKS = ("best", "last")  # of a run's folder, in the order in which they are tried

Tensors = Mapping[str, Array]


class CheckpointError(FileError):
    """A checkpoint that is damaged, in another format, or made for another game."""


@dataclass(frozen=True)
class Network:
    """The shape of a policy's network."""

    kind: str = setting(
        "planes_and_sets", "how an observation is encoded: by its layout, or as a flat vector",
        choices=("planes_and_sets", "flat"),
    )  # fmt: skip
    channels: tuple[int, ...] = setting(
        (16, 16), "output channels of the convolutions over planes, each with stride 2",
        low=1, high=4096, count=(1, 4),
    )  # fmt: skip
    plane_features: int = setting(64, "neurons that summarise the planes", low=1, high=65536)
    row_features: int = setting(16, "neurons for each row of a set", low=1, high=65536)
    without: tuple[str, ...] = setting((), "pieces of the observation that it does not see")
    layers: tuple[int, ...] = setting(
        (128, 128), "neurons of each hidden layer", low=1, high=65536, count=(1, 16)
    )
    activation: str = setting("relu", "between the layers", choices=("tanh", "relu"))
    advice: str = setting(
        NO_ADVICE, "the player whose action is an input of the network, which follows it at first",
        choices=(NO_ADVICE, "scripted"),
    )  # fmt: skip
    trust: float = setting(
        4.0,
        "initial trust in the advice: what it adds to the logit of the advised action",
        low=0.0,
        high=100.0,
    )

    def __post_init__(self) -> None:
        if self.advice != NO_ADVICE and self.kind == "flat":
            raise SettingError('[network]: advice requires kind = "planes_and_sets"')


@dataclass(frozen=True)
class Note:
    """The description of a checkpoint: everything but its tensors."""

    game: str
    game_version: int
    settings: dict[str, Any]
    config: dict[str, Any]  # of the training that made it
    network: dict[str, Any]
    observation_width: int
    actions: int
    spaces: str  # what `spaces_of` gave for the game
    steps: int  # decisions it was trained on
    updates: int  # passes over the data
    score: float | None  # mean return on the validation seeds


@dataclass(frozen=True)
class Checkpoint:
    """A checkpoint; the policy is in memory, the rest is read on first use."""

    folder: Path
    note: Note
    files: Mapping[str, Any]  # digests by name
    policy: Tensors

    @cached_property
    def optimizer(self) -> Tensors:
        """The state of the optimiser."""
        return _read_tensors(self.folder / OPTIMIZER, self.files)

    @cached_property
    def session(self) -> Tensors:
        """The running episodes and whatever else training resumes from."""
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
    """Write a checkpoint to `folder`, replacing the one that may be there."""
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
    """Point a link of a run, such as `last`, to a checkpoint, atomically."""
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
        f"{folder} holds no checkpoint: neither it nor its {' or '.join(links)} contains {NOTE}"
    )


def read(folder: Path) -> Checkpoint:
    """The checkpoint in `folder`, checked."""
    note, files = _described(folder / NOTE)
    return Checkpoint(folder, note, files, _read_tensors(folder / POLICY, files))


def read_note(folder: Path) -> Note:
    """The description of the checkpoint in `folder`."""
    return _described(folder / NOTE)[0]


def under(prefix: str, tensors: Tensors) -> dict[str, Array]:
    """The tensors whose names begin with `prefix`, by the rest of their names."""
    return {
        name.removeprefix(prefix): tensor
        for name, tensor in tensors.items()
        if name.startswith(prefix)
    }


def spaces_of(game: Game) -> str:
    """A hash of what every number of an observation and every action is, by name and range."""
    layout, blocks = game.layout, game.actions.blocks
    ranges = list(zip(layout.names, layout.low.tolist(), layout.high.tolist(), strict=True))
    told = json.dumps([ranges, [[block.name, block.shape] for block in blocks]])
    return _digest(told.encode())


def check_game(checkpoint: Checkpoint, game: Game) -> None:
    """Refuse a checkpoint of another game, of another version of it, or with other spaces."""
    note = checkpoint.note
    if note.game == game.name and note.game_version != game.version:
        raise CheckpointError(
            f"{checkpoint.folder}: trained on version {note.game_version} of {game.name}, but "
            f"version {game.version} is installed, whose rules differ: train it again"
        )
    wanted = {
        "game": game.name,
        "observation_width": game.layout.width,
        "actions": game.actions.count,
    }
    for key, value in wanted.items():
        if getattr(note, key) != value:
            raise CheckpointError(
                f"{checkpoint.folder}: {key.replace('_', ' ')} is {getattr(note, key)!r}, "
                f"but {game.name} version {game.version} has {value!r}"
            )
    if note.spaces != spaces_of(game):
        raise CheckpointError(
            f"{checkpoint.folder}: its observations or actions mean something else than those of "
            f"{game.name} version {game.version} now: train it again"
        )


def check_tensors(tensors: Tensors, wanted: Mapping[str, tuple[int, ...]], where: Path) -> None:
    """Refuse tensors whose names, shapes or values cannot be those of a policy."""
    for name in wanted:
        if name not in tensors:
            raise CheckpointError(f"{where}: tensor {name!r} is missing")
    for name, tensor in sorted(tensors.items()):
        if name not in wanted:
            raise CheckpointError(f"{where}: {unknown('tensor', name, wanted)}")
        if tensor.shape != wanted[name]:
            raise CheckpointError(
                f"{where}: tensor {name!r} has shape {tensor.shape}, not {wanted[name]}"
            )
        if tensor.dtype != np.float32:
            raise CheckpointError(f"{where}: tensor {name!r} holds {tensor.dtype}, not float32")
        if not np.isfinite(tensor).all():
            raise CheckpointError(f"{where}: tensor {name!r} has values that are not finite")


def _described(path: Path) -> tuple[Note, Mapping[str, Any]]:
    """The note, and the digests of the files beside it."""
    values = _read_json(path)
    files = values.pop("files")
    return _read_note(values, path), files


def _read_json(path: Path) -> dict[str, Any]:
    try:
        values = json.loads(path.read_bytes())
    except OSError as wrong:
        raise CheckpointError(f"{path}: cannot be read: {wrong.strerror}") from wrong
    except ValueError as wrong:
        raise CheckpointError(f"{path}: is not valid JSON: {wrong}") from wrong
    if not isinstance(values, dict) or values.pop("kind", None) != KIND:
        raise CheckpointError(f'{path}: is not a checkpoint: "kind" is not "{KIND}"')
    version = values.pop("format", None)
    if version == WITHOUT_SPACES:
        values.setdefault("spaces", "")
    elif version != FORMAT:
        raise CheckpointError(f"{path}: has format {version!r}, but only {FORMAT} can be read")
    if not isinstance(values.get("files"), dict):
        raise CheckpointError(f'{path}: "files" is missing')
    return values


def _read_note(values: dict[str, Any], path: Path) -> Note:
    fields = {field.name: field.type for field in dataclasses.fields(Note)}
    for name in values:
        if name not in fields:
            raise CheckpointError(f"{path}: {unknown('key', name, fields)}")
    for name, kind in fields.items():
        if name not in values:
            raise CheckpointError(f"{path}: key {name!r} is missing")
        if not _is(values[name], kind):
            raise CheckpointError(f"{path}: key {name!r} cannot be {values[name]!r}")
    return Note(**values)


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
            f"{path}: is damaged: the hash of its {len(data)} bytes is not the one in {NOTE}"
        )
    try:
        tensors: Tensors = load(data)
    except (safetensors.SafetensorError, ValueError, KeyError) as wrong:
        raise CheckpointError(f"{path}: is not a safetensors file: {wrong}") from wrong
    return tensors


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _write_through(path: Path, data: bytes) -> None:
    """Write a file through to the disk, so that it survives a power cut after the rename."""
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
