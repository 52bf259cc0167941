"""Training by MaskablePPO of sb3-contrib on the native vector environment.

    cogworks train --config configs/coop_td_quick.toml
    cogworks train --resume results/coop_td_quick

A run is a folder: `checkpoints/step_…`, the links `last` and `best` into it, and `logs` with
TensorBoard events and progress.csv. Ctrl-C saves, and --resume goes on from there.
"""

import dataclasses
import shutil
import signal
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

from cogworks.agents import checkpoint
from cogworks.agents.checkpoint import Checkpoint, CheckpointError, Note
from cogworks.agents.trained import TrainedAgent, load_policy, policy_options
from cogworks.envs.core import registry
from cogworks.envs.core.errors import FileError, SettingError
from cogworks.training.config import Config, Train, changed, read_tables
from cogworks.training.evaluate import evaluate, validation_seeds
from cogworks.training.logs import open_logs
from cogworks.training.progress import bar
from cogworks.wrappers.sb3 import BatchVecEnv

ADAM = ("step", "exp_avg", "exp_avg_sq")  # what the optimiser keeps for each parameter
RECENT_EPISODES = 100


@dataclass(frozen=True)
class Outcome:
    """How a training ended."""

    folder: Path
    steps: int  # learned from, of this and all earlier sessions
    wanted: int
    saved: bool  # there is a checkpoint to go on from

    @property
    def finished(self) -> bool:
        """All steps are done: nobody stopped it."""
        return self.steps >= self.wanted


def start(config: Config) -> Outcome:
    """Train from the beginning, in a folder that holds no run yet."""
    folder = Path(config.output)
    if (folder / "last").exists():
        raise FileError(
            f"{folder} holds a training run already: go on with it by --resume {folder}, "
            "or choose another folder by --set output=FOLDER"
        )
    return _train(folder, config, None)


def resume(folder: Path, changes: Iterable[str] = ()) -> Outcome:
    """Go on from the last checkpoint of a run; only `train.steps` can be changed."""
    if not (folder / "last" / checkpoint.NOTE).is_file():
        raise CheckpointError(f"{folder} is no training run: it has no checkpoint 'last'")
    found = checkpoint.read((folder / "last").resolve())
    where = str(folder / "last" / checkpoint.NOTE)
    before = read_tables(found.note.config, where)
    config = read_tables(changed(found.note.config, changes), where)
    if dataclasses.replace(config, train=_with_steps(config, before)) != before:
        raise SettingError("a run goes on as it began: only train.steps can be changed")
    return _train(folder, config, found)


def _with_steps(config: Config, other: Config) -> Any:
    return dataclasses.replace(config.train, steps=other.train.steps)


def _train(folder: Path, config: Config, found: Checkpoint | None) -> Outcome:
    """One session: build everything, learn, save."""
    for leftover in folder.glob("**/.unfinished-*"):
        shutil.rmtree(leftover, ignore_errors=True)
    run = Run(folder, config, found)
    remaining = config.train.steps - run.model.num_timesteps
    try:
        if remaining > 0:
            with bar("training", whole_rollouts(config.train), " steps", run.steps) as shown:
                watch = Watch(run, shown)
                with stopped_by_ctrl_c(watch):
                    run.model.learn(remaining, callback=watch, reset_num_timesteps=False)
                run.finish(judge=not watch.stop)
    finally:
        run.close()
    return Outcome(folder, run.steps, config.train.steps, run.saved_at is not None)


def whole_rollouts(train: Train) -> int:
    """The steps that will be done: learning begins when every episode has done its share."""
    rollout = train.envs * train.n_steps
    return -(-train.steps // rollout) * rollout


class Run:
    """A learning policy and the folder it is kept in."""

    def __init__(self, folder: Path, config: Config, found: Checkpoint | None) -> None:
        self.folder, self.config = folder, config
        self.game = registry.load(config.game)
        if found:
            checkpoint.check_game(found, self.game)
        self.steps = found.note.steps if found else 0  # that the policy has learned from
        self.saved_at = self.steps if found else None
        self.env = BatchVecEnv(
            self.game, config.train.envs, threads=config.train.threads or None, **config.settings
        )
        self.model = build_model(config, self.env, self.steps)
        if found:
            load_model(self.model, found)
        self.model.set_logger(open_logs(folder / "logs", self.steps))
        self.best = self._best_so_far()

    def _best_so_far(self) -> float:
        if not (self.folder / "best" / checkpoint.NOTE).is_file():
            return -np.inf
        score = checkpoint.read(self.folder / "best").note.score
        return -np.inf if score is None else score

    def save(self, judge: bool = True) -> None:
        """Write a checkpoint, let `last` name it, and `best` if none was better."""
        score = self._judged() if judge else None
        target = self.folder / "checkpoints" / f"step_{self.steps:010d}"
        policy, optimizer = model_tensors(self.model)
        checkpoint.write(target, self._note(score), policy, optimizer)
        checkpoint.point(self.folder / "last", target)
        if score is not None and score >= self.best:
            self.best = score
            checkpoint.point(self.folder / "best", target)
        self.saved_at = self.steps

    def finish(self, judge: bool) -> None:
        """Save what was learned since the last checkpoint, and log what is not logged yet."""
        if self.steps and self.saved_at != self.steps:
            self.save(judge)
            self.model.logger.dump(self.steps)

    def _judged(self) -> float:
        agent = TrainedAgent(self.model.policy, self.game)
        self.model.policy.set_training_mode(False)
        seeds = validation_seeds(self.config.evaluate.episodes)
        result = evaluate(self.game, self.config.settings, agent, seeds)
        score = float(result.returns[:, 0].mean())
        self.model.logger.record("validation/mean_return", score)
        self.model.logger.record("validation/mean_length", float(result.lengths.mean()))
        if result.won is not None:
            self.model.logger.record("validation/win_rate", float(result.won[:, 0].mean()))
        return score

    def _note(self, score: float | None) -> Note:
        return Note(
            game=self.game.name,
            game_version=self.game.version,
            settings=self.config.settings,
            config=self.config.tables(),
            network=dataclasses.asdict(self.config.network),
            observation_width=self.game.layout.width,
            actions=self.game.actions.count,
            steps=self.steps,
            updates=self.model._n_updates,
            score=score,
        )

    def close(self) -> None:
        """Close the logs and end the threads."""
        self.model.logger.close()
        self.env.close()


class Watch(BaseCallback):
    """Moves the progress bar, saves now and then, and stops the training when told to."""

    def __init__(self, run: Run, shown: Any) -> None:
        super().__init__()
        self.run, self.shown = run, shown
        self.stop = False  # somebody wants it to
        self.cut_off = False  # it did so, in the middle of collecting what to learn from

    def _on_rollout_start(self) -> None:
        """The policy has just learned from all steps so far."""
        run = self.run
        run.steps = self.model.num_timesteps
        if run.steps - (run.saved_at or 0) >= run.config.train.checkpoint_every:
            run.save()
        if self.model.ep_info_buffer:
            recent = [episode["r"] for episode in self.model.ep_info_buffer]
            self.shown.set_postfix_str(f"return {np.mean(recent):.2f}", refresh=False)

    def _on_step(self) -> bool:
        self.shown.update(self.training_env.num_envs)
        self.cut_off = self.stop
        return not self.stop

    def _on_training_end(self) -> None:
        if not self.cut_off:
            self.run.steps = self.model.num_timesteps


@contextmanager
def stopped_by_ctrl_c(watch: Watch) -> Iterator[None]:
    """The first Ctrl-C asks the training to stop and save; a second one stops it at once."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def ask_to_stop(number: int, frame: FrameType | None) -> None:
        watch.stop = True
        signal.signal(signal.SIGINT, before)
        watch.shown.write("stopping and saving (Ctrl-C again: stop at once, save nothing) …")

    before = signal.signal(signal.SIGINT, ask_to_stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def build_model(config: Config, env: BatchVecEnv, steps: int) -> MaskablePPO:
    """The learner with random weights; its chance comes from the seed and the steps done before."""
    train = config.train
    torch.set_num_threads(train.torch_threads)
    chance = np.random.SeedSequence([train.seed, steps])
    model = MaskablePPO(
        "MlpPolicy",
        env,
        policy_kwargs=policy_options(config.network),
        learning_rate=train.learning_rate,
        n_steps=train.n_steps,
        batch_size=train.batch_size,
        n_epochs=train.n_epochs,
        gamma=train.gamma,
        gae_lambda=train.gae_lambda,
        clip_range=train.clip_range,
        ent_coef=train.ent_coef,
        vf_coef=train.vf_coef,
        max_grad_norm=train.max_grad_norm,
        stats_window_size=RECENT_EPISODES,
        seed=int(chance.generate_state(1, np.uint32)[0]),
        device="cpu",
    )
    # 64 random bits: out of the way of the seeds that results are published on.
    env.seed(int(chance.generate_state(2, np.uint64)[1]))
    return model


def model_tensors(model: MaskablePPO) -> tuple[checkpoint.Tensors, checkpoint.Tensors]:
    """The weights, and what the optimiser remembers, by name."""
    policy = {name: tensor.numpy(force=True) for name, tensor in model.policy.state_dict().items()}
    kept = model.policy.optimizer.state_dict()["state"]
    optimizer = {
        f"{number}.{key}": memory[key].numpy(force=True)
        for number, memory in kept.items()
        for key in ADAM
    }
    return policy, optimizer


def load_model(model: MaskablePPO, found: Checkpoint) -> None:
    """Give a learner the weights, the optimiser's memory and the counters of a checkpoint."""
    load_policy(model.policy, found)
    _load_optimizer(model.policy.optimizer, found)
    model.num_timesteps = found.note.steps
    model._n_updates = found.note.updates


def _load_optimizer(optimizer: Any, found: Checkpoint) -> None:
    parameters = optimizer.param_groups[0]["params"]
    wanted = {
        f"{number}.{key}": () if key == "step" else tuple(parameter.shape)
        for number, parameter in enumerate(parameters)
        for key in ADAM
    }
    checkpoint.check_tensors(found.optimizer, wanted, found.folder / checkpoint.OPTIMIZER)
    memory = {
        number: {key: torch.from_numpy(found.optimizer[f"{number}.{key}"].copy()) for key in ADAM}
        for number in range(len(parameters))
    }
    optimizer.load_state_dict(optimizer.state_dict() | {"state": memory})
