"""The subcommands of `cogarena` that compare players."""

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
from cogarena.training.evaluate import Evaluation, seed_set
from cogarena.training.judging import benchmark as standards
from cogarena.training.judging import contests, report
from cogarena.training.judging.episodes import Plan, play
from cogarena.training.judging.figures import statistics
from cogarena.training.judging.lineups import Players
from cogarena.training.judging.scores import judge
from cogarena.training.judging.standard import write_references
from cogarena.training.judging.tournament import (
    RESAMPLES,
    cross_play,
    duels,
    resampled_ratings,
    tables,
)
from cogarena.training.progress import bar

DONE = 0
EPISODES = "episodes.jsonl"
STANDARD_EPISODES = 400
LEADERBOARD, SEARCH = "leaderboard", "search"


def eval(given: Namespace) -> int:  # noqa: A001 - the name of the subcommand
    """Judge players over fixed seeds."""
    game, settings = _game(given)
    play_all = partial(_played, given, game, settings)
    found = judge(game, settings, given.agents, given.opponents, play_all)
    about = _about(given, game, settings) | {"opponents": given.opponents}
    print(comparison(found, shared=game.shared_reward or given.opponents is not None))
    if given.out is not None:
        _tell(report.write_evaluation(given.out, about, found))
    write_json(given.json, about | {"results": found})
    return DONE


def tournament(given: Namespace) -> int:
    """Let every player meet every other, and rate them."""
    game, settings = _game(given)
    played = _played(given, game, settings, tables(game, settings, given.agents))
    fought = duels(game, settings, given.agents, played)
    with bar("ratings", RESAMPLES, " resamples") as shown:
        rated = resampled_ratings(given.agents, fought, shown.update)
    cross = cross_play(fought)
    print(report.markdown(report.ratings_table(rated)), end="\n\n")
    print(report.markdown(report.cross_table([row["agent"] for row in rated], cross)))
    if given.out is not None:
        about = _about(given, game, settings)
        _tell(report.write_tournament(given.out, about, rated, cross))
    return DONE


def benchmark(given: Namespace) -> int:
    """Run the standard protocol and write the leaderboard."""
    _check_numbers(given)
    statistics()
    if given.search:
        _refuse_beside_search(given)
        results = contests.run(
            contests.chosen(given.standards), folder=given.out / SEARCH,
            processes=given.processes, watch=_watch,
        )  # fmt: skip
        parts = (contests.comparison(results), contests.ranking(results))
        _write_board(given.out, SEARCH, results, "\n\n".join(filter(None, parts)))
        return DONE
    if given.references and given.opponents is not None:
        raise SettingError("--references are scores against the usual opponents: no --opponents")
    results = standards.run(
        standards.chosen(given.standards, given.opponents), given.agents,
        given.episodes or STANDARD_EPISODES, folder=given.out, processes=given.processes,
        watch=_watch,
    )  # fmt: skip
    _write_board(given.out, LEADERBOARD, results, standards.leaderboard(results))
    if given.references:
        write_references(results)
    return DONE


def _refuse_beside_search(given: Namespace) -> None:
    for name in ("episodes", "opponents", "references"):
        if getattr(given, name):
            raise SettingError(f"--search has episodes and opponents of its own: no --{name}")


def _watch(title: str, episodes: int) -> Any:
    return bar(title, episodes, " episodes")


def _write_board(folder: Path, stem: str, results: Mapping[str, Any], table: str) -> None:
    print(table)
    write_json(folder / f"{stem}.json", results)
    (folder / f"{stem}.md").write_text(table + "\n", encoding="utf-8")


def _game(given: Namespace) -> tuple[Game, dict[str, Any]]:
    """What is played; what is missing should be told before it is."""
    _check_numbers(given)
    statistics()
    return registry.load(given.game), assignments(given.changes)


def _check_numbers(given: Namespace) -> None:
    for name in ("episodes", "processes"):
        if getattr(given, name) is not None and getattr(given, name) < 1:
            raise SettingError(f"--{name} is {getattr(given, name)}, but must be at least 1")


def _played(
    given: Namespace, game: Game, settings: Mapping[str, Any], seated: tuple[Players, ...]
) -> dict[Players, Evaluation]:
    plan = Plan(game, settings, seed_set(given.seeds, given.episodes), seated)
    file = None if given.out is None else given.out / EPISODES
    with bar(game.name, given.episodes * len(seated), " episodes") as shown:
        return play(plan, processes=given.processes, file=file, progress=shown.update)


def _about(given: Namespace, game: Game, settings: Mapping[str, Any]) -> dict[str, Any]:
    """The conditions of a result."""
    return {
        "game": game.name,
        "version": game.version,
        "settings": dict(settings),
        "seeds": given.seeds,
        "first_seed": seed_set(given.seeds, 1).start,
        "episodes": given.episodes,
    }


def comparison(found: Sequence[Mapping[str, Any]], shared: bool) -> str:
    """The figures for a terminal."""
    width = max(len("agent"), *(len(row["agent"]) for row in found))
    seats = 0 if shared else max(len(row["seat"] or "") for row in found) + 2
    lines = [
        f"{'agent':<{width}}{'seat' if seats else '':>{seats}}{'mean return':>12}"
        f"  {'95 % interval':^21}{'IQM':>9}{'won':>8}{'normalised':>12}{'decisions':>11}"
        f"{'episodes':>10}"
    ]
    for row in found:
        won = "" if row["win_rate"] is None else f"{row['win_rate']:.1%}"
        share = report.number(row["normalised"], 2)
        lines.append(
            f"{row['agent']:<{width}}{(row['seat'] or '') if seats else '':>{seats}}"
            f"{report.number(row['mean']):>12}  {report.span(row['low'], row['high']):^21}"
            f"{report.number(row['iqm']):>9}{won:>8}{share:>12}{row['length']:>11.1f}{row['episodes']:>10}"
        )
    return "\n".join(lines)


def _tell(written: Sequence[Path]) -> None:
    print(f"written to {', '.join(map(str, written))}")


def write_json(path: Path | None, values: Mapping[str, Any]) -> None:
    """Write results where they are wanted."""
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(values, indent=2) + "\n", encoding="utf-8")
        print(f"written to {path}")
