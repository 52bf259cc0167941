"""PettingZoo: four of its classic games, by the AEC API."""

from collections.abc import Iterator
from functools import partial
from importlib import import_module
from typing import Any

GAMES = {
    "connect four": "connect_four_v3",
    "Texas hold'em": "texas_holdem_v4",
    "chess": "chess_v6",
    "Hanabi": "hanabi_v5",
}


def contenders(bench: Any) -> Iterator[Any]:
    """A game each."""
    for game, module in GAMES.items():
        yield bench.Contender(game, "AEC", partial(loop, bench, module))


def loop(bench: Any, module: str) -> Any:
    """The loop of one game."""
    return bench.aec_loop(import_module(f"pettingzoo.classic.{module}").env())
