"""The native vector environment: many episodes in one `Batch`, for gymnasium.make_vec.

gymnasium.make_vec("cogarena/CoopTD-v1", num_envs=1024)
gymnasium.make_vec("cogarena/Moba-v2", num_envs=64, seat="random", opponents="results/run")
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from cogarena.agents.one_seat import NamedPlayers, SeatedBatch
from cogarena.envs.core.batch import Autoreset, Batch
from cogarena.envs.core.episode import next_seed
from cogarena.envs.core.errors import SettingError, UnknownNameError
from cogarena.envs.core.game import Game
from cogarena.wrappers.gymnasium import (
    FIRST_SEEDS,
    LegalMultiDiscrete,
    require_all_seats,
    require_known,
    resolve_game,
)
from cogarena.wrappers.illegal import RAISE, LenientBatch, LenientSeatedBatch, require_illegal
from cogarena.wrappers.info import ALL, NUMBERS, Info, numbers_of, require_info
from cogarena.wrappers.observations import APART, FLAT, Observation, ObservationForm
from cogarena.wrappers.rendering import (
    BATCH_MODES,
    METADATA,
    TILE,
    Frame,
    render,
    require_rendering,
    warn_of_no_mode,
)

Array = np.ndarray[Any, Any]


class BatchEnv(VectorEnv[Observation, Array, Array]):
    """Many `SingleEnv`s in one: the same seeds and actions give the same results.

    `info` has "action_mask", "seat" and perhaps "illegal" of `SingleEnv`, with a row per episode.
    The result is there in steps in which episodes end: `info["_won"]` tells in which rows `won` is,
    and so on. There is no `info["events"]`: collecting events would be slow. After
    `reset(options={"reset_mask": rows})` the info holds the masks of all rows, not only of those
    that were reset. With `copy=False` the next step overwrites the observations, and with
    `mask="observation"` also the masks in them.
    """

    action_space: LegalMultiDiscrete

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        *,
        seat: str | None = None,
        opponents: NamedPlayers | None = None,
        observation: str = FLAT,
        mask: str = APART,
        normalise: bool = False,
        illegal: str = RAISE,
        info: str = ALL,
        render_mode: str | None = None,
        tile: int = TILE,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int | None = None,
        copy: bool = True,
        **settings: Any,
    ) -> None:
        autoreset = checked_mode(autoreset_mode)
        mode, self.game = AutoresetMode(autoreset.value), resolve_game(game)
        require_known(BatchEnv, self.game, settings)
        self.form = ObservationForm(observation, mask, normalise)
        self.in_numbers = require_info(info) == NUMBERS
        batch = new_batch(
            self.game, num_envs, settings, seat, opponents, threads, autoreset, illegal
        )
        require_rendering(render_mode, tile, BATCH_MODES)
        self.batch, self.num_envs, self.copy, self.autoreset_mode = batch, num_envs, copy, mode
        self.render_mode, self.tile = render_mode, tile
        self.metadata = METADATA | {"render_modes": list(BATCH_MODES), "autoreset_mode": mode}
        self.single_observation_space = self.form.space(self.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.single_action_space = Discrete(self.game.actions.count)
        self.action_space = LegalMultiDiscrete(num_envs, self.game.actions.count, self._legal)

    def reset(
        self, *, seed: Any = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """Begin new episodes, in all rows or only in those of `options["reset_mask"]`.

        The seed k seeds row i with k + i; a list seeds each row; None continues from its last seed.
        """
        rows = _checked_options(options)
        super().reset(seed=seed if isinstance(seed, int) else None)
        self.batch.reset(self._seeds(seed), rows)
        if isinstance(self.batch, LenientBatch):
            self.batch.forbidden[:] = False
        return self._observations(), self._info()

    def _seeds(self, seed: Any) -> Any:
        """A seed for each row, including rows without a given one."""
        if isinstance(seed, (int, np.integer)) or (seed is None and self.batch.begun):
            return seed
        given = [None] * self.num_envs if seed is None else list(seed)
        if len(given) != self.num_envs:
            raise SettingError(f"{len(given)} seeds for {self.num_envs} environments")
        return [self._seed(row) if one is None else one for row, one in enumerate(given)]

    def _seed(self, row: int) -> int:
        if self.batch.begun:
            return next_seed(int(self.batch.seeds[row]))
        return int(self.np_random.integers(FIRST_SEEDS))

    def step(self, actions: Any) -> tuple[Observation, Array, Array, Array, Info]:
        """One decision in every episode. If any action is refused, nothing changes in any."""
        batch = self.batch
        batch.step(actions)
        return (
            self._observations(),
            batch.earned.astype(np.float64),
            batch.terminated.copy(),
            batch.truncated.copy(),
            self._with_final_infos(self._info()),
        )

    def _observations(self) -> Observation:
        flat, masks = self.batch.observations, self.batch.masks
        if self.copy:
            flat, masks = flat.copy(), masks.copy() if self.form.with_mask else masks
        return self.form.of(self.game, flat, masks)

    def _info(self) -> Info:
        every = np.ones(self.num_envs, np.bool_)
        info: Info = {
            "action_mask": self.batch.masks.copy(), "_action_mask": every,
            "seat": self.batch.shown_seats.astype(np.int64), "_seat": every.copy(),
        }  # fmt: skip
        if isinstance(self.batch, LenientBatch):
            info["illegal"] = self.batch.forbidden & ~self._replaced()
            info["_illegal"] = every.copy()
        return info

    def _replaced(self) -> Array:
        """The rows whose episode ended in the last step and was replaced by the next at once."""
        batch = self.batch
        return (batch.terminated | batch.truncated) & ~batch.over

    def _with_final_infos(self, info: Info) -> Info:
        """`info` with the final info of the episodes that just ended, placed as Gymnasium does."""
        seats = self.batch.final_seats
        for row, result in self.batch.final_infos.items():
            told = numbers_of(self.batch, result) if self.in_numbers else result
            self._add_info(info, self._last_info(row, seats[row], told), row)
        return info

    def _last_info(self, row: int, seat: int, result: Info) -> Info:
        if self.autoreset_mode is not AutoresetMode.SAME_STEP:
            return result
        last = self.batch.final_observations[row].copy()
        nothing_legal = np.zeros(self.game.actions.count, np.int8)
        final_info = {"action_mask": nothing_legal, "seat": seat, **result}
        if isinstance(self.batch, LenientBatch):
            final_info["illegal"] = bool(self.batch.forbidden[row])
        return {
            "final_obs": self.form.of(self.game, last, nothing_legal.copy()),
            "final_info": final_info,
        }

    def _legal(self) -> Array:
        return self.batch.masks

    def action_masks(self) -> Array:
        """Which actions are legal now, a row for each episode."""
        return self.batch.masks.astype(np.bool_)

    def render(self) -> tuple[Frame, ...] | None:  # type: ignore[override]
        """Every episode as text or as a picture."""
        batch = self.batch
        if self.render_mode is None:
            warn_of_no_mode()
            return None
        return tuple(
            render(self.game, batch.setup[0], s, self.render_mode, self.tile) for s in batch.states
        )

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads. Gymnasium below 1.3 also closes environments whose `__init__` failed."""
        if hasattr(self, "batch"):
            self.batch.close()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "game"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.game = self.batch.game
        self.action_space.legal = self._legal


def new_batch(
    game: Game, n: int, settings: Mapping[str, Any], seat: str | None,
    opponents: NamedPlayers | None, threads: int | None, autoreset: Autoreset,
    illegal: str = RAISE,
) -> Batch:  # fmt: skip
    """A batch in which one agent plays all seats, or one seat against opponents."""
    options: dict[str, Any] = {"threads": threads, "autoreset": autoreset}
    lenient = require_illegal(illegal, game, settings) != RAISE
    if lenient:
        options["illegal"] = illegal
    if opponents is None:
        require_all_seats(game, settings, seat)
        return (LenientBatch if lenient else Batch)(game, n, settings, **options)
    kind = LenientSeatedBatch if lenient else SeatedBatch
    return kind(game, n, settings, seat=seat, opponents=opponents, **options)


def checked_mode(mode: AutoresetMode | str) -> Autoreset:
    """The autoreset mode of a batch for one of Gymnasium's."""
    try:
        return Autoreset(AutoresetMode(mode).value)
    except ValueError:
        known = (known.value for known in AutoresetMode)
        raise UnknownNameError("autoreset mode", mode, known) from None


def _checked_options(options: dict[str, Any] | None) -> Array | None:
    """The rows to reset, None for all. Does not change the caller's dict."""
    others = sorted(set(options or {}) - {"reset_mask"})
    if others:
        raise SettingError(f"unknown reset options {others}: the only one is 'reset_mask'")
    if not options:
        return None
    rows = options["reset_mask"]
    if not np.any(rows):
        raise SettingError("reset_mask names no row: at least one must be True")
    return np.asarray(rows)
