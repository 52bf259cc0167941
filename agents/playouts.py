"""Playing copies of records on, to see what they come to."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from cogarena.agents.outlook import Outlook
from cogarena.agents.protocol import Agent, Array, Mindful, records_of
from cogarena.envs.core.game import Game
from cogarena.envs.core.header import IDLE

ROWS = 256  # played at the same time


class Playouts:
    """Plays records on for some turns; in each, the same policy plays all seats."""

    def __init__(
        self, game: Game, settings: Mapping[str, Any], policy: Agent | Sequence[Agent],
        outlook: Outlook, rows: int = ROWS,
    ) -> None:  # fmt: skip
        self.game, self.outlook = game, outlook
        dense = {} if outlook.reward is None else {"reward": outlook.reward}
        self._read = game.read({**settings, **dense})
        self.setup = game.build(self._read)
        self.played = 0  # playouts so far
        self._seats = len(game.agents(self._read))
        self._policies = policy if isinstance(policy, Sequence) else (policy,)
        game.compile()
        self._states = np.zeros(rows, game.state)
        self._actions = np.zeros(rows, np.int64)
        self._masks = np.zeros((rows, game.actions.count), np.int8)
        self._observations = np.zeros((rows, game.layout.width), np.float32)
        names = game.state.names or ()
        self._turn = self._states["turn" if "turn" in names else "tick"]

    def worth(
        self, records: Array, actions: Array, seats: Array, seeds: Array,
        memories: Array | None = None, policies: Array | None = None,
    ) -> tuple[Array, Array]:  # fmt: skip
        """What each record comes to for its seat, if that begins with its action; who has lost.

        `seeds` feed the chance of the policy, which goes on with `memories` if there are any;
        `policies` tells which one plays a record, the first where there is but one.
        """
        found, lost = np.empty(len(records)), np.zeros(len(records), np.bool_)
        size = len(self._states)
        for start in range(0, len(records), size):
            part = slice(start, start + size)
            who = np.zeros(len(seeds[part]), np.int64) if policies is None else policies[part]
            self._begin(seeds[part], None if memories is None else memories[part], who)
            earned = self._played_on(records[part], actions[part], who, seeds[part])
            lost[part] = self._lost(seats[part])
            found[part] = self._value(earned, seats[part]) - self.outlook.loss * lost[part]
        self.played += len(records)
        return found, lost

    def _begin(self, seeds: Array, memories: Array | None, who: Array) -> None:
        for number, policy in enumerate(self._policies):
            rows = np.flatnonzero(who == number)
            policy.begin(rows, seeds[rows])
            if memories is not None and isinstance(policy, Mindful):
                policy.remember(rows, records_of(memories, rows))

    def _played_on(self, records: Array, actions: Array, who: Array, seeds: Array) -> Array:
        """What every seat earns, by row."""
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
            actions = self._chosen(moving, who)
        return earned

    def _horizons(self, seeds: Array) -> Array:
        """How many turns are played on, by the seed of a copy: the same for all of its choices."""
        turns, spread = self.outlook.turns, self.outlook.spread
        drawn: Array = (seeds % np.uint64(2 * spread + 1)).astype(np.int64)
        return turns - spread + drawn

    def _chosen(self, rows: Array, who: Array) -> Array:
        """What the policy of each row does there."""
        actions = np.empty(len(rows), np.int64)
        for number, policy in enumerate(self._policies):
            own = np.flatnonzero(who[rows] == number)
            if len(own):
                its = rows[own]
                actions[own] = policy.act(its, self._observations[its], self._masks[its])
        return actions

    def _move(self, actions: Array, rows: Array) -> None:
        """One decision in `rows`; the others stand still."""
        self._actions[:] = IDLE
        self._actions[rows] = actions
        seeds = self._actions.view(np.uint64)  # nothing begins anew: they are not read
        views = self._observations.view(self.game.layout.dtype).reshape(-1)
        self.game.run(self.setup, self._states, self._actions, seeds, self._masks, views)

    def _lost(self, seats: Array) -> Array:
        """Whose episode has ended, and was not won; nobody's where that counts for nothing."""
        lost = np.zeros(len(seats), np.bool_)
        if self.outlook.loss:
            for row in np.flatnonzero(self._states["terminated"][: len(seats)]).tolist():
                told = self.game.final_info(self._read, self.setup[0], self._states[row])
                won = np.broadcast_to(np.asarray(told.get("won", False)), (self._seats,))
                lost[row] = not won[seats[row]]
        return lost

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
