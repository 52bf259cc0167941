"""The howitzer that every robot has, and what lasers make of it: M12 and M13."""

import pytest

from cogarena.envs.moba.state import Stage
from cogarena.envs.rally.cards import SECOND_COPY, Card, Option
from support.scenes.moba import Scene, before_a_tower, beneath_a_tower, duel

LASERS = [
    (Option.HIGH_POWER_LASER, SECOND_COPY[Option.HIGH_POWER_LASER]),
    (Option.DOUBLE_BARRELED_LASER, SECOND_COPY[Option.DOUBLE_BARRELED_LASER]),
]


def is_asked(scene):
    return scene.ask(Stage.AIM) == ("red_0", "WEAPON")


def tower_health(scene):
    return int(scene.tower("blue", 4).health)


@pytest.mark.parametrize("distance", [1, 2, 3])
def test_m12_a_robot_may_choose_its_howitzer_instead_of_the_laser(distance):
    scene = duel(distance)
    assert is_asked(scene)
    assert scene.may("pass")
    assert scene.may("howitzer")


def test_m12_its_range_is_three_squares():
    assert not is_asked(duel(4))


def test_m12_without_a_target_nobody_is_asked():
    assert Scene().put("red_0", 12, 6, ">").ask(Stage.AIM) is None


def test_m12_it_is_fired_straight_ahead():
    assert not is_asked(duel().put("red_0", 12, 6, "<"))


def test_m12_a_powered_down_robot_is_not_asked():
    assert not is_asked(duel().power_down("red_0"))


def test_m12_it_replaces_the_laser():
    assert duel().damage_step(red_0="howitzer").damage("blue_0") == [1]


def test_m12_declined_the_laser_fires():
    scene = duel().damage_step(red_0="pass")
    assert scene.damage("blue_0") == [1]
    assert scene.at("blue_0") == (13, 6)


@pytest.mark.parametrize(
    ("faces", "x", "y"), [("^", 13, 4), (">", 15, 6), ("v", 13, 8), ("<", 11, 6)]
)
def test_m12_a_robot_is_pushed_one_square_away(faces, x, y):
    there = {"^": (13, 5), ">": (14, 6), "v": (13, 7), "<": (12, 6)}[faces]
    scene = Scene().without_towers().put("red_0", 13, 6, faces).put("blue_0", *there)
    assert scene.damage_step(red_0="howitzer").at("blue_0") == (x, y)


def test_m12_a_wall_stops_the_push_and_not_the_damage():
    scene = Scene().without_towers().put("red_0", 14, 6, ">").put("blue_0", 16, 6)
    scene.damage_step(red_0="howitzer")
    assert (scene.at("blue_0"), scene.damage("blue_0")) == ((16, 6), [1])


def test_m12_the_push_moves_robots_in_the_way():
    scene = duel().put("blue_1", 14, 6).put("red_1", 15, 6).damage_step(red_0="howitzer")
    assert [scene.at(name) for name in ("blue_0", "blue_1", "red_1")] == [(14, 6), (15, 6), (16, 6)]


def test_m12_the_first_enemy_in_line_is_the_target():
    scene = duel(2).put("blue_1", 13, 6).damage_step(red_0="howitzer")
    assert scene.damage("blue_0", "blue_1") == [0, 1]


def test_m12_an_enemy_before_a_tower_is_the_target():
    scene = before_a_tower().put("blue_0", 15, 3).damage_step(red_0="howitzer")
    assert scene.damage("blue_0") == [1]
    assert tower_health(scene) == 10


def test_m12_an_enemy_behind_a_tower_is_no_target():
    scene = beneath_a_tower().damage_step(red_0="howitzer")
    assert scene.damage("blue_0") == [0]
    assert tower_health(scene) == 9


def test_m12_a_wall_stops_it():
    scene = Scene().put("red_0", 15, 5, ">").put("blue_0", 17, 5)
    assert scene.ask(Stage.AIM) is None


def test_m12_a_pit_does_not_stop_it():
    assert is_asked(before_a_tower(15))


@pytest.mark.parametrize("x", [14, 15])
def test_m12_an_enemy_tower_takes_one_damage(x):
    scene = before_a_tower(x).damage_step(red_0="howitzer")
    assert tower_health(scene) == 9


def test_m12_a_tower_out_of_range_is_no_target():
    assert not is_asked(before_a_tower(13))


@pytest.mark.parametrize(
    ("x", "y", "faces"), [(18, 5, ">"), (17, 6, ">"), (21, 6, "<"), (19, 3, "v")]
)
def test_m12_an_enemy_base_takes_one_damage(x, y, faces):
    scene = Scene().put("red_0", x, y, faces).damage_step(red_0="howitzer")
    assert scene.base("blue").health == 39


def test_m12_a_destroyed_tower_is_no_target():
    assert not is_asked(before_a_tower().weaken("blue", 4, 0))


def test_m12_own_towers_are_no_targets():
    assert Scene().put("red_0", 9, 3, ">").ask(Stage.AIM) is None


def test_m12_own_towers_block():
    scene = Scene().put("red_0", 9, 3, ">").put("blue_0", 12, 3)
    assert scene.ask(Stage.AIM) is None
    assert is_asked(scene.weaken("red", 2, 0))


def test_m12_the_own_base_is_no_target():
    assert Scene().put("red_0", 6, 5, ">").ask(Stage.AIM) is None


def test_m12_the_own_base_does_not_block():
    scene = Scene().put("red_0", 6, 5, ">").put("blue_0", 9, 5)
    assert scene.damage_step(red_0="howitzer").at("blue_0") == (10, 5)


def test_m12_it_is_fired_out_of_the_own_base():
    scene = Scene().without_towers().put("red_0", 8, 5, ">").put("blue_0", 9, 5)
    assert scene.damage_step(red_0="howitzer").damage("blue_0") == [1]


def test_m12_the_base_takes_the_shell_before_a_robot_inside_it():
    scene = Scene().put("red_0", 18, 5, ">").put("blue_0", 19, 5).damage_step(red_0="howitzer")
    assert scene.damage("blue_0") == [0]
    assert scene.base("blue").health == 39


def test_m12_it_has_no_ammunition_count():
    scene = before_a_tower()
    for _ in range(8):
        scene.damage_step(red_0="howitzer")
        scene.robot("red_0").damage = 0
    assert tower_health(scene) == 2
    assert is_asked(scene)


def test_m12_it_cannot_be_discarded_to_stop_damage():
    scene = duel().give("blue_0", Option.BRAKES).run(Stage.AIM, Stage.FIRE)
    assert scene.ask(Stage.DAMAGE) == ("blue_0", "PREVENT")
    assert not scene.may("howitzer")
    assert scene.may(Option.BRAKES)


def test_m12_it_is_not_lost_with_the_robot():
    scene = Scene().put("red_0", 11, 7, "v").play(red_0=Card.MOVE_1).end_of_round()
    assert is_asked(scene.put("red_0", 12, 6, ">").put("blue_0", 13, 6))


def test_m12_fire_control_cannot_take_it():
    scene = duel().give("red_0", Option.FIRE_CONTROL).give("blue_0", Option.BRAKES)
    scene.run(Stage.AIM, Stage.AIM)
    assert scene.ask(Stage.FIRE) == ("red_0", "CONTROL")
    assert not scene.may("howitzer")
    assert scene.may(Option.BRAKES)


@pytest.mark.parametrize(("x", "shells"), [(14, 1), (13, 0)])
def test_m12_unasked_it_is_fired_at_towers(x, shells):
    scene = Scene(ask="program").put("red_0", x, 3, ">").damage_step()
    assert tower_health(scene) == 10 - shells


def test_m12_unasked_it_is_fired_at_bases():
    scene = Scene(ask="program").put("red_0", 18, 5, ">").damage_step()
    assert scene.base("blue").health == 39


def test_m12_unasked_the_laser_is_fired_at_robots():
    assert duel(ask="program").damage_step().at("blue_0") == (13, 6)


@pytest.mark.parametrize("card", LASERS[0])
def test_m13_with_high_power_its_range_is_four(card):
    assert tower_health(before_a_tower(13, card).damage_step(red_0="howitzer")) == 9
    assert not is_asked(before_a_tower(12, card))


def test_m13_high_power_of_the_team_gives_range_four_too():
    scene = before_a_tower(13).team_option("red", SECOND_COPY[Option.HIGH_POWER_LASER])
    assert tower_health(scene.damage_step(red_0="howitzer")) == 9


def test_m13_the_main_laser_passes_an_enemy_tower_with_high_power():
    scene = beneath_a_tower(Option.HIGH_POWER_LASER)
    assert scene.damage_step().damage("blue_0") == [1]


def test_m13_the_main_laser_passes_an_own_tower_with_high_power():
    scene = Scene().put("blue_0", 17, 4, "^").put("red_0", 17, 2, "<")
    scene.without_towers().weaken("blue", 4, 10).give("blue_0", Option.HIGH_POWER_LASER)
    assert scene.damage_step().damage("red_0") == [1 + 3]


def test_m13_it_passes_a_tower_or_a_robot_and_not_both():
    scene = Scene().without_towers().weaken("blue", 4, 10).give("red_0", Option.HIGH_POWER_LASER)
    scene.put("red_0", 17, 5, "^").put("blue_0", 17, 4).put("blue_1", 17, 2).damage_step()
    assert scene.damage("blue_0", "blue_1") == [1, 0]


def test_m13_high_power_takes_no_shell_through_a_tower():
    scene = beneath_a_tower(Option.HIGH_POWER_LASER).damage_step(red_0="howitzer")
    assert scene.damage("blue_0") == [0]
    assert tower_health(scene) == 9


def test_m13_high_power_takes_no_shell_through_a_wall():
    scene = Scene().put("red_0", 15, 5, ">").put("blue_0", 17, 5)
    scene.give("red_0", Option.HIGH_POWER_LASER)
    assert scene.ask(Stage.AIM) is None


@pytest.mark.parametrize("card", LASERS[1])
def test_m13_with_two_barrels_it_deals_two_damage(card):
    assert tower_health(before_a_tower(15, card).damage_step(red_0="howitzer")) == 8
    assert duel().give("red_0", card).damage_step(red_0="howitzer").damage("blue_0") == [2]


def test_m13_two_barrels_of_the_team_deal_two_damage_to_a_base():
    scene = Scene().team_option("red", Option.DOUBLE_BARRELED_LASER).put("red_1", 18, 5, ">")
    assert scene.damage_step(red_1="howitzer").base("blue").health == 38


def test_m13_two_barrels_push_once():
    scene = duel().give("red_0", Option.DOUBLE_BARRELED_LASER).damage_step(red_0="howitzer")
    assert scene.at("blue_0") == (14, 6)


def test_m13_both_lasers_combine():
    scene = before_a_tower(13, Option.HIGH_POWER_LASER, Option.DOUBLE_BARRELED_LASER)
    assert tower_health(scene.damage_step(red_0="howitzer")) == 8
