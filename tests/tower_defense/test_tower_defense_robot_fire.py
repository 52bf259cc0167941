"""What robots fire at robots and towers: T4 and T14."""

import pytest

from cogarena.envs.rally.cards import Card, Option
from cogarena.envs.tower_defense.state import Stage
from support.scenes.tower_defense import Scene, plain

LEVEL_3 = 45


def gunner(distance=3, **settings):
    """A of level 3 may fire over some squares at B."""
    scene = Scene(plain(10, 3), **settings).put("A", 0, 1, ">").put("B", distance, 1)
    return scene.xp("A", LEVEL_3).landing()


def before_a_tower(*options, kind="tL"):
    return Scene(f":     :  A> :{kind}   :  B^ :").give("A", *options)


def is_asked(scene):
    return scene.ask(Stage.AIM) == ("A", "WEAPON")


def test_t4_a_robot_may_choose_indirect_fire():
    scene = gunner()
    assert is_asked(scene)
    assert scene.may("pass")
    assert scene.may(("lob", "B"))


def test_t4_indirect_fire_replaces_the_main_laser():
    scene = gunner().put("C", 1, 1).damage_step(A=("lob", "B"))
    assert scene.damage("B", "C") == [2, 0]


def test_t4_declined_the_main_laser_fires():
    scene = gunner().put("C", 1, 1).damage_step(A="pass")
    assert scene.damage("B", "C") == [0, 2]


@pytest.mark.parametrize(("distance", "may"), [(1, True), (5, True), (6, False)])
def test_t4_its_range_is_five(distance, may):
    assert is_asked(gunner(distance)) == may


@pytest.mark.parametrize("faces", "^v<")
def test_t4_it_is_fired_straight_ahead(faces):
    assert not is_asked(gunner().put("A", 4, 1, faces).put("B", 6, 1))


@pytest.mark.parametrize(("x", "y"), [(3, 0), (1, 2)])
def test_t4_nothing_beside_the_line_is_a_target(x, y):
    assert not is_asked(gunner().put("B", x, y))


def test_t4_every_robot_and_tower_in_range_is_a_target():
    scene = Scene(":  A> :  B^ :tL   :     :  C^ :tH   :").xp("A", LEVEL_3)
    assert is_asked(scene)
    for target in ("B", "C"):
        assert scene.may(("lob", target))
    assert scene.may(("lob", 2, 0))
    assert scene.may(("lob", 5, 0))
    assert not scene.may(("lob", "A"))


def test_t4_a_fallen_tower_is_no_target():
    assert not is_asked(Scene(":  A> :tL   :").xp("A", LEVEL_3).weaken(1, 0, 0))


def test_t4_a_destroyed_robot_is_no_target():
    scene = Scene(":  A> :  B> :[]   :").xp("A", LEVEL_3).play(B=Card.MOVE_1)
    assert not is_asked(scene)


def test_t4_a_powered_down_robot_does_not_fire():
    assert not is_asked(gunner().power_down("A"))


def test_t4_it_flies_over_walls_robots_and_towers():
    scene = Scene(":  A> |  C^ :tL   |  B^ :").xp("A", LEVEL_3).landing()
    scene.damage_step(A=("lob", "B"))
    assert (scene.damage("B", "C"), scene.health((2, 0))) == ([2, 0], [6])


@pytest.mark.parametrize(("mine", "theirs"), [(" ", "H"), ("H", " ")])
def test_t4_it_minds_no_heights(mine, theirs):
    scene = Scene(f":  A>{mine}:     :  B^{theirs}:").xp("A", LEVEL_3).landing()
    assert scene.damage_step(A=("lob", "B")).damage("B") == [2]


@pytest.mark.parametrize(("xp", "near"), [(45, 3), (85, 4), (135, 5)])
@pytest.mark.parametrize("distance", range(1, 6))
def test_t4_its_damage_is_the_main_lasers_at_that_distance(xp, near, distance):
    scene = gunner(distance).xp("A", xp).damage_step(A=("lob", "B"))
    assert scene.damage("B") == [2 if distance <= near else 1]


def test_t4_it_hits_towers():
    scene = Scene(":  A> :  B^ :tH   :").xp("A", LEVEL_3).landing().damage_step(A=("lob", 2, 0))
    assert (scene.health((2, 0)), scene.damage("B")) == ([6], [0])


def test_t4_it_does_not_splash():
    scene = gunner().put("C", 4, 1).damage_step(A=("lob", "B"))
    assert scene.damage("B", "C") == [2, 0]


def test_t4_off_target_it_hits_who_is_there():
    scene = gunner().put("C", 4, 0).landing(1, -1).damage_step(A=("lob", "B"))
    assert scene.damage("B", "C") == [0, 2]


def test_t4_off_target_it_hits_the_tower_that_is_there():
    scene = Scene(":  A> :     :  B^ :tH   :").xp("A", LEVEL_3).landing(1, 0)
    assert scene.damage_step(A=("lob", "B")).health((3, 0)) == [6]


def test_t4_off_target_it_does_not_hit_the_shooter():
    scene = gunner(1).landing(-1, 0).damage_step(A=("lob", "B"))
    assert scene.damage("A", "B") == [0, 0]


def test_t4_off_target_and_off_the_map_it_hits_nobody():
    scene = Scene(":  A> :     :  B^ :").xp("A", LEVEL_3).landing(1, 0)
    assert scene.damage_step(A=("lob", "B")).damage("A", "B") == [0, 0]


def test_t4_drones_are_no_targets():
    scene = Scene(":  A> :     :     :").xp("A", LEVEL_3).drone(2, 0)
    assert scene.ask(Stage.AIM) is None


def test_t4_where_only_programs_are_asked_for_the_main_laser_fires():
    scene = gunner(ask="program").put("C", 1, 1).damage_step()
    assert scene.damage("B", "C") == [0, 2]


@pytest.mark.parametrize("kind", ["tL", "tH"])
def test_t14_the_main_laser_hits_a_tower_for_one(kind):
    full = {"tL": 6, "tH": 8}[kind]
    assert before_a_tower(kind=kind).damage_step().health((2, 0)) == [full - 1]


@pytest.mark.parametrize(("x", "damage"), [(1, 2), (0, 1)])
def test_t14_the_level_counts_against_towers(x, damage):
    scene = before_a_tower().put("A", x, 0, ">").xp("A", 5).damage_step()
    assert scene.health((2, 0)) == [6 - damage]


def test_t14_the_first_in_line_is_hit():
    scene = Scene(":  A> :  B^ :tL   :").damage_step()
    assert (scene.damage("B"), scene.health((2, 0))) == ([1], [6])


def test_t14_a_wall_protects_a_tower():
    assert Scene(":  A> |tL   :").damage_step().health((1, 0)) == [6]


@pytest.mark.parametrize(("mine", "its", "damage"), [
    (" ", " ", 1), ("H", "H", 1), (" ", "H", 0), ("H", " ", 0),
])  # fmt: skip
def test_t14_a_tower_is_hit_on_the_own_height(mine, its, damage):
    assert Scene(f":  A>{mine}:tL  {its}:").damage_step().health((1, 0)) == [6 - damage]


def test_t14_both_barrels_hit_a_tower():
    scene = before_a_tower(Option.DOUBLE_BARRELED_LASER).damage_step()
    assert scene.health((2, 0)) == [4]


@pytest.mark.parametrize("xp", [0, 5, 135])
def test_t14_a_rear_laser_hits_a_tower_for_one(xp):
    scene = before_a_tower(Option.REAR_FIRING_LASER).put("A", 1, 0, "<").xp("A", xp).damage_step()
    assert scene.health((2, 0)) == [5]


def test_t14_fire_control_is_not_asked_about_towers():
    scene = before_a_tower(Option.FIRE_CONTROL).run(Stage.AIM, Stage.AIM)
    assert scene.ask(Stage.FIRE) is None


def test_t14_fire_controls_plain_hit_has_the_levels_damage():
    scene = Scene(":  A> :  B^ :").give("A", Option.FIRE_CONTROL).xp("A", 5)
    assert scene.damage_step(A="pass").damage("B") == [2]


@pytest.mark.parametrize(
    "option",
    [Option.TRACTOR_BEAM, Option.PRESSOR_BEAM, Option.SCRAMBLER, Option.RADIO_CONTROL],
)
def test_t14_weapons_without_damage_do_nothing_to_towers(option):
    assert before_a_tower(option).ask(Stage.AIM) is None


@pytest.mark.parametrize("x", [0, 1])
def test_t14_a_high_power_laser_deals_two_to_a_tower(x):
    scene = before_a_tower(Option.HIGH_POWER_LASER).put("A", x, 0, ">").damage_step()
    assert scene.health((2, 0)) == [4]


def test_t14_a_high_power_laser_deals_one_to_a_robot():
    scene = Scene(":  A> :  B^ :").give("A", Option.HIGH_POWER_LASER).damage_step()
    assert scene.damage("B") == [1]


def test_t14_a_high_power_laser_passes_a_robot_to_a_tower():
    scene = Scene(":  A> :  B^ :tL   :").give("A", Option.HIGH_POWER_LASER).damage_step()
    assert (scene.damage("B"), scene.health((2, 0))) == ([1], [4])


def test_t14_a_high_power_laser_passes_a_wall_to_a_tower():
    scene = Scene(":  A> |     :tL   :").give("A", Option.HIGH_POWER_LASER).damage_step()
    assert scene.health((2, 0)) == [4]


def test_t14_a_high_power_laser_does_not_pass_a_tower():
    scene = before_a_tower(Option.HIGH_POWER_LASER).damage_step()
    assert scene.damage("B") == [0]


def test_t14_a_high_power_laser_does_not_pass_a_cliff():
    scene = Scene(":  A> :    H:  B^ :").give("A", Option.HIGH_POWER_LASER).damage_step()
    assert scene.damage("B") == [0]


def test_t14_ramming_gear_deals_two_to_a_tower():
    scene = before_a_tower(Option.RAMMING_GEAR).play(A=Card.MOVE_1)
    assert (scene.health((2, 0)), scene.at("A")) == ([4], (1, 0))


def test_t14_without_ramming_gear_a_bump_does_nothing():
    assert before_a_tower().play(A=Card.MOVE_1).health((2, 0)) == [6]


@pytest.mark.parametrize("x", [0, 1])
def test_t14_ramming_gear_hits_once_a_card(x):
    scene = before_a_tower(Option.RAMMING_GEAR).put("A", x, 0, ">").play(A=Card.MOVE_3)
    assert scene.health((2, 0)) == [4]


def test_t14_ramming_gear_works_backwards():
    scene = before_a_tower(Option.RAMMING_GEAR).put("A", 1, 0, "<").play(A=Card.BACK_UP)
    assert scene.health((2, 0)) == [4]


@pytest.mark.parametrize("card", [Card.ROTATE_LEFT, Card.U_TURN])
def test_t14_a_turn_is_no_bump(card):
    assert before_a_tower(Option.RAMMING_GEAR).play(A=card).health((2, 0)) == [6]


def test_t14_a_move_that_ends_before_a_tower_is_no_bump():
    scene = before_a_tower(Option.RAMMING_GEAR).put("A", 0, 0, ">").play(A=Card.MOVE_1)
    assert scene.health((2, 0)) == [6]


def test_t14_a_wall_keeps_ramming_gear_off_a_tower():
    scene = Scene(":  A> |tL   :").give("A", Option.RAMMING_GEAR).play(A=Card.MOVE_1)
    assert scene.health((1, 0)) == [6]


def test_t14_a_cliff_keeps_ramming_gear_off_a_tower():
    scene = Scene(":  A> :tL  H:").give("A", Option.RAMMING_GEAR).play(A=Card.MOVE_1)
    assert scene.health((1, 0)) == [6]


def test_t14_a_robot_pushed_against_a_tower_rams_nothing():
    scene = Scene(":  A> :  B^ :tL   :").give("A", Option.RAMMING_GEAR).play(A=Card.MOVE_1)
    assert (scene.health((2, 0)), scene.damage("B")) == ([6], [1])


def test_t14_a_tower_rammed_down_leaves_the_way_free_from_the_next_card_on():
    scene = before_a_tower(Option.RAMMING_GEAR).weaken(2, 0, 2)
    assert scene.play(A=Card.MOVE_2).at("A") == (1, 0)
    assert scene.play(A=Card.MOVE_1).at("A") == (2, 0)
