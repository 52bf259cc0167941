"""Victory points and the reward for them (P2, P32)."""

from typing import Any

from cogarena.envs.core.jit import kernel
from cogarena.envs.powerball.state import Reward
from cogarena.envs.rally.prizes import leaders, share_prize


@kernel
def score(setup: Any, s: Any, i: int, points: int) -> None:
    """Victory points for a robot."""
    s.points[i] += points
    if setup.reward_kind == Reward.VP:
        s.reward[i] += points


@kernel
def finish(setup: Any, s: Any) -> None:
    """P2, P32: the most victory points win, ties share."""
    s.terminated = True
    s.winners = leaders(s.points, setup.robots)
    if setup.reward_kind == Reward.RANK:
        share_prize(s.reward, s.winners, setup.robots)
