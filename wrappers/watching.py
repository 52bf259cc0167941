"""What happens between two decisions, for those who want to see it."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import count

from cogarena.envs.core.episode import Episode
from cogarena.envs.core.header import HALTED, Halted


def between(episode: Episode, action: int) -> Iterator[Episode]:
    """The states that a legal action passes through, one after another; `episode` stays as it is.

    They are copies that were halted on the way: to look at, not to go on from. Games that do not
    halt show nothing.
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
