import json
import re

import pytest

from cogarena.envs.core import registry
from cogarena.envs.core.batch import Batch
from cogarena.envs.core.errors import FileError, SettingError
from cogarena.envs.core.files import read_toml
from cogarena.training.bench import growth
from support.games import luck

TIMES = {"compile": 20.0, "load": 0.5, "first_start": 22.0, "later_start": 2.5}


@pytest.fixture(scope="module")
def result():
    """A game with a setting that is varied, and the start times of another one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(growth, "variations", lambda game: {"goal": [10, 90]})
        patch.setattr(growth, "start_times", lambda *given: TIMES)
        return growth.bench(
            luck.GAME, {"max_rounds": 7}, seconds=0.001, repeats=2, sizes=(2, 4, 256)
        )


def test_every_size_and_every_value_is_measured(result):
    assert list(result["sizes"]) == ["2", "4", "256"]
    assert list(result["varied"]) == ["goal = 10", "goal = 90"]
    for speed in [*result["sizes"].values(), *result["varied"].values()]:
        assert speed["step_only"] > speed["with_policy"] > 0
    assert result["threads"]["2"] == 1


def test_only_the_varied_setting_changes(monkeypatch):
    opened = []

    def open_batch(game, n, settings):
        opened.append((n, dict(settings)))
        return Batch(game, 1, settings)

    monkeypatch.setattr(growth, "open_batch", open_batch)
    monkeypatch.setattr(growth, "variations", lambda game: {"goal": [10]})
    growth.bench(luck.GAME, {"max_rounds": 7}, seconds=0.001, repeats=1, sizes=(4,))
    assert opened == [(4, {"max_rounds": 7}), (1024, {"max_rounds": 7, "goal": 10})]


def test_all_batches_take_turns():
    told = []
    growth.bench(luck.GAME, {}, seconds=0.001, repeats=2, sizes=(1, 4), progress=told.append)
    assert told == ["1", "4", "1", "4"]


def test_memory_is_that_of_one_row(result):
    assert result["bytes"] == {
        "record": luck.STATE.itemsize,
        "mask": 3,
        "observation": luck.LAYOUT.empty(1).nbytes,
        "setup": luck.SETUP.itemsize,
    }


def test_the_result_is_json_that_tells_what_was_measured(result):
    told = json.loads(json.dumps(result))
    assert (told["game"], told["settings"], told["start"]) == ("luck", {"max_rounds": 7}, TIMES)
    assert {"numba", "cogarena"} <= set(told["versions"])


def test_the_table_has_a_line_for_every_figure(result):
    text = growth.table(result)
    for name in ("2", "4", "256", "goal = 10", "goal = 90", "record", "setup", "later start"):
        assert re.search(rf"^\| {name} \|", text, re.MULTILINE), name
    assert "| first start | 22.00 |" in text


def test_what_a_game_does_not_vary_has_no_table(result):
    assert "setting, with" in growth.table(result)
    assert "setting, with" not in growth.table(result | {"varied": {}, "start": None})
    assert "first start" not in growth.table(result | {"varied": {}, "start": None})


def test_page_figures_and_plot_are_written(result, tmp_path):
    written = growth.write(tmp_path / "new", result)
    assert [path.suffix for path in written] == [".json", ".md", ".png"]
    assert {path.stem for path in written} == {"growth_luck"}
    assert json.loads(written[0].read_text()) == result
    assert "Settings: max_rounds=7." in written[1].read_text()
    assert written[2].read_bytes().startswith(b"\x89PNG")
    assert growth.chart(result | {"varied": {}}).startswith(b"\x89PNG")


@pytest.mark.parametrize("name", registry.own_names())
def test_games_vary_settings_that_they_take(name):
    declared = registry.folder(name) / growth.FILE
    table = read_toml(declared, name).get(growth.TABLE, {}) if declared.is_file() else {}
    assert growth.variations(registry.load(name)) == table


def test_our_largest_games_vary_settings():
    assert growth.variations(registry.load("race")).keys() == {"robots", "board"}


def test_lists_are_labelled_by_their_length():
    assert growth.label("heroes", ["a", "b"]) == "2 heroes"
    assert growth.label("board", "citadel") == "board = citadel"


WRONG = {
    "no table": ("growth = 3", "growth must be a table, not 3"),
    "no list": ("growth.robots = 3", "robots must be a list of values, not 3"),
    "an empty list": ("growth.robots = []", "robots must be a list of values"),
    "an unknown setting": ("growth.robts = [2]", "unknown setting 'robts'"),
    "a bad value": ("growth.robots = [2, 99]", "'robots'"),
    "a bad board": ('growth.board = ["chess"]', "no dock"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_table_is_refused_in_one_line(name, tmp_path):
    text, message = WRONG[name]
    (tmp_path / "tasks.toml").write_text(text)
    with pytest.raises(FileError, match=message) as raised:
        growth.read_variations(registry.load("race"), tmp_path / "tasks.toml")
    assert "tasks.toml" in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_file_without_the_table_varies_nothing(tmp_path):
    (tmp_path / "tasks.toml").write_text("order = 1")
    assert growth.read_variations(registry.load("race"), tmp_path / "tasks.toml") == {}


@pytest.mark.parametrize("wrong", [{"seconds": 0.0}, {"repeats": 0}])
def test_measuring_nothing_is_refused(wrong):
    with pytest.raises(SettingError, match="measure nothing"):
        growth.bench(luck.GAME, {}, **wrong)


def test_a_start_into_an_empty_cache_and_later_ones(monkeypatch):
    caches = []

    def start(game, settings, cache):
        caches.append(cache)
        return (22.0, 20.0) if len(caches) == 1 else (2.0 + len(caches), 0.1 * len(caches))

    monkeypatch.setattr(growth, "start", start)
    times = growth.start_times(registry.load("race"), {}, 3, lambda name: None)
    assert times == {
        "compile": 20.0, "load": pytest.approx(0.3), "first_start": 22.0, "later_start": 5.0
    }  # fmt: skip
    assert len(caches) == 4
    assert len(set(caches)) == 1


def test_a_start_is_measured_in_a_process_with_the_given_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    whole, kernels = growth.start(registry.load("coop_td"), {"max_rounds": 3}, str(tmp_path))
    assert 0 <= kernels < whole
    assert any(tmp_path.iterdir())


def test_a_game_that_another_process_cannot_find_has_no_start_times():
    assert growth.start_times(luck.GAME, {}, 1, lambda name: None) is None
