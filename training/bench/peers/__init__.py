"""Cogarena's games beside well-known environments, measured in one run.

    cogarena bench --peers --out docs

Each suite has a process in an environment of its own. All games take turns, so that whatever else
the machine does affects all alike; the policy is random everywhere, and its time counts.
"""

import json
import statistics
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from cogarena.envs.core import registry
from cogarena.envs.core.errors import UnknownNameError
from cogarena.training.bench import Progress, check_turns, machine, take_turns
from cogarena.training.bench.environments import PACKAGES
from cogarena.training.bench.peers.client import Client
from cogarena.training.bench.peers.install import (
    HERE,
    DeadPeerError,
    Peer,
    PeerError,
    environment,
    read_left_out,
    read_peers,
)

OURS = "Cogarena"
YARDSTICK = "gymnasium"  # the peer that always takes part, for its Taxi
TAXI = ("Gymnasium", "Taxi", "Env")
ISOLATED, SAFE_PATH = "-I", "-P"  # our own package may have to be found by PYTHONPATH

Games = Mapping[str, Mapping[str, Any]]  # settings by game
Python = Callable[[Peer], Path]  # the Python of a peer's environment


@dataclass(frozen=True)
class Entry:
    """A game of a suite in one form."""

    suite: str
    game: str
    form: str
    vector: bool  # one call steps many environments or many agents
    measure: Callable[[], float]

    @property
    def name(self) -> str:
        """What it is called in the list of what could not be measured."""
        return f"{self.suite}: {self.game}, {self.form}"


def bench(
    games: Games,
    only: Sequence[str] | None = None,
    *,
    seconds: float = 0.3,
    repeats: int = 5,
    peers: Sequence[Peer] | None = None,
    python: Python = environment,
    progress: Progress = lambda name: None,
) -> dict[str, Any]:
    """All speeds, their spreads and their ratios to Taxi, ready for JSON."""
    check_turns(seconds, repeats)
    chosen = choose(read_peers() if peers is None else peers, only)
    compile_all(games)
    with ExitStack() as stack:
        entries, failed = start(games, chosen, python, seconds, stack, progress)
        speeds = measure(entries, repeats, failed, progress)
    taxi = next((speeds[e.name] for e in entries if (e.suite, e.game, e.form) == TAXI), [])
    return {
        "games": {
            name: {"version": registry.load(name).version, "settings": dict(settings)}
            for name, settings in games.items()
        },
        "seconds": seconds,
        "repeats": repeats,
        **machine(PACKAGES),
        "peers": {peer.title: list(peer.requirements) for peer in chosen},
        "results": [
            summary(entry, speeds[entry.name], taxi)
            for entry in entries
            if len(speeds[entry.name]) == repeats
        ],
        "failed": failed,
        "left_out": read_left_out(),
    }


def choose(peers: Sequence[Peer], only: Sequence[str] | None) -> list[Peer]:
    """The named peers and the one with Taxi, or all."""
    if only is None:
        return list(peers)
    known = [peer.name for peer in peers]
    for name in only:
        if name not in known:
            raise UnknownNameError("peer", name, known)
    return [peer for peer in peers if peer.name in {*only, YARDSTICK}]


def compile_all(games: Games) -> None:
    """Refuse bad settings, and compile here, where the user is told of it."""
    for name, settings in games.items():
        game = registry.load(name)
        game.build(game.read(settings))
        game.compile()


def start(
    games: Games, peers: Sequence[Peer], python: Python, seconds: float, stack: ExitStack,
    progress: Progress,
) -> tuple[list[Entry], dict[str, str]]:  # fmt: skip
    """Start all suites, one after the other; what they can measure, and why the rest cannot."""
    starts = {OURS: partial(start_own, games)}
    starts |= {peer.title: partial(start_peer, peer, python) for peer in peers}
    entries: list[Entry] = []
    failed: dict[str, str] = {}
    for suite, begin in starts.items():
        progress(f"starting {suite}")
        try:
            client = stack.enter_context(closing(begin()))
        except PeerError as error:
            failed[suite] = str(error)
            continue
        failed |= {f"{suite}: {name}": why for name, why in client.failed.items()}
        entries += [
            Entry(suite, game, form, vector, partial(client.measure, index, seconds))
            for index, (game, form, vector) in enumerate(client.contenders)
        ]
    return entries, failed


def start_own(games: Games) -> Client:
    """A process that measures our own games."""
    adapter = HERE / "adapters" / "cogarena.py"
    return Client(Path(sys.executable), SAFE_PATH, adapter, [json.dumps(games)])


def start_peer(peer: Peer, python: Python) -> Client:
    """A process that measures a peer, in its own environment."""
    return Client(python(peer), ISOLATED, peer.adapter)


def measure(
    entries: Sequence[Entry], repeats: int, failed: dict[str, str], progress: Progress
) -> dict[str, list[float]]:
    """The speeds of all entries, who take turns; who fails takes no further turn."""

    def turn(entry: Entry) -> float | None:
        if entry.suite in failed or entry.name in failed:
            return None
        try:
            return entry.measure()
        except DeadPeerError as error:
            failed[entry.suite] = str(error)
        except PeerError as error:
            failed[entry.name] = str(error)
        return None

    turns = {entry.name: partial(turn, entry) for entry in entries}
    measured = take_turns(turns, repeats, progress)
    return {
        name: [speed for speed in speeds if speed is not None] for name, speeds in measured.items()
    }


def summary(entry: Entry, speeds: Sequence[float], taxi: Sequence[float]) -> dict[str, Any]:
    """An entry's result: the ratio is the median of the rounds' ratios, if Taxi was measured."""
    low, high = np.percentile(speeds, (25, 75)).tolist()
    same = len(taxi) == len(speeds)
    ratios = [speed / base for speed, base in zip(speeds, taxi, strict=True)] if same else []
    return {
        "suite": entry.suite,
        "game": entry.game,
        "form": entry.form,
        "vector": entry.vector,
        "median": statistics.median(speeds),
        "low": low,
        "high": high,
        "ratio": statistics.median(ratios) if ratios else None,
        "speeds": list(speeds),
    }
