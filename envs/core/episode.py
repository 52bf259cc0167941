"""One episode of one game: what single environments step, and what search copies and restores."""

import copy
import hashlib
import operator
from collections.abc import Mapping
from functools import cached_property
from typing import Any, Self

import numpy as np

from cogarena.envs.core.errors import (
    ActionRangeError,
    ActionTypeError,
    EpisodeOverError,
    IllegalActionError,
    StateError,
)
from cogarena.envs.core.game import Event, Game
from cogarena.envs.core.header import RESET
from cogarena.envs.core.records import duplicate, from_bytes
from cogarena.envs.core.registry import load
from cogarena.envs.core.rng import spread

Array = np.ndarray[Any, Any]

SEEDS = 2**64
SEED_BYTES = 8
DIGEST = 8  # bytes

Moves = tuple[bytes, ...]  # the record after each move of a step; the last is how it stands now


class Episode:
    """A record and the calls that change it.

    `mask` and `observation` belong to the agent to act. They are copies of the kernel's buffers:
    later steps do not change them, and writing to them does not change the episode.
    """

    def __init__(self, game: Game, settings: Mapping[str, Any] | None = None) -> None:
        self.game = game
        self.settings = game.read(settings)
        self.setup = game.build(self.settings)
        self.agents = game.agents(self.settings)
        game.compile()
        self.states = np.zeros(1, game.state)
        self.seed: int | None = None
        self._action = np.zeros(1, np.int64)
        self._seed = np.zeros(1, np.uint64)
        self._seat = np.zeros(1, np.int64)
        self._view()

    def _view(self) -> None:
        """Make buffers, and views into the record: far cheaper than reading its attributes."""
        game = self.game
        self._terminated = self.states["terminated"]
        self._truncated = self.states["truncated"]
        self._to_act = self.states["to_act"]
        self.rewards: Array = self.states["reward"][0]
        self._bytes = self.states.view(np.uint8)  # fast to copy
        masks = np.zeros((1, game.actions.count), np.int8)
        observations = np.zeros(1, game.layout.dtype)
        self._mask: Array = masks[0]
        self._observation = observations.view(game.layout.number)
        self._call = (self.setup, self.states, self._action, self._seed, masks, observations)
        self._kernel = game.run

    @property
    def s(self) -> Any:
        """The record itself."""
        return self.states[0]

    @property
    def mask(self) -> Array:
        """1 for each legal action; all 0 when the episode is over."""
        return self._mask.copy()

    @property
    def observation(self) -> Array:
        """What the agent to act sees."""
        return self._observation.copy()

    @property
    def to_act(self) -> int:
        """The seat that acts next."""
        return int(self._to_act.item(0))

    @property
    def seat(self) -> int:
        """The seat whose observation is shown."""
        return self.to_act

    @property
    def agent(self) -> str:
        """The name of the agent that acts next."""
        return self.agents[self._to_act.item(0)]

    @property
    def terminated(self) -> bool:
        """The rules ended the episode."""
        return bool(self._terminated.item(0))

    @property
    def truncated(self) -> bool:
        """A limit on its length ended the episode."""
        return bool(self._truncated.item(0))

    @property
    def over(self) -> bool:
        """The episode has ended."""
        return bool(self._terminated.item(0) or self._truncated.item(0))

    def reset(self, seed: int) -> None:
        """Begin a new episode, which depends on `seed` and the actions alone."""
        self.seed = seed % SEEDS
        self.states.view(np.uint8)[:] = 0
        self._seed[0] = self.seed
        self._run(RESET)

    def reset_next(self) -> None:
        """Begin the episode whose seed follows this one's, as `Batch` does on its own."""
        self.reset(next_seed(self._begun()))

    def act(self, action: Any) -> None:
        """Apply a legal action of the agent to act. An action that is refused changes nothing."""
        self._run(self.checked(action))

    def checked(self, action: Any) -> int:
        """The action as an int, or an error that says what is wrong with it."""
        kind = type(action)
        if kind is int or kind is np.int64:
            number = int(action)
            # The mask is empty before the first reset and after the end.
            if 0 <= number < len(self._mask) and self._mask[number]:
                return number
        return self._examined(action)

    def _examined(self, action: Any) -> int:
        self._begun()
        if self.over:
            raise EpisodeOverError("the episode has ended: reset before the next action")
        number = whole(action)
        if not 0 <= number < len(self._mask):
            raise ActionRangeError(f"action {number} is not in 0…{len(self._mask) - 1}")
        if not self._mask[number]:
            raise IllegalActionError(self._refusal(number))
        return number

    def _refusal(self, action: int) -> str:
        words = self.game.action_text(self.setup[0], self.s, action)
        legal = np.flatnonzero(self._mask).tolist()
        some = f"{legal[:20]}"[:-1] + (", …]" if len(legal) > 20 else "]")
        return f"action {action} ({words}) is not legal for {self.agent} now; legal: {some}"

    def _begun(self) -> int:
        if self.seed is None:
            raise EpisodeOverError("no episode has begun: reset first")
        return self.seed

    def _run(self, action: int) -> None:
        self._action[0] = action
        self._kernel(*self._call)

    def view(self, seat: int) -> tuple[Array, Array]:
        """Mask and observation of any seat; the mask of a seat that is not asked is all 0."""
        masks = np.empty((1, self.game.actions.count), np.int8)
        observations = np.empty(1, self.game.layout.dtype)
        self._seat[0] = seat
        self.game.view(self.setup, self.states, self._seat, masks, observations)
        return masks[0], observations.view(self.game.layout.number)

    def global_state(self) -> Array:
        """The flat global state: the game's own, or else the observations of all seats in order."""
        self._begun()
        game = self.game
        if game.global_layout is None:
            return np.concatenate([self.view(seat)[1] for seat in range(len(self.agents))])
        out = np.empty(1, game.global_layout.dtype)
        game.write_global_states(self.setup, self.states, out)
        return out.view(game.global_layout.number)

    def moves(self) -> Moves:
        """What `events_of` and `result_of` need: kept, they tell of this step at any later time."""
        return (self._bytes.tobytes(),)

    def events_of(self, moves: Moves) -> list[Event]:
        """The public events of these moves; none if the game keeps no log."""
        events, setup = self.game.events, self.setup[0]
        return (
            [] if events is None else [e for move in moves for e in events(setup, self._of(move))]
        )

    def result_of(self, moves: Moves, seat: int) -> dict[str, Any]:
        """The result as the last of these moves left it; the outcome is that of all seats."""
        return self.game.result(self.settings, self.setup[0], self._of(moves[-1]))

    def _of(self, move: bytes) -> Any:
        return np.frombuffer(bytearray(move), self.game.state)[0]

    def events(self) -> list[Event]:
        """The public events since the last decision; none if the game keeps no log."""
        return self.events_of(self.moves())

    def score(self) -> tuple[float, ...] | None:
        """The score of each seat; None if the game leaves that to the rewards."""
        score = self.game.score
        return None if score is None else score.by_seat(self.setup[0], self.s)

    def final_info(self) -> dict[str, Any]:
        """The result, once the episode has ended."""
        return self.result_of(self.moves(), self.seat) if self.over else {}

    def state_bytes(self) -> bytes:
        """The whole episode as bytes: what it belongs to, a checksum, its seed and its record."""
        content = self._begun().to_bytes(SEED_BYTES, "little") + self.states.tobytes()
        return self._kind + _digest(content) + content

    def restore(self, data: bytes) -> None:
        """Continue from the result of `state_bytes`, of this process or another.

        A damaged state, or one of another game, version or setup, is refused and changes nothing.
        """
        what = f"state of {self.game.name}"
        if not isinstance(data, (bytes, bytearray)):
            raise StateError(f"a {what} must be bytes, not {type(data).__name__}")
        kind, digest, content = data[:DIGEST], data[DIGEST : 2 * DIGEST], data[2 * DIGEST :]
        if kind != self._kind:
            raise StateError(f"these {len(data)} bytes are not a {what} of this version and setup")
        if digest != _digest(content):
            raise StateError(f"this {what} is damaged: its checksum does not match")
        fresh = from_bytes(content[SEED_BYTES:], self.game.state, what)
        self.seed = int.from_bytes(content[:SEED_BYTES], "little")
        self._seed[0] = self.seed
        self.states.view(np.uint8)[:] = fresh.view(np.uint8)
        self._refresh()

    def _refresh(self) -> None:
        self._mask[:], self._observation[:] = self.view(self.to_act)

    @cached_property
    def _kind(self) -> bytes:
        """What a state belongs to: the game, its version, the shape of its record and its setup."""
        game = self.game
        about = f"{game.name} {game.version} {game.state.descr}".encode()
        return _digest(about + self.setup.tobytes())

    def copy(self) -> Self:
        """An independent episode in the same state; the two share only what never changes."""
        return copy.copy(self)

    def __copy__(self) -> Self:
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.states = duplicate(self.states)
        twin._action, twin._seed, twin._seat = (
            self._action.copy(), self._seed.copy(), self._seat.copy()
        )  # fmt: skip
        twin._view()
        twin._mask[:], twin._observation[:] = self._mask, self._observation
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.__copy__()

    def __getstate__(self) -> dict[str, Any]:
        kept = ("settings", "setup", "agents", "states", "seed", "_action", "_seed", "_seat")
        return {name: self.__dict__[name] for name in kept} | {"game": self.game.name}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.setup.flags.writeable = False  # pickling drops the flag
        self.game = load(state["game"])
        self.game.compile()
        self._view()
        if self.seed is not None:
            self._refresh()


def whole(action: Any) -> int:
    """The action as an int. Booleans, floats and None are refused."""
    if isinstance(action, (bool, np.bool_)):
        raise ActionTypeError(f"an action must be an integer, not the boolean {action!r}")
    if isinstance(action, np.ndarray) and action.ndim and action.size == 1:
        raise ActionTypeError(
            f"an action must be one integer, not an array of shape {action.shape}"
        )
    try:
        return operator.index(action)
    except TypeError:
        raise ActionTypeError(
            f"an action must be an integer, not {type(action).__name__} {action!r}"
        ) from None


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=DIGEST).digest()


def next_seed(seed: int) -> int:
    """The seed of the episode after the one with `seed`, if none is given."""
    return int(spread(np.uint64(seed)))
