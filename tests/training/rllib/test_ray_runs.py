import os
import signal

import numpy as np
import pytest
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

from support.experiments import ALONE, COMPETITIVE, SHARED_OUT, at_round, progress, ray_experiment

pytest.importorskip("ray", reason="Ray has an environment of its own: make ray-test")

from ray.rllib.core.columns import Columns

from cogarena.agents import checkpoint
from cogarena.agents.checkpoint import CheckpointError
from cogarena.agents.registry import find
from cogarena.envs.core import registry
from cogarena.envs.core.errors import FileError, IllegalActionError, SettingError
from cogarena.training import sb3
from cogarena.training.cli import main
from cogarena.training.evaluation.evaluate import evaluate, published_seeds
from cogarena.training.ray import run as engine
from cogarena.training.ray.algorithm import MaskedPolicy
from cogarena.training.ray.run import ClusterError, connected
from cogarena.training.runs import load_run


def returns(run, game, settings=None):
    agent = find(str(run), registry.load(game))
    return evaluate(registry.load(game), settings, agent, published_seeds(20)).returns


def test_a_run_has_its_checkpoints_and_links(run):
    notes = [checkpoint.read(folder).note for folder in sorted((run / "checkpoints").iterdir())]
    assert [note.steps // 256 for note in notes] == [1, 2]
    assert checkpoint.read(run / "last").note == notes[-1]
    assert checkpoint.read(run / "best").note.score == max(note.score for note in notes)
    assert notes[-1].updates == 4 * 2


def test_its_files_are_json_and_safetensors_alone(run):
    files = {path.suffix for path in (run / "checkpoints").rglob("*") if path.is_file()}
    assert files == {".json", ".safetensors"}


def test_its_player_is_found_and_evaluated_as_any_other(run):
    assert returns(run, "luck").shape == (20, 1)


def test_a_network_is_advised_here_too(tmp_path, cluster):
    advised = SHARED_OUT | {"network": {"advice": "scripted", "trust": 20.0, "layers": [8]}}
    config = ray_experiment(tmp_path / "run", advised, ray={"workers": 0}, evaluate={"episodes": 4})
    engine.start(config, cluster.address)
    game = registry.load("coop_td")
    script = evaluate(game, None, find("scripted", game), published_seeds(20)).returns
    assert np.array_equal(returns(tmp_path / "run", "coop_td"), script)


def test_rounds_are_logged_in_csv_and_tensorboard(run):
    rows = progress(run)
    assert len(rows) == 4
    assert int(rows[-1]["step"]) == checkpoint.read(run / "last").note.steps
    assert float(rows[-1]["validation/mean"]) == checkpoint.read(run / "last").note.score
    assert all(float(row["game/score"]) >= 0 for row in rows)
    events = EventAccumulator(str(run / "logs")).Reload()
    assert len(events.Scalars("rollout/ep_rew_mean")) == 4


def test_competitors_learn_with_one_policy_in_all_seats_without_an_illegal_action(competitive_run):
    assert returns(competitive_run, "secret_bids", {"players": 3}).shape == (20, 3)
    rows = progress(competitive_run)
    assert float(rows[-1]["rollout/ep_len_mean"]) == 15
    assert "validation_random/mean" in rows[-1]


def test_without_the_mask_an_illegal_action_comes_up_and_is_refused(cluster, tmp_path, monkeypatch):
    def unmasked(module, batch, **kwargs):
        features = module._features(batch)
        logits = module.policy.action_net(module.policy.mlp_extractor.forward_actor(features))
        return {Columns.ACTION_DIST_INPUTS: logits, Columns.EMBEDDINGS: features}

    monkeypatch.setattr(MaskedPolicy, "_forward", unmasked)
    with pytest.raises(RuntimeError) as raised:
        engine.start(ray_experiment(tmp_path / "run", COMPETITIVE), cluster.address)
    assert isinstance(raised.value.__cause__, IllegalActionError)


def test_what_is_loaded_is_what_was_saved(cluster, run):
    found = checkpoint.read(run / "last")
    with connected(cluster.address, "luck", 0):
        built = engine.Run(run, ray_experiment(run), found)
        policy, optimizer = engine.model_tensors(built.model)
        steps, updates = built.steps, built.model.updates
        built.close()
    assert (steps, updates) == (found.note.steps, found.note.updates)
    for now, kept in ((policy, found.policy), (optimizer, found.optimizer)):
        assert now.keys() == kept.keys()
        assert all(np.array_equal(now[name], kept[name]) for name in kept)


def test_the_optimiser_has_learned(run):
    memory = checkpoint.read(run / "last").optimizer
    assert memory["0.step"] > 0
    assert all(memory[name].any() for name in memory)


def test_a_resumed_run_goes_on_to_the_steps_wanted_and_its_logs_too(cluster, run):
    before = progress(run)
    outcome = engine.resume(run, ["train.steps=700"], cluster.address)
    assert outcome.finished
    assert outcome.steps >= 700
    note = checkpoint.read(run / "last").note
    assert (note.steps, note.updates) == (outcome.steps, 6 * 2)
    assert progress(run)[: len(before)] == before
    assert len(progress(run)) == len(before) + 2


def test_the_workers_of_a_resumed_run_can_be_others(run):
    _, config = load_run(run, ["ray.workers=2"])
    assert config.ray.workers == 2


def test_a_run_of_sb3_goes_on_with_ray(cluster, tmp_path):
    sb3.start(ray_experiment(tmp_path / "run"))
    before = checkpoint.read(tmp_path / "run" / "last").note
    assert engine.resume(tmp_path / "run", ["train.steps=600"], cluster.address).finished
    after = checkpoint.read(tmp_path / "run" / "last").note
    assert after.steps >= 600
    assert after.updates == before.updates + 2


def test_a_run_of_ray_is_not_gone_on_with_by_sb3(run):
    with pytest.raises(CheckpointError, match="it needs --engine ray"):
        sb3.resume(run, ["train.steps=700"])


def test_a_finished_run_has_nothing_to_go_on_with(cluster, run):
    before = progress(run)
    assert engine.resume(run, (), cluster.address).finished
    assert progress(run) == before


def test_ctrl_c_ends_the_round_and_saves(cluster, tmp_path, monkeypatch):
    at_round(monkeypatch, 2, lambda run: os.kill(os.getpid(), signal.SIGINT))
    outcome = engine.start(ray_experiment(tmp_path / "run"), cluster.address)
    assert (outcome.finished, outcome.saved) == (False, True)
    note = checkpoint.read(tmp_path / "run" / "last").note
    assert (note.steps, note.updates, note.score) == (outcome.steps, 2 * 2, None)


def test_imitation_comes_first(cluster, tmp_path):
    tables = ALONE | {"imitation": {"agent": "random", "steps": 256, "n_steps": 32}}
    wanted = ray_experiment(tmp_path / "run", tables, train={"steps": 128})
    assert engine.start(wanted, cluster.address).finished
    first = sorted((tmp_path / "run" / "checkpoints").iterdir())[0]
    assert (checkpoint.read(first).note.steps, checkpoint.read(first).note.updates) == (0, 0)
    assert (tmp_path / "run" / "logs" / "imitation" / "progress.csv").is_file()
    checkpoint.point(tmp_path / "run" / "last", first)
    assert engine.resume(tmp_path / "run", (), cluster.address).finished


def test_the_command_trains_on_the_cluster_at_an_address(cluster, tmp_path, capsys):
    file = tmp_path / "experiment.toml"
    file.write_text('[game]\nname = "luck"\n[ray]\nworkers = 0\n')
    small = ["train.steps=256", "train.envs=4", "train.n_steps=64", "train.batch_size=64"]
    changes = [word for change in small for word in ("--set", change)]
    where = ["--ray-address", cluster.address, "--set", f"output={tmp_path / 'run'}"]
    assert main(["train", "--engine", "ray", "--config", str(file), *where, *changes]) == 0
    assert f"best policy: {tmp_path / 'run' / 'best'}" in capsys.readouterr().out


def test_a_folder_with_a_run_is_not_trained_over(run):
    with pytest.raises(FileError, match=r"already holds a training run.*--resume"):
        engine.start(ray_experiment(run))


def test_a_folder_without_a_run_is_not_resumed(tmp_path):
    with pytest.raises(CheckpointError, match="is not a training run"):
        engine.resume(tmp_path)


def test_more_workers_than_the_cluster_has_cpus_are_refused(cluster, tmp_path):
    wanted = ray_experiment(tmp_path / "run", SHARED_OUT, ray={"workers": 4})
    with pytest.raises(SettingError, match=r"workers is 4, but must be at most 2"):
        engine.start(wanted, cluster.address)


def test_an_address_where_nothing_is_is_refused(tmp_path):
    with pytest.raises(ClusterError, match="cannot connect to a Ray cluster at 'nowhere'"):
        engine.start(ray_experiment(tmp_path / "run"), "nowhere")


def test_a_run_without_workers_for_too_long_ends_with_an_error():
    engine.refuse_long_idle(engine.MAX_IDLE_SECONDS)
    with pytest.raises(ClusterError, match="no worker has played for 601 s"):
        engine.refuse_long_idle(601)
