"""Episodes as videos, animations and contact sheets; and matches that record their replay.

cogarena record coop_td --agents scripted --seed 1 --out episode.mp4 --replay episode.json
"""

import tempfile
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from enum import Enum
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from cogarena.agents.match import begin, decisions, seated
from cogarena.agents.protocol import Array, Player
from cogarena.envs.core.draw.canvas import SMALLEST_TILE, framed, png_bytes
from cogarena.envs.core.episode import Episode
from cogarena.envs.core.errors import FileError, SettingError, needs
from cogarena.envs.core.game import Game
from cogarena.wrappers.replay import Recorder, Replay, between, turn_of

QUALITY = 8  # of 10
MAX_FRAMES = 10_000
SAMPLE_TILE = 32  # to measure how large a game's pictures are
SHEET_FRAMES, SHEET_COLUMNS = 12, 3  # of a contact sheet
MOST_KEPT = 8 * SHEET_FRAMES  # pictures in memory while a contact sheet is made
Writer = Generator[None, Array, None]


class Every(Enum):
    """When a frame is drawn."""

    PHASE = "phase"  # at each decision, and at each step between two decisions
    DECISION = "decision"
    TURN = "turn"  # at the first state of each turn or round, and at the last state


class RecordedMatch:
    """An episode that agents play while it is iterated, exactly as `evaluate` plays it."""

    def __init__(
        self, game: Game, settings: Mapping[str, Any], agents: Player | Sequence[Player], seed: int,
        names: Sequence[str] = (),
    ) -> None:  # fmt: skip
        self.episode = Episode(game, settings)
        self.seating = seated(agents, len(self.episode.agents))
        self.seed = seed
        self.recorder = Recorder(game, settings, names)

    def __iter__(self) -> Iterator[Episode]:
        """Play from the beginning to the end, decision by decision."""
        return self.episodes()

    def episodes(self, *, stepwise: bool = False) -> Iterator[Episode]:
        """Play from the beginning to the end; see `Replay.episodes`."""
        episode = self.episode
        begin(episode, self.seating, self.seed)
        yield episode
        for action in decisions(episode, self.seating):
            if stepwise:
                yield from between(episode, action)
            episode.act(action)
            self.recorder.note(action)
            yield episode

    def replay(self) -> Replay:
        """The replay of the episode so far."""
        return self.recorder.replay(self.episode)


def frames(
    episodes: Iterable[Episode], *, tile: int, max_frames: int, every: Every = Every.DECISION
) -> Iterator[Array]:
    """The pictures of an episode, at most `max_frames` of them."""
    pictures = (
        framed(episode.game.draw(episode.setup[0], episode.s, tile=tile))
        for episode in moments(episodes, every)
    )
    yield from islice(changes(pictures) if every is Every.PHASE else pictures, max_frames)


def changes(pictures: Iterable[Array]) -> Iterator[Array]:
    """The pictures that differ from the previous one."""
    last = None
    for picture in pictures:
        if last is None or not np.array_equal(last, picture):
            yield picture
        last = picture


def moments(episodes: Iterable[Episode], every: Every) -> Iterator[Episode]:
    """The states that get a frame; by phase, none while secret choices are still being made."""
    turn, asked = None, 0
    for episode in episodes:
        now, pending = turn_of(episode), int(episode.s.pending)
        unseen = {
            Every.DECISION: False,
            Every.PHASE: asked & (asked - 1) != 0 and pending != 0 and pending & ~asked == 0,
            Every.TURN: now == turn,
        }
        if episode.over or not unseen[every]:
            yield episode
        turn, asked = now, pending


def from_turn(episodes: Iterable[Episode], turn: int) -> Iterator[Episode]:
    """The states from turn `turn` on. Raises if the episode has no such turn."""
    last = 0
    for episode in episodes:
        last = turn_of(episode)
        if last >= turn:
            yield episode
    if last < turn:
        raise SettingError(f"there is no turn {turn}: the episode has {last}")


def write(
    pictures: Iterable[Array], out: Path, *, fps: int = 4,
    progress: Callable[[int], object] = lambda frames: None,
) -> int:  # fmt: skip
    """Write pictures to the file `out`, completely or not at all; the number of frames."""
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".unfinished-", dir=out.parent) as folder:
        unfinished = Path(folder) / out.name
        count = 0
        with closing(WRITERS[out.suffix](unfinished, fps)) as writer:
            next(writer)
            for picture in pictures:
                writer.send(picture)
                count += 1
                progress(1)
        if not unfinished.is_file() or not unfinished.stat().st_size:
            raise FileError(f"{out}: the encoder wrote nothing")
        unfinished.replace(out)
    return count


def tile_for(game: Game, settings: Mapping[str, Any], size: int) -> int:
    """The tile size at which the longer side of the picture has about `size` pixels."""
    episode = Episode(game, settings)
    episode.reset(0)
    longer = max(game.draw(episode.setup[0], episode.s, tile=SAMPLE_TILE).shape)
    return max(SMALLEST_TILE, round(SAMPLE_TILE * size / longer))


def check(out: Path, **numbers: int) -> None:
    """Refuse what cannot be written, before anything is played."""
    if out.suffix not in WRITERS:
        raise FileError(f"{out}: cannot write {out.suffix!r} files, only {', '.join(WRITERS)}")
    for name, number in numbers.items():
        if number < 1:
            raise SettingError(f"{name} is {number}, but must be at least 1")
    needs("imageio_ffmpeg", "render", "recording")


def _write_video(path: Path, fps: int) -> Writer:
    """A generator that takes frames, all of the size of the first one."""
    write_frames = needs("imageio_ffmpeg", "render", "recording").write_frames
    frame = yield
    height, width, _ = frame.shape
    file = write_frames(str(path), (width, height), fps=fps, codec="libx264", quality=QUALITY)
    with closing(file):
        file.send(None)
        while True:
            if frame.shape != (height, width, 3):
                raise FileError(f"a picture is {frame.shape}, the first was {(height, width, 3)}")
            file.send(frame)
            frame = yield


def _write_animation(path: Path, fps: int) -> Writer:
    """A generator that takes frames and writes them to a GIF that plays in a loop."""
    imageio = needs("imageio.v2", "render", "recording")
    with imageio.get_writer(path, duration=1000 / fps, loop=0) as file:
        while True:
            file.append_data((yield))


def _write_sheet(path: Path, fps: int) -> Writer:
    """A generator that takes frames and finally writes some of them in a grid."""
    kept: list[Array] = []
    stride = number = 0
    try:
        while True:
            frame = yield
            if number % (1 << stride) == 0:
                kept.append(frame)
            last, number = frame, number + 1
            if len(kept) > MOST_KEPT:
                kept, stride = kept[::2], stride + 1
    finally:
        if kept:
            sheet = contact_sheet([*kept, last] if kept[-1] is not last else kept)
            path.write_bytes(png_bytes(sheet))


def contact_sheet(pictures: Sequence[Array]) -> Array:
    """A dozen pictures, spread evenly from the first to the last, in rows."""
    count = min(len(pictures), SHEET_FRAMES)
    chosen = [pictures[i] for i in np.linspace(0, len(pictures) - 1, count).round().astype(int)]
    height, width, _ = chosen[0].shape
    rows, columns = -(-count // SHEET_COLUMNS), min(count, SHEET_COLUMNS)
    sheet = np.zeros((rows * height, columns * width, 3), np.uint8)
    for i, picture in enumerate(chosen):
        top, left = i // SHEET_COLUMNS * height, i % SHEET_COLUMNS * width
        sheet[top : top + height, left : left + width] = picture
    return sheet


WRITERS: dict[str, Callable[[Path, int], Writer]] = {
    ".mp4": _write_video,
    ".gif": _write_animation,
    ".png": _write_sheet,
}
