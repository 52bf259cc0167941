"""A game that people play: seats, whose decision it is, legal choices, what a person may see.

It knows neither windows nor terminals, and never shows what a seat may not know: pictures and news
are public, and a hand is shown only to its owner.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from cogarena.agents import registry as players
from cogarena.agents.match import Seating, begin, decisions
from cogarena.agents.protocol import Array, Player
from cogarena.agents.script import has_script
from cogarena.envs.core.episode import Episode
from cogarena.envs.core.errors import SettingError, UnknownNameError
from cogarena.envs.core.game import Game
from cogarena.envs.core.human import Box, HandView, Panels
from cogarena.wrappers.narration import result_lines
from cogarena.wrappers.replay import Recorder, Replay, between

ALL = "all"
PERSON = "human"
MOST_NEWS = 100  # sentences that are kept


class NamedSeating(Seating):
    """One player for each seat, None for a person; and their names, for the replay."""

    def __init__(self, players: Sequence[Player | None], names: Sequence[str]) -> None:
        super().__init__(players, np.arange(len(players)))
        self.names = tuple(names)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, player in enumerate(self.by_seat) if player is None)


def seating(
    game: Game, settings: Mapping[str, Any], seats: str | None, opponents: str | None
) -> NamedSeating:
    """People in `seats`, a comma-separated list or `all`; `opponents`, such a list, in the others.

    A single opponent plays all other seats. By default, a person takes the first seat, or all seats
    if they share their reward, and the opponents are scripted if the game has a script.
    """
    agents = game.agents(game.read(settings))
    people = _people(agents, seats or (ALL if game.shared_reward else agents[0]))
    others = [seat for seat in range(len(agents)) if seat not in people]
    names = [PERSON] * len(agents)
    for seat, name in zip(others, _opponents(game, opponents, others, agents), strict=True):
        names[seat] = name
    found = [None if name == PERSON else players.find(name, game, settings) for name in names]
    return NamedSeating(found, names)


def _people(agents: Sequence[str], seats: str) -> tuple[int, ...]:
    if seats == ALL:
        return tuple(range(len(agents)))
    chosen = [name.strip() for name in seats.split(",")]
    for name in chosen:
        if name not in agents:
            raise UnknownNameError("seat", name, (*agents, ALL))
    return tuple(sorted({agents.index(name) for name in chosen}))


def _opponents(
    game: Game, opponents: str | None, others: Sequence[int], agents: Sequence[str]
) -> list[str]:
    """A name for each of the other seats."""
    if opponents is None:
        default = "scripted" if has_script(game) else "random"
        return [default] * len(others)
    names = [name.strip() for name in opponents.split(",")]
    if not others:
        seat = f": take one with --seat, such as --seat {agents[0]}" if len(agents) > 1 else ""
        raise SettingError(f"--opponents {opponents}: people play all seats of {game.name}{seat}")
    if len(names) not in (1, len(others)):
        left = ", ".join(agents[seat] for seat in others)
        raise SettingError(
            f"{len(names)} opponents for {len(others)} other seats ({left}): give one for all of "
            f"them, or one for each"
        )
    return names * len(others) if len(names) == 1 else names


@dataclass(frozen=True)
class Choice:
    """A legal action."""

    action: int
    words: str
    keys: str  # to press in this order, empty if it has none


class Session:
    """A match between people and agents, and what may be shown to the person whose turn it is.

    `play` and `choose` give the states up to the next decision of a person: each is `shown` until
    the next is asked for.
    """

    def __init__(
        self, game: Game, settings: Mapping[str, Any], seating: NamedSeating, seed: int
    ) -> None:
        self.game, self.seating, self.seed = game, seating, seed
        self.episode = Episode(game, settings)
        self.recorder = Recorder(game, settings, seating.names)
        self.shown = self.episode
        self.moment = 0  # number of states shown so far
        self.news: list[str] = []  # what happened since the last decision of a person
        self.earlier: list[str] = []  # and before that
        self.viewer = seating.people[0]  # the seat whose hand may be shown
        self._choices: tuple[Choice, ...] = ()

    def play(self) -> Iterator[Episode]:
        """Begin, and continue to the first decision of a person."""
        begin(self.episode, self.seating, self.seed)
        self._add_news(self.episode)
        self._show(self.episode)
        yield self.episode
        yield from self._to_a_person()

    def choose(self, action: int) -> Iterator[Episode]:
        """A person's decision, which takes effect at once; then on to the next one."""
        before = self.episode.copy()
        self.episode.act(action)
        self.recorder.note(action)
        self.earlier = (self.earlier + self.news)[-MOST_NEWS:]
        self.news = []
        self._choices = ()
        return self._after(before, action)

    def _after(self, before: Episode, action: int) -> Iterator[Episode]:
        yield from self._steps(before, action)
        yield from self._to_a_person()

    def _to_a_person(self) -> Iterator[Episode]:
        """The agents play until a person is asked, or to the end."""
        episode = self.episode
        for action in decisions(episode, self.seating):
            before = episode.copy()
            episode.act(action)
            self.recorder.note(action)
            if self.game.human.open_choices:
                self.news.append(f"{before.agent}: {self._words(before, action)}")
            yield from self._steps(before, action)
        self._show(episode)
        if not episode.over:
            self.viewer = episode.to_act
            self._choices = self._legal()

    def _add_news(self, before: Episode) -> None:
        """Add what has happened since `before`."""
        fresh = self.game.human.news(self._setup, before.s, self.episode.s)
        self.news = (self.news + fresh)[-MOST_NEWS:]

    def _show(self, episode: Episode) -> None:
        self.shown = episode
        self.moment += 1

    def _steps(self, before: Episode, action: int) -> Iterator[Episode]:
        """The steps of an action, or its result if the game has no steps; then add the news."""
        for twin in between(before, action):
            self._show(twin)
            yield twin
        self._add_news(before)
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
        """The person's choices; none while others play and after the end."""
        return self._choices

    @property
    def over(self) -> bool:
        """The game has ended, and its last state is shown."""
        return self.episode.over and self.shown is self.episode

    def reason(self, keys: str) -> str:
        """Why keys match no choice, if the game knows."""
        return self.game.human.reason(self._setup, self.episode.s, keys)

    def headline(self) -> str:
        """Whose turn it is and what is asked, or how the game has ended."""
        if self.over:
            return self._ending()
        if not self._choices:
            whole = self.game.halting is None  # else the state shown lies between decisions
            return f"{self.shown.agent} plays …" if whole else "The game continues …"
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
        """The result of the game, line by line; none before its end."""
        if not self.over:
            return []
        return result_lines(self.episode.final_info(), self.episode.agents)

    def picture(self, tile: int) -> Array:
        """The picture of the state that is shown; it is public."""
        return self.game.draw(self._setup, self.shown.s, tile=tile)

    def hand_view(self, cell: int) -> HandView | None:
        """The viewer's hand; None in games without hands."""
        hand_view = self.game.human.hand_view
        if hand_view is None:
            return None
        return hand_view(self._setup, self.shown.s, self.viewer, cell)

    def figure(self, tile: int) -> Box | None:
        """The box of the viewer's own figure in the picture."""
        return self.game.human.figure(self._setup, self.shown.s, self.viewer, tile)

    def spots(self, tile: int, actions: Collection[int]) -> dict[int, Box]:
        """The boxes of choices in the picture, by action."""
        if not actions:
            return {}
        return self.game.human.spots(self._setup, self.episode.s, tile, actions)

    def text(self) -> str:
        """The state that is shown and the viewer's hand, as text."""
        return "\n".join(filter(None, (self.board_text(), self.held_text())))

    def board_text(self) -> str:
        """The state that is shown, as text; it is public."""
        return self.game.ansi(self._setup, self.shown.s)

    def held_text(self) -> str:
        """The viewer's hand as text; empty in games without hands."""
        return self.game.human.held(self._setup, self.shown.s, self.viewer)

    def panels(self) -> Panels:
        """The state that is shown, as blocks of text; with the viewer's hand."""
        if self.game.human.panels is None:
            title, *board = self.board_text().splitlines()
            found = Panels(title, board)
        else:
            found = self.game.human.panels(self._setup, self.shown.s, self.viewer)
        return replace(found, facts=(*self.held_text().splitlines(), *found.facts))

    def task(self) -> str:
        """What the players must achieve."""
        return self.game.human.task(self._setup)

    def details(self) -> list[str]:
        """What a picture shows and the text does not, and what the observation computes."""
        s, human = self.shown.s, self.game.human
        pieces = self.game.layout.split(self.shown.view(self.viewer)[1])
        found = human.details(self._setup, s, self.viewer)
        return [*found, *human.computed(self._setup, s, self.viewer, pieces)]

    def notes(self) -> list[str]:
        """What the things in play are and do."""
        return self.game.human.notes(self._setup, self.shown.s, self.viewer)

    def replay(self) -> Replay:
        """The replay of the game so far."""
        return self.recorder.replay(self.episode)


def numbered(actions: Collection[int], own: Mapping[int, str]) -> dict[int, str]:
    """Keys for all actions: their `own`, else numbers that do not clash with those."""
    free = (number for number in range(1, 10 * len(actions) + 10) if not _blocked(str(number), own))
    keys = {action: own.get(action) or str(next(free, "")) for action in actions}
    numbers = [key for action, key in keys.items() if action not in own]
    longer = {key for key in numbers if any(n != key and n.startswith(key) for n in numbers)}
    return {
        action: f"{key}\n" if key in longer and action not in own else key
        for action, key in keys.items()
    }


def _blocked(number: str, own: Mapping[int, str]) -> bool:
    """The number clashes with an action's own keys."""
    return any(number.startswith(keys) or keys.startswith(number) for keys in own.values())
