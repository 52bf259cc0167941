"""Replays: an episode as a small JSON file that anyone can replay and verify.

A file holds the game, its version, the settings, the seed, every action and a hash of the final
record. Reading one runs no code; replaying one simulates the episode again and compares the hash.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from cogarena.envs.core import registry
from cogarena.envs.core.episode import SEEDS, Episode
from cogarena.envs.core.errors import CogarenaError, FileError
from cogarena.envs.core.files import read_text
from cogarena.envs.core.game import Game
from cogarena.envs.core.header import HALTED, Halted

FORMAT = "cogarena replay 1"
KEYS = ("format", "game", "version", "settings", "seed", "players", "actions", "final")
MOST_ACTIONS = 10_000_000


class ReplayError(FileError):
    """A replay that cannot be read, was recorded with other rules, or was altered."""


@dataclass(frozen=True)
class Replay:
    """An episode, from its seed to its last action."""

    game: str
    version: int
    settings: Mapping[str, Any]
    seed: int
    players: tuple[str, ...]  # who had each seat, for people to read
    actions: tuple[int, ...]
    final: str  # hash of the last record
    where: str = "this replay"  # the file it was read from

    def episodes(self, *, stepwise: bool = False) -> Iterator[Episode]:
        """Replay: the same Episode object, at the beginning and after every action.

        `stepwise` adds the states between two decisions, see `between`. Raises if an action is
        refused, or if the last record is not the one that was recorded.
        """
        episode = self.begin()
        yield episode
        for number, action in enumerate(self.actions, 1):
            try:
                if stepwise:
                    yield from between(episode, action)
                episode.act(action)
            except CogarenaError as wrong:
                which = f"action {number} of {len(self.actions)}"
                raise ReplayError(f"{self.where}: {which}: {wrong}") from None
            yield episode
        if digest(episode) != self.final:
            raise ReplayError(
                f"{self.where}: the replayed episode does not end as recorded: the file was "
                f"altered, or it was recorded with other rules"
            )

    def begin(self) -> Episode:
        """The episode before its first action."""
        game = registry.load(self.game)
        if game.version != self.version:
            raise ReplayError(
                f"{self.where}: recorded with version {self.version} of {self.game}, but version "
                f"{game.version} is installed, whose rules differ"
            )
        try:
            episode = Episode(game, self.settings)
        except CogarenaError as wrong:
            raise ReplayError(f"{self.where}: {wrong}") from None
        episode.reset(self.seed)
        return episode

    def verify(self) -> Episode:
        """Replay to the end; the last state, or an error."""
        for episode in self.episodes():
            last = episode
        return last

    def write(self, path: Path) -> None:
        """Write the file."""
        values = {
            "format": FORMAT,
            "game": self.game,
            "version": self.version,
            "settings": dict(self.settings),
            "seed": self.seed,
            "players": self.players,
            "actions": self.actions,
            "final": self.final,
        }
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(values) + "\n", encoding="utf-8")


class Recorder:
    """Records the actions of an episode that is played elsewhere."""

    def __init__(self, game: Game, settings: Mapping[str, Any], players: Sequence[str]) -> None:
        self.game, self.settings, self.players = game, dict(settings), tuple(players)
        self.actions: list[int] = []

    def note(self, action: Any) -> None:
        """An action was taken."""
        self.actions.append(int(action))

    def replay(self, episode: Episode) -> Replay:
        """The replay of `episode` so far."""
        if episode.seed is None:
            raise ReplayError("no episode has begun: there is nothing to replay")
        return Replay(
            self.game.name, self.game.version, self.settings, episode.seed, self.players,
            tuple(self.actions), digest(episode),
        )  # fmt: skip


def between(episode: Episode, action: int) -> Iterator[Episode]:
    """The states that a legal action passes through, in order; `episode` does not change.

    They are copies that were halted before the next decision: for viewing, not for playing. A game
    that does not halt gives none.
    """
    halting = episode.game.halting
    if halting is None:
        return
    for steps in count(1):
        twin = episode.copy()
        halting(twin.s).halt = steps
        with suppress(Halted):
            twin.act(action)
        if halting(twin.s).halt != HALTED:  # the next decision came first
            return
        yield twin


def digest(episode: Episode) -> str:
    """A hash of the record, the same in every process and on every machine."""
    return hashlib.sha256(episode.states.tobytes()).hexdigest()


def turn_of(episode: Episode) -> int:
    """The turn or round of an episode; the number of decisions in games without turns."""
    return int(episode.s.turn if "turn" in episode.s.dtype.names else episode.s.tick)


def read_replay(path: Path) -> Replay:
    """The replay in a file, checked as far as possible without replaying it."""
    where = str(path)
    try:
        values = json.loads(read_text(path, where))
    except json.JSONDecodeError as wrong:
        raise ReplayError(f"{where}: is not valid JSON: {wrong}") from None
    except RecursionError:
        raise ReplayError(f"{where}: is not a replay: nested too deeply") from None
    if not isinstance(values, dict) or values.get("format") != FORMAT:
        raise ReplayError(f"{where}: is not a replay: its format is not {FORMAT!r}")
    missing = [key for key in KEYS if key not in values]
    if missing:
        raise ReplayError(f"{where}: missing: {', '.join(missing)}")
    return Replay(
        game=_game(values["game"], where),
        version=_whole(values, "version", where),
        settings=_settings(values["settings"], where),
        seed=_whole(values, "seed", where, SEEDS),
        players=_players(values["players"], where),
        actions=_actions(values["actions"], where),
        final=str(values["final"]),
        where=where,
    )


def _game(name: Any, where: str) -> str:
    if not isinstance(name, str):
        raise ReplayError(f"{where}: game must be a name, not {name!r}")
    try:
        return registry.load(name).name
    except CogarenaError as wrong:
        raise ReplayError(f"{where}: {wrong}") from None


def _whole(values: Mapping[str, Any], key: str, where: str, end: int = 2**31) -> int:
    value = values[key]
    if type(value) is not int or not 0 <= value < end:
        raise ReplayError(
            f"{where}: {key} must be a whole number from 0 to {end - 1}, not {value!r}"
        )
    return value


def _settings(values: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(values, dict):
        raise ReplayError(f"{where}: settings must be a table, not {values!r}")
    return values


def _players(values: Any, where: str) -> tuple[str, ...]:
    if not isinstance(values, list) or not all(isinstance(name, str) for name in values):
        raise ReplayError(f"{where}: players must be a list of names, not {values!r}")
    return tuple(values)


def _actions(values: Any, where: str) -> tuple[int, ...]:
    if not isinstance(values, list) or len(values) > MOST_ACTIONS:
        raise ReplayError(f"{where}: actions must be a list of at most {MOST_ACTIONS:,} integers")
    for number, action in enumerate(values):
        if type(action) is not int:
            raise ReplayError(
                f"{where}: action {number + 1} of {len(values)} must be an integer, not {action!r}"
            )
    return tuple(values)
