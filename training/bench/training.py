"""Decisions per second of whole training runs, and the share of time spent in the environment.

    cogarena bench race --training --json training.json

The same algorithm with the default network learns in our vector environments and in Stable-
Baselines3's `DummyVecEnv` of single ones. All contenders take turns; the median counts.
"""

import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

import torch
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.vec_env import DummyVecEnv, VecEnv

from cogarena.agents.one_seat import SeatedBatch
from cogarena.envs.core.errors import SettingError
from cogarena.envs.core.game import Game
from cogarena.training.bench import Progress, machine, take_turns
from cogarena.training.config import Config, read_tables
from cogarena.training.model import build_env, build_model
from cogarena.training.self_play.ppo import SelfPlayVecEnv
from cogarena.wrappers.gymnasium import SingleEnv
from cogarena.wrappers.sb3 import BatchVecEnv

NATIVE, SINGLES, SELF_PLAY = "native batch", "DummyVecEnv of singles", "self-play"
PACKAGES = ("cogarena", "stable-baselines3", "sb3-contrib", "torch", "numpy", "numba")
PLAYING, CHOOSING = "playing", "choosing"


@dataclass(frozen=True)
class Pace:
    """How fast training was in one measurement."""

    decisions_per_second: float
    environment_share: float  # of the time; without the opponents if they are measured
    opponents_share: float | None  # of the time; None where it cannot be measured


def bench(
    game: Game,
    settings: Mapping[str, Any],
    *,
    rollouts: int = 2,
    repeats: int = 3,
    train: Mapping[str, Any] | None = None,
    progress: Progress = lambda name: None,
) -> dict[str, Any]:
    """All speeds and ratios, ready for JSON; each measurement learns from `rollouts` rollouts."""
    if rollouts < 1 or repeats < 1:
        raise SettingError(
            f"{repeats} repeats of {rollouts} rollouts measure nothing: both must be positive"
        )
    tables = {"game": {"name": game.name, "settings": dict(settings)}, "train": dict(train or {})}
    config = read_tables(tables, "bench")
    contenders = {
        name: partial(Contender(config, game, env).learn, rollouts)
        for name, env in environments(config, game).items()
    }
    measured = take_turns(contenders, repeats, progress)
    paces = {name: _median(each) for name, each in measured.items()}
    return {
        "game": game.name,
        "settings": dict(settings),
        "rollouts": rollouts,
        "repeats": repeats,
        "train": asdict(config.train),
        "network": asdict(config.network),
        **machine(PACKAGES),
        "training": {name: asdict(pace) for name, pace in paces.items()},
        "ratios": {
            f"{NATIVE} / {SINGLES}": paces[NATIVE].decisions_per_second
            / paces[SINGLES].decisions_per_second
        },
    }


def environments(config: Config, game: Game) -> dict[str, VecEnv]:
    """The environments; in competitive games random opponents play all seats but one."""
    settings, envs = config.settings, config.train.envs
    if game.shared_reward:
        return {
            NATIVE: BatchVecEnv(game, envs, **settings),
            SINGLES: DummyVecEnv([lambda: SingleEnv(game, **settings)] * envs),
        }
    return {
        NATIVE: BatchVecEnv(game, envs, opponents="random", **settings),
        SINGLES: DummyVecEnv([lambda: SingleEnv(game, opponents="random", **settings)] * envs),
        SELF_PLAY: build_env(config, game),
    }


class Contender:
    """A model that learns in an environment, and the time it spends there."""

    def __init__(self, config: Config, game: Game, env: VecEnv) -> None:
        self._rollout = config.train.envs * config.train.n_steps
        self._spent = dict.fromkeys((PLAYING, CHOOSING), 0.0)
        for name in ("step_wait", "env_method"):  # called while learning
            setattr(env, name, self._timed(PLAYING, getattr(env, name)))
        self._opponents = opponents_of(env)
        if self._opponents is not None:
            self._opponents.choose = self._timed(CHOOSING, self._opponents.choose)
        torch.manual_seed(config.train.seed)
        self._model = build_model(config, game, env)
        self._model.set_logger(Logger(None, []))

    def _timed(self, what: str, method: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*args: Any, **kwargs: Any) -> Any:
            start = time.perf_counter()
            result = method(*args, **kwargs)
            self._spent[what] += time.perf_counter() - start
            return result

        return timed

    def learn(self, rollouts: int) -> Pace:
        """Learn from this number of rollouts."""
        self._spent, start = dict.fromkeys(self._spent, 0.0), time.perf_counter()
        steps = rollouts * self._rollout
        self._model.learn(steps, log_interval=None, reset_num_timesteps=False)  # type: ignore[arg-type]
        elapsed = time.perf_counter() - start
        playing, choosing = (self._spent[what] / elapsed for what in (PLAYING, CHOOSING))
        known = None if self._opponents is None else choosing
        return Pace(steps / elapsed, playing - choosing, known)


def opponents_of(env: Any) -> Any:
    """The object that chooses for the opponents of all rows, or None without opponents."""
    if isinstance(env, SelfPlayVecEnv):
        return env.tables.league
    batch = getattr(env, "batch", None)
    return batch.opponents if isinstance(batch, SeatedBatch) else None


def _median(paces: list[Pace]) -> Pace:
    choosing = [pace.opponents_share for pace in paces if pace.opponents_share is not None]
    return Pace(
        statistics.median(pace.decisions_per_second for pace in paces),
        statistics.median(pace.environment_share for pace in paces),
        statistics.median(choosing) if choosing else None,
    )


def table(result: Mapping[str, Any]) -> str:
    """The result as a table for the terminal."""
    width = max(len(name) for name in (*result["training"], *result["ratios"])) + 2
    heads = ("decisions per second", "in the environment", "in opponents")
    lines = [f"{'training':<{width}}{''.join(f'{head:>20}' for head in heads)}"]
    for name, pace in result["training"].items():
        speed, playing, choosing = pace.values()
        known = "" if choosing is None else f"{choosing:.1%}"
        lines.append(f"{name:<{width}}{speed:>20,.0f}{playing:>20.1%}{known:>20}".rstrip())
    lines += ["", *(f"{name:<{width}}{ratio:>18.2f} ×" for name, ratio in result["ratios"].items())]
    return "\n".join(lines)
