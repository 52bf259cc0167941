import dataclasses
import json
import signal

import numpy as np
import pytest
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

from cogarena.agents import checkpoint
from cogarena.agents.checkpoint import CheckpointError
from cogarena.agents.registry import find
from cogarena.agents.trained import TrainedAgent
from cogarena.envs.core.errors import FileError, SettingError
from cogarena.training import sb3
from cogarena.training.evaluation.evaluate import VALIDATION_SEEDS, evaluate, published_seeds
from cogarena.wrappers.gymnasium import SingleEnv
from support.experiments import ROLLOUT, STEPS, experiment, progress
from support.games import luck


def rewrite(run, **parts):
    """The last checkpoint of a run with some of its parts replaced."""
    folder = (run / "last").resolve()
    found = checkpoint.read(folder)
    names = ("note", "policy", "optimizer", "session")
    kept = {name: getattr(found, name) for name in names}
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
        tensors = {checkpoint.POLICY, checkpoint.OPTIMIZER, checkpoint.SESSION}
        assert names == {checkpoint.NOTE} | tensors
        json.loads((folder / checkpoint.NOTE).read_text())


def test_steps_are_logged_in_csv_and_tensorboard(run):
    rows = progress(run)
    assert [int(row["step"]) for row in rows] == [ROLLOUT, 2 * ROLLOUT, 3 * ROLLOUT, STEPS]
    assert all(float(row["rollout/ep_rew_mean"]) >= 0 for row in rows)
    assert float(rows[-1]["validation/mean"]) == checkpoint.read(run / "last").note.score
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
    sb3.start(experiment(tmp_path / "again"))
    first, again = (checkpoint.read(folder / "last") for folder in (run, tmp_path / "again"))
    assert first.policy.keys() == again.policy.keys()
    assert all(np.array_equal(first.policy[name], again.policy[name]) for name in first.policy)


def test_another_seed_gives_other_weights(run, tmp_path):
    sb3.start(experiment(tmp_path / "other", seed=6))
    first, other = (checkpoint.read(folder / "last") for folder in (run, tmp_path / "other"))
    assert not all(np.array_equal(first.policy[name], other.policy[name]) for name in first.policy)


def test_what_is_loaded_is_what_was_saved(run):
    found = checkpoint.read(run / "last")
    built = sb3.Run(run, experiment(run), found)
    policy, optimizer = sb3.model_tensors(built.model)
    built.close()
    assert policy.keys() == found.policy.keys()
    assert optimizer.keys() == found.optimizer.keys()
    assert all(np.array_equal(policy[name], found.policy[name]) for name in policy)
    assert all(np.array_equal(optimizer[name], found.optimizer[name]) for name in optimizer)
    assert optimizer["0.step"] == found.note.updates * ROLLOUT / 32
    assert (built.model.num_timesteps, built.model._n_updates) == (STEPS, found.note.updates)


def test_a_resumed_run_goes_on_to_the_steps_wanted(run):
    outcome = sb3.resume(run, [f"train.steps={6 * ROLLOUT}"])
    assert (outcome.steps, outcome.finished) == (6 * ROLLOUT, True)
    note = checkpoint.read(run / "last").note
    assert (note.steps, note.updates) == (6 * ROLLOUT, 6 * 2)
    assert note.config["train"]["steps"] == 6 * ROLLOUT


def test_logs_go_on_when_a_run_is_resumed(run):
    before = progress(run)
    sb3.resume(run, [f"train.steps={6 * ROLLOUT}"])
    after = progress(run)
    assert after[: len(before)] == before
    assert [int(row["step"]) for row in after[len(before) :]] == [5 * ROLLOUT, 6 * ROLLOUT]


def test_what_was_logged_after_the_checkpoint_is_dropped(run):
    checkpoint.point(run / "last", run / "checkpoints" / f"step_{2 * ROLLOUT:010d}")
    with (run / "logs" / "progress.csv").open("a") as file:
        file.write("99")  # cut off while being written
    sb3.resume(run)
    steps = [int(row["step"]) for row in progress(run)]
    assert steps == [ROLLOUT, 2 * ROLLOUT, 3 * ROLLOUT, STEPS]


def test_a_finished_run_has_nothing_to_go_on_with(run):
    before = progress(run)
    assert sb3.resume(run).finished
    assert progress(run) == before


def test_a_run_can_be_moved_and_resumed(run, tmp_path):
    (run).rename(tmp_path / "moved")
    sb3.resume(tmp_path / "moved", [f"train.steps={5 * ROLLOUT}"])
    assert checkpoint.read(tmp_path / "moved" / "last").note.steps == 5 * ROLLOUT
    assert not run.exists()


def test_after_a_training_ctrl_c_is_what_it_was(run):
    before = signal.getsignal(signal.SIGINT)
    sb3.resume(run, [f"train.steps={5 * ROLLOUT}"])
    assert signal.getsignal(signal.SIGINT) is before


def test_a_folder_with_a_run_is_not_trained_over(run):
    with pytest.raises(FileError, match=r"already holds a training run.*--resume"):
        sb3.start(experiment(run))


def test_a_folder_without_a_run_is_not_resumed(tmp_path):
    with pytest.raises(CheckpointError, match="is not a training run"):
        sb3.resume(tmp_path)


def test_only_the_steps_of_a_run_can_be_changed(run):
    with pytest.raises(SettingError, match=r"only train\.steps and \[ray\] may change"):
        sb3.resume(run, ["train.gamma=0.5"])


def test_leftovers_of_a_killed_run_are_removed(run):
    leftover = run / "checkpoints" / ".unfinished-abc"
    leftover.mkdir()
    sb3.resume(run, [f"train.steps={5 * ROLLOUT}"])
    assert not leftover.exists()


def test_training_never_plays_the_seeds_of_evaluations(tmp_path):
    built = sb3.Run(tmp_path, experiment(tmp_path), None)
    built.env.reset()
    seeds = built.env.batch.seeds.copy()
    built.close()
    assert (seeds > 1000 * VALIDATION_SEEDS).all()


def test_a_checkpoint_of_another_version_of_the_game_is_not_resumed(run):
    note = checkpoint.read(run / "last").note
    rewrite(run, note=dataclasses.replace(note, game_version=9))
    with pytest.raises(CheckpointError, match="trained on version 9 of"):
        sb3.resume(run)


def test_an_optimizer_that_lacks_a_tensor_is_not_resumed(run):
    memory = dict(checkpoint.read(run / "last").optimizer)
    del memory["0.exp_avg"]
    rewrite(run, optimizer=memory)
    with pytest.raises(
        CheckpointError, match=r"optimizer\.safetensors: tensor '0.exp_avg' is miss"
    ):
        sb3.resume(run)


def test_an_optimizer_with_a_tensor_of_another_shape_is_not_resumed(run):
    memory = checkpoint.read(run / "last").optimizer
    rewrite(run, optimizer=memory | {"0.exp_avg": np.zeros((2, 2), np.float32)})
    with pytest.raises(CheckpointError, match=r"'0.exp_avg' has shape \(2, 2\)"):
        sb3.resume(run)


def test_a_config_in_a_checkpoint_is_checked(run):
    note = checkpoint.read(run / "last").note
    rewrite(run, note=dataclasses.replace(note, config=note.config | {"trian": {}}))
    with pytest.raises(SettingError, match=r"checkpoint\.json: unknown key 'trian'"):
        sb3.resume(run)


def test_a_trained_opponent_is_found_by_its_folder(run):
    env = SingleEnv("luck", opponents=run)
    assert isinstance(env.episode.opponents.players[0], TrainedAgent)
