"""Rollouts of copied records, to estimate their value, and their configuration for a game.

That is the table `[search]` of the game's `tasks.toml`: how the search player looks ahead.
"""

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from cogarena.agents.match import choose_each
from cogarena.agents.protocol import Agent, Array, Stateful, records_of
from cogarena.envs.core import registry
from cogarena.envs.core.errors import FileError, SettingError
from cogarena.envs.core.files import read_toml
from cogarena.envs.core.game import Game
from cogarena.envs.core.header import IDLE
from cogarena.envs.core.settings import read_settings, setting

FILE = "tasks.toml"
TABLE = "search"
STYLES = "styles"
ROWS = 256  # rolled out at the same time

Style = Mapping[str, float]  # weights of the scripted player that differ from its defaults


@dataclass(frozen=True)
class SearchConfig:
    """How far rollouts go, and how their result is measured."""

    horizon: int = setting(4, "turns of a rollout", low=1, high=10_000)
    reward: str | None = setting(
        None, "value of the game's setting `reward` in rollouts", optional=True
    )
    score_weight: float = setting(0.0, "of a point of the game's score, in rewards")
    standard_errors: float = setting(
        2.0, "by which an action must beat the scripted one to replace it", low=0.0
    )
    loss_penalty: float = setting(0.0, "for a rollout that ends the episode without a win", low=0.0)
    keep_style: int = setting(
        0, "decisions for which a style that never lost is kept before the next comparison", low=0
    )
    # If all rollouts ended at the same turn, an event delayed beyond it would look averted, and
    # the search would delay it forever.
    horizon_spread: int = setting(
        0, "turns by which the horizon of a rollout varies, up and down", low=0, high=10_000
    )
    styles: tuple[Style, ...] = ()  # other weights of the scripted player to choose from

    def __post_init__(self) -> None:
        if self.horizon_spread >= self.horizon:
            raise SettingError(
                f"horizon_spread is {self.horizon_spread}, but must be less than the horizon, "
                f"{self.horizon}"
            )


DEFAULT = SearchConfig(score_weight=1.0)  # of a game without a table [search]


def search_config(game: Game) -> SearchConfig:
    """The configuration in the folder of a game, or the default."""
    folder = registry.folder(game.name) if game.name in registry.names() else None
    path = None if folder is None else folder / FILE
    return DEFAULT if path is None or not path.is_file() else read_search_config(path)


def read_search_config(path: Path) -> SearchConfig:
    """The table `[search]` of a file, checked; the default if there is none."""
    values = read_toml(path, str(path)).get(TABLE)
    if values is None:
        return DEFAULT
    where = f"{path}: [{TABLE}]"
    if not isinstance(values, dict):
        raise FileError(f"{where} must be a table, not {values!r}")
    others = {name: value for name, value in values.items() if name != STYLES}
    try:
        config = read_settings(SearchConfig, others, where)
    except SettingError as wrong:
        raise FileError(str(wrong)) from None
    return dataclasses.replace(config, styles=_styles(values.get(STYLES, []), where))


def _styles(values: Any, where: str) -> tuple[Style, ...]:
    """The styles, as an array of tables."""
    if not isinstance(values, list) or not all(isinstance(style, dict) for style in values):
        raise FileError(f"{where}: {STYLES} must be an array of tables, not {values!r}")
    for number, style in enumerate(values, 1):
        for name, weight in style.items():
            if isinstance(weight, bool) or not isinstance(weight, int | float):
                raise FileError(f"{where}: {name} of style {number} must be a number: {weight!r}")
    return tuple(values)


class Playouts:
    """Rolls records out for some turns; in each, one policy plays all seats."""

    def __init__(
        self, game: Game, settings: Mapping[str, Any], policy: Agent | Sequence[Agent],
        config: SearchConfig, rows: int = ROWS,
    ) -> None:  # fmt: skip
        self.game, self.config = game, config
        dense = {} if config.reward is None else {"reward": config.reward}
        self._settings = game.read({**settings, **dense})
        self.setup = game.build(self._settings)
        self.played = 0  # playouts so far
        self._seats = len(game.agents(self._settings))
        self._policies = policy if isinstance(policy, Sequence) else (policy,)
        game.compile()
        self._states = np.zeros(rows, game.state)
        self._actions = np.zeros(rows, np.int64)
        self._masks = np.zeros((rows, game.actions.count), np.int8)
        self._observations = game.layout.empty(rows)
        names = game.state.names or ()
        self._turn = self._states["turn" if "turn" in names else "tick"]

    def values(
        self, records: Array, actions: Array, seats: Array, seeds: Array,
        agent_states: Array | None = None, policies: Array | None = None,
    ) -> tuple[Array, Array]:  # fmt: skip
        """The value of each action in its record for its seat, and where the episode was lost.

        `seeds` seed the policies, which continue from `agent_states` if these are given;
        `policies` is the number of the policy that rolls a record out, by default 0.
        """
        values, lost = np.empty(len(records)), np.zeros(len(records), np.bool_)
        size = len(self._states)
        for start in range(0, len(records), size):
            part = slice(start, start + size)
            numbers = np.zeros(len(seeds[part]), np.int64) if policies is None else policies[part]
            self._begin(seeds[part], None if agent_states is None else agent_states[part], numbers)
            earned = self._rolled_out(records[part], actions[part], numbers, seeds[part])
            lost[part] = self._lost(seats[part])
            values[part] = self._value(earned, seats[part]) - self.config.loss_penalty * lost[part]
        self.played += len(records)
        return values, lost

    def _begin(self, seeds: Array, agent_states: Array | None, numbers: Array) -> None:
        for number, policy in enumerate(self._policies):
            rows = np.flatnonzero(numbers == number)
            policy.begin(rows, seeds[rows])
            if agent_states is not None and isinstance(policy, Stateful):
                policy.load_state(rows, records_of(agent_states, rows))

    def _rolled_out(self, records: Array, actions: Array, numbers: Array, seeds: Array) -> Array:
        """What every seat earns (rows, seats)."""
        rows = moving = np.arange(len(records))
        raw = self._states.view(np.uint8).reshape(len(self._states), -1)
        raw[rows] = records.view(np.uint8).reshape(len(rows), -1)
        last = self._turn[rows] + self._horizons(seeds)
        earned = np.zeros((len(rows), self._seats))
        while len(moving):
            self._move(actions, moving)
            earned[moving] += self._states["reward"][moving, : self._seats]
            over = self._states["terminated"][moving] | self._states["truncated"][moving]
            moving = moving[~over & (self._turn[moving] < last[moving])]
            actions = choose_each(
                self._policies, numbers[moving], moving, self._states, self._observations,
                self._masks,
            )  # fmt: skip
        return earned

    def _horizons(self, seeds: Array) -> Array:
        """The turns of each rollout, by the seed of its copy: the same for all actions tried."""
        horizon, spread = self.config.horizon, self.config.horizon_spread
        drawn: Array = (seeds % np.uint64(2 * spread + 1)).astype(np.int64)
        return horizon - spread + drawn

    def _move(self, actions: Array, rows: Array) -> None:
        """One decision in `rows`; the others wait."""
        self._actions[:] = IDLE
        self._actions[rows] = actions
        seeds = self._actions.view(np.uint64)  # not read: no episode begins here
        views = self.game.layout.rows(self._observations)
        self.game.run(self.setup, self._states, self._actions, seeds, self._masks, views)

    def _lost(self, seats: Array) -> Array:
        """Where the episode ended without a win for its seat; all False if a loss costs nothing."""
        lost = np.zeros(len(seats), np.bool_)
        if self.config.loss_penalty:
            for row in np.flatnonzero(self._states["terminated"][: len(seats)]).tolist():
                result = self.game.final_info(self._settings, self.setup[0], self._states[row])
                won = np.broadcast_to(np.asarray(result.get("won", False)), (self._seats,))
                lost[row] = not won[seats[row]]
        return lost

    def _value(self, earned: Array, seats: Array) -> Array:
        """The rewards of a seat, and its score; against opponents, relative to their average."""
        rows = np.arange(len(earned))
        weight, score = self.config.score_weight, self.game.score
        if weight and score is not None:
            scores = [score.by_seat(self.setup[0], self._states[row]) for row in rows]
            earned = earned + weight * np.array(scores)
        own: Array = earned[rows, seats]
        if self.game.shared_reward:
            return own
        return own - (earned.sum(axis=1) - own) / max(1, self._seats - 1)
