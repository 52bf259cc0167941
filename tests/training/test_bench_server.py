import io
import json
import os
import time
from types import SimpleNamespace

import numpy as np
import pytest

from cogarena.training.bench import server
from cogarena.training.bench.peers.adapters import cogarena as own
from cogarena.training.bench.server import Contender

CLIFF = 10  # steps of an episode


class Walk:
    """A single environment whose episodes end after some steps; only even actions are legal."""

    action_space = SimpleNamespace(n=4)

    def __init__(self):
        self.steps, self.seeds, self.actions = 0, [], []

    def reset(self, seed=None):
        self.steps = 0
        self.seeds.append(seed)
        return 0, {"action_mask": np.array([1, 0, 1, 0], np.int8)}

    def step(self, action):
        assert self.steps < CLIFF, "an episode that has ended was continued"
        self.steps += 1
        self.actions.append(action)
        mask = np.array([1, 0, 1, 0], np.int8)
        return 0, 0.0, self.steps == CLIFF, False, {"action_mask": mask}


class Pair:
    """An AEC environment of two, who are both done after some steps."""

    def __init__(self):
        self.dead_steps = self.decisions = 0
        self.agents, self.seeds = [], []

    def reset(self, seed=None):
        self.seeds.append(seed)
        self.agents, self.steps = ["a", "b"], 0

    def last(self):
        over = self.steps >= CLIFF
        return {"action_mask": np.array([0, 1], np.int8)}, 0.0, over, False, {}

    def step(self, action):
        if self.steps >= CLIFF:
            assert action is None
            self.agents.pop()
            self.dead_steps += 1
            return
        assert action == 1
        self.steps += 1
        self.decisions += 1


class Rows:
    """A vector environment; its rows end in their second step and are reset in the third."""

    num_envs = 3
    action_space = SimpleNamespace(n=2)

    def __init__(self):
        self.steps = self.decisions = 0

    def reset(self):
        return 0, {"mask": np.ones((3, 2), bool)}

    def step(self, actions):
        over = np.full(3, self.steps % 3 == 1)
        self.decisions += 0 if self.steps % 3 == 2 else 3
        self.steps += 1
        return 0, 0, over, np.zeros(3, bool), {"mask": np.ones((3, 2), bool)}


@pytest.fixture
def counted(monkeypatch):
    """Lets the clock advance by a second with each look: a run of n seconds plays n times."""
    ticks = iter(range(10**6))
    monkeypatch.setattr(server.time, "perf_counter", lambda: float(next(ticks)))


def test_a_speed_is_decisions_by_seconds(counted):
    assert server.timed(lambda: 7)(3.0) == 7.0


def test_only_legal_actions_are_played_and_episodes_begin_again(counted):
    env = Walk()
    run = server.gymnasium_loop(env, masked=True)
    assert run(2.0) == server.CHUNK
    assert set(env.actions) == {0, 2}
    assert len(env.actions) == 2 * server.CHUNK
    assert env.seeds == [0] + [None] * (2 * server.CHUNK // CLIFF)


def test_without_masks_all_actions_are_played(counted):
    env = Walk()
    server.gymnasium_loop(env)(2.0)
    assert set(env.actions) == {0, 1, 2, 3}


def test_a_measurement_goes_on_where_the_last_one_ended_or_begins_again(counted):
    for kind, loop in ((Walk, server.gymnasium_loop), (Pair, server.aec_loop)):
        for again in (False, True):
            env = kind()
            run = loop(env, again=again)
            run(1.0)
            run(1.0)
            assert env.seeds.count(0) == 1 + again


def test_a_measurement_that_begins_again_plays_the_same(counted):
    env = Walk()
    run = server.gymnasium_loop(env, again=True)
    run(1.0)
    run(1.0)
    assert env.actions[: server.CHUNK] == env.actions[server.CHUNK :]


def test_steps_of_agents_that_are_done_are_no_decisions(counted):
    env = Pair()
    speed = server.aec_loop(env)(10.0)
    assert env.dead_steps > 0
    assert speed == env.decisions / 10


@pytest.mark.parametrize("mask", [None, "mask"])
def test_resets_of_rows_are_no_decisions(counted, mask):
    env = Rows()
    assert server.vector_loop(env, mask)(30.0) == env.decisions / 30


def test_legal_actions_are_chosen_by_their_numbers():
    masks = np.array([[0, 1, 1], [1, 0, 0], [0, 0, 0]], np.int8)
    assert server.legal_actions(masks, np.array([0.0, 0.9, 0.9])).tolist() == [1, 0, 0]
    assert server.legal_actions(masks, np.array([0.6, 0.9, 0.9])).tolist() == [2, 0, 0]


def test_processes_run_at_once_and_add_up(tmp_path):
    def run(seconds):
        """Wait for the other process, which could not come if they ran one after the other."""
        (tmp_path / str(os.getpid())).touch()
        deadline = time.monotonic() + 30
        while len(list(tmp_path.iterdir())) < 2:
            assert time.monotonic() < deadline
        return 5.0

    assert server.in_processes(run, 2)(0.01) == 10.0


def test_a_process_that_dies_is_an_error():
    with pytest.raises(EOFError):
        server.in_processes(lambda seconds: os._exit(3), 1)(0.01)


def ready(*contenders, count=2):
    found, failed = server.build(contenders, count)
    return [each[:3] for each in found], failed


def run_at_once(seconds):
    return seconds


def test_a_game_without_a_vector_form_runs_in_processes():
    single = Contender("chess", "Env", lambda: run_at_once)
    rows = Contender("chess", "rows", lambda: run_at_once, vector=True)
    processes = ("chess", "Env, 2 processes", True)
    assert ready(single)[0] == [("chess", "Env", False), processes]
    assert ready(single, count=1)[0] == [("chess", "Env", False)]
    assert ready(single, rows)[0] == [("chess", "Env", False), ("chess", "rows", True)]


def test_a_game_that_cannot_be_built_or_run_is_told_and_the_others_remain():
    def fails(seconds=0.0):
        raise ImportError("no\nsuch board")

    contenders = (
        Contender("go", "Env", fails),
        Contender("shogi", "Env", lambda: fails),
        Contender("chess", "Env", lambda: run_at_once),
    )
    found, failed = ready(*contenders, count=1)
    assert found == [("chess", "Env", False)]
    assert failed == dict.fromkeys(("go, Env", "shogi, Env"), "ImportError: no such board")


def test_requests_are_answered_line_by_line():
    def run(seconds):
        if seconds == 2.0:
            raise RuntimeError("the board broke")
        return 8.0

    answers = io.StringIO()
    server.serve(
        [Contender("go", "Env", lambda: run)], io.StringIO("[0, 1.0]\n[0, 2.0]\n"), answers, 1
    )
    assert [json.loads(line) for line in answers.getvalue().splitlines()] == [
        {"contenders": [["go", "Env", False]], "failed": {}},
        {"speed": 8.0},
        {"error": "RuntimeError: the board broke"},
    ]


def test_our_own_games_are_measured_alone_in_turn_and_in_batches():
    contenders = list(own.contenders(server, json.dumps({"coop_td": {"max_rounds": 3}})))
    assert [each.form.partition(" of")[0] for each in contenders][:3] == ["Env", "AEC", "Batch"]
    assert {each.game for each in contenders} == {"Co-op Tower Defense"}
    assert [each.vector for each in contenders[:3]] == [False, False, True]
    assert all(each.build()(0.001) > 0 for each in contenders)
