"""What environments do with an illegal action, for algorithms that know no action masks.

Only actions that the mask forbids at the moment are meant: an action of the wrong type or out of
range is always refused.
"""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from cogarena.agents.one_seat import OUTCOMES, SeatedBatch
from cogarena.agents.protocol import views
from cogarena.envs.core.batch import Batch
from cogarena.envs.core.episode import Episode
from cogarena.envs.core.errors import IllegalActionError, SettingError
from cogarena.envs.core.game import Game
from cogarena.envs.core.header import IDLE
from cogarena.envs.core.results import ENDING
from cogarena.envs.core.rng import spread_rows
from cogarena.wrappers.info import EVENTS, NOT_ENDED
from cogarena.wrappers.observations import require_one_of

Array = np.ndarray[Any, Any]

RAISE, RANDOM, LOSE = "raise", "random", "lose"  # values of the argument `illegal`
ILLEGAL = "illegal"  # the ending of an episode that "lose" ended
ILLEGAL_SALT = np.uint64(0x111E6A1)  # separates these draws from the other uses of the seed


def require_illegal(illegal: str, game: Game, settings: Mapping[str, Any]) -> str:
    """The value of the argument `illegal`; "lose" needs a reward for it."""
    require_one_of("illegal", illegal, (RAISE, RANDOM, LOSE))
    if illegal == LOSE and not math.isfinite(worst_reward(game, game.read(settings))):
        raise SettingError(
            f'game {game.name}: illegal="lose" needs a worst reward, but this game declares none '
            f'with these settings: use illegal="random" or another reward'
        )
    return illegal


def worst_reward(game: Game, settings: Any) -> float:
    """The lowest reward that the game declares, which an illegal action costs."""
    return float(game.reward_range(settings)[0])


def random_legal(seeds: Array, ticks: Array, masks: Array) -> Array:
    """A legal action per row, from the episode's seed and the number of decisions in it alone."""
    everywhere, draws = np.arange(len(masks)), seeds ^ ILLEGAL_SALT
    spread_rows(draws, everywhere)
    draws ^= ticks.astype(np.uint64)
    spread_rows(draws, everywhere)
    legal_so_far = masks.cumsum(axis=1, dtype=np.int64)
    chosen = (draws % legal_so_far[:, -1].astype(np.uint64)).astype(np.int64)
    found: Array = (legal_so_far > chosen[:, None]).argmax(axis=1)
    return found


def act_leniently(episode: Episode, action: Any, illegal: str) -> bool:
    """Apply the action, or do what `illegal` says in its place; true if it was illegal."""
    if not _is_forbidden(episode, action):
        episode.act(action)
        return False
    if illegal == RANDOM:
        seeds, ticks = np.array([episode.seed], np.uint64), episode.states["tick"]
        episode.act(random_legal(seeds, ticks, episode.mask[None])[0])
    else:
        _lose(episode)
    return True


def _is_forbidden(episode: Episode, action: Any) -> bool:
    try:
        episode.checked(action)
    except IllegalActionError:
        return True
    return False


def _lose(episode: Episode) -> None:
    """End the episode before the decision, with the worst reward."""
    episode.states["terminated"] = True
    episode.restore(episode.state_bytes())  # for the mask and the observation of the end
    episode.rewards[:] = worst_reward(episode.game, episode.settings)


def as_lost(final_info: Mapping[str, Any]) -> dict[str, Any]:
    """The last info of an episode that an illegal action ended: nothing happened or was won."""
    ending = ILLEGAL if isinstance(final_info.get(ENDING), str) else NOT_ENDED
    told: dict[str, Any] = {EVENTS: [], ENDING: ending} | dict.fromkeys(OUTCOMES, False)
    return {name: told.get(name, value) for name, value in final_info.items()}


class LenientBatch(Batch):
    """A batch that replaces illegal actions, or ends their episodes; `forbidden` are their rows."""

    def __init__(self, *arguments: Any, illegal: str, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.illegal = illegal
        self.forbidden = np.zeros(self.n, np.bool_)  # rows of the last step

    def _checked(self, actions: Any) -> Array:
        given = np.asarray(actions)
        rows = self._forbidden_rows(given)
        if len(rows):
            given = given.astype(np.int64)
            ticks = self.states["tick"][rows]
            given[rows] = random_legal(self.seeds[rows], ticks, self.masks[rows])
        numbers = super()._checked(given)
        self.forbidden[:] = False
        self.forbidden[rows] = True
        if self.illegal == LOSE and len(rows):
            self._lose(rows)
            numbers[rows] = IDLE
        return numbers

    def _forbidden_rows(self, given: Array) -> Array:
        """The rows whose action is in range but illegal; none if the actions are malformed."""
        if given.dtype.kind not in "iu" or given.shape != (self.n,):
            return np.zeros(0, np.int64)
        known = (given >= 0) & (given < self.masks.shape[1])
        legal = self.masks[np.arange(self.n), np.where(known, given, 0)] != 0
        return np.flatnonzero(known & ~legal & ~self.over)

    def _lose(self, rows: Array) -> None:
        """End these episodes before the decision, with the worst reward for who decides."""
        worst, states = worst_reward(self.game, self.settings), self.states
        states["terminated"][rows] = True
        states["reward"][rows] = worst if self.game.shared_reward else 0
        states["reward"][rows, self.to_act[rows]] = worst
        self.observations[rows] = views(self, rows, self.to_act[rows].astype(np.int64))
        self.masks[rows] = 0

    @property
    def final_infos(self) -> dict[int, dict[str, Any]]:
        """As `Batch.final_infos`; an episode that an illegal action ended was not won."""
        infos = super().final_infos
        if self.illegal == LOSE:
            for row in infos.keys() & set(np.flatnonzero(self.forbidden).tolist()):
                infos[row] = as_lost(infos[row])
        return infos


class LenientSeatedBatch(LenientBatch, SeatedBatch):
    """As `LenientBatch`, for one seat against opponents."""
