"""Are the docks of a Tower Defense board fair? Identical play from all, and what each earns.

python -m cogarena.training.studies.tower_defense_docks --games 2000 --board citadel
"""

import sys
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from cogarena.agents import registry as players
from cogarena.agents.protocol import Agent
from cogarena.envs.core import registry
from cogarena.envs.core.game import Game
from cogarena.envs.rally.state import ROBOTS
from cogarena.training.progress import bar
from cogarena.training.studies.study import (
    Progress,
    check_games,
    mean_interval,
    one_line_errors,
    play_games,
    study_parser,
    wilson,
)

TOLERANCE = 0.1  # a dock may deviate from the mean experience by this share


class Results:
    """The results, by game and dock."""

    def __init__(self) -> None:
        self.turns: list[int] = []
        self.xp: list[list[int]] = []
        self.flags: list[list[int]] = []
        self.won: list[list[bool]] = []

    def add(self, final_info: Mapping[str, Any]) -> None:
        """Count a game."""
        self.turns.append(final_info["turns"])
        self.xp.append(final_info["xp"])
        self.flags.append(final_info["flags"])
        self.won.append(final_info["won"])


def play(
    game: Game, board: str, agent: Agent, games: int, seed: int,
    progress: Progress = lambda ended: None,
) -> Results:  # fmt: skip
    """Play the games on the board, with the agent at all eight docks."""
    results = Results()
    play_games(game, table_settings(board), agent, games, seed, results.add, progress)
    return results


def table_settings(board: str) -> dict[str, Any]:
    """The board with a robot at every dock."""
    return {"board": board, "robots": ROBOTS}


def report(results: Results) -> str:
    """The results as text, with a verdict on the docks."""
    lines = [f"{len(results.turns):,} games, {np.mean(results.turns):.2f} turns each"]
    lines.append("dock  mean XP (95 %)            flags (95 %)           games won (95 %)")
    columns = (np.transpose(table).tolist() for table in (results.xp, results.flags, results.won))
    for dock, (xp, flags, won) in enumerate(zip(*columns, strict=True)):
        low, high = wilson(sum(won), len(won))
        share = f"{sum(won) / len(won):.2%} ({low:.2%} to {high:.2%})"
        lines.append(f"{dock:<6}{mean_text(xp):<26}{mean_text(flags):<23}{share}")
    return "\n".join([*lines, verdict(results)])


def mean_text(values: Sequence[float]) -> str:
    """A mean and its interval."""
    low, high = mean_interval(values)
    return f"{np.mean(values):.3f} ({low:.3f} to {high:.3f})"


def verdict(results: Results) -> str:
    """How far the worst dock deviates from the mean experience."""
    means = np.mean(results.xp, axis=0)
    if not means.any():
        return "no robot earned experience: no verdict on the docks"
    deviations = means / means.mean() - 1
    dock = int(np.argmax(np.abs(deviations)))
    found = (
        f"mean XP of all docks {means.mean():.3f}; "
        f"dock {dock} deviates most, by {deviations[dock]:+.2%}"
    )
    if abs(deviations[dock]) <= TOLERANCE:
        return f"{found}: within {TOLERANCE:.0%}, no dock is favoured"
    outside = [f"{d} ({by:+.2%})" for d, by in enumerate(deviations) if abs(by) > TOLERANCE]
    return f"{found}: not within {TOLERANCE:.0%}, unfair docks are {', '.join(outside)}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the study; its exit code."""
    parser = study_parser("tower_defense_docks", __doc__, games=2000)
    parser.add_argument("--board", default="citadel", help="a name or a path (%(default)s)")
    given = parser.parse_args(arguments)
    with one_line_errors(parser):
        check_games(given.games)
        game = registry.load("tower_defense")
        agent = players.find_agent(given.agent, game, table_settings(given.board))
        with bar("playing", given.games, " games") as shown:
            results = play(game, given.board, agent, given.games, given.seed, shown.update)
    print(report(results))
    return 0


if __name__ == "__main__":
    sys.exit(main())
