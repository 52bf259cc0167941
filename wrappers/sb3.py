"""Stable-Baselines3's VecEnv over a `Batch`, with action masks and episode statistics built in."""

import time
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.spaces import Discrete
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import VecEnv

from cogarena.agents.one_seat import NamedPlayers, SeatedBatch
from cogarena.envs.core.batch import Autoreset
from cogarena.envs.core.errors import SettingError
from cogarena.envs.core.game import Game
from cogarena.wrappers.gymnasium import require_known, resolve_game
from cogarena.wrappers.observations import FLAT, ObservationForm
from cogarena.wrappers.rendering import BATCH_MODES, TILE, Frame, render, require_rendering
from cogarena.wrappers.vector import new_batch

Array = np.ndarray[Any, Any]


class BatchVecEnv(VecEnv):
    """One agent plays all seats, or one seat against opponents, as in `SingleEnv`.

    Needs no VecMonitor: the last info of an episode holds its return, length and time. With
    `observation="dict"`, observations are dicts of the named pieces, for "MultiInputPolicy".
    """

    def __init__(
        self,
        game: Game | str,
        num_envs: int,
        *,
        seat: str | None = None,
        opponents: NamedPlayers | None = None,
        observation: str = FLAT,
        normalise: bool = False,
        render_mode: str | None = None,
        tile: int = TILE,
        threads: int | None = None,
        **settings: Any,
    ) -> None:
        self.game, mode = resolve_game(game), Autoreset.SAME_STEP
        require_known(BatchVecEnv, self.game, settings)
        self.form = ObservationForm(observation, normalise=normalise)
        self.batch = new_batch(self.game, num_envs, settings, seat, opponents, threads, mode)
        require_rendering(render_mode, tile, BATCH_MODES)
        self.render_mode, self.tile = render_mode, tile
        self._returns = np.zeros(num_envs, np.float64)
        self._lengths = np.zeros(num_envs, np.int64)
        self._start = time.perf_counter()
        super().__init__(num_envs, self.form.space(self.game), Discrete(self.game.actions.count))

    def reset(self) -> Any:
        """Begin new episodes, with the seeds of `seed()` if it was called."""
        options = next((options for options in self._options if options), None)
        if options:
            raise SettingError(f"unknown reset options {sorted(options)}: none are supported")
        given = [seed for seed in self._seeds if seed is not None]
        self.batch.reset(given or None)
        self._returns[:] = self._lengths[:] = 0
        self._reset_seeds()
        return self._observed(self.batch.observations)

    def step_async(self, actions: Array) -> None:
        """Store the actions of the next step."""
        self._actions = actions

    def _observed(self, flat: Array) -> Any:
        """A copy of flat observations, in the form of this environment."""
        return self.form.of(self.game, flat.copy(), self.batch.masks)

    def step_wait(self) -> tuple[Any, Array, Array, list[dict[str, Any]]]:
        """One decision in every episode. If any action is refused, nothing changes in any."""
        batch = self.batch
        batch.step(self._actions)
        rewards = batch.earned.copy()
        dones = batch.terminated | batch.truncated
        self._returns += rewards
        self._lengths += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for row, final_info in batch.final_infos.items():
            infos[row] = final_info | self._last_info(row)
        self._returns[dones] = self._lengths[dones] = 0
        return self._observed(batch.observations), rewards, dones, infos

    def _last_info(self, row: int) -> dict[str, Any]:
        batch = self.batch
        statistics = {
            "r": float(self._returns[row]),
            "l": int(self._lengths[row]),
            "t": round(time.perf_counter() - self._start, 6),
        }
        return {
            "terminal_observation": self._observed(batch.final_observations[row]),
            "TimeLimit.truncated": bool(batch.truncated[row] and not batch.terminated[row]),
            "episode": statistics,
        }

    def action_masks(self) -> Array:
        """Which actions are legal now, a row for each episode."""
        return self.batch.masks.astype(np.bool_)

    def state(self) -> dict[str, Array]:
        """All that the running episodes need to continue in another process."""
        if isinstance(self.batch, SeatedBatch):
            raise SettingError(
                "an environment with opponents cannot save its state: it would lack theirs"
            )
        return {
            "records": self.batch.records.copy(),
            "seeds": self.batch.seeds.copy(),
            "returns": self._returns.copy(),
            "lengths": self._lengths.copy(),
        }

    def load_state(self, state: Mapping[str, Array]) -> None:
        """Continue the episodes of a state."""
        self.batch.resume(state["records"], state["seeds"])
        self._returns[:], self._lengths[:] = state["returns"], state["lengths"]

    def get_images(self) -> Sequence[Array | None]:
        """A picture of every episode, where the render mode is "rgb_array"."""
        return [self._render(row) for row in range(self.num_envs)]  # type: ignore[misc]

    def _render(self, row: int) -> Frame:
        batch = self.batch
        return render(self.game, batch.setup[0], batch.states[row], self.render_mode, self.tile)

    def env_method(
        self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any
    ) -> list[Any]:
        """Call `action_masks` or `render` for the rows; there are no single environments."""
        rows = self._get_indices(indices)
        if method_name == "action_masks":
            masks = self.action_masks()
            return [masks[row] for row in rows]
        if method_name == "render":
            return [self._render(row) for row in rows]
        raise AttributeError(f"rows have no method {method_name!r}, only action_masks and render")

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute that all rows share, once for each row."""
        value = getattr(self, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute that all rows share; it cannot be set for some of them."""
        if sorted(self._get_indices(indices)) != list(range(self.num_envs)):
            raise AttributeError(f"all rows share {attr_name!r}: it cannot be set for some of them")
        setattr(self, attr_name, value)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """True only for Monitor, because the infos hold its statistics."""
        return [wrapper_class is Monitor for _ in self._get_indices(indices)]

    def close(self) -> None:
        """End the threads."""
        self.batch.close()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "game"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.game = self.batch.game
