"""The searching player: it tries its choices out on copies of the game and takes the best.

What its seat cannot know is drawn anew in every copy (`Game.resample_hidden`), so nothing is peeked
at; what the others have chosen in secret they choose again (`Game.undo_secret_choices`). Every
choice is tried on the same copies with the same chance, and what turns out worse is dropped by
halves, so that the tries go to the choices between which it is hard to decide. The copies are
rolled out for some turns by a policy for all seats, which continues with the player's memory. Where
that is the scripted player, its own choice is taken unless another is significantly better. Where
the script can be played in several styles, these are tried out first, and single choices only if
the style that is found best loses some of the copies.
"""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from cogarena.agents.playouts import Playouts
from cogarena.agents.protocol import Agent, Array, Mindful, Planner, records_of
from cogarena.envs.core.game import Game

NONE = -1
USUAL = 0  # the style of the script itself
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
    policies: Array  # who goes on after each choice
    memories: Array | None = None  # by policy: what it knows from before
    left: list[int] = field(init=False)  # indices of the choices that are not dropped
    values: list[Array] = field(default_factory=list)  # by copy, one for each choice, or nan

    def __post_init__(self) -> None:
        self.left = list(range(len(self.actions)))
        self.halvings = math.ceil(math.log2(len(self.actions)))
        self.lost = np.zeros(len(self.actions), np.bool_)  # on some copy

    def tries(self, game: Game, setup: Any, count: int) -> "Tries":
        """Each choice on each of the next copies."""
        copies = records_of(self.record, np.zeros(count, np.int64))
        seeds = np.empty(count, np.uint64)
        for i in range(count):
            generator = np.random.default_rng([*self.chance, len(self.values) + i])
            game.undo_secret_choices(setup, copies[i], self.seat)
            game.resample_hidden(setup, copies[i], self.seat, generator)
            seeds[i] = generator.integers(2**64, dtype=np.uint64)
        each, choice = np.repeat(np.arange(count), len(self.left)), np.tile(self.left, count)
        who = self.policies[choice]
        known = None if self.memories is None else records_of(self.memories, who)
        return Tries(
            records_of(copies, each), self.actions[choice], np.full(len(each), self.seat),
            seeds[each], known, who,
        )  # fmt: skip

    def note(self, values: Array, lost: Array | None = None) -> None:
        """Keep what the choices left came to, a row for each copy, and drop the worse half."""
        if lost is not None:
            self.lost[self.left] |= lost.any(axis=0)
        for row in values:
            noted = np.full(len(self.actions), np.nan)
            noted[self.left] = row
            self.values.append(noted)
        means = np.array(self.values)[:, self.left].mean(axis=0)
        better = np.argsort(-means, kind="stable")[: max(2, math.ceil(len(self.left) / 2))]
        kept = {self.left[i] for i in better} | ({self.usual} - {NONE})
        self.left = sorted(kept)

    def best(self, doubt: float) -> int:
        """Index of the choice with the best mean; the usual one, if that is within `doubt`."""
        values = np.array(self.values)[:, self.left]
        best = int(values.mean(axis=0).argmax())
        if self.usual != NONE:
            gains = values[:, best] - values[:, self.left.index(self.usual)]
            error = gains.std(ddof=1) / math.sqrt(len(gains)) if len(gains) > 1 else math.inf
            if not gains.mean() > doubt * error:
                return self.usual
        return self.left[best]


class Tries(NamedTuple):
    """What `Playouts.worth` is asked."""

    records: Array
    actions: Array
    seats: Array
    seeds: Array
    memories: Array | None
    policies: Array


@dataclass
class Course:
    """How an episode goes on between searches."""

    seed: int
    made: int = 0  # decisions
    style: int = USUAL
    rest: int = 0  # decisions for which nothing is searched


class Search(Planner):
    """Searches every decision that leaves a choice.

    `habits`, if there are any, are the styles in which it plays unless it knows better, the usual
    one first. They must not be the very players that play the copies on, one for each in the
    same order, unless those keep nothing in mind.
    """

    def __init__(self, playouts: Playouts, budget: Budget, *habits: Agent) -> None:
        self.playouts, self.budget = playouts, budget
        self._habits = habits
        self._courses: dict[int, Course] = {}  # by row

    def begin(self, rows: Array, seeds: Array) -> None:
        """Put each row at the beginning of its seed's chance."""
        for row, seed in zip(rows.tolist(), seeds.tolist(), strict=True):
            self._courses[row] = Course(seed)
        for habit in self._habits:
            habit.begin(rows, seeds)

    def plan(self, rows: Array, states: Array, observations: Array, masks: Array) -> Array:
        """The best choice found for each row."""
        usual = [habit.act(rows, observations, masks) for habit in self._habits]
        known = [habit.memories(rows) for habit in self._habits if isinstance(habit, Mindful)]
        asked = []
        for i, row in enumerate(rows.tolist()):
            course = self._courses[row]
            memories = joined([each[i : i + 1] for each in known]) if known else None
            asked.append(
                Asked(
                    course, states[i : i + 1], np.flatnonzero(masks[i]),
                    np.array([each[i] for each in usual], np.int64), memories, course.made,
                )
            )  # fmt: skip
            course.made += 1
            course.rest -= 1
        open_ = [each for each in asked if len(each.legal) > 1 and each.course.rest < 0]
        self._search_actions(self._search_styles(open_) if len(self._habits) > 1 else open_)
        return np.array([each.answer() for each in asked], np.int64)

    def _search_styles(self, asked: Sequence["Asked"]) -> list["Asked"]:
        """Let each go on in its best style; those who may lose even so."""
        if not asked:
            return []
        outlook = self.playouts.outlook
        roots = [each.styles() for each in asked]
        self._spend(roots)
        for each, root in zip(asked, roots, strict=True):
            each.course.style = root.best(outlook.doubt)
            each.course.rest = 0 if root.lost[each.course.style] else outlook.rest
        return [each for each in asked if not each.course.rest]

    def _search_actions(self, asked: Sequence["Asked"]) -> None:
        roots = [each.choices() for each in asked]
        self._spend(roots)
        for each, root in zip(asked, roots, strict=True):
            each.found = int(root.actions[root.best(self.playouts.outlook.doubt)])

    def _spend(self, roots: list[Root]) -> None:
        """The budget, or half of it where it goes to styles and actions."""
        stages = 2 if len(self._habits) > 1 else 1
        if self.budget.seconds is None:
            self._spend_playouts(roots, self.budget.playouts // stages)
        else:
            self._spend_time(roots, self.budget.seconds * len(roots) / stages)

    def _spend_playouts(self, roots: list[Root], playouts: int) -> None:
        """As many rounds as it takes to halve the choices to one, with equal shares."""
        for done in range(max((root.halvings for root in roots), default=0)):
            going = [root for root in roots if done < root.halvings]
            self._try_out(
                going, [playouts // (root.halvings * len(root.left)) or 1 for root in going]
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
        found, lost = self.playouts.worth(*all_of(tries))
        start = 0
        for root, count, each in zip(roots, counts, tries, strict=True):
            part = slice(start, start + len(each.actions))
            root.note(found[part].reshape(count, -1), lost[part].reshape(count, -1))
            start = part.stop


@dataclass
class Asked:
    """A decision that is asked for, and what was found."""

    course: Course
    record: Array  # (1,)
    legal: Array
    usual: Array  # the choice of each habit
    memories: Array | None  # of each habit
    made: int  # decisions before this one
    found: int | None = None

    def answer(self) -> int:
        """What is done."""
        if self.found is not None:
            return self.found
        return int(self.usual[self.course.style]) if len(self.usual) else int(self.legal[0])

    def styles(self) -> Root:
        """The habits as choices."""
        return self._root(self.usual, USUAL, np.arange(len(self.usual)))

    def choices(self) -> Root:
        """The legal actions as choices, in the style of this time."""
        style = self.course.style
        usual = int(np.searchsorted(self.legal, self.usual[style])) if len(self.usual) else NONE
        return self._root(self.legal, usual, np.full(len(self.legal), style))

    def _root(self, actions: Array, usual: int, policies: Array) -> Root:
        chance = self.course.seed, self.made
        seat = int(self.record["to_act"][0])
        return Root(self.record, seat, actions, usual, chance, policies, self.memories)


def all_of(tries: Sequence[Tries]) -> Tries:
    """Those of all roots together."""
    *parts, memories, policies = zip(*tries, strict=True)
    known = None if memories[0] is None else joined(memories)
    records, actions, seats, seeds = map(joined, parts)
    return Tries(records, actions, seats, seeds, known, joined(policies))


def joined(parts: Sequence[Array]) -> Array:
    """Arrays one after another, as bytes: numpy would lay records out anew, with other gaps."""
    raw: Array = np.concatenate([part.view(np.uint8) for part in parts])
    return raw.view(parts[0].dtype)
