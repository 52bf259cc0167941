"""Speed of the environments and of whole training runs; this module holds what both share."""

import os
import platform
from collections.abc import Callable, Iterable, Mapping
from importlib.metadata import version
from typing import Any, TypeVar

from cogarena.envs.core.errors import SettingError

Measured = TypeVar("Measured")
Progress = Callable[[str], object]  # called with the name of the contender that is next


def take_turns(
    contenders: Mapping[str, Callable[[], Measured]], repeats: int, progress: Progress
) -> dict[str, list[Measured]]:
    """Measure all contenders in turns, `repeats` times each: machine load affects all equally."""
    measured: dict[str, list[Measured]] = {name: [] for name in contenders}
    for _ in range(repeats):
        for name, measure in contenders.items():
            progress(name)
            measured[name].append(measure())
    return measured


def check_turns(seconds: float, repeats: int) -> None:
    """Refuse turns in which nothing is measured."""
    if seconds <= 0 or repeats < 1:
        raise SettingError(
            f"{repeats} repeats of {seconds} s measure nothing: both must be positive"
        )


def machine(packages: Iterable[str]) -> dict[str, Any]:
    """What the speeds depend on besides the code."""
    return {
        "cpus": os.cpu_count(),
        "python": platform.python_version(),
        "versions": {package: version(package) for package in packages},
    }
