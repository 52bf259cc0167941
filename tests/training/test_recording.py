import sys

import imageio_ffmpeg
import numpy as np
import pytest
from toy import game, luck

from cogworks.agents.extras import MissingExtraError
from cogworks.agents.uniform import RandomAgent
from cogworks.envs.core.errors import FileError, SettingError
from cogworks.training.record import framed, frames, record


def read_back(path):
    reader = imageio_ffmpeg.read_frames(str(path))
    meta = next(reader)
    width, height = meta["size"]
    pictures = [np.frombuffer(data, np.uint8).reshape(height, width, 3) for data in reader]
    return meta, np.array(pictures)


def test_a_recorded_episode_can_be_played(tmp_path):
    out = tmp_path / "videos" / "luck.mp4"
    count = record(luck.GAME, {}, RandomAgent(), 5, out, fps=6, tile=16)
    shown = np.array(list(frames(luck.GAME, {}, RandomAgent(), 5, tile=16, max_frames=100)))
    meta, pictures = read_back(out)
    assert count == len(shown) == len(pictures)
    assert meta["fps"] == 6
    assert meta["size"] == (256, 32)
    assert np.abs(pictures.astype(int) - shown).mean() < 5
    assert [path.name for path in out.parent.iterdir()] == ["luck.mp4"]


def test_sides_that_are_no_whole_blocks_get_an_edge(tmp_path):
    record(game.GAME, {}, RandomAgent(), 5, tmp_path / "bids.mp4", tile=5)
    assert read_back(tmp_path / "bids.mp4")[0]["size"] == (64, 16)
    picture = np.full((15, 50, 3), 9, np.uint8)
    assert framed(picture).shape == (16, 64, 3)
    assert (framed(picture)[:15, :50] == 9).all()


def test_the_number_of_frames_is_limited(tmp_path):
    out = tmp_path / "short.mp4"
    assert record(luck.GAME, {}, RandomAgent(), 5, out, tile=16, max_frames=3) == 3
    assert len(read_back(out)[1]) == 3


def test_every_frame_is_told(tmp_path):
    told = []
    out = tmp_path / "short.mp4"
    record(luck.GAME, {}, RandomAgent(), 5, out, tile=16, max_frames=3, progress=told.append)
    assert told == [1, 1, 1]


class Unwilling(RandomAgent):
    def act(self, rows, observations, masks):
        raise RuntimeError("no")


def test_a_failed_recording_leaves_what_was_there(tmp_path):
    out = tmp_path / "kept.mp4"
    out.write_bytes(b"before")
    with pytest.raises(RuntimeError, match="no"):
        record(luck.GAME, {}, Unwilling(), 5, out, tile=16)
    assert out.read_bytes() == b"before"
    assert [path.name for path in tmp_path.iterdir()] == ["kept.mp4"]


@pytest.mark.parametrize("name", ["x.gif", "x", "x.MP4"])
def test_an_unknown_suffix_is_refused(tmp_path, name):
    with pytest.raises(FileError, match=r"only \.mp4"):
        record(luck.GAME, {}, RandomAgent(), 5, tmp_path / name)


@pytest.mark.parametrize("name", ["fps", "tile", "max_frames"])
def test_a_number_below_1_is_refused(tmp_path, name):
    with pytest.raises(SettingError, match=f"{name} is 0"):
        record(luck.GAME, {}, RandomAgent(), 5, tmp_path / "x.mp4", **{name: 0})


def test_without_the_encoder_it_is_told_how_to_install_it(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    with pytest.raises(MissingExtraError, match=r'recording needs .*"cogworks\[render\]"'):
        record(luck.GAME, {}, RandomAgent(), 5, tmp_path / "x.mp4")
    assert not list(tmp_path.iterdir())
