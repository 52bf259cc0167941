"""The learner's opponents: itself, snapshots of its past, or the scripted agent.

The opponent of an episode depends on the seed of the episode and on the results so far.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch

from cogarena.agents.checkpoint import Network, Tensors, under
from cogarena.agents.match import choose, player_seeds
from cogarena.agents.protocol import Array
from cogarena.agents.registry import find
from cogarena.agents.script import Adviser
from cogarena.agents.trained import TrainedAgent, build_policy, weights
from cogarena.envs.core.game import Game
from cogarena.envs.core.rng import spread
from cogarena.training.self_play import SelfPlay

# The opponent at a table: one of these, or the number of a snapshot.
SELF = -1  # none: the learner has all seats
SCRIPTED = -2
PAST = -3  # a kind of table: some snapshot
KINDS = (SELF, PAST, SCRIPTED)
LEAGUE_STREAM = 0x1EA6  # separates the random numbers of the league from those of the episode
SPARE = 2  # times as many tables as needed, so that opponents decide at more tables in one call
OPPONENT = 1  # its number in the match; the learner has 0
DRAW = 0.5

SMOOTHING = 0.05  # weight of the latest result
UNKNOWN = 0.5  # points against an opponent not met yet
SNAPSHOT_ROWS = 16  # approximate number of tables at which a snapshot decides in one call
UNUSED_BITS = 12  # of a random word: the other 52 make a float below 1 without rounding
MIN_WEIGHT = 0.05  # of an opponent that always loses; one that always wins has 1

State = dict[str, Array]


class SnapshotAgent(TrainedAgent):
    """Samples its actions from the policy, as the learner does.

    The learner could exploit one that always took the likeliest action without playing well.
    """

    def __init__(self, policy: Any, game: Game, adviser: Adviser | None = None) -> None:
        super().__init__(policy, game, adviser, SNAPSHOT_ROWS)
        self._positions: dict[int, int] = {}  # of each row in its stream of random numbers

    def begin(self, rows: Array, seeds: Array) -> None:
        """Start the random numbers of each row from its seed."""
        super().begin(rows, seeds)
        for row, seed in zip(rows.tolist(), seeds, strict=True):
            self._positions[row] = int(spread(seed))

    def choice(self, rows: Array, logits: Array) -> Array:
        """An action for each row, sampled with one random number."""
        odds = np.exp(logits.astype(np.float64) - logits.max(axis=1, keepdims=True)).cumsum(axis=1)
        numbers = np.array([self._number(row) for row in rows.tolist()])
        sampled: Array = (odds > numbers[:, None] * odds[:, -1:]).argmax(axis=1)
        return sampled

    def _number(self, row: int) -> float:
        position = self._positions[row]
        self._positions[row] = (position + 1) % 2**64
        return (int(spread(np.uint64(position))) >> UNUSED_BITS) / 2 ** (64 - UNUSED_BITS)


@dataclass
class Opponent:
    """An opponent that the learner meets again and again."""

    player: Any
    points: float = UNKNOWN  # the learner's: 1 a win, ½ a draw; recent results weigh most

    def add_result(self, points: float) -> None:
        """Count the result of one more episode."""
        self.points += SMOOTHING * (points - self.points)


@dataclass
class Snapshot(Opponent):
    """The learner at an earlier step."""

    steps: int = 0  # decisions that it had learned from
    policy: Any = None
    tensors: Tensors = field(default_factory=dict)


def build_snapshot(
    game: Game, network: Network, tensors: Tensors, steps: int, adviser: Adviser | None = None
) -> Snapshot:
    """An opponent with these weights."""
    policy = build_policy(game, network)
    kept = {name: tensor.copy() for name, tensor in tensors.items()}
    with torch.no_grad():
        for name, parameter in policy.named_parameters():
            parameter.copy_(torch.from_numpy(kept[name]))
    return Snapshot(SnapshotAgent(policy, game, adviser), steps=steps, policy=policy, tensors=kept)


class League:
    """The opponents at as many tables as it takes to ask the learner for `n` decisions at once."""

    def __init__(
        self, game: Game, settings: Mapping[str, Any], config: SelfPlay, network: Network, n: int
    ) -> None:
        self.game, self.config, self._network = game, config, network
        self.adviser = Adviser(game, network, settings)  # of the snapshots
        self.sides = game.sides_of(settings)
        self.seats = len(game.agents(game.read(settings)))
        self.script = Opponent(find("scripted", game, settings)) if config.scripted_share else None
        self.pool: dict[int, Snapshot] = {}  # by number, the oldest first
        self._retired: dict[int, Snapshot] = {}  # no longer drawn, but still at a table
        self._count = 0  # of all snapshots so far
        self.kinds = kinds_of_tables(n, config, len(self.sides))
        self._kind = np.repeat(KINDS, [len(tables) for tables, _ in self.kinds])  # of each table
        self.opponents = np.full(len(self._kind), SELF)  # of each table

    def update_pool(self, steps: int, policy: Any) -> None:
        """Add a snapshot of the learner if the newest one is old enough."""
        newest = max((each.steps for each in self.pool.values()), default=None)
        if newest is not None and steps - newest < self.config.snapshot_every:
            return
        self.pool[self._count] = self._snapshot(weights(policy), steps)
        self._count += 1
        if len(self.pool) > self.config.pool:
            number = list(self.pool)[least_useful([each.steps for each in self.pool.values()])]
            self._retired[number] = self.pool.pop(number)
        self._retired = {
            number: each for number, each in self._retired.items() if number in self.opponents
        }

    def _snapshot(self, tensors: Tensors, steps: int) -> Snapshot:
        return build_snapshot(self.game, self._network, tensors, steps, self.adviser)

    def assign_seats(self, tables: Array, seeds: Array) -> Array:
        """Draw the opponents of new episodes; which seats are the learner's (tables, seats)."""
        learners = np.ones((len(tables), self.seats), np.bool_)
        for i, (table, seed) in enumerate(zip(tables, seeds, strict=True)):
            side, which = np.random.default_rng([LEAGUE_STREAM, int(seed)]).random(2)
            self.opponents[table] = self._draw(int(self._kind[table]), which)
            if self.opponents[table] != SELF:
                own = self.sides[int(side * len(self.sides))]
                learners[i] = np.isin(np.arange(self.seats), own)
        self.begin(tables, seeds)
        return learners

    def _draw(self, kind: int, number: float) -> int:
        """The opponent at a table of some kind, by a random number from 0 to 1."""
        if kind != PAST:
            return kind
        if not self.pool:
            return SELF
        chances = np.cumsum(draw_weights(self.pool.values(), self.config.priority))
        return list(self.pool)[int(np.searchsorted(chances / chances[-1], number, side="right"))]

    def begin(self, tables: Array, seeds: Array) -> None:
        """Notify the opponents at these tables that new episodes begin."""
        for opponent, own in self._seated(tables):
            opponent.player.begin(tables[own], player_seeds(seeds[own], OPPONENT))

    def longest_waiting(self, tables: Array, waited: Array) -> Array:
        """Of these tables, those of the opponent whose total waiting time is longest.

        A network takes less time for each table the more tables it decides at in one call.
        """
        _, places = np.unique(self.opponents[tables], return_inverse=True)
        asked: Array = tables[places == np.bincount(places, waited).argmax()]
        return asked

    def choose(self, tables: Array, states: Array, observations: Array, masks: Array) -> Array:
        """The opponents' actions at `tables`; the other arrays have a row for every table."""
        actions = np.empty(len(tables), np.int64)
        for opponent, own in self._seated(tables):
            actions[own] = choose(opponent.player, tables[own], states, observations, masks)
        return actions

    def _seated(self, tables: Array) -> list[tuple[Opponent, Array]]:
        """Each opponent, with the indices of its tables among these."""
        opponents = self.opponents[tables]
        return [
            (self._opponent(number), np.flatnonzero(opponents == number))
            for number in np.unique(opponents).tolist()
            if number != SELF
        ]

    def _opponent(self, number: int) -> Opponent:
        if number == SCRIPTED and self.script is not None:
            return self.script
        return self.pool[number] if number in self.pool else self._retired[number]

    def add_results(self, tables: Array, returns: Array, learners: Array) -> None:
        """Count the results of episodes that ended, by the return of each seat."""
        for table, earned, own in zip(tables, returns, learners, strict=True):
            if self.opponents[table] != SELF:
                opponent = self._opponent(int(self.opponents[table]))
                opponent.add_result(learner_points(earned, own, self.sides))

    def metrics(self) -> dict[str, float]:
        """What to log: the learner's recent points against its opponents."""
        found: dict[str, float] = {"self_play/snapshots": len(self.pool)}
        if self.config.past_share and self.pool:
            past = [each.points for each in self.pool.values()]
            found["self_play/points_against_past"] = float(np.mean(past))
        if self.script is not None:
            found["self_play/points_against_scripted"] = self.script.points
        return found

    def state(self) -> State:
        """Everything that `load_state` needs to continue identically."""
        kept = self.pool | self._retired
        state = {
            "opponents": self.opponents.copy(),
            "taken": np.array([self._count]),
            "script": np.array([0.0 if self.script is None else self.script.points]),
            "numbers": np.array(list(kept), np.int64),
            "pooled": np.array([number in self.pool for number in kept], np.uint8),
            "steps": np.array([each.steps for each in kept.values()], np.int64),
            "points": np.array([each.points for each in kept.values()], np.float64),
        }
        for number, each in kept.items():
            state |= {f"{number}.{name}": tensor for name, tensor in each.tensors.items()}
        return state

    def load_state(self, state: Mapping[str, Array]) -> None:
        """Continue from a state."""
        self.opponents[:] = state["opponents"]
        self._count = int(state["taken"][0])
        if self.script is not None:
            self.script.points = float(state["script"][0])
        self.pool, self._retired = {}, {}
        for i, number in enumerate(state["numbers"].tolist()):
            tensors = under(f"{number}.", state)
            each = self._snapshot(tensors, int(state["steps"][i]))
            each.points = float(state["points"][i])
            (self.pool if state["pooled"][i] else self._retired)[number] = each


def draw_weights(opponents: Iterable[Opponent], power: float) -> Array:
    """The weight of each in the draw: harder opponents come up more often, but every one can."""
    return np.array([max(MIN_WEIGHT, (1 - each.points) ** power) for each in opponents])


def least_useful(steps: list[int]) -> int:
    """Which snapshot to drop: the first and the last stay, and the gaps stay even."""
    if len(steps) < 3:
        return 0
    gaps = [after - before for before, after in zip(steps, steps[2:], strict=False)]
    return 1 + int(np.argmin(gaps))


def learner_points(earned: Array, own: Array, sides: tuple[tuple[int, ...], ...]) -> float:
    """The learner's points: the mean over the other sides of 1 for a win and ½ for a draw."""
    means = np.array([earned[list(side)].mean() for side in sides])
    ours = np.array([bool(own[side[0]]) for side in sides])
    mine, theirs = means[ours].mean(), means[~ours]
    return float(np.where(mine > theirs, 1.0, np.where(mine == theirs, DRAW, 0.0)).mean())


def kinds_of_tables(n: int, config: SelfPlay, sides: int) -> list[tuple[Array, int]]:
    """For each kind of opponent its tables, and the learner's decisions at them in one step.

    A learner on one of several sides decides at about 1 / `sides` of its tables at a time.
    """
    shares = np.cumsum([config.self_share, config.past_share, config.scripted_share])
    decisions = np.diff(np.round(n * shares / shares[-1]), prepend=0).astype(np.int64)
    ends = np.cumsum(decisions * (1, sides * SPARE, sides * SPARE))
    tables = np.split(np.arange(ends[-1]), ends[:-1])
    return list(zip(tables, decisions.tolist(), strict=True))
