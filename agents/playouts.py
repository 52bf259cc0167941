"""Rollouts of copied records, to estimate their value."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from cogarena.agents.match import choose_each
from cogarena.agents.protocol import Agent, Array, Stateful, records_of
from cogarena.agents.search_config import SearchConfig
from cogarena.envs.core.game import Game
from cogarena.envs.core.header import IDLE

ROWS = 256  # rolled out at the same time


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
