import base64
import hashlib
import json
import re
import zlib
from html.parser import HTMLParser

import imageio.v3 as iio
import numpy as np
import pytest

from cogarena.envs.core.draw.canvas import png_bytes
from cogarena.envs.core.errors import SettingError
from cogarena.training.cli import main
from cogarena.wrappers import pages
from cogarena.wrappers.narration import choice_words, event_words, result_table, words
from cogarena.wrappers.pages import Blocks, PageOptions, page, write_page
from support.episodes import HOSTILE, SHORT, pictures, recorded

each_game = pytest.mark.parametrize("name", SHORT)


class Parsed(HTMLParser):
    """The elements of a page, and the text of its data."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.addresses, self.data, self._in_data = [], [], "", False
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.addresses += [value for name, value in attributes if name in ("src", "href")]
        self._in_data = dict(attributes).get("id") == "data"

    def handle_endtag(self, tag):
        self._in_data = False

    def handle_data(self, text):
        if self._in_data:
            self.data += text


def opened(text):
    """The story, the changes and the atlases of a page."""
    data = json.loads(Parsed(text).data)
    story, changes = (
        zlib.decompress(base64.b64decode(data[part])) for part in ("story", "changes")
    )
    atlases = [iio.imread(base64.b64decode(uri.split(",")[1])) for uri in data["atlases"]]
    return json.loads(story), np.frombuffer(changes, "<u4").astype(int), atlases


def rebuilt(story, changes, atlases):
    """All frames, put together as the page does it."""
    side, frames = story["block"], len(story["turns"])
    counts, rest = changes[:frames], changes[frames:]
    positions, numbers = np.split(rest, 2)
    stack = np.concatenate([atlas.reshape(-1, side, atlas.shape[1] // side, side, 3).swapaxes(1, 2)
                            .reshape(-1, side, side, 3) for atlas in atlases])  # fmt: skip
    across, down = -(-story["width"] // side), -(-story["height"] // side)
    shown = np.zeros((down * across, side, side, 3), np.uint8)
    ends = np.cumsum(counts)
    for start, end in zip(ends - counts, ends, strict=True):
        shown[positions[start:end]] = stack[numbers[start:end]]
        whole = shown.reshape(down, across, side, side, 3).swapaxes(1, 2)
        whole = whole.reshape(down * side, across * side, 3)
        yield whole[: story["height"], : story["width"]].copy()


@each_game
def test_every_frame_comes_back_as_it_was_drawn(name):
    replay = recorded(name)
    frames = list(rebuilt(*opened(page(replay, PageOptions()))))
    drawn = pictures(replay)
    assert len(frames) == len(drawn) == len(replay.actions) + 1
    for frame, picture in zip(frames, drawn, strict=True):
        np.testing.assert_array_equal(frame, picture)


def test_many_blocks_are_spread_over_atlases(monkeypatch):
    monkeypatch.setattr(pages, "ATLAS_ROWS", 1)
    generator = np.random.default_rng(0)
    drawn = [generator.integers(0, 256, (80, 90, 3), dtype=np.uint8) for _ in range(5)]
    blocks = Blocks()
    for picture in [*drawn, drawn[0]]:
        blocks.add(picture)
    atlases = [iio.imread(atlas) for atlas in blocks.atlases()]
    assert len(blocks) == 5 * 5 * 6
    assert len(atlases) == 3
    story = {"block": 16, "turns": [0] * 6, "width": 90, "height": 80}
    frames = rebuilt(story, np.frombuffer(blocks.changes(), "<u4").astype(int), atlases)
    for frame, picture in zip(frames, [*drawn, drawn[0]], strict=True):
        np.testing.assert_array_equal(frame, picture)


def test_a_frame_that_stays_costs_nothing_but_its_count():
    blocks = Blocks()
    blocks.add(np.zeros((32, 32, 3), np.uint8))
    before = len(blocks.changes())
    blocks.add(np.zeros((32, 32, 3), np.uint8))
    blocks.repeat()
    assert len(blocks.changes()) == before + 2 * 4
    assert len(blocks) == 1


def test_pictures_of_two_sizes_are_refused():
    blocks = Blocks()
    blocks.add(np.zeros((32, 32, 3), np.uint8))
    with pytest.raises(
        SettingError, match=r"a picture is \(32, 48, 3\), the first was \(32, 32, 3"
    ):
        blocks.add(np.zeros((32, 48, 3), np.uint8))


def test_a_png_is_read_by_others():
    picture = np.random.default_rng(1).integers(0, 256, (7, 5, 3), dtype=np.uint8)
    np.testing.assert_array_equal(iio.imread(png_bytes(picture)), picture)


@each_game
def test_the_story_tells_who_chose_what(name):
    replay = recorded(name)
    story, _, _ = opened(page(replay, PageOptions()))
    asked = [
        (episode.to_act, choice_words(episode, action))
        for episode, action in zip(replay.episodes(), replay.actions, strict=False)
    ]
    assert story["seats"] == [-1] + [seat for seat, _ in asked]
    assert story["texts"] == [""] + [text for _, text in asked]
    assert story["turns"] == sorted(story["turns"])


def test_a_short_answer_says_what_was_asked():
    texts = opened(page(recorded("race"), PageOptions()))[0]["texts"]
    assert "enter down: yes" in texts
    assert any(text.startswith("face ") for text in texts)


@each_game
def test_the_last_scores_are_those_of_the_game_or_the_returns(name):
    replay = recorded(name)
    returns = sum(episode.rewards.astype(float) for episode in replay.episodes())
    counted = replay.verify().score()
    story, _, _ = opened(page(replay, PageOptions()))
    expected = returns[: len(story["agents"])] if counted is None else counted
    np.testing.assert_allclose(story["scores"][-1][1], expected, rtol=1e-5, atol=1e-9)


@pytest.mark.parametrize(
    ("name", "score"),
    [
        ("coop_td", "health of the gate"),
        ("race", "flags, and the way to the next"),
        ("luck", "reward"),
    ],
)
def test_the_page_says_what_its_scores_are(name, score):
    assert opened(page(recorded(name), PageOptions()))[0]["score"] == score


def test_scores_change_on_the_way_too():
    replay = recorded("race")
    story, _, _ = opened(page(replay, PageOptions(stepwise=True)))
    settled = {step for step, _ in opened(page(replay, PageOptions()))[0]["scores"]}
    assert len(story["scores"]) > len(settled)


def test_the_page_needs_nothing_from_elsewhere():
    text = page(recorded("coop_td"), PageOptions())
    assert not re.search(r"https?:|//[\w-]+\.\w|@import|\burl\(", text)
    assert Parsed(text).addresses == []
    assert "default-src 'none'" in text


def test_texts_of_strangers_are_inert():
    tame = page(recorded("secret_bids"), PageOptions())
    text = page(
        recorded("secret_bids", players=[HOSTILE, "\ud800\u2028", "{{data}}"]), PageOptions()
    )
    assert Parsed(text).tags == Parsed(tame).tags
    assert "stolen" not in text
    assert opened(text)[0]["players"] == [HOSTILE, "\ud800\u2028", "{{data}}"]


def test_only_the_script_of_the_template_may_run():
    text = page(recorded("luck"), PageOptions())
    script = re.search(r"<script>(.*?)</script>", text, re.DOTALL)[1]
    allowed = re.search(r"script-src 'sha256-([^']+)';", text)[1]
    assert base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() == allowed


def test_with_a_picture_a_turn_the_picture_stays_in_between():
    replay = recorded("race")
    story, changes, atlases = opened(page(replay, PageOptions(only_turns=True)))
    frames, drawn = list(rebuilt(story, changes, atlases)), pictures(replay)
    shown = 0
    for number, turn in enumerate(story["turns"]):
        if turn != story["turns"][number - 1] or number in (0, len(drawn) - 1):
            shown = number
        np.testing.assert_array_equal(frames[number], drawn[shown])
    assert len(story["texts"]) == len(drawn)


def test_what_happens_between_decisions_can_be_shown():
    replay = recorded("race")
    story, changes, atlases = opened(page(replay, PageOptions(stepwise=True)))
    frames, drawn = list(rebuilt(story, changes, atlases)), pictures(replay)
    assert len(frames) > len(drawn)
    for number, decision in enumerate(story["decisions"]):
        if story["decisions"][number + 1 : number + 2] != [decision]:
            np.testing.assert_array_equal(frames[number], drawn[decision])
        else:  # on the way: something new to see, while the decision is told already
            assert (frames[number] != frames[number - 1]).any()
            assert story["texts"][number] == story["texts"][number + 1]


def test_too_many_frames_between_decisions_are_refused():
    replay = recorded("race")
    with pytest.raises(SettingError, match=r"at least [\d,]+ frames, more than"):
        page(replay, PageOptions(stepwise=True, max_frames=len(replay.actions) + 2))


def test_the_page_opens_at_a_turn():
    replay = recorded("race")
    story, _, _ = opened(page(replay, PageOptions(turn=2)))
    assert story["start"] == story["turns"].index(2) > 0
    with pytest.raises(SettingError, match="there is no turn 99: the episode has"):
        page(replay, PageOptions(turn=99))


def test_too_many_frames_are_refused_before_anything_is_drawn():
    replay, told = recorded("race"), []
    with pytest.raises(SettingError, match=r"frames, more than 5: --every turn draws fewer"):
        page(replay, PageOptions(max_frames=5), told.append)
    assert told == []
    assert page(replay, PageOptions(max_frames=5, only_turns=True))


def test_too_many_decisions_are_refused(monkeypatch):
    monkeypatch.setattr(pages, "MOST_DECISIONS", 10)
    with pytest.raises(SettingError, match="a page holds 10 decisions, but this replay has"):
        page(recorded("race"), PageOptions())


def test_too_many_different_blocks_are_refused(monkeypatch):
    monkeypatch.setattr(pages, "MOST_BLOCKS", 50)
    with pytest.raises(SettingError, match=r"a page holds 50 different blocks .* smaller --tile"):
        page(recorded("race"), PageOptions())


@pytest.mark.parametrize("name", ["tile", "fps", "max_frames"])
def test_a_number_below_1_is_refused(name):
    with pytest.raises(SettingError, match=f"{name} is 0"):
        PageOptions(**{name: 0})


def test_a_page_is_written_whole_or_not_at_all(tmp_path):
    out, told = tmp_path / "pages" / "luck.html", []
    replay = recorded("luck")
    write_page(replay, out, progress=told.append)
    assert told == [1] * (len(replay.actions) + 1)
    before = out.read_text()
    with pytest.raises(SettingError):
        write_page(replay, out, PageOptions(max_frames=1))
    assert out.read_text() == before
    assert [path.name for path in out.parent.iterdir()] == ["luck.html"]


def test_the_command_writes_a_page(tmp_path, capsys):
    file, out = tmp_path / "race.json", tmp_path / "race.html"
    recorded("race").write(file)
    asked = ["replay", str(file), "--html", str(out), "--size", "600", "--turn", "2", "--fps", "7"]
    assert main(asked) == 0
    assert f"{out}: 0." in capsys.readouterr().out
    story, _, _ = opened(out.read_text())
    assert 500 < max(story["width"], story["height"]) < 700
    assert (story["turns"][story["start"]], story["fps"]) == (2, 7)


@pytest.mark.parametrize("asked", [["--size", "0"], ["--fps", "0"], ["--max-frames", "3"]])
def test_a_page_that_cannot_be_is_one_line_and_no_file(asked, tmp_path, capsys):
    file, out = tmp_path / "race.json", tmp_path / "race.html"
    recorded("race").write(file)
    assert main(["replay", str(file), "--html", str(out), *asked]) == 2
    assert capsys.readouterr().err.splitlines()[-1].startswith("cogarena: error: ")
    assert [path.name for path in tmp_path.iterdir()] == ["race.json"]


def test_a_recording_that_stops_early_says_so():
    story, _, _ = opened(page(recorded("race", decisions=4), PageOptions()))
    assert story["over"] is False
    assert story["result"] == {"columns": [], "facts": []}


@pytest.mark.parametrize(
    ("players", "seated"),
    [(["a"], ["a", "a", "a"]), (["a", "b", "c"], ["a", "b", "c"]), (["a", "b"], ["", "", ""])],
)
def test_every_seat_has_its_player(players, seated):
    assert opened(page(recorded("secret_bids", players), PageOptions()))[0]["players"] == seated


def test_an_agent_called_after_a_colour_has_it():
    assert [pages._colour(name, 0) for name in ("red_3", "blue_1", "keith")] == [1, 5, 0]


@pytest.mark.parametrize(
    ("event", "line"),
    [
        ({"event": "killed", "robot": "red_1", "by": ["blue_0"]}, "killed: robot red_1, by blue_0"),
        ({"event": "tower_destroyed", "by": []}, "tower destroyed"),
        ({"event": "landed", "planet": 1}, "landed: planet 1"),
    ],
)
def test_events_are_told_in_words(event, line):
    assert event_words(event) == line


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "yes"), (np.bool_(False), "no"), (0.1 + 0.2, "0.3"), (np.int64(4), "4"),
        ([], "none"), (("a", 2), "a, 2"), ({"red": 1, "blue": 0}, "red 1, blue 0"),
    ],
)  # fmt: skip
def test_values_are_told_in_words(value, text):
    assert words(value) == text


def test_a_result_is_a_table_of_agents_and_other_facts():
    final_info = {
        "won": [True, False],
        "turns": 9,
        "kdo": {"red_0": {"kills": 3, "deaths": 0}, "blue_0": {"kills": 0, "deaths": 3}},
        "bases": {"red": 40, "blue": 0},
    }
    assert result_table(final_info, ("red_0", "blue_0")) == {
        "columns": [("won", ["yes", "no"]), ("kills", ["3", "0"]), ("deaths", ["0", "3"])],
        "facts": [("turns", "9"), ("bases", "red 40, blue 0")],
    }
