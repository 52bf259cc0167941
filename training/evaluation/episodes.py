"""Many episodes in many processes, stored in a file as they end, so that none is played twice.

An episode depends only on its seed and its agents: neither the number of processes nor an
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
from cogarena.training.evaluation.evaluate import Evaluation, Progress, Seating, evaluate

FORMAT = "cogarena episodes 2"
EPISODES_IN_A_BLOCK = 50
SEARCHES_IN_A_BLOCK = 2  # search is slow

Players = Mapping[str, Player]  # by name


@dataclass(frozen=True)
class Plan:
    """The episodes to play: every line-up on the same seeds."""

    game: Game
    settings: Mapping[str, Any]
    seeds: range
    seatings: tuple[Seating, ...]

    def blocks(self) -> list["Block"]:
        """The episodes in blocks, each of which is played at once."""
        identities = {name: self.identity(name) for name in self.names()}
        blocks = []
        for seating in self.seatings:
            size, who = block_size(seating), [identities[name] for name in seating]
            for start in range(0, len(self.seeds), size):
                seeds = self.seeds[start : start + size]
                blocks.append(Block(json.dumps([who, seeds.start, len(seeds)]), seating, seeds))
        return blocks

    def identity(self, name: str) -> str:
        """The name of an agent; with a hash of its weights, which may change, if it is trained."""
        folder = agents.trained_folder(name, self.game, self.settings)
        if folder is None:
            return name
        digest = hashlib.sha256()
        for weights in sorted(folder.rglob("*.safetensors")):
            digest.update(weights.read_bytes())
        return f"{name}@{digest.hexdigest()[:16]}"

    def names(self) -> set[str]:
        """The names of all agents."""
        return {name for seating in self.seatings for name in seating}

    def header(self) -> dict[str, Any]:
        """The first line of a file of these episodes; agents may be added to the file later."""
        return {
            "format": FORMAT,
            "game": self.game.name,
            "version": self.game.version,
            "settings": json.loads(json.dumps(dict(self.settings))),
        }


@dataclass(frozen=True)
class Block:
    """Some episodes of one line-up."""

    name: str  # its key in the file
    seating: Seating
    seeds: range


def block_size(seating: Seating) -> int:
    """The number of episodes of a line-up that are played at once."""
    searching = any(name.startswith("search") for name in seating)
    return SEARCHES_IN_A_BLOCK if searching else EPISODES_IN_A_BLOCK


def play(
    plan: Plan,
    *,
    processes: int = 1,
    file: Path | None = None,
    progress: Progress = lambda ended: None,
) -> dict[Seating, Evaluation]:
    """Play the episodes that the file does not hold yet; all episodes, by line-up."""
    if processes < 1:
        raise SettingError(f"processes is {processes}, but must be at least 1")
    players = find_players(plan.game, plan.settings, plan.names())
    done = read_episodes(file, plan) if file is not None and file.exists() else {}
    blocks = plan.blocks()
    missing = [block for block in blocks if block.name not in done]
    progress(sum(len(block.seeds) for block in blocks if block.name in done))
    with _block_writer(file, plan) as store:
        for block, result in _play_blocks(plan, players, missing, processes):
            done[block.name] = result
            store(block, result)
            progress(len(block.seeds))
    return {
        seating: _concatenated([done[block.name] for block in blocks if block.seating == seating])
        for seating in plan.seatings
    }


def find_players(game: Game, settings: Mapping[str, Any], names: Iterable[str]) -> Players:
    """The agents of these names; unknown names are refused."""
    return {name: agents.find(name, game, settings) for name in names}


def _play_blocks(
    plan: Plan, players: Players, blocks: Sequence[Block], processes: int
) -> Iterator[tuple[Block, Evaluation]]:
    """Each block with its result, as soon as it is done."""
    if processes == 1 or len(blocks) < 2:
        for block in blocks:
            yield block, play_block(plan.game, plan.settings, block, players)
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


_process: dict[str, Any] = {}  # the arguments that all blocks of a process share


def _set_up_process(name: str, settings: Mapping[str, Any], names: Iterable[str]) -> None:
    """Find the game and the agents once; Ctrl-C is left to the parent process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    game = registry.load(name)
    players = find_players(game, settings, names)
    _process.update(game=game, settings=settings, players=players)


def _play_in_process(block: Block) -> Evaluation:
    return play_block(block=block, **_process)


def play_block(
    game: Game, settings: Mapping[str, Any], block: Block, players: Players
) -> Evaluation:
    """Play a block in this process; one agent plays all seats that have its name."""
    return evaluate(game, settings, [players[name] for name in block.seating], block.seeds)


def _concatenated(parts: Sequence[Evaluation]) -> Evaluation:
    """The blocks of one line-up as one evaluation."""
    won = [part.won for part in parts if part.won is not None]
    endings = [part.endings for part in parts if part.endings is not None]
    return Evaluation(
        seeds=np.concatenate([part.seeds for part in parts]),
        returns=np.concatenate([part.returns for part in parts]),
        lengths=np.concatenate([part.lengths for part in parts]),
        won=np.concatenate(won) if len(won) == len(parts) else None,
        measures={
            name: np.concatenate([part.measures[name] for part in parts])
            for name in parts[0].measures
        },
        endings=np.concatenate(endings) if len(endings) == len(parts) else None,
    )


@contextmanager
def _block_writer(file: Path | None, plan: Plan) -> Iterator[Any]:
    """A function that appends a block to the file, if there is a file."""
    if file is None:
        yield lambda block, result: None
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    if not file.exists():
        file.write_text(json.dumps(plan.header()) + "\n", encoding="utf-8")
    with file.open("a", encoding="utf-8") as lines:

        def store(block: Block, result: Evaluation) -> None:
            lines.write(json.dumps({"block": block.name} | as_json(result)) + "\n")
            lines.flush()

        yield store


def as_json(result: Evaluation) -> dict[str, Any]:
    """An evaluation as JSON values; numbers keep every digit."""
    return {
        "seeds": result.seeds.tolist(),
        "returns": result.returns.tolist(),
        "lengths": result.lengths.tolist(),
        "won": None if result.won is None else result.won.astype(int).tolist(),
        "measures": {name: values.tolist() for name, values in result.measures.items()},
        "endings": None if result.endings is None else result.endings.tolist(),
    }


def from_json(values: Mapping[str, Any]) -> Evaluation:
    """The evaluation that `as_json` was given."""
    return Evaluation(
        seeds=np.array(values["seeds"], np.uint64),
        returns=np.array(values["returns"], np.float64),
        lengths=np.array(values["lengths"], np.int64),
        won=None if values["won"] is None else np.array(values["won"], np.bool_),
        measures={name: np.array(given) for name, given in values["measures"].items()},
        endings=None if values["endings"] is None else np.array(values["endings"], object),
    )


def read_episodes(file: Path, plan: Plan) -> dict[str, Evaluation]:
    """The blocks in a file; an unfinished last line is removed from it."""
    lines = read_text(file, str(file)).splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):
        lines.pop()
        file.write_text("".join(lines), encoding="utf-8")
    try:
        header, *blocks = [json.loads(line) for line in lines]
        same = header == plan.header()
        found = {block["block"]: from_json(block) for block in blocks}
    except (ValueError, KeyError, TypeError, AttributeError):
        raise FileError(f"{file}: is not a file of episodes, or is damaged: delete it") from None
    if not same:
        raise FileError(
            f"{file}: holds episodes of another game, version or settings: "
            "delete it, or choose another folder"
        )
    return found
