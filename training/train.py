"""Training by MaskablePPO of sb3-contrib on the native vector environment.

    cogarena train --config configs/coop_td_quick.toml
    cogarena train --resume results/coop_td_quick

A run is a folder: `checkpoints/step_…`, the links `last` and `best` into it, `curve.png`, and
`logs` with TensorBoard events and progress.csv; self-play adds `ratings.png`. Ctrl-C saves. A run
that was stopped or killed and is resumed ends with the very weights of one that never was, on the
same machine with one thread of torch; what was done after the last checkpoint is done again.
"""

import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from cogarena.agents import checkpoint
from cogarena.agents.checkpoint import Checkpoint, Tensors
from cogarena.envs.core import registry
from cogarena.training.config import Config, Train
from cogarena.training.learning import session
from cogarena.training.learning.curve import draw_curve
from cogarena.training.learning.folder import RunFolder, found_run, require_new
from cogarena.training.learning.imitation import imitate
from cogarena.training.learning.judgement import Judge
from cogarena.training.learning.measures import LENGTH, RETURN, Recent
from cogarena.training.learning.model import build_env, build_model, load_model, model_tensors
from cogarena.training.learning.watch import Watch, stopped_by_ctrl_c
from cogarena.training.logs import open_logs
from cogarena.training.progress import bar
from cogarena.training.self_play.learner import SelfPlayPPO
from cogarena.training.self_play.ratings import Ratings

NAMES_OF_SB3 = {RETURN: "rollout/ep_rew_mean", LENGTH: "rollout/ep_len_mean"}


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
    require_new(folder)
    return _train(folder, config, None)


def resume(folder: Path, changes: Iterable[str] = ()) -> Outcome:
    """Go on from the last checkpoint of a run; only `train.steps` can be changed."""
    found, config = found_run(folder, changes)
    return _train(folder, config, found)


def _train(folder: Path, config: Config, found: Checkpoint | None) -> Outcome:
    """One session: build everything, learn, save."""
    run = Run(folder, config, found)
    try:
        if found is None and config.imitation.steps:
            imitate(run.model, run.game, config, folder / "logs" / "imitation")
        remaining = config.train.steps - run.model.num_timesteps
        if remaining > 0:
            with bar("training", whole_rollouts(config.train), " steps", run.steps) as shown:
                watch = Watch(run, shown)
                with stopped_by_ctrl_c(watch):
                    run.learn(remaining, watch)
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
        self.config, self.game = config, registry.load(config.game)
        if found:
            checkpoint.check_game(found, self.game)
        self.folder = RunFolder(folder, config, self.game)
        self.judge = Judge(self.game, config)
        self.recent = Recent()
        self.env = build_env(config, self.game)
        self.model = build_model(config, self.game, self.env)
        self.steps = found.note.steps if found else 0  # that the policy has learned from
        self.ratings: Ratings | None = None
        if isinstance(self.model, SelfPlayPPO):
            episodes = config.self_play.rating_episodes
            self.ratings = Ratings(folder, self.model.league, config.settings, episodes, self.steps)
        self.saved_at = self.steps if found else None
        self.session: Tensors = {}  # as the last rollout began
        if found:
            load_model(self.model, found)
            session.restored(found.session, self.model, self.env, self.recent)
        self.model.set_logger(open_logs(folder / "logs", self.steps))
        self._began = time.perf_counter(), self.steps

    def learn(self, steps: int, watch: Watch) -> None:
        """Learn from so many steps more, or until the watch stops it; then save."""
        self.model.learn(steps, callback=watch, log_interval=None, reset_num_timesteps=False)  # type: ignore[arg-type]
        if self.steps and self.saved_at != self.steps:
            self.save(None)

    def learned(self, steps: int, last: bool = False) -> None:
        """The policy has learned from so many steps: log it, and save it if it is time to."""
        before, self.steps = self.steps, steps
        self.session = session.taken(self.model, self.env, self.recent)
        score = None
        due = last or self._is_due(before)
        if due:
            score, figures = self.judge.judged(self.model.policy)
            self._record(figures)
            if self.ratings is not None:
                self._record(self.ratings.judged(steps, self.model.policy))
        if due or steps != before:
            self._log()
        if due:
            self.save(score)
            draw_curve(self.folder.path, self.game, self.judge.settings, self.judge.opponents[0])

    def _is_due(self, before: int) -> bool:
        """Checkpoints come at the same steps however often a run is stopped."""
        every = self.config.train.checkpoint_every
        imitated = self.config.imitation.steps > 0 and self.saved_at is None
        return self.steps // every > before // every or imitated

    def _log(self) -> None:
        """One row: what SB3 and others have recorded since the last, and the recent episodes."""
        recent = self.recent.averages()
        self._record({NAMES_OF_SB3.get(name, f"game/{name}"): recent[name] for name in recent})
        began, steps = self._began
        speed = (self.steps - steps) / (time.perf_counter() - began)
        self._record({"time/fps": speed, "time/total_timesteps": self.steps})
        self.model.logger.dump(self.steps)

    def _record(self, figures: dict[str, float]) -> None:
        for name, value in figures.items():
            self.model.logger.record(name, value)

    def save(self, score: float | None) -> None:
        """Write a checkpoint of what the policy is and of the session as the rollout began."""
        tensors = model_tensors(self.model)
        self.folder.save(self.steps, self.model._n_updates, score, *tensors, self.session)
        self.saved_at = self.steps

    def close(self) -> None:
        """Close the logs and end the threads."""
        self.model.logger.close()
        self.env.close()
