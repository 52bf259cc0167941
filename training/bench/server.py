"""Measures what an adapter lists, on request: decisions per second with a random policy.

    python -I server.py ADAPTER.py [ARGUMENT ...]

It runs alone, in environments that have numpy but no Cogarena. Its first answer lists what it can
measure and what it cannot; then each line of requests, `[index, seconds]`, is answered in a line.
"""

import json
import multiprocessing
import os
import runpy
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import cycle, islice
from typing import IO, Any, NamedTuple

import numpy as np

Run = Callable[[float], float]  # seconds to run → decisions per second

CHUNK = 64  # turns between two looks at the clock
NUMBERS = 4096  # random numbers drawn in advance
WARM_UP = 0.05  # seconds that a contender runs before it is measured
WARM_UPS = 2  # JAX may compile again when it gets its first results back
LONGEST_REASON = 160


class Contender(NamedTuple):
    """A game in one of the forms in which it can be played."""

    game: str
    form: str
    build: Callable[[], Run]
    vector: bool = False  # one call steps many environments or many agents


class Ready(NamedTuple):
    """A contender that can be measured."""

    game: str
    form: str
    vector: bool
    run: Run


def timed(play: Callable[[], int], begin: Callable[[], object] = lambda: None) -> Run:
    """The speed of `play`, which takes some decisions and returns how many, after `begin`."""

    def run(seconds: float) -> float:
        begin()
        decisions = 0
        start = now = time.perf_counter()
        while now - start < seconds:
            decisions += play()
            now = time.perf_counter()
        return decisions / (now - start)

    return run


def uniform_numbers() -> Iterator[float]:
    """Random numbers from 0 to 1, drawn in advance."""
    return cycle(np.random.default_rng(0).random(NUMBERS).tolist())


def gymnasium_loop(env: Any, masked: bool = False, again: bool = False) -> Run:
    """A loop that picks legal actions; without masks every action is legal, as in Taxi.

    With `again` each measurement begins with the first episode, else where the last one ended.
    """
    numbers, count = uniform_numbers(), int(env.action_space.n)
    info: Any = None

    def begin() -> None:
        nonlocal info, numbers
        if again or info is None:
            numbers, (_, info) = uniform_numbers(), env.reset(seed=0)

    def play() -> int:
        nonlocal info
        for number in islice(numbers, CHUNK):
            if masked:
                legal = np.flatnonzero(info["action_mask"])
                action = legal[int(number * len(legal))]
            else:
                action = int(number * count)
            _, _, terminated, truncated, info = env.step(action)
            if terminated or truncated:
                _, info = env.reset()
        return CHUNK

    return timed(play, begin)


def aec_loop(env: Any, again: bool = False) -> Run:
    """The loop of PettingZoo's documentation; steps of agents that are done do not count."""
    numbers, begun = uniform_numbers(), False

    def begin() -> None:
        nonlocal begun, numbers
        if again or not begun:
            numbers, begun = uniform_numbers(), True
            env.reset(seed=0)

    def play() -> int:
        decisions = 0
        for number in islice(numbers, CHUNK):
            if not env.agents:
                env.reset()
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = np.flatnonzero(observation["action_mask"])
            env.step(legal[int(number * len(legal))])
            decisions += 1
        return decisions

    return timed(play, begin)


def vector_loop(env: Any, mask: str | None = None) -> Run:
    """A Gymnasium vector environment; rows whose step is their reset decide nothing."""
    rng = np.random.default_rng(0)
    _, info = env.reset()
    rows, over = env.num_envs, 0
    space = getattr(env, "single_action_space", env.action_space)

    def play() -> int:
        nonlocal info, over
        if mask is None:
            actions = rng.integers(space.n, size=rows, dtype=np.int32)
        else:
            actions = legal_actions(info[mask], rng.random(rows))
        decisions = rows - over
        _, _, terminated, truncated, info = env.step(actions)
        over = int(np.count_nonzero(terminated | truncated))
        return decisions

    return timed(play)


def legal_actions(masks: Any, numbers: Any) -> Any:
    """A legal action for each row, chosen by its number from 0 to 1; 0 where nothing is legal."""
    rows, actions = np.nonzero(masks)
    counts = np.bincount(rows, minlength=len(masks))
    picks = np.cumsum(counts) - counts + (numbers * counts).astype(np.int64)
    chosen = np.append(actions, 0)[np.minimum(picks, len(actions))]
    return np.where(counts > 0, chosen, 0).astype(np.int32)


def in_processes(run: Run, count: int) -> Run:
    """Copies of this process that run at once: the most that a vector of processes can reach."""
    context = multiprocessing.get_context("fork")

    def one(sender: Any, seconds: float) -> None:
        run(WARM_UP)
        sender.send(run(seconds))

    def together(seconds: float) -> float:
        receivers = []
        for _ in range(count):
            receiver, sender = context.Pipe(duplex=False)
            context.Process(target=one, args=(sender, seconds), daemon=True).start()
            sender.close()
            receivers.append(receiver)
        return sum(float(receiver.recv()) for receiver in receivers)

    return together


def cores() -> int:
    """How many cores this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def build(contenders: Sequence[Contender], count: int) -> tuple[list[Ready], dict[str, str]]:
    """What can be measured, and why the rest cannot.

    A game without a vector form runs in `count` processes as well.
    """
    vectorised = {contender.game for contender in contenders if contender.vector}
    ready: list[Ready] = []
    failed: dict[str, str] = {}
    for game, form, make, vector in contenders:
        try:
            run = make()
            for _ in range(WARM_UPS):
                run(WARM_UP)
        except Exception as error:  # of any kind: it is another package's code
            failed[f"{game}, {form}"] = reason(error)
            continue
        ready.append(Ready(game, form, vector, run))
        if game not in vectorised and count > 1:
            copies = in_processes(run, count)
            ready.append(Ready(game, f"{form}, {count} processes", True, copies))
    return ready, failed


def reason(error: BaseException) -> str:
    """An error in one line."""
    words = " ".join(str(error).split())
    return f"{type(error).__name__}: {words}"[:LONGEST_REASON]


def serve(contenders: Sequence[Contender], requests: IO[str], answers: IO[str], count: int) -> None:
    """Measure what each request asks for, until there are no more."""

    def answer(values: Mapping[str, Any]) -> None:
        print(json.dumps(values), file=answers, flush=True)

    ready, failed = build(contenders, count)
    answer({"contenders": [each[:3] for each in ready], "failed": failed})
    for request in requests:
        index, seconds = json.loads(request)
        try:
            answer({"speed": ready[index].run(seconds)})
        except Exception as error:  # as above
            answer({"error": reason(error)})


def main(adapter: str, *arguments: str) -> None:
    """Serve an adapter over standard input and output; what it prints itself goes to stderr."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    listed = runpy.run_path(adapter)["contenders"](sys.modules[__name__], *arguments)
    serve(list(listed), sys.stdin, answers, cores())


if __name__ == "__main__":
    main(*sys.argv[1:])
