"""The comparison with peers as a table, a page and a plot."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from cogarena.envs.core.errors import needs
from cogarena.training.bench.peers import OURS
from cogarena.training.evaluation.report import (
    COLOUR,
    LIGHT,
    MISSING,
    Cells,
    markdown,
    png,
    write_files,
)

STEM = "peers"
OTHERS = "#444444"
MARKS = {True: "o", False: "d"}  # of vector forms and of single environments
Results = Sequence[Mapping[str, Any]]


def table(result: Mapping[str, Any]) -> str:
    """All figures as Markdown, and why others are missing."""
    lines = [markdown(cells(result["results"]))]
    lines += [f"not measured: {name}: {why}" for name, why in result["failed"].items()]
    return "\n".join(lines)


def cells(results: Results) -> Cells:
    """A line for each game and form."""
    heads = ("suite", "game", "form", "decisions per second", "quartiles", "÷ Taxi")
    return [heads, *(_line(row) for row in results)]


def _line(row: Mapping[str, Any]) -> list[str]:
    ratio = MISSING if row["ratio"] is None else _ratio(row["ratio"])
    quartiles = f"{row['low']:,.0f} … {row['high']:,.0f}"
    return [row["suite"], row["game"], row["form"], f"{row['median']:,.0f}", quartiles, ratio]


def _ratio(value: float) -> str:
    """Two decimals, or two digits where that is more."""
    return f"{value:.2f}" if value >= 1 else f"{value:.2g}"


def write(folder: Path, result: Mapping[str, Any]) -> list[Path]:
    """Write figures, page and plot."""
    return write_files(
        folder, STEM, result, {".md": page(result), ".png": chart(result["results"])}
    )


def page(result: Mapping[str, Any]) -> str:
    """The page as Markdown."""
    versions = ", ".join(f"{name} {number}" for name, number in result["versions"].items())
    games = ", ".join(_game(name, told) for name, told in result["games"].items())
    lines = [
        "# Cogarena beside its peers",
        "",
        f"Written by `cogarena bench --peers` on {result['cpus']} cores and no GPU, with Python "
        f"{result['python']}, {versions}. Our games: {games}.",
        "",
        "Decisions of agents per second with a random policy, whose time counts, in games that go "
        f"on from turn to turn: all took turns of {result['seconds']} s in one run, "
        f"{result['repeats']} each. Compare within the table only: other machines and other hours "
        "give other figures. The spread is from the first to the third quartile, the ratio the "
        "median of the ratios to Taxi's speed in the same round. A game without a vector form runs "
        "in a process for each core as well, which is the most that a vector of processes can "
        "reach. OpenSpiel's states are measured with and without the tensor that an agent "
        "observes; all others observe every decision.",
        "",
        f"![decisions per second]({STEM}.png)",
        "",
        markdown(cells(result["results"])),
        "",
        "## Versions",
        "",
        *(f"- {title}: {', '.join(needed[:1])}" for title, needed in result["peers"].items()),
    ]
    missing = {**result["failed"], **result["left_out"]}
    if missing:
        lines += ["", "## Not measured", "", *(f"- {name}: {why}" for name, why in missing.items())]
    return "\n".join(lines) + "\n"


def _game(name: str, told: Mapping[str, Any]) -> str:
    """A game with its version, and its settings unless they are the defaults."""
    settings = ", ".join(f"{key}={value!r}" for key, value in told["settings"].items())
    return f"{name} version {told['version']}" + (f" ({settings})" if settings else "")


def best(results: Results) -> list[tuple[str, Results]]:
    """By game, the fastest single environment and the fastest vector form, where there are any."""
    fastest: dict[tuple[str, str], dict[bool, Mapping[str, Any]]] = {}
    for row in results:
        forms = fastest.setdefault((row["suite"], row["game"]), {})
        if row["vector"] not in forms or row["median"] > forms[row["vector"]]["median"]:
            forms[row["vector"]] = row
    return [(f"{suite}: {game}", list(forms.values())) for (suite, game), forms in fastest.items()]


def chart(results: Results) -> bytes:
    """The speeds of all games on a logarithmic scale, the fastest vector form on top."""
    games = sorted(best(results), key=lambda game: max(row["median"] for row in game[1]))
    plots = needs("matplotlib.figure", "eval", "a plot")
    figure = plots.Figure(figsize=(8, 0.25 * len(games) + 1.6), layout="constrained")
    axes = figure.subplots()
    for place, (_, rows) in enumerate(games):
        for row in rows:
            reach = [[row["median"] - row["low"]], [row["high"] - row["median"]]]
            axes.errorbar(
                row["median"], place, xerr=reach, fmt=MARKS[row["vector"]], capsize=2,
                color=COLOUR if row["suite"] == OURS else OTHERS,
            )  # fmt: skip
    axes.set_xscale("log")
    axes.set_yticks(range(len(games)), [name for name, _ in games])
    axes.set_ylim(-0.6, len(games) - 0.4)
    axes.grid(axis="x", color=LIGHT)
    axes.set_xlabel("decisions per second, random policy")
    for vector, mark in MARKS.items():
        axes.plot([], [], mark, color=OTHERS, label="best vector form" if vector else "single")
    axes.legend(loc="lower right")
    return png(figure)
