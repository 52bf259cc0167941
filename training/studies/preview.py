"""What the preview of the hand is worth: the same experiments from scratch, with it and without.

    python -m cogarena.training.studies.preview --seeds 0 1

Each experiment is trained with every seed, and again by a network that does not see the preview.
Runs are kept in results/preview: those that were stopped are resumed, those that are complete only
read. The results of all of them are written to docs/preview.md and docs/preview.png.
"""

import csv
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cogarena.agents import checkpoint
from cogarena.envs.core import registry
from cogarena.envs.core.errors import needs
from cogarena.training.cli.parser import Parser
from cogarena.training.config import Config, read_config
from cogarena.training.evaluation.benchmark import provenance
from cogarena.training.evaluation.report import png
from cogarena.training.studies.study import one_line_errors, wilson

ROOT = Path(__file__).resolve().parents[2]
RUNS = ROOT / "results" / "preview"
EXPERIMENTS = ("moba_1v1", "race_2")  # of configs/
PREVIEW = ("preview", "program_end")  # the pieces of the observation
WITH, WITHOUT = "with", "without"
RANDOM, SCRIPTED = "random", "scripted"  # the opponents of the validation
COLORS = {WITH: "tab:blue", WITHOUT: "tab:orange"}


@dataclass(frozen=True)
class Run:
    """One training run and its validation: for each opponent the decisions and the games won."""

    experiment: str
    shown: str  # WITH or WITHOUT
    seed: int
    game: str  # with its version
    episodes: int  # of a validation
    won: dict[str, list[tuple[int, float]]]

    def last(self, opponent: str) -> str:
        """The share of games won at the end, with its interval."""
        share = self.won[opponent][-1][1]
        low, high = wilson(round(share * self.episodes), self.episodes)
        return f"{share:.1%} ({low:.1%} to {high:.1%})"

    def best(self, opponent: str) -> float:
        """The largest share of games won at any checkpoint."""
        return max(share for _, share in self.won[opponent])


def experiment(name: str, shown: str, seed: int, steps: int | None) -> Config:
    """The experiment of a run."""
    config = read_config(ROOT / "configs" / f"{name}.toml", [f"train.seed={seed}"])
    if steps is not None:
        config = replace(config, train=replace(config.train, steps=steps))
    if shown == WITHOUT:
        without = (*config.network.without, *PREVIEW)
        config = replace(config, network=replace(config.network, without=without))
    return replace(config, output=str(RUNS / f"{name}_{shown}_{seed}"))


def train(config: Config) -> None:
    """Train what is not trained yet."""
    sb3 = needs("cogarena.training.sb3", "train", "training")
    folder = Path(config.output)
    if not (folder / "last" / checkpoint.NOTE).is_file():
        sb3.start(config)
    elif checkpoint.read_note(folder / "last").steps < config.train.steps:
        sb3.resume(folder)


def result(name: str, shown: str, seed: int, config: Config) -> Run:
    """The result of a run that is complete."""
    note = checkpoint.read_note(Path(config.output) / "last")
    won = {opponent: shares(Path(config.output), opponent) for opponent in (RANDOM, SCRIPTED)}
    game = f"{registry.spec(note.game).title}, version {note.game_version}"
    return Run(name, shown, seed, game, config.evaluate.episodes, won)


def shares(folder: Path, opponent: str) -> list[tuple[int, float]]:
    """The share of validation games won against an opponent, by decisions."""
    column = f"validation_{opponent}/win_rate"
    with (folder / "logs" / "progress.csv").open(newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row.get(column)]
    return [(int(row["step"]), float(row[column])) for row in rows]


def page(runs: Sequence[Run]) -> str:
    """The page as Markdown."""
    versions = ", ".join(f"{name} {number}" for name, number in provenance()["versions"].items())
    lines = [
        "# What the preview is worth",
        "",
        f"Written by `python -m cogarena.training.studies.preview` with {versions}.",
        "",
        "Each row is one run from scratch: self-play with no advice and nothing imitated, by the "
        "config of that name. Half of them do not see the pieces "
        f"{' and '.join(f'`{name}`' for name in PREVIEW)} of the observation "
        "(`network.without`); all else is the same. No run is left out. A game counts as won "
        "if the other seat lost it.",
        "",
        "![curves](preview.png)",
    ]
    for name in dict.fromkeys(run.experiment for run in runs):
        lines += ["", *table([run for run in runs if run.experiment == name])]
    return "\n".join(lines) + "\n"


def table(runs: Sequence[Run]) -> list[str]:
    """The runs of one experiment."""
    first = runs[0]
    head = "preview | seed | decisions | won against random, at the end | at best"
    lines = [
        f"## `configs/{first.experiment}.toml`: {first.game}",
        "",
        f"Validation plays {first.episodes} games against each opponent; 95 % intervals.",
        "",
        f"| {head} | won against the script, at the end |",
        "|---|---|---|---|---|---|",
    ]
    for run in runs:
        cells = (
            run.shown, run.seed, f"{run.won[RANDOM][-1][0]:,}", run.last(RANDOM),
            f"{run.best(RANDOM):.1%}", run.last(SCRIPTED),
        )  # fmt: skip
        lines.append("| " + " | ".join(str(cell) for cell in cells) + " |")
    return lines


def chart(runs: Sequence[Run]) -> bytes:
    """The shares of games won against random play, by decisions."""
    names = list(dict.fromkeys(run.experiment for run in runs))
    figure = needs("matplotlib.figure", "eval", "a plot").Figure(figsize=(6 * len(names), 4))
    for axes, name in zip(figure.subplots(1, len(names), squeeze=False)[0], names, strict=True):
        for run in (run for run in runs if run.experiment == name):
            steps, won = zip(*run.won[RANDOM], strict=True)
            axes.plot(steps, won, COLORS[run.shown], marker="o", alpha=0.7)
        for shown, color in COLORS.items():
            axes.plot([], [], color, label=f"{shown} the preview")
        axes.set(title=name, xlabel="decisions", ylabel="games won against random", ylim=(0, 1))
        axes.legend()
    return png(figure)


def main(arguments: Iterable[str] | None = None) -> None:
    """The command line."""
    name = "python -m cogarena.training.studies.preview"
    parser = Parser(prog=name, description="With and without the preview, from scratch.")
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1], help="(%(default)s)")
    parser.add_argument("--experiments", nargs="+", default=EXPERIMENTS, choices=EXPERIMENTS)
    parser.add_argument("--steps", type=int, help="instead of those of the configs")
    given = parser.parse_args(None if arguments is None else list(arguments))
    with one_line_errors(parser):
        runs = []
        for seed in given.seeds:
            for one in given.experiments:
                for shown in (WITH, WITHOUT):
                    config = experiment(one, shown, seed, given.steps)
                    train(config)
                    runs.append(result(one, shown, seed, config))
        runs.sort(key=lambda run: (EXPERIMENTS.index(run.experiment), run.shown, run.seed))
        (ROOT / "docs" / "preview.md").write_text(page(runs), encoding="utf-8")
        (ROOT / "docs" / "preview.png").write_bytes(chart(runs))


if __name__ == "__main__":
    main(sys.argv[1:])
