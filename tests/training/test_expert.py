import csv

import numpy as np
import pytest

from cogarena.agents import checkpoint
from cogarena.agents.protocol import Stateless
from cogarena.envs.core import registry
from cogarena.training import expert, sb3
from cogarena.training.config import read_tables
from cogarena.training.expert import ExpertRollouts, ImitationLearner, returns
from cogarena.training.model import build_env, build_model
from support.experiments import TABLES, experiment, progress
from support.games import luck


class Stubborn(Stateless):
    """Takes its last legal action."""

    def act(self, rows, observations, masks):
        return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)


@pytest.fixture
def stubborn(monkeypatch):
    monkeypatch.setattr(expert, "find", lambda name, game, settings: Stubborn())


def imitating(folder, **table):
    tables = {"output": str(folder), "imitation": {"agent": "scripted", "n_steps": 16} | table}
    return read_tables(TABLES | tables, "test")


def model_of(config):
    env = build_env(config, luck.GAME)
    return build_model(config, luck.GAME, env)


def slow_return(rewards, seats, over, bootstrap_values, gamma, step, row):
    """The same by walking on from one decision."""
    seat, found, factor = seats[step, row], 0.0, 1.0
    for later in range(step, len(seats)):
        if later > step and seats[later, row] == seat:
            factor *= gamma
        found += factor * rewards[later, row, seat]
        if over[later, row]:
            return found
    return found + factor * gamma * bootstrap_values[row, seat]


def test_returns_are_those_of_each_seats_own_decisions():
    generator = np.random.default_rng(3)
    steps, rows, count = 40, 5, 3
    rewards = generator.normal(size=(steps, rows, count))
    seats = generator.integers(count, size=(steps, rows))
    over = generator.random((steps, rows)) < 0.1
    bootstrap_values = generator.normal(size=(rows, count))
    found = returns(rewards, seats, over, bootstrap_values.copy(), 0.9)
    slow = [
        [slow_return(rewards, seats, over, bootstrap_values, 0.9, step, row) for row in range(rows)]
        for step in range(steps)
    ]
    assert np.allclose(found, slow)


def test_a_lesson_holds_what_the_player_saw_and_did(tmp_path):
    config = imitating(tmp_path)
    rollouts = ExpertRollouts(luck.GAME, config, Stubborn())
    batch = rollouts.collect(model_of(config))
    assert batch.observations.shape == (4 * 16, luck.GAME.layout.width)
    assert (batch.actions == Stubborn().act(None, None, batch.masks)).all()
    assert batch.masks[np.arange(64), batch.actions].all()


def test_lessons_go_on_where_the_last_one_ended(tmp_path):
    config = imitating(tmp_path)
    model = model_of(config)
    long = ExpertRollouts(luck.GAME, imitating(tmp_path, n_steps=32), Stubborn()).collect(model)
    rollouts = ExpertRollouts(luck.GAME, config, Stubborn())
    parts = [rollouts.collect(model).observations for _ in range(2)]
    assert np.array_equal(long.observations, np.concatenate(parts))


def test_a_policy_learns_to_foresee_a_player(tmp_path, stubborn):
    config = imitating(tmp_path, steps=40 * 64, learning_rate=0.02)
    accuracy = expert.imitate(model_of(config), luck.GAME, config, tmp_path / "logs")
    with (tmp_path / "logs" / "progress.csv").open() as file:
        rows = list(csv.DictReader(file))
    losses = [float(row["imitation/policy_loss"]) for row in rows]
    assert accuracy == float(rows[-1]["imitation/accuracy"]) > 0.99
    assert losses[-1] < losses[0] / 10


def test_forced_choices_teach_no_policy(tmp_path):
    config = imitating(tmp_path)
    learner = ImitationLearner(model_of(config).policy, config)
    masks = np.zeros((4, luck.GAME.actions.count), np.int8)
    masks[:, 1] = 1
    seen = np.random.default_rng(0).random((4, luck.GAME.layout.width), np.float32)
    batch = expert.ExpertBatch(seen, masks, np.ones(4, np.int64), np.ones(4, np.float32))
    before = learner._policy.action_net.each.weight.clone()
    learner.learn(batch, 1.0)
    assert (learner._policy.action_net.each.weight == before).all()


def test_what_was_imitated_is_validated_and_kept_before_the_first_step(tmp_path, stubborn):
    sb3.start(imitating(tmp_path / "run", steps=64))
    first = tmp_path / "run" / "checkpoints" / "step_0000000000"
    note = checkpoint.read(first).note
    assert (note.steps, note.updates) == (0, 0)
    assert float(progress(tmp_path / "run")[0]["validation/mean"]) == note.score


def test_a_run_resumed_after_the_imitation_ends_as_one_never_stopped(tmp_path, stubborn):
    sb3.start(imitating(tmp_path / "run", steps=64))
    sb3.start(imitating(tmp_path / "other", steps=64))
    checkpoint.point(
        tmp_path / "other" / "last", tmp_path / "other" / "checkpoints" / "step_0000000000"
    )
    sb3.resume(tmp_path / "other")
    first, second = (checkpoint.read(tmp_path / name / "last").policy for name in ("run", "other"))
    assert all(np.array_equal(first[name], second[name]) for name in first)


def test_imitation_changes_the_first_weights(tmp_path, stubborn, run):
    sb3.start(imitating(tmp_path / "imitated", steps=64))
    plain, taught = (checkpoint.read(path / "last").policy for path in (run, tmp_path / "imitated"))
    assert not all(np.array_equal(plain[name], taught[name]) for name in plain)


def test_seats_of_a_competitive_game_are_taught_apart(tmp_path):
    game = registry.load("secret_bids")
    tables = {"game": {"name": "secret_bids"}, "output": str(tmp_path)}
    config = read_tables(TABLES | tables | {"imitation": {"n_steps": 8}}, "test")
    rollouts = ExpertRollouts(game, config, Stubborn())
    seats = []
    original = rollouts.batch.step

    def step(actions):
        seats.append(rollouts.batch.to_act.copy())
        original(actions)

    rollouts.batch.step = step
    rollouts.collect(Worthless(game))
    assert len(np.unique(seats)) == len(rollouts.batch.agents)


class Worthless:
    """A model whose policy values nothing."""

    def __init__(self, game):
        self.policy = self

    def predict_values(self, views):
        return views[:, :1] * 0


def test_an_experiment_without_imitation_begins_with_random_weights():
    assert experiment("folder").imitation.steps == 0
