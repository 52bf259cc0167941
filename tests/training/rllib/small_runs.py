"""Experiments small enough to be run in a test; nobody but the learner plays in most of them."""

from cogarena.training.config import read_tables

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
# Workers know the games of the package alone.
SHARED_OUT = ALONE | {"game": {"name": "coop_td"}, "ray": {"workers": 2}}


def experiment(folder, tables=ALONE, **changes):
    """The experiment of some tables, with changes by table."""
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
