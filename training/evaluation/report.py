"""Results as files: JSON, Markdown, plots and self-contained HTML pages."""

import base64
import html
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from cogarena.envs.core.errors import needs
from cogarena.envs.core.results import TALLIES

MISSING = "–"
Rows = Sequence[Mapping[str, Any]]
Cells = Sequence[Sequence[str]]  # a table as text; the first row has the heads
# Marks differ in position and label as well: nothing depends on the colour.
COLOUR, LIGHT = "#0072B2", "#E5E5E5"


def write_evaluation(folder: Path, about: Mapping[str, Any], rows: Rows) -> list[Path]:
    """The files of `cogarena eval`."""
    title = f"{about['game']}, version {about['version']}"
    tables = "\n\n".join(map(markdown, filter(None, [evaluation_table(rows), told_table(rows)])))
    return write_files(folder, "evaluation", {**about, "results": list(rows)}, {
        ".md": f"# {title}\n\n{conditions(about)}\n\n{tables}\n",
        ".png": returns_plot(title, rows),
    })  # fmt: skip


def write_tournament(
    folder: Path, about: Mapping[str, Any], rated: Rows, cross: Rows
) -> list[Path]:
    """The files of `cogarena tournament`."""
    title = f"Tournament of {about['game']}, version {about['version']}"
    names = [row["agent"] for row in rated]
    figure = tournament_plot(title, rated, cross)
    ranking, points = ratings_table(rated), cross_table(names, cross)
    text = (
        f"# {title}\n\n{conditions(about)}\n\n## Ratings\n\n{markdown(ranking)}\n\n"
        f"## Points of the row against the column\n\n{markdown(points)}\n"
    )
    page = _page(title, conditions(about), figure, [ranking, points])
    results = {**about, "ratings": list(rated), "cross_play": list(cross)}
    return write_files(folder, "tournament", results, {".md": text, ".png": figure, ".html": page})


def write_files(
    folder: Path, stem: str, results: Mapping[str, Any], texts: Mapping[str, str | bytes]
) -> list[Path]:
    """Write results as JSON, and texts and pictures by their suffix."""
    folder.mkdir(parents=True, exist_ok=True)
    contents = {".json": json.dumps(results, indent=2) + "\n", **texts}
    for suffix, content in contents.items():
        raw = content.encode() if isinstance(content, str) else content
        (folder / f"{stem}{suffix}").write_bytes(raw)
    return [folder / f"{stem}{suffix}" for suffix in contents]


def conditions(about: Mapping[str, Any]) -> str:
    """The conditions of the results, in a sentence."""
    settings = ", ".join(f"{key}={value!r}" for key, value in about["settings"].items())
    opponents = f", against {about['opponents']}" if about.get("opponents") else ""
    last = about["first_seed"] + about["episodes"] - 1
    return (
        f"Settings: {settings or 'the defaults'}{opponents}. "
        f"Seeds {about['first_seed']} to {last} ({about['seeds']}), in every seat."
    )


def evaluation_table(rows: Rows) -> Cells:
    """The table of an evaluation."""
    heads = (
        "agent", "seat", "mean return", "95 % interval", "IQM", "95 % interval", "won",
        "normalised", "decisions", "episodes",
    )  # fmt: skip
    return [heads, *(_evaluation_cells(row) for row in rows)]


def _evaluation_cells(row: Mapping[str, Any]) -> list[str]:
    return [
        row["agent"], row["seat"] or "all", number(row["mean"]), span(row["low"], row["high"]),
        number(row["iqm"]), span(row["iqm_low"], row["iqm_high"]),
        MISSING if row["win_rate"] is None else f"{row['win_rate']:.1%}",
        number(row["normalised"]), f"{row['length']:.1f}", str(row["episodes"]),
    ]  # fmt: skip


def told_table(rows: Rows) -> Cells:
    """How episodes ended and what each seat tallied on average; empty if the game does not say."""
    endings = dict.fromkeys(name for row in rows for name in row["endings"])
    tallies = [name for name in rows[0]["measures"] if name.startswith(f"{TALLIES}.")]
    if not endings and not tallies:
        return []
    heads = ["", *(row["agent"] + (f", {row['seat']}" if row["seat"] else "") for row in rows)]
    return [
        heads,
        *([f"ended: {name}", *(f"{row['endings'].get(name, 0):.1%}" for row in rows)]
          for name in endings),
        *([name.removeprefix(f"{TALLIES}."), *(number(row["measures"][name], 2) for row in rows)]
          for name in tallies),
    ]  # fmt: skip


def ratings_table(rated: Rows) -> Cells:
    """The table of ratings."""
    cells = [
        [row["agent"], f"{row['rating']:.2f}", f"{row['low']:.2f} … {row['high']:.2f}"]
        for row in rated
    ]
    return [("agent", "rating", "95 % interval"), *cells]


def cross_table(names: Sequence[str], cross: Rows) -> Cells:
    """The share of points that the agent of the row took from the agent of the column."""
    points = {(row["agent"], row["against"]): row for row in cross}
    cells = [[name, *(_share(points.get((name, other))) for other in names)] for name in names]
    return [("points of", *names), *cells]


def _share(row: Mapping[str, Any] | None) -> str:
    if row is None:
        return MISSING
    bounds = "" if row["low"] is None else f" ({row['low']:.0%} … {row['high']:.0%})"
    return f"{row['points']:.1%}{bounds}"


def markdown(table: Cells) -> str:
    """A table as Markdown."""
    heads, *rows = table
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', '/') for cell in line)} |" for line in lines)


def number(value: float | None, digits: int = 3) -> str:
    """A number for a table; never −0.000."""
    return MISSING if value is None else f"{round(value, digits) + 0.0:.{digits}f}"


def span(low: float | None, high: float | None) -> str:
    """An interval for a table."""
    return MISSING if low is None else f"{number(low)} … {number(high)}"


def returns_plot(title: str, rows: Rows) -> bytes:
    """Mean returns with their intervals, as PNG."""
    figure, axes = _figure(1, 0.4 * len(rows) + 1.4)
    names = [row["agent"] + (f", {row['seat']}" if row["seat"] else "") for row in rows]
    means = [row["mean"] for row in rows]
    ends = [(_or(row["low"], row["mean"]), _or(row["high"], row["mean"])) for row in rows]
    _bars(axes[0], names, means, ends)
    axes[0].set_xlabel("mean return")
    figure.suptitle(title)
    return png(figure)


def tournament_plot(title: str, rated: Rows, cross: Rows) -> bytes:
    """Ratings and the share of points of every pair, as PNG."""
    figure, (left, right) = _figure(2, 0.5 * len(rated) + 2)
    names = [row["agent"] for row in rated]
    _bars(
        left, names, [row["rating"] for row in rated], [(row["low"], row["high"]) for row in rated]
    )
    left.set_xlabel("rating")
    grid = np.full((len(names), len(names)), np.nan)
    for row in cross:
        grid[names.index(row["agent"]), names.index(row["against"])] = row["points"]
    right.imshow(grid, cmap="cividis", vmin=0, vmax=1)
    right.set_xticks(range(len(names)), names, rotation=30, ha="right")
    right.set_yticks(range(len(names)), names)
    for (y, x), share in np.ndenumerate(grid):
        if not np.isnan(share):
            ink = "black" if share > 0.5 else "white"
            right.text(x, y, f"{share:.0%}", ha="center", va="center", color=ink)
    right.set_title("points of the row against the column")
    figure.suptitle(title)
    return png(figure)


def _bars(
    axes: Any, names: Sequence[str], means: Sequence[float], ends: Sequence[tuple[float, float]]
) -> None:
    """Means with their intervals, the first on top."""
    places = np.arange(len(names))[::-1]
    reach = [[mean - low, high - mean] for mean, (low, high) in zip(means, ends, strict=True)]
    axes.errorbar(means, places, xerr=np.array(reach).T, fmt="o", color=COLOUR, capsize=4)
    axes.set_yticks(places, names)
    axes.set_ylim(-0.6, len(names) - 0.4)
    axes.grid(axis="x", color=LIGHT)


def _or(value: float | None, default: float) -> float:
    return default if value is None else value


def _figure(columns: int, height: float) -> Any:
    plots = needs("matplotlib.figure", "eval", "a plot")
    figure = plots.Figure(figsize=(6.4 * columns, max(height, 2.4)), layout="constrained")
    return figure, figure.subplots(1, columns, squeeze=False)[0]


def png(figure: Any) -> bytes:
    """A plot as PNG; equal plots give equal bytes."""
    stream = io.BytesIO()
    figure.savefig(stream, format="png", dpi=110, metadata={"Software": None})
    return stream.getvalue()


PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto }}
table {{ border-collapse: collapse; margin: 1rem 0; display: block; overflow-x: auto }}
td, th {{ border: 1px solid #999; padding: .3rem .6rem; text-align: left }}
img {{ max-width: 100%; background: #fff }}
@media (prefers-color-scheme: dark) {{ body {{ background: #111; color: #eee }} }}
</style>
<h1>{title}</h1><p>{conditions}</p><img alt="a plot of the tables below" src="{picture}">
{tables}</html>
"""


def _page(title: str, text: str, figure: bytes, tables: Sequence[Cells]) -> str:
    """The report as one HTML file; the names of agents come from outside and are escaped."""
    return PAGE.format(
        title=html.escape(title),
        conditions=html.escape(text),
        picture="data:image/png;base64," + base64.b64encode(figure).decode(),
        tables="\n".join(_html_table(table) for table in tables),
    )


def _html_table(table: Cells) -> str:
    heads, *rows = table
    lines = [_html_line(heads, "th"), *(_html_line(cells, "td") for cells in rows)]
    return f"<table>{''.join(lines)}</table>"


def _html_line(cells: Sequence[str], tag: str) -> str:
    return f"<tr>{''.join(f'<{tag}>{html.escape(cell)}</{tag}>' for cell in cells)}</tr>"
