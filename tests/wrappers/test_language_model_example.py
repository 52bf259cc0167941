import runpy
import sys
from pathlib import Path

import pytest

from cogarena.envs.core import registry

EXAMPLE = Path(__file__).parents[2] / "examples" / "language_model.py"


@pytest.fixture
def run(monkeypatch, capsys):
    def play(*arguments):
        monkeypatch.setattr(sys, "argv", [str(EXAMPLE), *arguments])
        runpy.run_path(str(EXAMPLE), run_name="__main__")
        return capsys.readouterr().out

    return play


@pytest.mark.parametrize("name", registry.own_names())
def test_the_example_plays_an_episode_of_every_game(run, name):
    assert "return: " in run(name)


def test_the_example_plays_all_seats(run):
    assert "won: " in run("race", "--all")


def test_the_example_shows_what_the_model_reads(run):
    out = run("--show")
    assert "You are rover in RoveR." in out
    assert "\n>>> " in out


def test_a_model_that_answers_nonsense_is_told_so_and_gets_the_first_action():
    example = runpy.run_path(str(EXAMPLE))
    prompts = []

    def model(prompt):
        prompts.append(prompt)
        return "hello"

    example["play_seat"](model, "rover", {"max_turns": 1}, False)
    assert len(prompts) == example["TRIES"]
    assert "Your answer was refused: 'hello' is none of the legal actions" in prompts[1]


def test_the_place_of_a_real_model_says_what_to_do(run):
    with pytest.raises(NotImplementedError, match="real_model"):
        run("--real")
