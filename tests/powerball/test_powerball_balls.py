"""Balls on the floor and in hands: P3, P7 and P12."""

import pytest

from cogarena.envs.core.grid import Direction
from cogarena.envs.powerball.balls import rest
from cogarena.envs.powerball.state import BallPlace, Stage
from cogarena.envs.rally.cards import Card, Option
from support.scenes.powerball import PIT, Scene, seat

N, E, S, W = Direction


def roll_in(scene, x, y, direction):
    """A ball of the pool comes to rest there."""
    rest(scene.setup.floor, scene.s, scene.setup.balls - 1, x, y, direction)
    return scene


def walker(card=Card.MOVE_3, **settings):
    """robot_0 is about to walk along the northern side, from (0, 0) to the east."""
    return Scene(**settings).put("robot_0", 0, 0, ">").program(robot_0=card)


def victim(faces, balls, x=4, y=4):
    """robot_0 carries balls and has nine damage tokens; robot_1 fires at it."""
    scene = Scene().put("robot_0", x, y, faces).carry("robot_0", balls).hurt("robot_0", 9)
    return scene.put("robot_1", x, y + 4, "^")


# P3: one ball a square.


def test_p3_a_ball_rests_where_it_comes_to():
    assert roll_in(Scene(), 4, 4, E).balls == {(4, 4)}


@pytest.mark.parametrize(
    ("direction", "square"), [(N, (4, 3)), (E, (5, 4)), (S, (4, 5)), (W, (3, 4))]
)
def test_p3_on_an_occupied_square_it_moves_on_in_its_direction(direction, square):
    scene = roll_in(Scene().ball((4, 4)), 4, 4, direction)
    assert scene.balls == {(4, 4), square}


def test_p3_it_moves_on_until_a_square_is_free():
    scene = roll_in(Scene().ball((2, 0), (3, 0), (4, 0)), 2, 0, E)
    assert (5, 0) in scene.balls


def test_p3_a_wall_sends_it_the_other_way():
    scene = roll_in(Scene().ball((2, 0)), 2, 0, N)
    assert scene.balls == {(2, 0), (2, 1)}


def test_p3_a_wall_inside_sends_it_the_other_way():
    scene = roll_in(Scene().ball((3, 1)), 3, 1, S)
    assert scene.balls == {(3, 1), (3, 0)}


def test_p3_sent_the_other_way_it_passes_the_balls_it_met():
    scene = roll_in(Scene().ball((1, 0), (0, 0)), 1, 0, W)
    assert (2, 0) in scene.balls


def test_p3_a_ball_that_finds_no_square_goes_back_to_the_pool():
    scene = Scene().wall(1, 0, E).ball((0, 0), (1, 0))
    assert roll_in(scene, 0, 0, W).balls == {(0, 0), (1, 0)}
    assert scene.in_pool == 6


def test_p3_a_ball_that_moves_on_into_a_pit_goes_back_to_the_pool():
    scene = roll_in(Scene().ball((2, 3)), 2, 3, E)
    assert scene.balls == {(2, 3)}
    assert scene.in_pool == 7


# P7: picking up.


def test_p7_a_robot_that_moves_onto_a_ball_may_pick_it_up():
    scene = walker(Card.MOVE_1).ball((1, 0)).movement(robot_0="yes")
    assert scene.asked == [("robot_0", "PICK_UP")]
    assert scene.carried("robot_0") == [1]
    assert not scene.balls


def test_p7_a_robot_that_moves_over_a_ball_may_pick_it_up():
    scene = walker().ball((1, 0)).movement(robot_0="yes")
    assert scene.at("robot_0") == (3, 0)
    assert scene.carried("robot_0") == [1]


def test_p7_backing_up_picks_up_too():
    scene = walker(Card.BACK_UP).put("robot_0", 4, 0, ">").ball((3, 0)).movement()
    assert scene.carried("robot_0") == [1]


def test_p7_a_robot_that_is_pushed_onto_a_ball_may_pick_it_up():
    scene = walker(Card.MOVE_1).put("robot_1", 1, 0).ball((2, 0)).movement()
    assert scene.who("PICK_UP") == ["robot_1"]
    assert scene.carried("robot_0", "robot_1") == [0, 1]


def test_p7_a_robot_that_is_pushed_over_a_ball_may_pick_it_up():
    scene = walker().put("robot_1", 1, 0).ball((2, 0)).movement()
    assert scene.at("robot_1") == (4, 0)
    assert scene.carried("robot_0", "robot_1") == [0, 1]


def test_p7_the_pusher_comes_second():
    scene = walker().put("robot_1", 1, 0).ball((2, 0)).movement(robot_1="pass")
    assert scene.who("PICK_UP") == ["robot_1", "robot_0"]
    assert scene.carried("robot_0", "robot_1") == [1, 0]


def test_p7_a_robot_that_a_belt_moves_onto_a_ball_may_pick_it_up():
    scene = Scene().put("robot_0", 4, 4).ball((5, 4)).belts()
    assert scene.carried("robot_0") == [1]


def test_p7_a_robot_that_an_express_belt_moves_over_a_ball_may_pick_it_up():
    scene = Scene().put("robot_0", 2, 1).ball((3, 1)).belts()
    assert scene.at("robot_0") == (4, 1)
    assert scene.carried("robot_0") == [1]


def test_p7_a_robot_that_a_weapon_moves_onto_a_ball_may_pick_it_up():
    scene = Scene().put("robot_0", 0, 0, ">").give("robot_0", Option.PRESSOR_BEAM)
    scene.put("robot_1", 3, 0).ball((4, 0)).weapons(robot_0=Option.PRESSOR_BEAM)
    assert scene.carried("robot_1") == [1]


def test_p7_a_robot_that_stays_beside_or_on_a_ball_picks_up_nothing():
    scene = Scene().put("robot_0", 0, 0).ball((0, 0), (1, 0)).play(robot_0=Card.ROTATE_LEFT)
    assert not scene.who("PICK_UP")


def test_p7_it_need_not():
    scene = walker().ball((1, 0)).movement(robot_0="pass")
    assert scene.carried("robot_0") == [0]
    assert scene.balls == {(1, 0)}


def test_p7_who_has_declined_is_not_asked_again_where_it_stands():
    scene = walker(Card.MOVE_1).ball((1, 0)).phase(robot_0="pass")
    assert scene.who("PICK_UP") == ["robot_0"]
    assert not scene.program(robot_0=Card.U_TURN).phase().who("PICK_UP")


def test_p7_who_comes_back_is_asked_again():
    scene = walker(Card.MOVE_2).ball((1, 0)).movement(robot_0="pass")
    assert scene.program(robot_0=Card.BACK_UP).movement().carried("robot_0") == [1]


def test_p7_it_is_asked_in_the_middle_of_a_card():
    scene = walker().ball((1, 0)).run(Stage.SWAP, Stage.REVEAL)
    assert scene.ask(Stage.MOVE) == ("robot_0", "PICK_UP")
    assert scene.at("robot_0") == (1, 0)
    assert scene.may_only("yes", "pass")


def test_p7_a_ball_picked_up_in_the_middle_of_a_card_is_lost_in_a_pit():
    scene = Scene().put("robot_0", 3, 5, "^").program(robot_0=Card.MOVE_3).ball((3, 4))
    scene.movement(robot_0="yes")
    assert not scene.is_alive("robot_0")
    assert not scene.balls
    assert scene.in_pool == 8
    assert scene.points("robot_0") == [0]


def test_p7_a_ball_declined_in_the_middle_of_a_card_outlasts_the_pit():
    scene = Scene().put("robot_0", 3, 5, "^").program(robot_0=Card.MOVE_3).ball((3, 4))
    assert scene.movement(robot_0="pass").balls == {(3, 4)}


def test_p7_two_balls_can_be_carried():
    scene = walker().ball((1, 0), (2, 0), (3, 0)).movement()
    assert scene.carried("robot_0") == [2]
    assert scene.balls == {(3, 0)}


def test_p7_with_two_balls_a_robot_is_not_asked():
    scene = walker().carry("robot_0", 2).ball((1, 0)).movement()
    assert not scene.asked


def test_p7_unasked_balls_are_picked_up():
    scene = walker(ask="program").ball((1, 0)).movement()
    assert scene.carried("robot_0") == [1]


def test_p7_who_has_ten_damage_tokens_and_is_still_to_be_removed_picks_up_nothing():
    scene = Scene().put("robot_0", 0, 0, ">").give("robot_0", Option.PRESSOR_BEAM)
    scene.put("robot_1", 4, 0).hurt("robot_1", 9).put("robot_2", 4, 5, "^").ball((5, 0))
    scene.weapons(robot_0=Option.PRESSOR_BEAM)
    assert scene.at("robot_1") == (5, 0)
    assert not scene.is_alive("robot_1")
    assert not scene.who("PICK_UP")
    assert scene.balls == {(5, 0)}


def test_p7_a_powered_down_robot_that_is_pushed_onto_a_ball_may_pick_it_up():
    scene = walker(Card.MOVE_1).put("robot_1", 1, 0).power_down("robot_1").ball((2, 0)).movement()
    assert scene.carried("robot_1") == [1]


# P12: balls of the dead.


def test_p12_ten_damage_tokens_drop_the_ball_on_the_robots_square():
    scene = victim("^", 1).weapons()
    assert not scene.is_alive("robot_0")
    assert scene.balls == {(4, 4)}
    assert scene.carried("robot_0") == [0]


@pytest.mark.parametrize(
    ("faces", "square"), [("^", (4, 3)), (">", (5, 4)), ("v", (4, 5)), ("<", (3, 4))]
)
def test_p12_the_second_ball_is_shifted_in_the_robots_facing(faces, square):
    assert victim(faces, 2).weapons().balls == {(4, 4), square}


def test_p12_the_third_ball_is_shifted_one_square_more():
    scene = victim("<", 3, 9, 0).give("robot_0", Option.EXTRA_MEMORY)
    assert scene.weapons(robot_0="pass").balls == {(9, 0), (8, 0), (7, 0)}


def test_p12_a_wall_shifts_it_in_the_opposite_direction():
    assert victim("^", 2, 4, 0).weapons().balls == {(4, 0), (4, 1)}


def test_p12_a_wall_inside_shifts_it_in_the_opposite_direction_even_onto_a_pit():
    scene = victim("^", 2, 3, 2).weapons()
    assert scene.balls == {(3, 2)}
    assert scene.in_pool == 7


def test_p12_a_wall_further_on_shifts_the_third_in_the_opposite_direction():
    scene = victim("^", 3, 4, 1).give("robot_0", Option.EXTRA_MEMORY).weapons(robot_0="pass")
    assert scene.balls == {(4, 1), (4, 0), (4, 2)}


def test_p12_a_ball_shifted_onto_a_pit_goes_back_to_the_pool():
    scene = victim("<", 2, 4, 3).weapons()
    assert scene.balls == {(4, 3)}
    assert scene.in_pool == 7
    assert scene.points("robot_0", "robot_1") == [0, 2]


def test_p12_a_ball_dropped_on_another_moves_on():
    scene = victim(">", 1).ball((4, 4)).weapons()
    assert scene.balls == {(4, 4), (5, 4)}


def test_p12_a_ball_dropped_on_another_before_a_wall_goes_the_other_way():
    scene = victim("^", 1, 4, 0).ball((4, 0)).weapons()
    assert scene.balls == {(4, 0), (4, 1)}


def test_p12_a_ball_shifted_on_another_moves_on_even_onto_a_pit():
    scene = victim(">", 2).ball((5, 4)).weapons()
    assert scene.in_pool == 6
    assert scene.balls == {(4, 4), (5, 4)}


def test_p12_a_ball_shifted_on_two_others_moves_on():
    scene = victim(">", 2, 1, 0).ball((2, 0), (3, 0)).weapons()
    assert scene.balls == {(1, 0), (2, 0), (3, 0), (4, 0)}


def test_p12_a_ball_can_be_dropped_on_a_space_occupied_by_a_robot():
    scene = victim(">", 2, 1, 0).put("robot_2", 2, 0).weapons()
    assert scene.who("PICK_UP") == ["robot_2"]
    assert scene.carried("robot_2") == [1]
    assert scene.balls == {(1, 0)}


def test_p12_the_dead_pick_up_nothing():
    scene = victim("^", 1).give("robot_0", Option.MECHANICAL_ARM).weapons(robot_0="pass")
    assert not scene.who("PICK_UP")


def test_p12_in_a_pit_the_balls_go_back_to_the_pool_and_bring_nothing():
    scene = Scene().put("robot_0", 3, 4).carry("robot_0", 2).play(robot_0=Card.MOVE_1)
    assert scene.at("robot_0") == PIT
    assert not scene.is_alive("robot_0")
    assert scene.in_pool == 8
    assert scene.points("robot_0") == [0]


def test_p12_nine_damage_tokens_do_not_kill():
    scene = victim("^", 1)
    scene.robot("robot_0").damage = 8
    scene.weapons()
    assert scene.is_alive("robot_0")
    assert scene.carried("robot_0") == [1]


def test_p12_the_balls_of_the_others_stay_with_them():
    scene = victim("^", 1).carry("robot_1", 2).weapons(robot_1="pass")
    assert scene.carried("robot_1") == [2]
    assert (
        scene.s.balls["carrier"][scene.s.balls["place"] == BallPlace.CARRIED].tolist()
        == [seat("robot_1")] * 2
    )
