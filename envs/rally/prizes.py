"""The prize for winning that all who compete for themselves share."""

from typing import Any

import numpy as np

from cogworks.envs.core.jit import kernel


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
