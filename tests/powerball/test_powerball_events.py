"""Earthquake, power heal and meteors, each from its trigger to its last effect: P19, P20, P23."""

import numpy as np
import pytest

from cogarena.envs.powerball.state import Stage
from cogarena.envs.rally.cards import Card, Option
from cogarena.envs.rally.state import Power
from support.scenes.powerball import PIT, Scene

NORTH, EAST, SOUTH, WEST = "1d4=1", "1d4=2", "1d4=3", "1d4=4"
QUAKE, HEAL, METEORS = "1d6=1", "1d6=2", "1d6=5"
FAR = ("2d6=9-12", "2d6=9-12")  # a meteor in the south-east
FLAGS = ("robot_0", "robot_1", "robot_2")


def three_on_flags(*flags, **settings):
    """robot_0, robot_1 and robot_2 are on flags."""
    scene = Scene(register=5, **settings)
    for name, number in zip(FLAGS, flags or (1, 2, 3), strict=True):
        scene.flag(name, number)
    return scene


def shaken(x, y, direction, balls=0, **settings):
    """robot_3 is on a square when the earth shakes."""
    scene = three_on_flags(**settings).put("robot_3", x, y).carry("robot_3", balls)
    return scene.end_of_turn(QUAKE, direction)


def struck(*squares, hurt=0):
    """The damage of robots on squares after the first meteor, which falls on (4, 4)."""
    scene = Scene(register=5, robots=8).flag("robot_5", 3).flag("robot_6", 2).flag("robot_7", 4)
    names = [f"robot_{i}" for i in range(len(squares))]
    for name, square in zip(names, squares, strict=True):
        scene.put(name, *square).hurt(name, hurt)
    scene.end_of_turn(METEORS, "2d6=5", "2d6=5", *FAR, *FAR)
    return scene.damage(*names)


# P19: earthquake.


@pytest.mark.parametrize(
    ("direction", "square"), [(NORTH, (4, 3)), (EAST, (6, 5)), (SOUTH, (4, 7)), (WEST, (2, 5))]
)
def test_p19_a_roll_tells_the_direction_in_which_all_shift_two_squares(direction, square):
    scene = shaken(4, 5, direction)
    assert scene.told("happened") == [{"event": "happened", "happening": "earthquake"}]
    assert scene.at("robot_3") == square


def test_p19_all_robots_shift_on_flags_or_not():
    scene = three_on_flags().put("robot_3", 4, 4).end_of_turn(QUAKE, WEST)
    assert [scene.at(f"robot_{i}") for i in range(4)] == [(3, 0), (10, 5), (4, 11), (2, 4)]


def test_p19_robots_that_have_moved_in_the_fifth_phase_shift_too():
    scene = three_on_flags().put("robot_3", 4, 5).program(robot_3=Card.MOVE_1, robot_0=Card.U_TURN)
    scene.run(Stage.REVEAL, Stage.MOVE).end_of_turn(QUAKE, WEST)
    assert (scene.at("robot_0"), scene.at("robot_3")) == ((3, 0), (2, 4))


def test_p19_each_shifts_once():
    scene = Scene(register=5, robots=8).flag("robot_0", 1).flag("robot_1", 2).flag("robot_2", 3)
    for i in range(3, 8):
        scene.put(f"robot_{i}", 10, i + 4)
    scene.program(**{f"robot_{i}": Card.U_TURN for i in range(8)}).run(Stage.REVEAL, Stage.MOVE)
    scene.end_of_turn(QUAKE, WEST)
    assert [scene.at(f"robot_{i}")[0] for i in range(3, 8)] == [8, 10, 8, 8, 8]


def test_p19_facings_stay():
    scene = three_on_flags().put("robot_3", 4, 4, "v").end_of_turn(QUAKE, WEST)
    assert scene.faces("robot_3") == "v"


def test_p19_powered_down_robots_shift_too():
    scene = three_on_flags().put("robot_3", 4, 4).power_down("robot_3").end_of_turn(QUAKE, WEST)
    assert scene.at("robot_3") == (2, 4)


@pytest.mark.parametrize(("x", "then"), [(0, 0), (1, 0), (2, 0), (3, 1)])
def test_p19_walls_stop_them(x, then):
    assert shaken(x, 0, WEST).at("robot_3") == (then, 0)


def test_p19_walls_inside_stop_them():
    assert shaken(3, 0, SOUTH).at("robot_3") == (3, 1)


def test_p19_front_robots_shift_first():
    scene = three_on_flags(2, 1, 3).put("robot_3", 6, 0).end_of_turn(QUAKE, WEST)
    assert (scene.at("robot_1"), scene.at("robot_3")) == ((3, 0), (4, 0))


def test_p19_whatever_their_seats():
    scene = three_on_flags().put("robot_3", 4, 0).end_of_turn(QUAKE, WEST)
    assert (scene.at("robot_0"), scene.at("robot_3")) == ((3, 0), (2, 0))


def test_p19_robots_do_not_push_each_other():
    scene = Scene(register=5, robots=5).flag("robot_0", 1).flag("robot_1", 2).flag("robot_2", 3)
    scene.put("robot_3", 0, 4).put("robot_4", 2, 4).end_of_turn(QUAKE, WEST)
    assert (scene.at("robot_3"), scene.at("robot_4")) == ((0, 4), (1, 4))


SWALLOWED = {"event": "destroyed", "robot": "robot_3", "cause": "pit"}  # by nobody


def test_p19_pits_kill_without_credit():
    scene = three_on_flags().put("robot_3", 3, 4)
    scene.robot("robot_3").mover = 0
    scene.end_of_turn(QUAKE, NORTH)
    assert scene.told_without_places("destroyed") == [SWALLOWED]
    assert scene.points(*FLAGS) == [0, 0, 0]
    assert not scene.told("killed", "robbed")


def test_p19_nor_with_a_point_for_balls_picked_up_on_the_way():
    scene = three_on_flags().put("robot_3", 3, 5).ball((3, 4))
    scene.robot("robot_3").mover = 0
    scene.end_of_turn(QUAKE, NORTH)
    assert scene.told_without_places("picked_up", "destroyed", "robbed", "killed") == [
        {"event": "picked_up", "robot": "robot_3", "ball": 0},
        {"event": "destroyed", "robot": "robot_3", "cause": "pit"},
    ]
    assert scene.in_pool == 8


def test_p19_pits_on_the_way_kill_too():
    assert shaken(3, 4, NORTH).told_without_places("destroyed") == [SWALLOWED]


def test_p19_the_dead_re_enter():
    scene = shaken(3, 4, NORTH)
    assert scene.is_alive("robot_3")
    assert [e["event"] for e in scene.story] == ["happened", "destroyed", "entered"]
    assert scene.robot("robot_3").power == Power.DOWN


def test_p19_balls_carried_are_left_on_the_square_they_were_moved_from():
    scene = shaken(4, 4, WEST, balls=1)
    assert scene.carried("robot_3") == [0]
    assert scene.balls == {(4, 4)}


def test_p19_the_second_is_shifted_in_the_direction_and_not_offered_on_the_way():
    scene = shaken(4, 4, NORTH, balls=2)
    assert scene.balls == {(4, 4), (4, 3)}
    assert not scene.who("PICK_UP")


def test_p19_who_moves_one_square_leaves_its_balls_too():
    scene = shaken(1, 0, WEST, balls=1)
    assert scene.at("robot_3") == (0, 0)
    assert scene.balls == {(1, 0)}


def test_p19_who_is_not_moved_keeps_its_balls():
    scene = shaken(0, 0, WEST, balls=2)
    assert scene.carried("robot_3") == [2]


def test_p19_who_falls_into_a_pit_leaves_its_balls_behind():
    scene = shaken(3, 5, NORTH, balls=1)
    assert scene.told("destroyed")
    assert scene.balls == {(3, 5)}


def test_p19_a_robot_may_pick_up_the_ball_it_is_moved_onto():
    scene = three_on_flags().put("robot_3", 4, 4).ball((2, 4)).end_of_turn(QUAKE, WEST)
    assert scene.who("PICK_UP") == ["robot_3"]
    assert scene.carried("robot_3") == [1]


def test_p19_a_robot_may_pick_up_the_ball_it_is_moved_over():
    scene = three_on_flags().put("robot_3", 4, 4).ball((3, 4)).end_of_turn(QUAKE, WEST)
    assert scene.who("PICK_UP") == ["robot_3"]
    assert scene.at("robot_3") == (2, 4)
    assert scene.carried("robot_3") == [1]


def test_p19_a_robot_behind_may_pick_up_what_is_left():
    scene = three_on_flags().carry("robot_0").put("robot_3", 6, 0).end_of_turn(QUAKE, WEST)
    assert scene.carried("robot_0", "robot_3") == [0, 1]


def test_p19_turrets_stay():
    scene = three_on_flags().station("robot_0", 1).put("robot_3", 4, 4).end_of_turn(QUAKE, WEST)
    assert (scene.at("robot_0"), scene.at("robot_3")) == ((5, 0), (2, 4))


# P20: power heal.


@pytest.mark.parametrize(("before", "after"), [(0, 0), (2, 0), (3, 0), (4, 1), (9, 6)])
def test_p20_robots_on_flags_heal_up_to_three(before, after):
    scene = three_on_flags()
    for name in FLAGS:
        scene.hurt(name, before)
    assert scene.end_of_turn(HEAL).damage(*FLAGS) == [after] * 3


def test_p20_others_do_not():
    scene = three_on_flags().put("robot_3", 4, 4).hurt("robot_3", 4).end_of_turn(HEAL)
    assert scene.damage("robot_3") == [4]


def test_p20_it_frees_registers():
    scene = three_on_flags().hurt("robot_0", 7).end_of_turn(HEAL)
    assert scene.robot("robot_0").locks == 0


def test_p20_powered_down_robots_heal_too():
    scene = three_on_flags().hurt("robot_0", 4).power_down("robot_0").end_of_turn(HEAL)
    assert scene.damage("robot_0") == [1]


# P23: meteors.


def test_p23_the_sums_of_the_dice_less_one_are_the_square():
    scene = three_on_flags().put("robot_3", 6, 2)
    scene.end_of_turn(METEORS, "2d6=7", "2d6=3", *FAR, *FAR)
    assert scene.damage("robot_3") == [8]


@pytest.mark.parametrize(
    ("damage", "squares"),
    [
        (8, [(4, 4)]),
        (4, [(4, 3), (5, 4), (4, 5), (3, 4)]),
        (2, [(4, 2), (5, 3), (3, 5), (2, 4)]),
        (1, [(4, 1), (5, 6), (1, 4), (2, 5)]),
        (0, [(4, 0), (7, 5), (0, 4), (2, 6)]),
    ],
)
def test_p23_damage_is_eight_four_two_and_one_by_distance(damage, squares):
    assert struck(*squares) == [damage] * len(squares)


def test_p23_walls_do_not_stop_it():
    assert struck((3, 1)) == [0]
    scene = three_on_flags().put("robot_3", 3, 1)
    assert scene.end_of_turn(METEORS, "2d6=4", "2d6=3", *FAR, *FAR).damage("robot_3") == [4]


def test_p23_each_robot_on_a_flag_rolls_in_flag_order():
    scene = three_on_flags(4, 1, 3).end_of_turn(METEORS, *FAR, *FAR, *FAR)
    assert [e["robot"] for e in scene.told("meteor")] == ["robot_1", "robot_2", "robot_0"]


def test_p23_robots_on_no_flag_do_not_roll():
    scene = three_on_flags().put("robot_3", 4, 4).end_of_turn(METEORS, *FAR, *FAR, *FAR)
    assert len(scene.told("meteor")) == 3


def test_p23_the_roller_is_credited():
    scene = three_on_flags().put("robot_3", 4, 4).hurt("robot_3", 2)
    scene.end_of_turn(METEORS, "2d6=5", "2d6=5", *FAR, *FAR)
    assert scene.points(*FLAGS) == [2, 0, 0]


def test_p23_only_the_one_whose_meteor_killed_is():
    scene = three_on_flags().put("robot_3", 4, 2).hurt("robot_3", 3)
    scene.end_of_turn(METEORS, "2d6=5", "2d6=5", "2d6=5", "2d6=4", *FAR)
    assert not scene.told("killed")
    scene = three_on_flags().put("robot_3", 4, 2).hurt("robot_3", 4)
    scene.end_of_turn(METEORS, "2d6=5", "2d6=5", "2d6=5", "2d6=4", *FAR)
    assert scene.points(*FLAGS) == [0, 2, 0]


def test_p23_one_can_hit_oneself_without_credit():
    scene = three_on_flags().hurt("robot_0", 6).put("robot_3", 5, 2).hurt("robot_3", 6)
    scene.end_of_turn(METEORS, "2d6=6", "2d6=2", *FAR, *FAR)
    assert [e["robot"] for e in scene.told("destroyed")] == ["robot_0", "robot_3"]
    assert scene.points(*FLAGS) == [2, 0, 0]


def test_p23_a_robot_that_died_before_its_turn_does_not_roll():
    scene = three_on_flags(1, 2, 4).hurt("robot_1", 6)
    scene.end_of_turn(METEORS, "2d6=11", "2d6=6", "2d6=9-12", "2d6=11-12")
    assert [e["robot"] for e in scene.told("meteor")] == ["robot_0", "robot_2"]
    assert scene.points("robot_0") == [2]


def test_p23_the_dead_re_enter_after_the_last_meteor():
    scene = three_on_flags().put("robot_3", 4, 4).hurt("robot_3", 2)
    scene.end_of_turn(METEORS, "2d6=5", "2d6=5", *FAR, *FAR)
    kinds = [e["event"] for e in scene.story]
    assert kinds == ["happened", "meteor", "destroyed", "killed", "meteor", "meteor", "entered"]
    assert scene.damage("robot_3") == [0]


def test_p23_the_dead_drop_their_balls_and_others_may_pick_them_up():
    scene = three_on_flags().hurt("robot_0", 2).carry("robot_0", 2).put("robot_3", 5, 1)
    scene.put("robot_0", 5, 0, "v").hurt("robot_0", 4)
    scene.end_of_turn(METEORS, "2d6=6", "2d6=2", *FAR, *FAR)
    assert scene.told("destroyed")[0]["robot"] == "robot_0"
    assert scene.carried("robot_3") == [1]


def test_p23_damage_can_be_prevented_between_meteors():
    scene = three_on_flags().put("robot_3", 4, 4).give("robot_3", Option.BRAKES)
    scene.end_of_turn(METEORS, "2d6=5", "2d6=5", *FAR, *FAR, robot_3=Option.BRAKES)
    assert scene.damage("robot_3") == [7]


def test_p23_a_pit_swallows_no_meteor():
    scene = three_on_flags().put("robot_3", 4, 3)
    pit = [f"2d6={index + 1}" for index in PIT]
    assert scene.end_of_turn(METEORS, *pit, *FAR, *FAR).damage("robot_3") == [4]


def test_p23_meteors_fall_as_two_dice_do():
    scene = three_on_flags().put("robot_3", 6, 6)
    damage = np.zeros(9, int)
    for _ in range(300):
        scene.s.flag_cursor, scene.s.happening = 0, 5
        scene.s.on_flags[:] = (0, -1, -1, -1)
        scene.r.robots["damage"] = scene.r.robots["locks"] = 0
        scene.run(Stage.EVENT, Stage.EVENT)
        damage[scene.damage("robot_3")[0]] += 1
    assert damage[[0, 1, 2, 4, 8]].sum() == 300
    assert 2 <= damage[8] <= 20  # one in 36
    assert 15 <= damage[4] <= 60  # four times 6 · 5 in 36 · 36
