"""What the game itself counts at the end of the episodes that a policy learned from."""

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from cogarena.agents.protocol import Array

RECENT_EPISODES = 100
RETURN, LENGTH = "return", "length"
OF_THE_ENVIRONMENT = ("episode", "terminal_observation", "TimeLimit.truncated")


class Recent:
    """The measures of the last episodes, and their averages."""

    def __init__(self) -> None:
        self._episodes: deque[dict[str, float]] = deque(maxlen=RECENT_EPISODES)

    def note(self, infos: Sequence[Mapping[str, Any]]) -> None:
        """Take the episodes that ended with these infos of a step."""
        for info in infos:
            if "episode" in info:
                told = {RETURN: float(info["episode"]["r"]), LENGTH: float(info["episode"]["l"])}
                self._episodes.append(told | counted(info))

    def averages(self) -> dict[str, float]:
        """The average of each measure over the episodes that tell it."""
        return {name: float(np.nanmean(values)) for name, values in self.arrays().items()}

    def arrays(self) -> dict[str, Array]:
        """The measures by name, one number an episode, nan where it does not tell."""
        names = sorted({name for episode in self._episodes for name in episode})
        return {
            name: np.array([episode.get(name, np.nan) for episode in self._episodes])
            for name in names
        }

    def load(self, arrays: Mapping[str, Array]) -> None:
        """Take what `arrays` gave."""
        self._episodes.clear()
        for numbers in zip(*(array.tolist() for array in arrays.values()), strict=True):
            told = zip(arrays, numbers, strict=True)
            self._episodes.append({name: x for name, x in told if not np.isnan(x)})


def counted(info: Mapping[str, Any]) -> dict[str, float]:
    """Every number that a final_info tells; of a list with one for each seat the average."""
    found = {}
    for name, value in info.items():
        if name not in OF_THE_ENVIRONMENT and not isinstance(value, (str, Mapping)):
            numbers = np.asarray(value)
            if numbers.dtype.kind in "biuf" and numbers.size:
                found[name] = float(numbers.mean())
    return found
