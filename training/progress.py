"""Progress bars on stderr: how far, how long still."""

import sys
from typing import Any

from cogarena.envs.core.errors import needs

SECONDS_BETWEEN_LINES = 10.0  # where nobody watches: a log file


def bar(label: str, total: int | None, unit: str, done: int = 0) -> Any:
    """A tqdm bar, to be used in a `with`; in a log file it says something now and then."""
    return needs("tqdm", "train", "a progress bar").tqdm(
        desc=label,
        total=total,
        initial=done,
        unit=unit,
        unit_scale=True,
        dynamic_ncols=True,
        mininterval=0.1 if sys.stderr.isatty() else SECONDS_BETWEEN_LINES,
    )
