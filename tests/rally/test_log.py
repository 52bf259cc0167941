"""The log: who did what to whom, how much, how and where, in the order in which it happened."""

import pytest

from cogarena.envs.rally.cards import Card, Option
from cogarena.envs.rally.damage import deal_damage, hit, lose_options, remove_destroyed
from cogarena.envs.rally.deck import repair
from cogarena.envs.rally.events import BY, FACTS, FIELD, TEXTS, log_text
from cogarena.envs.rally.fire import (
    aim_weapons,
    fire_board_lasers,
    fire_main_lasers,
    weapon_effects,
)
from cogarena.envs.rally.log import LOG, Cause, Event, begin_log, log_event
from cogarena.envs.rally.machines import run_belts, run_pushers, touch, trip_breakers
from cogarena.envs.rally.moves import shake_robot
from cogarena.envs.rally.registers import ask_aborts, ask_swaps, begin_phase, move_robots
from cogarena.envs.rally.turns import ask_power_down, begin_turn
from support.scenes.drawing import LETTERS
from support.scenes.rally import NUMBER, Scene

TOLD = log_text(name=LETTERS.__getitem__)


def told(scene, *kinds):
    """The events of some kinds, or all."""
    events = TOLD.events(None, {"rally": scene.r})
    return [event for event in events if not kinds or event["event"] in kinds]


def test_a_push_is_told_once_for_each_card_with_who_how_far_and_where_to():
    scene = Scene(":   A>:   B>:   C^:     :     :     :").play("A", Card.MOVE_2)
    assert told(scene) == [
        {"event": "pushed", "robot": "C", "by": ["A"], "squares": 2, "at": [4, 0]},
        {"event": "pushed", "robot": "B", "by": ["A"], "squares": 2, "at": [3, 0]},
    ]


def test_pushes_of_two_cards_are_told_apart():
    scene = Scene(":   A>:   B>:     :     :").play("A", Card.MOVE_1).play("A", Card.MOVE_1)
    assert [(event["squares"], event["at"]) for event in told(scene)] == [(1, [2, 0]), (1, [3, 0])]


def test_a_pusher_pushes_by_nobody():
    scene = Scene(":   A^:     :")
    scene.floor.squares[0, 0].pusher, scene.floor.squares[0, 0].pushes = 1, 1
    scene.run(run_pushers)
    assert told(scene) == [{"event": "pushed", "robot": "A", "squares": 1, "at": [1, 0]}]


def test_a_pit_is_the_cause_of_a_death_and_the_pusher_is_told():
    scene = Scene(":   A>:   B>: []  :").play("A", Card.MOVE_1)
    assert told(scene, "destroyed") == [
        {"event": "destroyed", "robot": "B", "by": ["A"], "cause": "pit", "at": [2, 0]}
    ]


def test_a_robot_that_falls_by_its_own_program_is_told_as_its_own_doing():
    scene = Scene(":   A>: []  :").play("A", Card.MOVE_1)
    (death,) = told(scene)
    assert (death["by"], death["cause"]) == (["A"], "pit")
    assert TOLD.sentence(death) == "A is destroyed (pit) by itself"


def test_under_radio_control_it_is_the_controllers_doing():
    scene = Scene(":   A>: []  :   B^:")
    scene.robot("A").radio = 2
    scene.robot("B").program[0] = NUMBER[Card.MOVE_1]
    scene.play("A", Card.U_TURN)
    (death,) = told(scene, "destroyed")
    assert death["by"] == ["B"]


def test_the_edge_is_a_cause_of_its_own():
    scene = Scene(":   A<:").play("A", Card.MOVE_1)
    (death,) = told(scene)
    assert (death["cause"], death["at"]) == ("edge", [-1, 0])


def test_a_belt_after_a_push_leaves_the_death_to_the_last_mover():
    scene = Scene(":   A>:   B^: >   : []  :").play("A", Card.MOVE_1)
    run_belts(scene.floor, scene.r, 1)
    (death,) = told(scene, "destroyed")
    assert (death["by"], death["cause"]) == (["A"], "pit")


def test_a_belt_alone_is_nobodys_doing():
    scene = Scene(": > A^: []  :")
    scene.run(lambda floor, r: begin_phase(r), lambda floor, r: run_belts(floor, r, 1))
    (death,) = told(scene)
    assert "by" not in death


def test_an_earthquake_is_nobodys_doing():
    scene = Scene(":   A^:     :     :")
    shake_robot(scene.floor, scene.r, 0, 1, 2)
    assert told(scene) == [
        {"event": "shaken", "robot": "A", "squares": 2, "direction": "east", "at": [2, 0]}
    ]


def test_hits_of_one_step_are_told_by_shooter_and_cause():
    scene = Scene(":   A^:")
    for by, cause in ((1, Cause.MAIN_LASER), (1, Cause.MAIN_LASER), (1, Cause.RAMMING_GEAR)):
        hit(scene.r, 0, by, 1, 0, cause)
    assert [(event["damage"], event["cause"]) for event in told(scene)] == [
        (2, "main_laser"),
        (1, "ramming_gear"),
    ]


def test_a_board_laser_is_nobodys():
    scene = Scene(":   A^:")
    scene.floor.laser[0], scene.floor.lasers = (0, 0, 1, 3), 1
    scene.run(fire_board_lasers)
    assert told(scene) == [
        {"event": "hit", "robot": "A", "damage": 3, "cause": "board_laser", "at": [0, 0]}
    ]


def test_damage_is_told_with_all_who_dealt_it():
    scene = Scene(":   A^:")
    hit(scene.r, 0, 1, 2, 0, Cause.MAIN_LASER)
    hit(scene.r, 0, 2, 1, 0, Cause.REAR_LASER)
    scene.run(deal_damage)
    assert told(scene, "hurt") == [
        {"event": "hurt", "robot": "A", "by": ["B", "C"], "tokens": 3, "cause": "rear_laser",
         "at": [0, 0]}
    ]  # fmt: skip


def test_death_by_damage_is_told_with_the_last_cause():
    scene = Scene(":   A^:").hurt("A", 9)
    hit(scene.r, 0, 1, 1, 0, Cause.HOWITZER)
    scene.run(deal_damage, lambda floor, r: remove_destroyed(r))
    (death,) = told(scene, "destroyed")
    assert (death["by"], death["cause"]) == (["B"], "howitzer")


def test_what_a_shield_stops_is_told():
    scene = Scene(":   A^:").give("A", Option.POWER_DOWN_SHIELD).power_down("A")
    hit(scene.r, 0, 1, 2, 0, Cause.MAIN_LASER)
    assert [
        (event["event"], event.get("damage", event.get("tokens"))) for event in told(scene)
    ] == [
        ("hit", 2),
        ("prevented", 1),
    ]


def test_an_own_token_against_damage_is_told():
    scene = Scene(":   A^:", asks=False)
    scene.robot("A").tokens = 1
    hit(scene.r, 0, 1, 1, 0, Cause.MAIN_LASER)
    scene.run(deal_damage)
    assert [event["cause"] for event in told(scene, "prevented")] == ["token"]


def test_an_option_lost_with_the_robot_is_told_as_such():
    scene = Scene(":   A<:").give("A", Option.BRAKES).play("A", Card.MOVE_1).run(lose_options)
    assert told(scene, "discarded") == [
        {"event": "discarded", "robot": "A", "option": "Brakes", "cause": "lost_with_robot"}
    ]


def test_a_repair_is_told_with_its_cause():
    scene = Scene(":   A^:").hurt("A", 3)
    repair(scene.r, 0, 2, Cause.BASE)
    repair(scene.r, 0, 2, Cause.REPAIR_SITE)
    repair(scene.r, 0, 2, Cause.BASE)
    assert [(event["tokens"], event["cause"]) for event in told(scene)] == [
        (2, "base"),
        (1, "repair_site"),
    ]


def test_a_touched_flag_is_told():
    scene = Scene(":F1 A^:").run(touch)
    assert told(scene) == [{"event": "touched", "robot": "A", "flag": 1, "at": [0, 0]}]


def test_an_announced_power_down_is_told():
    scene = Scene(":   A^:").hurt("A", 1)
    scene.ask(ask_power_down)
    assert told(scene.answer("yes")) == [{"event": "announced", "robot": "A"}]


def test_a_circuit_breaker_is_told():
    scene = Scene(":   A^:").hurt("A", 3).give("A", Option.CIRCUIT_BREAKER)
    trip_breakers(scene.r)
    assert told(scene) == [{"event": "announced", "robot": "A", "cause": "circuit_breaker"}]


def test_powering_down_is_told_before_its_repair_and_only_when_it_begins():
    scene = Scene(":   A^:").hurt("A", 2)
    scene.robot("A").announced = 1
    begin_turn(scene.r)
    assert [event["event"] for event in told(scene)] == ["powered_down", "repaired"]
    begin_log(scene.r)
    scene.robot("A").announced = 1
    begin_turn(scene.r)
    assert told(scene) == []


def test_a_gear_is_told_when_it_is_used():
    scene = Scene(":   A>:").give("A", Option.BRAKES).program("A", NUMBER[Card.MOVE_1])
    scene.ask(move_robots)
    assert told(scene.answer("yes")) == [{"event": "used", "robot": "A", "option": "Brakes"}]


def test_an_abort_switch_is_told():
    scene = Scene(":   A>:").give("A", Option.ABORT_SWITCH).program("A", 49)
    scene.r.deck[:], scene.r.deck_left = 0, 1
    scene.r.deck[0] = 50
    scene.ask(ask_aborts)
    assert told(scene.answer("yes")) == [{"event": "used", "robot": "A", "option": "Abort Switch"}]


def test_a_swap_is_told_only_when_all_have_chosen():
    scene = Scene(":   A>:").give("A", Option.CONDITIONAL_PROGRAM).program("A", 49)
    scene.robot("A").spare = 79
    scene.ask(ask_swaps)
    scene.answer("yes")
    assert told(scene) == []
    scene.run(ask_swaps)
    assert [event["option"] for event in told(scene)] == ["Conditional Program"]


@pytest.mark.parametrize(
    ("option", "effect"),
    [
        (Option.RADIO_CONTROL, {"event": "controlled", "robot": "B", "by": ["A"]}),
        (Option.SCRAMBLER, {"event": "jammed", "robot": "B", "by": ["A"], "register": 2}),
        (
            Option.PRESSOR_BEAM,
            {"event": "pushed", "robot": "B", "by": ["A"], "squares": 1, "at": [3, 0]},
        ),
    ],
)
def test_a_weapon_is_told_with_its_target_and_its_effect(option, effect):
    scene = Scene(":   A>:     :   B^:     :").give("A", option)
    scene.r.deck_left, scene.r.deck[0] = 1, 50
    scene.ask(aim_weapons)
    scene.answer("option", option).run(weapon_effects)
    used = {"event": "used", "robot": "A", "on": ["B"], "option": TOLD_NAMES[option]}
    assert told(scene) == [used, effect]


TOLD_NAMES = {
    Option.RADIO_CONTROL: "Radio Control",
    Option.SCRAMBLER: "Scrambler",
    Option.PRESSOR_BEAM: "Pressor Beam",
}


def test_fire_control_is_told_with_its_target():
    scene = Scene(":   A>:   B^:").give("A", Option.FIRE_CONTROL).run(aim_weapons)
    scene.ask(fire_main_lasers)
    assert [event["event"] for event in told(scene.answer("register", 2))] == ["used", "hit"]


def test_what_does_not_fit_into_the_log_is_counted():
    scene = Scene(":   A^:")
    for _ in range(LOG + 2):
        log_event(scene.r, Event.DRAWN, 0, 0, 1)
    assert len(told(scene)) == LOG + 1
    assert told(scene)[-1] == {"event": "untold", "entries": 2}


def test_a_decision_begins_the_log_anew():
    scene = Scene(":   A<:").play("A", Card.MOVE_1)
    begin_log(scene.r)
    assert told(scene) == []


def test_every_kind_of_event_has_a_sentence_whose_facts_it_tells():
    for kind in Event:
        facts = {name for name, *_ in FACTS.get(kind, ())} | {"robot", BY.get(kind, "by"), "at"}
        assert set(FIELD.findall(TEXTS[kind.name.lower()])) <= facts


def test_a_clause_without_its_facts_is_left_out():
    assert TOLD.sentence({"event": "hit", "robot": "A", "damage": 2}) == "A is hit for 2"


def test_a_panel_tells_no_clauses():
    event = {"event": "destroyed", "robot": "A", "by": ["B"], "cause": "pit", "at": [1, 2]}
    assert TOLD.sentence(event, brief=True) == "A is destroyed"
