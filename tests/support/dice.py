"""Dice that fall as a test wants: states of a game's generator from which given rolls follow."""

import re
from functools import cache
from typing import Any

import numpy as np

from cogarena.envs.core.rng import INCREMENT, MULTIPLIER

TRIES, STATES_EACH = 1000, 2**14
LOW_32 = np.uint64(0xFFFFFFFF)


@cache
def rng_before(rolls: tuple[str, ...]) -> np.uint64:
    """A state of the generator that gives these rolls next: `d4=2`, or `2d6=9-12`."""
    generator = np.random.default_rng(0)
    for _ in range(TRIES):
        first = states = generator.integers(2**64, size=STATES_EACH, dtype=np.uint64)
        for roll in rolls:
            dice, sides, low, high = _read(roll)
            total = np.full(len(states), dice, np.uint64)
            for _ in range(dice):
                total += _drawn(states) * np.uint64(sides) >> np.uint64(32)
                states = states * MULTIPLIER + INCREMENT
            kept = (total >= low) & (total <= high)
            first, states = first[kept], states[kept]
        if len(first):
            return np.uint64(first[0])
    raise AssertionError(f"no state of the generator gives {rolls}")


def _read(roll: str) -> tuple[int, int, int, int]:
    """How many dice, their sides, and the lowest and highest sum."""
    found = re.fullmatch(r"(\d*)d(\d+)=(\d+)(?:-(\d+))?", roll)
    assert found, f"not a roll: {roll}"
    dice, sides, low, high = found.groups()
    return int(dice or 1), int(sides), int(low), int(high or low)


def _drawn(states: Any) -> Any:
    """The 32 bits that each state of the generator gives next."""
    word = ((states >> np.uint64(18)) ^ states) >> np.uint64(27) & LOW_32
    turn = states >> np.uint64(59)
    back = (np.uint64(32) - turn) & np.uint64(31)
    return (word >> turn | word << back) & LOW_32
