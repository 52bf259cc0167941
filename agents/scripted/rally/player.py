"""What the players of all rally games share: their class, its loop over rows, common decisions."""

from collections.abc import Callable
from typing import Any

import numpy as np

from cogarena.agents.packing import packed
from cogarena.agents.protocol import Array, Stateless
from cogarena.agents.scripted.rally.reading import eastward, southward
from cogarena.envs.core.game import Game
from cogarena.envs.core.grid import DIRECTIONS, turned
from cogarena.envs.core.header import PASS
from cogarena.envs.core.jit import announced, cache_of, kernel
from cogarena.envs.core.loops import bound
from cogarena.envs.core.records import frozen
from cogarena.envs.rally.cards import CARD_SET, GEARED_STEPS, OPTION_CARDS, OPTIONS, Option
from cogarena.envs.rally.damage import OPTION, YES
from cogarena.envs.rally.fire import REGISTER
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.programming import CARD
from cogarena.envs.rally.state import DEADLY, HAND, NOBODY, REACH, Ask
from cogarena.envs.rally.transitions import pose_at
from cogarena.envs.rally.turns import FACING, SIDE, SQUARE

# Kernels of the game, bound by `decide_with`.
read: Any = None  # (observation, tables, seen): fill `seen`
decide: Any = None  # (mask, tables, weights, seen, scratch) -> action

USELESS = 0  # the value of an option that is not missed


def decide_all(
    observations: Any, masks: Any, tables: Any, weights: Any, seen: Any, scratch: Any, actions: Any
) -> None:
    """Choose an action for each row."""
    for i in range(len(actions)):
        read(observations[i], tables[0], seen[i])
        actions[i] = decide(masks[i], tables[0], weights[0], seen[i], scratch)


def decide_with(*, read: Any, decide: Any) -> Callable[..., None]:
    """`decide_all` compiled with a game's own kernels."""
    loop: Callable[..., None] = bound(decide_all, cache_of(decide), read=read, decide=decide)
    return loop


class RallyPlayer(Stateless):
    """Chooses for all rows in one call, from lookup tables of the board and the observation.

    `loop` is a compiled `decide_all`, `seen` the dtype that the observation is read into, and
    `scratch` has the shape and dtype of the working memory that the search needs.
    """

    def __init__(
        self,
        game: Game,
        loop: Callable[..., None],
        tables: Callable[[], Any],
        weights: Any,
        seen: np.dtype[Any],
        scratch: Array,
    ) -> None:
        self._layout = game.layout
        self._loop = loop
        self._weights = packed(weights)
        self._seen = seen
        self._scratch = scratch
        with announced(f"the scripted player of {game.name}"):
            self._tables = packed(tables())
            nothing = game.layout.empty(0)
            self.act(np.zeros(0, np.int64), nothing, np.zeros((0, game.actions.count), np.int8))

    @property
    def tables(self) -> Any:
        """The lookup tables, as a record."""
        return self._tables[0]

    def act(self, rows: Array, observations: Array, masks: Array) -> Array:
        """The action for each row."""
        shown = self._layout.rows(np.ascontiguousarray(observations))
        legal = np.ascontiguousarray(masks)
        seen, scratch = np.zeros(len(rows), self._seen), np.zeros_like(self._scratch)
        actions = np.zeros(len(rows), np.int64)
        self._loop(shown, legal, self._tables, self._weights, seen, scratch, actions)
        return actions


def option_values(values: dict[Option, int]) -> Any:
    """The value of each option to a player, by Option; USELESS where none is given."""
    return frozen([values.get(option, USELESS) for option in Option], "i1")


@kernel
def first_legal(mask: Any) -> int:
    """The first legal action, which is PASS where that is legal."""
    for action in range(len(mask)):
        if mask[action] == 1:
            return action
    return PASS


@kernel
def put_card(mask: Any, slot: int) -> int:
    """The action that plays the card of a slot; any legal card if the slot is NOBODY."""
    return first_legal(mask) if slot == NOBODY else CARD + slot


@kernel
def decide_by_default(mask: Any, seen: Any, values: Any) -> int:
    """What to do about option cards, given the value of each option; else decline."""
    asked = seen.asked
    if asked == Ask.PREVENT:
        action = prevent(mask, seen.damage, values)
    elif asked == Ask.LOSE:
        action = OPTION + worst_option(mask, values)
    elif asked == Ask.FLYWHEEL:
        action = store_card(mask, seen)
    elif asked == Ask.CONTROL:
        action = lock_register(mask)
    else:
        action = first_legal(mask)
    return action


@kernel
def option_of(card: int) -> int:
    """The option of an option card."""
    for option in range(OPTIONS):
        if (CARD_SET[option] >> card) & 1 == 1:
            return option
    return NOBODY


@kernel
def worst_option(mask: Any, values: Any) -> int:
    """The legal option card of least value, or NOBODY."""
    worst = NOBODY
    for card in range(OPTION_CARDS):
        if mask[OPTION + card] == 0:
            continue
        if worst == NOBODY or values[option_of(card)] < values[option_of(worst)]:
            worst = card
    return worst


@kernel
def prevent(mask: Any, damage: int, values: Any) -> int:
    """Spend tokens and useless options on any damage, useful options only on fatal damage."""
    if mask[YES] == 1:
        return YES
    card = worst_option(mask, values)
    if card == NOBODY:
        return PASS
    is_fatal = damage == DEADLY - 1
    return OPTION + card if is_fatal or values[option_of(card)] <= USELESS else PASS


@kernel
def store_card(mask: Any, seen: Any) -> int:
    """Flywheel: store the left-over card that moves furthest."""
    best = NOBODY
    for slot in range(HAND):
        if mask[CARD + slot] == 1 and (best == NOBODY or seen.hand[slot] > seen.hand[best]):
            best = slot
    return PASS if best == NOBODY else CARD + best


@kernel
def steps_with_gear(card: int) -> int:
    """The steps of a card with the option that fits it: Brakes, Fourth Gear, Reverse Gear."""
    return GEARED_STEPS[card]


@kernel
def lock_register(mask: Any) -> int:
    """Fire Control: lock the target's first register that is not locked yet."""
    for k in range(REGISTERS):
        if mask[REGISTER + k] == 1:
            return REGISTER + k
    return PASS


@kernel
def nearest_facing(costs: Any, height: int, x: int, y: int, ahead: int, mask: Any) -> int:
    """The answer for the legal facing with the least of the `costs` (poses,)."""
    best, least = NOBODY, 0.0
    for facing in range(DIRECTIONS):
        relative = turned(facing, -ahead)
        if mask[FACING + relative] == 0:
            continue
        cost = costs[pose_at(x, y, facing, height)]
        if best == NOBODY or cost < least:
            best, least = relative, cost
    return best


@kernel
def nearest_square(costs: Any, height: int, x: int, y: int, ahead: int, mask: Any) -> int:
    """The answer for the legal square around the archive at x, y with the least of the `costs`."""
    best, least = NOBODY, 0.0
    for offset in range(SIDE * SIDE):
        if mask[SQUARE + offset] == 0:
            continue
        behind, right = offset // SIDE - REACH, offset % SIDE - REACH
        entry_x = x + eastward(ahead, right, behind)
        entry_y = y + southward(ahead, right, behind)
        for facing in range(DIRECTIONS):
            cost = costs[pose_at(entry_x, entry_y, facing, height)]
            if best == NOBODY or cost < least:
                best, least = offset, cost
    return best
