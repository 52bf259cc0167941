"""Touching flags, moving the archive, and repairs: RR23 and RR27."""

import numpy as np
import pytest

from cogarena.envs.rally.cards import CLASSIC_DECK, OPTIONS, Card, Option
from cogarena.envs.rally.machines import repair_robots, touch
from cogarena.envs.rally.state import Place, Power
from support.scenes.rally import Scene, options_in


def archive(scene, letter):
    return int(scene.robot(letter).archive_x), int(scene.robot(letter).archive_y)


def test_rr23_a_robot_on_its_next_flag_touches_it():
    assert Scene(": F1A^:").run(touch).robot("A").touched == 1


def test_rr23_flags_are_touched_in_order():
    scene = Scene(": F1  : F2A^: F3  :").run(touch)
    assert scene.robot("A").touched == 0
    for x in (0, 2, 1, 2):
        scene.put("A", x, 0).run(touch)
    assert scene.robot("A").touched == 3


def test_rr23_a_flag_is_touched_once():
    assert Scene(": F1A^:").run(touch, touch).robot("A").touched == 1


def test_rr23_passing_a_flag_is_not_touching_it():
    scene = Scene(":   A>: F1  :     :").play("A", Card.MOVE_2).run(touch)
    assert scene.robot("A").touched == 0


@pytest.mark.parametrize("site", ["F1", "w1", "w2"])
def test_rr23_flags_and_repair_sites_move_the_archive(site):
    scene = Scene(f":   A>: {site}  :").play("A", Card.MOVE_1).run(touch)
    assert archive(scene, "A") == (1, 0)


def test_rr23_a_flag_out_of_order_moves_the_archive_too():
    scene = Scene(": F1  :   A>: F2  :").play("A", Card.MOVE_1).run(touch)
    assert scene.robot("A").touched == 0
    assert archive(scene, "A") == (2, 0)


@pytest.mark.parametrize("surface", ["  ", "> ", "gR"])
def test_rr23_other_squares_do_not_move_the_archive(surface):
    scene = Scene(f":   A>: {surface}  :").play("A", Card.MOVE_1).run(touch)
    assert archive(scene, "A") == (0, 0)


def test_rr23_a_destroyed_robot_touches_nothing():
    scene = Scene(":   A^: F1  :").put("A", 1, 0)
    scene.robot("A").place = Place.DESTROYED
    scene.run(touch)
    assert scene.robot("A").touched == 0
    assert archive(scene, "A") == (0, 0)


def test_rr23_a_powered_down_robot_touches():
    scene = Scene(": F1A^:")
    scene.robot("A").power = Power.DOWN
    assert scene.run(touch).robot("A").touched == 1


def test_rr23_touching_repairs_nothing_and_draws_nothing():
    scene = Scene(": w2A^:").hurt("A", 3).run(touch)
    assert scene.robot("A").damage == 3
    assert scene.held("A") == set()


@pytest.mark.parametrize("site", ["F1", "w1", "w2"])
def test_rr27_flags_and_wrenches_remove_one_damage(site):
    assert Scene(f": {site}A^:").hurt("A", 3).run(repair_robots).robot("A").damage == 2


def test_rr27_a_repair_unlocks_a_register():
    scene = Scene(": w1A^:").hurt("A", 6).run(repair_robots)
    assert scene.locked("A") == [5]


@pytest.mark.parametrize(("site", "drawn"), [("F1", 0), ("w1", 0), ("w2", 1), ("  ", 0)])
def test_rr27_only_a_double_wrench_gives_an_option(site, drawn):
    scene = Scene(f": {site}A^:").run(repair_robots)
    assert len(scene.held("A")) == drawn


def test_rr27_plain_floor_repairs_nothing():
    assert Scene(":   A^:").hurt("A", 3).run(repair_robots).robot("A").damage == 3


def test_rr27_a_drawn_option_leaves_the_deck():
    scene = Scene(": w2A^:").run(repair_robots)
    assert scene.held("A").isdisjoint(options_in(scene.r.option_deck))
    assert scene.r.option_deck | scene.robot("A").options == CLASSIC_DECK


def test_rr27_a_powered_down_robot_is_repaired_but_draws_no_option():
    scene = Scene(": w2A^:").hurt("A", 3)
    scene.robot("A").power = Power.DOWN
    scene.run(repair_robots)
    assert scene.robot("A").damage == 2
    assert scene.held("A") == set()


def test_rr27_a_destroyed_robot_is_not_repaired():
    scene = Scene(": w2A^:").hurt("A", 3)
    scene.robot("A").place = Place.DESTROYED
    scene.run(repair_robots)
    assert scene.robot("A").damage == 3
    assert scene.held("A") == set()


def test_rr27_every_option_can_be_drawn():
    scene = Scene(": w2A^:")
    for _ in range(OPTIONS):
        scene.run(repair_robots)
    assert scene.held("A") == set(Option)


def test_rr27_options_come_in_random_order():
    firsts = set()
    for state in range(30):
        scene = Scene(": w2A^:")
        scene.r.rng = np.uint64(state * 0x9E3779B97F4A7C15 % 2**64)
        firsts |= scene.run(repair_robots).held("A")
    assert len(firsts) > 10


def test_rr27_an_empty_option_deck_is_made_of_the_discards():
    scene = Scene(": w2A^:")
    scene.r.option_deck = 0
    scene.r.option_discards = 1 << Option.BRAKES | 1 << Option.SCRAMBLER
    scene.run(repair_robots)
    assert len(scene.held("A")) == 1
    assert scene.r.option_discards == 0
    assert scene.held("A") | options_in(scene.r.option_deck) == {Option.BRAKES, Option.SCRAMBLER}


def test_rr27_discards_are_not_shuffled_before_the_deck_is_empty():
    scene = Scene(": w2A^:")
    scene.r.option_deck = 1 << Option.BRAKES
    scene.r.option_discards = 1 << Option.SCRAMBLER
    scene.run(repair_robots)
    assert scene.held("A") == {Option.BRAKES}
    assert options_in(scene.r.option_discards) == {Option.SCRAMBLER}


def test_rr27_without_any_card_no_option_is_drawn():
    scene = Scene(": w2A^:")
    scene.r.option_deck = 0
    assert scene.run(repair_robots).held("A") == set()
