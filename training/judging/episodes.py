"""Many episodes in many processes, kept in a file as they end, so that nothing is played twice.

An episode depends on its seed and its players alone: neither the number of processes nor an
interruption changes a digit.
"""

import hashlib
import json
import multiprocessing
import signal
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from cogarena.agents import registry as agents
from cogarena.agents.protocol import Player
from cogarena.envs.core import registry
from cogarena.envs.core.errors import FileError, SettingError
from cogarena.envs.core.files import read_text
from cogarena.envs.core.game import Game
from cogarena.training.evaluate import Evaluation, Progress, evaluate
from cogarena.training.judging.lineups import Players

FORMAT = "cogarena episodes 1"
EPISODES_IN_A_BLOCK = 50
SEARCHES_IN_A_BLOCK = 2  # those that search take long

Found = Mapping[str, Player]  # by name


@dataclass(frozen=True)
class Plan:
    """What is to be played: every line-up on the same seeds."""

    game: Game
    settings: Mapping[str, Any]
    seeds: range
    tables: tuple[Players, ...]

    def blocks(self) -> list["Block"]:
        """The work in pieces."""
        known = {name: self.identity(name) for name in self.names()}
        blocks = []
        for players in self.tables:
            size, who = block_size(players), [known[name] for name in players]
            for start in range(0, len(self.seeds), size):
                seeds = self.seeds[start : start + size]
                blocks.append(Block(json.dumps([who, seeds.start, len(seeds)]), players, seeds))
        return blocks

    def identity(self, name: str) -> str:
        """A player's name; of a trained one with a hash of its weights, which may change."""
        folder = agents.trained_folder(name, self.game, self.settings)
        if folder is None:
            return name
        digest = hashlib.sha256()
        for weights in sorted(folder.rglob("*.safetensors")):
            digest.update(weights.read_bytes())
        return f"{name}@{digest.hexdigest()[:16]}"

    def names(self) -> set[str]:
        """Everybody who plays."""
        return {name for players in self.tables for name in players}

    def header(self) -> dict[str, Any]:
        """What a file of these episodes is recognised by; who plays may grow."""
        return {
            "format": FORMAT,
            "game": self.game.name,
            "version": self.game.version,
            "settings": json.loads(json.dumps(dict(self.settings))),
        }


@dataclass(frozen=True)
class Block:
    """Some episodes of one line-up."""

    name: str  # what it is found again by
    players: Players
    seeds: range


def block_size(players: Players) -> int:
    """Episodes of a line-up that are played side by side."""
    searching = any(name.startswith("search") for name in players)
    return SEARCHES_IN_A_BLOCK if searching else EPISODES_IN_A_BLOCK


def play(
    plan: Plan,
    *,
    processes: int = 1,
    file: Path | None = None,
    progress: Progress = lambda ended: None,
) -> dict[Players, Evaluation]:
    """Play what the file does not hold yet; all episodes, by who played them."""
    if processes < 1:
        raise SettingError(f"episodes are played by at least 1 process, not {processes}")
    found = find_players(plan.game, plan.settings, plan.names())
    done = read_episodes(file, plan) if file is not None and file.exists() else {}
    blocks = plan.blocks()
    missing = [block for block in blocks if block.name not in done]
    progress(sum(len(block.seeds) for block in blocks if block.name in done))
    with _kept(file, plan) as keep:
        for block, result in _played(plan, found, missing, processes):
            done[block.name] = result
            keep(block, result)
            progress(len(block.seeds))
    return {
        players: _joined([done[block.name] for block in blocks if block.players == players])
        for players in plan.tables
    }


def find_players(game: Game, settings: Mapping[str, Any], names: Iterable[str]) -> Found:
    """The players, by name; unknown ones are refused."""
    return {name: agents.find(name, game, settings) for name in names}


def _played(
    plan: Plan, found: Found, blocks: Sequence[Block], processes: int
) -> Iterator[tuple[Block, Evaluation]]:
    """The blocks as they are done."""
    if processes == 1 or len(blocks) < 2:
        for block in blocks:
            yield block, play_block(plan.game, plan.settings, block, found)
        return
    plan.game.compile()  # once, not in every process
    context = multiprocessing.get_context("spawn")
    given = plan.game.name, plan.settings, plan.names()
    with ProcessPoolExecutor(processes, context, _set_up_process, given) as pool:
        waiting = {pool.submit(_play_in_process, block): block for block in blocks}
        try:
            for future in as_completed(waiting):
                yield waiting[future], future.result()
        finally:
            pool.shutdown(cancel_futures=True)


_process: dict[str, Any] = {}  # what a process needs for all of its blocks


def _set_up_process(name: str, settings: Mapping[str, Any], names: Iterable[str]) -> None:
    """Find game and players once; stopping is left to the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    game = registry.load(name)
    found = find_players(game, settings, names)
    _process.update(game=game, settings=settings, found=found)


def _play_in_process(block: Block) -> Evaluation:
    return play_block(block=block, **_process)


def play_block(game: Game, settings: Mapping[str, Any], block: Block, found: Found) -> Evaluation:
    """Play a block here; a name that stands in several seats is one player in all of them."""
    return evaluate(game, settings, [found[name] for name in block.players], block.seeds)


def _joined(parts: Sequence[Evaluation]) -> Evaluation:
    """Blocks of one line-up as one evaluation."""
    told = [part.won for part in parts if part.won is not None]
    return Evaluation(
        seeds=np.concatenate([part.seeds for part in parts]),
        returns=np.concatenate([part.returns for part in parts]),
        lengths=np.concatenate([part.lengths for part in parts]),
        won=np.concatenate(told) if len(told) == len(parts) else None,
        measures={
            name: np.concatenate([part.measures[name] for part in parts])
            for name in parts[0].measures
        },
    )


@contextmanager
def _kept(file: Path | None, plan: Plan) -> Iterator[Any]:
    """Add blocks to the file, if there is one, as they are done."""
    if file is None:
        yield lambda block, result: None
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    if not file.exists():
        file.write_text(json.dumps(plan.header()) + "\n", encoding="utf-8")
    with file.open("a", encoding="utf-8") as lines:

        def keep(block: Block, result: Evaluation) -> None:
            lines.write(json.dumps({"block": block.name} | as_json(result)) + "\n")
            lines.flush()

        yield keep


def as_json(result: Evaluation) -> dict[str, Any]:
    """An evaluation as JSON has it; numbers keep every digit."""
    return {
        "seeds": result.seeds.tolist(),
        "returns": result.returns.tolist(),
        "lengths": result.lengths.tolist(),
        "won": None if result.won is None else result.won.astype(int).tolist(),
        "measures": {name: values.tolist() for name, values in result.measures.items()},
    }


def from_json(values: Mapping[str, Any]) -> Evaluation:
    """What `as_json` wrote."""
    return Evaluation(
        seeds=np.array(values["seeds"], np.uint64),
        returns=np.array(values["returns"], np.float64),
        lengths=np.array(values["lengths"], np.int64),
        won=None if values["won"] is None else np.array(values["won"], np.bool_),
        measures={name: np.array(given) for name, given in values["measures"].items()},
    )


def read_episodes(file: Path, plan: Plan) -> dict[str, Evaluation]:
    """The blocks that a file holds; a last line that was cut off is dropped from it."""
    lines = read_text(file, str(file)).splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):
        lines.pop()
        file.write_text("".join(lines), encoding="utf-8")
    try:
        header, *blocks = [json.loads(line) for line in lines]
        same = header == plan.header()
        found = {block["block"]: from_json(block) for block in blocks}
    except (ValueError, KeyError, TypeError, AttributeError):
        raise FileError(f"{file}: is no file of episodes, or it was damaged: delete it") from None
    if not same:
        raise FileError(
            f"{file}: holds episodes of another game, version or settings: "
            f"delete it, or choose another folder"
        )
    return found
