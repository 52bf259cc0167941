"""The searching player: it tries its choices out on copies of the game and takes the best.

What its seat cannot know is drawn anew in every copy (`Game.hide`), so nothing is peeked at; what
the others have chosen in secret they choose again (`Game.take_back`). Every choice is tried on the
same copies with the same chance, and what turns out worse is dropped by halves, so that the tries
go to the choices between which it is hard to decide. The copies are played on for some turns by a
policy for all seats, which goes on with what the player keeps in mind. Where that is the scripted
player, its own choice is taken unless another is better beyond doubt.
"""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from cogworks.agents.playouts import Playouts
from cogworks.agents.protocol import Agent, Array, Mindful, Planner, records_of
from cogworks.envs.core.game import Game

NONE = -1
USUAL_PLAYOUTS = 200


@dataclass(frozen=True)
class Budget:
    """How much is tried out for one decision: playouts, or seconds."""

    playouts: int = USUAL_PLAYOUTS
    seconds: float | None = None


@dataclass
class Root:
    """A decision that is searched, and what is known of its choices."""

    record: Array  # (1,)
    seat: int
    actions: Array
    usual: int  # index of the policy's own choice, or NONE
    chance: tuple[int, int]  # the episode's seed, and which of its decisions this is
    memory: Array | None = None  # (1,) what the policy knows from before
    left: list[int] = field(init=False)  # indices of the choices that are not dropped
    values: list[Array] = field(default_factory=list)  # by copy, one for each choice, or nan

    def __post_init__(self) -> None:
        self.left = list(range(len(self.actions)))
        self.halvings = math.ceil(math.log2(len(self.actions)))

    def tries(self, game: Game, setup: Any, count: int) -> tuple[Array, Array, Array, Array]:
        """Each choice on each of the next copies: records, actions, seats and seeds."""
        copies = records_of(self.record, np.zeros(count, np.int64))
        seeds = np.empty(count, np.uint64)
        for i in range(count):
            generator = np.random.default_rng([*self.chance, len(self.values) + i])
            game.take_back(setup, copies[i], self.seat)
            game.hide(setup, copies[i], self.seat, generator)
            seeds[i] = generator.integers(2**64, dtype=np.uint64)
        each = np.repeat(np.arange(count), len(self.left))
        actions = np.tile(self.actions[self.left], count)
        return records_of(copies, each), actions, np.full(len(each), self.seat), seeds[each]

    def note(self, values: Array) -> None:
        """Keep what the choices left came to, a row for each copy, and drop the worse half."""
        for row in values:
            noted = np.full(len(self.actions), np.nan)
            noted[self.left] = row
            self.values.append(noted)
        means = np.array(self.values)[:, self.left].mean(axis=0)
        better = np.argsort(-means, kind="stable")[: max(2, math.ceil(len(self.left) / 2))]
        kept = {self.left[i] for i in better} | ({self.usual} - {NONE})
        self.left = sorted(kept)

    def best(self, doubt: float) -> int:
        """The choice with the best mean; the usual one, if that is within `doubt` of it."""
        values = np.array(self.values)[:, self.left]
        best = int(values.mean(axis=0).argmax())
        if self.usual != NONE:
            gains = values[:, best] - values[:, self.left.index(self.usual)]
            error = gains.std(ddof=1) / math.sqrt(len(gains)) if len(gains) > 1 else math.inf
            if not gains.mean() > doubt * error:
                return int(self.actions[self.usual])
        return int(self.actions[self.left[best]])


class Search(Planner):
    """Searches every decision that leaves a choice.

    `habit`, if there is one, is what it does unless it knows better. It must not be the very
    player that plays the copies on, unless that keeps nothing in mind.
    """

    def __init__(self, playouts: Playouts, budget: Budget, habit: Agent | None = None) -> None:
        self.playouts, self.budget = playouts, budget
        self._habit = habit
        self._chance: dict[int, tuple[int, int]] = {}  # by row: see Root

    def begin(self, rows: Array, seeds: Array) -> None:
        """Put each row at the beginning of its seed's chance."""
        self._chance |= {int(row): (int(seed), 0) for row, seed in zip(rows, seeds, strict=True)}
        if self._habit is not None:
            self._habit.begin(rows, seeds)

    def plan(self, rows: Array, states: Array, observations: Array, masks: Array) -> Array:
        """The best choice found for each row."""
        actions: Array = masks.argmax(axis=1)
        memories = None
        if self._habit is not None:
            actions = self._habit.act(rows, observations, masks)
        if isinstance(self._habit, Mindful):
            memories = self._habit.memories(rows)
        roots = {}
        for i, row in enumerate(rows.tolist()):
            seed, made = self._chance[row]
            self._chance[row] = (seed, made + 1)
            legal = np.flatnonzero(masks[i])
            if len(legal) > 1:
                usual = NONE if self._habit is None else int(np.searchsorted(legal, actions[i]))
                record = states[i : i + 1]
                memory = None if memories is None else memories[i : i + 1]
                seat = int(record["to_act"][0])
                roots[i] = Root(record, seat, legal, usual, (seed, made), memory)
        if self.budget.seconds is None:
            self._spend_playouts(list(roots.values()))
        else:
            self._spend_time(list(roots.values()), self.budget.seconds * len(roots))
        for i, root in roots.items():
            actions[i] = root.best(self.playouts.outlook.doubt)
        return actions

    def _spend_playouts(self, roots: list[Root]) -> None:
        """As many rounds as it takes to halve the choices to one, with equal shares."""
        for done in range(max((root.halvings for root in roots), default=0)):
            going = [root for root in roots if done < root.halvings]
            self._try_out(
                going,
                [self.budget.playouts // (root.halvings * len(root.left)) or 1 for root in going],
            )

    def _spend_time(self, roots: list[Root], seconds: float) -> None:
        """Rounds with as many copies as all before, or as there is time for."""
        start = time.perf_counter()
        count = 1 if roots else 0
        while count > 0:
            before = time.perf_counter()
            self._try_out(roots, [count] * len(roots))
            now = time.perf_counter()
            fits = int((start + seconds - now) * count / (now - before))
            count = min(len(roots[0].values), fits)

    def _try_out(self, roots: Sequence[Root], counts: Sequence[int]) -> None:
        """Play so many copies of each root on, with each of its choices."""
        game, setup = self.playouts.game, self.playouts.setup[0]
        tries = [root.tries(game, setup, n) for root, n in zip(roots, counts, strict=True)]
        sizes = [len(actions) for _, actions, _, _ in tries]
        records, actions, seats, seeds = (joined(parts) for parts in zip(*tries, strict=True))
        known = memories_of(roots, sizes)
        found = self.playouts.worth(records, actions, seats, seeds, known)
        for root, count, size in zip(roots, counts, sizes, strict=True):
            root.note(found[:size].reshape(count, -1))
            found = found[size:]


def memories_of(roots: Sequence[Root], sizes: Sequence[int]) -> Array | None:
    """What the policy knows from before in so many copies of each root."""
    known = [root.memory for root in roots if root.memory is not None]
    return records_of(joined(known), np.repeat(np.arange(len(roots)), sizes)) if known else None


def joined(parts: Sequence[Array]) -> Array:
    """Arrays one after another, as bytes: numpy would lay records out anew, with other gaps."""
    raw: Array = np.concatenate([part.view(np.uint8) for part in parts])
    return raw.view(parts[0].dtype)
