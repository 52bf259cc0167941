"""Progress bars on stderr, and a Ctrl-C handler that lets training save before it stops."""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Protocol

from cogarena.envs.core.errors import needs

SECONDS_BETWEEN_LINES = 10.0  # when stderr is a log file


def bar(label: str, total: int | None, unit: str, done: int = 0) -> Any:
    """A tqdm bar, to be used in a `with`; in a log file it writes a line every few seconds."""
    return needs("tqdm", "train", "a progress bar").tqdm(
        desc=label,
        total=total,
        initial=done,
        unit=unit,
        unit_scale=True,
        dynamic_ncols=True,
        mininterval=0.1 if sys.stderr.isatty() else SECONDS_BETWEEN_LINES,
    )


class Stoppable(Protocol):
    """A training run that stops soon after `stop` is set; `bar` is its progress bar."""

    stop: bool
    bar: Any


@contextmanager
def stopped_by_ctrl_c(training: Stoppable) -> Iterator[None]:
    """The first Ctrl-C asks training to stop and save; a second one stops it at once."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def ask_to_stop(number: int, frame: FrameType | None) -> None:
        training.stop = True
        signal.signal(signal.SIGINT, before)
        training.bar.write("stopping and saving (Ctrl-C again: stop at once without saving) …")

    before = signal.signal(signal.SIGINT, ask_to_stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
