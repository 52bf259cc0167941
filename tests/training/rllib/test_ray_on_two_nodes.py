import os
import signal

import pytest

from support.experiments import SHARED_OUT, at_round, progress, ray_experiment

pytest.importorskip("ray", reason="Ray has an environment of its own: make ray-test")

from cogarena.agents import checkpoint
from cogarena.agents.registry import find
from cogarena.envs.core import registry
from cogarena.training.evaluation.evaluate import evaluate, published_seeds
from cogarena.training.ray import run as engine

pytestmark = pytest.mark.slow


def processes(run):
    """Of the workers, by a lambda: Ray takes it along to where this file is not known."""
    return run.algorithm.env_runner_group.foreach_env_runner(
        lambda worker: os.getpid(), local_env_runner=False
    )


def workers(run):
    """How many played, round by round."""
    return [float(row["ray/workers"]) for row in progress(run)]


def win_rate(folder, seeds):
    game = registry.load("coop_td")
    return evaluate(game, {}, find(str(folder), game), seeds).won[:, 0].mean()


def test_a_killed_worker_is_replaced_and_the_run_goes_on(cluster, tmp_path, monkeypatch):
    killed = []

    def kill(run):
        killed.append(processes(run)[0])
        os.kill(killed[0], signal.SIGKILL)

    at_round(monkeypatch, 3, kill)
    wanted = ray_experiment(tmp_path / "run", SHARED_OUT, train={"steps": 12_000, "n_steps": 64})
    outcome = engine.start(wanted, cluster.address)
    assert killed
    assert outcome.finished
    told = workers(tmp_path / "run")
    assert told[:2] == [2, 2]
    assert min(told) < 2
    assert told[-1] == 2
    assert checkpoint.read(tmp_path / "run" / "last").note.steps == outcome.steps
    assert 0 <= win_rate(tmp_path / "run", published_seeds(8)) <= 1


def test_a_lost_node_does_not_end_the_run(cluster, tmp_path, monkeypatch):
    third = cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    at_round(monkeypatch, 3, lambda run: cluster.remove_node(third, allow_graceful=False))
    wanted = ray_experiment(
        tmp_path / "run", SHARED_OUT, train={"steps": 3000, "envs": 6}, ray={"workers": 3}
    )
    assert engine.start(wanted, cluster.address).finished
    told = workers(tmp_path / "run")
    assert told[:2] == [3, 3]
    assert told[-1] == 2


def test_a_short_run_learns_to_win(cluster, tmp_path):
    learning = {"envs": 32, "n_steps": 128, "batch_size": 512, "n_epochs": 4}
    wanted = ray_experiment(
        tmp_path / "run", SHARED_OUT, network={"layers": [64, 64]}, evaluate={"episodes": 64},
        train=learning | {"steps": 60_000, "checkpoint_every": 4000, "learning_rate": 1e-3},
    )  # fmt: skip
    engine.start(wanted, cluster.address)
    first = sorted((tmp_path / "run" / "checkpoints").iterdir())[0]
    before, after = (win_rate(folder, published_seeds(200)) for folder in (first, tmp_path / "run"))
    assert after > before + 0.3
