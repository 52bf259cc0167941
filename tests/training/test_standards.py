import json
from contextlib import nullcontext
from types import SimpleNamespace

import numpy as np
import pytest

from cogarena.envs.core import registry
from cogarena.envs.core.errors import UnknownNameError
from cogarena.training import cli
from cogarena.training.judging import standard
from cogarena.training.judging.benchmark import chosen, judge_standard, leaderboard, run
from cogarena.training.judging.standard import STANDARDS, Standard, normalised, write_references

BIDS = Standard("bids", "secret_bids", {"cards": 3}, "random")


def watch(title, episodes):
    return nullcontext(SimpleNamespace(update=lambda ended: None))


def judged(folder, names=("random",)):
    return judge_standard(BIDS, names, 6, file=folder / "bids.jsonl", processes=1, watch=watch)


def test_every_game_has_a_standard():
    assert {each.game for each in STANDARDS} == set(registry.names())


@pytest.mark.parametrize("each", STANDARDS, ids=lambda each: each.title)
def test_the_settings_of_a_standard_are_those_of_its_game(each):
    registry.load(each.game).read(each.settings)


def test_an_unknown_standard_is_refused():
    with pytest.raises(UnknownNameError, match="unknown standard 'rase'"):
        chosen(["rase"])


def test_other_opponents_can_be_chosen_where_there_are_any():
    others = chosen(["race", "rover"], "random")
    assert [(each.title, each.opponents) for each in others] == [("race", "random")]
    assert [each.opponents for each in chosen(["race", "rover"])] == ["scripted", None]


def test_scores_against_other_opponents_are_no_reference(tmp_path, capsys):
    given = ["--agents", "random", "scripted", "--references", "--opponents", "random"]
    assert cli.main(["benchmark", *given, "--out", str(tmp_path)]) == cli.BAD_INPUT
    assert "no --opponents" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_every_seat_counts_as_often(tmp_path):
    (row,) = judged(tmp_path)["rows"]
    assert row["episodes"] == 3 * 6


def test_the_same_benchmark_gives_the_same_digits(tmp_path):
    assert judged(tmp_path / "one") == judged(tmp_path / "other")


def test_a_benchmark_tells_what_it_was_made_with(tmp_path):
    results = run([BIDS], ["random"], 30, folder=tmp_path, processes=1, watch=watch)
    assert results["standards"]["bids"]["rows"][0]["episodes"] == 30
    assert set(results["versions"]) == {"cogarena", "numpy", "numba"}
    assert "| bids | random |" in leaderboard(json.loads(json.dumps(results)))


def test_random_is_0_and_scripted_is_1(tmp_path, monkeypatch):
    results = {
        "standards": {
            "bids": {
                "version": registry.load("secret_bids").version,
                "rows": [
                    {"agent": "random", "mean": -2.0, "episodes": 9, "first_seed": 1},
                    {"agent": "scripted", "mean": 6.0, "episodes": 9, "first_seed": 1},
                ],
            }
        }
    }
    write_references(results, tmp_path / "references.toml")
    monkeypatch.setattr(standard, "REFERENCES", tmp_path / "references.toml")
    monkeypatch.setattr(standard, "STANDARDS", (BIDS,))
    game = registry.load("secret_bids")
    for mean, share in ((-2.0, 0.0), (6.0, 1.0), (2.0, 0.5)):
        found = normalised(game, {"cards": 3}, "random", [np.full(5, mean)])
        assert found["normalised"] == found["normalised_low"] == share
    assert normalised(game, {}, "random", [np.zeros(5)])["normalised"] is None
    assert normalised(game, {"cards": 3}, None, [np.zeros(5)])["normalised"] is None
