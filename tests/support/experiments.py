"""Experiments small enough to be run in a test, with SB3 and with Ray."""

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
ALONE = {
    "game": {"name": "luck", "settings": {"goal": 10, "max_rounds": 12}},
    "train": {
        "steps": 512, "envs": 4, "n_steps": 32, "batch_size": 64, "n_epochs": 2,
        "checkpoint_every": 256, "seed": 5,
    },
    "network": {"layers": [8]},
    "evaluate": {"episodes": 4, "opponents": ["random"]},
    "ray": {"workers": 0},
}  # fmt: skip
COMPETITIVE = ALONE | {"game": {"name": "secret_bids", "settings": {"players": 3}}}
# Workers know only the games of the package.
SHARED_OUT = ALONE | {"game": {"name": "coop_td"}, "ray": {"workers": 2}}


def experiment(folder, **changes):
    """An experiment for SB3; changes are those of [train]."""
    tables = {"output": str(folder), "train": TABLES["train"] | changes}
    return read_tables(TABLES | tables, "test")


def progress(run):
    """The rows that a run has logged."""
    with (run / "logs" / "progress.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def ray_experiment(folder, tables=ALONE, **changes):
    """An experiment for Ray; changes are given by table."""
    changed = {name: tables[name] | values for name, values in changes.items()}
    return read_tables(tables | changed | {"output": str(folder)}, "test")


def at_round(monkeypatch, number, happens):
    """Let something happen before a round of learning begins."""
    from cogarena.training.ray.run import Run

    original, rounds = Run.learn, []

    def learn(run):
        rounds.append(run)
        if len(rounds) == number:
            happens(run)
        return original(run)

    monkeypatch.setattr(Run, "learn", learn)
