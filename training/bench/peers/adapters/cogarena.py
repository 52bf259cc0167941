"""Cogarena's own games, in this version: single environments and batches."""

import json
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from cogarena.envs.core import registry
from cogarena.envs.core.batch import Autoreset, Batch
from cogarena.envs.core.game import Game
from cogarena.training.bench.environments import aec_env, batch_loop, single_env

ROWS = 1024


def contenders(bench: Any, games: str) -> Iterator[Any]:
    """The games, given as JSON by name with their settings."""
    for name, settings in json.loads(games).items():
        game, title = registry.load(name), registry.spec(name).title
        if game.shared_reward:
            yield bench.Contender(title, "Env", partial(play_alone, bench, game, settings))
        yield bench.Contender(title, "AEC", partial(play_in_turn, bench, game, settings))
        for rows, threads in dict.fromkeys(((1, 1), (ROWS, 1), (ROWS, bench.cores()))):
            form = f"Batch of {rows}, {threads} thread{'s' if threads > 1 else ''}"
            build = partial(play_batch, game, settings, rows, threads)
            yield bench.Contender(title, form, build, vector=True)


def play_alone(bench: Any, game: Game, settings: Mapping[str, Any]) -> Any:
    """One agent that plays all seats."""
    return bench.gymnasium_loop(single_env(game, settings), masked=True)


def play_in_turn(bench: Any, game: Game, settings: Mapping[str, Any]) -> Any:
    """An agent for each seat."""
    return bench.aec_loop(aec_env(game, settings))


def play_batch(game: Game, settings: Mapping[str, Any], rows: int, threads: int) -> Any:
    """Many games at once, with observations and masks."""
    batch = Batch(game, rows, settings, threads=threads, autoreset=Autoreset.SAME_STEP)
    run = batch_loop(batch, again=False)
    return lambda seconds: run(seconds).with_policy
