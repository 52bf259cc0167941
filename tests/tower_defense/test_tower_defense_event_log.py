"""What the log tells of fire, of drones and of each row of both event tables."""

import pytest

from cogarena.envs.core.rng import die
from cogarena.envs.rally.cards import Option
from cogarena.envs.tower_defense.state import Stage
from cogarena.envs.tower_defense.text import FIRST_ROLL, ROBOT_EVENTS, TOWER_EVENTS
from support.scenes.tower_defense import Scene, plain

LASER, HOWITZER = (0, 0), (8, 0)
BOARD = plain(9, 7, tL=[LASER], tH=[HOWITZER])


def situation():
    """Two damaged robots far apart, two worn towers, a drone far from all of them."""
    scene = Scene(BOARD).put("A", 1, 6).put("B", 7, 6).hurt("A", 6).hurt("B", 6)
    return scene.weaken(*LASER, 2).weaken(*HOWITZER, 2).drone(4, 2).active("A", "B")


def told_after(event, roll, scene):
    """The kinds of events that a row of a table leads to."""
    getattr(scene, event)(roll)
    return {told["event"] for told in scene.log}


TOWER_ROWS = {
    3: set(),
    4: {"drone_landed"},
    5: {"drone_landed"},
    6: {"tower_worn"},
    7: {"tower_worn"},
    8: {"drone_moved"},
    9: {"launched"},
    10: {"launched"},
    11: {"tower_repaired"},
    12: {"tower_repaired"},
    13: {"tower_repaired"},
    14: {"tower_repaired"},
    15: {"launched"},
    16: {"scramble_bomb", "scrambled"},
    17: {"launched"},
    18: {"missile_landed", "hit", "hurt", "destroyed"},
}
ROBOT_ROWS = {
    3: {"scrambled"},
    4: {"scrambled"},
    5: {"shaken"},
    6: {"shaken"},
    7: {"locked", "hurt"},
    8: {"hit", "hurt"},
    **{roll: {"repaired"} for roll in range(9, 16)},
    16: {"drone_fell"},
    17: {"drone_fell"},
    18: {"missile_landed"},
}


@pytest.mark.parametrize(("roll", "kinds"), TOWER_ROWS.items())
def test_t22_what_a_tower_event_does_is_told(roll, kinds):
    scene = situation().landing() if roll in (16, 18) else situation()
    assert told_after("tower_event", roll, scene) == kinds


@pytest.mark.parametrize(("roll", "kinds"), ROBOT_ROWS.items())
def test_t24_what_a_robot_event_does_is_told(roll, kinds):
    scene = situation()
    if roll in (5, 6):
        scene.foresee(lambda r: die(r) < 4)
    if roll == 7:
        scene = Scene(BOARD).put("A", 1, 6).foresee(lambda r: die(r) == 2)
    if roll == 18:
        scene.landing()
    assert kinds <= told_after("robot_event", roll, scene)


def test_a_roll_is_told_with_what_it_means():
    scene = Scene(":F1A^ :F2   :").events()
    (event,) = scene.told("robot_event")
    assert event["what"] == ROBOT_EVENTS[event["roll"] - FIRST_ROLL]


@pytest.mark.parametrize("table", [TOWER_EVENTS, ROBOT_EVENTS])
def test_both_tables_have_words_for_every_roll(table):
    assert len(table) == 16


def test_t24_an_earthquake_tells_who_is_shaken_how_far_and_where_to():
    scene = Scene(plain(5, 5)).put("A", 2, 2).robot_event(5)
    (event,) = scene.told("shaken")
    assert (event["robot"], event["squares"], event["at"]) == ("robot_0", 2, list(scene.at("A")))


def test_t24_a_repair_tells_who_and_how_much():
    scene = Scene(plain(3)).put("A", 0, 0).hurt("A", 3).robot_event(9)
    assert scene.told_without_places() == [
        {"event": "repaired", "robot": "robot_0", "tokens": 2, "cause": "event"}
    ]


def test_t24_a_locked_register_is_told():
    scene = Scene(plain(3)).put("A", 0, 0).foresee(lambda r: die(r) == 4).robot_event(7)
    assert scene.told_without_places() == [
        {"event": "locked", "robot": "robot_0", "register": 4},
        {"event": "hurt", "robot": "robot_0", "tokens": 1, "cause": "event"},
    ]


def test_t22_a_worn_and_a_repaired_tower_are_told_with_hit_points():
    scene = Scene(plain(3, 1, tL=[(0, 0)])).tower_event(6)
    assert scene.log == [{"event": "tower_worn", "health": 1, "tower": 1}]
    scene.tower_event(11)
    assert scene.log == [{"event": "tower_repaired", "health": 1, "tower": 1}]


def test_t24_a_missile_at_a_tower_tells_where_it_lands_and_what_it_does():
    scene = Scene(plain(3, 1, tL=[(0, 0)])).landing().robot_event(18)
    assert scene.log == [
        {"event": "missile_landed", "at": [0, 0]},
        {"event": "tower_hit", "damage": 6, "tower": 1},
        {"event": "tower_destroyed", "tower": 1},
    ]


def test_t16_a_landing_is_told_with_place_damage_and_death():
    scene = Scene(":  A> :     :").hurt("A", 9).active("A").drone(1, 0).move_drones()
    at = [0, 0]
    assert scene.log == [
        {"event": "drone_landed", "at": at},
        {"event": "hit", "robot": "robot_0", "damage": 4, "cause": "drone", "at": at},
        {"event": "hurt", "robot": "robot_0", "tokens": 1, "cause": "drone", "at": at},
        {"event": "destroyed", "robot": "robot_0", "cause": "drone", "at": at},
    ]


def test_t10_a_shell_of_a_tower_tells_where_it_lands():
    scene = Scene(plain(9, 9, tH=[(0, 0)])).put("A", 4, 4).active("A").landing(2, 0).damage_step()
    (event,) = scene.told("fired")
    assert event["at"] == [6, 4]


def test_t9_hits_on_a_tower_are_told_by_robot():
    scene = Scene(":  A> :tL   :  B< :").damage_step()
    hits = scene.told("tower_hit")
    assert [(hit["by"], hit["tower"]) for hit in hits] == [(["robot_0"], 1), (["robot_1"], 1)]


def test_t9_no_more_damage_to_a_tower_is_told_than_it_has_to_lose():
    scene = Scene(":  A> :tL   :  B< :").weaken(1, 0, 1).damage_step()
    assert [hit["damage"] for hit in scene.told("tower_hit")] == [1, 0]


def test_t4_indirect_fire_tells_target_and_where_it_hits():
    scene = Scene(plain(9, 3)).put("A", 0, 1, ">").put("B", 3, 1).xp("A", 45).landing()
    scene.run(Stage.AIM, Stage.AIM, A=("lob", "B"))
    assert scene.told("lobbed", "hit")[0] == {
        "event": "lobbed", "robot": "robot_0", "target": "robot_1", "cause": "indirect_fire",
        "at": [3, 1],
    }  # fmt: skip


def test_t17_a_swept_drone_is_told_with_the_robot_and_where_it_is_now():
    scene = Scene(plain(9)).put("A", 0, 0, ">").give("A", Option.PRESSOR_BEAM).drone(2, 0)
    scene.damage_step(A=Option.PRESSOR_BEAM)
    assert scene.told("drone_moved") == [{"event": "drone_moved", "by": ["robot_0"], "at": [7, 0]}]


def test_t19_salvage_tells_the_repair():
    scene = Scene(":  A> :     :").debris(0, 0).hurt("A", 2).touch()
    assert scene.told_without_places() == [
        {"event": "salvaged", "robot": "robot_0"},
        {"event": "repaired", "robot": "robot_0", "tokens": 1, "cause": "debris"},
    ]
