import json
import subprocess
import sys

import numpy as np
import pytest

from cogarena.envs.core import registry
from cogarena.envs.core.episode import Episode
from cogarena.wrappers.replay import Recorder, ReplayError, read_replay
from support.roster import short

each_game = pytest.mark.parametrize("name", [*registry.names(), "luck", "secret_bids"])


def recorded(name, decisions=200, seed=3):
    """A replay of random play, and the episode as it ended."""
    settings = short(name)
    game = registry.load(name)
    episode = Episode(game, settings)
    recorder = Recorder(game, settings, ["random"])
    generator = np.random.default_rng(seed)
    episode.reset(seed)
    for _ in range(decisions):
        if episode.over:
            break
        action = generator.choice(np.flatnonzero(episode.mask))
        episode.act(action)
        recorder.note(action)
    return recorder.replay(episode), episode


@each_game
def test_a_replay_read_back_plays_the_same_episode(name, tmp_path):
    replay, episode = recorded(name)
    replay.write(tmp_path / "a.json")
    again = read_replay(tmp_path / "a.json").verify()
    assert again.states.tobytes() == episode.states.tobytes()


@each_game
def test_a_replay_shows_the_beginning_and_every_decision(name):
    replay, _ = recorded(name, decisions=20)
    ticks = [int(episode.s.tick) for episode in replay.episodes()]
    assert ticks == list(range(len(replay.actions) + 1))


@pytest.mark.parametrize("name", registry.names())
def test_another_process_comes_to_the_same_hash(name, tmp_path):
    replay, _ = recorded(name)
    replay.write(tmp_path / "a.json")
    command = [sys.executable, "-m", "cogarena.training.cli", "replay", str(tmp_path / "a.json")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert f"verified: {replay.final}" in done.stdout


def altered(tmp_path, **changes):
    replay, _ = recorded("luck")
    path = tmp_path / "a.json"
    replay.write(path)
    values = json.loads(path.read_text())
    path.write_text(json.dumps(values | changes))
    return path


WRONG = {
    "another format": (
        {"format": "other"},
        "is not a replay: its format is not 'cogarena replay 1'",
    ),
    "another game": ({"game": "lukc"}, "unknown game 'lukc'. Did you mean 'luck'?"),
    "no game": ({"game": 3}, "game must be a name, not 3"),
    "a version that is no number": ({"version": "0"}, "version must be a whole number"),
    "a seed below 0": ({"seed": -1}, "seed must be a whole number from 0"),
    "settings that are no table": ({"settings": [1]}, "settings must be a table"),
    "players that are no names": ({"players": [1]}, "players must be a list of names"),
    "actions that are no list": ({"actions": 5}, "actions must be a list"),
    "an action that is no number": ({"actions": [0, 1.5]}, "action 2 of 2 must be an integer"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_broken_file_is_refused_with_the_reason(wrong, tmp_path):
    changes, reason = WRONG[wrong]
    with pytest.raises(ReplayError, match=r"a\.json") as refused:
        read_replay(altered(tmp_path, **changes))
    assert reason in str(refused.value)


def test_a_file_that_is_no_json_is_refused(tmp_path):
    (tmp_path / "a.json").write_text("{")
    with pytest.raises(ReplayError, match="is not valid JSON"):
        read_replay(tmp_path / "a.json")


def test_a_missing_key_is_named(tmp_path):
    (tmp_path / "a.json").write_text('{"format": "cogarena replay 1", "game": "luck"}')
    with pytest.raises(ReplayError, match="missing: version, settings, seed"):
        read_replay(tmp_path / "a.json")


def test_a_replay_of_another_version_is_refused(tmp_path):
    replay = read_replay(altered(tmp_path, version=99))
    with pytest.raises(ReplayError, match="recorded with version 99 of luck, but version"):
        replay.verify()


def test_a_replay_with_an_unknown_setting_is_refused(tmp_path):
    replay = read_replay(altered(tmp_path, settings={"colour": "red"}))
    with pytest.raises(ReplayError, match=r"a\.json: .*unknown setting 'colour'"):
        replay.verify()


def test_another_seed_is_noticed(tmp_path):
    replay = read_replay(altered(tmp_path, seed=4))
    with pytest.raises(ReplayError, match=r"does not end as recorded|is not legal|has ended"):
        replay.verify()


def test_a_tampered_hash_is_noticed(tmp_path):
    replay = read_replay(altered(tmp_path, final="0" * 64))
    with pytest.raises(ReplayError, match="does not end as recorded: the file was altered"):
        replay.verify()


def test_an_action_that_is_not_legal_is_named_by_its_number(tmp_path):
    replay = read_replay(altered(tmp_path, actions=[10**6]))
    with pytest.raises(ReplayError, match="action 1 of 1: action 1000000 is not in"):
        replay.verify()


def test_before_the_first_reset_there_is_nothing_to_replay():
    game = registry.load("luck")
    with pytest.raises(ReplayError, match="nothing to replay"):
        Recorder(game, {}, []).replay(Episode(game, {}))
