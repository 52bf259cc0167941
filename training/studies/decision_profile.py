"""Where the time of a decision goes: rules, mask, observation, Python, random policy.

    python -m cogarena.training.studies.decision_profile --before HEAD~20

A batch of 1,024 rows in one thread, random play. The parts are differences between loops that do
more and more on the same states with the same actions. An older commit and this tree take turns;
medians are written to docs/profile.md.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from cogarena.agents.random import RandomAgent
from cogarena.envs.core import registry
from cogarena.envs.core.batch import Autoreset, Batch
from cogarena.training.bench import machine
from cogarena.training.studies.speed_change import NEW, OLD, ROOT, sources

ROWS = 1024
WARM_UP = 150  # steps before the first that counts: episodes in all their phases
STEPS = 50
PARTS = ("rules", "mask", "observation", "Python", "random policy")
FULLEST = {  # settings in which most happens
    "race": {"robots": 8, "options": 3},
    "powerball": {"robots": 8},
    "tower_defense": {"robots": 8},
}
MEASURE = "--measure"
PAGE = ROOT / "docs" / "profile.md"
Times = dict[str, float]  # by part, nanoseconds of a decision


def measured(name: str) -> Times:
    """The time of each part in random play."""
    game = registry.load(name)
    batch = Batch(game, ROWS, FULLEST.get(name, {}), threads=1, autoreset=Autoreset.SAME_STEP)
    agent, rows = RandomAgent(), np.arange(ROWS)
    batch.reset(0)
    agent.begin(rows, batch.seeds)
    kernels, steps, policy = [], [], []
    for step in range(WARM_UP + STEPS):
        before = batch.states.copy()
        start = time.perf_counter()
        actions = agent.act(rows, batch.observations, batch.masks)
        chosen = time.perf_counter()
        batch.step(actions)
        done = time.perf_counter()
        if step >= WARM_UP:
            policy.append(chosen - start)
            steps.append(done - chosen)
            kernels.append(kernel_times(batch, before, actions))
    rules, masked, seen = np.median(np.array(kernels), axis=0)
    whole = float(np.median(steps))
    parts = (rules, masked - rules, seen - masked, whole - seen, float(np.median(policy)))
    return {part: 1e9 * float(spent) / ROWS for part, spent in zip(PARTS, parts, strict=True)}


def kernel_times(batch: Batch, before: Any, actions: Any) -> list[float]:
    """The seconds of a step by the rules alone, with masks, and with observations too."""
    game, times = batch.game, []
    masks, seen = np.zeros_like(batch.masks), game.layout.rows(game.layout.empty(ROWS))
    for mask_rows, seen_rows in ((0, 0), (ROWS, 0), (ROWS, ROWS)):
        states = before.copy()
        start = time.perf_counter()
        game.run(batch.setup, states, actions, batch.seeds, masks[:mask_rows], seen[:seen_rows])
        times.append(time.perf_counter() - start)
    return times


def profile(source: Path, name: str) -> Times:
    """The times of a game with the sources in this folder, measured in a process of its own."""
    found = subprocess.run(
        [sys.executable, "-P", str(Path(__file__).resolve()), MEASURE, name],
        env=os.environ | {"PYTHONPATH": str(source)},
        stdout=subprocess.PIPE, text=True, check=True,
    )  # fmt: skip
    times: Times = json.loads(found.stdout)
    return times


def medians(profiles: Sequence[Times]) -> Times:
    """The median of each part."""
    return {part: statistics.median(each[part] for each in profiles) for part in PARTS}


def table(profiles: Mapping[str, Mapping[str, Times]]) -> str:
    """A Markdown table: for each game and part the time before and after, and shares."""
    lines = [
        f"| game | {' | '.join(PARTS)} | all | mask and observation |",
        "|---" * (len(PARTS) + 3) + "|",
    ]
    for name, sides in profiles.items():
        cells = [
            " → ".join(f"{max(0.0, sides[side][part]):,.0f}" for side in (OLD, NEW))
            for part in PARTS
        ]
        whole = " → ".join(f"{sum(sides[side].values()):,.0f}" for side in (OLD, NEW))
        shares = " → ".join(f"{share_of_views(sides[side]):.0%}" for side in (OLD, NEW))
        lines.append(f"| {name} | {' | '.join(cells)} | {whole} | {shares} |")
    return "\n".join(lines)


def change(before: float, after: float) -> str:
    """Nanoseconds before and after; a difference of two measurements may come out below 0."""
    return f"{max(0.0, before):,.0f} → {max(0.0, after):,.0f}"


def share_of_views(times: Times) -> float:
    """The share of a decision that mask and observation take."""
    return (times["mask"] + times["observation"]) / sum(times.values())


def page(commit: str, profiles: Mapping[str, Mapping[str, Times]]) -> str:
    """The whole page."""
    facts = machine(("cogarena", "numpy", "numba"))
    versions = ", ".join(
        f"{name} {facts['versions'][name]}" for name in ("cogarena", "numpy", "numba")
    )
    settings = "; ".join(
        f"{name}: " + ", ".join(f"{key} {value}" for key, value in chosen.items())
        for name, chosen in FULLEST.items()
    )
    return f"""# Where the time of a decision goes

Written by `python -m cogarena.training.studies.decision_profile --before {commit}` with {versions}.

Nanoseconds of a decision in random play, before → after: a batch of {ROWS:,} rows, one thread,
medians of alternating runs. Absolute figures differ from machine to machine. Settings: {settings};
defaults elsewhere. *Python* is what a step of the batch costs besides its kernel.

{table(profiles)}
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the study; its exit code."""
    plain = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=plain)
    parser.add_argument("--before", required=True, metavar="COMMIT", help="the older commit")
    parser.add_argument("--games", nargs="+", default=registry.names(), metavar="GAME")
    parser.add_argument("--rounds", type=int, default=3, help="of each (%(default)s)")
    given = parser.parse_args(arguments)
    found: dict[str, dict[str, Times]] = {}
    with sources(given.before) as trees:
        for name in given.games:
            rounds: dict[str, list[Times]] = {OLD: [], NEW: []}
            for _ in range(given.rounds):
                for side, source in trees.items():
                    rounds[side].append(profile(source, name))
            found[name] = {side: medians(times) for side, times in rounds.items()}
    PAGE.write_text(page(given.before, found), encoding="utf-8")
    print(table(found))
    return 0


if __name__ == "__main__":
    if sys.argv[1:2] == [MEASURE]:
        print(json.dumps(measured(sys.argv[2])))
    else:
        sys.exit(main())
