"""The loops over the rows of a batch: one text for all games, bound to each game's own kernels.

A kernel that took another kernel as an argument, or closed over it, could not be cached. So each
game gets a copy of the loop in which the names below are its kernels.
"""

import types
from pathlib import Path
from typing import Any

from cogarena.envs.core import jit
from cogarena.envs.core.header import RESET

init: Any = None
step: Any = None
advance: Any = None
legal: Any = None
observe: Any = None
observe_all: Any = None


def bound(loop: Any, folder: Path | None, **kernels: Any) -> Any:
    """A compiled copy of a loop that calls these kernels; its cache is in `folder`."""
    copy = types.FunctionType(loop.__code__, {**loop.__globals__, **kernels}, loop.__name__)
    copy.__module__, copy.__qualname__ = loop.__module__, loop.__qualname__
    return jit.compiled_in(folder, copy)


@jit.kernel
def nothing_more(setup: Any, s: Any) -> None:
    """The `advance` of a game whose `init` and `step` go on to the next decision themselves."""


def run(setup: Any, states: Any, actions: Any, seeds: Any, masks: Any, observations: Any) -> None:
    """For each row: begin anew, act, or stand still; then write mask and observation.

    Empty `masks` or `observations` are not written.
    """
    for i in range(len(states)):
        if actions[i] >= 0:
            step(setup[0], states[i], actions[i])
        elif actions[i] == RESET:
            init(setup[0], states[i], seeds[i])
        else:
            continue
        advance(setup[0], states[i])
        if len(masks) > 0:
            legal(setup[0], states[i], states[i].to_act, masks[i])
        if len(observations) > 0:
            observe(setup[0], states[i], states[i].to_act, observations[i])


def view(setup: Any, states: Any, seats: Any, masks: Any, observations: Any) -> None:
    """For each row: the mask and the observation of the seat `seats[row]`, unless empty."""
    for i in range(len(states)):
        if len(masks) > 0:
            legal(setup[0], states[i], seats[i], masks[i])
        if len(observations) > 0:
            observe(setup[0], states[i], seats[i], observations[i])


def write_global_states(setup: Any, states: Any, out: Any) -> None:
    """For each row: everything there is in the game, what is hidden too."""
    for i in range(len(states)):
        observe_all(setup[0], states[i], out[i])
