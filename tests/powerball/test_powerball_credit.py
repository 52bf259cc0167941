"""Who is credited with a death: P13 and P14, and the examples of the page they come from."""

import pytest

from cogarena.envs.core.grid import Direction
from cogarena.envs.powerball.state import Stage
from cogarena.envs.rally.cards import Card, Option
from support.scenes.powerball import PIT, Scene

N, E, S, W = Direction
ONE = ("throw", 0)


def last_token(damage=9, distance=3):
    """robot_1 has nine damage tokens, and robot_0 has it in its sights."""
    scene = Scene().put("robot_0", 1, 0, ">").put("robot_1", 1 + distance, 0)
    return scene.hurt("robot_1", damage)


def at_the_pit(balls=0):
    """robot_1 stands with balls between robot_0 and a pit."""
    scene = Scene().put("robot_0", 3, 5, "^").put("robot_1", 3, 4, "^")
    return scene.carry("robot_1", balls)


def a_step_away(balls=0):
    """robot_1 faces a pit one square away, and robot_0 is right behind it."""
    scene = Scene().put("robot_0", 3, 6, "^").put("robot_1", 3, 5, "^")
    return scene.carry("robot_1", balls)


def points(scene):
    return scene.points("robot_0", "robot_1", "robot_2")


# P13: by damage.


def test_p13_a_laser_that_deals_the_tenth_damage_is_worth_two_points():
    scene = last_token().weapons()
    assert not scene.is_alive("robot_1")
    assert points(scene) == [2, 0, 0]


def test_p13_a_shot_that_leaves_the_victim_alive_is_worth_nothing():
    assert points(last_token(8).weapons()) == [0, 0, 0]


def test_p13_a_thrown_ball_kills():
    assert points(last_token(8).carry("robot_0").weapons(robot_0=ONE)) == [2, 0, 0]


def test_p13_a_ram_kills():
    scene = last_token(9, 1).give("robot_0", Option.RAMMING_GEAR).play(robot_0=Card.MOVE_1)
    assert not scene.is_alive("robot_1")
    assert points(scene) == [2, 0, 0]


def test_p13_a_bombs_blast_kills_for_its_owner():
    scene = last_token(4).bomb("robot_0", 3, 0, ">", Card.MOVE_1).play()
    assert not scene.is_alive("robot_1")
    assert points(scene) == [2, 0, 0]


def test_p13_a_mini_howitzer_kills():
    scene = last_token().give("robot_0", Option.MINI_HOWITZER)
    assert points(scene.weapons(robot_0=Option.MINI_HOWITZER)) == [2, 0, 0]


def test_p13_a_rear_laser_kills():
    scene = last_token().put("robot_0", 1, 0, "<").give("robot_0", Option.REAR_FIRING_LASER)
    assert points(scene.weapons()) == [2, 0, 0]


def test_p13_fire_controls_token_counts_as_damage_dealt():
    scene = last_token(8).give("robot_0", Option.FIRE_CONTROL).put("robot_2", 9, 0, "<")
    assert points(scene.weapons(robot_0=("register", 0))) == [2, 0, 2]


def test_p13_all_who_dealt_damage_in_that_step_are_credited_with_two_each():
    scene = last_token().put("robot_2", 9, 0, "<").put("robot_3", 4, 4, "^").weapons()
    assert scene.points("robot_0", "robot_2", "robot_3") == [2, 2, 2]


def test_p13_two_shots_of_one_robot_are_worth_two_points():
    scene = last_token(8).give("robot_0", Option.DOUBLE_BARRELED_LASER).weapons()
    assert points(scene) == [2, 0, 0]


def test_p13_damage_of_an_earlier_step_is_not_credited():
    scene = last_token(8).weapons().put("robot_0", 1, 0, "<").put("robot_2", 9, 0, "<").weapons()
    assert points(scene) == [0, 0, 2]


def test_p13_a_ram_is_not_credited_with_a_later_shot():
    scene = last_token(8, 1).give("robot_0", Option.RAMMING_GEAR).play(robot_0=Card.MOVE_1)
    assert scene.damage("robot_1") == [9]
    scene.put("robot_0", 1, 0, "<").put("robot_2", 9, 0, "<").weapons()
    assert points(scene) == [0, 0, 2]


def test_p13_a_ram_is_not_credited_with_a_later_blast():
    scene = last_token(3, 1).give("robot_0", Option.RAMMING_GEAR).put("robot_2", 11, 11)
    scene.bomb("robot_2", 4, 0, "<", 49).play(robot_0=50)  # both Move 1
    assert not scene.is_alive("robot_1")
    assert points(scene) == [0, 0, 2]


def test_p13_a_shot_is_not_credited_with_a_later_blast():
    scene = last_token(3).put("robot_2", 11, 11).bomb("robot_2", 4, 1)
    scene.hurt("robot_1", 3).r.register = 4
    scene.run(Stage.AIM, Stage.BOMBS)
    assert not scene.is_alive("robot_1")
    assert points(scene) == [0, 0, 2]


def test_p13_a_push_is_not_credited_with_a_later_shot():
    scene = last_token(9, 1).play(robot_0=Card.MOVE_1).put("robot_0", 1, 0, "<")
    assert points(scene.put("robot_2", 9, 0, "<").weapons()) == [0, 0, 2]


def test_p13_two_robots_kill_each_other():
    scene = last_token().put("robot_1", 4, 0, "<").hurt("robot_0", 9).weapons()
    assert points(scene) == [2, 2, 0]


def test_p13_nobody_is_credited_for_its_own_death():
    scene = Scene().put("robot_0", 1, 0, ">").hurt("robot_0", 4).bomb("robot_0", 2, 0)
    scene.play(robot_0=Card.MOVE_1)
    assert not scene.is_alive("robot_0")
    assert points(scene) == [0, 0, 0]


def test_p13_beside_ones_own_death_that_of_another_counts():
    scene = Scene().put("robot_0", 1, 0, ">").hurt("robot_0", 4).bomb("robot_0", 2, 0)
    scene.put("robot_1", 3, 0).hurt("robot_1", 7).play(robot_0=Card.MOVE_1)
    assert points(scene) == [2, 0, 0]


def test_p13_a_hit_of_the_last_turn_is_not_credited_with_a_death_by_recompiling():
    scene = Scene(register=5).community(Option.EXTRA_MEMORY, Option.RECOMPILE)
    scene.flag("robot_0", 1).flag("robot_2", 2).flag("robot_3", 3)
    far = ["2d6=9-12"] * 4
    scene.put("robot_1", 2, 4).hurt("robot_1", 7).end_of_turn("1d6=5", *far, "2d6=5", "2d6=5")
    assert scene.damage("robot_1") == [9]
    scene.run(Stage.CLEAN_UP, Stage.END).run(Stage.BEGIN, Stage.RECOMPILE, robot_1="yes")
    assert not scene.is_alive("robot_1")
    assert scene.points("robot_0", "robot_2", "robot_3") == [0, 0, 0]


# P13: by pit.


def test_p13_pushing_a_robot_into_a_pit_is_worth_two_points():
    scene = at_the_pit().play(robot_0=Card.MOVE_1)
    assert scene.at("robot_1") == PIT
    assert points(scene) == [2, 0, 0]


def test_p13_walking_into_a_pit_brings_nobody_anything():
    scene = at_the_pit().play(robot_1=Card.MOVE_1)
    assert not scene.is_alive("robot_1")
    assert points(scene) == [0, 0, 0]


def test_p13_a_robot_pushed_on_by_another_that_is_pushed_is_the_first_ones():
    scene = at_the_pit().put("robot_2", 3, 5).put("robot_0", 3, 6, "^").play(robot_0=Card.MOVE_1)
    assert points(scene) == [2, 0, 0]


@pytest.mark.parametrize("weapon", [Option.PRESSOR_BEAM, Option.MINI_HOWITZER])
def test_p13_a_weapons_push_into_a_pit_is_credited(weapon):
    scene = at_the_pit().put("robot_0", 3, 7, "^").give("robot_0", weapon)
    assert points(scene.weapons(robot_0=weapon)) == [2, 0, 0]


def test_p13_a_tractor_beams_pull_into_a_pit_is_credited():
    scene = at_the_pit().put("robot_0", 3, 2, "v").give("robot_0", Option.TRACTOR_BEAM)
    assert points(scene.weapons(robot_0=Option.TRACTOR_BEAM)) == [2, 0, 0]


def test_p13_a_thrown_balls_push_into_a_pit_is_credited():
    scene = at_the_pit().put("robot_0", 3, 7, "^").carry("robot_0")
    assert points(scene.weapons(robot_0=ONE)) == [2, 0, 0]


def test_p13_who_only_damaged_a_robot_that_is_shot_into_a_pit_is_not_credited():
    scene = at_the_pit().put("robot_0", 3, 7, "^").give("robot_0", Option.PRESSOR_BEAM)
    scene.put("robot_2", 9, 4, "<").weapons(robot_0=Option.PRESSOR_BEAM)
    assert scene.damage("robot_1") == [1]
    assert points(scene) == [2, 0, 0]


def test_p13_with_its_tenth_token_in_a_pit_it_counts_as_both():
    scene = at_the_pit().put("robot_0", 3, 7, "^").give("robot_0", Option.PRESSOR_BEAM)
    scene.hurt("robot_1", 9).put("robot_2", 9, 4, "<").weapons(robot_0=Option.PRESSOR_BEAM)
    assert points(scene) == [2, 0, 2]


def test_p13_both_by_one_robot_is_worth_two_points():
    scene = at_the_pit().put("robot_0", 3, 7, "^").give("robot_0", Option.MINI_HOWITZER)
    scene.hurt("robot_1", 9).weapons(robot_0=Option.MINI_HOWITZER)
    assert points(scene) == [2, 0, 0]


def test_p13_the_last_robot_that_pushed_is_credited():
    scene = Scene().put("robot_1", 4, 5).put("robot_2", 5, 5, "<").put("robot_0", 3, 6, "^")
    scene.play(robot_2=51, robot_0=50, robot_1=49)  # three times Move 1
    assert scene.at("robot_1") == PIT
    assert points(scene) == [2, 0, 0]


def test_p13_example_a_pushing_robot_b_s_move_results_in_a_death_by_falling_into_a_pit():
    scene = a_step_away().play(robot_0=Card.MOVE_2, robot_1=Card.MOVE_1)
    assert scene.at("robot_1") == PIT
    assert points(scene) == [2, 0, 0]


def test_p13_example_a_needs_the_higher_priority():
    scene = a_step_away().play(robot_0=Card.MOVE_1, robot_1=Card.MOVE_2)
    assert scene.at("robot_1") == PIT
    assert points(scene) == [0, 0, 0]


def test_p13_example_b_pushing_no_points_on_a_subsequent_phase_robot_b_ends_up_falling_into_a_pit():
    scene = a_step_away().program(robot_0=Card.MOVE_1).phase()
    assert scene.at("robot_1") == (3, 4)
    scene.program(robot_1=Card.MOVE_1).phase()
    assert scene.told("destroyed")
    assert points(scene) == [0, 0, 0]


def test_p13_a_victim_that_has_re_entered_is_credited_anew():
    scene = at_the_pit().program(robot_0=Card.MOVE_1).phase()
    scene.put("robot_1", 3, 4).program(robot_2=Card.MOVE_1).put("robot_0", 0, 0)
    scene.put("robot_2", 3, 5, "^").phase()
    assert points(scene) == [2, 0, 2]


def test_p13_every_seat_is_credited():
    for i in range(1, 8):
        scene = Scene(robots=8).put("robot_0", 3, 4).put(f"robot_{i}", 3, 5, "^")
        scene.play(**{f"robot_{i}": Card.MOVE_1})
        assert scene.points(f"robot_{i}") == [2]


# P13: by a bomb.


def before_a_bomb(owner="robot_2", damage=4):
    """robot_1 stands between robot_0 and a bomb, which kills it."""
    scene = Scene().put("robot_0", 1, 0, ">").put("robot_1", 2, 0, ">").hurt("robot_1", damage)
    return scene.put("robot_2", 11, 11).bomb(owner, 3, 0)


def test_p13_who_pushes_a_robot_onto_a_bomb_is_credited_beside_the_bombs_owner():
    scene = before_a_bomb().play(robot_0=Card.MOVE_1)
    assert not scene.is_alive("robot_1")
    assert points(scene) == [2, 0, 2]


def test_p13_a_weapons_push_onto_a_bomb_too():
    scene = before_a_bomb().give("robot_0", Option.PRESSOR_BEAM)
    assert points(scene.weapons(robot_0=Option.PRESSOR_BEAM)) == [2, 0, 2]


def test_p13_a_push_onto_ones_own_bomb_is_worth_two_points():
    assert points(before_a_bomb("robot_0").play(robot_0=Card.MOVE_1)) == [2, 0, 0]


def test_p13_walking_onto_a_bomb_is_the_owners_alone():
    assert points(before_a_bomb().play(robot_1=Card.MOVE_1)) == [0, 0, 2]


def test_p13_example_a_with_a_bomb():
    scene = before_a_bomb().put("robot_0", 0, 0, ">").put("robot_1", 1, 0, ">")
    scene.play(robot_0=60, robot_1=50)  # both Move 1
    assert scene.at("robot_1") == (3, 0)
    assert points(scene) == [2, 0, 2]


def test_p13_a_push_is_not_credited_with_a_bomb_that_runs_into_the_victim():
    scene = before_a_bomb().put("robot_0", 0, 0, ">").put("robot_1", 1, 0)
    scene.s.bombs[0].facing, scene.s.bombs[0].program[:] = W, 50
    scene.play(robot_0=60)  # both Move 1
    assert not scene.is_alive("robot_1")
    assert points(scene) == [0, 0, 2]


def test_p13_of_others_that_the_bomb_kills_the_pusher_is_not_credited():
    scene = before_a_bomb(damage=0).put("robot_3", 4, 0).hurt("robot_3", 7)
    scene.play(robot_0=Card.MOVE_1)
    assert [e["robot"] for e in scene.told("killed")] == ["robot_3"]
    assert points(scene) == [0, 0, 2]


def test_p13_a_victim_that_re_enters_onto_a_bomb_died_of_no_push():
    scene = at_the_pit().put("robot_2", 11, 11).bomb("robot_2", 5, 0).bomb("robot_2", 5, 0)
    scene.roll("1d4=1").program(robot_0=Card.MOVE_1).phase()
    assert len(scene.told("destroyed")) == 2
    assert points(scene) == [2, 0, 2]


# P14: balls of who is pushed.


@pytest.mark.parametrize("balls", [1, 2])
def test_p14_pushing_a_robot_with_balls_into_a_pit_brings_a_point_for_each(balls):
    scene = at_the_pit(balls).play(robot_0=Card.MOVE_1)
    assert points(scene) == [2 + balls, 0, 0]
    assert scene.in_pool == 8


def test_p14_example_a_brings_them_too():
    scene = a_step_away(2).play(robot_0=Card.MOVE_2, robot_1=Card.MOVE_1)
    assert points(scene) == [4, 0, 0]


def test_p14_a_thrown_balls_push_brings_them():
    scene = at_the_pit(1).put("robot_0", 3, 7, "^").carry("robot_0")
    assert points(scene.weapons(robot_0=ONE)) == [3, 0, 0]


def test_p14_who_only_dealt_the_tenth_token_gets_none_for_balls():
    scene = at_the_pit(1).put("robot_0", 3, 7, "^").give("robot_0", Option.PRESSOR_BEAM)
    scene.hurt("robot_1", 9).put("robot_2", 9, 4, "<").weapons(robot_0=Option.PRESSOR_BEAM)
    assert points(scene) == [3, 0, 2]


def test_p14_killing_a_robot_with_balls_by_damage_brings_none():
    assert points(last_token().carry("robot_1", 2).weapons()) == [2, 0, 0]


def test_p14_walking_into_a_pit_with_balls_brings_nobody_anything():
    assert points(at_the_pit(2).play(robot_1=Card.MOVE_1)) == [0, 0, 0]
