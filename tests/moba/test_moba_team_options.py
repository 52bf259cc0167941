"""The option in a base: what it gives the team, Ablative Coat there, disruption: M20 to M22."""

import numpy as np
import pytest

from cogarena.envs.moba.state import Stage
from cogarena.envs.rally.cards import Card, Option
from cogarena.envs.rally.state import FLYWHEEL_SLOT, Power
from support.scenes.moba import Scene, duel, seat

RED = ("red_0", "red_1", "red_2", "red_3")
BLUE = ("blue_0", "blue_1", "blue_2", "blue_3")


def coated(tokens=2):
    """A duel in which blue has Ablative Coat in its base."""
    scene = duel().team_option("blue", Option.ABLATIVE_COAT)
    scene.robot("blue_0").tokens = tokens
    return scene


def disrupted(card, **answers):
    """red_1 disrupts blue's base while red_0 and blue_0 fight."""
    scene = duel().team_option("blue", card).put("red_1", 18, 5, ">")
    return scene.put("blue_0", 13, 6, "<").damage_step(red_1="disrupt", **answers)


def askers(scene, stage, kind):
    """Who is asked this in a step of the turn, all saying no."""
    found = []
    while (question := scene.ask(stage)) is not None:
        if question[1] == kind:
            found.append(question[0])
        scene.answer("pass")
    return found


def test_m20_a_passive_option_acts_for_every_ally():
    scene = Scene().team_option("red", Option.EXTRA_MEMORY).next_deal()
    assert [scene.hand(name) for name in RED + BLUE] == [10] * 4 + [9] * 4


def test_m20_a_lasers_option_acts_for_every_ally():
    scene = duel().team_option("red", Option.DOUBLE_BARRELED_LASER)
    assert scene.put("red_2", 12, 6, ">").put("red_0", 13, 0).damage_step().damage("blue_0") == [2]


def test_m20_it_does_not_act_for_enemies():
    scene = duel().team_option("red", Option.DOUBLE_BARRELED_LASER).put("blue_0", 13, 6, "<")
    assert scene.damage_step().damage("red_0") == [1]


def test_m20_a_weapon_is_every_allys():
    scene = duel().team_option("red", Option.PRESSOR_BEAM).put("red_3", 12, 6, ">")
    scene.put("red_0", 13, 0).damage_step(red_3=Option.PRESSOR_BEAM)
    assert scene.at("blue_0") == (14, 6)
    assert scene.damage("blue_0") == [0]


def test_m20_a_programming_option_is_every_allys():
    scene = Scene(team_size=2).team_option("red", Option.RECOMPILE).next_deal()
    assert askers(scene, Stage.RECOMPILE, "RECOMPILE") == ["red_0", "red_1"]


def test_m20_an_option_of_the_second_card_is_every_allys():
    scene = Scene(team_size=2).team_option("blue", Option.DUAL_PROCESSOR)
    scene.r.robots["hand"][:4, :6] = [49, 7, 8, 9, 10, 11]  # a Move 1 and rotate cards
    scene.r.robots["program"][:4, :4] = 50
    scene.ask(Stage.PROGRAM)
    for _ in range(4):
        scene.answer(("card", 0))
    asked = {}
    scene.ask(Stage.PROGRAM)
    while scene.r.pending:
        name, kind = scene.question
        asked[name] = kind
        scene.answer("pass")
    assert asked == {"blue_0": "PAIR", "blue_1": "PAIR"}


def test_m20_what_is_counted_counts_per_robot():
    scene = Scene().without_towers().team_option("blue", Option.POWER_DOWN_SHIELD)
    for i, y in enumerate((5, 6)):
        scene.put(f"red_{i}", 12, y, ">").put(f"blue_{i}", 13, y).power_down(f"blue_{i}")
    assert scene.damage_step().damage("blue_0", "blue_1") == [0, 0]


def test_m20_what_is_used_once_a_turn_is_used_once_by_each():
    scene = Scene(team_size=2).team_option("red", Option.RECOMPILE).next_deal()
    scene.run(Stage.RECOMPILE, Stage.RECOMPILE, red_0="yes", red_1="yes")
    assert scene.damage("red_0", "red_1") == [1, 1]
    assert scene.ask(Stage.RECOMPILE) is None


def test_m20_superior_archive_acts_for_who_re_enters():
    scene = Scene().team_option("red", Option.SUPERIOR_ARCHIVE).put("red_1", 11, 7, "v")
    assert scene.play(red_1=Card.MOVE_1).end_of_round().damage("red_1") == [0]


def test_m20_circuit_breaker_acts_for_every_ally():
    scene = Scene().team_option("red", Option.CIRCUIT_BREAKER).hurt("red_1", 3).hurt("blue_1", 3)
    scene.end_of_round().next_deal()
    assert scene.robot("red_1").power == Power.DOWN
    assert scene.robot("blue_1").power == Power.ON


def test_m20_it_cannot_be_discarded_by_an_ally_to_stop_damage():
    scene = duel().team_option("blue", Option.BRAKES).run(Stage.AIM, Stage.FIRE)
    assert scene.ask(Stage.DAMAGE) is None
    assert scene.installed("blue") == Option.BRAKES


def test_m20_it_is_not_lost_when_an_ally_dies():
    scene = Scene().team_option("red", Option.BRAKES).put("red_1", 11, 7, "v")
    scene.play(red_1=Card.MOVE_1).damage_step()
    assert scene.installed("red") == Option.BRAKES


def test_m20_fire_control_cannot_destroy_it():
    scene = duel().give("red_0", Option.FIRE_CONTROL).team_option("blue", Option.BRAKES)
    scene.run(Stage.AIM, Stage.AIM)
    assert scene.ask(Stage.FIRE) == ("red_0", "CONTROL")
    assert not scene.may(Option.BRAKES)


def test_m21_each_living_ally_gets_two_green_tokens():
    scene = Scene().put("red_0", 7, 5).give("red_0", Option.ABLATIVE_COAT)
    scene.end_of_round(red_0=Option.ABLATIVE_COAT)
    assert scene.tokens(*RED, *BLUE) == [2, 2, 2, 2, 0, 0, 0, 0]


def test_m21_one_that_is_destroyed_gets_them_when_it_re_enters():
    scene = Scene().put("red_0", 7, 5).give("red_0", Option.ABLATIVE_COAT)
    scene.put("red_1", 11, 7, "v").play(red_1=Card.MOVE_1)
    scene.run(Stage.INSTALL, Stage.INSTALL, red_0=Option.ABLATIVE_COAT)
    assert scene.tokens("red_1") == [0]
    assert scene.run(Stage.REENTER, Stage.REENTER).tokens("red_1") == [2]


def test_m21_a_token_absorbs_one_damage():
    scene = coated().damage_step(blue_0="yes")
    assert scene.damage("blue_0") == [0]
    assert scene.tokens(*BLUE) == [1, 2, 2, 2]


def test_m21_it_need_not():
    scene = coated().damage_step(blue_0="pass")
    assert scene.damage("blue_0") == [1]
    assert scene.tokens("blue_0") == [2]


def test_m21_each_token_is_a_decision():
    scene = coated().give("red_0", Option.DOUBLE_BARRELED_LASER)
    scene.damage_step(blue_0=["yes", "pass"])
    assert scene.damage("blue_0") == [1]
    assert scene.tokens("blue_0") == [1]


def test_m21_two_tokens_absorb_no_third_damage():
    scene = coated().without_towers().weaken("red", 2, 1).move_tower("red", 2, 14, 8)
    scene.put("red_0", 13, 0).damage_step(blue_0=["yes", "yes"])
    assert scene.damage("blue_0") == [1]
    assert scene.tokens("blue_0") == [0]


def test_m21_unasked_a_token_is_spent():
    scene = duel(ask="program").team_option("blue", Option.ABLATIVE_COAT).damage_step()
    assert scene.damage("blue_0") == [0]
    assert scene.tokens("blue_0") == [1]


@pytest.mark.parametrize("tokens", [0, 1, 2])
def test_m21_an_ally_re_entering_is_topped_up_to_two(tokens):
    scene = coated(tokens).put("blue_0", 16, 4, "^").play(blue_0=Card.MOVE_1).end_of_round()
    assert scene.tokens("blue_0") == [2]
    assert scene.damage("blue_0") == [2]


def test_m21_an_enemy_re_entering_gets_none():
    scene = coated().put("red_0", 11, 7, "v").play(red_0=Card.MOVE_1).end_of_round()
    assert scene.tokens("red_0") == [0]


def test_m21_the_tokens_are_not_refilled_otherwise():
    assert coated(1).end_of_round().next_deal().tokens("blue_0") == [1]


def test_m21_all_tokens_vanish_when_the_card_is_replaced():
    scene = coated().put("blue_1", 19, 5).give("blue_1", Option.BRAKES)
    assert scene.end_of_round(blue_1=Option.BRAKES).tokens(*BLUE) == [0, 0, 0, 0]


def test_m21_the_other_teams_tokens_stay():
    scene = coated().put("red_1", 7, 5).give("red_1", Option.BRAKES)
    assert scene.end_of_round(red_1=Option.BRAKES).tokens(*BLUE) == [2, 2, 2, 2]


def test_m21_carried_by_a_robot_it_takes_three_damage_unasked():
    scene = duel().give("blue_0", Option.ABLATIVE_COAT)
    for _ in range(3):
        scene.damage_step()
    assert scene.damage("blue_0") == [0]
    assert scene.graveyard == {Option.ABLATIVE_COAT}


def test_m21_carried_by_a_robot_it_gives_allies_nothing():
    scene = duel().give("blue_1", Option.ABLATIVE_COAT).damage_step()
    assert scene.damage("blue_0") == [1]


def test_m21_a_worn_coat_gives_the_team_all_its_tokens():
    scene = Scene().put("red_0", 7, 5).give("red_0", Option.ABLATIVE_COAT)
    scene.robot("red_0").coat = 2
    scene.end_of_round(red_0=Option.ABLATIVE_COAT)
    assert scene.tokens("red_0") == [2]
    assert scene.robot("red_0").coat == 0


def test_m22_the_card_of_a_disrupted_base_goes_to_the_graveyard():
    scene = disrupted(Option.BRAKES)
    assert scene.installed("blue") is None
    assert scene.graveyard == {Option.BRAKES}
    assert scene.told("disrupted") == [{"event": "disrupted", "by": ["red_1"], "option": "Brakes"}]


def test_m22_the_own_base_keeps_its_card():
    scene = duel().team_option("blue", Option.BRAKES).team_option("red", Option.CRAB_LEGS)
    scene.put("red_1", 18, 5, ">").damage_step(red_1="disrupt")
    assert scene.installed("red") == Option.CRAB_LEGS


def test_m22_allies_still_have_it_in_that_damage_step():
    assert disrupted(Option.DOUBLE_BARRELED_LASER).damage("red_0") == [2]


def test_m22_allies_have_it_no_longer_in_the_next_one():
    scene = disrupted(Option.DOUBLE_BARRELED_LASER).put("red_1", 13, 0)
    assert scene.damage_step().damage("red_0") == [2 + 1]


def test_m22_a_weapon_still_has_its_effect_in_that_damage_step():
    scene = disrupted(Option.PRESSOR_BEAM, blue_0=Option.PRESSOR_BEAM)
    assert scene.at("red_0") == (11, 6)


def test_m22_tokens_still_absorb_damage_in_that_damage_step():
    scene = disrupted(Option.ABLATIVE_COAT, blue_0="yes")
    assert scene.damage("blue_0") == [0]
    assert scene.tokens(*BLUE) == [0, 0, 0, 0]


def test_m22_several_may_disrupt_at_once():
    scene = duel().team_option("blue", Option.BRAKES).put("red_1", 18, 5, ">")
    scene.put("red_2", 18, 6, ">").damage_step(red_1="disrupt", red_2="disrupt")
    assert scene.told("disrupted")[0]["by"] == ["red_1", "red_2"]
    assert scene.graveyard == {Option.BRAKES}


@pytest.mark.parametrize(
    ("card", "kept"), [(Option.FLYWHEEL, "hand"), (Option.CONDITIONAL_PROGRAM, "spare")]
)
def test_m22_what_lay_on_the_card_is_lost(card, kept):
    scene = Scene().team_option("blue", card).put("red_1", 18, 5, ">")
    robot = scene.robot("blue_0")
    if kept == "hand":
        robot.hand[FLYWHEEL_SLOT] = 49
    else:
        robot.spare = 49
    scene.damage_step(red_1="disrupt")
    assert not np.any(scene.r.robots[seat("blue_0")][kept])


def test_m22_what_lies_on_a_robots_own_card_is_kept():
    scene = Scene().team_option("blue", Option.BRAKES).put("red_1", 18, 5, ">")
    scene.give("blue_0", Option.FLYWHEEL).robot("blue_0").hand[FLYWHEEL_SLOT] = 49
    assert scene.damage_step(red_1="disrupt").hand("blue_0") == 1
