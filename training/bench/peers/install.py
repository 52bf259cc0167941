"""The peers, and a Python environment for each, under the cache folder of compiled kernels."""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cogarena.envs.core.files import TomlTable, read_toml
from cogarena.envs.core.jit import cache_root

HERE = Path(__file__).resolve().parent
FILE = HERE / "peers.toml"
LEFT_OUT = "left_out"
DONE = "installed.txt"  # in an environment that is complete: what it was made of
MOST_SECONDS = 600.0  # for one environment
PIP = ("-I", "-m", "pip", "install", "--quiet", "--no-deps", "--disable-pip-version-check")


class PeerError(Exception):
    """Why a peer, or one of its games, cannot be measured. It is told in the result."""


class DeadPeerError(PeerError):
    """Why the process of a peer can measure nothing any more."""


@dataclass(frozen=True)
class Peer:
    """A suite of environments that Cogarena is compared with."""

    name: str
    title: str
    requirements: tuple[str, ...]  # the first one is the peer itself
    adapter: Path  # the script that lists its games

    @property
    def version(self) -> str:
        """Its own version."""
        return self.requirements[0].partition("==")[2] if self.requirements else ""


def read_peers(path: Path = FILE) -> list[Peer]:
    """The peers of a file, in its order."""
    return [
        _peer(name, TomlTable(values, f"{path.name}: [{name}]"))
        for name, values in read_toml(path, path.name).items()
        if name != LEFT_OUT
    ]


def _peer(name: str, table: TomlTable) -> Peer:
    table.check_keys(frozenset({"title", "requirements"}))
    requirements = tuple(table.text("requirements").split())
    return Peer(name, table.text("title"), requirements, HERE / "adapters" / f"{name}.py")


def read_left_out(path: Path = FILE) -> dict[str, str]:
    """What is not among the peers, and why."""
    table = TomlTable(read_toml(path, path.name).get(LEFT_OUT, {}), f"{path.name}: [{LEFT_OUT}]")
    return {name: table.text(name) for name in table.values}


def environment(peer: Peer, root: Path | None = None) -> Path:
    """The Python of a peer's environment, which is made if it is missing or out of date."""
    folder = (root or cache_root() / "peers") / peer.name
    python = folder / "bin" / "python"
    made_of = "\n".join((sys.version, *peer.requirements))
    with contextlib.suppress(OSError):
        if (folder / DONE).read_text(encoding="utf-8") == made_of:
            return python
    shutil.rmtree(folder, ignore_errors=True)
    try:
        _run([sys.executable, "-m", "venv", str(folder)])
        _run([str(python), *PIP, *peer.requirements])
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    (folder / DONE).write_text(made_of, encoding="utf-8")
    return python


def _run(command: Sequence[str]) -> None:
    """Run a command to its end, or raise what its last words were."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as output:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True
        )
        try:
            code = process.wait(MOST_SECONDS)
        except subprocess.TimeoutExpired:
            raise PeerError(f"its installation took more than {MOST_SECONDS:g} s") from None
        finally:
            end(process)
        output.seek(0)
        if code != 0:
            raise PeerError(f"it cannot be installed: {complaint(output.read())}")


def end(process: "subprocess.Popen[Any]") -> None:
    """Kill a process that leads its group, and the group."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def complaint(output: str) -> str:
    """The line of an output that says what is wrong: the last one that speaks of an error."""
    lines = [" ".join(line.split()) for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if "error" in line.lower()]
    return (errors or lines or ["it says nothing"])[-1]
