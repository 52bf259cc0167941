"""The contract of observations, checked by changing one fact at a time and comparing bytes.

Fields are declared public, own, secret or internal in `core/visibility.py`. A change of a public or
own field, to a value that play reaches, must change the observations of the seats that may know it;
no other observation may change. `resample_hidden` redraws what a seat does not know and nothing
else. If seats are relabelled, observation, mask and the meaning of each action go with them.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from cogarena.envs.core import visibility
from cogarena.envs.core.batch import Batch
from cogarena.envs.core.errors import CheckFailedError
from cogarena.envs.core.game import Game
from cogarena.envs.core.traces import random_actions
from cogarena.envs.core.visibility import Leaf, Who, holds

Array = np.ndarray[Any, Any]
Settings = Mapping[str, Any]
Index = tuple[int, ...]
Choose = Callable[[Batch, Array], Array]  # batch, rows that need an action → an action for all rows

ROWS = 8
STEPS = 600  # of the batch from which situations are taken
EVERY = 15  # steps between two of them
ELEMENTS = 6  # of a field that are changed in a situation
VALUES = 64  # of a field that are kept to change it to
RESAMPLED = 4  # times that the hidden is redrawn in a situation
MOST_LINES = 40  # of a report


@dataclass
class Situation:
    """A record in which somebody is asked, and every seat's view of it."""

    setup: Array
    states: Array  # an array of one
    views: list[bytes]  # mask and observation, by seat


@dataclass(frozen=True)
class Change:
    """One element of a record set to another value."""

    leaf: Leaf
    index: Index
    value: Any
    knowing: frozenset[int]  # seats whose observation must change

    def text(self, states: Array) -> str:
        """Such as `rally.robots[3].damage 0 → 2`."""
        before = self.leaf.view(states)[self.index]
        inside = "".join(f"[{i}]" for i in self.index)
        return f"{self.leaf.name}{inside} {before} → {self.value}"


class Contract:
    """The situations of a game under some settings, and the checks over them."""

    def __init__(self, game: Game, settings: Settings, choices: tuple[Choose, ...]) -> None:
        self.game, self.settings = game, settings
        self.leaves = visibility.leaves(game.state)
        self.seats = len(game.agents(game.read(settings)))
        self.generator = np.random.default_rng(8)
        self.values: dict[str, set[Any]] = defaultdict(set)  # that a field takes where it is meant
        self.faults: dict[str, list[str]] = defaultdict(list)
        self.situations = [one for choose in choices for one in self._situations(choose)]

    def _situations(self, choose: Choose) -> Iterator[Situation]:
        batch = Batch(self.game, ROWS, self.settings, threads=1)
        batch.reset(3)
        for step in range(STEPS):
            live = np.flatnonzero(~batch.over)
            if step % EVERY == 0 and len(live):
                row = live[step // EVERY % len(live)]
                states = batch.states[row : row + 1].copy()
                self._note_values(batch.setup, states)
                yield Situation(batch.setup, states, self._views(batch.setup, states))
            batch.step(choose(batch, live))

    def _note_values(self, setup: Array, states: Array) -> None:
        for leaf in self.leaves:
            kept = self.values[leaf.name]
            for index in self._elements(leaf, states, 4 * ELEMENTS):
                if len(kept) < VALUES and self._is_meant(leaf, setup, states, index):
                    kept.add(leaf.view(states)[index].item())

    def _elements(self, leaf: Leaf, states: Array, most: int) -> list[Index]:
        """Some elements of a field, of seats in play."""
        shape = leaf.view(states).shape
        size = int(np.prod(shape))
        chosen = self.generator.permutation(size)[: 4 * most]
        found = [tuple(int(i) for i in np.unravel_index(n, shape)) for n in chosen]
        return [i for i in found if (leaf.seat(i) or 0) < self.seats][:most]

    def _is_meant(self, leaf: Leaf, setup: Array, states: Array, index: Index) -> bool:
        condition = leaf.visibility.meant if leaf.visibility else None
        return condition is None or holds(condition, setup[0], states, leaf, index)

    def _views(self, setup: Array, states: Array) -> list[bytes]:
        """Mask and observation of every seat, as bytes, in each of the records."""
        game, n = self.game, len(states) * self.seats
        masks, seen = np.zeros((n, game.actions.count), np.int8), game.layout.empty(n)
        seats = np.tile(np.arange(self.seats), len(states))
        game.view(setup, states.repeat(self.seats), seats, masks, game.layout.rows(seen))
        return [m.tobytes() + o.tobytes() for m, o in zip(masks, seen, strict=True)]

    def report(self) -> None:
        """Raise if anything was found."""
        if self.faults:
            lines = [f"{head}: {tail[0]} ({len(tail)} such)" for head, tail in self.faults.items()]
            more = ["…"] if len(lines) > MOST_LINES else []
            raise CheckFailedError("\n  ".join(["", *lines[:MOST_LINES], *more]))

    # Fields

    def check_declarations(self) -> None:
        """Every field says who may know it."""
        undeclared = [leaf.name for leaf in self.leaves if leaf.visibility is None]
        if undeclared:
            raise CheckFailedError(f"fields do not say who may know them: {', '.join(undeclared)}")
        for name in self.game.unused:
            if self.values[name] != {0}:
                self.faults["fields that are said to be unused change"].append(name)

    def check_changes(self) -> None:
        """A change of a field shows in the observations that must show it, and in no other."""
        for situation in self.situations:
            changes = list(self._changes(situation))
            states = situation.states.repeat(len(changes))
            for number, change in enumerate(changes):
                change.leaf.view(states[number : number + 1])[change.index] = change.value
            views = self._views(situation.setup, states)
            for number, change in enumerate(changes):
                here = views[number * self.seats : (number + 1) * self.seats]
                self._compare(situation, change, here, states[number])

    def _changes(self, situation: Situation) -> Iterator[Change]:
        for leaf in self.leaves:
            if leaf.visibility is None or leaf.visibility.who is Who.INTERNAL:
                continue
            if leaf.name in self.game.unused:
                continue
            for index in self._elements(leaf, situation.states, ELEMENTS):
                if self._is_meant(leaf, situation.setup, situation.states, index):
                    yield from self._change(situation, leaf, index)

    def _change(self, situation: Situation, leaf: Leaf, index: Index) -> Iterator[Change]:
        before = leaf.view(situation.states)[index].item()
        reached = self.values[leaf.name]
        if reached == {0}:
            reached = {0, 1}  # what these games did not happen to reach
        others = sorted(reached - {before})
        if others:
            value = others[self.generator.integers(len(others))]
            yield Change(leaf, index, value, self._knowing(situation, leaf, index))

    def _knowing(self, situation: Situation, leaf: Leaf, index: Index) -> frozenset[int]:
        """The seats that may know an element."""
        found = leaf.visibility
        everybody = frozenset(range(self.seats))
        if found is None or found.who is Who.PUBLIC:
            return everybody
        shown = found.shown
        if shown and holds(shown, situation.setup[0], situation.states, leaf, index):
            return everybody
        seat = leaf.seat(index)
        return frozenset() if found.who is Who.SECRET or seat is None else frozenset((seat,))

    def _compare(self, at: Situation, change: Change, views: list[bytes], changed: Any) -> None:
        for seat, (before, after) in enumerate(zip(at.views, views, strict=True)):
            if (before == after) == (seat not in change.knowing):
                continue
            told = "reveal" if before != after else "do not show"
            where = f"{change.text(at.states)}, seat {seat}"
            self.faults[f"observations {told} {change.leaf.name}"].append(where)
        seat = int(at.states[0].to_act)
        if at.views[seat] == views[seat] and int(changed.to_act) == seat:
            old, new = (self._texts(at.setup, s, seat) for s in (at.states[0], changed))
            if old != new:
                head = f"actions mean something else after an unseen {change.leaf.name}"
                which = f"{sorted(new - old)[:2]}, not {sorted(old - new)[:2]}"
                self.faults[head].append(f"{change.text(at.states)}: {which}")

    def _texts(self, setup: Array, s: Any, seat: int) -> set[str]:
        """What each legal action of a seat means, in its own terms."""
        mask = np.zeros((1, self.game.actions.count), np.int8)
        states = np.array([s], self.game.state)
        nothing = self.game.layout.rows(self.game.layout.empty(0))
        self.game.view(setup, states, np.array([seat]), mask, nothing)
        names = self.game.agents(self.game.read(self.settings))
        found = set()
        for action in np.flatnonzero(mask[0]).tolist():
            text = self.game.action_text(setup[0], states[0], action)
            for number, name in enumerate(names):
                text = text.replace(name, f"<{(number - seat) % len(names)}>")
            found.add(f"{action}: {text}")
        return found

    # Redrawing

    def check_resampling(self) -> None:
        """`resample_hidden` redraws all that a seat does not know, and nothing that it does."""
        stuck: dict[str, bool] = {}
        for situation in self.situations:
            for seat in range(self.seats):
                self._resample(situation, seat, stuck)
        for name in (name for name, moved in stuck.items() if not moved):
            self.faults["never redrawn"].append(name)

    def _resample(self, at: Situation, seat: int, stuck: dict[str, bool]) -> None:
        redrawn = at.states.repeat(RESAMPLED)
        for states in redrawn:
            self.game.resample_hidden(at.setup[0], states, seat, self.generator)
        for leaf in self.leaves:
            if leaf.visibility is None or leaf.visibility.who is Who.INTERNAL:
                continue
            moved = [
                leaf.view(redrawn[i : i + 1]) != leaf.view(at.states) for i in range(RESAMPLED)
            ]
            for index in self._elements(leaf, at.states, 4 * ELEMENTS):
                knows = seat in self._knowing(at, leaf, index)
                changed = any(part[index] for part in moved)
                if knows and changed and self._is_meant(leaf, at.setup, at.states, index):
                    self.faults[f"{leaf.name} is redrawn"].append(f"for seat {seat}, who knows it")
                elif not knows and len(self.values[leaf.name]) > 1:
                    stuck[leaf.name] = stuck.get(leaf.name, False) or bool(changed)

    # Relabelling

    def check_relabelling(self) -> None:
        """If the seats are relabelled, views and the meaning of actions go with them."""
        for new in relabellings(self.game, self.settings):
            for situation in self.situations:
                setup = relabelled(situation.setup, new)
                states = relabelled(situation.states, new)
                views = self._views(setup, states)
                for seat in range(self.seats):
                    if views[new[seat]] != situation.views[seat]:
                        which = self._first_difference(situation.views[seat], views[new[seat]])
                        self.faults["views depend on the labels of seats"].append(
                            f"{which}, seat {seat} as seat {new[seat]} of {new}"
                        )
                self._compare_meanings(situation, setup, states, new)

    def _compare_meanings(self, at: Situation, setup: Array, states: Array, new: Index) -> None:
        seat = int(at.states[0].to_act)
        if int(states[0].to_act) != new[seat]:
            raise CheckFailedError("`to_act` is not relabelled")
        old = self._texts(at.setup, at.states[0], seat)
        other = self._texts(setup, states[0], new[seat])
        if old != other:
            self.faults["actions name seats absolutely"].append(
                f"{sorted(other - old)[:2]}, not {sorted(old - other)[:2]}, as relabelled by {new}"
            )

    def _first_difference(self, one: bytes, other: bytes) -> str:
        count = self.game.actions.count
        if one[:count] != other[:count]:
            return "the mask"
        seen = [np.frombuffer(view[count:], self.game.layout.number) for view in (one, other)]
        at = int(np.flatnonzero(seen[0] != seen[1])[0])
        return f"{self.game.layout.names[at]} {seen[0][at]} → {seen[1][at]}"


def relabellings(game: Game, settings: Settings) -> list[Index]:
    """Ways to relabel the seats, each the new seats by old ones: rotations, of sides in them."""
    sides = game.sides_of(settings)
    rings = [tuple(side[0] for side in sides)] if all(len(side) == 1 for side in sides) else sides
    found = []
    for turn in range(1, max(len(ring) for ring in rings)):
        new = dict(
            pair for ring in rings for pair in zip(ring, (*ring[turn:], *ring[:turn]), strict=True)
        )
        found.append(tuple(new[seat] for seat in sorted(new)))
    return found


def relabelled(records: Array, new: Index) -> Array:
    """A record (in an array of one) in which seat i is now `new[i]`."""
    states = records.copy()
    seats = list(range(len(new)))
    for leaf in visibility.leaves(records.dtype):
        view = leaf.view(states)
        if leaf.seat_axis is not None:
            moved = np.moveaxis(view, leaf.seat_axis, 0)
            moved[list(new)] = moved[seats].copy()
        names = leaf.visibility and leaf.visibility.names
        if names:
            for index in np.ndindex(*view.shape):
                view[index] = names.relabelled(int(view[index]), new)
    return states


def by_chance(batch: Batch, live: Array) -> Array:
    """Random legal actions."""
    return random_actions(batch, np.random.default_rng(int(batch.states["tick"].sum())))


def check(game: Game, settings: Settings, choices: tuple[Choose, ...] = (by_chance,)) -> None:
    """Check the contract over situations of random play, or of other players' too."""
    contract = Contract(game, settings, choices)
    contract.check_declarations()
    contract.check_changes()
    contract.check_resampling()
    contract.check_relabelling()
    contract.report()
