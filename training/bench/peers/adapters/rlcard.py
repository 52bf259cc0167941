"""RLCard: card games in Python."""

from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Any

import rlcard

GAMES = {"limit hold'em": "limit-holdem", "UNO": "uno"}


def contenders(bench: Any) -> Iterator[Any]:
    """A game each."""
    for game, name in GAMES.items():
        yield bench.Contender(game, "Env", partial(loop, bench, name))


def loop(bench: Any, name: str) -> Any:
    """A loop that steps the environment by the numbers of legal actions."""
    env, numbers = rlcard.make(name, config={"seed": 0}), bench.uniform_numbers()
    state, _ = env.reset()

    def play() -> int:
        nonlocal state
        for number in islice(numbers, bench.CHUNK):
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(number * len(legal))])
            if env.is_over():
                state, _ = env.reset()
        return bench.CHUNK

    return bench.timed(play)
