"""Questions to people name what they are about: cards, squares, damage, targets."""

from types import SimpleNamespace

import pytest

from cogarena.envs.moba.game import GAME as MOBA
from cogarena.envs.moba.state import Ask as MobaAsk
from cogarena.envs.rally.cards import Card, Option
from cogarena.envs.rally.damage import deal_damage, hit
from cogarena.envs.rally.fire import aim_weapons, fire_board_lasers, fire_main_lasers
from cogarena.envs.rally.human import question
from cogarena.envs.rally.log import Cause
from cogarena.envs.rally.phases import hand_over
from cogarena.envs.rally.registers import ask_aborts, ask_swaps, move_robots
from cogarena.envs.rally.state import Ask
from cogarena.envs.rally.turns import ask_power_down, reenter
from support.scenes.moba import Stage, duel
from support.scenes.rally import NUMBER, Scene


def asked(scene, stage):
    """The words of the next question in a stage."""
    _, kind = scene.ask(stage)
    return worded(scene, kind)


def worded(scene, kind):
    return question({}, None, SimpleNamespace(rally=scene.r, to_act=scene.r.to_act, decision=kind))


@pytest.mark.parametrize(
    ("option", "card", "words"),
    [
        (Option.BRAKES, Card.MOVE_1, "Brakes: move no square instead of 1 square with Move 1"),
        (
            Option.FOURTH_GEAR,
            Card.MOVE_3,
            "Fourth Gear: move 4 squares instead of 3 squares with Move 3",
        ),
        (
            Option.REVERSE_GEAR,
            Card.BACK_UP,
            "Reverse Gear: move 2 squares back instead of 1 square back with Back Up",
        ),
    ],
)
def test_a_gear_is_named_with_the_squares_that_it_changes(option, card, words):
    scene = Scene(":   A>:", register=2).give("A", option)
    number = NUMBER[card]
    scene.program("A", 0, number)
    assert asked(scene, move_robots) == f"{words} ({10 * number}) in register 2?"


def test_the_question_about_damage_names_the_amount_and_who_has_hit():
    scene = Scene(":   A>:   B>:   C<:").give("A", Option.BRAKES)
    for by in (1, 2):
        hit(scene.r, 0, by, 1, 0, Cause.MAIN_LASER)
    words = "2 damage comes (hit by robot_1 and robot_2): give something up to prevent one of it?"
    assert asked(scene, deal_damage) == words


def test_damage_of_the_board_names_nobody():
    scene = Scene("|2  A>:").give("A", Option.BRAKES).run(fire_board_lasers)
    assert asked(scene, deal_damage).startswith("2 damage comes: give")


def test_a_weapon_is_asked_about_with_its_target():
    scene = Scene(":   A>:     :   B>:").give("A", Option.PRESSOR_BEAM)
    words = "fire an option instead of the main laser at robot_1?"
    assert asked(scene, aim_weapons) == words


def test_fire_control_names_its_target():
    scene = Scene(":   A>:     :   B>:").give("A", Option.FIRE_CONTROL).run(aim_weapons)
    assert asked(scene, fire_main_lasers).startswith("Fire Control at robot_1: ")


def test_the_kept_card_of_conditional_program_is_named_with_the_card_it_replaces():
    scene = Scene(":   A>:").give("A", Option.CONDITIONAL_PROGRAM).program("A", 49)
    scene.robot("A").spare = 79
    words = "Conditional Program: play Move 3 (790) instead of Move 1 (490) in register 1?"
    assert asked(scene, ask_swaps) == words


def test_abort_switch_names_the_card_that_it_replaces():
    scene = Scene(":   A>:").give("A", Option.ABORT_SWITCH).program("A", 49)
    words = "Abort Switch: instead of Move 1 (490), cards of the deck from register 1 on?"
    assert asked(scene, ask_aborts) == words


def test_a_power_down_is_asked_about_with_the_damage_that_it_removes():
    scene = Scene(":   A>:").hurt("A", 3)
    assert asked(scene, ask_power_down).endswith("to lose your 3 damage?")


def test_a_second_card_is_asked_about_with_the_first():
    scene = Scene(":   A>:").program("A", 0, 49)
    scene.robot("A").pairing = 2
    assert worded(scene, Ask.PAIR) == "a second card for register 2, after Move 1 (490)?"


def test_re_entry_beside_the_archive_says_where_that_is():
    scene = Scene(":     :   A>:     :").put("B", 0, 0)
    robot = scene.robot("B")
    robot.archive_x, robot.place, robot.fell = 1, 1, 1
    scene.r.falls = 1
    assert asked(scene, reenter) == "your archive 1, 0 is taken: where do you re-enter?"


def test_moba_names_the_team_option_that_another_would_replace():
    scene = duel().team_option("red", Option.BRAKES)
    scene.s.to_act, scene.s.decision = 0, MobaAsk.INSTALL
    words = "install an option in your base, for the whole team, instead of Brakes?"
    assert MOBA.human.question(scene.setup, scene.s) == words


def test_a_game_names_robots_in_questions_as_its_agents():
    scene = duel().give("red_0", Option.PRESSOR_BEAM)
    scene.ask(Stage.AIM)
    hand_over(scene.s)
    assert MOBA.human.question(scene.setup, scene.s).endswith("the main laser at blue_0?")
