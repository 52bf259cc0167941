"""The random numbers of an episode: PCG-XSH-RR 64/32, its state inside the record.

M. E. O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms for
Random Number Generation" (2014). The stream is that of the reference program; tests compare with
the numbers that it prints.
"""

from typing import Any

import numpy as np

from cogarena.envs.core.jit import kernel

MULTIPLIER = np.uint64(6364136223846793005)
INCREMENT = np.uint64(54 << 1 | 1)
# SplitMix64's constants: they spread neighbouring seeds over the whole state space.
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
DIE = 6

# np.multiply and np.add wrap silently in plain Python too, where `*` and `+` would warn.


@kernel
def spread(seed: Any) -> Any:
    """SplitMix64's finalizer: a bijection that moves neighbouring seeds far apart."""
    z = np.add(np.uint64(seed), GOLDEN)
    z = np.multiply(z ^ (z >> np.uint64(30)), MIX_1)
    z = np.multiply(z ^ (z >> np.uint64(27)), MIX_2)
    return z ^ (z >> np.uint64(31))


@kernel
def spread_rows(seeds: Any, rows: Any) -> None:
    """Replace the seeds of these rows with the next ones."""
    for row in rows:
        seeds[row] = spread(seeds[row])


@kernel
def seed_rng(s: Any, seed: Any) -> None:
    """Seed the generator of the record `s`."""
    s.rng = np.add(np.multiply(np.add(spread(seed), INCREMENT), MULTIPLIER), INCREMENT)


@kernel
def draw(s: Any) -> Any:
    """The next 32 random bits."""
    old = s.rng
    s.rng = np.add(np.multiply(old, MULTIPLIER), INCREMENT)
    word = np.uint32((((old >> np.uint64(18)) ^ old) >> np.uint64(27)) & np.uint64(0xFFFFFFFF))
    turn = np.uint32(old >> np.uint64(59))
    back = np.uint32((np.uint32(32) - turn) & np.uint32(31))
    return np.uint32((word >> turn) | (word << back))


@kernel
def below(s: Any, n: int) -> int:
    """An integer from 0 to n − 1, each equally likely (Lemire's method with rejection)."""
    size = np.uint64(n)
    product = np.multiply(np.uint64(draw(s)), size)
    low = product & np.uint64(0xFFFFFFFF)
    if low < size:
        floor = np.uint64(2**32 - n) % size
        while low < floor:
            product = np.multiply(np.uint64(draw(s)), size)
            low = product & np.uint64(0xFFFFFFFF)
    return int(np.int64(product >> np.uint64(32)))  # signed: mixed signs make floats in numba


@kernel
def die(s: Any) -> int:
    """The roll of one six-sided die."""
    return below(s, DIE) + 1
