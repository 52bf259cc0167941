"""Who sits where when people play: people in seats by name, agents in the others."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from cogarena.agents import registry as players
from cogarena.agents.match import Seating
from cogarena.agents.protocol import Player
from cogarena.agents.script import has_script
from cogarena.envs.core.errors import SettingError, UnknownNameError
from cogarena.envs.core.game import Game

ALL = "all"
PERSON = "human"


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

    A single opponent plays all other seats. By default a person takes the first seat, or all seats
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
