import pytest

from cogarena.envs.core.jit import INTERPRETED
from cogarena.training.studies.tower_defense_docks import Results, main, report, verdict

GAMES = 10


def results(*games):
    found = Results()
    for xp in games:
        won = [mine == max(xp) for mine in xp]
        found.add({"turns": 20, "xp": xp, "flags": [mine // 10 for mine in xp], "won": won})
    return found


def test_docks_within_a_tenth_of_the_mean_are_fair():
    said = verdict(results([108, 92, 100], [110, 90, 100]))
    assert "mean XP of all docks 100.000" in said
    assert "by +9.00%" in said or "by -9.00%" in said
    assert "no dock is favoured" in said


def test_docks_further_off_than_a_tenth_are_named():
    said = verdict(results([112, 95, 93]))
    assert "dock 0 deviates most, by +12.00%: not within 10%" in said
    assert said.endswith("unfair docks are 0 (+12.00%)")


def test_without_experience_nothing_is_said_about_the_docks():
    assert "no robot earned experience" in verdict(results([0, 0]))


def test_the_report_tells_experience_flags_and_wins_by_dock():
    lines = report(results([10, 20], [30, 20])).splitlines()
    assert lines[0] == "2 games, 20.00 turns each"
    assert lines[2].split()[:2] == ["0", "20.000"]
    assert lines[3].startswith("1     20.000 (20.000 to 20.000) 2.000 (2.000 to 2.000)")
    assert "50.00%" in lines[2]


@pytest.mark.skipif(INTERPRETED, reason="too many decisions for plain Python")
@pytest.mark.parametrize("board", ["citadel", "outpost"])
def test_the_study_plays_as_many_games_as_it_is_told_and_repeats_itself(board, capsys):
    arguments = ["--games", str(GAMES), "--board", board, "--seed", "7"]
    assert main(arguments) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"{GAMES} games")
    assert [line.split()[0] for line in said.splitlines()[2:10]] == list("01234567")
    main(arguments)
    assert capsys.readouterr().out == said


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--games", "0"], "--games is 0, but must be at least 1"),
        (["--agent", "scritped"], "unknown agent 'scritped'. Did you mean 'scripted'?"),
        (["--board", "citadell"], "Did you mean 'citadel'?"),
    ],
    ids=["no game", "no agent", "no board"],
)
def test_a_wrong_argument_is_named(arguments, message, capsys):
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert message in capsys.readouterr().err
