"""What the log tells of balls, bombs, turrets and of each of the six events."""

import pytest

from cogarena.envs.powerball.state import Happening, Stage
from cogarena.envs.rally.cards import Card, Option
from support.scenes.powerball import Scene


def on_flags(happening, *rolls):
    """Three robots on flags, damaged; the event of the turn is known."""
    scene = Scene(register=5)
    for i in range(3):
        scene.flag(f"robot_{i}", i + 1).hurt(f"robot_{i}", 4)
    return scene.roll(f"1d6={int(happening)}", *rolls)


def told(scene, *kinds):
    return [(event["event"], event.get("robot")) for event in scene.told(*kinds)]


def test_p19_an_earthquake_tells_who_is_shaken():
    scene = on_flags(Happening.EARTHQUAKE, "1d4=3").end_of_turn()
    moved = {event["robot"]: event for event in scene.told("shaken")}
    assert moved["robot_1"]["direction"] == "south"
    assert [moved[name]["squares"] for name in ("robot_0", "robot_1")] == [1, 2]
    assert all(tuple(event["at"]) == scene.at(name) for name, event in moved.items())


def test_p19_a_ball_that_stays_behind_is_told():
    scene = on_flags(Happening.EARTHQUAKE, "1d4=3").carry("robot_0").end_of_turn()
    assert scene.told("dropped") == [
        {"event": "dropped", "robot": "robot_0", "balls": 1, "at": [5, 0]}
    ]


def test_p20_a_power_heal_tells_whom_it_repairs():
    scene = on_flags(Happening.POWER_HEAL).end_of_turn()
    healed = [(event["robot"], event["tokens"]) for event in scene.told("repaired")]
    assert healed == [(f"robot_{i}", 3) for i in range(3)]
    assert {event["cause"] for event in scene.told("repaired")} == {"event"}


def test_p21_placed_bombs_are_told_with_their_squares():
    scene = on_flags(Happening.BUZZ_BOMB).end_of_turn()
    placed = scene.told("bomb_placed")
    assert [event["robot"] for event in placed] == ["robot_0", "robot_1", "robot_2"]
    assert {tuple(event["at"]) for event in placed} == scene.bombs


def test_p21_a_bomb_that_falls_into_a_pit_is_told():
    scene = Scene().bomb("robot_3", 3, 5, "^", Card.MOVE_2).movement()
    assert scene.log == [{"event": "bomb_lost", "robot": "robot_3", "at": [3, 3]}]


def test_p21_an_explosion_is_told_with_whom_it_hits():
    scene = Scene(register=5).bomb("robot_3", 9, 9).put("robot_0", 10, 9)
    scene.run(Stage.BOMBS, Stage.BOMBS)
    assert scene.told_without_places() == [
        {"event": "exploded", "robot": "robot_3"},
        {"event": "hit", "robot": "robot_0", "by": ["robot_3"], "damage": 3, "cause": "bomb"},
        {"event": "hurt", "robot": "robot_0", "by": ["robot_3"], "tokens": 3, "cause": "bomb"},
    ]


def test_p22_turrets_are_told_when_they_are_stationed():
    scene = on_flags(Happening.TURRETS).end_of_turn()
    assert told(scene, "stationed") == [("stationed", f"robot_{i}") for i in range(3)]


def test_p22_fire_of_a_turret_is_told():
    scene = Scene().station("robot_0", 1).put("robot_1", 5, 3).weapons(robot_0=("robot", 1))
    (hit,) = scene.told("hit")
    assert (hit["by"], hit["damage"], hit["cause"]) == (["robot_0"], 2, "turret")


def test_p23_a_meteor_tells_where_it_falls_and_whom_it_hits():
    scene = on_flags(Happening.METEOR_SHOWER, *["2d6=6"] * 6).end_of_turn()
    assert [event["at"] for event in scene.told("meteor")] == [[5, 5]] * 3


def test_p24_an_option_shuffle_tells_what_is_taken_and_traded():
    scene = on_flags(Happening.OPTION_SHUFFLE).give("robot_3", Option.BRAKES)
    scene.put("robot_3", 0, 0).discard(Option.CRAB_LEGS, Option.RECOMPILE)
    scene.end_of_turn(robot_0=Option.BRAKES)
    assert len(scene.told("traded")) == 1
    assert ("stolen", "robot_3") in told(scene, "stolen")


def test_p9_a_thrown_ball_tells_where_it_lands():
    scene = Scene().put("robot_0", 0, 0, ">").carry("robot_0").put("robot_1", 3, 0)
    scene.weapons(robot_0=("throw", 0))
    assert told(scene, "thrown", "hit", "landed") == [
        ("thrown", "robot_1"),
        ("hit", "robot_1"),
        ("landed", "robot_0"),
    ]
    assert {tuple(event["at"]) for event in scene.told("landed")} == scene.balls


def test_p15_the_end_of_a_control_is_told():
    scene = Scene().put("robot_0", 3, 4, "^").put("robot_1", 9, 9)
    scene.robot("robot_1").radio = 1
    scene.robot("robot_0").program[0], scene.robot("robot_1").program[0] = 84, 1
    scene.robot("robot_1").own = 1
    scene.movement()
    assert told(scene, "released") == [("released", "robot_1")]


@pytest.mark.parametrize("dead", [1, 2])
def test_a_re_entry_is_told_once(dead):
    scene = Scene().dead(*[f"robot_{i}" for i in range(dead)]).reentry()
    kinds = [kind for kind, _ in told(scene)]
    assert kinds == ["entered", "powered_down"] * dead
