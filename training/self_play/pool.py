"""The past selves of a learner: which are kept, and which of them are drawn to play."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch

from cogarena.agents.advice import Adviser
from cogarena.agents.checkpoint import Network, Tensors
from cogarena.agents.protocol import Array
from cogarena.agents.trained import TrainedAgent, build_policy
from cogarena.envs.core.game import Game
from cogarena.envs.core.rng import spread

SMOOTHING = 0.05  # weight of the newest outcome
UNKNOWN = 0.5  # points against somebody who has not been met yet
FEW = 16  # tables at which one snapshot is asked at the same time, about
UNUSED_BITS = 12  # of a random word: the others make a number below 1 that rounding leaves there
RAREST = 0.05  # weight of an opponent that is always beaten; 1 is that of one never beaten


class PastSelf(TrainedAgent):
    """Plays as the learner did while it learned: by chance, as likely as the policy says.

    One that always took the likeliest action would be beaten by knowing it, not by playing well.
    """

    def __init__(self, policy: Any, game: Game, adviser: Adviser | None = None) -> None:
        super().__init__(policy, game, adviser, FEW)
        self._places: dict[int, int] = {}  # of each row in its stream of random numbers

    def begin(self, rows: Array, seeds: Array) -> None:
        """Put each row at the beginning of its seed's stream."""
        super().begin(rows, seeds)
        for row, seed in zip(rows.tolist(), seeds, strict=True):
            self._places[row] = int(spread(seed))

    def choice(self, rows: Array, logits: Array) -> Array:
        """An action for each row, drawn by a random number from 0 to 1."""
        odds = np.exp(logits.astype(np.float64) - logits.max(axis=1, keepdims=True)).cumsum(axis=1)
        lots = np.array([self._number(row) for row in rows.tolist()])
        drawn: Array = (odds > lots[:, None] * odds[:, -1:]).argmax(axis=1)
        return drawn

    def _number(self, row: int) -> float:
        place = self._places[row]
        self._places[row] = (place + 1) % 2**64
        return (int(spread(np.uint64(place))) >> UNUSED_BITS) / 2 ** (64 - UNUSED_BITS)


@dataclass
class Rival:
    """An opponent that the learner meets again and again."""

    player: Any
    points: float = UNKNOWN  # of the learner against it: 1 a win, ½ a draw, the recent ones most

    def met(self, points: float) -> None:
        """Count the outcome of one more episode."""
        self.points += SMOOTHING * (points - self.points)


@dataclass
class Snapshot(Rival):
    """The learner as it once was."""

    steps: int = 0  # decisions that it had learned from
    policy: Any = None
    tensors: Tensors = field(default_factory=dict)


def snapshot(
    game: Game, network: Network, tensors: Tensors, steps: int, adviser: Adviser | None = None
) -> Snapshot:
    """A player with these weights."""
    policy = build_policy(game, network)
    kept = {name: tensor.copy() for name, tensor in tensors.items()}
    with torch.no_grad():
        for name, parameter in policy.named_parameters():
            parameter.copy_(torch.from_numpy(kept[name]))
    return Snapshot(PastSelf(policy, game, adviser), steps=steps, policy=policy, tensors=kept)


def priorities(rivals: Iterable[Rival], power: float) -> Array:
    """The weight of each when one is drawn: harder ones more often, none never."""
    return np.array([max(RAREST, (1 - rival.points) ** power) for rival in rivals])


def superfluous(steps: list[int]) -> int:
    """Which of some snapshots is missed least: the first and the last stay, the gaps stay even."""
    if len(steps) < 3:
        return 0
    gaps = [after - before for before, after in zip(steps, steps[2:], strict=False)]
    return 1 + int(np.argmin(gaps))
