"""An experiment small enough to be run in a test."""

import csv

from cogarena.training.config import read_tables

ROLLOUT = 4 * 16  # steps of one update
STEPS = 4 * ROLLOUT
TABLES = {
    "game": {"name": "luck", "settings": {"goal": 10, "max_rounds": 12}},
    "train": {
        "steps": STEPS, "envs": 4, "n_steps": 16, "batch_size": 32, "n_epochs": 2,
        "checkpoint_every": 2 * ROLLOUT, "seed": 5,
    },
    "network": {"layers": [8]},
    "evaluate": {"episodes": 4},
}  # fmt: skip


def experiment(folder, **changes):
    tables = {"output": str(folder), "train": TABLES["train"] | changes}
    return read_tables(TABLES | tables, "test")


def progress(run):
    """The rows that a run has logged."""
    with (run / "logs" / "progress.csv").open(newline="") as file:
        return list(csv.DictReader(file))
