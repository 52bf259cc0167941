"""`Game`: all that the rest of the suite knows of a game."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from cogarena.envs.core import jit, loops
from cogarena.envs.core.header import report
from cogarena.envs.core.human import PLAIN, Human
from cogarena.envs.core.layout import Actions, Layout
from cogarena.envs.core.results import ENDING, TALLIES
from cogarena.envs.core.settings import read_settings

Array = np.ndarray[Any, Any]
Kernel = Callable[..., Any]
Event = dict[str, Any]  # such as {"event": "kill", "robot": "red_1", "by": ["blue_0"]}

KERNELS = ("init", "legal", "step", "observe", "advance", "observe_all")


class Draw(Protocol):
    """A picture of the record, height × width × 3 bytes, in tiles of about `tile` pixels."""

    def __call__(self, setup: Any, s: Any, *, tile: int) -> Array: ...


def any_reward(settings: Any) -> tuple[float, float]:
    """The `reward_range` of a game that declares none."""
    return -math.inf, math.inf


def no_final_info(settings: Any, setup: Any, s: Any) -> dict[str, Any]:
    """The `final_info` of a game that has none."""
    return {}


def resample_dice(setup: Any, s: Any, seat: int, generator: np.random.Generator) -> None:
    """The `resample_hidden` of a game without secrets: only future dice are unknown."""
    s.rng = generator.integers(2**64, dtype=np.uint64)


def nothing_undone(setup: Any, s: Any, seat: int) -> None:
    """The `undo_secret_choices` of a game without secret choices, or with one per seat."""


@dataclass(frozen=True)
class Score:
    """The score as players of the game count it: for people and plots, not a reward."""

    name: str  # of what is counted
    by_seat: Callable[[Any, Any], tuple[float, ...]]  # setup, record → of every seat in play


@dataclass(frozen=True)
class Tallies:
    """What a game counts of each seat during an episode."""

    meanings: Mapping[str, str]  # by name, for documentation
    by_seat: Callable[[Any, Any], Mapping[str, Sequence[int]]]  # setup, record → by name, by seat

    def markdown(self) -> str:
        """The tallies as a Markdown table."""
        rows = [f"| `{name}` | {meaning} |" for name, meaning in self.meanings.items()]
        return "\n".join(["| tally | meaning |", "|---|---|", *rows])


@dataclass(frozen=True)
class Endings:
    """The ways in which an episode of a game can end."""

    kinds: type[IntEnum]
    meanings: Mapping[Any, str]  # by kind, for documentation
    of: Callable[[Any, Any], int]  # setup, record of an episode that is over → the kind

    def name(self, setup: Any, s: Any) -> str:
        """How the episode ended, in lower case."""
        return self.kinds(self.of(setup, s)).name.lower()

    def markdown(self) -> str:
        """The endings as a Markdown table."""
        rows = [f"| `{kind.name.lower()}` | {self.meanings[kind]} |" for kind in self.kinds]
        return "\n".join(["| ending | meaning |", "|---|---|", *rows])


@dataclass(frozen=True)
class Game:
    """A game as data and kernels. Everything around games is written against this."""

    name: str
    version: int
    settings: type[Any]  # a frozen dataclass of `setting` fields
    state: np.dtype[Any]
    setup: np.dtype[Any]
    layout: Layout
    actions: Actions
    decisions: type[IntEnum]
    build: Callable[[Any], Array]  # settings → one read-only setup record, as an array of one
    agents: Callable[[Any], tuple[str, ...]]  # settings → names by seat
    init: Kernel  # setup, s, seed: fill a zeroed record
    legal: Kernel  # setup, s, seat, mask: write every element; all 0 for a seat that is not asked
    step: Kernel  # setup, s, action: apply a legal action of s.to_act
    observe: Kernel  # setup, s, seat, out: write every element of the seat's observation
    ansi: Callable[[Any, Any], str]  # setup, record → text for a terminal
    action_text: Callable[[Any, Any, int], str]  # setup, record, action → words
    draw: Draw
    # setup, s: run to the next decision, after `init` and `step`. Default: these do it themselves.
    advance: Kernel = loops.nothing_more
    shared_reward: bool = False  # all seats get the same reward: one agent may play them all
    zero_sum: bool = False
    reward_range: Callable[[Any], tuple[float, float]] = any_reward  # of a whole episode
    # The result of an episode: its keys and shapes are the same in every state, before the end too.
    final_info: Callable[[Any, Any, Any], dict[str, Any]] = no_final_info
    # Replace at random everything that the seat may not know: its observation must not change.
    resample_hidden: Callable[[Any, Any, int, np.random.Generator], None] = resample_dice
    # Undo the secret choices of the other seats, which are then asked again: search lets a policy
    # make these choices, where `resample_hidden` makes them at random.
    undo_secret_choices: Callable[[Any, Any, int], None] = nothing_undone
    # Settings that together cover the whole game; the conformance checks play them all.
    examples: tuple[Mapping[str, Any], ...] = ({},)
    short: Mapping[str, Any] = field(default_factory=dict)  # settings that end an episode soon
    constants: frozenset[str] = frozenset()  # elements of the observation that are always the same
    # Pieces and columns, such as "others.owes", that random games may never get to change.
    rare: frozenset[str] = frozenset()
    unused: frozenset[str] = frozenset()  # fields of the record that no play of this game changes
    # The global state for centralised critics. Default: the observations of all seats.
    global_layout: Layout | None = None
    observe_all: Kernel | None = None  # setup, s, out: write every element of it
    # record → the part of it with the field `halt`: set to n, it halts the next step after n parts
    # (the field is then −1), so that films can show what happens between two decisions
    halting: Callable[[Any], Any] | None = None
    score: Score | None = None  # default: the sum of the rewards
    # setup, record → the public events since the last decision
    events: Callable[[Any, Any], list[Event]] | None = None
    tallies: Tallies | None = None
    endings: Endings | None = None
    human: Human = PLAIN  # how people play it
    # settings → the seats of each side. Default: each seat for itself, or all together if they
    # share the reward.
    sides: Callable[[Any], tuple[tuple[int, ...], ...]] | None = None

    def __post_init__(self) -> None:
        if (self.global_layout is None) != (self.observe_all is None):
            raise ValueError(
                f"game {self.name}: give both `global_layout` and `observe_all`, or neither"
            )

    def read(self, values: Mapping[str, Any] | None = None) -> Any:
        """The settings object for keyword arguments, checked."""
        return read_settings(self.settings, values or {}, f"game {self.name}")

    def result(self, settings: Any, setup: Any, s: Any) -> dict[str, Any]:
        """The game's final info, how the episode ended ("" before the end), and the tallies."""
        found = dict(self.final_info(settings, setup, s))
        if self.endings is not None:
            over = s.terminated or s.truncated
            found[ENDING] = self.endings.name(setup, s) if over else ""
        if self.tallies is not None:
            counts = self.tallies.by_seat(setup, s)
            found[TALLIES] = {
                agent: {name: int(seats[i]) for name, seats in counts.items()}
                for i, agent in enumerate(self.agents(settings))
            }
        return found

    def sides_of(self, values: Mapping[str, Any] | None = None) -> tuple[tuple[int, ...], ...]:
        """The seats that win together, by side, for keyword arguments."""
        settings = self.read(values)
        if self.sides is not None:
            return self.sides(settings)
        seats = tuple(range(len(self.agents(settings))))
        return (seats,) if self.shared_reward else tuple((seat,) for seat in seats)

    @cached_property
    def run(self) -> Callable[..., None]:
        """The batch loop `loops.run` over this game's kernels."""
        return self._loop(loops.run)

    @cached_property
    def view(self) -> Callable[..., None]:
        """The batch loop `loops.view` over this game's kernels."""
        return self._loop(loops.view)

    @cached_property
    def write_global_states(self) -> Callable[..., None]:
        """The batch loop `loops.write_global_states` over this game's kernels."""
        return self._loop(loops.write_global_states)

    def _loop(self, loop: Callable[..., None]) -> Callable[..., None]:
        kernels = {name: getattr(self, name) for name in KERNELS}
        given = {name: own for name, own in kernels.items() if own is not None}
        folder = jit.cache_of(*given.values(), name=self.name)
        bound: Callable[..., None] = loops.bound(loop, folder, **given)
        return bound

    def compile(self) -> None:
        """Compile the kernels, or load them from the cache, telling the user if it takes long."""
        with jit.announced(self.name):
            setup = np.zeros(1, self.setup)
            setup.flags.writeable = False  # as `build` gives it: to numba this is another type
            nobody = np.zeros(0, self.state)
            numbers = np.zeros(0, np.int64)
            masks = np.zeros((0, self.actions.count), np.int8)
            observations = np.zeros(0, self.layout.dtype)
            self.run(setup, nobody, numbers, numbers.astype(np.uint64), masks, observations)
            self.view(setup, nobody, numbers, masks, observations)
            if self.global_layout is not None:
                self.write_global_states(setup, nobody, np.zeros(0, self.global_layout.dtype))
            report(nobody, np.zeros((0, 1), np.float32), *np.zeros((2, 0), np.bool_))
