"""Training with MaskablePPO of sb3-contrib on the native vector environment.

    cogarena train --config configs/coop_td_quick.toml
    cogarena train --resume results/coop_td_quick

A run is a folder with `checkpoints/step_…`, the links `last` and `best`, `curve.png`, and `logs`
with TensorBoard events and progress.csv; self-play adds `ratings.png`. Ctrl-C saves. A run that was
stopped or killed and then resumed ends with exactly the weights of an uninterrupted run, on the
same machine with one thread of torch; the work since the last checkpoint is repeated.
"""

import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Protocol, cast

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

from cogarena.agents import checkpoint
from cogarena.agents.checkpoint import Checkpoint, CheckpointError, Tensors, under
from cogarena.agents.protocol import Array
from cogarena.envs.core import registry
from cogarena.training.config import Config, Train
from cogarena.training.expert import imitate
from cogarena.training.model import build_env, build_model, load_model, model_tensors, scheduled
from cogarena.training.progress import bar, stopped_by_ctrl_c
from cogarena.training.runs import (
    Outcome,
    RunFolder,
    draw_curve,
    load_run,
    open_logs,
    refuse_existing_run,
)
from cogarena.training.self_play.ppo import SelfPlayPPO
from cogarena.training.self_play.ratings import Ratings
from cogarena.training.validation import LENGTH, RETURN, RecentEpisodes, Validation

SB3_NAMES = {RETURN: "rollout/ep_rew_mean", LENGTH: "rollout/ep_len_mean"}
ENV, RECENT = "env.", "recent."  # prefixes of tensors in a session


def start(config: Config) -> Outcome:
    """Train from scratch, in a folder that holds no run yet."""
    folder = Path(config.output)
    refuse_existing_run(folder)
    return _train(folder, config, None)


def resume(folder: Path, changes: Iterable[str] = ()) -> Outcome:
    """Continue from the last checkpoint of a run; only `train.steps` may change."""
    found, config = load_run(folder, changes)
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
                callback = RunCallback(run, shown)
                with stopped_by_ctrl_c(callback):
                    run.learn(remaining, callback)
    finally:
        run.close()
    return Outcome(folder, run.steps, config.train.steps, run.saved_at is not None)


def whole_rollouts(train: Train) -> int:
    """The steps that will be done: updates come after whole rollouts."""
    rollout = train.envs * train.n_steps
    return -(-train.steps // rollout) * rollout


class Run:
    """A learning policy and its folder."""

    def __init__(self, folder: Path, config: Config, found: Checkpoint | None) -> None:
        self.config, self.game = config, registry.load(config.game)
        if found:
            checkpoint.check_game(found, self.game)
        self.folder = RunFolder(folder, config, self.game)
        self.validation = Validation(self.game, config)
        self.recent = RecentEpisodes()
        self.env = build_env(config, self.game)
        self.model = build_model(config, self.game, self.env)
        self.steps = found.note.steps if found else 0  # that the policy has learned from
        self.ratings: Ratings | None = None
        if isinstance(self.model, SelfPlayPPO):
            episodes = config.self_play.rating_episodes
            self.ratings = Ratings(folder, self.model.league, config.settings, episodes, self.steps)
        self.saved_at = self.steps if found else None
        self.session: Tensors = {}  # at the start of the last rollout
        if found:
            load_model(self.model, found)
            restore_session(found.session, self.model, self.env, self.recent)
        self.model.set_logger(open_logs(folder / "logs", self.steps))
        self._began = time.perf_counter(), self.steps

    def learn(self, steps: int, callback: "RunCallback") -> None:
        """Learn from `steps` more steps, or until the callback stops it; then save."""
        self.model.learn(steps, callback=callback, log_interval=None, reset_num_timesteps=False)  # type: ignore[arg-type]
        if self.steps and self.saved_at != self.steps:
            self.save(None)

    def after_update(self, steps: int, last: bool = False) -> None:
        """Log the policy, which has now learned from `steps` steps; save it if that is due."""
        before, self.steps = self.steps, steps
        self.session = snapshot_session(self.model, self.env, self.recent)
        score = None
        due = last or self._is_due(before)
        if due:
            score, scores = self.validation.validate(self.model.policy)
            self._record(scores)
            if self.ratings is not None:
                self._record(self.ratings.rate(steps, self.model.policy))
        if due or steps != before:
            self._log()
        if due:
            self.save(score)
            settings, opponents = self.validation.settings, self.validation.opponents[0]
            draw_curve(self.folder.path, self.game, settings, opponents)

    def _is_due(self, before: int) -> bool:
        """Checkpoints come at the same steps however often a run is stopped."""
        every = self.config.train.checkpoint_every
        imitated = self.config.imitation.steps > 0 and self.saved_at is None
        return self.steps // every > before // every or imitated

    def _log(self) -> None:
        """Write one row: all that was recorded since the last row, and the recent episodes."""
        recent = self.recent.averages()
        self._record({SB3_NAMES.get(name, f"game/{name}"): recent[name] for name in recent})
        began, steps = self._began
        speed = (self.steps - steps) / (time.perf_counter() - began)
        self._record({"time/fps": speed, "time/total_timesteps": self.steps})
        self.model.logger.dump(self.steps)

    def _record(self, values: dict[str, float]) -> None:
        for name, value in values.items():
            self.model.logger.record(name, value)

    def save(self, score: float | None) -> None:
        """Write a checkpoint of the policy, with the session at the start of the last rollout."""
        tensors = model_tensors(self.model)
        self.folder.save(self.steps, self.model._n_updates, score, *tensors, self.session)
        self.saved_at = self.steps

    def close(self) -> None:
        """Close the logs and the environment."""
        self.model.logger.close()
        self.env.close()


class RunCallback(BaseCallback):
    """Moves the progress bar, reports updates to the run, and stops when asked to."""

    def __init__(self, run: Run, shown: Any) -> None:
        super().__init__()
        self.run, self.bar = run, shown
        self.stop = False  # set to stop soon
        self.interrupted = False  # it stopped in the middle of a rollout

    def _on_rollout_start(self) -> None:
        """All steps so far have been learned from."""
        self.run.after_update(self.model.num_timesteps)
        recent = self.run.recent.averages()
        if RETURN in recent:
            self.bar.set_postfix_str(f"return {recent[RETURN]:.2f}", refresh=False)

    def _on_rollout_end(self) -> None:
        """Schedule the entropy coefficient, which SB3 does not."""
        train, model = self.run.config.train, cast(Any, self.model)
        remaining = 1 - model.num_timesteps / train.steps
        model.ent_coef = scheduled(train.ent_coef, train.ent_schedule, train, remaining)

    def _on_step(self) -> bool:
        self.run.recent.add(self.locals["infos"])
        self.bar.update(self.training_env.num_envs)
        self.interrupted = self.stop
        return not self.stop

    def _on_training_end(self) -> None:
        if not self.interrupted:
            self.run.after_update(self.model.num_timesteps, last=not self.stop)


class Resumable(Protocol):
    """What a resumable training run needs from its environment, besides SB3's VecEnv.

    `state` is called before every rollout. For agents with a memory outside the state, both methods
    call `begin`, so that a resumed run and an uninterrupted one continue identically.
    """

    def state(self) -> dict[str, Array]:
        """All that the unfinished episodes need to continue in another process."""

    def load_state(self, state: dict[str, Array]) -> None:
        """Continue the episodes of a state."""


def snapshot_session(model: MaskablePPO, env: Resumable, recent: RecentEpisodes) -> Tensors:
    """All that a run needs besides its weights to resume as if it had never stopped.

    It is valid between two rollouts: the unfinished episodes, the random number generators, the
    last observations and the measures of recent episodes.
    """
    return (
        {
            "observations": np.array(model._last_obs),
            "episode_starts": np.array(model._last_episode_starts, np.bool_),
        }
        | _rng_state()
        | {ENV + name: np.array(array) for name, array in env.state().items()}
        | {RECENT + name: array for name, array in recent.arrays().items()}
    )


def restore_session(
    session: Tensors, model: MaskablePPO, env: Resumable, recent: RecentEpisodes
) -> None:
    """Continue from a session."""
    if not session:
        raise CheckpointError(
            "cannot resume this run: its checkpoint has no session, so it needs --engine ray"
        )
    try:
        env.load_state(under(ENV, session))
        model._last_obs = np.array(session["observations"])
        model._last_episode_starts = np.array(session["episode_starts"])
        recent.load(under(RECENT, session))
        _load_rng_state(session)
    except (KeyError, ValueError, TypeError, RuntimeError) as error:
        raise CheckpointError(f"cannot resume this run: its session is damaged: {error}") from error


def _rng_state() -> dict[str, Array]:
    """The generators that exploration and the order of minibatches come from."""
    state: Any = np.random.get_state(legacy=False)
    return {
        "chance.torch": torch.get_rng_state().numpy().copy(),
        "chance.numpy": np.array(state["state"]["key"]),
        "chance.numpy_place": np.array([state["state"]["pos"], state["has_gauss"]], np.int64),
        "chance.numpy_gauss": np.array([state["gauss"]]),
    }


def _load_rng_state(session: Tensors) -> None:
    torch.set_rng_state(torch.from_numpy(session["chance.torch"].copy()))
    place, has_gauss = session["chance.numpy_place"].tolist()
    key, gauss = session["chance.numpy"], float(session["chance.numpy_gauss"][0])
    np.random.set_state(("MT19937", key, place, has_gauss, gauss))
