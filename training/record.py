"""Episodes as videos.

cogworks record coop_td --agent scripted --seed 1 --out episode.mp4
"""

import tempfile
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np

from cogworks.agents.extras import needs
from cogworks.agents.protocol import Agent, Array
from cogworks.envs.core.episode import Episode
from cogworks.envs.core.errors import FileError, SettingError
from cogworks.envs.core.game import Game

CODECS = {".mp4": "libx264"}
BLOCK = 16  # pixels: encoders want sides that are multiples of it
QUALITY = 8  # of 10
MAX_FRAMES = 10_000
ONLY_ROW = np.zeros(1, np.int64)


def record(
    game: Game,
    settings: Mapping[str, Any] | None,
    agent: Agent,
    seed: int,
    out: Path,
    *,
    fps: int = 4,
    tile: int = 32,
    max_frames: int = MAX_FRAMES,
    progress: Callable[[int], object] = lambda frames: None,
) -> int:
    """Write one episode, a frame for each decision, to the file `out`; the number of frames."""
    _check(out, fps=fps, tile=tile, max_frames=max_frames)
    needs("imageio_ffmpeg", "render", "recording")
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".unfinished-", dir=out.parent) as folder:
        unfinished = Path(folder) / out.name
        count = 0
        with closing(_writer(unfinished, fps)) as writer:
            next(writer)
            for frame in frames(game, settings, agent, seed, tile=tile, max_frames=max_frames):
                writer.send(frame)
                count += 1
                progress(1)
        if not unfinished.is_file() or not unfinished.stat().st_size:
            raise FileError(f"{out}: the encoder wrote nothing")
        unfinished.replace(out)
    return count


def frames(
    game: Game,
    settings: Mapping[str, Any] | None,
    agent: Agent,
    seed: int,
    *,
    tile: int,
    max_frames: int,
) -> Iterator[Array]:
    """The pictures of one episode, from the beginning to the end or to the last frame wanted."""
    episode = Episode(game, settings)
    episode.reset(seed)
    agent.begin(ONLY_ROW, np.array([episode.seed], np.uint64))
    yield framed(game.draw(episode.setup[0], episode.s, tile=tile))
    for _ in range(max_frames - 1):
        if episode.over:
            return
        chosen = agent.act(ONLY_ROW, episode.observation[None], episode.mask[None])
        episode.act(chosen[0])
        yield framed(game.draw(episode.setup[0], episode.s, tile=tile))


def framed(picture: Array) -> Array:
    """The picture with a black edge to the right and below, where its sides are no whole blocks."""
    height, width, _ = picture.shape
    edges = ((0, -height % BLOCK), (0, -width % BLOCK), (0, 0))
    return np.ascontiguousarray(np.pad(picture, edges))


def _writer(path: Path, fps: int) -> Generator[None, Array, None]:
    """A generator that takes frames; the first one tells the size of all."""
    write_frames = needs("imageio_ffmpeg", "render", "recording").write_frames
    frame = yield
    height, width, _ = frame.shape
    file = write_frames(
        str(path), (width, height), fps=fps, codec=CODECS[path.suffix], quality=QUALITY
    )
    with closing(file):
        file.send(None)
        while True:
            if frame.shape != (height, width, 3):
                raise FileError(f"a picture is {frame.shape}, the first was {(height, width, 3)}")
            file.send(frame)
            frame = yield


def _check(out: Path, **numbers: int) -> None:
    if out.suffix not in CODECS:
        raise FileError(f"{out}: cannot write {out.suffix!r} files, only {', '.join(CODECS)}")
    for name, number in numbers.items():
        if number < 1:
            raise SettingError(f"{name} is {number}, but must be at least 1")
