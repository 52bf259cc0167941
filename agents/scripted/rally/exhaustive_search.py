"""The best program by trying every order of the hand; equal cards are tried only once.

A path of the search is an array of steps: one before the first register and one after each
register. A step that cannot lead to a better program is not followed: because it was reached before
with the same cards and no less gain, or because not even the best of all cards would do.

`bind` compiles the loops `plan`, `outcome` and `should_change` with a game's kernels.
"""

from typing import Any

import numpy as np

from cogarena.agents.protocol import Array
from cogarena.agents.scripted.rally.player import steps_with_gear
from cogarena.envs.core.jit import cache_of, kernel
from cogarena.envs.core.loops import bound
from cogarena.envs.core.records import record
from cogarena.envs.rally.cards import STEPS, TURN, Card
from cogarena.envs.rally.floor import REGISTERS
from cogarena.envs.rally.state import FREE_TOKENS, HAND, NOBODY, Ask
from cogarena.envs.rally.transitions import LOST

IN_PLACE = HAND  # in place of a slot: the card that is already in the register
PATH_LENGTH = REGISTERS + 1

# The first fields of each game's STEP.
STEP_FIELDS = (
    ("used", "i2"),  # bit set of the hand's slots
    ("tried", "i2"),  # bit set of the kinds of cards tried in the next register
    ("slot", "i1"),  # that led to this step
    ("pose", "i2"),  # after the registers so far, or LOST
    ("gain", "f8"),  # so far
)

KNOWN = record(  # a step that was reached
    ("search", "i8"),  # number of the search that reached it
    ("key", "i8"),
    ("gain", "f8"),
)
POSE_BITS = 12
PLACES = 2048  # for steps that were reached, by key; a power of 2
PROBES = 4  # places in which a key is looked for
SPREAD = 0x9E3779B97F4A7C1  # an odd number that spreads keys over the places
ROUNDING = 1e-9  # sums of the same gains in another order differ by less

# Kernels of the game.
start: Any = None  # (seen, step): before the first register
is_leaf: Any = None  # (tables, step, k): no register from k on changes anything
run: Any = None  # (tables, weights, seen, k, step, turn, steps, after): play register k
value_of: Any = None  # (tables, weights, seen, step): of a program that ends with this step
memo_of: Any = None  # (step): its own fields as a number below 2**32, without the gain
most_ahead: Any = None  # (tables, weights, seen, step, k): at most added to the gain from k on


def bind(**kernels: Any) -> tuple[Any, Any, Any]:
    """`plan`, `outcome` and `should_change`, compiled with a game's own kernels."""
    folder = cache_of(kernels["run"])
    kernels["is_promising"] = bound(is_promising, folder, **kernels)
    kernels["plan"] = bound(plan, folder, **kernels)
    kernels["outcome"] = bound(outcome, folder, **kernels)
    return kernels["plan"], kernels["outcome"], bound(should_change, folder, **kernels)


def working_memory(step: np.dtype[Any]) -> Array:
    """What a search needs, an array of one, for steps of this record."""
    return np.zeros(
        1,
        record(
            ("path", step, (PATH_LENGTH,)),
            ("searches", "i8"),  # so far
            ("known", KNOWN, (PLACES,)),
        ),
    )


def plan(tables: Any, weights: Any, seen: Any, memory: Any) -> tuple[int, float]:
    """The slot of the card for the first open register, and the value of the program.

    The slot is NOBODY if no card makes a difference.
    """
    path = memory.path
    memory.searches += 1
    start(seen, path[0])
    slot, most = NOBODY, -np.inf
    k = 0
    while k >= 0:
        if is_leaf(tables, path[k], k):
            value = value_of(tables, weights, seen, path[k])
            if value > most:
                slot, most = first_choice(seen, path, k), value
            k -= 1
            continue
        card = next_card(seen, path[k], k, path[k + 1])
        if card == NOBODY:
            k -= 1
            continue
        after = path[k + 1]
        run(tables, weights, seen, k, path[k], int(TURN[card]), int(STEPS[card]), after)
        if is_leaf(tables, after, k + 1) or is_promising(
            tables, weights, seen, k + 1, after, most, memory
        ):
            k += 1
    return slot, most


def is_promising(
    tables: Any, weights: Any, seen: Any, k: int, step: Any, most: float, memory: Any
) -> bool:
    """A program with a value above `most` may begin with this step before register k."""
    if step.gain + most_ahead(tables, weights, seen, step, k) <= most + ROUNDING:
        return False
    cards = (int(step.pose) + 1) << HAND | int(step.used)
    key = (memo_of(step) << POSE_BITS + HAND | cards) << 3 | k
    return gains(memory, key, step.gain)


def outcome(tables: Any, weights: Any, seen: Any, steps: int, memory: Any) -> tuple[int, float]:
    """The final pose and the value of the program if this register moves `steps` steps."""
    path, k = memory.path, int(seen.register)
    start(seen, path[k])
    while not is_leaf(tables, path[k], k):
        card = seen.program[k]
        squares = steps if k == seen.register else int(STEPS[card])
        run(tables, weights, seen, k, path[k], int(TURN[card]), squares, path[k + 1])
        k += 1
    return int(path[k].pose), value_of(tables, weights, seen, path[k])


def should_change(tables: Any, weights: Any, seen: Any, memory: Any) -> bool:
    """Recompile a poor hand, abort a fatal program, use a gear that leads to a better end."""
    if seen.asked == Ask.RECOMPILE:
        _, value = plan(tables, weights, seen, memory)
        now = memory.path[0]
        start(seen, now)
        is_poor = value - value_of(tables, weights, seen, now) < weights.recompile_below
        return is_poor and seen.damage < FREE_TOKENS
    card = seen.program[seen.register]
    pose, unchanged = outcome(tables, weights, seen, int(STEPS[card]), memory)
    if seen.asked == Ask.ABORT:
        return pose == LOST
    _, changed = outcome(tables, weights, seen, steps_with_gear(card), memory)
    return changed > unchanged


@kernel
def gains(memory: Any, key: int, gain: float) -> bool:
    """In this search a step with this key was not reached yet, or only with less gain: note it."""
    first = (key * SPREAD >> 40) & (PLACES - 1)
    for probe in range(PROBES):
        known = memory.known[(first + probe) & (PLACES - 1)]
        if known.search == memory.searches and known.key == key:
            if gain <= known.gain:
                return False
            known.gain = gain
            return True
        if known.search != memory.searches:
            note(memory, known, key, gain)
            return True
    note(memory, memory.known[first], key, gain)
    return True


@kernel
def note(memory: Any, known: Any, key: int, gain: float) -> None:
    """Enter a step that was reached."""
    known.search = memory.searches
    known.key = key
    known.gain = gain


@kernel
def start_path(seen: Any, step: Any) -> None:
    """No card is chosen yet."""
    step.used = step.tried = 0
    step.slot = NOBODY
    step.pose = seen.pose
    step.gain = 0


@kernel
def next_card(seen: Any, step: Any, k: int, after: Any) -> int:
    """Put a card into register k of a kind that was not tried there: its kind, or NOBODY."""
    slot = next_slot(seen, step, k)
    if slot == NOBODY:
        return NOBODY
    after.used = step.used if slot == IN_PLACE else step.used | 1 << slot
    after.tried = 0
    after.slot = slot
    return int(seen.program[k] if slot == IN_PLACE else seen.hand[slot])


@kernel
def next_slot(seen: Any, step: Any, k: int) -> int:
    """The slot of a kind of card that was not tried in register k, IN_PLACE, or NOBODY."""
    if seen.program[k] != Card.NONE:
        is_untried = step.tried == 0
        step.tried = 1
        return IN_PLACE if is_untried else NOBODY
    for slot in range(HAND):
        card = int(seen.hand[slot])
        if card != Card.NONE and (step.used >> slot) & 1 == 0 and (step.tried >> card) & 1 == 0:
            step.tried |= 1 << card
            return slot
    return NOBODY


@kernel
def first_choice(seen: Any, path: Any, k: int) -> int:
    """The slot of the card in the first open register, NOBODY if that is not among the first k.

    If no register is open, the last one counts as open.
    """
    chosen = 1
    while chosen < REGISTERS and seen.program[chosen - 1] != Card.NONE:
        chosen += 1
    return int(path[chosen].slot) if k >= chosen else NOBODY
