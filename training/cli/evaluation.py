"""The subcommands of `cogarena` that compare agents: eval, tournament and benchmark."""

import json
from argparse import Namespace
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from cogarena.envs.core import registry
from cogarena.envs.core.errors import SettingError
from cogarena.envs.core.game import Game
from cogarena.training.config import assignments
from cogarena.training.evaluation import benchmark as benchmarks
from cogarena.training.evaluation import report
from cogarena.training.evaluation.episodes import Plan, play
from cogarena.training.evaluation.evaluate import Evaluation, Seating, seed_set
from cogarena.training.evaluation.scores import scipy_stats, score_agents
from cogarena.training.evaluation.tasks import HIGH_AGENT, LOW_AGENT, write_references
from cogarena.training.evaluation.tournament import (
    RESAMPLES,
    cross_play,
    pair_up,
    resampled_ratings,
    tournament_seatings,
)
from cogarena.training.progress import bar

DONE = 0
EPISODES = "episodes.jsonl"
BENCHMARK_EPISODES = 400  # of each agent in each task
LEADERBOARD, SEARCH = "leaderboard", "search"


def eval(given: Namespace) -> int:  # noqa: A001 - the name of the subcommand
    """Evaluate agents on fixed seeds."""
    game, settings = _game(given)
    play_all = partial(_play, given, game, settings)
    rows = score_agents(game, settings, given.agents, given.opponents, play_all)
    about = _conditions(given, game, settings) | {"opponents": given.opponents}
    print(scores_text(rows, by_seat=not game.shared_reward and given.opponents is None))
    told = report.told_table(rows)
    if told:
        print(f"\n{report.markdown(told)}")
    if given.out is not None:
        print_written(report.write_evaluation(given.out, about, rows))
    write_json(given.json, about | {"results": rows})
    return DONE


def tournament(given: Namespace) -> int:
    """Let every agent play every other, and rate them."""
    game, settings = _game(given)
    seatings = tournament_seatings(game, settings, given.agents)
    played = _play(given, game, settings, seatings)
    duels = pair_up(game, settings, given.agents, played)
    with bar("ratings", RESAMPLES, " resamples") as shown:
        rated = resampled_ratings(given.agents, duels, shown.update)
    cross = cross_play(duels)
    print(report.markdown(report.ratings_table(rated)), end="\n\n")
    print(report.markdown(report.cross_table([row["agent"] for row in rated], cross)))
    if given.out is not None:
        about = _conditions(given, game, settings)
        print_written(report.write_tournament(given.out, about, rated, cross))
    return DONE


def benchmark(given: Namespace) -> int:
    """Play the tasks and write the leaderboard, or the table of search."""
    _check_numbers(given)
    scipy_stats()
    if given.search:
        return _benchmark_search(given)
    if given.references:
        _check_references(given)
    results = benchmarks.run(
        benchmarks.leaderboard_tasks(given.tasks, given.opponents), given.agents,
        given.episodes or BENCHMARK_EPISODES, folder=given.out, processes=given.processes,
        open_bar=_open_bar,
    )  # fmt: skip
    _write_results(given.out, LEADERBOARD, results, benchmarks.leaderboard(results))
    if given.references:
        write_references(results)
    return DONE


def _benchmark_search(given: Namespace) -> int:
    for name in ("episodes", "opponents", "references"):
        if getattr(given, name):
            raise SettingError(f"--search plays what its tasks set: remove --{name}")
    results = benchmarks.run_search(
        benchmarks.search_tasks(given.tasks), folder=given.out / SEARCH,
        processes=given.processes, open_bar=_open_bar,
    )  # fmt: skip
    tables = (benchmarks.search_table(results), benchmarks.search_ratings(results))
    _write_results(given.out, SEARCH, results, "\n\n".join(filter(None, tables)))
    return DONE


def _check_references(given: Namespace) -> None:
    if given.opponents is not None:
        raise SettingError("--references needs the opponents of the tasks: remove --opponents")
    missing = [name for name in (LOW_AGENT, HIGH_AGENT) if name not in given.agents]
    if missing:
        raise SettingError(f"--references needs --agents {LOW_AGENT} {HIGH_AGENT}")


def _open_bar(title: str, episodes: int) -> Any:
    return bar(title, episodes, " episodes")


def _write_results(folder: Path, stem: str, results: Mapping[str, Any], table: str) -> None:
    print(table)
    write_json(folder / f"{stem}.json", results)
    (folder / f"{stem}.md").write_text(table + "\n", encoding="utf-8")


def _game(given: Namespace) -> tuple[Game, dict[str, Any]]:
    """The game and its settings; bad numbers and missing packages are refused first."""
    _check_numbers(given)
    scipy_stats()
    return registry.load(given.game), assignments(given.changes)


def _check_numbers(given: Namespace) -> None:
    for name in ("episodes", "processes"):
        if getattr(given, name) is not None and getattr(given, name) < 1:
            raise SettingError(f"--{name} is {getattr(given, name)}, but must be at least 1")


def _play(
    given: Namespace, game: Game, settings: Mapping[str, Any], seatings: tuple[Seating, ...]
) -> dict[Seating, Evaluation]:
    plan = Plan(game, settings, seed_set(given.seeds, given.episodes), seatings)
    file = None if given.out is None else given.out / EPISODES
    with bar(game.name, given.episodes * len(seatings), " episodes") as shown:
        return play(plan, processes=given.processes, file=file, progress=shown.update)


def _conditions(given: Namespace, game: Game, settings: Mapping[str, Any]) -> dict[str, Any]:
    """The conditions of a result."""
    return {
        "game": game.name,
        "version": game.version,
        "settings": dict(settings),
        "seeds": given.seeds,
        "first_seed": seed_set(given.seeds, 1).start,
        "episodes": given.episodes,
    }


def scores_text(rows: Sequence[Mapping[str, Any]], by_seat: bool) -> str:
    """The scores as a table for the terminal."""
    width = max(len("agent"), *(len(row["agent"]) for row in rows))
    seats = max(len(row["seat"] or "") for row in rows) + 2 if by_seat else 0
    lines = [
        f"{'agent':<{width}}{'seat' if seats else '':>{seats}}{'mean return':>12}"
        f"  {'95 % interval':^21}{'IQM':>9}{'won':>8}{'normalised':>12}{'decisions':>11}"
        f"{'episodes':>10}"
    ]
    for row in rows:
        won = "" if row["win_rate"] is None else f"{row['win_rate']:.1%}"
        share = report.number(row["normalised"], 2)
        lines.append(
            f"{row['agent']:<{width}}{(row['seat'] or '') if seats else '':>{seats}}"
            f"{report.number(row['mean']):>12}  {report.span(row['low'], row['high']):^21}"
            f"{report.number(row['iqm']):>9}{won:>8}{share:>12}{row['length']:>11.1f}{row['episodes']:>10}"
        )
    return "\n".join(lines)


def print_written(written: Sequence[Path]) -> None:
    """Say which files were written."""
    print(f"written to {', '.join(map(str, written))}")


def write_json(path: Path | None, values: Mapping[str, Any]) -> None:
    """Write results to a file, if one is wanted."""
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(values, indent=2) + "\n", encoding="utf-8")
        print(f"written to {path}")
