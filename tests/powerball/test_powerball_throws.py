"""Throwing balls instead of firing the laser: P8, P9, P28 and P30."""

import pytest

from cogarena.envs.core.grid import Direction
from cogarena.envs.powerball.state import Stage
from cogarena.envs.rally.cards import Card, Option
from support.scenes.powerball import PIT, Scene

N, E, S, W = Direction
ONE, TWO = ("throw", 0), ("throw", 1)
DOUBLE, HIGH = Option.DOUBLE_BARRELED_LASER, Option.HIGH_POWER_LASER


def duel(distance=2, balls=1, options=(), **settings):
    """robot_0 carries balls and faces robot_1 from the west, on the northern side."""
    scene = Scene(**settings).put("robot_0", 0, 0, ">").carry("robot_0", balls)
    return scene.give("robot_0", *options).put("robot_1", distance, 0)


def before_a_wall(x=11, balls=1, options=()):
    """The same from the west of a wall, x squares away."""
    return duel(x, balls, options)


def before_a_pit(balls=1, options=()):
    """robot_0 throws at robot_1, which stands beside a pit."""
    scene = Scene().put("robot_0", 3, 6, "^").carry("robot_0", balls).give("robot_0", *options)
    return scene.put("robot_1", 3, 4)


def test_p8_without_a_ball_nobody_is_asked_and_lasers_fire():
    scene = duel(balls=0).weapons()
    assert not scene.asked
    assert scene.damage("robot_1") == [1]


def test_p8_with_a_ball_the_main_laser_is_the_default():
    scene = duel().weapons(robot_0="pass")
    assert scene.damage("robot_1") == [1]
    assert scene.at("robot_1") == (2, 0)
    assert scene.carried("robot_0") == [1]


def test_p8_unasked_the_laser_fires():
    scene = duel(ask="program").weapons()
    assert scene.damage("robot_1") == [1]
    assert scene.carried("robot_0") == [1]


def test_p8_a_ball_may_be_thrown_instead():
    scene = duel()
    assert scene.ask(Stage.AIM) == ("robot_0", "WEAPON")
    assert scene.may_only("pass", ONE)


@pytest.mark.parametrize("distance", [2, 3, 11])
def test_p8_a_target_at_least_two_spaces_away_can_be_thrown_at(distance):
    assert duel(distance).weapons(robot_0=ONE).damage("robot_1") == [2]


def test_p8_a_target_next_to_the_robot_cannot():
    scene = duel(1).weapons()
    assert not scene.asked
    assert scene.damage("robot_1") == [1]


def test_p8_only_the_first_robot_straight_ahead_can_be_thrown_at():
    scene = duel(3).put("robot_2", 1, 0).weapons()
    assert not scene.asked
    assert scene.damage("robot_1", "robot_2") == [0, 1]


def test_p8_a_high_power_laser_throws_past_nobody():
    scene = duel(3, 1, [HIGH]).put("robot_2", 1, 0).weapons()
    assert not scene.who("WEAPON")


def test_p8_nobody_is_thrown_at_from_the_side():
    scene = duel().put("robot_0", 0, 0, "v").weapons()
    assert not scene.asked


def test_p8_a_wall_is_in_the_way():
    assert not duel().wall(0, 0, E).weapons().asked


@pytest.mark.parametrize("name", ["robot_0", "robot_1"])
def test_p8_a_powered_down_robot_is_thrown_at_but_does_not_throw(name):
    scene = duel().power_down(name).weapons()
    assert scene.who("WEAPON") == ([] if name == "robot_0" else ["robot_0"])


def test_p8_the_other_weapons_stay_open():
    scene = duel(options=[Option.PRESSOR_BEAM])
    scene.ask(Stage.AIM)
    assert scene.may_only("pass", ONE, Option.PRESSOR_BEAM)


def test_p8_one_ball_is_thrown_of_two():
    assert duel(balls=2).weapons(robot_0=ONE).carried("robot_0") == [1]


def test_p9_a_hit_does_two_damage():
    assert duel().weapons(robot_0=ONE).damage("robot_0", "robot_1") == [0, 2]


def test_p9_it_pushes_the_target_back_two_squares():
    scene = duel().weapons(robot_0=ONE)
    assert scene.at("robot_1") == (4, 0)
    assert scene.faces("robot_1") == "^"


def test_p9_the_ball_comes_to_rest_where_the_target_was_hit():
    scene = duel().weapons(robot_0=ONE)
    assert scene.balls == {(2, 0)}
    assert scene.carried("robot_0") == [0]


@pytest.mark.parametrize(("x", "then"), [(9, 11), (10, 11), (11, 11)])
def test_p9_a_wall_stops_the_push(x, then):
    scene = before_a_wall(x).weapons(robot_0=ONE, robot_1=["pass"] * (x == 11))
    assert scene.at("robot_1") == (then, 0)
    assert scene.balls == {(x, 0)}
    assert scene.damage("robot_1") == [2]


def test_p9_robots_behind_the_target_are_pushed():
    scene = duel(5).put("robot_2", 7, 0).weapons(robot_0=ONE)
    assert (scene.at("robot_1"), scene.at("robot_2")) == ((7, 0), (8, 0))
    assert scene.damage("robot_2") == [0]


def test_p9_robots_behind_the_target_at_a_wall_stop_it():
    scene = duel(10).put("robot_2", 11, 0).weapons(robot_0=ONE)
    assert scene.at("robot_1") == (10, 0)


def test_p9_the_target_is_pushed_into_a_pit():
    scene = before_a_pit().weapons(robot_0=ONE)
    assert scene.at("robot_1") == PIT
    assert not scene.is_alive("robot_1")
    assert scene.balls == {(3, 4)}


def test_p9_the_push_ends_in_the_pit():
    scene = Scene().put("robot_0", 6, 8, "^").carry("robot_0").put("robot_1", 6, 5)
    scene.put("robot_2", 6, 3).weapons(robot_0=ONE)
    assert scene.at("robot_1") == (6, 4)
    assert scene.at("robot_2") == (6, 3)


def test_p9_a_robot_on_that_square_may_pick_the_ball_up_before_the_next_phase():
    scene = before_a_wall().weapons(robot_0=ONE, robot_1="yes")
    assert scene.who("PICK_UP") == ["robot_1"]
    assert scene.carried("robot_0", "robot_1") == [0, 1]


def test_p9_it_need_not():
    scene = before_a_wall().weapons(robot_0=ONE, robot_1="pass")
    assert scene.balls == {(11, 0)}


def test_p9_a_target_that_is_pushed_away_does_not_get_the_ball():
    assert not duel().weapons(robot_0=ONE).who("PICK_UP")


def test_p9_a_target_that_dies_of_it_does_not_get_the_ball():
    scene = before_a_wall().hurt("robot_1", 8).weapons(robot_0=ONE)
    assert not scene.who("PICK_UP")
    assert scene.balls == {(11, 0)}


def test_p9_a_ball_on_that_square_sends_it_one_further():
    assert duel().ball((2, 0)).weapons(robot_0=ONE).balls == {(2, 0), (3, 0)}


def test_p9_the_target_may_pick_up_balls_on_its_way():
    scene = duel().ball((3, 0)).weapons(robot_0=ONE)
    assert scene.who("PICK_UP") == ["robot_1"]
    assert scene.carried("robot_1") == [1]


@pytest.mark.parametrize(
    ("thrower", "presser", "place"),
    [(Card.MOVE_1, Card.MOVE_2, PIT), (Card.MOVE_2, Card.MOVE_1, (4, 3))],
    ids=["pressed first", "pushed first"],
)
def test_p9_the_push_comes_with_the_weapons_effects_by_priority(thrower, presser, place):
    scene = Scene().put("robot_0", 0, 2, ">").carry("robot_0").put("robot_2", 2, 2)
    scene.put("robot_1", 2, 0, "v").give("robot_1", Option.PRESSOR_BEAM)
    scene.program(robot_0=thrower, robot_1=presser)
    scene.weapons(robot_0=ONE, robot_1=Option.PRESSOR_BEAM)
    assert scene.at("robot_2") == place
    assert scene.balls == {(2, 2)}


def test_p9_two_throw_at_one_target():
    scene = duel(5).put("robot_2", 10, 0, "<").carry("robot_2")
    scene.program(robot_0=Card.MOVE_1, robot_2=Card.MOVE_2)
    scene.weapons(robot_0=ONE, robot_2=ONE, robot_1=["pass"])
    assert scene.damage("robot_1") == [4]
    assert scene.at("robot_1") == (5, 0)
    assert scene.balls == {(5, 0), (6, 0)}


def test_p9_a_ball_that_was_thrown_is_not_lost_with_the_thrower():
    scene = duel(2).put("robot_0", 3, 4, ">").put("robot_1", 7, 4).put("robot_2", 3, 6, "^")
    scene.give("robot_2", Option.PRESSOR_BEAM).program(robot_0=Card.MOVE_1, robot_2=Card.MOVE_2)
    scene.weapons(robot_0=ONE, robot_2=Option.PRESSOR_BEAM)
    assert not scene.is_alive("robot_0")
    assert scene.at("robot_1") == (9, 4)
    assert scene.balls == {(7, 4)}
    assert scene.points("robot_2") == [2]


def test_p9_a_thrown_ball_makes_room_for_another():
    scene = duel(2, 2).put("robot_2", 0, 5, "^").give("robot_2", Option.TRACTOR_BEAM)
    scene.ball((0, 1)).program(robot_0=Card.MOVE_1, robot_2=Card.MOVE_2)
    scene.weapons(robot_0=ONE, robot_2=Option.TRACTOR_BEAM)
    assert scene.carried("robot_0") == [2]


def test_p28_without_it_two_balls_cannot_be_thrown():
    scene = duel(balls=2)
    scene.ask(Stage.AIM)
    assert scene.may_only("pass", ONE)


def test_p28_it_fires_the_laser_twice_by_default():
    scene = duel(options=[DOUBLE]).weapons(robot_0="pass")
    assert scene.damage("robot_1") == [2]
    assert scene.carried("robot_0") == [1]


def test_p28_with_one_ball_the_laser_adds_one_damage():
    scene = duel(options=[DOUBLE]).weapons(robot_0=ONE)
    assert scene.damage("robot_1") == [3]
    assert scene.at("robot_1") == (4, 0)
    assert scene.balls == {(2, 0)}


def test_p28_one_ball_or_two_are_a_decision():
    scene = duel(balls=2, options=[DOUBLE])
    scene.ask(Stage.AIM)
    assert scene.may_only("pass", ONE, TWO)


def test_p28_two_need_two():
    scene = duel(balls=1, options=[DOUBLE])
    scene.ask(Stage.AIM)
    assert scene.may_only("pass", ONE)


def test_p28_two_balls_do_four_damage_and_push_four_squares():
    scene = duel(balls=2, options=[DOUBLE]).weapons(robot_0=TWO)
    assert scene.damage("robot_1") == [4]
    assert scene.at("robot_1") == (6, 0)
    assert scene.carried("robot_0") == [0]


def test_p28_a_wall_ends_the_push_of_two_balls():
    scene = before_a_wall(9, 2, [DOUBLE]).weapons(robot_0=TWO)
    assert scene.at("robot_1") == (11, 0)


def test_p28_one_ball_rests_where_the_target_was_hit_the_other_on_the_next_square():
    assert duel(balls=2, options=[DOUBLE]).weapons(robot_0=TWO).balls == {(2, 0), (3, 0)}


def test_p28_else_the_other_rests_on_the_square_before_it():
    scene = before_a_wall(11, 2, [DOUBLE]).weapons(robot_0=TWO, robot_1="pass")
    assert scene.balls == {(11, 0), (10, 0)}


def test_p28_a_ball_on_the_next_square_sends_the_other_to_the_square_before():
    scene = duel(balls=2, options=[DOUBLE]).ball((3, 0)).weapons(robot_0=TWO, robot_1="pass")
    assert scene.balls == {(1, 0), (2, 0), (3, 0)}


def test_p28_a_ball_on_the_square_before_too_sends_it_further_back():
    scene = duel(5, 2, [DOUBLE]).ball((6, 0), (4, 0)).weapons(robot_0=TWO, robot_1="pass")
    assert scene.balls == {(3, 0), (4, 0), (5, 0), (6, 0)}


def test_p28_a_ball_where_the_target_was_hit_sends_one_on_and_the_other_back():
    scene = duel(5, 2, [DOUBLE]).ball((5, 0)).weapons(robot_0=TWO)
    assert scene.balls == {(4, 0), (5, 0), (6, 0)}


def test_p28_a_third_ball_stays():
    scene = duel(balls=3, options=[DOUBLE, Option.EXTRA_MEMORY]).weapons(robot_0=TWO)
    assert scene.carried("robot_0") == [1]


def test_p28_two_balls_push_into_a_pit():
    scene = before_a_pit(2, [DOUBLE]).weapons(robot_0=TWO)
    assert not scene.is_alive("robot_1")
    assert scene.balls == {(3, 4)}
    assert scene.in_pool == 7


def test_p28_it_works_from_the_community():
    scene = duel(balls=2).community(DOUBLE).weapons(robot_0=TWO)
    assert scene.damage("robot_1") == [4]


def test_p30_a_thrown_ball_does_three_damage_and_pushes_up_to_three():
    scene = duel(options=[HIGH]).weapons(robot_0=ONE)
    assert scene.damage("robot_1") == [3]
    assert scene.at("robot_1") == (5, 0)
    assert scene.balls == {(2, 0)}


@pytest.mark.parametrize("x", [9, 10])
def test_p30_a_wall_ends_its_push(x):
    assert before_a_wall(x, 1, [HIGH]).weapons(robot_0=ONE).at("robot_1") == (11, 0)


def test_p30_its_laser_is_as_it_was():
    scene = duel(options=[HIGH]).put("robot_2", 4, 0).weapons(robot_0="pass")
    assert scene.damage("robot_1", "robot_2") == [1, 1]


def test_p30_two_balls_do_six_and_push_six():
    scene = duel(balls=2, options=[DOUBLE, HIGH]).weapons(robot_0=TWO)
    assert scene.damage("robot_1") == [6]
    assert scene.at("robot_1") == (8, 0)
    assert scene.balls == {(2, 0), (3, 0)}


def test_p30_one_ball_beside_a_laser_does_four_and_pushes_three():
    scene = duel(options=[DOUBLE, HIGH]).weapons(robot_0=ONE)
    assert scene.damage("robot_1") == [4]
    assert scene.at("robot_1") == (5, 0)
