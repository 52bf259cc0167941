"""The standard protocol over all games: what the README's leaderboard is made by."""

import platform
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

from cogarena.envs.core import registry
from cogarena.envs.core.errors import UnknownNameError
from cogarena.training.evaluate import Evaluation, published_seeds
from cogarena.training.judging.episodes import Plan, play
from cogarena.training.judging.lineups import Players
from cogarena.training.judging.report import number, span
from cogarena.training.judging.scores import judge
from cogarena.training.judging.standard import STANDARDS, Standard

PACKAGES = ("cogarena", "numpy", "numba")
Named = TypeVar("Named")
Watch = Callable[[str, int], Any]  # title, episodes → a progress bar to be used in a `with`


def chosen(titles: Sequence[str] | None, opponents: str | None = None) -> list[Standard]:
    """The standards of these titles, or all; those of rivals against others than usual if wanted.

    Where nobody plays against another there are no opponents to choose.
    """
    found = named(titles, {each.title: each for each in STANDARDS})
    if opponents is None:
        return found
    return [replace(each, opponents=opponents) for each in found if each.opponents is not None]


def named(titles: Sequence[str] | None, known: Mapping[str, Named]) -> list[Named]:
    """What is known by these titles, or all of it."""
    for title in titles or ():
        if title not in known:
            raise UnknownNameError("standard", title, tuple(known))
    return [known[title] for title in titles or known]


def made_with() -> dict[str, Any]:
    """What results depend on beside the code."""
    return {
        "python": platform.python_version(),
        "versions": {package: version(package) for package in PACKAGES},
    }


def run(
    standards: Sequence[Standard],
    names: Sequence[str],
    episodes: int,
    *,
    folder: Path,
    processes: int,
    watch: Watch,
) -> dict[str, Any]:
    """Play all of it; results by title, with what is needed to get them again."""
    results = {}
    for each in standards:
        seats = len(registry.load(each.game).sides_of(each.settings))
        results[each.title] = judge_standard(
            each, names, max(1, episodes // seats),
            file=folder / f"{each.title}.jsonl", processes=processes, watch=watch,
        )  # fmt: skip
    return {"agents": list(names), **made_with(), "standards": results}


def judge_standard(
    each: Standard, names: Sequence[str], episodes: int, *,
    file: Path, processes: int, watch: Watch,
) -> dict[str, Any]:  # fmt: skip
    """One standard: every player in every seat, as many episodes in each."""
    game = registry.load(each.game)

    def play_all(tables: tuple[Players, ...]) -> dict[Players, Evaluation]:
        plan = Plan(game, each.settings, published_seeds(episodes), tables)
        with watch(each.title, episodes * len(tables)) as shown:
            return play(plan, processes=processes, file=file, progress=shown.update)

    return {
        "game": game.name,
        "version": game.version,
        "settings": dict(each.settings),
        "opponents": each.opponents,
        "rows": judge(game, each.settings, names, each.opponents, play_all),
    }


def leaderboard(results: Mapping[str, Any]) -> str:
    """The results as a Markdown table, a line for each game and player."""
    lines = [
        "| game | agent | mean return (95 % interval) | IQM | won | normalised | episodes |",
        "|---|---|---|---|---|---|---|",
    ]
    for title, result in results["standards"].items():
        lines += [f"| {title} | {_cells(row)} |" for row in result["rows"]]
    return "\n".join(lines)


def _cells(row: Mapping[str, Any]) -> str:
    """The cells of a row, from the agent on."""
    won = "" if row["win_rate"] is None else f"{row['win_rate']:.1%}"
    spread = "" if row["low"] is None else f" ({span(row['low'], row['high'])})"
    cells = (
        row["agent"], number(row["mean"]) + spread, number(row["iqm"]), won,
        number(row["normalised"], 2),
        f"{row['episodes']:,}",
    )  # fmt: skip
    return " | ".join(cells)
