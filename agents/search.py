"""The search player: it rolls out its actions on copies of the game and takes the best.

What its seat cannot know is redrawn in every copy (`Game.resample_hidden`), so it never peeks; what
the others have chosen in secret they choose again (`Game.undo_secret_choices`). Every action is
tried on the same copies with the same random numbers, and the worse half is dropped after each
round, so that most playouts go to the actions that are hard to tell apart. A policy for all seats
rolls the copies out for some turns, continuing from the player's internal state. Where that policy
is the scripted player, the search deviates from the script only when another action is
significantly better. Where the script has several styles, the search compares these first, and
single actions only if the best style loses some of the copies.
"""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from cogarena.agents.playouts import Playouts, Rollouts
from cogarena.agents.protocol import Agent, Array, Planner, Stateful, records_of
from cogarena.envs.core.game import Game

NONE = -1
DEFAULT_STYLE = 0  # of the script itself
DEFAULT_PLAYOUTS = 200


@dataclass(frozen=True)
class Budget:
    """The limit of one decision, in playouts or seconds."""

    playouts: int = DEFAULT_PLAYOUTS
    seconds: float | None = None


@dataclass
class Root:
    """A decision that is searched, and the values found for its options (actions or styles)."""

    record: Array  # (1,)
    seat: int
    actions: Array  # of each option
    default: int  # index of the option of the script, or NONE
    seed: tuple[int, int]  # of the episode, and the number of this decision in it
    policies: Array  # which one rolls each option out
    agent_states: Array | None = None  # by policy, to continue from
    left: list[int] = field(init=False)  # indices of the options that are not dropped
    values: list[Array] = field(default_factory=list)  # by copy, one for each option, or nan

    def __post_init__(self) -> None:
        self.left = list(range(len(self.actions)))
        self.halvings = math.ceil(math.log2(len(self.actions)))
        self.lost = np.zeros(len(self.actions), np.bool_)  # on any copy

    def rollouts(self, game: Game, setup: Any, count: int) -> "Rollouts":
        """Each option that is left, on each of the next `count` copies."""
        copies = records_of(self.record, np.zeros(count, np.int64))
        seeds = np.empty(count, np.uint64)
        for i in range(count):
            generator = np.random.default_rng([*self.seed, len(self.values) + i])
            game.undo_secret_choices(setup, copies[i], self.seat)
            game.resample_hidden(setup, copies[i], self.seat, generator)
            seeds[i] = generator.integers(2**64, dtype=np.uint64)
        each, option = np.repeat(np.arange(count), len(self.left)), np.tile(self.left, count)
        policies, states = self.policies[option], self.agent_states
        return Rollouts(
            records_of(copies, each), self.actions[option], np.full(len(each), self.seat),
            seeds[each], None if states is None else records_of(states, policies), policies,
        )  # fmt: skip

    def note(self, values: Array, lost: Array | None = None) -> None:
        """Keep the values of the options left, a row for each copy, and drop the worse half."""
        if lost is not None:
            self.lost[self.left] |= lost.any(axis=0)
        for row in values:
            noted = np.full(len(self.actions), np.nan)
            noted[self.left] = row
            self.values.append(noted)
        means = np.array(self.values)[:, self.left].mean(axis=0)
        better = np.argsort(-means, kind="stable")[: max(2, math.ceil(len(self.left) / 2))]
        kept = {self.left[i] for i in better} | ({self.default} - {NONE})
        self.left = sorted(kept)

    def best(self, standard_errors: float) -> int:
        """Index of the option with the best mean; the default, unless clearly beaten."""
        values = np.array(self.values)[:, self.left]
        best = int(values.mean(axis=0).argmax())
        if self.default != NONE:
            gains = values[:, best] - values[:, self.left.index(self.default)]
            error = gains.std(ddof=1) / math.sqrt(len(gains)) if len(gains) > 1 else math.inf
            if not gains.mean() > standard_errors * error:
                return self.default
        return self.left[best]


@dataclass
class Progress:
    """What the search keeps of an episode from one decision to the next."""

    seed: int
    decisions: int = 0  # made so far
    style: int = DEFAULT_STYLE
    keep: int = 0  # decisions still to be made in this style without a search


class Search(Planner):
    """Searches every decision with more than one legal action.

    `styles`, if there are any, are the scripted players whose action is the default, the usual one
    first. `playouts` has one policy for each, in the same order. These must be other objects than
    the styles, unless they are stateless.
    """

    def __init__(self, playouts: Playouts, budget: Budget, *styles: Agent) -> None:
        self.playouts, self.budget = playouts, budget
        self._styles = styles
        self._progress: dict[int, Progress] = {}  # by row

    def begin(self, rows: Array, seeds: Array) -> None:
        """A new episode begins in each of `rows`."""
        for row, seed in zip(rows.tolist(), seeds.tolist(), strict=True):
            self._progress[row] = Progress(seed)
        for style in self._styles:
            style.begin(rows, seeds)

    def plan(self, rows: Array, states: Array, observations: Array, masks: Array) -> Array:
        """The best action found for each row."""
        defaults = [style.act(rows, observations, masks) for style in self._styles]
        known = [style.state(rows) for style in self._styles if isinstance(style, Stateful)]
        asked = []
        for i, row in enumerate(rows.tolist()):
            progress = self._progress[row]
            asked.append(
                Decision(
                    progress, states[i : i + 1], np.flatnonzero(masks[i]),
                    np.array([actions[i] for actions in defaults], np.int64),
                    joined([state[i : i + 1] for state in known]) if known else None,
                    progress.decisions,
                )
            )  # fmt: skip
            progress.decisions += 1
            progress.keep -= 1
        open_ = [each for each in asked if len(each.legal) > 1 and each.progress.keep < 0]
        self._search_actions(self._search_styles(open_) if len(self._styles) > 1 else open_)
        return np.array([each.answer() for each in asked], np.int64)

    def _search_styles(self, decisions: Sequence["Decision"]) -> list["Decision"]:
        """Switch each to its best style; returns those that may still lose."""
        if not decisions:
            return []
        config = self.playouts.config
        roots = [each.styles() for each in decisions]
        self._spend(roots)
        for each, root in zip(decisions, roots, strict=True):
            each.progress.style = root.best(config.standard_errors)
            each.progress.keep = 0 if root.lost[each.progress.style] else config.keep_style
        return [each for each in decisions if not each.progress.keep]

    def _search_actions(self, decisions: Sequence["Decision"]) -> None:
        roots = [each.actions() for each in decisions]
        self._spend(roots)
        for each, root in zip(decisions, roots, strict=True):
            each.found = int(root.actions[root.best(self.playouts.config.standard_errors)])

    def _spend(self, roots: list[Root]) -> None:
        """Spend the budget, or half of it where both styles and actions are searched."""
        stages = 2 if len(self._styles) > 1 else 1
        if self.budget.seconds is None:
            self._spend_playouts(roots, self.budget.playouts // stages)
        else:
            self._spend_time(roots, self.budget.seconds * len(roots) / stages)

    def _spend_playouts(self, roots: list[Root], playouts: int) -> None:
        """As many rounds as it takes to halve the options to one, with equal shares."""
        for done in range(max((root.halvings for root in roots), default=0)):
            going = [root for root in roots if done < root.halvings]
            self._roll_out(
                going, [playouts // (root.halvings * len(root.left)) or 1 for root in going]
            )

    def _spend_time(self, roots: list[Root], seconds: float) -> None:
        """Double the copies in each round, or use as many as there is time for."""
        start = time.perf_counter()
        count = 1 if roots else 0
        while count > 0:
            before = time.perf_counter()
            self._roll_out(roots, [count] * len(roots))
            now = time.perf_counter()
            fits = int((start + seconds - now) * count / (now - before))
            count = min(len(roots[0].values), fits)

    def _roll_out(self, roots: Sequence[Root], counts: Sequence[int]) -> None:
        """Roll out each root's options, each on its given number of copies."""
        game, setup = self.playouts.game, self.playouts.setup[0]
        rollouts = [root.rollouts(game, setup, n) for root, n in zip(roots, counts, strict=True)]
        values, lost = self.playouts.values(all_of(rollouts))
        start = 0
        for root, count, own in zip(roots, counts, rollouts, strict=True):
            part = slice(start, start + len(own.actions))
            root.note(values[part].reshape(count, -1), lost[part].reshape(count, -1))
            start = part.stop


@dataclass
class Decision:
    """A decision of one row, and the action that was found for it."""

    progress: Progress
    record: Array  # (1,)
    legal: Array
    defaults: Array  # the action of each style
    agent_states: Array | None  # of each style
    number: int  # of decisions before this one
    found: int | None = None

    def answer(self) -> int:
        """The action to take."""
        if self.found is not None:
            return self.found
        style = self.progress.style
        return int(self.defaults[style]) if len(self.defaults) else int(self.legal[0])

    def styles(self) -> Root:
        """The styles as options."""
        return self._root(self.defaults, DEFAULT_STYLE, np.arange(len(self.defaults)))

    def actions(self) -> Root:
        """The legal actions as options, each rolled out with the current style."""
        style, default = self.progress.style, NONE
        if len(self.defaults):
            default = int(np.searchsorted(self.legal, self.defaults[style]))
        return self._root(self.legal, default, np.full(len(self.legal), style))

    def _root(self, actions: Array, default: int, policies: Array) -> Root:
        seed = self.progress.seed, self.number
        seat = int(self.record["to_act"][0])
        return Root(self.record, seat, actions, default, seed, policies, self.agent_states)


def all_of(rollouts: Sequence[Rollouts]) -> Rollouts:
    """The rollouts of all roots together."""
    *parts, agent_states, policies = zip(*rollouts, strict=True)
    known = None if agent_states[0] is None else joined(agent_states)
    records, actions, seats, seeds = map(joined, parts)
    return Rollouts(records, actions, seats, seeds, known, joined(policies))


def joined(parts: Sequence[Array]) -> Array:
    """The arrays in one, joined as bytes: numpy would lay records out with other padding."""
    raw: Array = np.concatenate([part.view(np.uint8) for part in parts])
    return raw.view(parts[0].dtype)
