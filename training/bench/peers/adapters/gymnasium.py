"""Gymnasium: Taxi, which all others are compared with, and CartPole."""

from collections.abc import Iterator
from typing import Any

import gymnasium

ROWS = 1024


def contenders(bench: Any) -> Iterator[Any]:
    """The loop of Gymnasium's documentation; CartPole has a vector form of its own in NumPy."""
    yield bench.Contender("Taxi", "Env", lambda: bench.gymnasium_loop(gymnasium.make("Taxi-v4")))
    yield bench.Contender(
        "CartPole", "Env", lambda: bench.gymnasium_loop(gymnasium.make("CartPole-v1"))
    )
    yield bench.Contender(
        "CartPole", f"vector of {ROWS}", lambda: bench.vector_loop(cart_poles()), vector=True
    )


def cart_poles() -> Any:
    """CartPole's own vector environment."""
    return gymnasium.make_vec("CartPole-v1", ROWS, vectorization_mode="vector_entry_point")
