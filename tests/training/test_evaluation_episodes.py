import json

import numpy as np
import pytest

from cogarena.envs.core import registry
from cogarena.envs.core.errors import FileError, SettingError, UnknownNameError
from cogarena.training.evaluation import episodes
from cogarena.training.evaluation.episodes import Plan, play
from cogarena.training.evaluation.evaluate import published_seeds

ALL = ("random",) * 3


@pytest.fixture
def plan():
    return Plan(registry.load("secret_bids"), {"cards": 4}, published_seeds(120), (ALL,))


def same(one, other):
    return all(
        np.array_equal(one[seating].returns, other[seating].returns)
        and np.array_equal(one[seating].won, other[seating].won)
        and np.array_equal(one[seating].lengths, other[seating].lengths)
        for seating in one
    )


def test_blocks_are_the_episodes_played_at_once(plan, monkeypatch):
    in_blocks = play(plan)
    monkeypatch.setattr(episodes, "EPISODES_IN_A_BLOCK", 1000)
    assert same(in_blocks, play(plan))
    assert len(in_blocks[ALL].seeds) == 120


def test_the_number_of_processes_changes_nothing():
    game = registry.load("coop_td")
    seatings = (("random", "random"), ("scripted", "scripted"))
    plan = Plan(game, {"max_rounds": 4}, published_seeds(60), seatings)
    assert same(play(plan), play(plan, processes=2))


def test_what_the_file_holds_is_not_played_again(plan, tmp_path, monkeypatch):
    file = tmp_path / "episodes.jsonl"
    usual = play(plan, file=file)
    monkeypatch.setattr(episodes, "evaluate", None)
    assert same(play(plan, file=file), usual)


def test_a_stopped_run_goes_on_where_it_was(plan, tmp_path, monkeypatch):
    file = tmp_path / "episodes.jsonl"
    usual = play(plan)
    played = []

    def stopped_after_one(*arguments):
        if played:
            raise KeyboardInterrupt
        played.append(arguments)
        return real(*arguments)

    real = episodes.play_block
    monkeypatch.setattr(episodes, "play_block", stopped_after_one)
    with pytest.raises(KeyboardInterrupt):
        play(plan, file=file)
    monkeypatch.setattr(episodes, "play_block", real)
    told = []
    assert same(play(plan, file=file, progress=told.append), usual)
    assert told[0] == len(played[0][2].seeds)
    assert sum(told) == 120


def test_a_line_that_was_cut_off_is_played_again(plan, tmp_path):
    file = tmp_path / "episodes.jsonl"
    usual = play(plan, file=file)
    file.write_text(file.read_text()[:-40])
    assert same(play(plan, file=file), usual)
    assert len(file.read_text().splitlines()) == 1 + len(plan.blocks())


def test_episodes_of_other_settings_are_refused(plan, tmp_path):
    file = tmp_path / "episodes.jsonl"
    play(plan, file=file)
    other = Plan(plan.game, {"cards": 5}, plan.seeds, plan.seatings)
    with pytest.raises(FileError, match=r"episodes\.jsonl: holds episodes of another game"):
        play(other, file=file)


@pytest.mark.parametrize("text", ["", "no JSON\n", "[1]\n{}\n", '{"format": 1}\n{"block": 3}\n'])
def test_a_damaged_file_is_refused(plan, tmp_path, text):
    file = tmp_path / "episodes.jsonl"
    file.write_text(text)
    with pytest.raises(FileError, match=r"episodes\.jsonl: is not a file of episodes"):
        play(plan, file=file)


def test_unknown_players_are_refused_before_anything_is_played(plan, tmp_path):
    file = tmp_path / "episodes.jsonl"
    plan = Plan(plan.game, plan.settings, plan.seeds, (ALL, ("random", "randon", "random")))
    with pytest.raises(UnknownNameError, match="unknown agent 'randon'"):
        play(plan, file=file)
    assert not file.exists()


def test_no_process_at_all_is_refused(plan):
    with pytest.raises(SettingError, match="processes is 0, but must be at least 1"):
        play(plan, processes=0)


def test_numbers_keep_every_digit_in_the_file(plan):
    (result,) = play(plan).values()
    again = episodes.from_json(json.loads(json.dumps(episodes.as_json(result))))
    assert same({ALL: result}, {ALL: again})


def test_a_player_whose_weights_changed_is_another_one(plan, tmp_path):
    (tmp_path / "policy.safetensors").write_bytes(b"one")
    before = plan.identity(str(tmp_path))
    (tmp_path / "policy.safetensors").write_bytes(b"two")
    assert plan.identity(str(tmp_path)) != before
    assert plan.identity("random") == "random"
