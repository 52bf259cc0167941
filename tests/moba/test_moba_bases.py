"""Bases and wrenches: M15, M16, M18, M19 and M23."""

import pytest

from cogarena.envs.core.grid import Direction
from cogarena.envs.moba.state import Stage
from cogarena.envs.rally.cards import Card, Option
from support.scenes.moba import Scene

N, E, S, W = Direction
# Squares around red's base, each with the facing towards it and the square of the base ahead.
AROUND = [
    (6, 5, ">", 7, 5),
    (9, 5, "<", 8, 5),
    (7, 4, "v", 7, 5),
    (8, 7, "^", 8, 6),
]
OPPOSITE = {"^": "v", ">": "<", "v": "^", "<": ">"}
WRENCHES = [(2, 11), (13, 0), (14, 11), (25, 0)]
RED_BOARD = WRENCHES[:2]


def at_the_base(x, y, faces, inner_x, inner_y):
    """blue_0 stands before red's base and red_0 inside it, eye to eye."""
    scene = Scene().without_towers().put("blue_0", x, y, faces)
    return scene.put("red_0", inner_x, inner_y, OPPOSITE[faces])


def before_the_base(*cards):
    """red_0 can strike blue's base, which has an option."""
    scene = Scene().without_towers().put("red_0", 18, 5, ">").give("red_0", *cards)
    return scene.team_option("blue", Option.BRAKES)


def in_base(*cards, damage=0):
    """red_0 is in its base."""
    return Scene().put("red_0", 7, 5).give("red_0", *cards).hurt("red_0", damage)


def test_m15_a_base_has_forty_hit_points():
    assert Scene().s.bases["health"].tolist() == [40, 40]


@pytest.mark.parametrize("place", AROUND)
def test_m15_no_laser_goes_through_the_perimeter_either_way(place):
    assert at_the_base(*place).damage_step().damage("red_0", "blue_0") == [0, 0]


def test_m15_no_laser_crosses_an_empty_base():
    scene = Scene().without_towers().put("red_0", 6, 5, ">").put("blue_0", 9, 5, "<")
    assert scene.damage_step().damage("red_0", "blue_0") == [0, 0]


def test_m15_no_board_laser_goes_through_the_perimeter():
    scene = Scene().mount_laser(5, 5, E).put("red_0", 7, 5)
    assert scene.damage_step().damage("red_0") == [0]


def test_m15_the_perimeter_hides_a_weapons_target():
    scene = at_the_base(*AROUND[0]).give("red_0", Option.PRESSOR_BEAM)
    assert scene.ask(Stage.AIM) == ("red_0", "WEAPON")
    assert not scene.may(Option.PRESSOR_BEAM)


@pytest.mark.parametrize("place", AROUND)
def test_m15_a_high_power_laser_passes_the_perimeter_as_a_wall(place):
    scene = at_the_base(*place).give("red_0", Option.HIGH_POWER_LASER)
    assert scene.damage_step().damage("blue_0", "red_0") == [1, 0]


@pytest.mark.parametrize("place", AROUND)
def test_m15_an_enemy_cannot_walk_in(place):
    scene = Scene().put("blue_0", *place[:3]).play(blue_0=Card.MOVE_2)
    assert scene.at("blue_0") == place[:2]


def test_m15_a_robot_of_the_team_walks_in():
    scene = Scene().put("red_0", 6, 5, ">").play(red_0=Card.MOVE_2)
    assert scene.at("red_0") == (8, 5)


def test_m15_an_enemy_cannot_be_pushed_in():
    scene = Scene().put("blue_0", 6, 5).put("red_0", 5, 5, ">").play(red_0=Card.MOVE_1)
    assert (scene.at("blue_0"), scene.at("red_0")) == ((6, 5), (5, 5))


def test_m15_an_enemy_cannot_be_shot_in():
    scene = Scene().put("blue_0", 6, 5).put("red_0", 5, 5, ">").damage_step(red_0="howitzer")
    assert scene.at("blue_0") == (6, 5)


def test_m15_an_enemy_cannot_be_pulled_in():
    scene = Scene().without_towers().put("blue_0", 6, 6).put("red_0", 9, 6, "<")
    scene.give("red_0", Option.TRACTOR_BEAM)
    scene.setup.floor.squares["screens"] = 0  # else the perimeter would hide it
    assert scene.damage_step(red_0=Option.TRACTOR_BEAM).at("blue_0") == (6, 6)


def test_m15_a_robot_inside_can_be_pushed_out():
    scene = Scene().put("red_0", 8, 5, "<").put("red_1", 7, 5).play(red_0=Card.MOVE_1)
    assert scene.at("red_1") == (6, 5)


def test_m16_a_robot_that_can_strike_the_base_may_disrupt_it():
    scene = before_the_base()
    assert scene.ask(Stage.AIM) == ("red_0", "WEAPON")
    assert all(scene.may(answer) for answer in ("pass", "howitzer", "disrupt"))


def test_m16_disrupting_does_no_damage():
    scene = before_the_base(Option.DOUBLE_BARRELED_LASER).damage_step(red_0="disrupt")
    assert scene.base("blue").health == 40


def test_m16_it_replaces_the_laser():
    scene = before_the_base(Option.HIGH_POWER_LASER).put("blue_1", 19, 5)
    assert scene.damage_step(red_0="disrupt").damage("blue_1") == [0]


def test_m16_a_base_without_an_option_cannot_be_disrupted():
    scene = Scene().put("red_0", 18, 5, ">")
    scene.ask(Stage.AIM)
    assert scene.may("howitzer")
    assert not scene.may("disrupt")


def test_m16_a_robot_that_strikes_something_else_cannot_disrupt():
    scene = before_the_base().put("red_0", 17, 5, ">").put("blue_1", 18, 5)
    scene.ask(Stage.AIM)
    assert scene.may("howitzer")
    assert not scene.may("disrupt")


def test_m16_the_own_base_cannot_be_disrupted():
    scene = Scene().team_option("red", Option.BRAKES).put("red_0", 6, 5, ">")
    assert scene.ask(Stage.AIM) is None


def test_m16_unasked_the_base_is_shelled():
    scene = Scene(ask="program").put("red_0", 18, 5, ">").team_option("blue", Option.BRAKES)
    scene.damage_step()
    assert scene.base("blue").health == 39
    assert scene.installed("blue") == Option.BRAKES


@pytest.mark.parametrize(("before", "after"), [(0, 0), (1, 0), (2, 0), (5, 3), (9, 7)])
def test_m18_a_base_repairs_two_damage(before, after):
    assert in_base(damage=before).end_of_round().damage("red_0") == [after]


def test_m18_repair_frees_registers():
    scene = in_base(damage=6).end_of_round()
    assert scene.robot("red_0").locks == 0


@pytest.mark.parametrize(("x", "y"), [(7, 5), (8, 5), (7, 6), (8, 6)])
def test_m18_every_square_of_the_base_does(x, y):
    scene = Scene().put("red_0", x, y).hurt("red_0", 4).end_of_round()
    assert scene.damage("red_0") == [2]


def test_m18_no_option_is_drawn_there():
    assert not in_base(damage=3).end_of_round().held("red_0")


def test_m18_only_the_end_of_the_round_counts():
    scene = Scene(register=3).put("red_0", 7, 5).hurt("red_0", 4).damage_step()
    assert scene.damage("red_0") == [4]


def test_m18_outside_nothing_is_repaired():
    scene = Scene().put("red_0", 6, 5).hurt("red_0", 4).end_of_round()
    assert scene.damage("red_0") == [4]


def test_m18_a_mechanical_arm_does_not_reach_the_base():
    scene = Scene().put("red_0", 6, 5).hurt("red_0", 4).give("red_0", Option.MECHANICAL_ARM)
    assert scene.end_of_round().damage("red_0") == [4]
    assert scene.held("red_0") == {Option.MECHANICAL_ARM}


def test_m19_a_robot_in_its_base_may_install_an_option_it_carries():
    scene = in_base(Option.BRAKES, Option.CRAB_LEGS)
    assert scene.ask(Stage.INSTALL) == ("red_0", "INSTALL")
    assert len(scene.legal) == 3
    assert all(scene.may(answer) for answer in ("pass", Option.BRAKES, Option.CRAB_LEGS))


def test_m19_the_card_goes_from_the_robot_to_the_base():
    scene = in_base(Option.BRAKES, Option.CRAB_LEGS).end_of_round(red_0=Option.BRAKES)
    assert scene.held("red_0") == {Option.CRAB_LEGS}
    assert scene.installed("red") == Option.BRAKES
    assert scene.installed("blue") is None
    assert scene.graveyard == set()


def test_m19_it_need_not():
    scene = in_base(Option.BRAKES).end_of_round(red_0="pass")
    assert scene.held("red_0") == {Option.BRAKES}
    assert scene.installed("red") is None


def test_m19_without_an_option_it_is_not_asked():
    assert in_base().ask(Stage.INSTALL) is None


def test_m19_outside_its_base_it_is_not_asked():
    scene = Scene().put("red_0", 6, 5).give("red_0", Option.BRAKES)
    assert scene.ask(Stage.INSTALL) is None


def test_m19_unasked_nothing_is_installed():
    scene = Scene(ask="program").put("red_0", 7, 5).give("red_0", Option.BRAKES).end_of_round()
    assert scene.installed("red") is None


def test_m19_the_replaced_card_goes_to_the_graveyard():
    scene = in_base(Option.CRAB_LEGS).team_option("red", Option.BRAKES)
    scene.end_of_round(red_0=Option.CRAB_LEGS)
    assert scene.installed("red") == Option.CRAB_LEGS
    assert scene.graveyard == {Option.BRAKES}


def test_m19_robots_are_asked_in_dock_order():
    scene = in_base(Option.BRAKES).put("red_1", 8, 5).give("red_1", Option.CRAB_LEGS)
    scene.put("blue_0", 19, 5).give("blue_0", Option.EXTRA_MEMORY)
    asked = []
    while (question := scene.ask(Stage.INSTALL)) is not None:
        asked.append(question[0])
        scene.answer("pass")
    assert asked == ["red_0", "blue_0", "red_1"]


def test_m19_one_robot_may_replace_what_another_has_just_installed():
    scene = in_base(Option.BRAKES).put("red_1", 8, 5).give("red_1", Option.CRAB_LEGS)
    scene.end_of_round(red_0=Option.BRAKES, red_1=Option.CRAB_LEGS)
    assert scene.installed("red") == Option.CRAB_LEGS
    assert scene.graveyard == {Option.BRAKES}


def test_m19_what_lies_on_the_card_is_lost():
    scene = in_base(Option.FLYWHEEL)
    scene.robot("red_0").hand[10] = 49
    assert scene.end_of_round(red_0=Option.FLYWHEEL).hand("red_0") == 0


@pytest.mark.parametrize(("x", "y"), WRENCHES)
@pytest.mark.parametrize("name", ["red_0", "blue_0"])
def test_m23_a_corner_wrench_repairs_one_damage(name, x, y):
    scene = Scene().put(name, x, y).hurt(name, 3).end_of_round()
    assert scene.damage(name) == [2]


@pytest.mark.parametrize(("x", "y"), WRENCHES)
@pytest.mark.parametrize("team", ["red", "blue"])
def test_m23_one_on_the_enemys_board_gives_an_option_and_one_on_the_own_none(team, x, y):
    is_enemys = ((x, y) in RED_BOARD) != (team == "red")
    scene = Scene().put(f"{team}_0", x, y).end_of_round()
    assert len(scene.held(f"{team}_0")) == is_enemys


def test_m23_an_earlier_register_gives_none():
    scene = Scene(register=4).put("red_0", 14, 11).damage_step()
    assert not scene.held("red_0")


def test_m23_a_powered_down_robot_draws_none():
    scene = Scene().put("red_0", 14, 11).power_down("red_0").end_of_round()
    assert not scene.held("red_0")


@pytest.mark.parametrize(("name", "drawn"), [("red_0", 1), ("blue_0", 0)])
def test_m23_a_mechanical_arm_reaches_them(name, drawn):
    scene = Scene().put(name, 15, 10).hurt(name, 2).give(name, Option.MECHANICAL_ARM)
    scene.end_of_round()
    assert scene.damage(name) == [1]
    assert len(scene.held(name)) == 1 + drawn


@pytest.mark.parametrize(
    ("name", "x", "y"), [("red_0", 13, 10), ("red_0", 14, 1), ("blue_0", 14, 1), ("blue_0", 13, 10)]
)
def test_m23_across_the_seam_a_mechanical_arm_repairs_and_draws_no_option(name, x, y):
    scene = Scene().put(name, x, y).hurt(name, 2).give(name, Option.MECHANICAL_ARM).end_of_round()
    assert (scene.damage(name), scene.held(name)) == ([1], {Option.MECHANICAL_ARM})


def test_m23_the_enemys_base_has_no_wrench_to_reach():
    scene = Scene().put("red_0", 18, 5).hurt("red_0", 2).give("red_0", Option.MECHANICAL_ARM)
    scene.end_of_round()
    assert scene.damage("red_0") == [2]
    assert scene.held("red_0") == {Option.MECHANICAL_ARM}
