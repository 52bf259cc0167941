import numpy as np
import pytest

from support.experiments import COMPETITIVE, ray_experiment
from support.games import secret_bids as bids

pytest.importorskip("ray", reason="Ray has an environment of its own: make ray-test")

import torch
from ray.rllib.core.columns import Columns

from cogarena.envs.core.errors import SettingError
from cogarena.training.ray.algorithm import MaskedPolicy, check, ppo, unused
from cogarena.wrappers.gymnasium import masked_observation_space

ROWS = 50


@pytest.fixture(scope="module")
def module():
    torch.manual_seed(1)
    space = masked_observation_space(bids.GAME)
    return MaskedPolicy(
        observation_space=space,
        model_config={"game": "secret_bids", "network": {"layers": (8,)}},
    )


@pytest.fixture
def batch():
    generator = np.random.default_rng(1)
    masks = generator.integers(0, 2, (ROWS, bids.GAME.actions.count))
    masks[:, 1] = 1
    seen = generator.random((ROWS, bids.GAME.layout.width), np.float32)
    views = {"observation": torch.from_numpy(seen), "action_mask": torch.from_numpy(masks)}
    return {Columns.OBS: views}


@pytest.mark.parametrize("forward", ["forward_exploration", "forward_inference", "forward_train"])
def test_illegal_actions_have_no_chance(module, batch, forward):
    logits = getattr(module, forward)(batch)[Columns.ACTION_DIST_INPUTS]
    chances = logits.softmax(dim=1)
    legal = batch[Columns.OBS]["action_mask"] > 0
    assert (chances[~legal] == 0).all()
    assert (chances[legal] > 0).all()


def test_the_chances_are_those_of_sb3s_policy(module, batch):
    ours = module.forward_train(batch)[Columns.ACTION_DIST_INPUTS].softmax(dim=1)
    views = batch[Columns.OBS]
    theirs = module.policy.get_distribution(views["observation"], views["action_mask"].numpy())
    assert torch.allclose(ours, theirs.distribution.probs, atol=1e-6)


def test_the_values_are_those_of_sb3s_policy(module, batch):
    views = batch[Columns.OBS]
    theirs = module.policy.predict_values(views["observation"]).squeeze(-1)
    embedded = module.forward_train(batch)[Columns.EMBEDDINGS]
    assert torch.allclose(module.compute_values(batch), theirs, atol=1e-6)
    assert torch.allclose(module.compute_values(batch, embedded), theirs, atol=1e-6)


def test_an_observation_without_a_legal_action_gives_no_nan(module, batch):
    batch[Columns.OBS]["action_mask"][:] = 0
    assert module.forward_train(batch)[Columns.ACTION_DIST_INPUTS].isfinite().all()


def test_the_values_of_the_experiment_reach_rllib(tmp_path):
    train = {
        "learning_rate": 1e-3, "gamma": 0.9, "gae_lambda": 0.8, "clip_range": 0.1,
        "ent_coef": 0.02, "vf_coef": 0.7, "max_grad_norm": 0.3, "n_epochs": 3,
    }  # fmt: skip
    told = ppo(ray_experiment(tmp_path, train=train, ray={"workers": 2}), steps=0)
    assert (told.lr, told.gamma, told.lambda_, told.clip_param) == (1e-3, 0.9, 0.8, 0.1)
    assert (told.entropy_coeff, told.vf_loss_coeff, told.grad_clip) == (0.02, 0.7, 0.3)
    assert (told.num_epochs, told.minibatch_size, told.train_batch_size_per_learner) == (3, 64, 128)
    assert (told.num_env_runners, told.num_envs_per_env_runner) == (2, 2)
    assert told.restart_failed_env_runners


def test_a_falling_step_size_goes_on_where_it_was(tmp_path):
    falling = ray_experiment(tmp_path, train={"schedule": "linear", "learning_rate": 0.1})
    assert ppo(falling, steps=0).lr == [[0, 0.1], [512, 0.0]]
    assert ppo(falling, steps=384).lr == [[0, 0.025], [128, 0.0]]


def test_a_falling_weight_of_the_entropy_goes_on_where_it_was(tmp_path):
    falling = ray_experiment(tmp_path, train={"ent_schedule": "linear", "ent_coef": 0.1})
    assert ppo(falling, steps=384).entropy_coeff == [[0, 0.025], [128, 0.0]]


def test_another_seed_and_other_steps_give_other_chance(tmp_path):
    seeds = {
        ppo(ray_experiment(tmp_path, train={"seed": seed}), steps).seed
        for seed in (1, 2)
        for steps in (0, 128)
    }
    assert len(seeds) == 4


def test_workers_that_cannot_share_the_episodes_are_refused(tmp_path):
    with pytest.raises(SettingError, match=r"workers = 3 must divide \[train\] envs = 4"):
        check(ray_experiment(tmp_path, ray={"workers": 3}))


def test_what_is_not_used_is_said(tmp_path):
    assert unused(ray_experiment(tmp_path)) == []
    (note,) = unused(ray_experiment(tmp_path, COMPETITIVE))
    assert note.startswith("[self_play] is not used")
    (note,) = unused(ray_experiment(tmp_path, train={"threads": 2}))
    assert note.startswith("[train] threads = 2 is not used")
