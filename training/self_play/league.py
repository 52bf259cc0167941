"""Who plays against a learner: itself, its past, or the scripted player.

What is drawn for an episode depends on its seed and on what is known of the opponents by then.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from cogarena.agents.advice import Adviser
from cogarena.agents.checkpoint import Network, Tensors, under
from cogarena.agents.match import choose, player_seeds
from cogarena.agents.protocol import Array
from cogarena.agents.registry import find
from cogarena.agents.trained import weights
from cogarena.envs.core.game import Game
from cogarena.training.self_play.pool import Rival, Snapshot, priorities, snapshot, superfluous
from cogarena.training.self_play.settings import SelfPlay

NOBODY = -1  # the learner has all seats
SCRIPTED = -2
OPPONENT = 1  # its number in the match; the learner has 0
LOT = 0x1EA6  # keeps the lots of an episode apart from its dice
PAST = -3
KINDS = (NOBODY, PAST, SCRIPTED)
SPARE = 2  # times as many tables as needed: opponents then have more to decide in one call
DRAW = 0.5

State = dict[str, Array]


class League:
    """The opponents at as many tables as it takes to ask the learner `n` decisions at a time."""

    def __init__(
        self, game: Game, settings: Mapping[str, Any], wanted: SelfPlay, network: Network, n: int
    ) -> None:
        self.game, self.wanted, self._network = game, wanted, network
        self.adviser = Adviser(game, network, settings)  # of the snapshots
        self.sides = game.sides_of(settings)
        self.seats = len(game.agents(game.read(settings)))
        self.script = Rival(find("scripted", game, settings)) if wanted.scripted_share else None
        self.pool: dict[int, Snapshot] = {}  # by number, the oldest first
        self._thinned: dict[int, Snapshot] = {}  # no longer drawn, but still at a table
        self._taken = 0  # snapshots, up to now
        self.kinds = kinds_of_tables(n, wanted, len(self.sides))
        self._kind = np.repeat(KINDS, [len(tables) for tables, _ in self.kinds])  # of each table
        self.opponents = np.full(len(self._kind), NOBODY)  # SCRIPTED, or a snapshot's number

    def consider(self, steps: int, policy: Any) -> None:
        """Take a snapshot of the learner if the last one is old enough."""
        newest = max((each.steps for each in self.pool.values()), default=None)
        if newest is not None and steps - newest < self.wanted.snapshot_every:
            return
        self.pool[self._taken] = self._snapshot(weights(policy), steps)
        self._taken += 1
        if len(self.pool) > self.wanted.pool:
            number = list(self.pool)[superfluous([each.steps for each in self.pool.values()])]
            self._thinned[number] = self.pool.pop(number)
        self._thinned = {
            number: each for number, each in self._thinned.items() if number in self.opponents
        }

    def _snapshot(self, tensors: Tensors, steps: int) -> Snapshot:
        return snapshot(self.game, self._network, tensors, steps, self.adviser)

    def seat(self, tables: Array, seeds: Array) -> Array:
        """Draw who plays the episodes of these seeds; the learner's seats (tables, seats)."""
        learners = np.ones((len(tables), self.seats), np.bool_)
        for i, (table, seed) in enumerate(zip(tables, seeds, strict=True)):
            side, which = np.random.default_rng([LOT, int(seed)]).random(2)
            self.opponents[table] = self._drawn(int(self._kind[table]), which)
            if self.opponents[table] != NOBODY:
                own = self.sides[int(side * len(self.sides))]
                learners[i] = np.isin(np.arange(self.seats), own)
        self.begin(tables, seeds)
        return learners

    def _drawn(self, kind: int, number: float) -> int:
        """The opponent at a table of some kind that a random number from 0 to 1 stands for."""
        if kind != PAST:
            return kind
        if not self.pool:
            return NOBODY
        chances = np.cumsum(priorities(self.pool.values(), self.wanted.priority))
        return list(self.pool)[int(np.searchsorted(chances / chances[-1], number, side="right"))]

    def begin(self, tables: Array, seeds: Array) -> None:
        """Tell the opponents at these tables what begins."""
        for rival, own in self._seated(tables):
            rival.player.begin(tables[own], player_seeds(seeds[own], OPPONENT))

    def most_wanted(self, tables: Array, waited: Array) -> Array:
        """Of tables that wait for opponents, those of the one that keeps most waiting longest.

        The more tables a network decides at in one call, the less it takes for each.
        """
        _, places = np.unique(self.opponents[tables], return_inverse=True)
        asked: Array = tables[places == np.bincount(places, waited).argmax()]
        return asked

    def choose(self, tables: Array, states: Array, observations: Array, masks: Array) -> Array:
        """What the opponents choose at `tables`; all other arrays are of all tables."""
        actions = np.empty(len(tables), np.int64)
        for rival, own in self._seated(tables):
            actions[own] = choose(rival.player, tables[own], states, observations, masks)
        return actions

    def _seated(self, tables: Array) -> list[tuple[Rival, Array]]:
        """Each opponent with the places of its tables among these."""
        opponents = self.opponents[tables]
        return [
            (self._rival(number), np.flatnonzero(opponents == number))
            for number in np.unique(opponents).tolist()
            if number != NOBODY
        ]

    def _rival(self, number: int) -> Rival:
        if number == SCRIPTED and self.script is not None:
            return self.script
        return self.pool[number] if number in self.pool else self._thinned[number]

    def ended(self, tables: Array, returns: Array, learners: Array) -> None:
        """Count the outcomes of episodes against opponents, by what every seat earned."""
        for table, earned, own in zip(tables, returns, learners, strict=True):
            if self.opponents[table] != NOBODY:
                self._rival(int(self.opponents[table])).met(points(earned, own, self.sides))

    def figures(self) -> dict[str, float]:
        """What to log: the learner's points against its opponents, of late."""
        told: dict[str, float] = {"self_play/snapshots": len(self.pool)}
        if self.wanted.past_share and self.pool:
            past = [each.points for each in self.pool.values()]
            told["self_play/points_against_past"] = float(np.mean(past))
        if self.script is not None:
            told["self_play/points_against_scripted"] = self.script.points
        return told

    def state(self) -> State:
        """Everything that `load_state` needs to go on alike."""
        kept = self.pool | self._thinned
        told = {
            "opponents": self.opponents.copy(),
            "taken": np.array([self._taken]),
            "script": np.array([0.0 if self.script is None else self.script.points]),
            "numbers": np.array(list(kept), np.int64),
            "pooled": np.array([number in self.pool for number in kept], np.uint8),
            "steps": np.array([each.steps for each in kept.values()], np.int64),
            "points": np.array([each.points for each in kept.values()], np.float64),
        }
        for number, each in kept.items():
            told |= {f"{number}.{name}": tensor for name, tensor in each.tensors.items()}
        return told

    def load_state(self, told: Mapping[str, Array]) -> None:
        """Go on from what `state` told."""
        self.opponents[:] = told["opponents"]
        self._taken = int(told["taken"][0])
        if self.script is not None:
            self.script.points = float(told["script"][0])
        self.pool, self._thinned = {}, {}
        for i, number in enumerate(told["numbers"].tolist()):
            tensors = under(f"{number}.", told)
            each = self._snapshot(tensors, int(told["steps"][i]))
            each.points = float(told["points"][i])
            (self.pool if told["pooled"][i] else self._thinned)[number] = each


def points(earned: Array, own: Array, sides: tuple[tuple[int, ...], ...]) -> float:
    """Of the learner's side against the others: 1 for each that earned less, ½ for as much."""
    means = np.array([earned[list(side)].mean() for side in sides])
    ours = np.array([bool(own[side[0]]) for side in sides])
    mine, theirs = means[ours].mean(), means[~ours]
    return float(np.where(mine > theirs, 1.0, np.where(mine == theirs, DRAW, 0.0)).mean())


def kinds_of_tables(n: int, wanted: SelfPlay, sides: int) -> list[tuple[Array, int]]:
    """By kind of opponent: the tables, and at how many of them the learner decides at a time.

    Where it has one of several sides, it is asked at one of as many tables, about.
    """
    shares = np.cumsum([wanted.self_share, wanted.past_share, wanted.scripted_share])
    decisions = np.diff(np.round(n * shares / shares[-1]), prepend=0).astype(np.int64)
    ends = np.cumsum(decisions * (1, sides * SPARE, sides * SPARE))
    tables = np.split(np.arange(ends[-1]), ends[:-1])
    return list(zip(tables, decisions.tolist(), strict=True))
