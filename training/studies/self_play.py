"""Playing many games with one agent in every seat, and how sure their results are."""

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
from cogarena.training.cli import BAD_INPUT, Parser
from cogarena.training.judging.figures import DEVIATIONS

ROWS = 512
THREADS = 2
APART = 2**32  # between the seeds of two studies: neighbours would share nearly all their games

Progress = Callable[[int], object]  # called with the number of games that have just ended


def study_parser(study: str, description: str | None, games: int) -> Parser:
    """The command line that every study has."""
    parser = Parser(prog=f"python -m cogarena.training.studies.{study}", description=description)
    parser.add_argument("--games", type=int, default=games, help="to play (%(default)s)")
    parser.add_argument("--agent", default="scripted", help="in every seat (%(default)s)")
    parser.add_argument(
        "--seed", type=int, default=1, help="another one, other games (%(default)s)"
    )
    return parser


@contextmanager
def told_in_one_line(parser: Parser) -> Iterator[None]:
    """Bad input ends a study with the line that all commands say it in."""
    try:
        yield
    except CogarenaError as wrong:
        parser.exit(BAD_INPUT, f"cogarena: error: {wrong}\n")


def check_games(games: int) -> None:
    """Refuse to play no game."""
    if games < 1:
        raise SettingError(f"--games is {games}, but must be at least 1")


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """The 95 % interval of a share, by Wilson's score."""
    share = successes / trials
    spread = DEVIATIONS**2 / trials
    middle = (share + spread / 2) / (1 + spread)
    reach = DEVIATIONS * math.sqrt(share * (1 - share) / trials + spread / (4 * trials))
    return middle - reach / (1 + spread), middle + reach / (1 + spread)


def mean_interval(values: Sequence[float]) -> tuple[float, float]:
    """The 95 % interval of a mean, by the normal distribution; without end for a single value."""
    if len(values) == 1:
        return -math.inf, math.inf
    reach = DEVIATIONS * float(np.std(values, ddof=1)) / math.sqrt(len(values))
    return float(np.mean(values)) - reach, float(np.mean(values)) + reach


def play_games(
    game: Game, settings: Mapping[str, Any], agent: Agent, games: int, seed: int,
    add: Callable[[Mapping[str, Any]], None], progress: Progress,
) -> None:  # fmt: skip
    """Hand the final_info of each game to `add`; each row plays a fixed number, short or long."""
    batch = Batch(game, min(ROWS, games), settings, threads=THREADS, autoreset=Autoreset.SAME_STEP)
    wanted = np.array([games // batch.n + (row < games % batch.n) for row in range(batch.n)])
    batch.reset(seed * APART)
    agent.begin(np.arange(batch.n), batch.seeds.copy())
    with ThreadPoolExecutor(THREADS) as pool:
        while wanted.any():
            batch.step(choices(pool, agent, batch))
            final_infos = batch.final_infos
            counted = [row for row in final_infos if wanted[row]]
            for row in counted:
                add(final_infos[row])
                wanted[row] -= 1
            if final_infos:
                rows = np.array(list(final_infos))
                agent.begin(rows, batch.seeds[rows])
            progress(len(counted))
    batch.close()


def choices(pool: ThreadPoolExecutor, agent: Agent, batch: Batch) -> Array:
    """The agent's choice in every row, the rows shared out among the threads."""

    def choose(rows: Array) -> Array:
        part = slice(rows[0], rows[-1] + 1)
        return agent.act(rows, batch.observations[part], batch.masks[part])

    parts = np.array_split(np.arange(batch.n), min(THREADS, batch.n))
    return np.concatenate(list(pool.map(choose, parts)))
