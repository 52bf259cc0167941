"""What the preview tells in Powerball: balls and deliveries on the way, and the next goal."""

from cogarena.envs.rally.cards import Card
from support.scenes.powerball import Scene
from support.scenes.preview import told_of


def preview(scene, card, *program):
    return told_of(scene, "powerball", "robot_0", card, *program)


def at(x, y, faces):
    return Scene().put("robot_0", x, y, faces)


def test_without_a_ball_the_goal_is_the_nearest_ball():
    scene = at(8, 11, "<").ball((5, 11), (8, 2))
    assert [preview(scene, card)["goal"] for card in (Card.MOVE_1, Card.ROTATE_RIGHT)] == [2, 4]


def test_a_ball_is_picked_up_in_passing():
    told = preview(at(8, 9, "<").ball((7, 9)), Card.MOVE_3)
    assert told["goals"] == 1


def test_no_more_balls_than_fit_are_picked_up():
    told = preview(at(8, 9, "<").carry("robot_0").ball((7, 9), (6, 9)), Card.MOVE_3)
    assert told["goals"] == 1


def test_with_a_ball_the_goal_is_to_face_a_pit():
    scene = at(5, 8, "<").carry("robot_0")  # a pit is at (5, 7)
    assert preview(scene, Card.U_TURN)["goal"] == 1
    assert preview(scene, Card.ROTATE_RIGHT)["goals"] == 1


def test_after_a_delivery_a_ball_is_the_goal_again():
    told = preview(at(5, 8, "<").carry("robot_0").ball((3, 8)), Card.U_TURN, Card.ROTATE_RIGHT)
    assert (told["goals"], told["goal"]) == (1, 3)


def test_while_no_ball_is_on_the_floor_the_goal_is_a_wrench():
    assert preview(at(10, 0, ">"), Card.MOVE_1)["goal"] == 0  # a wrench is at (11, 0)
