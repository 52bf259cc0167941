"""Training by RLlib's PPO, on this machine or on a Ray cluster.

    cogarena train --engine ray --config configs/coop_td_quick.toml
    cogarena train --engine ray --ray-address auto --resume results/coop_td_quick

The folder, its checkpoints and its logs are those of `cogarena.training.train`. The policy plays
all seats of a game of rivals. A worker that is lost is replaced, and the run goes on meanwhile
with the others. A resumed run goes on from its last checkpoint in new episodes.
"""

import contextlib
import sys
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch

from cogarena.agents import checkpoint
from cogarena.agents.checkpoint import Checkpoint
from cogarena.envs.core import registry
from cogarena.training.cluster.algorithm import check, ppo, seats, unused
from cogarena.training.cluster.learner import pupil
from cogarena.training.cluster.measures import GAME
from cogarena.training.cluster.nodes import ClusterError, joined
from cogarena.training.config import Config
from cogarena.training.learning.curve import draw_curve
from cogarena.training.learning.folder import RunFolder, found_run, require_new
from cogarena.training.learning.imitation import imitate
from cogarena.training.learning.judgement import Judge
from cogarena.training.learning.model import load_model, model_tensors
from cogarena.training.learning.watch import stopped_by_ctrl_c
from cogarena.training.logs import open_logs
from cogarena.training.progress import bar
from cogarena.training.train import Outcome

PATIENCE = 600.0  # seconds in which no worker plays
RETURN = "rollout/ep_rew_mean"
# The names that SB3 logs, and RLlib's.
LEARNED = {
    "train/loss": "total_loss",
    "train/policy_gradient_loss": "policy_loss",
    "train/value_loss": "vf_loss",
    "train/entropy": "entropy",
    "train/explained_variance": "vf_explained_var",
    "train/learning_rate": "default_optimizer_learning_rate",
}


def start(config: Config, address: str | None = None) -> Outcome:
    """Train from the beginning, in a folder that holds no run yet."""
    folder = Path(config.output)
    require_new(folder)
    return _train(folder, config, None, address)


def resume(folder: Path, changes: Iterable[str] = (), address: str | None = None) -> Outcome:
    """Go on from the last checkpoint of a run."""
    found, config = found_run(folder, changes)
    return _train(folder, config, found, address)


def _train(folder: Path, config: Config, found: Checkpoint | None, address: str | None) -> Outcome:
    """One session: join the cluster, learn, save."""
    check(config)
    for note in unused(config):
        print(f"cogarena: --engine ray: {note}", file=sys.stderr)
    with joined(address, config.game, config.ray.workers):
        run = Run(folder, config, found)
        try:
            if found is None and config.imitation.steps:
                run.imitate()
            with bar("training", config.train.steps, " steps", run.steps) as shown:
                watch = Watch(run, shown)
                with stopped_by_ctrl_c(watch):
                    watch.learn()
        finally:
            run.close()
    return Outcome(folder, run.steps, config.train.steps, run.saved_at is not None)


class Run:
    """A policy that learns on a cluster, and the folder it is kept in."""

    def __init__(self, folder: Path, config: Config, found: Checkpoint | None) -> None:
        self.config, self.game = config, registry.load(config.game)
        if found:
            checkpoint.check_game(found, self.game)
        self.folder = RunFolder(folder, config, self.game)
        self.judge = Judge(self.game, config)
        self.seats = seats(config)
        torch.set_num_threads(config.train.torch_threads)
        self.algorithm = ppo(config, found.note.steps if found else 0).build_algo()
        self.pupil = pupil(self.algorithm)
        if found:
            load_model(self.pupil, found)
            self._tell_workers()
        self.recent: float | None = None  # mean return of the last episodes
        self.saved_at = self.steps if found else None
        self.logger = open_logs(folder / "logs", self.steps)

    @property
    def steps(self) -> int:
        """Decisions that the policy has learned from."""
        return self.pupil.num_timesteps

    def _tell_workers(self) -> None:
        self.algorithm.env_runner_group.sync_weights(
            from_worker_or_learner_group=self.algorithm.learner_group, inference_only=True
        )

    def imitate(self) -> None:
        """Let the policy learn a player's choices before its own."""
        imitate(self.pupil, self.game, self.config, self.folder.path / "logs" / "imitation")
        self._tell_workers()
        self.save(self.log(judge=True))

    def learn(self) -> int:
        """Let the workers play a share each and learn from it; how many decisions these were."""
        began = time.perf_counter()
        result = self.algorithm.train()
        played = int(result.get("env_runners", {}).get("num_env_steps_sampled", 0))
        if played:
            self.pupil.learned(played, self.config.train.n_epochs)
            figures = _figures(result, self.seats)
            self.recent = figures.get(RETURN, self.recent)
            self._record(figures)
            speed = played / (time.perf_counter() - began)
            self._record({"time/fps": speed, "time/total_timesteps": self.steps})
            self._record({"train/n_updates": self.pupil.updates})
        return played

    def log(self, judge: bool) -> float | None:
        """Write a row of what was learned last, and of how good the policy is if wanted."""
        score = None
        if judge:
            score, figures = self.judge.judged(self.pupil.policy)
            self._record(figures)
        self.logger.dump(self.steps)
        if judge:
            draw_curve(self.folder.path, self.game, self.judge.settings, self.judge.opponents[0])
        return score

    def save(self, score: float | None) -> None:
        """Write a checkpoint."""
        self.folder.save(self.steps, self.pupil.updates, score, *model_tensors(self.pupil))
        self.saved_at = self.steps

    def _record(self, figures: Mapping[str, float]) -> None:
        for name, value in figures.items():
            self.logger.record(name, value)

    def close(self) -> None:
        """Close the logs, end the workers, and remove the empty folders that RLlib makes."""
        self.logger.close()
        self.algorithm.stop()
        made = Path(self.algorithm.logdir)
        with contextlib.suppress(OSError):
            made.rmdir()
            made.parent.rmdir()


class Watch:
    """Lets a run learn until it is done or somebody wants it to stop, and saves now and then."""

    def __init__(self, run: Run, shown: Any) -> None:
        self.run, self.shown = run, shown
        self.stop = False  # somebody wants it to

    def learn(self) -> None:
        """Learn in rounds. One that has begun is brought to its end, and the last one is saved."""
        run, last_played = self.run, time.monotonic()
        wanted, every = run.config.train.steps, run.config.train.checkpoint_every
        while run.steps < wanted and not self.stop:
            before, played = run.steps, run.learn()
            if not played:
                require_hope(time.monotonic() - last_played)
                continue
            last_played = time.monotonic()
            self.shown.update(played)
            if run.recent is not None:
                self.shown.set_postfix_str(f"return {run.recent:.2f}", refresh=False)
            passed = run.steps // every > before // every or run.steps >= wanted
            due = passed and not self.stop
            score = run.log(judge=due)
            if due:
                run.save(score)
        if run.steps and run.saved_at != run.steps:
            run.save(None)


def require_hope(idle: float) -> None:
    """Give up when all workers have been lost, or have failed, for too long."""
    if idle > PATIENCE:
        raise ClusterError(f"no worker has played for {idle:.0f} s: Ray's logs tell why")


def _figures(result: Mapping[str, Any], seats: int) -> dict[str, float]:
    """What a round tells, by the names of our logs; of episodes only if one has ended."""
    (learned,) = (values for name, values in result["learners"].items() if name[0] != "_")
    figures = {name: float(learned[theirs]) for name, theirs in LEARNED.items()}
    played = result["env_runners"]
    figures[RETURN] = float(played.get("episode_return_mean", np.nan)) / seats
    figures["rollout/ep_len_mean"] = float(played.get("episode_len_mean", np.nan))
    figures |= {f"game/{name}": float(value) for name, value in played.get(GAME, {}).items()}
    workers = result["fault_tolerance"]
    figures["ray/workers"] = float(workers["num_healthy_workers"])
    figures["ray/restarts"] = float(workers["num_remote_worker_restarts"])
    return {name: value for name, value in figures.items() if not np.isnan(value)}
