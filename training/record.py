"""Episodes as videos, animations and contact sheets, and as replays to play again.

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

from cogarena.agents.protocol import Array, Player, choices
from cogarena.envs.core.drawing import SMALLEST_TILE, framed, png_bytes
from cogarena.envs.core.episode import Episode
from cogarena.envs.core.errors import FileError, SettingError
from cogarena.envs.core.extras import needs
from cogarena.envs.core.game import Game
from cogarena.training.evaluation.evaluate import require_one_for_each
from cogarena.wrappers.replay import Recorder, Replay, turn_of
from cogarena.wrappers.watching import between

QUALITY = 8  # of 10
MAX_FRAMES = 10_000
USUAL_TILE = 32
SHEET_FRAMES, SHEET_COLUMNS = 12, 3  # of a contact sheet
MOST_KEPT = 8 * SHEET_FRAMES  # pictures in memory while a contact sheet is made
ONLY_ROW = np.zeros(1, np.int64)
Writer = Generator[None, Array, None]


class Every(Enum):
    """When a frame is drawn."""

    PHASE = "phase"  # each decision, and what happens step by step on the way to the next
    DECISION = "decision"
    TURN = "turn"  # the first state of each turn or round, and the last of all


class Performance:
    """An episode that agents play while it is iterated: given at first, and after every action."""

    def __init__(
        self, game: Game, settings: Mapping[str, Any], agents: Player | Sequence[Player], seed: int,
        names: Sequence[str] = (),
    ) -> None:  # fmt: skip
        self.episode = Episode(game, settings)
        seats = len(self.episode.agents)
        self.agents = list(agents) if isinstance(agents, Sequence) else [agents] * seats
        require_one_for_each(len(self.agents), seats)
        self.seed = seed
        self.recorder = Recorder(game, settings, names)

    def __iter__(self) -> Iterator[Episode]:
        """Play from the beginning to the end, decision by decision."""
        return self.episodes()

    def episodes(self, *, on_the_way: bool = False) -> Iterator[Episode]:
        """Play from the beginning to the end; see `Replay.episodes`."""
        episode = self.episode
        episode.reset(self.seed)
        for agent in {id(agent): agent for agent in self.agents}.values():
            agent.begin(ONLY_ROW, np.array([episode.seed], np.uint64))
        yield episode
        while not episode.over:
            agent = self.agents[episode.to_act]
            seen, legal = episode.observation[None], episode.mask[None]
            action = choices(agent, ONLY_ROW, episode.states, seen, legal)[0]
            if on_the_way:
                yield from between(episode, int(action))
            episode.act(action)
            self.recorder.note(action)
            yield episode

    def replay(self) -> Replay:
        """What was played so far."""
        return self.recorder.replay(self.episode)


def frames(
    episodes: Iterable[Episode], *, tile: int, max_frames: int, every: Every = Every.DECISION
) -> Iterator[Array]:
    """The pictures of an episode, from the beginning to the end or to the last frame wanted."""
    pictures = (
        framed(episode.game.draw(episode.setup[0], episode.s, tile=tile))
        for episode in moments(episodes, every)
    )
    yield from islice(changes(pictures) if every is Every.PHASE else pictures, max_frames)


def changes(pictures: Iterable[Array]) -> Iterator[Array]:
    """The pictures that differ from the one before."""
    last = None
    for picture in pictures:
        if last is None or not np.array_equal(last, picture):
            yield picture
        last = picture


def moments(episodes: Iterable[Episode], every: Every) -> Iterator[Episode]:
    """The states worth a frame; by phase none in which a secret choice still awaits others."""
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
    """The states from a turn on. Raises if there is no such turn."""
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
    """Write pictures to the file `out`, whole or not at all; the number of frames."""
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
    """The tile size whose pictures have a longer side of about `size` pixels."""
    episode = Episode(game, settings)
    episode.reset(0)
    longer = max(game.draw(episode.setup[0], episode.s, tile=USUAL_TILE).shape)
    return max(SMALLEST_TILE, round(USUAL_TILE * size / longer))


def check(out: Path, **numbers: int) -> None:
    """Refuse what cannot be written, before anything is played."""
    if out.suffix not in WRITERS:
        raise FileError(f"{out}: cannot write {out.suffix!r} files, only {', '.join(WRITERS)}")
    for name, number in numbers.items():
        if number < 1:
            raise SettingError(f"{name} is {number}, but must be at least 1")
    needs("imageio_ffmpeg", "render", "recording")


def _write_video(path: Path, fps: int) -> Writer:
    """A generator that takes frames; the first one tells the size of all."""
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
    """A generator that takes frames and writes them to a GIF that plays without end."""
    imageio = needs("imageio.v2", "render", "recording")
    with imageio.get_writer(path, duration=1000 / fps, loop=0) as file:
        while True:
            file.append_data((yield))


def _write_sheet(path: Path, fps: int) -> Writer:
    """A generator that takes frames and, at the end, writes some of them side by side."""
    taken: list[Array] = []
    stride = number = 0
    try:
        while True:
            frame = yield
            if number % (1 << stride) == 0:
                taken.append(frame)
            last, number = frame, number + 1
            if len(taken) > MOST_KEPT:
                taken, stride = taken[::2], stride + 1
    finally:
        if taken:
            sheet = contact_sheet([*taken, last] if taken[-1] is not last else taken)
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
