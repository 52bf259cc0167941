"""Towers: what they stop, whom they shoot, and what their fall brings: M10, M11, M14 and M17."""

import numpy as np
import pytest

from cogarena.envs.core.grid import Direction
from cogarena.envs.moba.state import Stage
from cogarena.envs.rally.cards import Card, Option
from support.scenes.moba import Scene, before_a_tower, beneath_a_tower

N, E, S, W = Direction
IN_RANGE = [(14, 3), (15, 2), (15, 4), (16, 1), (16, 5), (17, 6), (18, 5), (20, 3)]
OUT_OF_RANGE = [(13, 3), (14, 2), (14, 4), (15, 1), (15, 5), (16, 6), (17, 7)]


def tower_health(scene):
    return int(scene.tower("blue", 4).health)


def test_m10_there_are_eight_towers_and_two_bases():
    scene = Scene()
    assert scene.r.thing_count == 8
    assert len(scene.s.bases) == 2


@pytest.mark.parametrize("cards", [(), (Option.DOUBLE_BARRELED_LASER, Option.HIGH_POWER_LASER)])
def test_m10_lasers_do_not_damage_a_tower(cards):
    assert tower_health(before_a_tower(15, *cards).damage_step()) == 10


def test_m10_lasers_do_not_damage_a_base():
    scene = Scene().put("red_0", 18, 5, ">").damage_step()
    assert scene.base("blue").health == 40


def test_m10_board_lasers_do_not_damage_a_tower():
    scene = Scene().mount_laser(14, 3, E).damage_step()
    assert tower_health(scene) == 10


def test_m11_a_tower_has_ten_hit_points():
    assert [int(thing.health) for thing in Scene().r.things[:8]] == [10] * 8


def test_m11_nobody_walks_into_a_tower():
    assert before_a_tower(16).play(red_0=Card.MOVE_1).at("red_0") == (16, 3)


def test_m11_nobody_walks_into_the_own_tower():
    scene = Scene().put("red_0", 9, 3, ">").play(red_0=Card.MOVE_1)
    assert scene.at("red_0") == (9, 3)


def test_m11_nobody_is_pushed_into_a_tower():
    scene = Scene().put("red_0", 18, 5, "^").put("blue_0", 18, 4, "^")
    scene.move_tower("blue", 4, 18, 3).play(red_0=Card.MOVE_1)
    assert (scene.at("red_0"), scene.at("blue_0")) == ((18, 5), (18, 4))


def test_m11_a_tower_stops_a_laser():
    assert beneath_a_tower().damage_step().damage("blue_0") == [0]


def test_m11_a_tower_stops_a_board_laser():
    scene = beneath_a_tower().mount_laser(17, 4, N).put("red_0", 14, 6)
    assert scene.damage_step().damage("blue_0") == [0]


def test_m11_the_square_of_a_destroyed_tower_is_plain_floor():
    scene = beneath_a_tower().weaken("blue", 4, 0)
    assert scene.damage_step().damage("blue_0") == [1]
    assert scene.play(red_0=Card.MOVE_1).at("red_0") == (17, 3)


def test_m11_a_destroyed_tower_does_not_fire():
    scene = before_a_tower(15).weaken("blue", 4, 0)
    assert scene.damage_step().damage("red_0") == [0]


@pytest.mark.parametrize(("x", "y"), IN_RANGE)
def test_m14_a_tower_deals_three_damage_within_three_steps(x, y):
    scene = Scene().without_towers().weaken("blue", 4, 1).put("red_0", x, y)
    assert scene.damage_step().damage("red_0") == [3]


@pytest.mark.parametrize(("x", "y"), OUT_OF_RANGE)
def test_m14_a_tower_ignores_an_enemy_four_steps_away(x, y):
    scene = Scene().without_towers().weaken("blue", 4, 1).put("red_0", x, y)
    assert scene.damage_step().damage("red_0") == [0]


def test_m14_a_tower_ignores_its_own_team():
    assert Scene().put("blue_0", 16, 4).damage_step().damage("blue_0") == [0]


def test_m14_walls_do_not_block_it():
    scene = Scene().without_towers().weaken("blue", 4, 1).put("red_0", 18, 4)
    squares = scene.setup.floor.squares
    assert squares[18, 4].walls >> N & 1
    assert squares[18, 4].walls >> W & 1
    assert scene.damage_step().damage("red_0") == [3]


def test_m14_robots_do_not_block_it():
    scene = Scene().without_towers().weaken("blue", 4, 1).put("red_0", 14, 3)
    scene.put("blue_0", 15, 3)
    assert scene.damage_step().damage("red_0", "blue_0") == [3, 0]


def test_m14_the_perimeter_of_a_base_does_not_block_it():
    scene = Scene().without_towers().move_tower("blue", 4, 6, 5).weaken("blue", 4, 1)
    assert scene.put("red_0", 7, 5).damage_step().damage("red_0") == [3]


def test_m14_each_tower_in_range_fires():
    scene = Scene().without_towers().weaken("blue", 4, 1).weaken("blue", 3, 1)
    scene.move_tower("blue", 3, 13, 3).put("red_0", 15, 3)
    assert scene.damage_step().damage("red_0") == [6]


def test_m14_it_picks_one_enemy_at_random():
    names = ("red_0", "red_1", "red_2")
    scene = Scene().put("red_0", 14, 3).put("red_1", 15, 3).put("red_2", 16, 4)
    counts = np.zeros(len(names), int)
    for _ in range(300):
        scene.run(Stage.AIM, Stage.FIRE)
        incoming = [int(scene.robot(name).incoming) for name in names]
        assert sorted(incoming) == [0, 0, 3]
        counts[incoming.index(3)] += 1
        scene.r.robots["incoming"] = 0
    assert (abs(counts - 100) < 40).all()


def test_m14_power_down_shield_stops_one_of_the_three_damage():
    scene = Scene().without_towers().weaken("blue", 4, 1).put("red_0", 14, 3).power_down("red_0")
    scene.give("red_0", Option.POWER_DOWN_SHIELD)
    assert scene.damage_step().damage("red_0") == [2]


@pytest.mark.parametrize(("fires", "damage"), [(W, 3), (S, 2)])
@pytest.mark.parametrize("x", [15, 16])
def test_m14_for_a_shield_it_comes_along_the_longer_side_of_the_way(x, fires, damage):
    scene = Scene().without_towers().weaken("blue", 4, 1).put("red_0", x, 4).power_down("red_0")
    scene.give("red_0", Option.POWER_DOWN_SHIELD)
    scene.mount_laser(*((x + 1, 4) if fires == W else (x, 2)), fires)
    assert scene.damage_step().damage("red_0") == [damage]


def last_shell(health=1):
    """red_0 is about to destroy blue's tower 4."""
    return before_a_tower().weaken("blue", 4, health).damage_step(red_0="howitzer")


def options_of(scene, team):
    return [len(scene.held(f"{team}_{i}")) for i in range(4)]


def test_m17_a_tower_brought_to_nothing_is_destroyed():
    scene = last_shell()
    assert tower_health(scene) == 0
    assert scene.told("tower_destroyed") == [
        {"event": "tower_destroyed", "by": ["red_0"], "tower": "blue tower 4"}
    ]


def test_m17_a_tower_with_a_hit_point_left_is_not():
    scene = last_shell(2)
    assert tower_health(scene) == 1
    assert scene.base("blue").health == 40
    assert not scene.story


def test_m17_more_damage_than_it_has_hit_points_is_lost():
    scene = before_a_tower(14, Option.DOUBLE_BARRELED_LASER).weaken("blue", 4, 1)
    assert tower_health(scene.damage_step(red_0="howitzer")) == 0


def test_m17_its_own_base_takes_five_damage():
    assert last_shell().s.bases["health"].tolist() == [40, 35]


def test_m17_each_living_enemy_robot_draws_an_option_on_the_floor_or_in_a_zone():
    assert options_of(last_shell(), "red") == [1, 1, 1, 1]


def test_m17_its_own_team_draws_nothing():
    assert options_of(last_shell(), "blue") == [0, 0, 0, 0]


def test_m17_a_destroyed_enemy_draws_nothing():
    scene = before_a_tower().weaken("blue", 4, 1).put("red_1", 11, 7, "v").play(red_1=Card.MOVE_1)
    assert options_of(scene.damage_step(red_0="howitzer"), "red") == [1, 0, 1, 1]


def test_m17_a_powered_down_enemy_draws_too():
    scene = before_a_tower().weaken("blue", 4, 1).power_down("red_1")
    assert options_of(scene.damage_step(red_0="howitzer"), "red") == [1, 1, 1, 1]


def test_m17_it_falls_once():
    scene = last_shell()
    scene.damage_step()
    assert scene.base("blue").health == 35
    assert options_of(scene, "red") == [1, 1, 1, 1]


def test_m17_it_fires_in_the_damage_step_in_which_it_falls():
    assert last_shell().damage("red_0") == [3]


def test_m17_it_blocks_fire_until_that_step_is_over():
    scene = beneath_a_tower().weaken("blue", 4, 1).put("red_1", 17, 5, "^")
    scene.damage_step(red_0="howitzer")
    assert scene.damage("blue_0") == [0]
    scene.robot("red_1").options = 0
    assert scene.put("red_0", 14, 6).damage_step().damage("blue_0") == [1]


def test_m17_two_towers_fall_in_one_step():
    scene = before_a_tower().weaken("blue", 4, 1).weaken("blue", 2, 1)
    scene.put("red_1", 14, 8, ">").damage_step(red_0="howitzer", red_1="howitzer")
    assert scene.base("blue").health == 30
    assert options_of(scene, "red") == [2, 2, 2, 2]


def test_m17_towers_of_both_teams_fall_in_one_step():
    scene = before_a_tower().weaken("blue", 4, 1).weaken("red", 2, 1)
    scene.put("blue_0", 13, 3, "<").damage_step(red_0="howitzer", blue_0="howitzer")
    assert scene.s.bases["health"].tolist() == [35, 35]
    assert options_of(scene, "red") == options_of(scene, "blue") == [1, 1, 1, 1]
