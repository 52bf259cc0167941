"""Powering down: RR7 to RR9."""

import pytest

from cogarena.envs.rally.cards import Card
from cogarena.envs.rally.damage import deal_damage, remove_destroyed
from cogarena.envs.rally.deck import deal, is_running
from cogarena.envs.rally.fire import fire_board_lasers
from cogarena.envs.rally.floor import Belt
from cogarena.envs.rally.machines import run_belts, run_pushers
from cogarena.envs.rally.programming import ask_programs
from cogarena.envs.rally.registers import next_robot
from cogarena.envs.rally.state import NOBODY, Ask, Place, Power
from cogarena.envs.rally.turns import ask_power_down, ask_stay_down, begin_turn
from support.scenes.rally import Scene, fire_robot_lasers

ROW = ":   A^:   B^:   C^:"


def powered_down(drawing, letters="A", **settings):
    scene = Scene(drawing, **settings)
    for letter in letters:
        scene.robot(letter).announced = 1
    begin_turn(scene.r)
    return scene


def test_rr7_only_damaged_robots_are_asked_in_dock_order():
    scene = Scene(ROW).hurt("A", 1).hurt("C", 4)
    assert scene.ask(ask_power_down) == ("A", Ask.POWER_DOWN)
    scene.answer("pass")
    assert scene.ask(ask_power_down) == ("C", Ask.POWER_DOWN)
    scene.answer("yes")
    assert scene.ask(ask_power_down) is None
    assert [scene.robot(letter).announced for letter in "ABC"] == [0, 0, 1]


def test_rr7_each_robot_is_asked_again_in_the_next_turn():
    scene = Scene(ROW).hurt("A", 1)
    assert scene.ask(ask_power_down) == ("A", Ask.POWER_DOWN)
    scene.answer("pass")
    assert scene.ask(ask_power_down) is None
    assert scene.ask(ask_power_down) == ("A", Ask.POWER_DOWN)


@pytest.mark.parametrize("place", [Place.DESTROYED, Place.OUT])
def test_rr7_a_destroyed_robot_is_not_asked(place):
    scene = Scene(ROW).hurt("A", 1)
    scene.robot("A").place = place
    assert scene.ask(ask_power_down) is None


def test_rr7_a_robot_that_is_down_is_not_asked():
    scene = powered_down(ROW).hurt("A", 1)
    assert scene.ask(ask_power_down) is None


def test_rr7_the_current_turn_is_played_in_full():
    scene = Scene(ROW).hurt("A", 1).program("A", 60)
    scene.ask(ask_power_down)
    scene.answer("yes")
    assert is_running(scene.robot("A"))
    assert next_robot(scene.r) == 0


def test_rr7_the_power_down_begins_with_the_next_turn():
    scene = Scene(ROW).hurt("A", 1)
    scene.ask(ask_power_down)
    scene.answer("yes")
    begin_turn(scene.r)
    assert scene.robot("A").power == Power.DOWN


def test_rr7_a_robot_destroyed_before_has_announced_nothing():
    scene = Scene(ROW).hurt("A", 10)
    scene.robot("A").announced = 1
    remove_destroyed(scene.r)
    begin_turn(scene.r)
    assert scene.robot("A").power == Power.ON


def test_rr7_nobody_is_asked_if_only_programs_are():
    scene = Scene(ROW, asks=False).hurt("A", 3)
    assert scene.ask(ask_power_down) is None
    assert scene.robot("A").announced == 0


def test_rr8_all_damage_goes_and_all_locks_open():
    scene = Scene(ROW).program("A", 50, 51, 52, 53, 54).hurt("A", 9)
    scene.robot("A").announced = 1
    begin_turn(scene.r)
    assert (scene.robot("A").damage, scene.locked("A")) == (0, [])
    assert scene.registers("A") == [0, 0, 0, 0, 0]


def test_rr8_the_others_keep_their_damage():
    scene = Scene(ROW).hurt("A", 3).hurt("B", 3)
    scene.robot("A").announced = 1
    begin_turn(scene.r)
    assert (scene.robot("A").damage, scene.robot("B").damage) == (0, 3)


def test_rr8_no_cards_are_dealt_and_none_asked_for():
    scene = powered_down(ROW, "ABC")
    deal(scene.r)
    assert [scene.hand(letter) for letter in "ABC"] == [[], [], []]
    assert not ask_programs(scene.r)


def test_rr8_nothing_is_executed_not_even_a_card_drawn_for_a_lock():
    scene = powered_down(":   A^:", register=5).hurt("A", 5)
    assert scene.registers("A")[4] != 0
    assert next_robot(scene.r) == NOBODY


def test_rr8_a_robot_that_is_down_does_not_fire_but_is_hit():
    scene = powered_down(":   A>:   B<:").run(fire_robot_lasers, deal_damage)
    assert (scene.robot("A").damage, scene.robot("B").damage) == (1, 0)


def test_rr8_a_robot_that_is_down_is_hit_by_a_board_laser():
    scene = powered_down("|2  A^:").run(fire_board_lasers, deal_damage)
    assert scene.robot("A").damage == 2


def test_rr8_a_robot_that_is_down_is_moved_by_belts():
    scene = powered_down(": > A^:     :")
    run_belts(scene.floor, scene.r, int(Belt.NORMAL))
    assert scene.standing == ".A"


def test_rr8_a_robot_that_is_down_is_moved_by_pushers():
    assert powered_down("|o  A^:     :").run(run_pushers).standing == ".A"


def test_rr8_a_robot_that_is_down_is_pushed_and_falls():
    scene = powered_down(":   B>:   A^: []  :").play("B", Card.MOVE_1)
    assert scene.robot("A").place == Place.DESTROYED


def test_rr8_the_turn_after_it_runs_again():
    scene = powered_down(ROW)
    begin_turn(scene.r)
    assert is_running(scene.robot("A"))


def test_rr9_robots_that_are_down_are_asked_to_stay_so_in_dock_order():
    scene = powered_down(ROW, "AC")
    assert scene.ask(ask_stay_down) == ("A", Ask.STAY_DOWN)
    scene.answer("yes")
    assert scene.ask(ask_stay_down) == ("C", Ask.STAY_DOWN)
    scene.answer("pass")
    assert scene.ask(ask_stay_down) is None
    begin_turn(scene.r)
    assert [scene.robot(letter).power for letter in "ABC"] == [Power.DOWN, Power.ON, Power.ON]


def test_rr9_another_turn_down_removes_the_damage_again():
    scene = powered_down(ROW).hurt("A", 6)
    scene.ask(ask_stay_down)
    scene.answer("yes")
    begin_turn(scene.r)
    assert (scene.robot("A").damage, scene.locked("A")) == (0, [])


def test_rr9_who_does_not_stay_down_keeps_the_damage_taken_meanwhile():
    scene = powered_down(ROW).hurt("A", 6)
    scene.ask(ask_stay_down)
    scene.answer("pass")
    begin_turn(scene.r)
    assert (scene.robot("A").damage, scene.locked("A")) == (6, [4, 5])


def test_rr9_an_undamaged_robot_may_stay_down_too():
    assert powered_down(ROW).ask(ask_stay_down) == ("A", Ask.STAY_DOWN)


def test_rr9_a_robot_destroyed_while_down_is_not_asked():
    scene = powered_down(ROW).hurt("A", 10)
    remove_destroyed(scene.r)
    assert scene.ask(ask_stay_down) is None


def test_rr9_nobody_stays_down_if_only_programs_are_asked():
    scene = powered_down(ROW, asks=False)
    assert scene.ask(ask_stay_down) is None
    begin_turn(scene.r)
    assert is_running(scene.robot("A"))
