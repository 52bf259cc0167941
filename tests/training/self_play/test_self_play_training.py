import json
import shutil

import numpy as np
import pytest

from cogarena.agents import checkpoint
from cogarena.agents.registry import find
from cogarena.envs.core import registry
from cogarena.envs.core.errors import FileError
from cogarena.training import sb3
from cogarena.training.config import read_tables
from cogarena.training.evaluation.evaluate import evaluate
from support.experiments import progress

ROLLOUT = 4 * 32
TABLES = {
    "game": {"name": "secret_bids"},
    "train": {
        "steps": 4 * ROLLOUT, "envs": 4, "n_steps": 32, "batch_size": 64, "n_epochs": 2,
        "checkpoint_every": 2 * ROLLOUT, "seed": 3,
    },
    "network": {"kind": "flat", "layers": [8]},
    "self_play": {
        "self_share": 0.5, "past_share": 0.5, "scripted_share": 0.0, "pool": 2,
        "snapshot_every": ROLLOUT, "rating_episodes": 2,
    },
    "evaluate": {"episodes": 4, "opponents": ["random"]},
}  # fmt: skip


def experiment(folder, **changes):
    return read_tables(TABLES | {"output": str(folder), "train": TABLES["train"] | changes}, "test")


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    folder = tmp_path_factory.mktemp("self_play") / "run"
    sb3.start(experiment(folder))
    return folder


def tensors(run):
    found = checkpoint.read(run / "last")
    return {**found.policy, **found.optimizer, **found.session}


def test_a_resumed_run_ends_with_the_very_numbers_of_one_that_never_stopped(whole, tmp_path):
    run = tmp_path / "run"
    sb3.start(experiment(run, steps=2 * ROLLOUT))
    sb3.resume(run, [f"train.steps={4 * ROLLOUT}"])
    one, other = tensors(whole), tensors(run)
    assert one.keys() == other.keys()
    assert all(np.array_equal(one[name], other[name], equal_nan=True) for name in one)
    assert (run / "ratings.jsonl").read_text() == (whole / "ratings.jsonl").read_text()


def test_a_run_goes_on_from_an_earlier_checkpoint_as_if_nothing_had_come_after(whole, tmp_path):
    run = tmp_path / "run"
    shutil.copytree(whole, run, symlinks=True)
    checkpoint.point(run / "last", run / "checkpoints" / f"step_{2 * ROLLOUT:010d}")
    sb3.resume(run)
    one, other = tensors(whole), tensors(run)
    assert all(np.array_equal(one[name], other[name], equal_nan=True) for name in one)
    assert (run / "ratings.jsonl").read_text() == (whole / "ratings.jsonl").read_text()


def test_snapshots_and_ratings_are_logged(whole):
    last = progress(whole)[-1]
    assert last["self_play/snapshots"] == "2"
    assert 0 <= float(last["self_play/points_against_past"]) <= 1
    assert float(last["rating/policy_low"]) < float(last["rating/policy"])
    assert float(last["rating/policy"]) < float(last["rating/policy_high"])
    assert last["rating/random"]


def test_the_policy_meets_fixed_players_and_its_past(whole):
    met = [json.loads(line) for line in (whole / "ratings.jsonl").read_text().splitlines()]
    latest = [each["second"] for each in met if each["steps"] == 4 * ROLLOUT]
    assert latest[0] == "random"
    assert all(name.startswith("step ") for name in latest[1:])
    assert (whole / "ratings.png").read_bytes().startswith(b"\x89PNG")


def test_the_trained_policy_plays(whole):
    game = registry.load("secret_bids")
    player = find(str(whole), game)
    result = evaluate(game, {}, [player, find("random", game), find("random", game)], range(4))
    assert result.lengths.tolist() == [15] * 4


def test_damaged_ratings_are_refused(whole, tmp_path):
    run = tmp_path / "run"
    shutil.copytree(whole, run, symlinks=True)
    (run / "ratings.jsonl").write_text('{"steps": 1}\n')
    with pytest.raises(FileError, match=r"ratings\.jsonl: is not a log of ratings"):
        sb3.resume(run, [f"train.steps={6 * ROLLOUT}"])


def test_the_policy_learns_to_beat_random_play(tmp_path):
    settings = {"players": 2, "cards": 4}
    learning = {
        "steps": 12 * 1024, "envs": 32, "batch_size": 256, "n_epochs": 4, "gamma": 1.0,
        "learning_rate": 3e-3, "checkpoint_every": 10**6,
    }  # fmt: skip
    changed = {
        "game": {"name": "secret_bids", "settings": settings},
        "train": TABLES["train"] | learning,
        "network": {"kind": "flat", "layers": [16]},
        "output": str(tmp_path / "run"),
    }
    sb3.start(read_tables(TABLES | changed, "test"))
    game = registry.load("secret_bids")
    players = [find(str(tmp_path / "run"), game), find("random", game)]
    returns = evaluate(game, settings, players, range(1000)).returns[:, 0]
    assert returns.mean() > 5 * returns.std() / np.sqrt(1000)
