"""OpenSpiel: games in C++ by its Python API, with and without the tensor that an agent observes."""

from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Any

import pyspiel

GAMES = {"connect four": "connect_four", "chess": "chess", "Leduc hold'em": "leduc_poker"}


def contenders(bench: Any) -> Iterator[Any]:
    """Each game twice."""
    for game, name in GAMES.items():
        yield bench.Contender(game, "State", partial(loop, bench, name, False))
        yield bench.Contender(game, "State and observation", partial(loop, bench, name, True))


def loop(bench: Any, name: str, observed: bool) -> Any:
    """A loop over states; deals of chance do not count, and all of Leduc's are equally likely."""
    game, numbers = pyspiel.load_game(name), bench.uniform_numbers()
    state = game.new_initial_state()

    def play() -> int:
        nonlocal state
        decisions = 0
        for number in islice(numbers, bench.CHUNK):
            if state.is_terminal():
                state = game.new_initial_state()
            decides = not state.is_chance_node()
            legal = state.legal_actions()
            if observed and decides:
                state.observation_tensor()
            state.apply_action(legal[int(number * len(legal))])
            decisions += decides
        return decisions

    return bench.timed(play)
