from dataclasses import replace

import numpy as np
import pytest

from cogarena.envs.core import registry
from cogarena.envs.core.episode import Episode
from cogarena.wrappers.aec import env, raw_env
from cogarena.wrappers.gymnasium import SingleEnv
from cogarena.wrappers.parallel import parallel_env
from support.games import luck
from support.roster import GAMES, pick, short

PLAYERS = ("player_0", "player_1", "player_2")
TELLING = [name for name in GAMES if registry.load(name).events]
SILENT = [name for name in GAMES if name not in TELLING]


def bid(player):
    return {"event": "bid", "player": player}


def prize(player):
    return {"event": "prize", "player": player}


def score_told(setup, s):
    return [{"event": "score", "score": int(s.score)}] if s.reward.any() else []


def told_in(infos):
    return [info["events"] for info in infos.values()]


TALKATIVE_LUCK = replace(luck.GAME, events=score_told)


def test_the_log_is_public_after_every_step_of_one_agent():
    table = env("open_bids")
    table.reset(seed=0)
    assert told_in(table.infos) == [[]] * len(PLAYERS)
    log = []
    for card in (1, 2, 5):
        table.step(card)
        log.append(table.last()[4]["events"])
    assert log == [[bid("player_0")], [bid("player_1")], [bid("player_2"), prize("player_2")]]


def test_one_step_of_all_tells_the_events_of_all_its_decisions():
    table = parallel_env("open_bids")
    _, infos = table.reset(seed=0)
    assert told_in(infos) == [[]] * len(PLAYERS)
    *_, infos = table.step(dict(zip(PLAYERS, (1, 2, 5), strict=True)))
    told = [bid("player_0"), bid("player_1"), bid("player_2"), prize("player_2")]
    assert told_in(infos) == [told] * len(PLAYERS)
    *_, infos = table.step(dict(zip(PLAYERS, (2, 1, 1), strict=True)))
    told = [bid("player_0"), bid("player_1"), bid("player_2"), prize("player_0")]
    assert told_in(infos) == [told] * len(PLAYERS)


@pytest.mark.parametrize("name", TELLING)
def test_both_apis_tell_the_same_log(name):
    table, turns = parallel_env(name, **short(name)), raw_env(name, **short(name))
    views, _ = table.reset(seed=6)
    turns.reset(seed=6)
    generator = np.random.default_rng(0)
    while table.agents:
        chosen = {agent: pick(view["action_mask"], generator) for agent, view in views.items()}
        told = []
        for _ in range(int(turns.episode.s.pending).bit_count()):
            turns.step(chosen[turns.agent_selection])
            told += turns.infos[turns.agent_selection]["events"]
        views, *_, infos = table.step(chosen)
        assert [info["events"] for info in infos.values()] == [told] * len(infos)


@pytest.mark.parametrize("make", [raw_env, parallel_env])
def test_the_last_info_holds_the_last_events_and_the_finale(make):
    table = make("open_bids", max_rounds=1)
    table.reset(seed=0)
    if make is parallel_env:
        *_, infos = table.step(dict(zip(PLAYERS, (1, 2, 5), strict=True)))
    else:
        for card in (1, 2, 5):
            table.step(card)
        infos = table.infos
    for info in infos.values():
        assert info["events"][-2:] == [bid("player_2"), prize("player_2")]
        assert info["winner"] == "player_2"
        assert set(info) == {"seat", "events", *table.episode.final_info()}


def test_an_agent_that_leaves_is_still_told_the_last_events():
    table = raw_env("open_bids", max_rounds=1)
    table.reset(seed=0)
    for card in (1, 2, 5):
        table.step(card)
    for player in PLAYERS:
        assert table.agent_selection == player
        assert table.last()[4]["events"] == [bid("player_2"), prize("player_2")]
        table.step(None)


def test_changing_one_agents_info_changes_no_other():
    table = raw_env("open_bids")
    table.reset(seed=0)
    table.step(1)
    table.infos["player_0"]["events"].clear()
    table.infos["player_0"]["note"] = "mine"
    assert table.infos["player_1"]["events"] == [bid("player_0")]
    assert "note" not in table.infos["player_1"]


def test_a_refused_action_leaves_the_infos_as_they_were():
    table = raw_env("open_bids")
    table.reset(seed=0)
    table.step(1)
    before = repr(table.infos)
    with pytest.raises(ValueError, match="not in"):
        table.step(99)
    assert repr(table.infos) == before


def test_a_restored_table_tells_the_events_of_its_last_decision():
    table, other = raw_env("open_bids"), raw_env("open_bids")
    table.reset(seed=0)
    table.step(1)
    other.restore(table.state_bytes())
    assert told_in(other.infos) == told_in(table.infos)


def test_the_single_environment_tells_the_events_of_each_step():
    environment = SingleEnv(TALKATIVE_LUCK, goal=1)
    _, info = environment.reset(seed=0)
    assert info["events"] == []
    generator = np.random.default_rng(0)
    ended = False
    while not ended:
        action = pick(info["action_mask"], generator)
        _, _, terminated, truncated, info = environment.step(action)
        ended = terminated or truncated
        assert bool(info["events"]) == (action == luck.BANK)
    assert info["events"] == [{"event": "score", "score": info["score"]}]


@pytest.mark.parametrize("name", SILENT)
def test_a_game_without_a_log_has_no_events(name):
    episode = Episode(registry.load(name), short(name))
    episode.reset(0)
    assert episode.events() == []
    _, infos = parallel_env(name, **short(name)).reset(seed=0)
    assert [info["events"] for info in infos.values()] == [[]] * len(infos)
