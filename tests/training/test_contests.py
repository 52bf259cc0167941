import json
from contextlib import nullcontext
from types import SimpleNamespace

import pytest

from cogarena.envs.core import registry
from cogarena.envs.core.errors import UnknownNameError
from cogarena.training.cli import main
from cogarena.training.config import assignments
from cogarena.training.judging import contests
from cogarena.training.judging.contests import (
    CONTESTS,
    Contest,
    chosen,
    comparison,
    ranking,
    run,
    shown_settings,
)
from cogarena.training.judging.standard import Standard

BIDS = Contest(
    Standard("bids", "secret_bids", {"cards": 3}, "random"), "search:8", 6, many=12, rated=2
)
LUCK = Contest(Standard("luck", "luck", {}, None), "search:4", 2, many=5, measure="score")


@pytest.fixture
def random_for_scripted(monkeypatch):
    """The toy games have no scripted player."""
    monkeypatch.setattr(contests, "ONE", "random")
    monkeypatch.setattr(contests, "ZERO", "search:2")


def watch(title, episodes):
    return nullcontext(SimpleNamespace(update=lambda ended: None))


def ran(folder, *each):
    return run(each, folder=folder, processes=1, watch=watch)


def test_every_game_has_a_contest():
    assert {each.standard.game for each in CONTESTS} == set(registry.names())


@pytest.mark.parametrize("each", CONTESTS, ids=lambda each: each.standard.title)
def test_the_settings_of_a_contest_are_those_of_its_game(each):
    registry.load(each.standard.game).read(each.standard.settings)


def test_an_unknown_contest_is_refused():
    with pytest.raises(UnknownNameError, match="unknown standard 'rase'"):
        chosen(["rase"])


@pytest.mark.usefixtures("random_for_scripted")
def test_each_player_has_its_own_number_of_episodes(tmp_path):
    rows = ran(tmp_path, BIDS)["contests"]["bids"]["rows"]
    assert [(row["agent"], row["episodes"]) for row in rows] == [("search:8", 6), ("random", 12)]


@pytest.mark.usefixtures("random_for_scripted")
def test_all_three_are_rated_by_those_next_to_them(tmp_path):
    found = ran(tmp_path, BIDS)["contests"]["bids"]
    assert {row["agent"] for row in found["ratings"]} == {"search:2", "random", "search:8"}
    assert found["rated_episodes"] == 4
    assert len(found["cross_play"]) == 4


@pytest.mark.usefixtures("random_for_scripted")
def test_a_contest_goes_on_where_it_was_stopped(tmp_path, monkeypatch):
    first = ran(tmp_path, LUCK)
    monkeypatch.setattr("cogarena.training.judging.episodes.evaluate", None)
    assert ran(tmp_path, LUCK) == first


@pytest.mark.usefixtures("random_for_scripted")
def test_the_table_shows_what_is_stored(tmp_path):
    results = json.loads(json.dumps(ran(tmp_path, BIDS, LUCK)))
    heads, _, *lines = comparison(results).splitlines()
    assert heads.startswith("| game | settings | agent | mean return")
    assert [line.split(" | ")[:3] for line in lines] == [
        ["| bids", "`cards=3`", "search:8"], ["| bids", "`cards=3`", "random"],
        ["| luck", "standard", "search:4"], ["| luck", "standard", "random"],
    ]  # fmt: skip
    assert all("score " in line for line in lines[2:])


def test_settings_are_shown_as_the_command_line_takes_them():
    settings = {"scenario": "scenario_6", "heroes": ("keith", "mongo"), "max_rounds": 9}
    given = [each.strip("`") for each in shown_settings(settings).split(", `")]
    assert assignments(given) == {**settings, "heroes": ["keith", "mongo"]}


@pytest.mark.usefixtures("random_for_scripted")
def test_the_command_writes_json_and_tables(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(contests, "CONTESTS", (BIDS, LUCK))
    assert main(["benchmark", "--search", "--standards", "bids", "--out", str(tmp_path)]) == 0
    results = json.loads((tmp_path / "search.json").read_text())
    assert set(results["contests"]) == {"bids"}
    shown = capsys.readouterr().out
    for table in (comparison(results), ranking(results)):
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
    assert f"no {beside[0]}" in capsys.readouterr().err
