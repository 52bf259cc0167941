"""Games as text, for players that are language models: text observations, actions as sentences.

    env = TextEnv("rover")                                     # one agent: a Gymnasium environment
    env = TextEnv("race", seat="robot_2", opponents="scripted")    # one seat against opponents
    text, info = env.reset(seed=1)
    text, reward, terminated, truncated, info = env.step("move north")     # or env.step(2)

    env = text_env("moba", team_size=1)                        # all seats: a PettingZoo environment
    env.reset(seed=1)
    for agent in env.agent_iter():
        text, reward, terminated, truncated, info = env.last()
        env.step(None if terminated or truncated else model(text))

An observation is a text, complete in itself: who the player is ("You are robot_2"), the task, what
happened since its last decision, the state as its seat may know it, what the things in play are and
do, the question, and the legal actions as a numbered list of sentences that all differ.

An action is the number of a line, from 1, as an int or a string ("3"), or the text of a line, with
or without its number. Anything else is refused with an error of one line that lists what is right,
and changes nothing: `IllegalActionError` and `ActionRangeError`, both a `ValueError`, or
`ActionTypeError`, a `TypeError`. A player may be shown the error and asked again.

`info` holds "agent", the name of the seat to act, and "choices", the sentences; the last one of an
episode holds the result of the game instead.
"""

from collections.abc import Callable, Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Discrete, Text

from cogarena.agents.match import ONLY_ROW, decisions
from cogarena.agents.one_seat import NamedPlayers, Opponents, of_seat
from cogarena.envs.core.episode import Episode
from cogarena.envs.core.errors import CogarenaError, EpisodeOverError, SettingError
from cogarena.envs.core.game import Game
from cogarena.wrappers.aec import AECGame, OrderedEnv, require_seat
from cogarena.wrappers.gymnasium import (
    FIRST_SEEDS,
    require_all_seats,
    require_known,
    resolve_game,
)
from cogarena.wrappers.narration import Narrator
from cogarena.wrappers.rendering import METADATA, TILE, Frame, Viewer

LONGEST = 100_000  # characters of an observation


class AnyText(Text):
    """Texts of any characters."""

    def __init__(self) -> None:
        super().__init__(LONGEST, min_length=0)

    def contains(self, x: Any) -> bool:
        """Whether it is a text of an allowed length."""
        return isinstance(x, str) and len(x) <= LONGEST


class Answers(Discrete):
    """The numbers and sentences of the legal actions. `sample()` draws one of the numbers."""

    def __init__(self, game: Game, narrator: Callable[[], Narrator]) -> None:
        super().__init__(game.actions.count, start=1)
        self._narrator: Callable[[], Narrator] | None = narrator

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """The number of a random legal action."""
        count = len(self._narrator().choices) if self._narrator else int(self.n)
        return self.start + self.np_random.integers(max(count, 1))

    def contains(self, x: Any) -> bool:
        """Whether it is understood now."""
        if self._narrator is None:
            return isinstance(x, str) or bool(super().contains(x))
        try:
            self._narrator().action(x)
        except CogarenaError:
            return False
        return True

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_narrator": None}

    def __deepcopy__(self, memo: dict[int, Any]) -> "Answers":
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__getstate__())
        return twin


class TextEnv(gymnasium.Env[str, Any]):
    """One episode at a time; see the module for observations and actions.

    In games whose seats share their reward, one agent plays all seats; each text tells whose turn
    it is. In competitive games it plays `seat`, the first by default or "random", and `opponents`
    play the others, named as in `cogarena.wrappers.gymnasium`. A step then goes on to the agent's
    next decision, and its reward is what the seat earned since its last one.
    """

    metadata = METADATA

    def __init__(
        self,
        game: Game | str,
        *,
        seat: str | None = None,
        opponents: NamedPlayers | None = None,
        render_mode: str | None = None,
        tile: int = TILE,
        **settings: Any,
    ) -> None:
        played = resolve_game(game)
        require_known(TextEnv, played, settings)
        self.opponents = self._opponents(played, settings, seat, opponents)
        self.episode = Episode(played, settings)
        self.narrator = Narrator(self.episode)
        self.seat: int | None = None  # the agent's; None if it plays all
        self.viewer = Viewer(played, render_mode, tile)
        self.render_mode = render_mode
        self.observation_space = AnyText()
        self.action_space: Answers = Answers(played, self._asked)

    @staticmethod
    def _opponents(
        game: Game, settings: Mapping[str, Any], seat: str | None, players: NamedPlayers | None
    ) -> Opponents | None:
        if players is not None:
            return Opponents(game, settings, seat, players)
        require_all_seats(game, settings, seat)
        return None

    def _asked(self) -> Narrator:
        return self.narrator

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[str, dict[str, Any]]:
        """Begin the episode with this seed, or without one that with the next seed of the chain."""
        if options:
            raise SettingError(f"unknown reset options {sorted(options)}: none are supported")
        super().reset(seed=seed)
        if seed is None and self.episode.seed is None:
            seed = int(self.np_random.integers(FIRST_SEEDS))
        self._begin(seed)
        while self.episode.over:  # before the agent was asked anything
            self._begin(None)
        return self._told()

    def _begin(self, seed: int | None) -> None:
        if seed is None:
            self.episode.reset_next()
        else:
            self.episode.reset(seed)
        self.narrator.begin()
        if self.opponents is not None:
            seeds = np.array([self.episode.seed], np.uint64)
            self.seat = int(self.opponents.seats(seeds)[0])
            self.opponents.begin(ONLY_ROW, seeds)
        self._play_on()

    def step(self, answer: Any) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """Apply the legal action that the answer means. A refused answer changes nothing."""
        reward = self._act(self.narrator.action(answer)) + self._play_on()
        text, info = self._told()
        return text, reward, self.episode.terminated, self.episode.truncated, info

    def _act(self, action: int) -> float:
        """One step of the game, and what the agent earned by it."""
        self.narrator.act(action)
        self.viewer.follow(self.episode)
        return float(self.episode.rewards[self.seat or 0])

    def _play_on(self) -> float:
        """The opponents act until the agent is asked; what it earned meanwhile."""
        if self.opponents is None or self.seat is None:
            return 0.0
        seating = self.opponents.seating(self.seat)
        return sum((self._act(action) for action in decisions(self.episode, seating)), 0.0)

    def _told(self) -> tuple[str, dict[str, Any]]:
        """The text for the agent, and the info."""
        episode, narrator = self.episode, self.narrator
        if not episode.over:
            return narrator.text(episode.to_act), _info(narrator)
        result = episode.final_info()
        seat = 0 if self.seat is None else self.seat
        return narrator.text(seat), result if self.seat is None else of_seat(result, seat)

    def render(self) -> Frame:
        """The episode as text or as a picture; in the mode `human` in a window."""
        return self.viewer.render(self.episode)

    def close(self) -> None:
        """Close the window, if there is one."""
        self.viewer.close()

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.action_space._narrator = self._asked


def _info(narrator: Narrator) -> dict[str, Any]:
    return {"agent": narrator.episode.agent, "choices": narrator.choices}


class TextGame(AECGame):
    """As `AECGame`, with the text observations and the actions that the module describes.

    `restore` forgets what the agents were told before.
    """

    def __init__(
        self, game: Game | str, *, render_mode: str | None = None, tile: int = TILE, **settings: Any
    ) -> None:
        require_known(TextGame, resolve_game(game), settings)
        super().__init__(game, render_mode=render_mode, tile=tile, **settings)
        self.narrator = Narrator(self.episode)
        self.observation_spaces = {agent: AnyText() for agent in self.possible_agents}
        self.action_spaces = {
            agent: Answers(self.game, self._asked) for agent in self.possible_agents
        }

    def _asked(self) -> Narrator:
        return self.narrator

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the episode with this seed, or the next one. There are no options."""
        super().reset(seed, options)
        self.narrator.begin()
        self._tell_choices()

    def step(self, answer: Any) -> None:
        """Apply the action that the selected agent's answer means, None after its end."""
        if self._ended:
            super().step(answer)
            return
        action, before = self.narrator.action(answer), self.episode.copy()
        super().step(action)
        self.narrator.hear(before, action)
        self._tell_choices()

    def _tell_choices(self) -> None:
        """The infos besides the results: who is asked, and what it can answer."""
        if not self.episode.over:
            self.infos = {agent: _info(self.narrator) for agent in self.agents}

    def observe(self, agent: str) -> str:  # type: ignore[override]
        """What an agent is told; the legal actions only if it is asked."""
        if self.episode.seed is None:
            raise EpisodeOverError("no episode has begun: reset first")
        return self.narrator.text(require_seat(self.possible_agents, agent))

    def restore(self, data: bytes) -> None:
        """Continue from what `state_bytes` gave."""
        super().restore(data)
        self.narrator.begin()
        self._tell_choices()

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.game = self.episode.game
        for space in self.action_spaces.values():
            space._narrator = self._asked


def text_env(game: Game | str, **arguments: Any) -> OrderedEnv:
    """The PettingZoo environment as text, with PettingZoo's check of the order of calls."""
    return OrderedEnv(TextGame(game, **arguments))
