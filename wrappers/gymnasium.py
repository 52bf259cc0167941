"""The Gymnasium environment of a game, and the spaces that all wrappers share.

    gymnasium.make("cogarena/CoopTD-v1")
    gymnasium.make("cogarena/Moba-v2", seat="red_0", opponents="scripted")

In games whose seats share their reward, one agent plays all seats. In competitive games it plays
one seat, and `opponents` play the others: a name known to `cogarena.agents.registry.find`, the
folder of a checkpoint, or an agent. It is one for all other seats, a list with one for each of
them in order (or comma-separated names), or a dict from seat names. `seat` is the name of a seat,
by default the first, or "random" for a random one in every episode.

`observation="dict"` gives the named pieces of the observation in their shapes, not one flat array.
Observations are small integers in natural units; `normalise=True` gives float32 between −1 and 1.
`mask="observation"` puts the action mask into the observation: a dict with "observation" and
"action_mask", as in PettingZoo, for libraries that look for masks there.

`info="numbers"` leaves out of `info` what cannot be stacked: names and events. The result is then
numbers and arrays by seat, such as "tallies.kills".

`illegal` is for algorithms without masks: what an action in range does that is not legal now.
"raise" refuses it. "random" takes a random legal action in its place, which depends on the
episode's seed and the number of decisions in it alone. "lose" ends the episode before the decision:
terminated, with the worst reward that the game declares.
"""

import dataclasses
import inspect
from collections.abc import Callable, Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, MultiDiscrete

from cogarena.agents.one_seat import NamedPlayers, SeatedEpisode
from cogarena.envs.core.episode import Episode
from cogarena.envs.core.errors import SettingError, unexpected
from cogarena.envs.core.game import Game
from cogarena.envs.core.layout import Layout
from cogarena.envs.core.registry import load
from cogarena.wrappers.illegal import LOSE, RAISE, act_leniently, as_lost, require_illegal
from cogarena.wrappers.info import ALL, Info, InfoForm
from cogarena.wrappers.observations import (
    APART,
    FLAT,
    Observation,
    ObservationForm,
    box,
    masked_space,
)
from cogarena.wrappers.rendering import METADATA, TILE, Frame, Viewer

Array = np.ndarray[Any, Any]
Legal = Callable[[], Array]  # the current int8 mask, or a row of masks for each episode

FIRST_SEEDS = 2**63  # an environment without a seed draws its first one below this


class SingleEnv(gymnasium.Env[Observation, Any]):
    """One episode at a time. `reset(seed=k)` begins the episode that seed k determines.

    The observation and the mask are those of the seat to act. The keys of `info` are the same at
    every step of an episode, from the reset to the last:

    - "action_mask": int8, 1 for each legal action; all 0 after the last step
    - "seat": the number of the seat that the observation is of
    - "events": what happened since the last decision, in games that keep a log
    - "illegal": the last action was not legal, unless such actions are refused
    - the game's result, such as "won"; 0, False or "" in place of each value before the last step

    The events and the result are built when they are first read, in a dict that is otherwise like
    any other.

    With opponents, a step continues to the agent's next decision or to the end, and its reward is
    what the seat earned since its last decision. The opponents are seeded by the episode's seed.
    `won` and `team_won` are the seat's own.
    """

    metadata = METADATA
    action_space: "LegalDiscrete"

    def __init__(
        self,
        game: Game | str,
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
        **settings: Any,
    ) -> None:
        self.game = resolve_game(game)
        require_known(SingleEnv, self.game, settings)
        self.form = ObservationForm(observation, mask, normalise)
        self.illegal = require_illegal(illegal, self.game, settings)
        self.episode = self._new_episode(settings, seat, opponents)
        self.info_form = InfoForm(info, self.episode)
        self.viewer = Viewer(self.game, render_mode, tile)
        self.render_mode = render_mode
        self.observation_space = self.form.space(self.game)
        self.action_space = LegalDiscrete(self.game.actions.count, self._legal)

    def _new_episode(
        self, settings: Mapping[str, Any], seat: str | None, opponents: NamedPlayers | None
    ) -> Episode:
        if opponents is not None:
            return SeatedEpisode(self.game, settings, seat=seat, opponents=opponents)
        require_all_seats(self.game, settings, seat)
        return Episode(self.game, settings)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """Begin the episode with this seed, or without one that with the next seed of the chain."""
        if options:
            raise SettingError(f"unknown reset options {sorted(options)}: none are supported")
        super().reset(seed=seed)
        episode = self.episode
        if seed is not None:
            episode.reset(seed)
        elif episode.seed is None:
            episode.reset(int(self.np_random.integers(FIRST_SEEDS)))
        else:
            episode.reset_next()
        self.viewer.follow(episode)
        return self._observation(), self._info(False)

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, Info]:
        """Apply a legal action of the seat to act. A refused action changes nothing."""
        episode = self.episode
        forbidden = False
        if self.illegal == RAISE:
            episode.act(action)
        else:
            forbidden = act_leniently(episode, action, self.illegal)
        self.viewer.follow(episode)
        info = self._info(forbidden)
        if forbidden and self.illegal == LOSE:
            info = as_lost(info)
        return (
            self._observation(), episode.rewards.item(0), episode.terminated, episode.truncated,
            info,
        )  # fmt: skip

    def _info(self, forbidden: bool) -> Info:
        episode = self.episode
        over = episode.over
        seat = episode.seat if over else episode.to_act
        info = self.info_form.of(episode.moves(), seat, over)
        info["action_mask"] = episode.mask
        if self.illegal != RAISE:
            in_numbers = self.info_form.in_numbers
            info["illegal"] = np.bool_(forbidden) if in_numbers else forbidden
        return info

    def _observation(self) -> Observation:
        seen = self.episode.observation
        return seen if self.form.is_plain else self.form.of(self.game, seen, self.episode.mask)

    def _legal(self) -> Array:
        return self.episode.mask

    def action_masks(self) -> Array:
        """Which actions are legal now, as sb3-contrib asks for it."""
        return self.episode.mask.view(np.bool_)

    def render(self) -> Frame:
        """The episode as text or as a picture; in the mode `human` in a window."""
        return self.viewer.render(self.episode)

    def close(self) -> None:
        """Close the window, if there is one."""
        self.viewer.close()

    def state_bytes(self) -> bytes:
        """The whole episode as bytes, without the internal state of opponents."""
        return self.episode.state_bytes()

    def restore(self, data: bytes) -> None:
        """Continue from what `state_bytes` gave, here or in another process."""
        self.episode.restore(data)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "game"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.game = self.episode.game
        self.action_space.legal = self._legal


def resolve_game(game: Game | str) -> Game:
    """The game, which may be given by name."""
    return load(game) if isinstance(game, str) else game


def require_known(environment: type[Any], game: Game, settings: Mapping[str, Any]) -> None:
    """Refuse keyword arguments that neither the environment nor the game's settings have."""
    fields = [field.name for field in dataclasses.fields(game.settings)]
    for name in settings:
        if name not in fields:
            parameters = inspect.signature(environment).parameters.values()
            own = [one.name for one in parameters if one.kind is one.KEYWORD_ONLY]
            raise unexpected(f"game {game.name}", name, fields + own)


def require_all_seats(game: Game, settings: Mapping[str, Any], seat: str | None) -> None:
    """Refuse an environment without opponents where one agent cannot play all seats."""
    if seat is not None:
        raise SettingError(
            f"game {game.name}: seat={seat!r} needs opponents for the other seats, such as "
            f'opponents="random"'
        )
    if len(game.agents(game.read(settings))) > 1 and not game.shared_reward:
        raise SettingError(
            f"game {game.name} is competitive, so one agent cannot play all seats: give "
            f'opponents="random" or others, and a seat if not the first, or use the PettingZoo '
            f"environments"
        )


def state_space(game: Game, agents: int) -> Box:
    """The flat global state: the game's own, else the observations of all agents."""
    layout, count = (game.layout, agents) if game.global_layout is None else (game.global_layout, 1)
    low, high = np.tile(layout.low, count), np.tile(layout.high, count)
    return Box(low, high, dtype=layout.number.type)


def masked_observation_space(game: Game, layout: Layout | None = None) -> Dict:
    """Observation and action mask, as in PettingZoo's classic games.

    `layout` is that of the observation, if it is not the game's own.
    """
    return masked_space(game, box(layout or game.layout))


class LegalDiscrete(Discrete):
    """The actions of one agent. `sample()` without a mask draws a legal one.

    A copy of the space is not bound to the environment: it samples like any Discrete.
    """

    def __init__(self, count: int, legal: Legal) -> None:
        super().__init__(count)
        self.legal: Legal | None = legal

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """A random action: by the given mask or probabilities, else a legal one."""
        if mask is None and probability is None and self.legal is not None:
            mask = self.legal()
        return super().sample(mask, probability)

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"legal": None}


class LegalMultiDiscrete(MultiDiscrete):
    """One action per episode. `sample()` without a mask draws legal ones; copies do not."""

    def __init__(self, episodes: int, count: int, legal: Legal) -> None:
        super().__init__(np.full(episodes, count))
        self.legal: Legal | None = legal

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """Random actions: by the given masks or probabilities, else legal ones."""
        if mask is None and probability is None and self.legal is not None:
            masks = self.legal()
            draws = 1 - self.np_random.random(masks.shape)  # in (0, 1]
            return (draws * masks).argmax(axis=1)
        return super().sample(mask, probability)

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"legal": None}
