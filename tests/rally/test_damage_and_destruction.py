"""Options that stop damage, and what destruction costs: RR24 and RR25."""

import pytest

from cogarena.envs.rally.cards import CLASSIC_DECK, Card, Option
from cogarena.envs.rally.damage import deal_damage, lose_options, remove_destroyed
from cogarena.envs.rally.deck import is_running
from cogarena.envs.rally.fire import fire_board_lasers
from cogarena.envs.rally.registers import begin_phase, next_robot
from cogarena.envs.rally.state import ACTIONS, NOBODY, Ask, Place
from support.scenes.rally import Scene, fire_robot_lasers, options_in

BRAKES, MEMORY, RECOMPILE = Option.BRAKES, Option.EXTRA_MEMORY, Option.RECOMPILE


def destroyed(scene, letter="A"):
    """Let a robot take its tenth token and be removed."""
    scene.hurt(letter, 10 - scene.robot(letter).damage)
    remove_destroyed(scene.r)
    return scene


def test_rr24_a_discarded_option_stops_one_damage():
    scene = Scene("|1  A^:").give("A", BRAKES).run(fire_board_lasers)
    assert scene.ask(deal_damage) == ("A", Ask.PREVENT)
    scene.answer("option", BRAKES)
    assert scene.ask(deal_damage) is None
    assert scene.robot("A").damage == 0
    assert scene.held("A") == set()


def test_rr24_the_discarded_option_lies_on_the_discards():
    scene = Scene("|1  A^:").give("A", BRAKES, MEMORY).run(fire_board_lasers, deal_damage)
    scene.answer("option", MEMORY)
    assert scene.held("A") == {BRAKES}
    assert options_in(scene.r.option_discards) == {MEMORY}
    assert MEMORY not in options_in(scene.r.option_deck)


def test_rr24_who_does_not_discard_takes_the_damage_and_keeps_the_option():
    scene = Scene("|1  A^:").give("A", BRAKES).run(fire_board_lasers, deal_damage)
    scene.answer("pass")
    assert scene.ask(deal_damage) is None
    assert scene.robot("A").damage == 1
    assert scene.held("A") == {BRAKES}


def test_rr24_any_option_held_can_be_discarded_and_no_other():
    scene = Scene("|1  A^:").give("A", BRAKES, RECOMPILE).run(fire_board_lasers, deal_damage)
    answers = [("pass",), ("option", BRAKES), ("option", RECOMPILE)]
    assert scene.legal == {ACTIONS.number(name, *map(int, index)) for name, *index in answers}


def test_rr24_each_damage_is_decided_by_itself():
    scene = Scene("|3  A^:").give("A", BRAKES, MEMORY).run(fire_board_lasers)
    for reply in (("option", BRAKES), ("pass",), ("option", MEMORY)):
        assert scene.ask(deal_damage) == ("A", Ask.PREVENT)
        scene.answer(*reply)
    assert scene.ask(deal_damage) is None
    assert scene.robot("A").damage == 1


def test_rr24_without_options_left_the_rest_is_taken_unasked():
    scene = Scene("|3  A^:").give("A", BRAKES).run(fire_board_lasers, deal_damage)
    scene.answer("option", BRAKES)
    assert scene.ask(deal_damage) is None
    assert scene.robot("A").damage == 2


def test_rr24_robots_decide_in_dock_order():
    scene = Scene(":   B>:   A<:").give("A", BRAKES).give("B", MEMORY).run(fire_robot_lasers)
    assert scene.ask(deal_damage) == ("A", Ask.PREVENT)
    scene.answer("pass")
    assert scene.ask(deal_damage) == ("B", Ask.PREVENT)


def test_rr24_an_option_can_stop_the_tenth_damage():
    scene = Scene("|1  A^:").give("A", BRAKES).hurt("A", 9).run(fire_board_lasers, deal_damage)
    scene.answer("option", BRAKES)
    remove_destroyed(scene.r)
    assert scene.robot("A").place == Place.FLOOR


def test_rr24_after_the_tenth_damage_nothing_more_is_asked():
    scene = Scene("|3  A^:").give("A", BRAKES).hurt("A", 9).run(fire_board_lasers, deal_damage)
    scene.answer("pass")
    assert scene.ask(deal_damage) is None


def test_rr24_options_are_kept_if_only_programs_are_asked():
    scene = Scene("|1  A^:", asks=False).give("A", BRAKES).run(fire_board_lasers)
    assert scene.ask(deal_damage) is None
    assert scene.robot("A").damage == 1
    assert scene.held("A") == {BRAKES}


@pytest.mark.parametrize(("tokens", "place"), [(9, Place.FLOOR), (10, Place.DESTROYED)])
def test_rr25_the_tenth_damage_destroys(tokens, place):
    scene = Scene(":   A^:").hurt("A", tokens)
    remove_destroyed(scene.r)
    assert scene.robot("A").place == place


def test_rr25_destruction_costs_a_life():
    assert destroyed(Scene(":   A^:")).robot("A").lives == 2


def test_rr25_a_fall_costs_a_life_too():
    assert Scene(":   A>: []  :").play("A", Card.MOVE_1).robot("A").lives == 2


def test_rr25_without_a_life_left_the_robot_is_out():
    scene = Scene(":   A^:")
    scene.robot("A").lives = 1
    assert destroyed(scene).robot("A").place == Place.OUT


def test_rr25_a_destroyed_robot_does_nothing_more_in_this_turn():
    scene = Scene(":   A>:   B^:").program("A", 60, 61)
    destroyed(scene)
    scene.r.register = 1
    begin_phase(scene.r)
    assert not is_running(scene.robot("A"))
    assert next_robot(scene.r) == NOBODY


def test_rr25_a_destroyed_robot_is_no_longer_in_the_way():
    scene = destroyed(Scene(":   B>:   A^|     :")).play("B", Card.MOVE_1)
    assert scene.standing == ".B."


def test_rr25_a_robot_destroyed_while_moving_takes_no_laser_damage():
    scene = Scene(":   A>: []  :   B<:").play("A", Card.MOVE_1).run(fire_robot_lasers, deal_damage)
    assert scene.robot("A").damage == 0


def test_rr25_its_owner_chooses_the_option_that_is_lost():
    scene = destroyed(Scene(":   A^:").give("A", BRAKES, MEMORY, RECOMPILE))
    assert scene.ask(lose_options) == ("A", Ask.LOSE)
    scene.answer("option", MEMORY)
    assert scene.ask(lose_options) is None
    assert scene.held("A") == {BRAKES, RECOMPILE}
    assert options_in(scene.r.option_discards) == {MEMORY}


def test_rr25_one_option_must_be_lost():
    scene = destroyed(Scene(":   A^:").give("A", BRAKES, MEMORY))
    scene.ask(lose_options)
    assert scene.legal == {
        ACTIONS.number("option", int(BRAKES)),
        ACTIONS.number("option", int(MEMORY)),
    }


def test_rr25_an_only_option_is_lost_unasked():
    scene = destroyed(Scene(":   A^:").give("A", BRAKES))
    assert scene.ask(lose_options) is None
    assert scene.held("A") == set()
    assert options_in(scene.r.option_discards) == {BRAKES}


def test_rr25_a_fall_costs_an_option_too():
    scene = Scene(":   A>:").give("A", BRAKES).play("A", Card.MOVE_1)
    assert scene.ask(lose_options) is None
    assert scene.held("A") == set()


def test_rr25_a_robot_without_options_loses_none():
    scene = destroyed(Scene(":   A^:"))
    assert scene.ask(lose_options) is None
    assert scene.r.option_discards == 0


def test_rr25_two_destroyed_robots_choose_in_dock_order():
    scene = Scene(":   A^:   B^:").give("A", BRAKES, MEMORY)
    scene.give("B", RECOMPILE, Option.SCRAMBLER).hurt("A", 10).hurt("B", 10)
    remove_destroyed(scene.r)
    assert scene.ask(lose_options) == ("A", Ask.LOSE)
    scene.answer("option", BRAKES)
    assert scene.ask(lose_options) == ("B", Ask.LOSE)


def test_rr25_one_option_is_lost_if_only_programs_are_asked():
    scene = destroyed(Scene(":   A^:", asks=False).give("A", BRAKES, MEMORY))
    assert scene.ask(lose_options) is None
    assert len(scene.held("A")) == 1


def test_rr25_no_option_card_disappears():
    scene = destroyed(Scene(":   A^:").give("A", BRAKES, MEMORY))
    scene.ask(lose_options)
    scene.answer("option", BRAKES)
    everywhere = scene.r.option_deck | scene.r.option_discards | scene.robot("A").options
    assert everywhere == CLASSIC_DECK


def test_rr25_simultaneous_deaths_count_in_dock_order():
    scene = Scene(":   B^:   A^:   C^:").hurt("A", 10).hurt("B", 10).hurt("C", 10)
    remove_destroyed(scene.r)
    assert [scene.robot(letter).fell for letter in "ABC"] == [1, 2, 3]
