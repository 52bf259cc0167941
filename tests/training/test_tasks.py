import json
from contextlib import nullcontext
from types import SimpleNamespace

import numpy as np
import pytest

from cogarena.envs.core import registry
from cogarena.envs.core.errors import CogarenaError, FileError, SettingError, UnknownNameError
from cogarena.envs.core.registry import ENVS
from cogarena.training import cli
from cogarena.training.evaluation import tasks
from cogarena.training.evaluation.benchmark import leaderboard, leaderboard_tasks, run, run_task
from cogarena.training.evaluation.scores import normalised
from cogarena.training.evaluation.tasks import (
    LAST,
    Matchup,
    Task,
    all_tasks,
    read_tasks,
    write_references,
)

BIDS = Task("bids", "secret_bids", {"cards": 3}, "random")


def open_bar(title, episodes):
    return nullcontext(SimpleNamespace(update=lambda ended: None))


def scored(folder, names=("random",)):
    return run_task(BIDS, names, 6, file=folder / "bids.jsonl", processes=1, open_bar=open_bar)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The folder of every game."""
    monkeypatch.setattr(tasks, "folder_of", lambda game: tmp_path)
    return tmp_path


@pytest.fixture
def read(folder):
    def read_text(text):
        (folder / "tasks.toml").write_text(text)
        return read_tasks("race")

    return read_text


def test_the_tasks_are_those_of_the_games_that_declare_any():
    declaring = {name for name in registry.names() if read_tasks(name)[1]}
    assert {task.game for task in all_tasks()} == declaring


@pytest.mark.parametrize("task", all_tasks(), ids=lambda task: task.name)
def test_the_game_of_a_task_takes_its_settings_and_opponents(task):
    assert task.load() is registry.load(task.game)


def test_a_task_is_read_from_the_folder_of_its_game(read):
    order, (plain, long) = read(
        'order = 7\n[[tasks]]\nname = "plain"\nopponents = "scripted"\n'
        '[[tasks]]\nname = "long"\nsettings = {max_turns = 9, heroes = ["a", "b"]}\n'
        'search_only = true\nsearch = {agent = "search:8", episodes = 6, measure = "flags"}\n'
    )
    assert order == 7
    assert plain == Task("plain", "race", {}, "scripted")
    search = Matchup("search:8", 6, measure="flags")
    assert long == Task("long", "race", {"max_turns": 9, "heroes": ("a", "b")}, None, search, True)


def test_a_game_without_the_file_has_no_tasks(folder):
    assert read_tasks("race") == (LAST, [])


def test_the_settings_of_search_in_the_same_file_are_left_to_search(read):
    assert read("[search]\nplayouts = 3\n") == (LAST, [])


WRONG = {
    "no TOML": ("[[tasks]\n", r"tasks\.toml: is no"),
    "a misspelt key": ("taks = []\n", r"tasks\.toml: unknown key 'taks'.*'tasks'"),
    "an order that is no number": ("order = 1.5\n", r"order must be an integer from 0 to 1000"),
    "tasks that are no list": ("tasks = 1\n", "tasks must be a list of 0 to 100 members, not 1"),
    "a task that is no table": ("tasks = [1]\n", r"tasks\[0\]: expected a table, not 1"),
    "a task without a name": ("[[tasks]]\n", r"tasks\[0\]: missing: name"),
    "a name that is no text": (
        "[[tasks]]\nname = 1\n", r"tasks\[0\]: name must be a string, not 1",
    ),
    "a misspelt key of a task": (
        '[[tasks]]\nname = "a"\nsetings = {}\n', r"tasks\[0\]: unknown key 'setings'.*'settings'",
    ),
    "settings that are no table": (
        '[[tasks]]\nname = "a"\nsettings = 1\n', r"tasks\[0\]: settings: expected a table, not 1",
    ),
    "opponents that are no text": (
        '[[tasks]]\nname = "a"\nopponents = 1\n', r"tasks\[0\]: opponents must be a string, not 1",
    ),
    "a mark that is neither true nor false": (
        '[[tasks]]\nname = "a"\nsearch_only = 1\n', "search_only is true or false, not 1",
    ),
    "search alone without search": (
        '[[tasks]]\nname = "a"\nsearch_only = true\n', "search_only is true, but needs the key",
    ),
    "search without episodes": (
        '[[tasks]]\nname = "a"\nsearch = {agent = "search:8"}\n', "search: missing: episodes",
    ),
    "search of no episode": (
        '[[tasks]]\nname = "a"\nsearch = {agent = "search:8", episodes = 0}\n',
        r"tasks\[0\]: search: episodes must be an integer from 1 to 1000000, not 0",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_file_is_refused_in_one_line(read, name):
    text, message = WRONG[name]
    with pytest.raises(FileError, match=message) as raised:
        read(text)
    assert "tasks.toml: " in str(raised.value)
    assert "\n" not in str(raised.value)


def test_two_tasks_of_one_name_are_refused(folder):
    (folder / "tasks.toml").write_text('[[tasks]]\nname = "same"\n')
    with pytest.raises(FileError, match=r"/tasks\.toml: task 'same' must have another name"):
        all_tasks()


@pytest.mark.parametrize(
    ("task", "message"),
    [
        (Task("a", "race", {"robos": 2}, "random"), "settings: unknown setting 'robos'"),
        (Task("a", "race"), "opponents is missing, but must name an agent"),
        (Task("a", "rover", {}, "random"), "opponents is 'random', but must be left out"),
    ],
    ids=["settings", "no opponents", "opponents"],
)
def test_a_task_that_its_game_cannot_play_is_refused(task, message):
    with pytest.raises(SettingError, match=rf"{task.game}/tasks\.toml: task 'a': {message}"):
        task.load()


def test_an_unknown_task_is_refused():
    with pytest.raises(UnknownNameError, match="unknown task 'rase'"):
        leaderboard_tasks(["rase"])


def test_other_opponents_can_be_chosen_where_there_are_any():
    others = leaderboard_tasks(["race", "rover"], "random")
    assert [(task.name, task.opponents) for task in others] == [("race", "random")]
    usual = leaderboard_tasks(["race", "rover"])
    assert [task.opponents for task in usual] == ["scripted", None]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["random", "scripted", "--opponents", "random"], "remove --opponents"),
        (["random"], "--references needs --agents random scripted"),
    ],
)
def test_scores_of_other_agents_or_opponents_are_no_reference(given, message, tmp_path, capsys):
    command = ["benchmark", "--references", "--out", str(tmp_path), "--agents", *given]
    assert cli.main(command) == cli.BAD_INPUT
    assert message in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_every_seat_counts_as_often(tmp_path):
    (row,) = scored(tmp_path)["rows"]
    assert row["episodes"] == 3 * 6


def test_the_same_benchmark_gives_the_same_digits(tmp_path):
    assert scored(tmp_path / "one") == scored(tmp_path / "other")


def test_a_benchmark_tells_what_it_was_made_with(tmp_path):
    results = run([BIDS], ["random"], 30, folder=tmp_path, processes=1, open_bar=open_bar)
    assert results["tasks"]["bids"]["rows"][0]["episodes"] == 30
    assert set(results["versions"]) == {"cogarena", "numpy", "numba"}
    assert "| bids | random |" in leaderboard(json.loads(json.dumps(results)))


def results_of(name, random, scripted):
    rows = [
        {"agent": agent, "mean": mean, "episodes": 9, "first_seed": 1}
        for agent, mean in (("random", random), ("scripted", scripted))
    ]
    version = registry.load("secret_bids").version
    return {"tasks": {name: {"game": "secret_bids", "version": version, "rows": rows}}}


def test_random_is_0_and_scripted_is_1(folder):
    (folder / "tasks.toml").write_text(
        '[[tasks]]\nname = "bids"\nsettings = {cards = 3}\nopponents = "random"\n'
    )
    write_references(results_of("bids", -2.0, 6.0))
    game = registry.load("secret_bids")
    for mean, share in ((-2.0, 0.0), (6.0, 1.0), (2.0, 0.5)):
        found = normalised(game, {"cards": 3}, "random", [np.full(5, mean)])
        assert found["normalised"] == found["normalised_low"] == share
    assert normalised(game, {}, "random", [np.zeros(5)])["normalised"] is None
    assert normalised(game, {"cards": 3}, None, [np.zeros(5)])["normalised"] is None


def test_other_tasks_keep_their_references(folder):
    write_references(results_of("one", -1.0, 1.0))
    both = (folder / "references.toml").read_text()
    write_references(results_of("two", -2.0, 2.0))
    text = (folder / "references.toml").read_text()
    assert text.startswith(both)
    assert "[two]\n" in text


def test_the_references_of_the_games_are_written_as_the_command_writes_them():
    for path in ENVS.glob("*/references.toml"):
        assert tasks._references_text(tasks.read_toml(path, str(path))) == path.read_text()


def test_a_game_without_a_folder_gets_no_references():
    with pytest.raises(CogarenaError, match=r"secret_bids has no folder to write references\.toml"):
        write_references(results_of("bids", 0.0, 1.0))
