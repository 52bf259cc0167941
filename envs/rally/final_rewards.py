"""The end of a game in which each robot plays for itself: who is left, who wins, what it earns."""

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
def finish_by_points(setup: Any, s: Any, points: Any, is_ranked: bool) -> None:
    """The game ends; the robots with the most points win, and share a reward if it is ranked."""
    s.terminated = True
    s.winners = leaders(points, setup.robots)
    if is_ranked:
        share_final_reward(s.reward, s.winners, setup.robots)


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
def share_final_reward(reward: Any, winners: int, robots: int) -> None:
    """The winners share +1, the others share −1; nobody earns anything if all have won."""
    won = 0
    for i in range(robots):
        won += (winners >> i) & 1
    if won == robots:
        return
    for i in range(robots):
        if (winners >> i) & 1 == 1:
            reward[i] += np.float32(1.0 / won)
        else:
            reward[i] -= np.float32(1.0 / (robots - won))
