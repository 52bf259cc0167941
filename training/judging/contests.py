"""Search beside the script, under conditions where it can be afforded.

    cogarena benchmark --search

makes what docs/search.json and the README's table of search say.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cogarena.envs.core import registry
from cogarena.training.evaluate import published_seeds
from cogarena.training.judging.benchmark import Watch, judge_standard, made_with, named
from cogarena.training.judging.episodes import Plan, play
from cogarena.training.judging.report import MISSING, markdown, number, span
from cogarena.training.judging.standard import ONE, STANDARDS, ZERO, Standard
from cogarena.training.judging.tournament import cross_play, duels, resampled_ratings, tables

MANY = 800  # episodes of the script, which takes no time: as many as the leaderboard has


@dataclass(frozen=True)
class Contest:
    """A searching player and the script under the same conditions."""

    standard: Standard
    search: str
    episodes: int  # of the searching player, in all seats together
    many: int = MANY  # of the script
    rated: int = 0  # episodes of each pair in each line-up of a tournament; 0: there is none
    measure: str | None = None  # what else is shown of how episodes end


# The standard course of the race is over after four turns: there is too little left to decide.
LONG_RACE = Standard("race", "race", {"board": "vault_race", "robots": 2, "options": 3})
# On full sectors most campaigns end on the way, without energy; on small ones fights decide more.
SMALL_ROVER = Standard("rover_30", "rover", {"split": "test", "map_size": 30}, None)
STANDARD = {each.title: each for each in STANDARDS}
CONTESTS = (
    Contest(LONG_RACE, "search:128", 80, rated=40),
    Contest(STANDARD["moba"], "search:64", 40, rated=20),
    Contest(STANDARD["powerball"], "search:64", 40, rated=30),
    Contest(STANDARD["tower_defense"], "search:64", 200, rated=50),
    Contest(STANDARD["rover"], "search:64", 150, measure="factories"),
    Contest(SMALL_ROVER, "search:64", 100, measure="factories"),
    Contest(STANDARD["coop_td"], "search:32", 20),
    Contest(STANDARD["coop_td_6"], "search:32", 40),
)


def chosen(titles: Sequence[str] | None) -> list[Contest]:
    """The contests of these titles, or all."""
    return named(titles, {each.standard.title: each for each in CONTESTS})


def run(
    contests: Sequence[Contest], *, folder: Path, processes: int, watch: Watch
) -> dict[str, Any]:
    """Play all of them; results by title, with what is needed to get them again."""
    results = {
        each.standard.title: contest(each, folder=folder, processes=processes, watch=watch)
        for each in contests
    }
    return {**made_with(), "contests": results}


def contest(each: Contest, *, folder: Path, processes: int, watch: Watch) -> dict[str, Any]:
    """One contest: the searching player, the script, and how they are rated."""
    standard, file = each.standard, folder / f"{each.standard.title}.jsonl"
    sides = len(registry.load(standard.game).sides_of(standard.settings))
    judged = [
        judge_standard(
            standard, [agent], max(1, episodes // sides),
            file=file, processes=processes, watch=watch,
        )
        for agent, episodes in ((each.search, each.episodes), (ONE, each.many))
    ]  # fmt: skip
    rows = [row for result in judged for row in result["rows"]]
    found = {**judged[0], "rows": rows, "measure": each.measure}
    return found | (rate(each, file, processes, watch) if each.rated else {})


def rate(each: Contest, file: Path, processes: int, watch: Watch) -> dict[str, Any]:
    """The ratings of random, scripted and searching players that meet each other."""
    game, settings = registry.load(each.standard.game), each.standard.settings
    pairs = (ZERO, ONE), (ONE, each.search)  # that search beats chance needs no games
    seated = [players for pair in pairs for players in tables(game, settings, pair)]
    plan = Plan(game, settings, published_seeds(each.rated), tuple(seated))
    with watch(each.standard.title, each.rated * len(seated)) as shown:
        played = play(plan, processes=processes, file=file, progress=shown.update)
    fought = [duel for pair in pairs for duel in duels(game, settings, pair, played)]
    return {
        "rated_episodes": 2 * each.rated,
        "ratings": resampled_ratings((ZERO, ONE, each.search), fought),
        "cross_play": cross_play(fought),
    }


def comparison(results: Mapping[str, Any]) -> str:
    """The results as a Markdown table, a line for each contest and player."""
    heads = (
        "game", "settings", "agent", "mean return (95 % interval)", "won (95 % interval)",
        "also", "episodes",
    )  # fmt: skip
    lines = [
        (title, shown_settings(result["settings"]), *cells(row, result["measure"]))
        for title, result in results["contests"].items()
        for row in result["rows"]
    ]
    return markdown([heads, *lines])


def ranking(results: Mapping[str, Any]) -> str:
    """The ratings as a Markdown table, a line for each contest that has them."""
    lines = [
        (title, *(_rated(row) for row in result["ratings"]), str(result["rated_episodes"]))
        for title, result in results["contests"].items()
        if "ratings" in result
    ]
    heads = ("game", "first", "second", "third", "episodes of a pair")
    return markdown([heads, *lines]) if lines else ""


def _rated(row: Mapping[str, Any]) -> str:
    return f"{row['agent']} {row['rating']:.1f} ({row['low']:.1f} … {row['high']:.1f})"


def shown_settings(settings: Mapping[str, Any]) -> str:
    """Settings as the command line takes them."""
    plain = {key: list(v) if isinstance(v, tuple) else v for key, v in settings.items()}
    return ", ".join(f"`{key}={value}`" for key, value in plain.items()) or "standard"


def cells(row: Mapping[str, Any], measure: str | None) -> tuple[str, ...]:
    """The cells of a row, from the agent on."""
    also = MISSING
    if measure is not None:
        low, high = row["measure_intervals"][measure]
        also = f"{measure} {number(row['measures'][measure])} ({span(low, high)})"
    return (
        row["agent"], f"{number(row['mean'])} ({span(row['low'], row['high'])})",
        f"{row['win_rate']:.1%} ({row['win_low']:.1%} … {row['win_high']:.1%})",
        also, f"{row['episodes']:,}",
    )  # fmt: skip
