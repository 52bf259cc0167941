import numpy as np
import pytest

from cogarena.agents.registry import find
from cogarena.envs.core.episode import Episode
from cogarena.envs.core.jit import INTERPRETED
from cogarena.envs.core.registry import load
from cogarena.envs.rover.state import ROVER, Outcome
from cogarena.envs.rover.tables import Terrain
from cogarena.training.studies.rover_rates import (
    Results,
    cause,
    is_in_first_factory,
    main,
    play,
    report,
)

GAME = load("rover")
GAMES = 6
compiled_only = pytest.mark.skipif(INTERPRETED, reason="too many turns for plain Python")


def begun():
    episode = Episode(GAME, {"map_size": 20})
    episode.reset(1)
    return episode


def ended(outcome=Outcome.LOST, truncated=False, integrity=5, factories=0):
    s = begun().s
    s.outcome, s.truncated, s.factories, s.turn, s.gathered = outcome, truncated, factories, 50, 7
    s.entities[ROVER].integrity = integrity
    return s


@pytest.mark.parametrize(
    ("record", "why"),
    [
        ({"outcome": Outcome.WON}, "won"),
        ({"outcome": Outcome.OPEN, "truncated": True}, "time"),
        ({"integrity": 0}, "integrity"),
        ({}, "energy"),
    ],
    ids=["won", "time", "integrity", "energy"],
)
def test_the_cause_of_an_end_is_found_in_the_record(record, why):
    assert cause(ended(**record)) == why


def test_the_first_factory_is_entered_on_its_floor_on_planet_1_only():
    episode = begun()
    s = episode.s
    assert not is_in_first_factory(np.array([s])).any()
    s.terrain[s.entities[ROVER].y, s.entities[ROVER].x] = Terrain.FLOOR
    assert is_in_first_factory(np.array([s])).all()
    s.planet = 1
    assert not is_in_first_factory(np.array([s])).any()


def test_the_report_tells_shares_causes_turns_and_data():
    found = Results()
    found.add(True, ended(factories=2, integrity=0))
    found.add(False, ended())
    lines = {
        line.rsplit("  95 %")[0].rsplit(maxsplit=1)[0]: line for line in report(found).splitlines()
    }
    assert report(found).startswith("2 games, 50.0 turns each")
    assert "7.00" in lines["data gathered"]
    assert "50.00%  95 % interval 9.45% to 90.55%" in lines["enters factory 1"]
    assert "50.00%" in lines["shuts 2"]
    assert " 0.00%" in lines["shuts 3"]
    assert "50.00%" in lines["ends by integrity"]
    assert "50.00%" in lines["ends by energy"]


@compiled_only
def test_the_study_plays_scripted_and_random_games_and_repeats_itself(capsys):
    arguments = ["--games", str(GAMES), "--seed", "7"]
    assert main(arguments) == 0
    said = capsys.readouterr().out
    assert f"scripted: {GAMES} games" in said
    assert f"random: {GAMES} games" in said
    main(arguments)
    assert capsys.readouterr().out == said


@compiled_only
def test_another_seed_plays_other_games():
    agent = find("random", GAME)
    first, second = (play(GAME, agent, GAMES, seed) for seed in (1, 2))
    assert first.turns != second.turns


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--games", "0"], "--games is 0, but must be at least 1"),
        (["--agent", "scritped"], "unknown agent 'scritped'. Did you mean 'scripted'?"),
    ],
    ids=["no game", "no agent"],
)
def test_a_wrong_argument_is_named(arguments, message, capsys):
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert message in capsys.readouterr().err
