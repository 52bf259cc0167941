"""EnvPool: environments in C++ that are stepped by threads."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import envpool

ROWS, ROWS_OF_CHESS = 1024, 256
MASK = "legal_action_mask"
GAMES = (
    ("Taxi", "Taxi-v3", ROWS, None),
    ("CartPole", "CartPole-v1", ROWS, None),
    ("Minigrid DoorKey 8×8", "MiniGrid-DoorKey-8x8-v0", ROWS, None),
    ("connect four", "ConnectFour-v1", ROWS, MASK),
    ("chess", "Chess-v1", ROWS_OF_CHESS, MASK),
)


def contenders(bench: Any) -> Iterator[Any]:
    """One environment, and many on all cores."""
    for game, task, rows, mask in GAMES:
        yield bench.Contender(game, "vector of 1", partial(loop, bench, task, 1, mask))
        form = f"vector of {rows}, {bench.cores()} threads"
        yield bench.Contender(game, form, partial(loop, bench, task, rows, mask), vector=True)


def loop(bench: Any, task: str, rows: int, mask: str | None) -> Any:
    """The synchronous loop, by Gymnasium's API."""
    threads = min(bench.cores(), rows)
    env = envpool.make(task, env_type="gymnasium", num_envs=rows, num_threads=threads)
    return bench.vector_loop(Sized(env, rows), mask)


class Sized:
    """EnvPool's environment with the name that Gymnasium has for the number of its rows."""

    def __init__(self, env: Any, rows: int) -> None:
        self.num_envs, self.action_space = rows, env.action_space
        self.reset, self.step = env.reset, env.step
