"""The benchmark: all tasks on the published seeds.

    cogarena benchmark --agents random scripted trained --episodes 800
    cogarena benchmark --search

The first writes what docs/leaderboard.json and the README's leaderboard show. The second compares
search with the script, on budgets set for each task: docs/search.json and the README's table.
"""

import platform
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

from cogarena.envs.core.errors import UnknownNameError
from cogarena.training.evaluation.episodes import Plan, play
from cogarena.training.evaluation.evaluate import Evaluation, Seating, published_seeds
from cogarena.training.evaluation.report import MISSING, markdown, number, span
from cogarena.training.evaluation.scores import score_agents
from cogarena.training.evaluation.tasks import HIGH_AGENT, LOW_AGENT, Matchup, Task, all_tasks
from cogarena.training.evaluation.tournament import (
    cross_play,
    pair_up,
    resampled_ratings,
    tournament_seatings,
)

PACKAGES = ("cogarena", "numpy", "numba")
OpenBar = Callable[[str, int], Any]  # title, episodes → a progress bar to be used in a `with`


def leaderboard_tasks(names: Sequence[str] | None, opponents: str | None = None) -> list[Task]:
    """The leaderboard's tasks of these names, or all of them.

    Other `opponents` than a task's own leave out the tasks where all seats share one reward.
    """
    chosen = _named(names, [task for task in all_tasks() if not task.search_only])
    if opponents is None:
        return chosen
    return [replace(task, opponents=opponents) for task in chosen if task.opponents is not None]


def search_tasks(names: Sequence[str] | None) -> list[Task]:
    """The tasks of these names in which search is compared with the script, or all of them."""
    return _named(names, [task for task in all_tasks() if task.search is not None])


def _named(names: Sequence[str] | None, tasks: Sequence[Task]) -> list[Task]:
    known = {task.name: task for task in tasks}
    for name in names or ():
        if name not in known:
            raise UnknownNameError("task", name, tuple(known))
    return [known[name] for name in names or known]


def provenance() -> dict[str, Any]:
    """The versions that results depend on."""
    return {
        "python": platform.python_version(),
        "versions": {package: version(package) for package in PACKAGES},
    }


def run(
    tasks: Sequence[Task],
    agents: Sequence[str],
    episodes: int,
    *,
    folder: Path,
    processes: int,
    open_bar: OpenBar,
) -> dict[str, Any]:
    """Play all tasks; the results by task, with the versions that made them."""
    results = {}
    for task in tasks:
        sides = len(task.load().sides_of(task.settings))
        results[task.name] = run_task(
            task, agents, max(1, episodes // sides),
            file=folder / f"{task.name}.jsonl", processes=processes, open_bar=open_bar,
        )  # fmt: skip
    return {"agents": list(agents), **provenance(), "tasks": results}


def run_task(
    task: Task, agents: Sequence[str], episodes: int, *,
    file: Path, processes: int, open_bar: OpenBar,
) -> dict[str, Any]:  # fmt: skip
    """One task: every agent on every side, with the same number of episodes on each."""
    game = task.load()

    def play_all(seatings: tuple[Seating, ...]) -> dict[Seating, Evaluation]:
        plan = Plan(game, task.settings, published_seeds(episodes), seatings)
        with open_bar(task.name, episodes * len(seatings)) as bar:
            return play(plan, processes=processes, file=file, progress=bar.update)

    return {
        "game": game.name,
        "version": game.version,
        "settings": dict(task.settings),
        "opponents": task.opponents,
        "rows": score_agents(game, task.settings, agents, task.opponents, play_all),
    }


def leaderboard(results: Mapping[str, Any]) -> str:
    """The results as a Markdown table, with a row for each task and agent."""
    lines = [
        "| game | agent | mean return (95 % interval) | IQM | won | normalised | episodes |",
        "|---|---|---|---|---|---|---|",
    ]
    for name, result in results["tasks"].items():
        lines += [f"| {name} | {_leaderboard_cells(row)} |" for row in result["rows"]]
    return "\n".join(lines)


def _leaderboard_cells(row: Mapping[str, Any]) -> str:
    """The cells of a row, from the agent on."""
    won = "" if row["win_rate"] is None else f"{row['win_rate']:.1%}"
    spread = "" if row["low"] is None else f" ({span(row['low'], row['high'])})"
    cells = (
        row["agent"], number(row["mean"]) + spread, number(row["iqm"]), won,
        number(row["normalised"], 2),
        f"{row['episodes']:,}",
    )  # fmt: skip
    return " | ".join(cells)


def run_search(
    tasks: Sequence[Task], *, folder: Path, processes: int, open_bar: OpenBar
) -> dict[str, Any]:
    """Compare search with the script in these tasks; the results by task, with the versions."""
    results = {
        task.name: run_matchup(
            task, task.search, folder=folder, processes=processes, open_bar=open_bar
        )
        for task in tasks
        if task.search is not None
    }
    return {**provenance(), "tasks": results}


def run_matchup(
    task: Task, matchup: Matchup, *, folder: Path, processes: int, open_bar: OpenBar
) -> dict[str, Any]:
    """One task: the searching agent, the scripted one, and their ratings."""
    file = folder / f"{task.name}.jsonl"
    sides = len(task.load().sides_of(task.settings))
    budgets = (matchup.agent, matchup.episodes), (HIGH_AGENT, matchup.script_episodes)
    results = [
        run_task(
            task, [agent], max(1, episodes // sides),
            file=file, processes=processes, open_bar=open_bar,
        )
        for agent, episodes in budgets
    ]  # fmt: skip
    rows = [row for result in results for row in result["rows"]]
    found = {**results[0], "rows": rows, "measure": matchup.measure}
    return found | (rate(task, matchup, file, processes, open_bar) if matchup.rated else {})


def rate(
    task: Task, matchup: Matchup, file: Path, processes: int, open_bar: OpenBar
) -> dict[str, Any]:
    """The ratings of the random, scripted and searching agents from games between them."""
    game, settings = task.load(), task.settings
    # Search against random play would add no information.
    pairs = (LOW_AGENT, HIGH_AGENT), (HIGH_AGENT, matchup.agent)
    seatings = [seating for pair in pairs for seating in tournament_seatings(game, settings, pair)]
    plan = Plan(game, settings, published_seeds(matchup.rated), tuple(seatings))
    with open_bar(task.name, matchup.rated * len(seatings)) as bar:
        played = play(plan, processes=processes, file=file, progress=bar.update)
    duels = [duel for pair in pairs for duel in pair_up(game, settings, pair, played)]
    return {
        "rated_episodes": 2 * matchup.rated,
        "ratings": resampled_ratings((LOW_AGENT, HIGH_AGENT, matchup.agent), duels),
        "cross_play": cross_play(duels),
    }


def search_table(results: Mapping[str, Any]) -> str:
    """The results of search as a Markdown table, with a row for each task and agent."""
    heads = (
        "game", "settings", "agent", "mean return (95 % interval)", "won (95 % interval)",
        "also", "episodes",
    )  # fmt: skip
    rows = [
        (name, settings_text(result["settings"]), *_search_cells(row, result["measure"]))
        for name, result in results["tasks"].items()
        for row in result["rows"]
    ]
    return markdown([heads, *rows])


def settings_text(settings: Mapping[str, Any]) -> str:
    """Settings as the command line takes them."""
    plain = {key: list(v) if isinstance(v, tuple) else v for key, v in settings.items()}
    return ", ".join(f"`{key}={value}`" for key, value in plain.items()) or "standard"


def _search_cells(row: Mapping[str, Any], measure: str | None) -> tuple[str, ...]:
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


def search_ratings(results: Mapping[str, Any]) -> str:
    """The ratings as a Markdown table, with a row for each task that has them; "" if none has."""
    rows = [
        (name, *(_rating_cell(row) for row in result["ratings"]), str(result["rated_episodes"]))
        for name, result in results["tasks"].items()
        if "ratings" in result
    ]
    heads = ("game", "first", "second", "third", "episodes of a pair")
    return markdown([heads, *rows]) if rows else ""


def _rating_cell(row: Mapping[str, Any]) -> str:
    return f"{row['agent']} {row['rating']:.1f} ({row['low']:.1f} … {row['high']:.1f})"
