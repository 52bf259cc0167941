"""Is RoveR winnable but not trivial? How far a scripted and a random explorer get.

    python -m cogarena.training.studies.rover_rates --games 200

Both play the same levels. The study reads the records; the agents see only their observations.
"""

import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from cogarena.agents import registry as players
from cogarena.agents.protocol import Agent, Array
from cogarena.envs.core import registry
from cogarena.envs.core.batch import Autoreset, Batch
from cogarena.envs.core.game import Game
from cogarena.envs.rover.state import ROVER, Outcome
from cogarena.envs.rover.tables import PLANETS, Terrain
from cogarena.training.progress import bar
from cogarena.training.studies.study import (
    ROWS,
    SEED_STRIDE,
    THREADS,
    Progress,
    check_games,
    one_line_errors,
    study_parser,
    wilson,
)

CAUSES = ("won", "energy", "integrity", "time")
WON, ENERGY, INTEGRITY, TIME = CAUSES


class Results:
    """The results, game by game."""

    def __init__(self) -> None:
        self.entered: list[bool] = []  # the factory of planet 1
        self.factories: list[int] = []
        self.causes: Counter[str] = Counter()
        self.turns: list[int] = []
        self.gathered: list[int] = []

    def add(self, entered: bool, s: Any) -> None:
        """Count a game by its last record."""
        self.entered.append(entered)
        self.factories.append(int(s.factories))
        self.causes[cause(s)] += 1
        self.turns.append(int(s.turn))
        self.gathered.append(int(s.gathered))


def cause(s: Any) -> str:
    """Why a game ended."""
    if s.outcome == Outcome.WON:
        return WON
    if s.truncated:
        return TIME
    return INTEGRITY if s.entities[ROVER].integrity == 0 else ENERGY


def play(
    game: Game, agent: Agent, games: int, seed: int, progress: Progress = lambda ended: None
) -> Results:
    """Play the games in batches."""
    results = Results()
    for first in range(0, games, ROWS):
        play_together(
            game, agent, min(ROWS, games - first), seed * SEED_STRIDE + first, results, progress
        )
    return results


def play_together(
    game: Game, agent: Agent, games: int, seed: int, results: Results, progress: Progress
) -> None:
    """Play a game in each row of a batch; what a row plays after its game is not counted."""
    batch = Batch(game, games, {}, threads=THREADS, autoreset=Autoreset.NEXT_STEP)
    batch.reset(seed)
    agent.begin(np.arange(games), batch.seeds.copy())
    playing, entered = np.ones(games, np.bool_), np.zeros(games, np.bool_)
    while playing.any():
        rows = np.flatnonzero(playing)
        actions = np.zeros(games, np.int64)
        actions[rows] = agent.act(rows, batch.observations[rows], batch.masks[rows])
        batch.step(actions)
        entered[rows] |= is_in_first_factory(batch.states[rows])
        ended = rows[batch.over[rows]]
        for row in ended:
            results.add(bool(entered[row]), batch.states[row])
        playing[ended] = False
        progress(len(ended))
    batch.close()


def is_in_first_factory(states: Array) -> Array:
    """Whether the rover stands on the floor of the factory of planet 1, for each record."""
    rover = states["entities"][:, ROVER]
    here = states["terrain"][np.arange(len(states)), rover["y"], rover["x"]]
    inside: Array = (here == Terrain.FLOOR) & (states["planet"] == 0)
    return inside


def report(results: Results) -> str:
    """The results as text."""
    games = len(results.turns)
    lines = [f"{games:,} games, {np.mean(results.turns):.1f} turns each"]
    lines.append(f"data gathered        {np.mean(results.gathered):.2f}")
    lines.append(share_line("enters factory 1", sum(results.entered), games))
    for wanted in range(1, PLANETS + 1):
        reached = sum(shut >= wanted for shut in results.factories)
        lines.append(share_line(f"shuts {wanted}", reached, games))
    lines += [share_line(f"ends by {name}", results.causes[name], games) for name in CAUSES]
    return "\n".join(lines)


def share_line(name: str, count: int, games: int) -> str:
    """A share and its interval."""
    low, high = wilson(count, games)
    return f"{name:<20} {count / games:7.2%}  95 % interval {low:.2%} to {high:.2%}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the study; its exit code."""
    parser = study_parser("rover_rates", __doc__, games=200)
    given = parser.parse_args(arguments)
    names = dict.fromkeys((given.agent, "random"))
    with one_line_errors(parser):
        check_games(given.games)
        game = registry.load("rover")
        agents = {name: players.find_agent(name, game) for name in names}
        for name, agent in agents.items():
            with bar(name, given.games, " games") as shown:
                results = play(game, agent, given.games, given.seed, shown.update)
            print(f"{name}: {report(results)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
