"""The learning curve of a run: its validation episodes over the decisions it learned from."""

import csv
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cogarena.envs.core.errors import needs
from cogarena.envs.core.game import Game
from cogarena.training.judging.report import png
from cogarena.training.judging.standard import reference

PLOT = "curve.png"
MEAN = "/mean"
Points = list[tuple[float, float, float, float]]  # decisions, mean, low and high


def draw_curve(
    folder: Path, game: Game, settings: Mapping[str, Any], opponents: str | None
) -> None:
    """Plot what the log of a run tells up to now into its folder.

    Beside it stand the reference scores, where the run is judged under standard conditions.
    """
    curves = read_curves(folder / "logs" / "progress.csv")
    figure = needs("matplotlib.figure", "eval", "a plot").Figure(figsize=(7, 4))
    axes = figure.subplots()
    for name, points in curves.items():
        steps, mean, low, high = zip(*points, strict=True)
        axes.plot(steps, mean, marker="o", label=name)
        axes.fill_between(steps, low, high, alpha=0.2)
    known = reference(game, settings, opponents) or {}
    for name in ("random", "scripted"):
        if name in known:
            axes.axhline(known[name], linestyle="--", color="gray")
            place = (0.99, known[name])
            axes.annotate(name, place, xycoords=("axes fraction", "data"), ha="right", va="bottom")
    axes.set(title=f"{folder.name}: validation, 95 % interval")
    axes.set(xlabel="decisions", ylabel="mean return")
    axes.legend()
    (folder / PLOT).write_bytes(png(figure))


def read_curves(log: Path) -> dict[str, Points]:
    """The validation means in a log with their intervals, by whom they were played against."""
    with log.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    columns = [name for name in rows[0] if name.startswith("validation") and name.endswith(MEAN)]
    return {_label(name): _points(rows, name.removesuffix(MEAN)) for name in columns}


def _label(column: str) -> str:
    against = column.removesuffix(MEAN).removeprefix("validation").lstrip("_")
    return f"policy against {against}" if against else "policy"


def _points(rows: list[dict[str, str]], group: str) -> Points:
    """Where so few episodes were played that there is no interval, it is the mean alone."""
    points = []
    for row in rows:
        mean = row.get(f"{group}/mean")
        if mean:
            low, high = (float(row.get(f"{group}/{end}") or mean) for end in ("low", "high"))
            points.append((float(row["step"]), float(mean), low, high))
    return points
