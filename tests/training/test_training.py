import csv
import dataclasses
import json
import os
import signal
import subprocess
import sys

import numpy as np
import pytest
from experiments import ROLLOUT, STEPS, experiment
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
from toy import luck

from cogworks.agents import checkpoint
from cogworks.agents.checkpoint import CheckpointError
from cogworks.agents.registry import find
from cogworks.envs.core.errors import FileError, SettingError
from cogworks.training import train
from cogworks.training.evaluate import VALIDATION_SEEDS, evaluate, published_seeds


def progress(run):
    with (run / "logs" / "progress.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def stop_at(monkeypatch, steps):
    """Press Ctrl-C when the training has done so many steps."""
    original = train.Watch._on_step

    def on_step(watch):
        if watch.model.num_timesteps == steps:
            os.kill(os.getpid(), signal.SIGINT)
        return original(watch)

    monkeypatch.setattr(train.Watch, "_on_step", on_step)


def rewrite(run, **parts):
    """The last checkpoint of a run with some of its parts replaced."""
    folder = (run / "last").resolve()
    found = checkpoint.read(folder)
    kept = {"note": found.note, "policy": found.policy, "optimizer": found.optimizer}
    checkpoint.write(folder, **(kept | parts))


def test_a_run_has_its_checkpoints_and_links(run):
    names = sorted(path.name for path in (run / "checkpoints").iterdir())
    assert names == [f"step_{2 * ROLLOUT:010d}", f"step_{STEPS:010d}"]
    assert checkpoint.read(run / "last").note.steps == STEPS
    scores = [checkpoint.read(run / "checkpoints" / name).note.score for name in names]
    assert checkpoint.read(run / "best").note.score == max(scores)


def test_no_file_of_a_checkpoint_is_anything_but_json_and_safetensors(run):
    for folder in (run / "checkpoints").iterdir():
        names = {path.name for path in folder.iterdir()}
        assert names == {checkpoint.NOTE, checkpoint.POLICY, checkpoint.OPTIMIZER}
        json.loads((folder / checkpoint.NOTE).read_text())


def test_steps_are_logged_in_csv_and_tensorboard(run):
    rows = progress(run)
    assert [int(row["step"]) for row in rows] == [ROLLOUT, 2 * ROLLOUT, 3 * ROLLOUT, STEPS, STEPS]
    assert all(float(row["rollout/ep_rew_mean"]) >= 0 for row in rows[:-1])
    assert float(rows[-1]["validation/mean_return"]) == checkpoint.read(run / "last").note.score
    events = EventAccumulator(str(run / "logs")).Reload()
    steps = [event.step for event in events.Scalars("rollout/ep_rew_mean")]
    assert steps == [ROLLOUT, 2 * ROLLOUT, 3 * ROLLOUT, STEPS]


def test_a_trained_agent_is_evaluated_alike_with_any_batch_size(run):
    agent = find(str(run), luck.GAME)
    usual = evaluate(luck.GAME, {}, agent, published_seeds(30))
    assert np.array_equal(
        usual.returns, evaluate(luck.GAME, {}, agent, published_seeds(30), rows=4).returns
    )


def test_the_same_experiment_gives_the_same_weights(run, tmp_path):
    train.start(experiment(tmp_path / "again"))
    first, again = (checkpoint.read(folder / "last") for folder in (run, tmp_path / "again"))
    assert first.policy.keys() == again.policy.keys()
    assert all(np.array_equal(first.policy[name], again.policy[name]) for name in first.policy)


def test_another_seed_gives_other_weights(run, tmp_path):
    train.start(experiment(tmp_path / "other", seed=6))
    first, other = (checkpoint.read(folder / "last") for folder in (run, tmp_path / "other"))
    assert not all(np.array_equal(first.policy[name], other.policy[name]) for name in first.policy)


def test_what_is_loaded_is_what_was_saved(run):
    found = checkpoint.read(run / "last")
    built = train.Run(run, experiment(run), found)
    policy, optimizer = train.model_tensors(built.model)
    built.close()
    assert policy.keys() == found.policy.keys()
    assert optimizer.keys() == found.optimizer.keys()
    assert all(np.array_equal(policy[name], found.policy[name]) for name in policy)
    assert all(np.array_equal(optimizer[name], found.optimizer[name]) for name in optimizer)
    assert optimizer["0.step"] == found.note.updates * ROLLOUT / 32
    assert (built.model.num_timesteps, built.model._n_updates) == (STEPS, found.note.updates)


def test_a_resumed_run_goes_on_to_the_steps_wanted(run):
    outcome = train.resume(run, [f"train.steps={6 * ROLLOUT}"])
    assert (outcome.steps, outcome.finished) == (6 * ROLLOUT, True)
    note = checkpoint.read(run / "last").note
    assert (note.steps, note.updates) == (6 * ROLLOUT, 6 * 2)
    assert note.config["train"]["steps"] == 6 * ROLLOUT


def test_logs_go_on_when_a_run_is_resumed(run):
    before = progress(run)
    train.resume(run, [f"train.steps={6 * ROLLOUT}"])
    after = progress(run)
    assert after[: len(before)] == before
    assert [int(row["step"]) for row in after[len(before) :]] == [
        5 * ROLLOUT, 6 * ROLLOUT, 6 * ROLLOUT,
    ]  # fmt: skip


def test_what_was_logged_after_the_checkpoint_is_dropped(run):
    checkpoint.point(run / "last", run / "checkpoints" / f"step_{2 * ROLLOUT:010d}")
    with (run / "logs" / "progress.csv").open("a") as file:
        file.write("99")  # cut off while being written
    train.resume(run)
    steps = [int(row["step"]) for row in progress(run)]
    assert steps == [ROLLOUT, 2 * ROLLOUT, 3 * ROLLOUT, STEPS, STEPS]


def test_a_finished_run_has_nothing_to_go_on_with(run):
    before = progress(run)
    assert train.resume(run).finished
    assert progress(run) == before


def test_a_run_can_be_moved_and_resumed(run, tmp_path):
    (run).rename(tmp_path / "moved")
    train.resume(tmp_path / "moved", [f"train.steps={5 * ROLLOUT}"])
    assert checkpoint.read(tmp_path / "moved" / "last").note.steps == 5 * ROLLOUT
    assert not run.exists()


def test_ctrl_c_saves_and_the_resumed_run_has_as_many_steps_as_one_never_stopped(
    tmp_path, run, monkeypatch
):
    stop_at(monkeypatch, ROLLOUT + 8)
    stopped = train.start(experiment(tmp_path / "stopped"))
    assert (stopped.steps, stopped.finished, stopped.saved) == (ROLLOUT, False, True)
    assert checkpoint.read(tmp_path / "stopped" / "last").note.score is None
    monkeypatch.undo()
    resumed = train.resume(tmp_path / "stopped")
    whole = checkpoint.read(run / "last").note
    assert (resumed.steps, resumed.finished) == (whole.steps, True)
    note = checkpoint.read(tmp_path / "stopped" / "last").note
    assert (note.steps, note.updates) == (whole.steps, whole.updates)


def test_ctrl_c_before_anything_is_learned_saves_nothing(tmp_path, monkeypatch):
    stop_at(monkeypatch, 8)
    outcome = train.start(experiment(tmp_path / "run"))
    assert (outcome.steps, outcome.saved) == (0, False)
    assert not (tmp_path / "run" / "last").exists()


def test_after_a_training_ctrl_c_is_what_it_was(run):
    before = signal.getsignal(signal.SIGINT)
    train.resume(run, [f"train.steps={5 * ROLLOUT}"])
    assert signal.getsignal(signal.SIGINT) is before


def test_a_folder_with_a_run_is_not_trained_over(run):
    with pytest.raises(FileError, match=r"holds a training run already.*--resume"):
        train.start(experiment(run))


def test_a_folder_without_a_run_is_not_resumed(tmp_path):
    with pytest.raises(CheckpointError, match="is no training run"):
        train.resume(tmp_path)


def test_only_the_steps_of_a_run_can_be_changed(run):
    with pytest.raises(SettingError, match=r"only train\.steps"):
        train.resume(run, ["train.gamma=0.5"])


def test_leftovers_of_a_killed_run_are_removed(run):
    leftover = run / "checkpoints" / ".unfinished-abc"
    leftover.mkdir()
    train.resume(run, [f"train.steps={5 * ROLLOUT}"])
    assert not leftover.exists()


def test_training_never_plays_the_seeds_of_evaluations(tmp_path):
    built = train.Run(tmp_path, experiment(tmp_path), None)
    built.env.reset()
    seeds = built.env.batch.seeds.copy()
    built.close()
    assert (seeds > 1000 * VALIDATION_SEEDS).all()


def test_a_checkpoint_of_another_version_of_the_game_is_not_resumed(run):
    note = checkpoint.read(run / "last").note
    rewrite(run, note=dataclasses.replace(note, game_version=9))
    with pytest.raises(CheckpointError, match="game version is 9"):
        train.resume(run)


def test_an_optimizer_that_lacks_a_tensor_is_not_resumed(run):
    memory = dict(checkpoint.read(run / "last").optimizer)
    del memory["0.exp_avg"]
    rewrite(run, optimizer=memory)
    with pytest.raises(
        CheckpointError, match=r"optimizer\.safetensors: tensor '0.exp_avg' is miss"
    ):
        train.resume(run)


def test_an_optimizer_with_a_tensor_of_another_shape_is_not_resumed(run):
    memory = checkpoint.read(run / "last").optimizer
    rewrite(run, optimizer=memory | {"0.exp_avg": np.zeros((2, 2), np.float32)})
    with pytest.raises(CheckpointError, match=r"'0.exp_avg' has the shape \(2, 2\)"):
        train.resume(run)


def test_a_config_in_a_checkpoint_is_checked(run):
    note = checkpoint.read(run / "last").note
    rewrite(run, note=dataclasses.replace(note, config=note.config | {"trian": {}}))
    with pytest.raises(SettingError, match=r"checkpoint\.json: unknown key 'trian'"):
        train.resume(run)


KILLED = """
import os, sys
sys.path[:0] = {paths!r}
import conftest
from experiments import experiment
from cogworks.agents import checkpoint
from cogworks.training import train

written = checkpoint._write_through
def killed(path, data):
    if path.name == checkpoint.OPTIMIZER and "again" in os.environ:
        os._exit(9)
    written(path, data)
    if path.name == checkpoint.NOTE:
        os.environ["again"] = "1"
checkpoint._write_through = killed
train.start(experiment({folder!r}))
"""


@pytest.mark.slow
def test_a_kill_while_saving_leaves_the_checkpoint_before(tmp_path, request):
    tests = request.path.parent.parent
    paths = [str(tests), str(tests / "training")]
    script = KILLED.format(paths=paths, folder=str(tmp_path / "run"))
    done = subprocess.run([sys.executable, "-c", script], check=False, capture_output=True)
    assert done.returncode == 9, done.stderr.decode()
    assert checkpoint.read(tmp_path / "run" / "last").note.steps == 2 * ROLLOUT
    assert train.resume(tmp_path / "run").steps == STEPS
    assert not list((tmp_path / "run").glob("**/.unfinished-*"))
