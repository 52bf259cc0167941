import pytest

from cogarena.agents.registry import find
from cogarena.envs.core.jit import INTERPRETED
from cogarena.envs.core.registry import load
from cogarena.training.studies.moba_sides import (
    Results,
    main,
    outcome,
    play,
    report,
    verdict,
)

GAMES = 2 if INTERPRETED else 20


def results(red, blue, both=0, cut=0):
    found = Results()
    names = {"red": red, "blue": blue, "both bases": both, "cut off": cut}
    found.outcomes.update(names)
    return found


def final_info(red, blue, turns=10):
    kdo = {"red_0": {"kdo": 3}, "blue_0": {"kdo": -1}}
    return {"bases": {"red": red, "blue": blue}, "turns": turns, "kdo": kdo}


def test_the_side_whose_base_stands_alone_has_won():
    assert outcome({"red": 3, "blue": 0}) == "red"
    assert outcome({"red": 0, "blue": 40}) == "blue"
    assert outcome({"red": 0, "blue": 0}) == "both bases"
    assert outcome({"red": 1, "blue": 1}) == "cut off"


def test_the_verdict_says_whether_one_half_lies_inside():
    assert "no side is favoured" in verdict(results(red=101, blue=100))
    assert "red is favoured" in verdict(results(red=140, blue=60))
    assert "blue is favoured" in verdict(results(red=60, blue=140, both=5, cut=5))


def test_without_a_decided_game_nothing_is_said_about_the_sides():
    assert "no game was decided" in verdict(results(red=0, blue=0, both=1, cut=9))


def test_the_report_tells_outcomes_turns_and_scores():
    found = Results()
    found.add(final_info(red=5, blue=0, turns=10))
    found.add(final_info(red=0, blue=5, turns=13))
    lines = report(found).splitlines()
    assert lines[0] == "2 games, 11.50 turns each"
    assert [line.split() for line in lines[1:3]] == [["red", "1"], ["blue", "1"]]
    assert ["red_0", "3.000"] in [line.split() for line in lines]


@pytest.mark.skipif(INTERPRETED, reason="too many decisions for plain Python")
@pytest.mark.parametrize("agent", ["scripted", "random"])
def test_the_study_plays_as_many_games_as_it_is_told_and_repeats_itself(agent, capsys):
    arguments = ["--games", str(GAMES), "--agent", agent, "--seed", "7"]
    assert main(arguments) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"{GAMES} games")
    counts = [int(line.split()[-1]) for line in said.splitlines()[1:5]]
    assert sum(counts) == GAMES
    main(arguments)
    assert capsys.readouterr().out == said


@pytest.mark.skipif(INTERPRETED, reason="too many decisions for plain Python")
def test_neighbouring_seeds_share_no_game():
    game = load("moba")
    agent = find("scripted", game)
    first, second = (play(game, agent, GAMES, seed) for seed in (7, 8))
    assert not {str(scores) for scores in first.kdo} & {str(scores) for scores in second.kdo}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--games", "0"], "--games is 0, but must be at least 1"),
        (["--games", "many"], "invalid int value: 'many'"),
        (["--agent", "scritped"], "unknown agent 'scritped'. Did you mean 'scripted'?"),
    ],
    ids=["no game", "no number", "no agent"],
)
def test_a_wrong_argument_is_named(arguments, message, capsys):
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert message in capsys.readouterr().err
