"""Asks a process that runs `server.py` with an adapter, in the environment of its suite."""

import contextlib
import json
import os
import select
import signal
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cogarena.training.bench import server
from cogarena.training.bench.peers.install import DeadPeerError, PeerError, complaint, end

# JAX would look for a GPU, pygame for a display and a loudspeaker.
VARIABLES = {"JAX_PLATFORMS": "cpu", "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
MOST_START = 600.0  # seconds until all games of a suite are ready
MOST_ANSWER = 120.0  # seconds for one measurement, besides those it was asked to take
MOST_END = 5.0  # seconds until a process that has closed its output is gone


class Client:
    """A process that measures the games of one suite."""

    def __init__(
        self, python: Path, flag: str, adapter: Path, arguments: Sequence[str] = (),
        start_limit: float = MOST_START, answer_limit: float = MOST_ANSWER,
    ) -> None:  # fmt: skip
        """Start it, and wait until its games are ready; `flag` tells Python how to isolate it."""
        self._answer_limit = answer_limit
        with contextlib.ExitStack() as stack:
            self._errors = stack.enter_context(tempfile.TemporaryFile())
            self._process = subprocess.Popen(
                [str(python), flag, server.__file__, str(adapter), *arguments], bufsize=0,
                env=os.environ | VARIABLES, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=self._errors, start_new_session=True,
            )  # fmt: skip
            stack.enter_context(self._process)
            stack.callback(end, self._process)
            first = self._answer(start_limit)
            self.close = stack.pop_all().close
        # By index: the game, its form, and whether one call steps many environments or agents.
        self.contenders: list[tuple[str, str, bool]] = first["contenders"]
        self.failed: dict[str, str] = first["failed"]

    def measure(self, index: int, seconds: float) -> float:
        """The decisions per second of a contender; raises PeerError if it has none to tell."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps([index, seconds]).encode() + b"\n")
        except OSError:
            raise DeadPeerError(self._last_words()) from None
        answer = self._answer(seconds + self._answer_limit)
        if "error" in answer:
            raise PeerError(answer["error"])
        return float(answer["speed"])

    def _answer(self, limit: float) -> Any:
        """The next answer: a line, as there is one for each request."""
        assert self._process.stdout is not None
        ready, _, _ = select.select([self._process.stdout], [], [], limit)
        if not ready:
            end(self._process)
            raise DeadPeerError(f"no answer in {limit:g} s")
        line = self._process.stdout.readline()
        if not line:
            raise DeadPeerError(self._last_words())
        return json.loads(line)

    def _last_words(self) -> str:
        """How the process ended."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(MOST_END)
        end(self._process)
        if self._process.returncode < 0:
            return f"its process died of {signal.Signals(-self._process.returncode).name}"
        self._errors.seek(0)
        return f"its process ended: {complaint(self._errors.read().decode(errors='replace'))}"
