"""Are the sides of MOBA Rally fair? Identical play on both sides, and how often each one wins.

    python -m cogworks.training.studies.moba_sides --games 20000

Scripted players bring every game to an end; random ones (`--agent random`) none in 60 turns.
"""

import math
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from cogworks.agents import registry as players
from cogworks.agents.protocol import Agent, Array
from cogworks.envs.core import registry
from cogworks.envs.core.batch import Autoreset, Batch
from cogworks.envs.core.errors import CogworksError, SettingError
from cogworks.envs.core.game import Game
from cogworks.training.cli import BAD_INPUT, Parser
from cogworks.training.progress import bar

ROWS = 512
THREADS = 2
DEVIATIONS = 1.959964  # of a normal distribution on both sides: 95 %
OUTCOMES = ("red", "blue", "both bases", "cut off")
RED, BLUE, BOTH, CUT_OFF = OUTCOMES
APART = 2**32  # between the seeds of two studies: neighbours would share nearly all their games

Progress = Callable[[int], object]  # called with the number of games that have just ended


class Results:
    """What came out, game by game."""

    def __init__(self) -> None:
        self.outcomes = dict.fromkeys(OUTCOMES, 0)
        self.turns: list[int] = []
        self.kdo: list[dict[str, int]] = []

    def add(self, finale: Mapping[str, Any]) -> None:
        """Count a game."""
        self.outcomes[outcome(finale["bases"])] += 1
        self.turns.append(finale["turns"])
        self.kdo.append({name: score["kdo"] for name, score in finale["kdo"].items()})

    @property
    def decided(self) -> int:
        """The games that one side won."""
        return self.outcomes[RED] + self.outcomes[BLUE]


def outcome(bases: Mapping[str, int]) -> str:
    """Who won: the side whose base stands alone."""
    if bases["red"] and bases["blue"]:
        return CUT_OFF
    if not bases["red"] and not bases["blue"]:
        return BOTH
    return RED if bases["red"] else BLUE


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """The 95 % interval of a share, by Wilson's score."""
    share = successes / trials
    spread = DEVIATIONS**2 / trials
    middle = (share + spread / 2) / (1 + spread)
    reach = DEVIATIONS * math.sqrt(share * (1 - share) / trials + spread / (4 * trials))
    return middle - reach / (1 + spread), middle + reach / (1 + spread)


def play(
    game: Game, agent: Agent, games: int, seed: int, progress: Progress = lambda ended: None
) -> Results:
    """Play the games, the agent in every seat; each row plays a fixed number, short or long."""
    results = Results()
    batch = Batch(game, min(ROWS, games), threads=THREADS, autoreset=Autoreset.SAME_STEP)
    wanted = np.array([games // batch.n + (row < games % batch.n) for row in range(batch.n)])
    batch.reset(seed * APART)
    agent.begin(np.arange(batch.n), batch.seeds.copy())
    with ThreadPoolExecutor(THREADS) as pool:
        while wanted.any():
            batch.step(choices(pool, agent, batch))
            finales = batch.finales
            counted = [row for row in finales if wanted[row]]
            for row in counted:
                results.add(finales[row])
                wanted[row] -= 1
            if finales:
                rows = np.array(list(finales))
                agent.begin(rows, batch.seeds[rows])
            progress(len(counted))
    batch.close()
    return results


def choices(pool: ThreadPoolExecutor, agent: Agent, batch: Batch) -> Array:
    """The agent's choice in every row, the rows shared out among the threads."""

    def choose(rows: Array) -> Array:
        part = slice(rows[0], rows[-1] + 1)
        return agent.act(rows, batch.observations[part], batch.masks[part])

    parts = np.array_split(np.arange(batch.n), min(THREADS, batch.n))
    return np.concatenate(list(pool.map(choose, parts)))


def report(results: Results) -> str:
    """The results as text, with what they say about the sides."""
    games = len(results.turns)
    lines = [f"{games:,} games, {np.mean(results.turns):.2f} turns each"]
    lines += [f"{name:<12}{count:>8,}" for name, count in results.outcomes.items()]
    lines.append("mean KDO by seat")
    for name in results.kdo[0]:
        lines.append(f"{name:<12}{np.mean([scores[name] for scores in results.kdo]):>8.3f}")
    return "\n".join([*lines, verdict(results)])


def verdict(results: Results) -> str:
    """Whether one half lies inside the interval."""
    if not results.decided:
        return "no game was decided: nothing can be said about the sides"
    low, high = wilson(results.outcomes[RED], results.decided)
    share = results.outcomes[RED] / results.decided
    found = f"red won {share:.2%} of the decided games, 95 % interval {low:.2%} to {high:.2%}"
    if low <= 0.5 <= high:
        return f"{found}: one half lies inside, no side is favoured"
    return f"{found}: one half lies outside, {RED if share > 0.5 else BLUE} is favoured"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the study; its exit code."""
    parser = Parser(prog="python -m cogworks.training.studies.moba_sides", description=__doc__)
    parser.add_argument("--games", type=int, default=20_000, help="to play (%(default)s)")
    parser.add_argument("--agent", default="scripted", help="in every seat (%(default)s)")
    parser.add_argument(
        "--seed", type=int, default=1, help="another one, other games (%(default)s)"
    )
    given = parser.parse_args(arguments)
    try:
        if given.games < 1:
            raise SettingError(f"--games is {given.games}, but must be at least 1")
        game = registry.load("moba")
        agent = players.find(given.agent, game)
        with bar("playing", given.games, " games") as shown:
            results = play(game, agent, given.games, given.seed, shown.update)
    except CogworksError as wrong:
        parser.exit(BAD_INPUT, f"cogworks: error: {wrong}\n")
    print(report(results))
    return 0


if __name__ == "__main__":
    sys.exit(main())
