"""What happens beside the learning: progress, checkpoints, and the way to stop it."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING, Any, Protocol, cast

from stable_baselines3.common.callbacks import BaseCallback

from cogarena.training.learning.model import scheduled

if TYPE_CHECKING:
    from cogarena.training.train import Run


class Watch(BaseCallback):
    """Moves the progress bar, tells the run what was learned, and stops when told to."""

    def __init__(self, run: "Run", shown: Any) -> None:
        super().__init__()
        self.run, self.shown = run, shown
        self.stop = False  # somebody wants it to
        self.cut_off = False  # it did so, in the middle of collecting what to learn from

    def _on_rollout_start(self) -> None:
        """The policy has just learned from all steps so far."""
        self.run.learned(self.model.num_timesteps)
        recent = self.run.recent.averages()
        if "return" in recent:
            self.shown.set_postfix_str(f"return {recent['return']:.2f}", refresh=False)

    def _on_rollout_end(self) -> None:
        """SB3 knows no schedule of the entropy's weight."""
        train, model = self.run.config.train, cast(Any, self.model)
        remaining = 1 - model.num_timesteps / train.steps
        model.ent_coef = scheduled(train.ent_coef, train.ent_schedule, train, remaining)

    def _on_step(self) -> bool:
        self.run.recent.note(self.locals["infos"])
        self.shown.update(self.training_env.num_envs)
        self.cut_off = self.stop
        return not self.stop

    def _on_training_end(self) -> None:
        if not self.cut_off:
            self.run.learned(self.model.num_timesteps, last=not self.stop)


class Stoppable(Protocol):
    """What Ctrl-C is told to: it stops soon if `stop` is set, and `shown` is its progress bar."""

    stop: bool
    shown: Any


@contextmanager
def stopped_by_ctrl_c(watch: Stoppable) -> Iterator[None]:
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
