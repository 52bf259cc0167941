"""Are the sides of MOBA Rally fair? Identical play on both sides, and how often each one wins.

    python -m cogarena.training.studies.moba_sides --games 20000

Scripted agents finish every game; random ones (`--agent random`) finish none in 60 turns.
"""

import sys
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from cogarena.agents import registry as players
from cogarena.agents.protocol import Agent
from cogarena.envs.core import registry
from cogarena.envs.core.game import Game
from cogarena.training.progress import bar
from cogarena.training.studies.study import (
    Progress,
    check_games,
    one_line_errors,
    play_games,
    study_parser,
    wilson,
)

OUTCOMES = ("red", "blue", "both bases", "cut off")
RED, BLUE, BOTH, CUT_OFF = OUTCOMES


class Results:
    """The results, game by game."""

    def __init__(self) -> None:
        self.outcomes = dict.fromkeys(OUTCOMES, 0)
        self.turns: list[int] = []
        self.kdo: list[dict[str, int]] = []

    def add(self, final_info: Mapping[str, Any]) -> None:
        """Count a game."""
        self.outcomes[outcome(final_info["bases"])] += 1
        self.turns.append(final_info["turns"])
        self.kdo.append({name: score["kdo"] for name, score in final_info["kdo"].items()})

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


def play(
    game: Game, agent: Agent, games: int, seed: int, progress: Progress = lambda ended: None
) -> Results:
    """Play the games, the agent in every seat."""
    results = Results()
    play_games(game, {}, agent, games, seed, results.add, progress)
    return results


def report(results: Results) -> str:
    """The results as text, with a verdict on the sides."""
    games = len(results.turns)
    lines = [f"{games:,} games, {np.mean(results.turns):.2f} turns each"]
    lines += [f"{name:<12}{count:>8,}" for name, count in results.outcomes.items()]
    lines.append("mean KDO by seat")
    for name in results.kdo[0]:
        lines.append(f"{name:<12}{np.mean([scores[name] for scores in results.kdo]):>8.3f}")
    return "\n".join([*lines, verdict(results)])


def verdict(results: Results) -> str:
    """Whether the interval of red's share contains one half."""
    if not results.decided:
        return "no game was decided: no verdict on the sides"
    low, high = wilson(results.outcomes[RED], results.decided)
    share = results.outcomes[RED] / results.decided
    found = f"red won {share:.2%} of the decided games, 95 % interval {low:.2%} to {high:.2%}"
    if low <= 0.5 <= high:
        return f"{found}: one half lies inside, no side is favoured"
    return f"{found}: one half lies outside, {RED if share > 0.5 else BLUE} is favoured"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the study; its exit code."""
    parser = study_parser("moba_sides", __doc__, games=20_000)
    given = parser.parse_args(arguments)
    with one_line_errors(parser):
        check_games(given.games)
        game = registry.load("moba")
        agent = players.find_agent(given.agent, game)
        with bar("playing", given.games, " games") as shown:
            results = play(game, agent, given.games, given.seed, shown.update)
    print(report(results))
    return 0


if __name__ == "__main__":
    sys.exit(main())
