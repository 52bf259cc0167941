"""Training with RLlib's PPO, on this machine or on a Ray cluster.

    cogarena train --engine ray --config configs/coop_td_quick.toml
    cogarena train --engine ray --ray-address auto --resume results/coop_td_quick

The folder, its checkpoints and its logs are those of `cogarena.training.sb3`. The policy plays all
seats of a competitive game. A lost worker is replaced while the others keep playing. A resumed run
continues from its last checkpoint with new episodes.
"""

import contextlib
import logging
import os
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import ray
import torch
from ray.exceptions import RayError
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

from cogarena.agents import checkpoint
from cogarena.agents.checkpoint import Checkpoint
from cogarena.envs.core import registry
from cogarena.envs.core.errors import CogarenaError, SettingError
from cogarena.training.config import Config
from cogarena.training.expert import imitate
from cogarena.training.model import load_model, model_tensors
from cogarena.training.progress import bar, stopped_by_ctrl_c
from cogarena.training.ray.algorithm import GAME, check, model_of, ppo, seats, unused
from cogarena.training.runs import (
    Outcome,
    RunFolder,
    draw_curve,
    load_run,
    open_logs,
    refuse_existing_run,
)
from cogarena.training.validation import Validation

MAX_IDLE_SECONDS = 600.0  # without a worker that plays
RETURN = "rollout/ep_rew_mean"
# SB3's names of metrics, and RLlib's.
LEARNER_METRICS = {
    "train/loss": "total_loss",
    "train/policy_gradient_loss": "policy_loss",
    "train/value_loss": "vf_loss",
    "train/entropy": "entropy",
    "train/explained_variance": "vf_explained_var",
    "train/learning_rate": "default_optimizer_learning_rate",
}


def start(config: Config, address: str | None = None) -> Outcome:
    """Train from scratch, in a folder that holds no run yet."""
    folder = Path(config.output)
    refuse_existing_run(folder)
    return _train(folder, config, None, address)


def resume(folder: Path, changes: Iterable[str] = (), address: str | None = None) -> Outcome:
    """Continue from the last checkpoint of a run."""
    found, config = load_run(folder, changes)
    return _train(folder, config, found, address)


def _train(folder: Path, config: Config, found: Checkpoint | None, address: str | None) -> Outcome:
    """One session: connect to the cluster, learn, save."""
    check(config)
    for note in unused(config):
        print(f"cogarena: --engine ray: {note}", file=sys.stderr)
    with connected(address, config.game, config.ray.workers):
        run = Run(folder, config, found)
        try:
            if found is None and config.imitation.steps:
                run.imitate()
            with bar("training", config.train.steps, " steps", run.steps) as shown:
                loop = TrainingLoop(run, shown)
                with stopped_by_ctrl_c(loop):
                    loop.learn()
        finally:
            run.close()
    return Outcome(folder, run.steps, config.train.steps, run.saved_at is not None)


class Run:
    """A policy that learns on a cluster, and its folder."""

    def __init__(self, folder: Path, config: Config, found: Checkpoint | None) -> None:
        self.config, self.game = config, registry.load(config.game)
        if found:
            checkpoint.check_game(found, self.game)
        self.folder = RunFolder(folder, config, self.game)
        self.validation = Validation(self.game, config)
        self.seats = seats(config)
        torch.set_num_threads(config.train.torch_threads)
        self.algorithm = ppo(config, found.note.steps if found else 0).build_algo()
        self.model = model_of(self.algorithm)
        if found:
            load_model(self.model, found)
            self._send_weights()
        self.recent: float | None = None  # mean return of the last episodes
        self.saved_at = self.steps if found else None
        self.logger = open_logs(folder / "logs", self.steps)

    @property
    def steps(self) -> int:
        """Decisions that the policy has learned from."""
        return self.model.num_timesteps

    def _send_weights(self) -> None:
        self.algorithm.env_runner_group.sync_weights(
            from_worker_or_learner_group=self.algorithm.learner_group, inference_only=True
        )

    def imitate(self) -> None:
        """Let the policy learn from an expert before it learns on its own."""
        imitate(self.model, self.game, self.config, self.folder.path / "logs" / "imitation")
        self._send_weights()
        self.save(self.log(validate=True))

    def learn(self) -> int:
        """Let the workers play one round and learn from it; the number of decisions played."""
        began = time.perf_counter()
        result = self.algorithm.train()
        played = int(result.get("env_runners", {}).get("num_env_steps_sampled", 0))
        if played:
            self.model.count(played, self.config.train.n_epochs)
            metrics = _metrics(result, self.seats)
            self.recent = metrics.get(RETURN, self.recent)
            self._record(metrics)
            speed = played / (time.perf_counter() - began)
            self._record({"time/fps": speed, "time/total_timesteps": self.steps})
            self._record({"train/n_updates": self.model.updates})
        return played

    def log(self, validate: bool) -> float | None:
        """Write a row of metrics, with a validation if it is wanted; the score of that."""
        score = None
        if validate:
            score, scores = self.validation.validate(self.model.policy)
            self._record(scores)
        self.logger.dump(self.steps)
        if validate:
            settings, opponents = self.validation.settings, self.validation.opponents[0]
            draw_curve(self.folder.path, self.game, settings, opponents)
        return score

    def save(self, score: float | None) -> None:
        """Write a checkpoint."""
        self.folder.save(self.steps, self.model.updates, score, *model_tensors(self.model))
        self.saved_at = self.steps

    def _record(self, values: Mapping[str, float]) -> None:
        for name, value in values.items():
            self.logger.record(name, value)

    def close(self) -> None:
        """Close the logs, stop the workers, and remove the empty folders that RLlib made."""
        self.logger.close()
        self.algorithm.stop()
        made = Path(self.algorithm.logdir)
        with contextlib.suppress(OSError):
            made.rmdir()
            made.parent.rmdir()


class TrainingLoop:
    """Lets a run learn until it is done or is asked to stop, and saves checkpoints."""

    def __init__(self, run: Run, shown: Any) -> None:
        self.run, self.bar = run, shown
        self.stop = False  # set to stop soon

    def learn(self) -> None:
        """Learn round by round. A round is always finished, and the last one is saved."""
        run, last_played = self.run, time.monotonic()
        wanted, every = run.config.train.steps, run.config.train.checkpoint_every
        while run.steps < wanted and not self.stop:
            before, played = run.steps, run.learn()
            if not played:
                refuse_long_idle(time.monotonic() - last_played)
                continue
            last_played = time.monotonic()
            self.bar.update(played)
            if run.recent is not None:
                self.bar.set_postfix_str(f"return {run.recent:.2f}", refresh=False)
            passed = run.steps // every > before // every or run.steps >= wanted
            due = passed and not self.stop
            score = run.log(validate=due)
            if due:
                run.save(score)
        if run.steps and run.saved_at != run.steps:
            run.save(None)


def refuse_long_idle(idle: float) -> None:
    """Give up when all workers have been lost, or have failed, for too long."""
    if idle > MAX_IDLE_SECONDS:
        raise ClusterError(f"no worker has played for {idle:.0f} s: see Ray's logs for the reason")


def _metrics(result: Mapping[str, Any], seats: int) -> dict[str, float]:
    """The metrics of a round, by the names in our logs; those of episodes if one has ended."""
    (learned,) = (values for name, values in result["learners"].items() if name[0] != "_")
    metrics = {name: float(learned[theirs]) for name, theirs in LEARNER_METRICS.items()}
    played = result["env_runners"]
    metrics[RETURN] = float(played.get("episode_return_mean", np.nan)) / seats
    metrics["rollout/ep_len_mean"] = float(played.get("episode_len_mean", np.nan))
    metrics |= {f"game/{name}": float(value) for name, value in played.get(GAME, {}).items()}
    workers = result["fault_tolerance"]
    metrics["ray/workers"] = float(workers["num_healthy_workers"])
    metrics["ray/restarts"] = float(workers["num_remote_worker_restarts"])
    return {name: value for name, value in metrics.items() if not np.isnan(value)}


class ClusterError(CogarenaError, RuntimeError):
    """A cluster that cannot be reached or cannot do the work."""


@contextmanager
def connected(address: str | None, game: str, workers: int) -> Iterator[None]:
    """Connect to a cluster, or start one on this machine, and compile the game on its nodes.

    A program that is already connected stays connected.
    """
    registry.load(game).compile()
    own = not ray.is_initialized()
    if own:
        _connect(address, workers)
    try:
        if workers:
            _require_cpus(workers)
            _compile_on_nodes(game)
        yield
    finally:
        if own:
            ray.shutdown()


def _connect(address: str | None, workers: int) -> None:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    logging.getLogger("ray.rllib").setLevel(logging.ERROR)
    quiet = {"log_to_driver": False, "logging_level": logging.ERROR}
    if address is None:
        cpus = max(workers, os.cpu_count() or 1)
        ray.init(address="local", num_cpus=cpus, include_dashboard=False, **quiet)
        return
    try:
        ray.init(address=address, **quiet)
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise ClusterError(f"cannot connect to a Ray cluster at {address!r}: {error}") from error


def _require_cpus(workers: int) -> None:
    cpus = int(ray.cluster_resources().get("CPU", 0))
    if workers > cpus:
        raise SettingError(
            f"[ray] workers is {workers}, but must be at most {cpus}, the CPUs of the cluster"
        )


def _compile_on_nodes(game: str) -> None:
    """Compile once on each other node, so that its workers find the kernels in the cache."""
    here = ray.get_runtime_context().get_node_id()
    others = [node for node in ray.nodes() if node["Alive"] and node["NodeID"] != here]
    task = ray.remote(num_cpus=0)(_compile)
    waiting = {}
    for node in others:
        place = NodeAffinitySchedulingStrategy(node["NodeID"], soft=False)
        waiting[node["NodeName"]] = task.options(scheduling_strategy=place).remote(game)
    for name, reply in waiting.items():
        error = _error(reply)
        if error:
            raise ClusterError(f"node {name} cannot play {game}: {error}")


def _error(reply: Any) -> str:
    try:
        message: str = ray.get(reply)
    except RayError as error:  # such as a node where Cogarena is not installed
        message = str(error).strip().splitlines()[-1]
    return message


def _compile(game: str) -> str:
    """Compile the game; returns the error message, or an empty string."""
    try:
        registry.load(game).compile()
    except CogarenaError as error:
        return str(error)
    return ""
