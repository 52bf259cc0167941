"""What studies share: the command line, many games with one agent in all seats, intervals."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import numpy as np

from cogarena.agents.protocol import Agent, Array
from cogarena.envs.core.batch import Autoreset, Batch
from cogarena.envs.core.errors import CogarenaError, SettingError
from cogarena.envs.core.game import Game
from cogarena.training.cli.parser import BAD_INPUT, Parser
from cogarena.training.evaluation.scores import Z_95

ROWS = 512
THREADS = 2
SEED_STRIDE = 2**32  # between the seeds of two studies, so that they share no games

Progress = Callable[[int], object]  # called with the number of games that have just ended


def study_parser(study: str, description: str | None, games: int) -> Parser:
    """The command line that all studies share."""
    parser = Parser(prog=f"python -m cogarena.training.studies.{study}", description=description)
    parser.add_argument("--games", type=int, default=games, help="games to play (%(default)s)")
    parser.add_argument("--agent", default="scripted", help="the agent in every seat (%(default)s)")
    parser.add_argument(
        "--seed", type=int, default=1, help="another seed plays other games (%(default)s)"
    )
    return parser


@contextmanager
def one_line_errors(parser: Parser) -> Iterator[None]:
    """Bad input ends a study with one line, as in all commands."""
    try:
        yield
    except CogarenaError as error:
        parser.exit(BAD_INPUT, f"cogarena: error: {error}\n")


def check_games(games: int) -> None:
    """Refuse fewer than 1 game."""
    if games < 1:
        raise SettingError(f"--games is {games}, but must be at least 1")


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """The 95 % interval of a share, by Wilson's score."""
    share = successes / trials
    spread = Z_95**2 / trials
    middle = (share + spread / 2) / (1 + spread)
    reach = Z_95 * math.sqrt(share * (1 - share) / trials + spread / (4 * trials))
    return middle - reach / (1 + spread), middle + reach / (1 + spread)


def mean_interval(values: Sequence[float]) -> tuple[float, float]:
    """The 95 % interval of a mean, by the normal distribution; infinite for a single value."""
    if len(values) == 1:
        return -math.inf, math.inf
    reach = Z_95 * float(np.std(values, ddof=1)) / math.sqrt(len(values))
    return float(np.mean(values)) - reach, float(np.mean(values)) + reach


def play_games(
    game: Game, settings: Mapping[str, Any], agent: Agent, games: int, seed: int,
    add: Callable[[Mapping[str, Any]], None], progress: Progress,
) -> None:  # fmt: skip
    """Pass the final info of each game to `add`.

    Each row plays a fixed number of games, so that short games are not favoured.
    """
    batch = Batch(game, min(ROWS, games), settings, threads=THREADS, autoreset=Autoreset.SAME_STEP)
    remaining = np.array([games // batch.n + (row < games % batch.n) for row in range(batch.n)])
    batch.reset(seed * SEED_STRIDE)
    agent.begin(np.arange(batch.n), batch.seeds.copy())
    with ThreadPoolExecutor(THREADS) as pool:
        while remaining.any():
            batch.step(choose(pool, agent, batch))
            final_infos = batch.final_infos
            counted = [row for row in final_infos if remaining[row]]
            for row in counted:
                add(final_infos[row])
                remaining[row] -= 1
            if final_infos:
                rows = np.array(list(final_infos))
                agent.begin(rows, batch.seeds[rows])
            progress(len(counted))
    batch.close()


def choose(pool: ThreadPoolExecutor, agent: Agent, batch: Batch) -> Array:
    """The agent's action in every row, computed by all threads."""

    def choose(rows: Array) -> Array:
        part = slice(rows[0], rows[-1] + 1)
        return agent.act(rows, batch.observations[part], batch.masks[part])

    parts = np.array_split(np.arange(batch.n), min(THREADS, batch.n))
    return np.concatenate(list(pool.map(choose, parts)))
