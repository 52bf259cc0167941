import json
from contextlib import nullcontext
from types import SimpleNamespace

import pytest

from cogarena.agents.script import scripted_games
from cogarena.envs.core.errors import UnknownNameError
from cogarena.training.cli import main
from cogarena.training.config import assignments
from cogarena.training.evaluation import benchmark
from cogarena.training.evaluation.benchmark import (
    run_search,
    search_ratings,
    search_table,
    search_tasks,
    settings_text,
)
from cogarena.training.evaluation.tasks import Matchup, Task

BIDS = Task(
    "bids", "secret_bids", {"cards": 3}, "random",
    Matchup("search:8", 6, script_episodes=12, rated=2),
)  # fmt: skip
LUCK = Task("luck", "luck", {}, None, Matchup("search:4", 2, script_episodes=5, measure="score"))


@pytest.fixture
def random_for_scripted(monkeypatch):
    """The toy games have no scripted player."""
    monkeypatch.setattr(benchmark, "HIGH_AGENT", "random")
    monkeypatch.setattr(benchmark, "LOW_AGENT", "search:2")


def open_bar(title, episodes):
    return nullcontext(SimpleNamespace(update=lambda ended: None))


def ran(folder, *tasks):
    return run_search(tasks, folder=folder, processes=1, open_bar=open_bar)


def test_the_tasks_that_compare_search_with_the_script_are_of_games_with_a_script():
    assert {task.game for task in search_tasks(None)} <= set(scripted_games())


def test_an_unknown_task_is_refused():
    with pytest.raises(UnknownNameError, match="unknown task 'rase'"):
        search_tasks(["rase"])


@pytest.mark.usefixtures("random_for_scripted")
def test_each_player_has_its_own_number_of_episodes(tmp_path):
    rows = ran(tmp_path, BIDS)["tasks"]["bids"]["rows"]
    assert [(row["agent"], row["episodes"]) for row in rows] == [("search:8", 6), ("random", 12)]


@pytest.mark.usefixtures("random_for_scripted")
def test_all_three_are_rated_by_those_next_to_them(tmp_path):
    found = ran(tmp_path, BIDS)["tasks"]["bids"]
    assert {row["agent"] for row in found["ratings"]} == {"search:2", "random", "search:8"}
    assert found["rated_episodes"] == 4
    assert len(found["cross_play"]) == 4


@pytest.mark.usefixtures("random_for_scripted")
def test_a_benchmark_goes_on_where_it_was_stopped(tmp_path, monkeypatch):
    first = ran(tmp_path, LUCK)
    monkeypatch.setattr("cogarena.training.evaluation.episodes.evaluate", None)
    assert ran(tmp_path, LUCK) == first


@pytest.mark.usefixtures("random_for_scripted")
def test_the_table_shows_what_is_stored(tmp_path):
    results = json.loads(json.dumps(ran(tmp_path, BIDS, LUCK)))
    heads, _, *lines = search_table(results).splitlines()
    assert heads.startswith("| game | settings | agent | mean return")
    assert [line.split(" | ")[:3] for line in lines] == [
        ["| bids", "`cards=3`", "search:8"], ["| bids", "`cards=3`", "random"],
        ["| luck", "standard", "search:4"], ["| luck", "standard", "random"],
    ]  # fmt: skip
    assert all("score " in line for line in lines[2:])


def test_settings_are_shown_as_the_command_line_takes_them():
    settings = {"scenario": "scenario_6", "heroes": ("keith", "mongo"), "max_rounds": 9}
    given = [each.strip("`") for each in settings_text(settings).split(", `")]
    assert assignments(given) == {**settings, "heroes": ["keith", "mongo"]}


@pytest.mark.usefixtures("random_for_scripted")
def test_the_command_writes_json_and_tables(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(benchmark, "all_tasks", lambda: [BIDS, LUCK])
    assert main(["benchmark", "--search", "--tasks", "bids", "--out", str(tmp_path)]) == 0
    results = json.loads((tmp_path / "search.json").read_text())
    assert set(results["tasks"]) == {"bids"}
    shown = capsys.readouterr().out
    for table in (search_table(results), search_ratings(results)):
        assert table in (tmp_path / "search.md").read_text()
        assert table in shown


def test_the_command_takes_agents_or_search(capsys):
    for wrong in (["benchmark"], ["benchmark", "--search", "--agents", "random"]):
        with pytest.raises(SystemExit):
            main(wrong)


@pytest.mark.parametrize(
    "beside", [("--episodes", "400"), ("--opponents", "random"), ("--references",)]
)
def test_what_search_would_ignore_is_refused(beside, capsys):
    assert main(["benchmark", "--search", *beside]) == 2
    assert f"remove {beside[0]}" in capsys.readouterr().err
