"""A game that people play: whose decision it is, what may be chosen, what a person may see.

It knows neither windows nor terminals, and shows nobody what their seat may not know: pictures and
news are public, hands are those of the person who looks.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from cogarena.agents.protocol import FAR, Array, choices
from cogarena.envs.core.episode import Episode
from cogarena.envs.core.game import Game
from cogarena.envs.core.human import Box, HandView
from cogarena.training.play.seating import Seating
from cogarena.wrappers.replay import Recorder, Replay
from cogarena.wrappers.watching import between

ONLY_ROW = np.zeros(1, np.int64)
MOST_NEWS = 100  # sentences that are kept


@dataclass(frozen=True)
class Choice:
    """A legal action."""

    action: int
    words: str
    keys: str  # to press one after another, empty if it has none


class Session:
    """An episode between people and agents, and what the person whose turn it is can be shown.

    `play` and `choose` give the states on the way to the next decision of a person: each is
    `shown` until the next is asked for.
    """

    def __init__(self, game: Game, settings: Mapping[str, Any], seated: Seating, seed: int) -> None:
        self.game, self.seating, self.seed = game, seated, seed
        self.episode = Episode(game, settings)
        self.recorder = Recorder(game, settings, seated.names)
        self.shown = self.episode
        self.moment = 0  # counts the states that were shown
        self.news: list[str] = []  # what happened since the last decision of a person
        self.earlier: list[str] = []  # and before it
        self.viewer = seated.people[0]  # the seat whose hand may be shown
        self._choices: tuple[Choice, ...] = ()

    def play(self) -> Iterator[Episode]:
        """Begin, and go on to the first decision of a person."""
        self.episode.reset(self.seed)
        for seat, player in enumerate(self.seating.players):
            if player is not None:
                own = np.uint64((self.seed + seat * FAR) % 2**64)  # so that no two think alike
                player.begin(ONLY_ROW, np.array([own]))
        self._tell(self.episode)
        self._show(self.episode)
        yield self.episode
        yield from self._to_a_person()

    def choose(self, action: int) -> Iterator[Episode]:
        """A person's decision, which counts at once, and the way to the next one."""
        before = self.episode.copy()
        self.episode.act(action)
        self.recorder.note(action)
        self.earlier = (self.earlier + self.news)[-MOST_NEWS:]
        self.news = []
        self._choices = ()
        return self._after(before, action)

    def _after(self, before: Episode, action: int) -> Iterator[Episode]:
        yield from self._on_the_way(before, action)
        yield from self._to_a_person()

    def _to_a_person(self) -> Iterator[Episode]:
        """The agents play until a person is asked, or to the end."""
        episode = self.episode
        while not episode.over and (player := self.seating.players[episode.to_act]) is not None:
            before = episode.copy()
            seen = episode.observation[None], episode.mask[None]
            action = int(choices(player, ONLY_ROW, episode.states, *seen)[0])
            episode.act(action)
            self.recorder.note(action)
            if self.game.human.open_choices:
                self.news.append(f"{before.agent}: {self._words(before, action)}")
            yield from self._on_the_way(before, action)
        self._show(episode)
        if not episode.over:
            self.viewer = episode.to_act
            self._choices = self._legal()

    def _tell(self, before: Episode) -> None:
        """Add to the news what has happened since `before`."""
        told = self.game.human.news(self._setup, before.s, self.episode.s)
        self.news = (self.news + told)[-MOST_NEWS:]

    def _show(self, episode: Episode) -> None:
        self.shown = episode
        self.moment += 1

    def _on_the_way(self, before: Episode, action: int) -> Iterator[Episode]:
        """What is to be seen of an action: its steps, or where the game has none its result.

        What it brought becomes news after that.
        """
        for twin in between(before, action):
            self._show(twin)
            yield twin
        self._tell(before)
        if self.game.halting is None:
            self._show(self.episode)
            yield self.episode

    def _legal(self) -> tuple[Choice, ...]:
        legal = np.flatnonzero(self.episode.mask).tolist()
        keys = numbered(legal, self.game.human.keys(self._setup, self.episode.s, legal))
        return tuple(
            Choice(action, self._words(self.episode, action), keys[action]) for action in legal
        )

    def _words(self, episode: Episode, action: int) -> str:
        text = self.game.human.wording or self.game.action_text
        return text(self._setup, episode.s, action)

    @property
    def _setup(self) -> Any:
        return self.episode.setup[0]

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What the person can choose; nothing while others play and after the end."""
        return self._choices

    @property
    def over(self) -> bool:
        """The game has ended, and nothing more is to be shown of it."""
        return self.episode.over and self.shown is self.episode

    def reason(self, keys: str) -> str:
        """Why keys lead to no choice, if the game knows."""
        return self.game.human.reason(self._setup, self.episode.s, keys)

    def headline(self) -> str:
        """Whose turn it is and what is asked, or how the game has ended."""
        if self.over:
            return self._ending()
        if not self._choices:
            alone = self.game.halting is None  # else what is shown lies between decisions
            return f"{self.shown.agent} plays …" if alone else "The game goes on …"
        asked = self.game.human.question(self._setup, self.episode.s)
        return f"You are {self.episode.agent}: {asked}"

    def _ending(self) -> str:
        """How the game ended for the people in it."""
        won = self.episode.final_info().get("won")
        if isinstance(won, list):
            won = any(won[seat] for seat in self.seating.people)
        ends = "The game has been cut off" if self.episode.truncated else "The game is over"
        return ends if won is None else f"{ends}: you have {'won' if won else 'not won'}"

    def result(self) -> list[str]:
        """What the game says of its end, a line each; nothing before it."""
        told: list[str] = []
        for name, value in self.episode.final_info().items():
            if isinstance(value, Mapping) and any(isinstance(v, Mapping) for v in value.values()):
                told += [f"{part}: {_plain(facts)}" for part, facts in value.items()]
            else:
                told.append(f"{name}: {self._by_seat(value)}")
        return told if self.over else []

    def _by_seat(self, value: Any) -> str:
        """A value in words; of a list with one for each seat, with the seats' names."""
        agents = self.episode.agents
        if not isinstance(value, list) or len(value) != len(agents):
            return _plain(value)
        if all(isinstance(part, bool) for part in value):
            return ", ".join(a for a, part in zip(agents, value, strict=True) if part) or "nobody"
        return ", ".join(f"{a} {_plain(part)}" for a, part in zip(agents, value, strict=True))

    def picture(self, tile: int) -> Array:
        """The state that is shown, as everybody sees it."""
        return self.game.draw(self._setup, self.shown.s, tile=tile)

    def desk(self, cell: int) -> HandView | None:
        """What the viewer holds; nothing in games without hands."""
        desk = self.game.human.hand_view
        return None if desk is None else desk(self._setup, self.shown.s, self.viewer, cell)

    def figure(self, tile: int) -> Box | None:
        """Where in the picture the viewer's own figure stands."""
        return self.game.human.figure(self._setup, self.shown.s, self.viewer, tile)

    def spots(self, tile: int, actions: Collection[int]) -> dict[int, Box]:
        """Where in the picture some of the choices are."""
        if not actions:
            return {}
        return self.game.human.spots(self._setup, self.episode.s, tile, actions)

    def text(self) -> str:
        """The state that is shown, and what the viewer holds, for a terminal."""
        held = self.game.human.held(self._setup, self.shown.s, self.viewer)
        return "\n".join(filter(None, (self.game.ansi(self._setup, self.shown.s), held)))

    def replay(self) -> Replay:
        """All that was played up to now."""
        return self.recorder.replay(self.episode)


def numbered(actions: Collection[int], own: Mapping[int, str]) -> dict[int, str]:
    """Keys for all actions: their `own`, and numbers that come in no key's way."""
    free = (number for number in range(1, 10 * len(actions) + 10) if not _blocked(str(number), own))
    keys = {action: own.get(action) or str(next(free, "")) for action in actions}
    numbers = [key for action, key in keys.items() if action not in own]
    longer = {key for key in numbers if any(n != key and n.startswith(key) for n in numbers)}
    return {
        action: f"{key}\n" if key in longer and action not in own else key
        for action, key in keys.items()
    }


def _blocked(number: str, own: Mapping[int, str]) -> bool:
    """A key of one of the actions is where the number begins."""
    return any(number.startswith(keys) or keys.startswith(number) for keys in own.values())


def _plain(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_plain(part)}" for name, part in value.items())
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(_plain(part) for part in value)
    return str(value)
