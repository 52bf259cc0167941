import sys

import imageio.v3 as iio
import imageio_ffmpeg
import numpy as np
import pytest

from cogarena.agents.match import SEED_STRIDE
from cogarena.agents.random import RandomAgent
from cogarena.envs.core.draw.canvas import framed
from cogarena.envs.core.errors import FileError, MissingExtraError, SettingError
from cogarena.training.evaluation.evaluate import evaluate
from cogarena.wrappers.film import (
    SHEET_COLUMNS,
    SHEET_FRAMES,
    Every,
    RecordedMatch,
    check,
    contact_sheet,
    frames,
    from_turn,
    moments,
    tile_for,
    write,
)
from cogarena.wrappers.replay import turn_of
from support.games import luck, secret_bids


def read_back(path):
    reader = imageio_ffmpeg.read_frames(str(path))
    meta = next(reader)
    width, height = meta["size"]
    pictures = [np.frombuffer(data, np.uint8).reshape(height, width, 3) for data in reader]
    return meta, np.array(pictures)


def match(played=luck.GAME, agent=None, seed=5):
    return RecordedMatch(played, {}, agent or RandomAgent(), seed, ["random"])


def pictures_of(played, max_frames=100, tile=16):
    return frames(played, tile=tile, max_frames=max_frames)


def test_a_recorded_episode_can_be_played(tmp_path):
    out = tmp_path / "videos" / "luck.mp4"
    count = write(pictures_of(match()), out, fps=6)
    shown = np.array(list(pictures_of(match())))
    meta, pictures = read_back(out)
    assert count == len(shown) == len(pictures)
    assert meta["fps"] == 6
    assert meta["size"] == (256, 32)
    assert np.abs(pictures.astype(int) - shown).mean() < 5
    assert [path.name for path in out.parent.iterdir()] == ["luck.mp4"]


def test_an_animation_has_every_frame(tmp_path):
    count = write(pictures_of(match(), 5), tmp_path / "luck.gif")
    assert count == 5
    assert iio.imread(tmp_path / "luck.gif").shape[0] >= 2  # equal neighbours are stored as one


def test_a_contact_sheet_shows_the_first_and_the_last_frame(tmp_path):
    shown = list(pictures_of(match()))
    write(iter(shown), tmp_path / "luck.png")
    sheet = iio.imread(tmp_path / "luck.png")
    height, width, _ = shown[0].shape
    count = min(len(shown), SHEET_FRAMES)
    row, column = divmod(count - 1, SHEET_COLUMNS)
    assert (sheet[:height, :width] == shown[0]).all()
    last = sheet[row * height : (row + 1) * height, column * width : (column + 1) * width]
    assert (last == shown[-1]).all()


def test_a_contact_sheet_is_spread_evenly():
    pictures = [np.full((16, 16, 3), i, np.uint8) for i in range(23)]
    sheet = contact_sheet(pictures)
    assert sheet[::16, ::16, 0].ravel().tolist() == list(range(0, 23, 2))


def test_a_long_contact_sheet_keeps_few_pictures_in_memory(tmp_path):
    pictures = (np.full((16, 16, 3), i // 4, np.uint8) for i in range(1000))
    assert write(pictures, tmp_path / "long.png") == 1000
    sheet = iio.imread(tmp_path / "long.png")[::16, ::16, 0].ravel().astype(int)
    assert sheet[0] == 0 and sheet[-1] == 249
    assert (np.diff(sheet) > 0).all()


def test_a_frame_a_turn_shows_each_turn_once_and_the_end():
    shown = [turn_of(episode) for episode in moments(match(), Every.TURN)]
    assert shown[:-1] == sorted(set(shown[:-1]))


def test_a_replay_can_begin_with_a_later_turn():
    assert next(turn_of(episode) for episode in from_turn(match(), 2)) == 2
    with pytest.raises(SettingError, match="there is no turn 999: the episode has"):
        list(from_turn(match(), 999))


def test_what_was_played_can_be_replayed():
    played = match()
    *_, last = played
    again = played.replay().verify()
    assert again.states.tobytes() == last.states.tobytes()
    assert played.replay().players == ("random",)


def test_every_seat_can_have_an_agent_of_its_own():
    agents = [RandomAgent(), RandomAgent(), RandomAgent()]
    assert list(RecordedMatch(secret_bids.GAME, {}, agents, 5))
    with pytest.raises(SettingError, match="2 agents for 3 seats"):
        RecordedMatch(secret_bids.GAME, {}, agents[:2], 5)


class Seeded(RandomAgent):
    """Notes the seeds it is given."""

    def __init__(self):
        super().__init__()
        self.seeds = []

    def begin(self, rows, seeds):
        self.seeds += seeds.tolist()
        super().begin(rows, seeds)


def test_every_player_gets_the_seed_that_an_evaluation_gives_it():
    filmed, judged = [[Seeded() for _ in range(3)] for _ in range(2)]
    for _ in RecordedMatch(secret_bids.GAME, {}, filmed, 5):
        pass
    evaluate(secret_bids.GAME, {}, judged, [5])
    seeds = [agent.seeds for agent in filmed]
    assert seeds == [[5], [5 + SEED_STRIDE], [5 + 2 * SEED_STRIDE]]
    assert seeds == [agent.seeds for agent in judged]


def test_random_players_of_one_episode_play_differently():
    def bids(agents):
        match = RecordedMatch(secret_bids.GAME, {"players": 3}, agents, 5)
        for _ in match:
            pass
        actions = match.recorder.actions
        return {tuple(actions[seat::3]) for seat in range(3)}

    assert len(bids([RandomAgent(), RandomAgent(), RandomAgent()])) == 3


def test_a_recorded_episode_is_the_evaluated_one():
    def returns(recorded):
        return sum(episode.rewards[:3].astype(float) for episode in recorded)

    agents = [[RandomAgent() for _ in range(3)] for _ in range(2)]
    recorded = RecordedMatch(secret_bids.GAME, {}, agents[0], 7)
    result = evaluate(secret_bids.GAME, {}, agents[1], [7])
    assert returns(recorded).tolist() == result.returns[0].tolist()
    assert len(recorded.recorder.actions) == result.lengths[0]


def test_the_longer_side_can_be_asked_for():
    for size in (300, 600):
        tile = tile_for(luck.GAME, {}, size)
        picture = next(iter(pictures_of(match(), tile=tile)))
        assert 0.7 * size <= max(picture.shape) <= 1.3 * size


def test_sides_that_are_no_whole_blocks_get_an_edge(tmp_path):
    write(pictures_of(match(secret_bids.GAME), tile=5), tmp_path / "bids.mp4")
    assert read_back(tmp_path / "bids.mp4")[0]["size"] == (64, 16)
    picture = np.full((15, 50, 3), 9, np.uint8)
    assert framed(picture).shape == (16, 64, 3)
    assert (framed(picture)[:15, :50] == 9).all()


def test_the_number_of_frames_is_limited(tmp_path):
    out = tmp_path / "short.mp4"
    assert write(pictures_of(match(), 3), out) == 3
    assert len(read_back(out)[1]) == 3


def test_every_frame_is_told(tmp_path):
    told = []
    out = tmp_path / "short.mp4"
    write(pictures_of(match(), 3), out, progress=told.append)
    assert told == [1, 1, 1]


class Unwilling(RandomAgent):
    def act(self, rows, observations, masks):
        raise RuntimeError("no")


def test_a_failed_recording_leaves_what_was_there(tmp_path):
    out = tmp_path / "kept.mp4"
    out.write_bytes(b"before")
    with pytest.raises(RuntimeError, match="no"):
        write(pictures_of(match(agent=Unwilling())), out)
    assert out.read_bytes() == b"before"
    assert [path.name for path in tmp_path.iterdir()] == ["kept.mp4"]


@pytest.mark.parametrize("name", ["x.avi", "x", "x.MP4"])
def test_an_unknown_suffix_is_refused(tmp_path, name):
    with pytest.raises(FileError, match=r"only \.mp4, \.gif, \.png"):
        check(tmp_path / name)


@pytest.mark.parametrize("name", ["fps", "tile", "max_frames"])
def test_a_number_below_1_is_refused(tmp_path, name):
    with pytest.raises(SettingError, match=f"{name} is 0"):
        check(tmp_path / "x.mp4", **{name: 0})


def test_without_the_encoder_it_is_told_how_to_install_it(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    with pytest.raises(MissingExtraError, match=r'recording needs .*"cogarena\[render\]"'):
        check(tmp_path / "x.mp4")
    assert not list(tmp_path.iterdir())


def test_by_phase_nothing_is_shown_while_a_secret_choice_awaits_others():
    decisions = len(list(moments(match(secret_bids.GAME), Every.DECISION)))
    asked = [int(episode.s.pending) for episode in moments(match(secret_bids.GAME), Every.PHASE)]
    assert set(asked[:-1]) == {0b111}
    assert decisions == 3 * len(asked[:-1]) + 1
