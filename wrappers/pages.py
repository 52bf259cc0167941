"""A replay as a page for the browser: one file that needs no network and no server.

The page knows no game: it gets everything as pictures, words and numbers. Pictures are cut into
blocks of 16 × 16 pixels: every distinct block is stored once, and a frame as the blocks that
changed. That is lossless, and small because most of a picture stays as it was.
"""

import base64
import hashlib
import html
import json
import re
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from cogarena.envs.core import registry
from cogarena.envs.core.draw.canvas import FRAME_STEP, framed, png_bytes
from cogarena.envs.core.episode import Episode
from cogarena.envs.core.errors import SettingError
from cogarena.version import __version__
from cogarena.wrappers.narration import choice_words, event_words, result_table, words
from cogarena.wrappers.replay import Replay, turn_of

Array = np.ndarray[Any, Any]

TEMPLATE = Path(__file__).with_name("pages.html")
PLACE = re.compile(r"\{\{(\w+)\}\}")  # of the template, to be filled
SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)  # the only one that runs
MAX_FRAMES = 10_000
MOST_DECISIONS = 100_000
NOBODY, NO_STAGE = -1, -1
COLOURS = 8  # of the seats, as in the pictures
NAMED = {"red": 1, "yellow": 2, "green": 3, "pink": 4, "blue": 5, "orange": 6}  # which of them
BLOCK = FRAME_STEP  # pixels
ATLAS_COLUMNS, ATLAS_ROWS = 64, 128  # blocks of one atlas
MOST_BLOCKS = 2**17  # a browser keeps all of them in memory, 1 KiB each


@dataclass(frozen=True)
class PageOptions:
    """How a page shows its episode."""

    tile: int = 32  # pixels of a square
    fps: int = 4  # frames a second, at normal speed
    stepwise: bool = False  # also frames for the states between two decisions
    only_turns: bool = False  # a new picture per turn instead of per decision
    turn: int = 0  # at which the page opens
    max_frames: int = MAX_FRAMES

    def __post_init__(self) -> None:
        for name in ("tile", "fps", "max_frames"):
            number = getattr(self, name)
            if number < 1:
                raise SettingError(f"{name} is {number}, but must be at least 1")


def write_page(
    replay: Replay, out: Path, options: PageOptions | None = None,
    progress: Callable[[int], object] = lambda decisions: None,
) -> None:  # fmt: skip
    """Write the page of a replay to the file `out`, completely or not at all."""
    text = page(replay, options or PageOptions(), progress)
    out.parent.mkdir(parents=True, exist_ok=True)
    unfinished = out.with_name(f".unfinished-{out.name}")
    try:
        unfinished.write_text(text, encoding="utf-8")
        unfinished.replace(out)
    finally:
        unfinished.unlink(missing_ok=True)


def page(
    replay: Replay, options: PageOptions, progress: Callable[[int], object] = lambda decisions: None
) -> str:
    """The page of a replay."""
    _check(replay, options)
    blocks, story = Blocks(), Story(replay)
    for episode in replay.episodes(stepwise=options.stepwise):
        if story.is_between(episode):
            if blocks.add(_picture(episode, options), only_if_new=True):
                story.note_between(episode)
            _check_frames(len(story.turns), options)
            continue
        story.note(episode)
        if story.begins_turn() or not options.only_turns or story.is_complete():
            blocks.add(_picture(episode, options))
        else:
            blocks.repeat()
        progress(1)
    start = next(i for i, turn in enumerate(story.turns) if turn >= options.turn)
    pace = {"fps": options.fps, "start": start}
    content = about(replay) | story.content() | geometry(blocks) | pace
    return _filled(content["title"], _packed(content, blocks))


def _check(replay: Replay, options: PageOptions) -> None:
    """Refuse what a page cannot show, before anything is drawn."""
    if len(replay.actions) > MOST_DECISIONS:
        raise SettingError(
            f"a page holds {MOST_DECISIONS:,} decisions, but {replay.where} has "
            f"{len(replay.actions):,}: --out makes a film of it"
        )
    turns = [turn_of(episode) for episode in replay.episodes()]
    if max(turns) < options.turn:
        raise SettingError(f"there is no turn {options.turn}: the episode has {max(turns)}")
    _check_frames(len(set(turns)) + 1 if options.only_turns else len(turns), options)


def _check_frames(count: int, options: PageOptions) -> None:
    if count > options.max_frames:
        fewer = "" if options.only_turns else "--every turn draws fewer, "
        raise SettingError(
            f"the page would have at least {count:,} frames, more than {options.max_frames:,}: "
            f"{fewer}--max-frames allows more"
        )


def _picture(episode: Episode, options: PageOptions) -> Array:
    return episode.game.draw(episode.setup[0], episode.s, tile=options.tile)


class Story:
    """An episode frame by frame, in words and numbers."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.done = -1  # decisions
        self.turns: list[int] = []
        self.stages: list[int] = []
        self.decisions: list[int] = []  # the number of the decision that led to the frame
        self.seats: list[int] = []  # that made it
        self.texts: list[str] = []  # what was chosen
        self.events: list[list[str]] = []
        self.scores: list[tuple[int, list[float]]] = []  # the frame they changed in, and by seat
        self._sums: Any = 0.0  # of the rewards so far, by seat
        self._choice = (NOBODY, "")  # the seat that chose last, and what

    def is_between(self, episode: Episode) -> bool:
        """The state is a copy that was halted between two decisions."""
        return self.done >= 0 and episode is not self.last

    def is_complete(self) -> bool:
        """All decisions are noted."""
        return self.done == len(self.replay.actions)

    def begins_turn(self) -> bool:
        """The last frame is the first of its turn."""
        return self.turns[-2:-1] != self.turns[-1:]

    def note(self, episode: Episode) -> None:
        """Add the state after the next decision; the first one is that before all decisions."""
        self.done, self.last = self.done + 1, episode
        self._sums = self._sums + episode.rewards[: len(episode.agents)].astype(np.float64)
        self._note_frame(episode, self.done, [event_words(event) for event in episode.events()])
        if not self.is_complete():
            action = self.replay.actions[self.done]
            self._choice = (episode.to_act, choice_words(episode, action))

    def note_between(self, episode: Episode) -> None:
        """Add a state that the next decision passes through."""
        self._note_frame(episode, self.done + 1, [])

    def _note_frame(self, episode: Episode, decision: int, events: list[str]) -> None:
        s = episode.s
        self.turns.append(turn_of(episode))
        self.stages.append(int(s.stage) if "stage" in s.dtype.names else NO_STAGE)
        self.decisions.append(decision)
        self.seats.append(self._choice[0])
        self.texts.append(self._choice[1])
        self.events.append(events)
        counted = episode.score()
        totals = [float(f"{t:.6g}") for t in (self._sums if counted is None else counted)]
        if not self.scores or self.scores[-1][1] != totals:
            self.scores.append((len(self.turns) - 1, totals))

    def content(self) -> dict[str, Any]:
        """All of it, for the page."""
        last = self.last
        return {
            "agents": last.agents,
            "players": _seated(self.replay.players, len(last.agents)),
            "colours": [_colour(agent, seat) for seat, agent in enumerate(last.agents)],
            "shared": last.game.shared_reward and len(last.agents) > 1,
            "score": "reward" if last.game.score is None else last.game.score.name,
            "over": last.over,
            "result": result_table(last.final_info(), last.agents),
            "turns": self.turns,
            "decisions": self.decisions,
            "seats": self.seats,
            "texts": self.texts,
            "stages": self.stages,
            "events": self.events,
            "scores": self.scores,
        }


def _seated(players: Sequence[str], seats: int) -> list[str]:
    """Who played each seat: one player for all, or one for each; else unknown."""
    if len(players) == 1:
        return list(players) * seats
    return list(players) if len(players) == seats else [""] * seats


def _colour(agent: str, seat: int) -> int:
    """The colour in an agent's name, such as red_1, else that of its seat."""
    return NAMED.get(agent.partition("_")[0], seat % COLOURS)


def about(replay: Replay) -> dict[str, Any]:
    """The title of the page, and facts about the episode."""
    own = replay.game in registry.names()  # a game that was adopted has no spec
    settings = [(name, words(value)) for name, value in replay.settings.items()]
    return {
        "title": registry.spec(replay.game).title if own else replay.game,
        "facts": [
            ("game", f"{replay.game}, version {replay.version}"),
            ("seed", str(replay.seed)),
            *settings,
            ("last record", replay.final),
            ("written by", f"Cogarena {__version__}"),
        ],
    }


class Blocks:
    """Collects pictures; gives the distinct blocks, and those that changed in every frame."""

    def __init__(self) -> None:
        self.shape: tuple[int, ...] = ()  # of the first picture
        self._numbers: dict[bytes, int] = {}  # of the distinct blocks
        self._cut = np.zeros((0, BLOCK, BLOCK, 3), np.uint8)  # the last picture
        self._positions: list[Array] = []  # of the blocks that changed, by frame
        self._changed: list[list[int]] = []  # the numbers of the blocks that came there

    def __len__(self) -> int:
        return len(self._numbers)

    def add(self, picture: Array, *, only_if_new: bool = False) -> bool:
        """Add the next frame; false if it was skipped because it equals the last."""
        self.shape = self.shape or picture.shape
        if picture.shape != self.shape:
            raise SettingError(f"a picture is {picture.shape}, the first was {self.shape}")
        cut = cut_up(picture)
        if len(self._cut):
            positions = np.flatnonzero((cut != self._cut).any(axis=(1, 2, 3)))
        else:
            positions = np.arange(len(cut))
        if only_if_new and not len(positions):
            return False
        self._cut = cut
        self._changed.append([self._number(cut[position].tobytes()) for position in positions])
        self._positions.append(positions)
        return True

    def repeat(self) -> None:
        """Add a frame that equals the last."""
        self._positions.append(np.zeros(0, np.int64))
        self._changed.append([])

    def _number(self, block: bytes) -> int:
        number = self._numbers.setdefault(block, len(self._numbers))
        if number >= MOST_BLOCKS:
            raise SettingError(
                f"a page holds {MOST_BLOCKS:,} different blocks of {BLOCK} × {BLOCK} pixels, but "
                f"frame {len(self._positions)} needs more: use a smaller --tile or --size, or "
                f"--every turn"
            )
        return number

    def changes(self) -> bytes:
        """The number of changed blocks per frame, then their positions, then their numbers.

        All are 32-bit little-endian integers; positions count along the rows.
        """
        counts = [len(positions) for positions in self._positions]
        numbers = [number for changed in self._changed for number in changed]
        return np.concatenate([counts, *self._positions, numbers]).astype("<u4").tobytes()

    def atlases(self) -> Iterator[bytes]:
        """PNG files that hold the blocks in the order of their numbers, row by row."""
        blocks = np.frombuffer(b"".join(self._numbers), np.uint8).reshape(-1, BLOCK, BLOCK, 3)
        size = ATLAS_COLUMNS * ATLAS_ROWS
        for start in range(0, len(blocks), size):
            yield png_bytes(_arranged(blocks[start : start + size]))


def cut_up(picture: Array) -> Array:
    """The blocks of a picture, row by row; it is padded with black to a multiple of a block."""
    picture = framed(picture)
    rows, columns = picture.shape[0] // BLOCK, picture.shape[1] // BLOCK
    blocks = picture.reshape(rows, BLOCK, columns, BLOCK, 3).swapaxes(1, 2)
    return blocks.reshape(-1, BLOCK, BLOCK, 3)


def _arranged(blocks: Array) -> Array:
    """One picture of up to an atlas of blocks."""
    rows = -(-len(blocks) // ATLAS_COLUMNS)
    full = np.zeros((rows * ATLAS_COLUMNS, BLOCK, BLOCK, 3), np.uint8)
    full[: len(blocks)] = blocks
    grid = full.reshape(rows, ATLAS_COLUMNS, BLOCK, BLOCK, 3).swapaxes(1, 2)
    return grid.reshape(rows * BLOCK, ATLAS_COLUMNS * BLOCK, 3)


def geometry(blocks: Blocks) -> dict[str, int]:
    """What the page needs to draw a picture from blocks."""
    height, width, _ = blocks.shape
    return {
        "width": width,
        "height": height,
        "block": BLOCK,
        "columns": ATLAS_COLUMNS,
        "rows": ATLAS_ROWS,
    }


def _packed(content: Mapping[str, Any], blocks: Blocks) -> dict[str, Any]:
    """The data of the page, in base 64: nothing in it can be mistaken for HTML."""
    story = json.dumps(content, allow_nan=False, separators=(",", ":"))
    return {
        "story": _base64(zlib.compress(story.encode(), 9)),
        "changes": _base64(zlib.compress(blocks.changes(), 9)),
        "atlases": [f"data:image/png;base64,{_base64(atlas)}" for atlas in blocks.atlases()],
    }


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def _filled(title: str, data: Mapping[str, Any]) -> str:
    """The template, filled; only its own script may run."""
    template = TEMPLATE.read_text(encoding="utf-8")
    script = SCRIPT.search(template)
    if script is None:
        raise ValueError(f"{TEMPLATE.name} has no script")
    places = {
        "title": html.escape(title),
        "digest": _base64(hashlib.sha256(script[1].encode()).digest()),
        "data": json.dumps(data),
    }
    return PLACE.sub(lambda place: places[place[1]], template)
