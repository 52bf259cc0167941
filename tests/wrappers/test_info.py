import copy
import json
import pickle
from dataclasses import replace
from enum import IntEnum

import numpy as np
import pytest
from comparison import arguments
from gymnasium.vector import SyncVectorEnv
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import DummyVecEnv

from cogarena.envs.core.errors import UnknownNameError
from cogarena.envs.core.game import Endings, Tallies
from cogarena.wrappers.aec import raw_env
from cogarena.wrappers.gymnasium import SingleEnv
from cogarena.wrappers.info import LazyDict, lazy
from cogarena.wrappers.parallel import parallel_env
from cogarena.wrappers.vector import BatchEnv
from support.games import luck, open_bids
from support.roster import GAMES, pick, picks, short

each_game = pytest.mark.parametrize("name", GAMES)


class End(IntEnum):
    ROUNDS = 0
    GOAL = 1


def scores(setup, s):
    return {"score": [int(s.score)], "rounds": [int(s.rounds)]}


# Luck that tells how it ended and keeps tallies.
TOLD_LUCK = replace(
    luck.GAME,
    endings=Endings(End, {}, lambda setup, s: End.GOAL if s.terminated else End.ROUNDS),
    tallies=Tallies({}, scores),
    events=lambda setup, s: [{"event": "banked", "points": int(s.score)}],
)


def half_made():
    """A lazy dict with one value that was there, one that was read and one that was not."""
    reads = []

    def make(key):
        reads.append(key)
        return [key]

    info = lazy(("read", "unread"), make)
    info["there"] = 1
    assert info["read"] == ["read"]
    return info, reads


WHOLE = {"there": 1, "read": ["read"], "unread": ["unread"]}


def test_a_value_is_made_once_and_only_when_it_is_read():
    info, reads = half_made()
    assert info["read"] is info["read"]
    assert "unread" in info
    assert info["there"] == 1
    assert reads == ["read"]


COPIES = {
    "dict": dict,
    "unpacked": lambda info: {**info},
    "keywords": lambda info: dict(**info),
    "right of or": lambda info: {} | info,
    "or": lambda info: info | {},
    "items": lambda info: dict(info.items()),
    "keys": lambda info: {key: info[key] for key in info},
    "values": lambda info: dict(zip(info.keys(), info.values(), strict=True)),
    "copy method": lambda info: info.copy(),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda info: pickle.loads(pickle.dumps(info)),
    "json": lambda info: json.loads(json.dumps(info)),
    "repr": lambda info: eval(repr(info)),
    "pop": lambda info: {key: info.pop(key) for key in ("unread", "there", "read")},
    "popitem": lambda info: dict(info.popitem() for _ in range(3)),
    "get": lambda info: {key: info.get(key) for key in ("unread", "there", "read")},
    "setdefault": lambda info: {key: info.setdefault(key, 0) for key in (*WHOLE,)},
    "constructor": lambda info: type(info)(**info),
}


@pytest.mark.parametrize("way", COPIES.values(), ids=COPIES)
def test_every_way_to_copy_it_finds_all_values(way):
    assert way(half_made()[0]) == WHOLE


def test_it_equals_a_dict_with_the_same_values_from_either_side():
    assert half_made()[0] == WHOLE
    assert WHOLE == half_made()[0]  # noqa: SIM300
    assert half_made()[0] == half_made()[0]
    assert half_made()[0] != {}
    assert len(half_made()[0]) == len(WHOLE)
    target = {}
    target.update(half_made()[0])
    assert target == WHOLE


def test_no_method_of_dict_overlooks_a_value():
    harmless = {"__getitem__", "__setitem__", "__class_getitem__", "fromkeys", "__or__"}
    inherited = {name for name in vars(dict) if name not in vars(LazyDict)}
    assert inherited - harmless <= {
        "__new__", "__init__", "__getattribute__", "__doc__", "__hash__", "__sizeof__",
        "__lt__", "__le__", "__gt__", "__ge__",
    }  # fmt: skip


def test_what_was_set_or_deleted_is_not_made_again():
    info, reads = half_made()
    info["unread"] = "mine"
    assert dict(info)["unread"] == "mine"
    del info["read"]
    assert "read" not in info
    with pytest.raises(KeyError):
        info["read"]
    assert reads == ["read"]


def test_a_missing_key_is_a_key_error_with_its_name():
    with pytest.raises(KeyError, match="agents"):
        half_made()[0]["agents"]
    assert half_made()[0].get("agents", 3) == 3


def test_a_deepcopy_is_lazy_too_and_independent():
    info, reads = half_made()
    twin = copy.deepcopy(info)
    assert reads == ["read"]
    twin["read"].append(2)
    twin["unread"].append(3)
    assert info == WHOLE


def infos_of(game, **given):
    env = SingleEnv(game, **given)
    generator = np.random.default_rng(0)
    infos = [env.reset(seed=0)[1]]
    ended = False
    while not ended:
        *_, terminated, truncated, info = env.step(pick(env.action_masks(), generator))
        infos.append(info)
        ended = terminated or truncated
    return infos


def test_an_info_tells_of_its_step_even_when_it_is_read_later():
    infos = infos_of(TOLD_LUCK, goal=10)
    later = [info["events"][0]["points"] for info in infos]
    assert later == sorted(later)
    assert later[0] == 0
    assert later[-1] == infos[-1]["score"] >= 10


def test_before_the_end_the_result_is_blank():
    *before, last = infos_of(TOLD_LUCK, goal=10)
    assert {(info["won"], info["score"], info["ending"]) for info in before} == {(False, 0, "")}
    assert all(info["tallies"] == {"player_0": {"score": 0, "rounds": 0}} for info in before)
    assert (last["won"], last["ending"]) == (True, "goal")
    assert last["tallies"]["player_0"] == {"score": last["score"], "rounds": len(before)}


def test_writing_to_a_blank_result_changes_no_other_info():
    first, second, *_ = infos_of(TOLD_LUCK, goal=10)
    first["tallies"]["player_0"]["score"] = 7
    assert second["tallies"]["player_0"]["score"] == 0


def unread(*arguments):
    raise AssertionError("built what nobody reads")


def test_nothing_is_built_that_nobody_reads():
    told = replace(open_bids.GAME, events=unread)
    table = raw_env(told)
    table.reset(seed=0)
    while not table.episode.over:
        table.last()
        table.step(int(table.observe(table.agent_selection)["action_mask"].argmax()))
    with pytest.raises(AssertionError, match="nobody reads"):
        table.last()[4]["events"]


@each_game
@pytest.mark.parametrize("make", [raw_env, parallel_env])
@pytest.mark.parametrize("form", ["all", "numbers"])
def test_the_keys_of_pettingzoos_infos_are_the_same_at_every_step(name, make, form):
    table = make(name, info=form, **short(name))
    generator, keys = np.random.default_rng(0), set()
    first = table.reset(seed=0)
    keys |= {frozenset(info) for info in (table.infos if first is None else first[1]).values()}
    while not table.episode.over:
        masks = {agent: table.action_space(agent).legal() for agent in table.agents}
        actions = {agent: pick(mask, generator) for agent, mask in masks.items()}
        if first is None:
            table.step(actions[table.agent_selection])
            infos = table.infos
        else:
            infos = table.step(actions)[4]
        keys |= {frozenset(info) for info in infos.values()}
    assert len(keys) == 1
    assert ("events" in next(iter(keys))) == (form == "all")


def shape(value):
    return np.asarray(value).dtype, np.shape(value)


@each_game
def test_numbers_have_one_type_and_shape_at_every_step(name):
    infos = infos_of(name, info="numbers", **arguments(name, illegal="random"))
    assert {type(info) for info in infos} == {dict}
    shapes = [{key: shape(value) for key, value in info.items()} for info in infos]
    assert all(one == shapes[0] for one in shapes)
    assert {dtype.kind for dtype, _ in shapes[0].values()} <= {*"biuf"}
    assert {"action_mask", "seat", "illegal"} < shapes[0].keys()


def test_numbers_tell_the_ending_and_the_tallies():
    *before, last = infos_of(TOLD_LUCK, info="numbers", goal=10)
    assert {info["ending"] for info in before} == {-1}
    assert last["ending"] == End.GOAL
    assert last["tallies.rounds"].tolist() == [len(before)]
    lost = SingleEnv(TOLD_LUCK, info="numbers", illegal="lose")
    lost.reset(seed=0)
    assert lost.step(0)[4]["ending"] == -1


def test_a_dict_by_agent_is_an_array_by_seat():
    infos = infos_of("moba", info="numbers", **arguments("moba"))
    assert infos[-1]["kdo.deaths"].shape == (8,)
    assert infos[-1]["bases.red"] > 0 == infos[0]["bases.red"]


def test_the_batch_tells_numbers_where_episodes_end():
    envs = BatchEnv(TOLD_LUCK, 3, info="numbers", autoreset_mode="SameStep", goal=10)
    generator = np.random.default_rng(0)
    _, info = envs.reset(seed=0)
    while "final_info" not in info:
        *_, info = envs.step(picks(envs.action_masks(), generator))
    told, rows = info["final_info"], info["_final_info"]
    assert told["ending"][rows].tolist() == [End.GOAL] * rows.sum()
    assert told["tallies.rounds"].shape == (3, 1)


def test_gymnasiums_vector_environments_stack_everything():
    envs = SyncVectorEnv([lambda: SingleEnv(TOLD_LUCK, goal=10)] * 2)
    _, info = envs.reset(seed=0)
    assert info["tallies"]["player_0"]["score"].tolist() == [0, 0]
    assert info["seat"].dtype.kind == "i"


def test_the_monitor_of_stable_baselines_writes_results_down():
    envs = DummyVecEnv([lambda: Monitor(SingleEnv(TOLD_LUCK, goal=5), info_keywords=("won",))])
    envs.reset()
    dones, generator = [False], np.random.default_rng(0)
    while not dones[0]:
        *_, dones, infos = envs.step(picks(envs.env_method("action_masks"), generator))
    assert infos[0]["episode"]["won"] is True


KINDS = {
    "single": SingleEnv,
    "vector": lambda game, **given: BatchEnv(game, 2, **given),
    "aec": raw_env,
    "parallel": parallel_env,
}


@pytest.mark.parametrize("make", KINDS.values(), ids=KINDS)
def test_an_unknown_form_is_refused_in_one_line(make):
    with pytest.raises(UnknownNameError, match=r"argument info: 'number'.*'numbers'") as no:
        make("luck", info="number")
    assert "\n" not in str(no.value)
