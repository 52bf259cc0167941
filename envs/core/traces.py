"""Random play, and hashes of it by which two processes or two kinds of kernels are compared.

Run as a program, this module prints the trace that the JSON on the command line describes.
"""

import hashlib
import json
import os
import re
import subprocess
import sys
import warnings
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from cogarena.envs.core import registry
from cogarena.envs.core.batch import Batch
from cogarena.envs.core.episode import Episode
from cogarena.envs.core.errors import CheckFailedError
from cogarena.envs.core.game import Game

Array = np.ndarray[Any, Any]
Settings = Mapping[str, Any]

MOST_DECISIONS = 200_000  # an episode longer than this counts as endless


def random_play(episode: Episode, seed: int) -> Iterator[int]:
    """Play an episode at random, yielding each action before it is applied."""
    generator = np.random.default_rng(seed)
    episode.reset(seed)
    while not episode.over:
        action = int(generator.choice(np.flatnonzero(episode.mask)))
        yield action
        episode.act(action)
        if episode.s.tick >= MOST_DECISIONS:
            raise CheckFailedError(f"seed {seed} has not ended after {MOST_DECISIONS} decisions")


def random_actions(batch: Batch, generator: np.random.Generator) -> Array:
    """A random legal action for every row."""
    return np.argmax(batch.masks * (generator.random(batch.masks.shape) + 1.0), axis=1)


def trace(game: Game, settings: Settings, seed: int, decisions: int) -> str:
    """A hash of all records, masks and observations of `decisions` random decisions."""
    digest = hashlib.sha256()
    episode = Episode(game, settings)
    while decisions > 0:
        for _ in random_play(episode, seed):
            digest.update(episode.states.tobytes() + episode.mask.tobytes())
            digest.update(episode.observation.tobytes())
            if game.global_layout is not None:
                digest.update(episode.global_state().tobytes())
            decisions -= 1
            if decisions == 0:
                break
        digest.update(episode.states.tobytes())
        seed += 1
    return digest.hexdigest()


def trace_elsewhere(game: Game, settings: Settings, seed: int, decisions: int, *, jit: bool) -> str:
    """The same hash, computed by another process. Only a registered game can be loaded there."""
    order = json.dumps([game.name, dict(settings), seed, decisions])
    environment = os.environ | {"NUMBA_DISABLE_JIT": "0" if jit else "1"}
    command = [sys.executable, "-m", "cogarena.envs.core.traces", order]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise CheckFailedError(f"tracing {game.name} in another process failed:\n{done.stderr}")
    return done.stdout.strip()


def main() -> None:
    """Print a trace; a numpy warning in the modules of the game or of ours is an error."""
    name, settings, seed, decisions = json.loads(sys.argv[1])
    # Such a warning means that a number outgrew its field.
    for module in (__package__, registry.spec(name).module):
        own = re.escape(module.split(".")[0])
        warnings.filterwarnings("error", category=RuntimeWarning, module=rf"{own}(\.|$)")
    sys.stdout.write(trace(registry.load(name), settings, seed, decisions) + "\n")


if __name__ == "__main__":
    main()
