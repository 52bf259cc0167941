"""A match: which seat is asked, what the player of that seat chooses, and how players are seeded.

A seat can also belong to a player outside the match, such as a person or a learner. The match then
stops when that seat is asked.
"""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from cogarena.agents.protocol import Array, Planner, Player, records_of
from cogarena.envs.core.episode import Episode
from cogarena.envs.core.errors import SettingError

# Distance between the seeds of two players of one episode. It exceeds any range of seeds in use, so
# no player shares random numbers with another player or another episode.
SEED_STRIDE = 2**40
ONLY_ROW = np.zeros(1, np.int64)


def player_seeds(seeds: Array, number: int) -> Array:
    """The seeds of player `number` in the episodes with these seeds."""
    return seeds + np.uint64(number * SEED_STRIDE)


def begin_each(players: Sequence[Player | None], rows: Array, seeds: Array) -> None:
    """A new episode begins in each of `rows`; each player gets its own seeds, by its number."""
    for number, player in enumerate(players):
        if player is not None:
            player.begin(rows, player_seeds(seeds, number))


def choose(player: Player, rows: Array, states: Array, observations: Array, masks: Array) -> Array:
    """A player's actions in `rows`; the other arrays hold all rows of the batch."""
    if isinstance(player, Planner):
        return player.plan(rows, records_of(states, rows), observations[rows], masks[rows])
    return player.act(rows, observations[rows], masks[rows])


def choose_each(
    players: Sequence[Player | None] | Mapping[int, Player], numbers: Array, rows: Array,
    states: Array, observations: Array, masks: Array,
) -> Array:  # fmt: skip
    """The actions in `rows`; `numbers` says which player acts in each row."""
    actions = np.empty(len(rows), np.int64)
    different = np.unique(numbers).tolist()
    for number in different:
        own = np.flatnonzero(numbers == number) if len(different) > 1 else slice(None)
        player = players[number]
        if player is None:
            raise ValueError(f"row {rows[own][0]} waits for a player outside the match")
        actions[own] = choose(player, rows[own], states, observations, masks)
    return actions


class Seating:
    """The players of an episode by number, and which of them has each seat.

    None stands for a player outside the match, who is neither seeded nor asked here.
    """

    def __init__(self, players: Sequence[Player | None], numbers: Array) -> None:
        self.players, self.numbers = tuple(players), numbers  # (seats,) the player in each seat
        self.by_seat = tuple(players[number] for number in numbers)

    def begin(self, rows: Array, seeds: Array) -> None:
        """A new episode begins in each of `rows`."""
        begin_each(self.players, rows, seeds)

    def choose(self, rows: Array, states: Array, observations: Array, masks: Array) -> Array:
        """The actions in `rows` of the players to act; the other arrays hold all rows."""
        numbers = self.numbers[states["to_act"][rows]]
        return choose_each(self.players, numbers, rows, states, observations, masks)


def seated(players: Player | Sequence[Player | None], seats: int) -> Seating:
    """One player in all seats, or a list with one for each seat.

    A player that is listed several times plays all of these seats as one player. Each None is a
    different player.
    """
    listed = players if isinstance(players, Sequence) else [players] * seats
    require_one_for_each(len(listed), seats)
    different: list[Player | None] = []
    numbers = np.zeros(seats, np.int64)
    for seat, player in enumerate(listed):
        known = [number for number, other in enumerate(different) if other is player]
        if player is None or not known:
            known = [len(different)]
            different.append(player)
        numbers[seat] = known[0]
    return Seating(different, numbers)


def require_one_for_each(players: int, seats: int) -> None:
    """Refuse more or fewer players than seats."""
    if players != seats:
        raise SettingError(f"{players} agents for {seats} seats: give one, or one for each seat")


def begin(episode: Episode, seating: Seating, seed: int) -> None:
    """Begin the episode with this seed and notify its players."""
    episode.reset(seed)
    seating.begin(ONLY_ROW, np.array([episode.seed], np.uint64))


def decisions(episode: Episode, seating: Seating) -> Iterator[int]:
    """The players' actions in order, until an outside player is asked or the episode ends.

    The caller applies each action before it asks for the next one.
    """
    while not episode.over and (player := seating.by_seat[episode.to_act]) is not None:
        seen, legal = episode.observation[None], episode.mask[None]
        yield int(choose(player, ONLY_ROW, episode.states, seen, legal)[0])
