"""The end of a rally of all against all: who is left, who leads, and the prize they share."""

from typing import Any

import numpy as np

from cogarena.envs.core.jit import kernel
from cogarena.envs.rally.state import Place


@kernel
def everybody_is_out(r: Any) -> bool:
    """RR25: no robot has a life left."""
    for i in range(r.count):
        if r.robots[i].place != Place.OUT:
            return False
    return True


@kernel
def leaders(points: Any, robots: int) -> int:
    """The robots with the most points, as a bit set."""
    best = points[0]
    for i in range(robots):
        best = max(best, points[i])
    first = 0
    for i in range(robots):
        if points[i] == best:
            first |= 1 << i
    return first


@kernel
def share_prize(reward: Any, winners: int, robots: int) -> None:
    """+1 shared by the winners, −1 shared by the others; nothing if all have won."""
    first = 0
    for i in range(robots):
        first += (winners >> i) & 1
    if first == robots:
        return
    for i in range(robots):
        if (winners >> i) & 1 == 1:
            reward[i] += np.float32(1.0 / first)
        else:
            reward[i] -= np.float32(1.0 / (robots - first))
