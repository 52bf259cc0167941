import os
import signal
import subprocess
import sys

import numpy as np
import pytest

from cogarena.agents import checkpoint
from cogarena.agents.checkpoint import CheckpointError
from cogarena.training import sb3
from cogarena.training.sb3 import RunCallback
from support.experiments import ROLLOUT, STEPS, experiment, progress


def stop_at(monkeypatch, steps):
    """Press Ctrl-C when the training has done so many steps."""
    original = RunCallback._on_step

    def on_step(callback):
        if callback.model.num_timesteps == steps:
            os.kill(os.getpid(), signal.SIGINT)
        return original(callback)

    monkeypatch.setattr(RunCallback, "_on_step", on_step)


def assert_same_end(run, other):
    """Weights, the optimiser's memory, the episodes and the logs agree to the last bit."""
    first, second = (checkpoint.read(folder / "last") for folder in (run, other))
    for part in ("policy", "optimizer", "session"):
        ours, theirs = getattr(first, part), getattr(second, part)
        assert ours.keys() == theirs.keys()
        for name, array in ours.items():
            assert array.tobytes() == theirs[name].tobytes(), name
    assert (first.note.score, first.note.updates) == (second.note.score, second.note.updates)
    assert (run / "best").readlink() == (other / "best").readlink()
    assert timeless(progress(run)) == timeless(progress(other))


def timeless(rows):
    return [{key: row[key] for key in sorted(row) if not key.startswith("time/")} for row in rows]


KILLED = """
import os, signal, sys
sys.path.insert(0, {tests!r})
import conftest
from support.experiments import experiment
from cogarena.agents import checkpoint
from cogarena.training import sb3
from cogarena.training.sb3 import RunCallback

def die():
    os.kill(os.getpid(), signal.SIGKILL)

{trap}
sb3.start(experiment({folder!r}))
"""
IN_A_ROLLOUT = """
on_step = RunCallback._on_step
def killed(callback):
    return die() if callback.model.num_timesteps == {steps} else on_step(callback)
RunCallback._on_step = killed
"""
WHILE_SAVING = """
written = checkpoint._write_through
def killed(path, data):
    if path.name == {name!r} and "second" in os.environ:
        die()
    written(path, data)
    if path.name == checkpoint.NOTE:
        os.environ["second"] = "1"
checkpoint._write_through = killed
"""
BETWEEN_THE_LINKS = """
point = checkpoint.point
def killed(link, folder):
    if link.name == "last" and link.exists():
        die()
    point(link, folder)
checkpoint.point = killed
"""
TRAPS = {
    "in the rollout after a checkpoint": IN_A_ROLLOUT.format(steps=2 * ROLLOUT + 8),
    "at the end of a later rollout": IN_A_ROLLOUT.format(steps=STEPS),
    "while saving weights": WHILE_SAVING.format(name=checkpoint.OPTIMIZER),
    "while saving the note": WHILE_SAVING.format(name=checkpoint.NOTE),
    "between the links": BETWEEN_THE_LINKS,
}


@pytest.mark.slow
@pytest.mark.parametrize("trap", TRAPS)
def test_a_run_killed_and_resumed_ends_as_one_never_stopped(trap, run, tmp_path, request):
    tests, folder = request.path.parent.parent, tmp_path / "killed"
    script = KILLED.format(tests=str(tests), folder=str(folder), trap=TRAPS[trap])
    done = subprocess.run([sys.executable, "-c", script], check=False, capture_output=True)
    assert done.returncode == -signal.SIGKILL, done.stderr.decode()
    assert checkpoint.read(folder / "last").note.steps == 2 * ROLLOUT
    assert sb3.resume(folder).steps == STEPS
    assert_same_end(run, folder)
    assert not list(folder.glob("**/.unfinished-*"))


@pytest.mark.parametrize("steps", [ROLLOUT + 8, 2 * ROLLOUT, 3 * ROLLOUT + 4])
def test_a_run_stopped_by_ctrl_c_and_resumed_ends_as_one_never_stopped(
    steps, tmp_path, run, monkeypatch
):
    stop_at(monkeypatch, steps)
    stopped = sb3.start(experiment(tmp_path / "stopped"))
    assert stopped.steps == (steps - 4) // ROLLOUT * ROLLOUT
    assert (stopped.finished, stopped.saved) == (False, True)
    monkeypatch.undo()
    assert sb3.resume(tmp_path / "stopped").finished
    assert_same_end(run, tmp_path / "stopped")


def test_a_run_resumed_for_more_steps_ends_as_one_that_wanted_them_from_the_start(run, tmp_path):
    sb3.resume(run, [f"train.steps={6 * ROLLOUT}"])
    sb3.start(experiment(tmp_path / "long", steps=6 * ROLLOUT))
    assert_same_end(run, tmp_path / "long")


def test_a_checkpoint_of_ctrl_c_is_not_validated(tmp_path, monkeypatch):
    stop_at(monkeypatch, ROLLOUT + 8)
    sb3.start(experiment(tmp_path / "run"))
    assert checkpoint.read(tmp_path / "run" / "last").note.score is None


def test_ctrl_c_before_anything_is_learned_saves_nothing(tmp_path, monkeypatch):
    stop_at(monkeypatch, 8)
    outcome = sb3.start(experiment(tmp_path / "run"))
    assert (outcome.steps, outcome.saved) == (0, False)
    assert not (tmp_path / "run" / "last").exists()


def test_checkpoints_come_at_the_same_steps_however_often_a_run_is_stopped(tmp_path, monkeypatch):
    stop_at(monkeypatch, ROLLOUT + 8)
    sb3.start(experiment(tmp_path / "run"))
    monkeypatch.undo()
    sb3.resume(tmp_path / "run")
    names = sorted(path.name for path in (tmp_path / "run" / "checkpoints").iterdir())
    assert names == [f"step_{steps:010d}" for steps in (ROLLOUT, 2 * ROLLOUT, STEPS)]


@pytest.mark.parametrize("name", ["observations", "chance.torch", "env.records", "env.seeds"])
def test_a_session_that_lacks_something_is_not_resumed(run, name):
    folder = (run / "last").resolve()
    found = checkpoint.read(folder)
    session = {key: array for key, array in found.session.items() if key != name}
    checkpoint.write(folder, found.note, found.policy, found.optimizer, session)
    with pytest.raises(CheckpointError, match="cannot resume this run: its session is damaged"):
        sb3.resume(run)


def test_a_session_of_other_episodes_is_not_resumed(run):
    folder = (run / "last").resolve()
    found = checkpoint.read(folder)
    session = dict(found.session) | {"env.records": np.zeros((4, 3), np.uint8)}
    checkpoint.write(folder, found.note, found.policy, found.optimizer, session)
    with pytest.raises(CheckpointError, match="cannot resume this run: its session is damaged"):
        sb3.resume(run)
