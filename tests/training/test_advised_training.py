import dataclasses
import os
import signal

import numpy as np
import pytest
import torch

from cogarena.agents import checkpoint
from cogarena.agents.registry import find
from cogarena.envs.core import registry
from cogarena.training import sb3
from cogarena.training.config import read_tables
from cogarena.training.evaluation.evaluate import evaluate, published_seeds
from cogarena.training.expert import ExpertRollouts, ImitationLearner
from cogarena.training.model import AdvisedVecEnv, build_env, build_model
from cogarena.training.sb3 import RunCallback
from cogarena.training.self_play.ppo import SelfPlayVecEnv
from cogarena.wrappers.sb3 import BatchVecEnv

NETWORK = {
    "advice": "scripted", "channels": [4], "plane_features": 8, "row_features": 4, "layers": [8],
}  # fmt: skip
TRAIN = {
    "steps": 192, "envs": 4, "n_steps": 16, "batch_size": 32, "n_epochs": 2,
    "checkpoint_every": 128,
}  # fmt: skip
GAMES = {
    "rover": {"max_turns": 30},
    "race": {"robots": 2, "max_turns": 2},
}


def experiment(folder, name, **tables):
    given = {
        "output": str(folder), "game": {"name": name, "settings": GAMES[name]}, "train": TRAIN,
        "network": NETWORK, "evaluate": {"episodes": 2},
    }  # fmt: skip
    if not registry.load(name).shared_reward:
        given["self_play"] = {"rating_episodes": 1}
    return read_tables(given | tables, "test")


def advice_in(shown, game):
    return shown[:, game.layout.width :]


@pytest.mark.parametrize("name", GAMES)
def test_rewards_are_scaled_for_the_learner_alone(name):
    game = registry.load(name)
    config = experiment("unused", name, network={"kind": "flat"})
    scaled = dataclasses.replace(config, train=dataclasses.replace(config.train, reward_scale=8.0))
    plain, eight = (build_env(each, game) for each in (config, scaled))
    for env in (plain, eight):
        env.seed(5)
        env.reset()
    generator, returns = np.random.default_rng(0), []
    for _ in range(150):
        actions = np.array([generator.choice(np.flatnonzero(m)) for m in plain.action_masks()])
        (_, ones, _, told), (_, eights, _, others) = plain.step(actions), eight.step(actions)
        assert (ones * 8 == eights).all()
        returns += [info["episode"]["r"] for info in told if "episode" in info]
        assert [i["episode"]["r"] for i in told if "episode" in i] == [
            i["episode"]["r"] for i in others if "episode" in i
        ]
    assert returns


def test_the_environment_is_the_plain_one_with_advice_beside():
    game, config = registry.load("rover"), experiment("unused", "rover")
    advised = AdvisedVecEnv(game, 4, config.network, **config.settings)
    plain, script = BatchVecEnv(game, 4, **config.settings), find("scripted", game)
    rows, ended = np.arange(4), 0
    for env in (advised, plain):
        env.seed(5)
    shown, seen = advised.reset(), plain.reset()
    script.begin(rows, plain.batch.seeds)
    for _ in range(70):
        assert advised.observation_space.contains(shown[0])
        assert (shown[:, : game.layout.width] == seen).all()
        chosen = script.act(rows, seen, plain.batch.masks)
        assert (advice_in(shown, game).argmax(axis=1) == chosen).all()
        shown, rewards, dones, infos = advised.step(chosen)
        seen, wanted, _, plain_infos = plain.step(chosen)
        assert (rewards == wanted).all()
        begun = np.flatnonzero(dones)
        script.begin(begun, plain.batch.seeds[begun])
        for row in begun:
            last = infos[row]["terminal_observation"]
            assert (last[: game.layout.width] == plain_infos[row]["terminal_observation"]).all()
            assert not last[game.layout.width :].any()
        ended += len(begun)
    assert ended
    advised.close()
    plain.close()


def test_every_row_of_self_play_shows_what_the_script_would_do_there():
    game, config = registry.load("race"), experiment("unused", "race")
    env = build_env(config, game)
    assert isinstance(env, SelfPlayVecEnv)
    script = find("scripted", game, config.settings)
    env.seed(5)
    shown = env.reset()
    for _ in range(40):
        assert env.observation_space.contains(shown[0])
        tables = env.tables
        seen, masks = tables.batch.observations[tables.shown], tables.masks
        chosen = script.act(tables.shown, seen, masks)
        assert (advice_in(shown, game) == np.eye(game.actions.count)[chosen]).all()
        shown, *_ = env.step(chosen)
    values = tables.views(np.zeros(2, np.int64), np.arange(2))
    assert values.shape[1] == shown.shape[1]
    assert not advice_in(values, game).any()
    env.close()


def test_a_policy_learns_the_values_alone_from_its_adviser():
    game, config = registry.load("race"), experiment("unused", "race")
    env = build_env(config, game)
    model = build_model(config, game, env)
    heads = {
        name: tensor.clone()
        for name, tensor in model.policy.named_parameters()
        if "action_net" in name or "policy_net" in name
    }
    values = model.policy.value_net.weight.clone()
    rollouts = ExpertRollouts(game, config, find("scripted", game, config.settings))
    metrics = ImitationLearner(model.policy, config).learn(rollouts.collect(model), 1.0)
    assert metrics["accuracy"] == 1.0
    assert metrics["policy_loss"] == 0.0
    for name, tensor in heads.items():
        assert torch.equal(tensor, model.policy.get_parameter(name))
    assert not torch.equal(values, model.policy.value_net.weight)
    rollouts.batch.close()
    env.close()


@pytest.mark.parametrize("name", GAMES)
def test_an_advised_run_stopped_and_resumed_ends_as_one_never_stopped(name, tmp_path, monkeypatch):
    sb3.start(experiment(tmp_path / "whole", name))
    original = RunCallback._on_step

    def on_step(callback):
        if callback.model.num_timesteps == 100:
            os.kill(os.getpid(), signal.SIGINT)
        return original(callback)

    monkeypatch.setattr(RunCallback, "_on_step", on_step)
    assert not sb3.start(experiment(tmp_path / "stopped", name)).finished
    monkeypatch.undo()
    assert sb3.resume(tmp_path / "stopped").finished
    whole, resumed = (checkpoint.read(tmp_path / run / "last") for run in ("whole", "stopped"))
    for part in ("policy", "optimizer", "session"):
        ours, theirs = getattr(whole, part), getattr(resumed, part)
        assert ours.keys() == theirs.keys()
        for tensor, values in ours.items():
            assert values.tobytes() == theirs[tensor].tobytes(), tensor


def test_the_player_of_an_advised_run_is_found_and_has_its_adviser(tmp_path):
    game, few = registry.load("rover"), {"train": TRAIN | {"steps": 64}}
    trusting = {"network": NETWORK | {"trust": 50.0}}
    sb3.start(experiment(tmp_path / "run", "rover", **few, **trusting))
    seeds = published_seeds(3)
    found, script = (
        evaluate(game, GAMES["rover"], find(name, game, GAMES["rover"]), seeds)
        for name in (str(tmp_path / "run"), "scripted")
    )
    assert np.array_equal(found.returns, script.returns)
    assert np.array_equal(found.lengths, script.lengths)
