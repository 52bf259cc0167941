"""Drones: how they fly, land, fall and are launched: T15 to T18."""

from collections import Counter

import numpy as np
import pytest

from cogarena.envs.rally.cards import Card, Option
from cogarena.envs.tower_defense import rules
from cogarena.envs.tower_defense.defense import launch
from cogarena.envs.tower_defense.state import DRONES, STATE, Stage
from support.scenes.tower_defense import Scene, plain

LEVEL_4 = 85


def first_drones(drawing, seed):
    """Where drones fly at the start of a game."""
    setup, s = Scene(drawing).setup, np.zeros(1, STATE)[0]
    rules.init(setup, s, np.uint64(seed))
    return [(int(drone.x), int(drone.y)) for drone in s.drones if drone.live]


def hunted(x=0, y=0, *, drone=(3, 3)):
    """A is active, and a drone is in the air."""
    return Scene().put("A", x, y).active("A").drone(*drone)


def marksman(*options, height=" ", xp=0):
    """A aims at a drone two squares ahead, B stands one square behind it."""
    scene = Scene(f":  A>{height}:     :     :  B^{height}:     :").give("A", *options)
    return scene.xp("A", xp).drone(2, 0)


def sweeper(x=0):
    """A may move a drone with its Pressor Beam; B stands three squares ahead."""
    scene = Scene(plain(12)).put("A", x, 0, ">").give("A", Option.PRESSOR_BEAM)
    return scene.put("B", x + 3, 0).drone(x + 2, 0)


def test_t15_two_drones_fly_at_the_start_over_howitzers():
    drawing = plain(5, 2, tH=[(0, 0), (2, 1)], tL=[(4, 0)])
    found = Counter(place for seed in range(40) for place in first_drones(drawing, seed))
    assert set(found) == {(0, 0), (2, 1)}
    assert found.total() == 80
    assert min(found.values()) >= 20


def test_t15_both_may_fly_over_the_same_tower():
    assert first_drones(plain(3, 1, tH=[(1, 0)]), 0) == [(1, 0), (1, 0)]


def test_t15_where_there_is_no_howitzer_none_flies_at_the_start():
    assert first_drones(plain(3, 1, tL=[(1, 0)]), 0) == []


@pytest.mark.parametrize(
    ("x", "y", "there"),
    [(3, 0, (3, 1)), (6, 3, (5, 3)), (3, 6, (3, 5)), (0, 3, (1, 3)), (0, 2, (1, 3)),
     (4, 6, (3, 5)), (1, 2, (1, 3)), (2, 1, (2, 2)), (5, 5, (4, 4))],
)  # fmt: skip
def test_t15_a_drone_moves_two_squares_along_the_longer_side_first(x, y, there):
    scene = hunted(x, y).move_drones()
    assert scene.drones == [there]


def test_t15_a_drone_flies_over_walls_towers_robots_and_heights():
    scene = Scene(":    H|tL   :  A^ |     |  B^ :")
    assert scene.active("B").drone(0, 0).move_drones().drones == [(2, 0)]


def test_t15_drones_move_in_every_phase():
    scene = Scene(plain(9)).put("A", 8, 0, "<").drone(0, 0)
    assert scene.phase(A=Card.U_TURN).phase(A=Card.U_TURN).drones == [(4, 0)]


def test_t15_drones_move_after_the_robots():
    scene = Scene(plain(9)).put("A", 4, 0, ">").drone(5, 0).phase(A=Card.MOVE_3)
    assert (scene.drones, scene.damage("A")) == ([], [4])


def test_t15_drones_move_before_the_belts():
    scene = Scene(":>    :>    :>    :>    :>    :>    :").put("A", 2, 0).drone(0, 0)
    assert (scene.phase(A=Card.U_TURN).drones, scene.at("A")) == ([], (3, 0))
    assert scene.damage("A") == [4]


def test_t15_every_drone_has_its_own_target():
    scene = Scene(plain(12)).put("A", 0, 0).put("B", 11, 0).active("A", "B").drone(4, 0).drone(7, 0)
    assert scene.move_drones().drones == [(2, 0), (9, 0)]


def test_t15_the_closest_robot_is_the_target():
    scene = Scene(plain(12)).put("A", 0, 0).put("B", 9, 0).active("A", "B").drone(5, 0)
    assert scene.move_drones().drones == [(7, 0)]


@pytest.mark.parametrize(("flag", "there"), [((0, 0), (4, 0)), ((11, 0), (8, 0))])
def test_t15_of_robots_equally_close_the_one_closest_to_the_last_flag(flag, there):
    scene = Scene(plain(13, 1, F1=[(6, 0)], F2=[flag])).put("A", 1, 0).put("B", 11, 0)
    assert scene.active("A", "B").drone(6, 0).move_drones().drones == [there]


@pytest.mark.parametrize(("mine", "theirs", "there"), [(1, 11, (4, 0)), (11, 1, (8, 0))])
def test_t15_of_robots_as_close_to_that_too_the_first_by_dock(mine, theirs, there):
    scene = Scene(plain(13, 1, F1=[(6, 0)])).put("A", mine, 0).put("B", theirs, 0)
    assert scene.active("A", "B").drone(6, 0).move_drones().drones == [there]


def test_t15_a_robot_that_executed_no_card_is_no_target():
    scene = Scene(plain(12)).put("A", 0, 0).put("B", 4, 0).active("A").drone(5, 0)
    assert scene.move_drones().drones == [(3, 0)]


def test_t15_a_powered_down_robot_is_no_target():
    assert hunted().power_down("A").move_drones().drones == [(3, 3)]


def test_t15_a_robot_that_used_its_brakes_is_no_target():
    scene = Scene().put("A", 0, 0, ">").give("A", Option.BRAKES).drone(3, 3)
    scene.program(A=Card.MOVE_1).run(Stage.REVEAL, Stage.DRONES, A="yes")
    assert scene.drones == [(3, 3)]


def test_t15_without_a_target_a_drone_stays():
    assert Scene().put("A", 0, 0).drone(3, 3).move_drones().drones == [(3, 3)]


def test_t15_a_new_drone_moves_after_those_in_the_air():
    scene = Scene().drone(0, 0).drone(3, 0).drone(6, 0)
    scene.s.drones[0].live = 0
    assert scene.drone(1, 0).drones == [(3, 0), (6, 0), (1, 0)]


@pytest.mark.parametrize("distance", [0, 1, 2])
def test_t16_a_drone_that_reaches_an_active_robot_lands(distance):
    scene = hunted(3 - distance, 3).move_drones()
    assert (scene.drones, scene.damage("A")) == ([], [4])


def test_t16_a_drone_that_comes_next_to_a_robot_does_not_land():
    scene = hunted(0, 3).move_drones()
    assert (scene.drones, scene.damage("A")) == ([(1, 3)], [0])


def test_t16_a_drone_over_an_inactive_robot_does_not_land():
    scene = Scene().put("A", 3, 3).drone(3, 3).move_drones()
    assert (scene.drones, scene.damage("A")) == ([(3, 3)], [0])


def test_t16_a_landing_splashes_on_robots_and_towers():
    scene = Scene(plain(6, 1, tH=[(5, 0)])).put("A", 1, 0).active("A").drone(0, 0)
    scene.put("B", 2, 0).put("C", 4, 0).move_drones()
    assert scene.damage("A", "B", "C") == [4, 3, 1]
    assert scene.health((5, 0)) == [8]
    assert Scene(":  A^ :tL   :").active("A").drone(0, 0).move_drones().health((1, 0)) == [3]


def test_t16_a_landing_hurts_no_drone_in_the_air():
    scene = hunted(3, 3).drone(3, 6).drone(6, 6).move_drones()
    assert scene.drones == [(3, 4), (5, 5)]


def test_t16_drones_that_arrive_together_all_land():
    scene = hunted(3, 3).drone(3, 2).drone(5, 3).put("B", 3, 6).move_drones()
    assert (scene.drones, len(scene.told("drone_landed"))) == ([], 3)
    assert scene.damage("B") == [3]


def test_t16_a_landing_can_kill():
    assert not hunted(3, 3).hurt("A", 6).move_drones().is_alive("A")


def test_t16_options_can_be_given_for_its_damage():
    scene = hunted(3, 3).give("A", Option.BRAKES)
    scene.run(Stage.DRONES, Stage.DRONES, A=Option.BRAKES)
    assert scene.damage("A") == [3]


@pytest.mark.parametrize(
    "hits",
    [{"height": "H"}, {"xp": LEVEL_4}, {"xp": 135}],
    ids=["from the plateau", "level 4", "level 5"],
)
def test_t17_a_main_laser_hits_drones(hits):
    scene = marksman(**hits).damage_step()
    assert scene.drones == []


def test_t17_a_double_barreled_laser_hits_drones():
    scene = marksman(Option.DOUBLE_BARRELED_LASER).damage_step()
    assert (scene.drones, scene.earned("A")) == ([], [5])


@pytest.mark.parametrize("xp", [0, 45, 84])
def test_t17_other_lasers_pass_below(xp):
    scene = marksman(Option.HIGH_POWER_LASER, xp=xp).damage_step()
    assert scene.drones == [(2, 0)]
    assert scene.damage("B") != [0]


def test_t17_a_drone_is_first_in_line():
    assert marksman(xp=LEVEL_4).damage_step().damage("B") == [0]


def test_t17_a_robot_before_a_drone_protects_it():
    scene = marksman(xp=LEVEL_4).put("B", 1, 0).damage_step()
    assert (scene.drones, scene.damage("B")) == ([(2, 0)], [2])


def test_t17_a_drone_over_a_robot_is_hit_before_it():
    scene = marksman(xp=LEVEL_4).put("B", 2, 0).damage_step()
    assert (scene.drones, scene.damage("B")) == ([], [0])


def test_t17_a_wall_protects_a_drone():
    scene = Scene(":  A> |     :     :").xp("A", LEVEL_4).drone(1, 0).damage_step()
    assert scene.drones == [(1, 0)]


def test_t17_a_tower_before_a_drone_protects_it():
    scene = Scene(":  A> :tL   :     :").xp("A", LEVEL_4).drone(2, 0).damage_step()
    assert (scene.drones, scene.health((1, 0))) == ([(2, 0)], [4])


def test_t17_from_the_plateau_drones_over_the_ground_are_hit():
    scene = Scene(":  A>H:     :     :").drone(2, 0).damage_step()
    assert scene.drones == []


def test_t17_from_the_ground_a_drone_over_the_rim_of_the_plateau_is_hit_but_none_farther_in():
    plateau = ":  A> :    H:    H:"
    assert Scene(plateau).xp("A", LEVEL_4).drone(1, 0).damage_step().drones == []
    assert Scene(plateau).xp("A", LEVEL_4).drone(2, 0).damage_step().drones == [(2, 0)]


def test_t17_rear_lasers_hit_no_drones():
    scene = marksman(Option.REAR_FIRING_LASER, xp=LEVEL_4).put("A", 0, 0, "<").damage_step()
    assert (scene.drones, scene.damage("B")) == ([(2, 0)], [1])


def test_t17_one_shot_takes_one_drone():
    scene = marksman(xp=LEVEL_4).drone(2, 0).damage_step()
    assert scene.drones == [(2, 0)]


def test_t17_a_drone_shot_down_does_not_explode():
    scene = marksman(xp=LEVEL_4).put("B", 2, 0).put("C", 4, 0).damage_step()
    assert scene.damage("A", "B", "C") == [0, 0, 0]


def test_t17_a_pressor_beam_moves_a_drone_five_squares():
    scene = sweeper().damage_step(A=Option.PRESSOR_BEAM)
    assert scene.drones == [(7, 0)]
    assert (scene.at("B"), scene.damage("B"), scene.earned("A")) == ((3, 0), [0], [0])


def test_t17_a_pressor_beam_moves_a_drone_at_most_to_the_edge():
    scene = sweeper(8).damage_step(A=Option.PRESSOR_BEAM)
    assert scene.drones == [(11, 0)]


def test_t17_a_pressor_beam_is_used_instead_of_the_main_laser():
    scene = sweeper().damage_step(A="pass")
    assert (scene.drones, scene.damage("B")) == ([(2, 0)], [1])


def test_t17_a_pressor_beam_needs_a_drone_or_robot_ahead():
    assert sweeper().put("A", 0, 0, "^").ask(Stage.AIM) is None


def crossfire(x):
    """A's Pressor Beam can move a drone five squares; B, which hits drones, fires across it."""
    scene = Scene(plain(12, 4)).put("A", 0, 0, ">").give("A", Option.PRESSOR_BEAM).drone(2, 0)
    return scene.put("B", x, 3).xp("B", LEVEL_4).damage_step(A=Option.PRESSOR_BEAM)


def test_t17_a_drone_is_hit_where_it_was_before_a_pressor_beam_moves_it():
    scene = crossfire(2)
    assert (scene.drones, scene.earned("B")) == ([], [LEVEL_4 + 5])


def test_t17_a_drone_is_not_hit_where_a_pressor_beam_moves_it():
    assert crossfire(7).drones == [(7, 0)]


@pytest.mark.parametrize(("mine", "theirs", "there"), [(80, 50, (2, 0)), (50, 80, (5, 0))])
def test_t17_of_two_pressor_beams_the_one_with_the_higher_card_acts_first(mine, theirs, there):
    scene = Scene(plain(8)).put("A", 0, 0, ">").put("B", 7, 0, "<").drone(3, 0)
    for name in "AB":
        scene.robot(name).lent = 1 << int(Option.PRESSOR_BEAM)
    scene.program(A=mine, B=theirs)
    scene.damage_step(A=Option.PRESSOR_BEAM, B=Option.PRESSOR_BEAM)
    assert scene.drones == [there]


def test_t17_a_robot_before_a_drone_is_pressed_instead():
    scene = sweeper().put("B", 1, 0).damage_step(A=Option.PRESSOR_BEAM)
    assert (scene.drones, scene.at("B")) == ([(2, 0)], (2, 0))


def test_t18_a_drone_is_launched_over_any_standing_tower():
    scene = Scene(plain(4, 1, tL=[(0, 0), (1, 0)], tH=[(3, 0)])).weaken(1, 0, 0)
    for _ in range(20):
        launch(scene.setup, scene.s)
    found = Counter(scene.drones)
    assert set(found) == {(0, 0), (3, 0)}
    assert min(found.values()) >= 3


def test_t18_without_a_tower_a_drone_is_launched_over_the_last_flag():
    scene = Scene(":F1   :     :F2   :tL   :").weaken(3, 0, 0)
    launch(scene.setup, scene.s)
    assert scene.drones == [(2, 0)]


def test_t18_at_most_24_drones_fly():
    scene = Scene(plain(3, 1, tL=[(0, 0)]))
    for _ in range(DRONES + 2):
        launch(scene.setup, scene.s)
    assert len(scene.drones) == DRONES == 24
