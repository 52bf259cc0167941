"""Kills, deaths and objectives: M24 to M26."""

import pytest

from cogarena.envs.core.grid import Direction
from cogarena.envs.moba.state import Stage
from cogarena.envs.rally.cards import Card, Option
from support.scenes.moba import Scene, before_a_tower, duel

N, E, S, W = Direction
PUSHES = ["howitzer", Option.PRESSOR_BEAM]


def last_token(damage=9):
    """blue_0 has nine damage tokens, and red_0 has it in its sights."""
    return duel().hurt("blue_0", damage)


def before_a_pit():
    """red_0 has blue_0 in its sights, and behind that is a pit."""
    scene = Scene().without_towers().put("red_0", 13, 3, ">").put("blue_0", 15, 3)
    return scene.give("red_0", Option.PRESSOR_BEAM)


def before_the_edge():
    """red_0 has blue_0 in its sights, and behind that is the open edge."""
    scene = Scene().without_towers().put("red_0", 13, 3, "^").put("blue_0", 13, 0)
    return scene.give("red_0", Option.PRESSOR_BEAM)


def tallies(scene, *names):
    return [scene.tally(name) for name in names]


def test_m24_a_laser_that_deals_the_tenth_damage_kills():
    scene = last_token().damage_step()
    assert tallies(scene, "red_0", "blue_0") == [(1, 0, 0), (0, 1, 0)]


def test_m24_a_shot_that_leaves_the_victim_alive_does_not():
    scene = last_token(8).damage_step()
    assert tallies(scene, "red_0", "blue_0") == [(0, 0, 0), (0, 0, 0)]


def test_m24_a_howitzers_shot_kills():
    assert last_token().damage_step(red_0="howitzer").tally("red_0") == (1, 0, 0)


def test_m24_a_rear_lasers_shot_kills():
    scene = last_token().put("red_0", 12, 6, "<").give("red_0", Option.REAR_FIRING_LASER)
    assert scene.damage_step().tally("red_0") == (1, 0, 0)


def test_m24_fire_controls_token_counts_as_damage_dealt():
    scene = last_token(8).give("red_0", Option.FIRE_CONTROL).put("red_1", 13, 5, "v")
    scene.damage_step(red_0=("register", 0))
    assert tallies(scene, "red_0", "red_1") == [(1, 0, 0), (1, 0, 0)]


def test_m24_all_who_dealt_damage_in_that_step_are_credited():
    scene = last_token().put("red_1", 13, 5, "v").put("red_2", 13, 8, "^").damage_step()
    assert tallies(scene, "red_0", "red_1", "red_2") == [(1, 0, 0)] * 3
    assert scene.tally("blue_0") == (0, 1, 0)


@pytest.mark.parametrize("name", ["red_0", "blue_0", "red_3", "blue_3"])
def test_m24_every_seat_is_credited(name):
    victim = "blue_1" if name.startswith("red") else "red_1"
    scene = Scene().without_towers().put(name, 12, 6, ">").put(victim, 13, 6).hurt(victim, 9)
    scene.damage_step(**{name: "howitzer"})
    assert scene.told("killed") == [{"event": "killed", "robot": victim, "by": [name]}]
    assert scene.tally(name) == (1, 0, 0)


def test_m24_two_shots_of_one_robot_are_one_kill():
    scene = last_token(8).give("red_0", Option.DOUBLE_BARRELED_LASER).damage_step()
    assert scene.tally("red_0") == (1, 0, 0)


def test_m24_damage_of_an_earlier_step_is_not_credited():
    scene = last_token(8).damage_step().put("red_0", 13, 0).put("red_1", 13, 5, "v").damage_step()
    assert tallies(scene, "red_0", "red_1") == [(0, 0, 0), (1, 0, 0)]


def test_m24_a_shot_beside_a_towers_is_credited():
    scene = last_token(7).weaken("red", 2, 1).move_tower("red", 2, 14, 5).damage_step()
    assert tallies(scene, "red_0", "blue_0") == [(1, 0, 0), (0, 1, 0)]


def test_m24_nobody_is_credited_for_a_towers_kill():
    scene = last_token(7).weaken("red", 2, 1).move_tower("red", 2, 14, 5).put("red_0", 13, 0)
    assert scene.damage_step().tally("blue_0") == (0, 1, 0)
    assert not scene.told("killed")


def test_m24_nobody_is_credited_for_a_board_lasers_kill():
    scene = last_token().put("red_0", 13, 0).mount_laser(14, 6, W).damage_step()
    assert scene.tally("blue_0") == (0, 1, 0)
    assert not scene.told("killed")


def test_m24_a_shot_that_a_shield_stops_is_not_credited():
    scene = last_token().power_down("blue_0").give("blue_0", Option.POWER_DOWN_SHIELD)
    scene.put("red_1", 13, 5, "v").give("red_1", Option.DOUBLE_BARRELED_LASER).damage_step()
    assert tallies(scene, "red_0", "red_1") == [(0, 0, 0), (1, 0, 0)]


def test_m24_damage_that_an_option_stops_was_nobodys_in_particular():
    scene = last_token().put("red_1", 13, 8, "^").give("blue_0", Option.BRAKES)
    scene.damage_step(blue_0=Option.BRAKES)
    assert tallies(scene, "red_0", "red_1", "blue_0") == [(1, 0, 0), (1, 0, 0), (0, 1, 0)]


@pytest.mark.parametrize("weapon", PUSHES)
def test_m24_a_weapons_push_into_a_pit_kills(weapon):
    scene = before_a_pit().damage_step(red_0=weapon)
    assert not scene.is_alive("blue_0")
    assert tallies(scene, "red_0", "blue_0") == [(1, 0, 0), (0, 1, 0)]


@pytest.mark.parametrize("weapon", PUSHES)
def test_m24_a_weapons_push_off_the_map_kills(weapon):
    scene = before_the_edge().damage_step(red_0=weapon)
    assert not scene.is_alive("blue_0")
    assert tallies(scene, "red_0", "blue_0") == [(1, 0, 0), (0, 1, 0)]


def test_m24_a_tractor_beams_pull_into_a_pit_kills():
    scene = Scene().without_towers().put("red_0", 14, 3, ">").put("blue_0", 17, 3)
    scene.give("red_0", Option.TRACTOR_BEAM).damage_step(red_0=Option.TRACTOR_BEAM)
    assert tallies(scene, "red_0", "blue_0") == [(1, 0, 0), (0, 1, 0)]


def test_m24_who_only_damaged_a_robot_that_is_shot_into_a_pit_is_not_credited():
    scene = before_a_pit().put("red_1", 15, 5, "^").damage_step(red_0="howitzer")
    assert scene.damage("blue_0") == [2]
    assert tallies(scene, "red_0", "red_1") == [(1, 0, 0), (0, 0, 0)]


def test_m24_the_killing_shot_and_the_push_into_a_pit_are_both_credited():
    scene = before_a_pit().put("red_1", 15, 5, "^").hurt("blue_0", 9)
    scene.damage_step(red_0=Option.PRESSOR_BEAM)
    assert tallies(scene, "red_0", "red_1", "blue_0") == [(1, 0, 0), (1, 0, 0), (0, 1, 0)]


def test_m24_a_push_that_ends_on_the_floor_kills_nobody():
    scene = duel().give("red_0", Option.PRESSOR_BEAM).damage_step(red_0=Option.PRESSOR_BEAM)
    assert tallies(scene, "red_0", "blue_0") == [(0, 0, 0), (0, 0, 0)]


def test_m24_who_only_moved_the_victim_of_a_killing_shot_is_not_credited():
    scene = last_token().give("red_0", Option.PRESSOR_BEAM).put("red_1", 13, 5, "v")
    scene.damage_step(red_0=Option.PRESSOR_BEAM)
    assert tallies(scene, "red_0", "red_1") == [(0, 0, 0), (1, 0, 0)]


def test_m24_an_enemy_that_the_push_drives_on_into_a_pit_is_a_kill():
    scene = before_a_pit().put("blue_0", 14, 3).put("blue_1", 15, 3)
    scene.damage_step(red_0=Option.PRESSOR_BEAM)
    assert tallies(scene, "red_0", "blue_0", "blue_1") == [(1, 0, 0), (0, 0, 0), (0, 1, 0)]


def test_m24_an_ally_that_the_push_drives_on_into_a_pit_is_no_kill():
    scene = before_a_pit().put("blue_0", 14, 3).put("red_1", 15, 3)
    scene.damage_step(red_0=Option.PRESSOR_BEAM)
    assert tallies(scene, "red_0", "red_1") == [(0, 0, 0), (0, 1, 0)]
    assert not scene.told("killed")


def test_m24_a_push_by_movement_is_a_death_and_nobodys_kill():
    scene = before_a_pit().put("red_0", 14, 3, ">").play(red_0=Card.MOVE_1)
    assert tallies(scene, "red_0", "blue_0") == [(0, 0, 0), (0, 1, 0)]
    assert not scene.told("killed")


def test_m24_a_push_by_movement_before_a_weapons_kill_is_not_credited():
    scene = last_token().put("red_1", 13, 7, "^").put("blue_0", 13, 6).put("red_0", 12, 5, ">")
    scene.play(red_1=Card.MOVE_1).damage_step()
    assert scene.at("blue_0") == (13, 5)
    assert not scene.is_alive("blue_0")
    assert scene.tally("red_0") == (1, 0, 0)


def test_m24_a_push_by_movement_before_a_robot_falls_by_its_own_beam_is_not_credited():
    scene = Scene().without_towers().put("red_1", 14, 3).put("blue_0", 13, 3)
    scene.put("red_0", 15, 4, "<").put("blue_1", 15, 5, "^").give("red_0", Option.TRACTOR_BEAM)
    scene.play(blue_1=Card.MOVE_1).damage_step(red_0=Option.TRACTOR_BEAM)
    assert tallies(scene, "red_0", "blue_1") == [(0, 1, 0), (0, 0, 0)]


def test_m24_ramming_is_a_death_and_nobodys_kill():
    scene = last_token().give("red_0", Option.RAMMING_GEAR).play(red_0=Card.MOVE_1)
    assert tallies(scene, "red_0", "blue_0") == [(0, 0, 0), (0, 1, 0)]
    assert not scene.told("killed")


def test_m24_ramming_is_not_credited_with_a_later_shot():
    scene = last_token(8).give("red_0", Option.RAMMING_GEAR).put("red_1", 14, 5, "v")
    scene.play(red_0=Card.MOVE_1).put("red_0", 13, 0).damage_step()
    assert tallies(scene, "red_0", "red_1", "blue_0") == [(0, 0, 0), (1, 0, 0), (0, 1, 0)]


def test_m24_two_robots_kill_each_other():
    scene = last_token().put("blue_0", 13, 6, "<").hurt("red_0", 9).damage_step()
    assert tallies(scene, "red_0", "blue_0") == [(1, 1, 0), (1, 1, 0)]


def test_m25_walking_into_a_pit_is_a_death():
    scene = Scene().put("red_0", 11, 7, "v").play(red_0=Card.MOVE_1)
    assert scene.tally("red_0") == (0, 1, 0)


def test_m25_being_carried_off_the_map_is_a_death():
    scene = Scene().put("red_0", 5, 0).machines()
    assert scene.tally("red_0") == (0, 1, 0)


def test_m25_dying_of_recompile_is_a_death():
    scene = Scene().hurt("red_0", 8).give("red_0", Option.RECOMPILE, Option.EXTRA_MEMORY)
    scene.next_deal().robot("red_0").damage = 9
    scene.run(Stage.RECOMPILE, Stage.RECOMPILE, red_0=["yes", "pass"])
    assert scene.tally("red_0") == (0, 1, 0)


def test_m25_a_death_counts_once():
    scene = Scene().put("red_0", 11, 7, "v").play(red_0=Card.MOVE_1).machines().damage_step()
    assert scene.end_of_round().next_deal().tally("red_0") == (0, 1, 0)


def test_m25_deaths_of_the_next_turn_count_too():
    scene = Scene()
    for _ in range(2):
        scene.put("red_0", 11, 7, "v").play(red_0=Card.MOVE_1).end_of_round().next_deal()
    assert scene.tally("red_0") == (0, 2, 0)


def test_m25_destroying_a_tower_is_an_objective():
    scene = before_a_tower().weaken("blue", 4, 1).damage_step(red_0="howitzer")
    assert scene.tally("red_0") == (0, 0, 1)


def test_m25_damaging_a_tower_is_none():
    assert before_a_tower().damage_step(red_0="howitzer").tally("red_0") == (0, 0, 0)


def test_m25_all_who_damaged_the_tower_in_that_step_are_credited():
    scene = before_a_tower().weaken("blue", 4, 1).put("red_1", 17, 5, "^").put("red_2", 17, 4, "^")
    scene.damage_step(red_0="howitzer", red_1="howitzer")
    assert tallies(scene, "red_0", "red_1", "red_2") == [(0, 0, 1), (0, 0, 1), (0, 0, 0)]


def test_m25_who_damaged_it_earlier_is_not():
    scene = before_a_tower().weaken("blue", 4, 2).damage_step(red_0="howitzer")
    scene.put("red_1", 17, 4, "^").damage_step(red_1="howitzer")
    assert tallies(scene, "red_0", "red_1") == [(0, 0, 0), (0, 0, 1)]


def at_the_base(health, **answers):
    """red_0 and red_1 can strike blue's base, red_2 its tower 4, red_3 its tower 2."""
    scene = Scene().weaken("blue", 4, 1).weaken("blue", 2, 1).put("red_0", 18, 5, ">")
    scene.put("red_1", 18, 6, ">").put("red_2", 14, 3, ">").put("red_3", 14, 8, ">")
    scene.base("blue").health = health
    return scene.damage_step(**answers)


def objectives(scene):
    return [scene.tally(f"red_{i}")[2] for i in range(4)]


def test_m25_destroying_a_base_is_an_objective_of_all_who_damaged_it_in_that_step():
    scene = at_the_base(1, red_0="howitzer", red_1="howitzer")
    assert objectives(scene) == [1, 1, 0, 0]


def test_m25_damaging_a_base_is_none():
    assert objectives(at_the_base(2, red_0="howitzer")) == [0, 0, 0, 0]


def test_m25_a_base_finished_by_a_blast_is_credited_to_those_that_destroyed_the_tower():
    scene = at_the_base(5, red_2="howitzer")
    assert scene.base("blue").health == 0
    assert objectives(scene) == [0, 0, 2, 0]


def test_m25_those_that_damaged_it_before_the_blast_are_credited_too():
    scene = at_the_base(6, red_0="howitzer", red_2="howitzer")
    assert objectives(scene) == [1, 0, 2, 0]


def test_m25_a_base_that_shells_have_finished_is_not_the_blasts():
    scene = at_the_base(1, red_0="howitzer", red_2="howitzer")
    assert objectives(scene) == [1, 0, 1, 0]


@pytest.mark.parametrize("health", [5, 10])
def test_m25_two_blasts_at_once_are_credited_alike(health):
    scene = at_the_base(health, red_2="howitzer", red_3="howitzer")
    assert objectives(scene) == [0, 0, 2, 2]


def test_m25_disrupting_is_no_objective():
    scene = Scene().team_option("blue", Option.BRAKES).put("red_0", 18, 5, ">")
    assert scene.damage_step(red_0="disrupt").tally("red_0") == (0, 0, 0)


def test_m26_kdo_is_kills_less_deaths_and_five_for_each_objective():
    assert Scene().score("red_0", kills=4, deaths=3, objectives=2).kdo("red_0") == 11


def test_m26_kdo_can_be_negative():
    assert Scene().score("red_0", deaths=3).kdo("red_0") == -3
