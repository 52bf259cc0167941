"""Playing copies of records on, to see what they come to."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from cogworks.agents.outlook import Outlook
from cogworks.agents.protocol import Agent, Array, Mindful
from cogworks.envs.core.game import Game
from cogworks.envs.core.header import IDLE

ROWS = 256  # played at the same time


class Playouts:
    """Plays records on for some turns; the same policy plays all seats."""

    def __init__(
        self, game: Game, settings: Mapping[str, Any], policy: Agent, outlook: Outlook,
        rows: int = ROWS,
    ) -> None:  # fmt: skip
        self.game, self.outlook = game, outlook
        dense = {} if outlook.reward is None else {"reward": outlook.reward}
        read = game.read({**settings, **dense})
        self.setup = game.build(read)
        self.played = 0  # playouts so far
        self._seats = len(game.agents(read))
        self._policy = policy
        game.compile()
        self._states = np.zeros(rows, game.state)
        self._actions = np.zeros(rows, np.int64)
        self._masks = np.zeros((rows, game.actions.count), np.int8)
        self._observations = np.zeros((rows, game.layout.width), np.float32)
        names = game.state.names or ()
        self._turn = self._states["turn" if "turn" in names else "tick"]

    def worth(
        self, records: Array, actions: Array, seats: Array, seeds: Array,
        memories: Array | None = None,
    ) -> Array:  # fmt: skip
        """What each record comes to for its seat, if that begins with its action.

        `seeds` feed the chance of the policy, which goes on with `memories` if there are any.
        """
        found = np.empty(len(records))
        size = len(self._states)
        for start in range(0, len(records), size):
            part = slice(start, start + size)
            self._begin(seeds[part], None if memories is None else memories[part])
            earned = self._played_on(records[part], actions[part])
            found[part] = self._value(earned, seats[part])
        self.played += len(records)
        return found

    def _begin(self, seeds: Array, memories: Array | None) -> None:
        rows = np.arange(len(seeds))
        self._policy.begin(rows, seeds)
        if memories is not None and isinstance(self._policy, Mindful):
            self._policy.remember(rows, memories)

    def _played_on(self, records: Array, actions: Array) -> Array:
        """What every seat earns, by row."""
        rows = moving = np.arange(len(records))
        raw = self._states.view(np.uint8).reshape(len(self._states), -1)
        raw[rows] = records.view(np.uint8).reshape(len(rows), -1)
        last = self._turn[rows] + self.outlook.turns
        earned = np.zeros((len(rows), self._seats))
        while len(moving):
            self._move(actions, moving)
            earned[moving] += self._states["reward"][moving, : self._seats]
            over = self._states["terminated"][moving] | self._states["truncated"][moving]
            moving = moving[~over & (self._turn[moving] < last[moving])]
            if len(moving):
                seen, legal = self._observations[moving], self._masks[moving]
                actions = self._policy.act(moving, seen, legal)
        return earned

    def _move(self, actions: Array, rows: Array) -> None:
        """One decision in `rows`; the others stand still."""
        self._actions[:] = IDLE
        self._actions[rows] = actions
        seeds = self._actions.view(np.uint64)  # nothing begins anew: they are not read
        views = self._observations.view(self.game.layout.dtype).reshape(-1)
        self.game.run(self.setup, self._states, self._actions, seeds, self._masks, views)

    def _value(self, earned: Array, seats: Array) -> Array:
        """What the own seat has, beside what the others have on average if they are rivals.

        That is what was earned on the way, and how the game stands.
        """
        rows = np.arange(len(earned))
        worth, score = self.outlook.score_worth, self.game.score
        if worth and score is not None:
            stand = [score.by_seat(self.setup[0], self._states[row]) for row in rows]
            earned = earned + worth * np.array(stand)
        own: Array = earned[rows, seats]
        if self.game.shared_reward:
            return own
        return own - (earned.sum(axis=1) - own) / max(1, self._seats - 1)
