"""The best program by trying every order of the hand; equal cards are tried only once.

A path of the search is an array of steps: one before the first register and one after each
register. `bind` compiles the loops `plan`, `outcome` and `should_change` with a game's kernels.
"""

from typing import Any

from cogarena.agents.scripted.rally.player import steps_with_gear
from cogarena.envs.core.jit import cache_of, kernel
from cogarena.envs.core.loops import bound
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

# Kernels of the game.
start: Any = None  # (seen, step): before the first register
is_leaf: Any = None  # (tables, step, k): no register from k on changes anything
run: Any = None  # (tables, weights, seen, k, step, turn, steps, after): play register k
value_of: Any = None  # (tables, weights, seen, step): of a program that ends with this step


def bind(**kernels: Any) -> tuple[Any, Any, Any]:
    """`plan`, `outcome` and `should_change`, compiled with a game's own kernels."""
    folder = cache_of(kernels["run"])
    kernels["plan"] = bound(plan, folder, **kernels)
    kernels["outcome"] = bound(outcome, folder, **kernels)
    return kernels["plan"], kernels["outcome"], bound(should_change, folder, **kernels)


def plan(tables: Any, weights: Any, seen: Any, path: Any) -> tuple[int, float]:
    """The slot of the card for the first open register, and the value of the program.

    The slot is NOBODY if no card makes a difference.
    """
    start(seen, path[0])
    slot, most, is_first = NOBODY, 0.0, True
    k = 0
    while k >= 0:
        if is_leaf(tables, path[k], k):
            value = value_of(tables, weights, seen, path[k])
            if is_first or value > most:
                slot, most, is_first = first_choice(seen, path, k), value, False
            k -= 1
            continue
        card = next_card(seen, path[k], k, path[k + 1])
        if card == NOBODY:
            k -= 1
            continue
        run(tables, weights, seen, k, path[k], int(TURN[card]), int(STEPS[card]), path[k + 1])
        k += 1
    return slot, most


def outcome(tables: Any, weights: Any, seen: Any, steps: int, path: Any) -> tuple[int, float]:
    """The final pose and the value of the program if this register moves `steps` steps."""
    k = int(seen.register)
    start(seen, path[k])
    while not is_leaf(tables, path[k], k):
        card = seen.program[k]
        squares = steps if k == seen.register else int(STEPS[card])
        run(tables, weights, seen, k, path[k], int(TURN[card]), squares, path[k + 1])
        k += 1
    return int(path[k].pose), value_of(tables, weights, seen, path[k])


def should_change(tables: Any, weights: Any, seen: Any, path: Any) -> bool:
    """Recompile a poor hand, abort a fatal program, use a gear that leads to a better end."""
    if seen.asked == Ask.RECOMPILE:
        _, value = plan(tables, weights, seen, path)
        start(seen, path[0])
        is_poor = value - value_of(tables, weights, seen, path[0]) < weights.recompile_below
        return is_poor and seen.damage < FREE_TOKENS
    card = seen.program[seen.register]
    pose, unchanged = outcome(tables, weights, seen, int(STEPS[card]), path)
    if seen.asked == Ask.ABORT:
        return pose == LOST
    _, changed = outcome(tables, weights, seen, steps_with_gear(card), path)
    return changed > unchanged


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
