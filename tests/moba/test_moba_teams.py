"""Allies, spawn zones and the one-way barrier: M6 to M9."""

import pytest

from cogarena.envs.core.grid import Direction
from cogarena.envs.moba.state import Stage
from cogarena.envs.rally.cards import Card, Option
from cogarena.envs.rally.state import Power
from support.scenes.moba import Scene

N, E, S, W = Direction
FACINGS = "^>v<"


def three_in_a_row():
    """red_1 stands between red_0 and blue_0, who is no danger to anybody."""
    scene = Scene().without_towers()
    return scene.put("red_0", 12, 6, ">").put("red_1", 13, 6, "^").put("blue_0", 14, 6, "^")


def test_m6_a_laser_passes_allies_without_harm():
    assert three_in_a_row().damage_step().damage("red_1", "blue_0") == [0, 1]


def test_m6_an_enemy_blocks_the_laser():
    scene = three_in_a_row().put("blue_1", 15, 6, "^").damage_step()
    assert scene.damage("blue_0", "blue_1") == [1, 0]


def test_m6_a_rear_laser_passes_allies_without_harm():
    scene = three_in_a_row().put("red_0", 12, 6, "<").give("red_0", Option.REAR_FIRING_LASER)
    assert scene.damage_step().damage("red_1", "blue_0") == [0, 1]


def test_m6_a_howitzer_passes_allies_without_harm():
    scene = three_in_a_row().damage_step(red_0="howitzer")
    assert scene.damage("red_1", "blue_0") == [0, 1]
    assert (scene.at("red_1"), scene.at("blue_0")) == ((13, 6), (15, 6))


@pytest.mark.parametrize("weapon", [Option.PRESSOR_BEAM, Option.RADIO_CONTROL, Option.SCRAMBLER])
def test_m6_allies_do_not_hide_a_weapons_target(weapon):
    scene = three_in_a_row().give("red_0", weapon)
    assert scene.ask(Stage.AIM) == ("red_0", "WEAPON")
    assert scene.may(weapon)


@pytest.mark.parametrize("weapon", [Option.PRESSOR_BEAM, Option.RADIO_CONTROL, Option.SCRAMBLER])
def test_m6_an_ally_is_no_weapons_target(weapon):
    scene = three_in_a_row().put("blue_0", 14, 1).give("red_0", weapon)
    assert scene.ask(Stage.AIM) is None


def test_m6_an_ally_does_not_use_up_the_high_power_lasers_passage():
    scene = three_in_a_row().put("blue_1", 15, 6, "^").give("red_0", Option.HIGH_POWER_LASER)
    assert scene.damage_step().damage("red_1", "blue_0", "blue_1") == [0, 1, 1]


def test_m6_ramming_an_ally_does_no_damage():
    scene = three_in_a_row().give("red_0", Option.RAMMING_GEAR).play(red_0=Card.MOVE_1)
    assert scene.damage("red_1", "blue_0") == [0, 0]


def test_m6_ramming_an_enemy_does_damage():
    scene = Scene().put("red_0", 12, 6, ">").put("blue_0", 13, 6).give("red_0", Option.RAMMING_GEAR)
    assert scene.play(red_0=Card.MOVE_1).damage("blue_0") == [1]


def test_m6_a_robot_that_its_own_beam_moves_rams_nobody():
    scene = three_in_a_row().put("blue_1", 11, 6, "^")
    scene.give("red_0", Option.TRACTOR_BEAM, Option.RAMMING_GEAR)
    scene.damage_step(red_0=Option.TRACTOR_BEAM).play()
    assert scene.damage("blue_1") == [0]


def test_m6_allies_push_each_other():
    scene = three_in_a_row().play(red_0=Card.MOVE_1)
    assert [scene.at(name) for name in ("red_0", "red_1", "blue_0")] == [(13, 6), (14, 6), (15, 6)]


def test_m6_allies_can_push_each_other_to_death():
    scene = Scene().put("red_1", 13, 8, "<").put("red_2", 12, 8).play(red_1=Card.MOVE_1)
    assert not scene.is_alive("red_2")
    assert scene.tally("red_1") == (0, 0, 0)


def fallen(**settings):
    """red_0 lies in a pit."""
    return Scene(**settings).put("red_0", 11, 7, "v").play(red_0=Card.MOVE_1)


def test_m7_a_destroyed_robot_chooses_among_the_free_docks_of_its_zone():
    scene = fallen()
    assert scene.ask(Stage.REENTER) == ("red_0", "DOCK")
    assert [dock for dock in range(8) if scene.may(("dock", dock))] == [0, 1, 2, 6, 7]
    assert len(scene.legal) == 5


def test_m7_it_re_enters_on_the_dock_it_chose():
    scene = fallen().end_of_round(red_0=("dock", 6))
    assert scene.is_alive("red_0")
    assert scene.at("red_0") == (0, 10)


def test_m7_the_zone_is_its_own():
    scene = Scene().put("blue_0", 16, 4, "^").play(blue_0=Card.MOVE_1)
    assert scene.end_of_round(blue_0=("dock", 6)).at("blue_0") == (27, 1)


@pytest.mark.parametrize("facing", range(4))
def test_m7_it_re_enters_with_any_facing(facing):
    scene = fallen().end_of_round(red_0=[("dock", 1), ("facing", facing)])
    assert scene.faces("red_0") == FACINGS[facing]


def test_m7_it_may_re_enter_powered_down():
    scene = fallen().end_of_round(red_0=[("dock", 1), ("facing", 1), "yes"]).next_deal()
    assert scene.robot("red_0").power == Power.DOWN
    assert scene.damage("red_0") == [0]


def test_m7_it_has_two_damage_tokens():
    assert fallen().end_of_round().damage("red_0") == [2]


def test_m7_superior_archive_spares_it_the_tokens():
    scene = fallen().give("red_0", Option.SUPERIOR_ARCHIVE)
    assert scene.end_of_round().damage("red_0") == [0]


def test_m7_it_does_not_re_enter_before_the_clean_up():
    scene = Scene(register=3).put("red_0", 11, 7, "v").play(red_0=Card.MOVE_1).damage_step()
    assert not scene.is_alive("red_0")


@pytest.mark.parametrize(
    ("name", "dock", "faces"), [("red_0", (0, 0), ">"), ("blue_0", (27, 11), "<")]
)
def test_m7_unasked_it_takes_the_lowest_free_dock_facing_the_floor(name, dock, faces):
    scene = Scene(ask="program").put("red_0", 11, 7, "v").put("blue_0", 16, 4, "^")
    scene.play(red_0=Card.MOVE_1, blue_0=Card.MOVE_1).end_of_round()
    assert (scene.at(name), scene.faces(name)) == (dock, faces)


def test_m7_unasked_robots_take_one_dock_each():
    scene = Scene(ask="program").put("red_0", 11, 7, "v").put("red_1", 11, 6, "v")
    scene.play(red_0=Card.MOVE_1).play(red_1=Card.MOVE_2).end_of_round()
    assert (scene.at("red_0"), scene.at("red_1")) == ((0, 0), (0, 1))


def test_m7_robots_re_enter_in_the_order_of_their_destruction():
    scene = Scene().put("red_0", 11, 6, "v").put("red_1", 11, 7, "v")
    scene.play(red_1=Card.MOVE_1).play(red_0=Card.MOVE_2)
    assert scene.ask(Stage.REENTER) == ("red_1", "DOCK")


def before_the_zone():
    """blue_0 stands before red_0, which has left its dock for the neutral column."""
    return Scene().without_towers().put("red_0", 1, 5, ">").put("blue_0", 3, 5, "<")


def test_m8_a_robot_in_a_zone_fires_no_laser():
    assert before_the_zone().damage_step().damage("blue_0") == [0]


def test_m8_a_robot_in_a_zone_fires_no_other_weapon():
    scene = before_the_zone().give("red_0", Option.PRESSOR_BEAM)
    assert scene.ask(Stage.AIM) is None


def test_m8_a_robot_in_a_zone_fires_no_rear_laser():
    scene = before_the_zone().put("red_0", 1, 5, "<").give("red_0", Option.REAR_FIRING_LASER)
    assert scene.damage_step().damage("blue_0") == [0]


def test_m8_a_robot_outside_the_zone_fires():
    assert before_the_zone().put("red_0", 2, 5, ">").damage_step().damage("blue_0") == [1]


def test_m8_no_laser_reaches_into_a_zone():
    assert before_the_zone().damage_step().damage("red_0") == [0]


@pytest.mark.parametrize("card", [Option.HIGH_POWER_LASER, Option.PRESSOR_BEAM])
def test_m8_no_other_weapon_reaches_into_a_zone(card):
    scene = before_the_zone().give("blue_0", card)
    assert scene.ask(Stage.AIM) is None
    assert scene.damage_step().damage("red_0") == [0]


def test_m8_towers_ignore_a_robot_in_a_zone():
    scene = Scene().move_tower("blue", 1, 3, 5).put("red_0", 1, 5)
    assert scene.damage_step().damage("red_0") == [0]


def test_m8_towers_do_not_ignore_it_one_square_further():
    scene = Scene().move_tower("blue", 1, 3, 5).put("red_0", 2, 5)
    assert scene.damage_step().damage("red_0") == [3]


def test_m8_board_lasers_ignore_a_robot_in_a_zone():
    scene = Scene().mount_laser(4, 5, W).put("red_0", 1, 5)
    assert scene.damage_step().damage("red_0") == [0]


def test_m8_board_lasers_do_not_ignore_it_one_square_further():
    scene = Scene().mount_laser(4, 5, W).put("red_0", 2, 5)
    assert scene.damage_step().damage("red_0") == [1]


@pytest.mark.parametrize(("x", "faces"), [(2, "<"), (25, ">")])
@pytest.mark.parametrize("name", ["red_0", "blue_0"])
def test_m9_nobody_walks_from_the_floor_into_a_zone(name, x, faces):
    scene = Scene().put(name, x, 5, faces)
    assert scene.play(**{name: Card.MOVE_3}).at(name) == (x, 5)


def test_m9_nobody_backs_into_a_zone():
    scene = Scene().put("red_0", 2, 5, ">")
    assert scene.play(red_0=Card.BACK_UP).at("red_0") == (2, 5)


def test_m9_nobody_is_pushed_into_a_zone():
    scene = Scene().put("red_0", 2, 5).put("blue_0", 3, 5, "<").play(blue_0=Card.MOVE_1)
    assert (scene.at("red_0"), scene.at("blue_0")) == ((2, 5), (3, 5))


@pytest.mark.parametrize(("x", "y"), [(2, 1), (25, 10)])
def test_m9_no_belt_carries_a_robot_into_a_zone(x, y):
    scene = Scene().put("red_0", x, y)
    belt = scene.setup.floor.squares[x, y]
    assert belt.belt > 0
    assert belt.leads == (W if x == 2 else E)
    assert scene.machines().at("red_0") == (x, y)


def test_m9_no_pressor_beam_pushes_a_robot_into_a_zone():
    scene = Scene().put("red_0", 2, 5).put("blue_0", 4, 5, "<").give("blue_0", Option.PRESSOR_BEAM)
    assert scene.damage_step(blue_0=Option.PRESSOR_BEAM).at("red_0") == (2, 5)


def test_m9_no_howitzer_pushes_a_robot_into_a_zone():
    scene = Scene().put("red_0", 2, 5).put("blue_0", 4, 5, "<")
    assert scene.damage_step(blue_0="howitzer").at("red_0") == (2, 5)


def test_m9_no_tractor_beam_pulls_robots_into_a_zone():
    scene = Scene().put("red_0", 2, 5, ">").put("red_1", 3, 5).put("blue_0", 4, 5)
    scene.give("red_0", Option.TRACTOR_BEAM).damage_step(red_0=Option.TRACTOR_BEAM)
    assert [scene.at(name) for name in ("red_0", "red_1", "blue_0")] == [(2, 5), (3, 5), (4, 5)]


def test_m9_a_robot_walks_out_of_its_zone():
    assert Scene().play(red_1=Card.MOVE_3).at("red_1") == (3, 5)


def test_m9_a_robot_walks_about_in_its_zone():
    assert Scene().put("red_1", 1, 5, "<").play(red_1=Card.MOVE_1).at("red_1") == (0, 5)


def test_m9_a_robot_pushes_others_out_of_its_zone():
    scene = Scene().put("red_0", 1, 5).play(red_1=Card.MOVE_2)
    assert (scene.at("red_1"), scene.at("red_0")) == ((2, 5), (3, 5))
