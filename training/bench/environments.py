"""Decisions and pictures per second, compared with well-known environments in the same run.

    cogarena bench coop_td --json bench.json

The policy is random: all loops use the same random numbers, drawn in advance, and the time to turn
one into a legal action counts. All contenders take turns several times; the median counts.
"""

import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pettingzoo

from cogarena.agents.random import RandomAgent
from cogarena.agents.registry import searching
from cogarena.agents.search import Budget
from cogarena.envs.core import registry
from cogarena.envs.core.batch import Autoreset, Batch
from cogarena.envs.core.episode import Episode
from cogarena.envs.core.game import Game
from cogarena.training.bench import Progress, check_turns, machine, take_turns
from cogarena.training.bench.server import aec_loop, gymnasium_loop
from cogarena.wrappers import aec
from cogarena.wrappers.film import tile_for
from cogarena.wrappers.gymnasium import SingleEnv

TAXI = "gymnasium Taxi"
CONNECT_FOUR = "pettingzoo connect_four_v3"
SINGLE = "Env"
AEC = "AEC"
NOT_RENDERED = 'with render_mode="rgb_array", never drawn'
PICTURE_SIZE = 512  # approximate pixels of the longer side
SIZES = (1, 64, 1024)
THREADS = (1, 2)
SCATTER = 256  # steps after which rows that began together are at different stages
ONLY_ROW = np.zeros(1, np.int64)
PACKAGES = ("cogarena", "gymnasium", "pettingzoo", "numpy", "numba")


@dataclass(frozen=True)
class Speed:
    """Decisions per second of one contender in one measurement."""

    with_policy: float
    step_only: float | None = None  # without the policy, where that is measured
    slowest_step: float | None = None  # milliseconds for all rows


Contender = Callable[[float], Speed]  # seconds to run → its speed


def bench(
    game: Game,
    settings: Mapping[str, Any] | None = None,
    *,
    seconds: float = 0.3,
    repeats: int = 5,
    sizes: Sequence[int] = SIZES,
    progress: Progress = lambda name: None,
) -> dict[str, Any]:
    """All speeds and ratios, ready for JSON."""
    check_turns(seconds, repeats)
    entered = contenders(game, settings or {}, sizes)
    timed = {name: partial(contender, seconds) for name, contender in entered.items()}
    measured = take_turns(timed, repeats, progress)
    speeds = {name: median_speed(each) for name, each in measured.items()}
    search = search_speed(game, settings or {})
    progress("pictures")
    drawn = pictures_per_second(game, settings or {}, seconds * repeats)
    return {
        "game": game.name,
        "settings": dict(settings or {}),
        "seconds": seconds,
        "repeats": repeats,
        "taxi": taxi_id(),
        **machine(PACKAGES),
        "decisions_per_second": {name: asdict(speed) for name, speed in speeds.items()},
        "ratios": _ratios(speeds, sizes),
        "playouts_per_second": statistics.median(search(seconds) for _ in range(repeats)),
        "pictures_per_second": drawn,
    }


def contenders(
    game: Game, settings: Mapping[str, Any], sizes: Sequence[int]
) -> dict[str, Contender]:
    """All contenders by name, ready to run."""
    entered: dict[str, Contender] = {TAXI: _gymnasium(gymnasium.make(taxi_id()), False)}
    drawable = {**settings, "render_mode": "rgb_array"}
    if game.shared_reward:
        entered[SINGLE] = _gymnasium(single_env(game, settings), True)
        entered[f"{SINGLE} {NOT_RENDERED}"] = _gymnasium(single_env(game, drawable), True)
    connect_four = _connect_four()
    if connect_four is not None:
        entered[CONNECT_FOUR] = _aec(connect_four)
    entered[AEC] = _aec(aec_env(game, settings))
    entered[f"{AEC} {NOT_RENDERED}"] = _aec(aec_env(game, drawable))
    for n in sizes:
        for observe in (True, False):
            for threads in THREADS[: 1 if n == 1 else None]:
                batch = Batch(
                    game, n, settings, threads=threads, observe=observe,
                    autoreset=Autoreset.SAME_STEP,
                )  # fmt: skip
                entered[batch_name(n, observe, threads)] = batch_loop(batch)
    return entered


def taxi_id() -> str:
    """Taxi's newest version: v3 until Gymnasium 1.3, v4 since."""
    versions = [spec.version or 0 for spec in gymnasium.registry.values() if spec.name == "Taxi"]
    return f"Taxi-v{max(versions)}"


def batch_name(n: int, observe: bool, threads: int) -> str:
    """The name of a batch of n rows among the contenders."""
    seen = "observations and masks" if observe else "masks only"
    return f"Batch of {n}, {seen}, {threads} thread{'s' if threads > 1 else ''}"


def table(result: Mapping[str, Any]) -> str:
    """The result as a table for the terminal."""
    width = max(len(name) for name in (*result["decisions_per_second"], *result["ratios"]))
    heads = f"{'with random policy':>20}{'step only':>14}{'slowest step':>16}"
    lines = [f"{'decisions per second':<{width}}{heads}"]
    for name, speed in result["decisions_per_second"].items():
        alone = "" if speed["step_only"] is None else f"{speed['step_only']:,.0f}"
        slow = "" if speed["slowest_step"] is None else f"{speed['slowest_step']:.2f} ms"
        lines.append(f"{name:<{width}}{speed['with_policy']:>20,.0f}{alone:>14}{slow:>16}".rstrip())
    lines.append("")
    for name, ratio in result["ratios"].items():
        lines.append(f"{name:<{width}}{'not measured' if ratio is None else f'{ratio:.2f} ×':>20}")
    lines += [
        "",
        f"{'search: playouts per second':<{width}}{result['playouts_per_second']:>20,.0f}",
        f"{f'pictures per second at {PICTURE_SIZE} px, one core':<{width}}"
        f"{result['pictures_per_second']:>20,.0f}",
    ]
    return "\n".join(lines)


def pictures_per_second(game: Game, settings: Mapping[str, Any], seconds: float) -> float:
    """How many states of random play one core draws in a second.

    Neither the time to play counts nor the first picture, which also draws the static board.
    """
    episode, generator = Episode(game, settings), np.random.default_rng(0)
    tile = tile_for(game, settings, PICTURE_SIZE)
    episode.reset(0)
    game.draw(episode.setup[0], episode.s, tile=tile)
    count, drawing = 0, 0.0
    while drawing < seconds:
        start = time.thread_time()
        game.draw(episode.setup[0], episode.s, tile=tile)
        drawing += time.thread_time() - start
        count += 1
        if episode.over:
            episode.reset_next()
        else:
            episode.act(int(generator.choice(np.flatnonzero(episode.mask))))
    return count / drawing


def single_env(game: Game, settings: Mapping[str, Any]) -> Any:
    """The environment as users make it; a game that is not registered has no id."""
    if game.name in registry.names():
        return gymnasium.make(registry.spec(game.name).gym_id, **settings)
    return SingleEnv(game, **settings)


def aec_env(game: Game, settings: Mapping[str, Any]) -> Any:
    """As `single_env`, by the AEC API."""
    if game.name in registry.names():
        return pettingzoo.make("aec", f"cogarena/{game.name}-v{game.version}", **settings)
    return aec.env(game, **settings)


def _connect_four() -> Any:
    """PettingZoo's own environment, or None where it cannot be imported."""
    try:
        return pettingzoo.make("aec", "classic/connect_four-v3")
    except ImportError:
        return None


def _gymnasium(env: Any, masked: bool) -> Contender:
    run = gymnasium_loop(env, masked, again=True)
    return lambda seconds: Speed(run(seconds))


def _aec(env: Any) -> Contender:
    run = aec_loop(env, again=True)
    return lambda seconds: Speed(run(seconds))


def batch_loop(batch: Batch, again: bool = True) -> Contender:
    """Episodes restart in the step that ends them: every step is a decision in every row.

    With `again` each measurement begins with the first episodes, else where the last one ended,
    and the first one after some steps that scatter the rows over their episodes.
    """
    agent = RandomAgent()
    rows = np.arange(batch.n)

    def run(seconds: float) -> Speed:
        if again or not batch.begun:
            batch.reset(0)
            agent.begin(rows, batch.seeds)
            for _ in range(0 if again else SCATTER):
                batch.step(agent.act(rows, batch.observations, batch.masks))
        steps, stepping, slowest = 0, 0.0, 0.0
        start = now = time.perf_counter()
        while now - start < seconds:
            actions = agent.act(rows, batch.observations, batch.masks)
            before = time.perf_counter()
            batch.step(actions)
            now = time.perf_counter()
            stepping += now - before
            slowest = max(slowest, now - before)
            steps += 1
        return Speed(steps * batch.n / (now - start), steps * batch.n / stepping, 1000 * slowest)

    return run


def search_speed(game: Game, settings: Mapping[str, Any]) -> Callable[[float], float]:
    """A measurement of the searching agent in play: seconds to run → playouts per second."""
    agent = searching(game, settings, Budget())
    episode = Episode(game, settings)

    def run(seconds: float) -> float:
        first = agent.playouts.played
        start = now = time.perf_counter()
        while now - start < seconds:
            if episode.seed is None or episode.over:
                episode.reset(0)
                agent.begin(ONLY_ROW, np.zeros(1, np.uint64))
            seen, legal = episode.observation[None], episode.mask[None]
            episode.act(agent.plan(ONLY_ROW, episode.states, seen, legal)[0])
            now = time.perf_counter()
        return (agent.playouts.played - first) / (now - start)

    return run


def median_speed(speeds: Sequence[Speed]) -> Speed:
    """The medians of several measurements, and the slowest of all steps."""
    alone = [speed.step_only for speed in speeds if speed.step_only is not None]
    slowest = [speed.slowest_step for speed in speeds if speed.slowest_step is not None]
    return Speed(
        statistics.median(speed.with_policy for speed in speeds),
        statistics.median(alone) if alone else None,
        max(slowest) if slowest else None,
    )


def _ratios(speeds: Mapping[str, Speed], sizes: Sequence[int]) -> dict[str, float | None]:
    """How many times faster ours are, with the policy on both sides."""
    largest = max(sizes)
    batch = batch_name(largest, True, THREADS[0] if largest == 1 else THREADS[-1])
    pairs = (
        (batch, TAXI),
        (SINGLE, TAXI),
        (AEC, CONNECT_FOUR),
        (f"{SINGLE} {NOT_RENDERED}", SINGLE),
        (f"{AEC} {NOT_RENDERED}", AEC),
    )
    return {
        f"{ours} / {theirs}": speeds[ours].with_policy / speeds[theirs].with_policy
        if ours in speeds and theirs in speeds
        else None
        for ours, theirs in pairs
    }
