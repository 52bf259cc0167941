"""Robots executing their cards: RR10 to RR14."""

import pytest

from cogarena.envs.rally.cards import Card
from cogarena.envs.rally.deck import wipe_registers
from cogarena.envs.rally.registers import begin_phase, next_robot
from cogarena.envs.rally.state import NOBODY, Place, Power
from support.scenes.rally import LETTERS, Scene

THREE = ":   A^:   B^:   C^:"


def order(scene):
    """The letters of the robots, in the order in which they move."""
    letters = ""
    while (i := next_robot(scene.r)) != NOBODY:
        scene.r.robots[i].moved = 1
        letters += LETTERS[i]
    return letters


def test_rr10_the_highest_priority_moves_first():
    scene = Scene(THREE).program("A", 50).program("B", 84).program("C", 6)
    assert order(scene) == "BAC"


def test_rr10_only_the_cards_of_this_register_count():
    scene = Scene(THREE, register=2)
    scene.program("A", 84, 1).program("B", 1, 84).program("C", 50, 50)
    assert order(scene) == "BCA"


def test_rr10_of_equal_cards_the_owner_moves_first_and_then_the_lower_dock():
    scene = Scene(THREE).program("A", 10).program("B", 84).program("C", 50)
    scene.robot("A").radio = scene.robot("B").radio = 1 + LETTERS.index("C")
    assert order(scene) == "CAB"


def test_rr10_a_robot_moves_once_in_a_phase_and_again_in_the_next():
    scene = Scene(THREE).program("A", 50).program("B", 84).program("C", 6)
    assert order(scene) == "BAC"
    assert order(scene) == ""
    begin_phase(scene.r)
    assert order(scene) == "BAC"


def test_rr10_a_robot_that_is_down_or_destroyed_does_not_move():
    scene = Scene(THREE).program("A", 50).program("B", 84).program("C", 6)
    scene.robot("A").power = Power.DOWN
    scene.robot("B").place = Place.DESTROYED
    assert order(scene) == "C"


def test_rr10_an_empty_register_is_no_card():
    scene = Scene(THREE).program("B", 84)
    assert order(scene) == "B"
    wipe_registers(scene.r)
    begin_phase(scene.r)
    assert order(scene) == ""


@pytest.mark.parametrize(
    ("card", "faces"),
    [(Card.U_TURN, "v"), (Card.ROTATE_LEFT, "<"), (Card.ROTATE_RIGHT, ">"), (Card.MOVE_1, "^")],
    ids=lambda value: getattr(value, "name", ""),
)
def test_rr11_rotations_turn_the_robot(card, faces):
    scene = Scene(
        """
        :     :
        :   A^:
        """
    )
    assert scene.play("A", card).faces("A") == faces


@pytest.mark.parametrize("card", [Card.U_TURN, Card.ROTATE_LEFT, Card.ROTATE_RIGHT])
def test_rr11_a_rotation_stays_in_place(card):
    assert Scene(":     :   A>:     :").play("A", card).standing == ".A."


@pytest.mark.parametrize(
    ("card", "standing"),
    [
        (Card.BACK_UP, "A....."), (Card.MOVE_1, "..A..."), (Card.MOVE_2, "...A.."),
        (Card.MOVE_3, "....A."),
    ],
    ids=lambda value: getattr(value, "name", ""),
)  # fmt: skip
def test_rr11_each_card_moves_so_many_squares(card, standing):
    scene = Scene(":     :   A>:     :     :     :     :")
    assert scene.play("A", card).standing == standing


@pytest.mark.parametrize(
    ("faces", "standing"),
    [("^", ".A./.../..."), (">", ".../..A/..."), ("v", ".../.../.A."), ("<", ".../A../...")],
)
def test_rr11_a_robot_moves_the_way_it_faces(faces, standing):
    scene = Scene(
        f"""
        :     :     :     :
        :     :   A{faces}:     :
        :     :     :     :
        """
    )
    assert scene.play("A", Card.MOVE_1).standing == standing


def test_rr11_backing_up_keeps_the_facing():
    assert Scene(":     :   A>:").play("A", Card.BACK_UP).faces("A") == ">"


def test_rr11_move_3_stopped_by_a_wall_after_one_step_ends_there():
    scene = Scene(":   A>:     |     :     :").play("A", Card.MOVE_3)
    assert scene.standing == ".A.."
    assert scene.robot("A").damage == 0


def test_rr11_walking_over_a_belt_or_a_gear_does_nothing():
    scene = Scene(":   A>: v   : gR  :     :").play("A", Card.MOVE_3)
    assert scene.standing == "...A"
    assert scene.faces("A") == ">"


def test_rr12_a_robot_in_the_way_is_pushed():
    assert Scene(":   A>:   B^:     :").play("A", Card.MOVE_1).standing == ".AB"


def test_rr12_a_pushed_robot_keeps_its_facing():
    scene = Scene(":   A>:   B^:   Cv:     :").play("A", Card.MOVE_1)
    assert (scene.faces("B"), scene.faces("C")) == ("^", "v")


def test_rr12_a_chain_of_three_moves_together():
    scene = Scene(":   A>:   B^:   C^:   D^:     :").play("A", Card.MOVE_1)
    assert scene.standing == ".ABCD"


def test_rr12_every_step_pushes_anew():
    scene = Scene(":   A>:     :   B^:     :   C^:     :").play("A", Card.MOVE_3)
    assert scene.standing == "...ABC"


def test_rr12_backing_up_pushes_too():
    assert Scene(":     :   B^:   A>:").play("A", Card.BACK_UP).standing == "BA."


def test_rr12_a_gap_ends_the_chain():
    scene = Scene(":   A>:   B^:     :   C^:").play("A", Card.MOVE_1)
    assert scene.standing == ".ABC"


def test_rr12_nobody_moves_if_the_last_of_a_chain_faces_a_wall():
    scene = Scene(":   A>:   B^:   C^:   D^|     :").play("A", Card.MOVE_1)
    assert scene.standing == "ABCD."


@pytest.mark.parametrize(
    "drawing",
    [":   A>|   B^:   C^:     :", ":   A>:   B^|   C^:     :", ":   A>:   B^:   C^|     :"],
)
def test_rr12_a_wall_anywhere_in_the_chain_stops_all(drawing):
    assert Scene(drawing).play("A", Card.MOVE_1).standing == "ABC."


def test_rr12_a_push_that_fails_voids_the_rest_of_the_card():
    scene = Scene(":   A>:   B^:     |     :     :").play("A", Card.MOVE_3)
    assert scene.standing == ".AB.."


def test_rr12_a_chain_pushes_its_last_robot_into_a_pit():
    scene = Scene(":   A>:   B^:   C^: []  :").play("A", Card.MOVE_1)
    assert scene.standing == ".AB."
    assert scene.robot("C").place == Place.DESTROYED


def test_rr12_a_chain_pushes_its_last_robot_off_the_edge():
    scene = Scene(":   A>:   B^:   C^:").play("A", Card.MOVE_1)
    assert scene.standing == ".AB"
    assert scene.robot("C").place == Place.DESTROYED


def test_rr12_the_mover_goes_on_into_the_square_that_a_fall_has_freed():
    scene = Scene(
        """
        : []  :     :
        :   B>:     :
        :   A^:     :
        :     :     :
        """
    )
    scene.play("A", Card.MOVE_1)
    assert scene.standing == "../A./../.."


def test_rr12_a_long_move_pushes_a_whole_chain_off_the_board():
    scene = Scene(":     :   A>:   B^:   C^:").play("A", Card.MOVE_2)
    assert scene.standing == "...A"
    assert (scene.robot("C").fell, scene.robot("B").fell) == (1, 2)


def test_rr12_who_was_pushed_knows_by_whom():
    scene = Scene(":   A>:   B^:   C^:     :   D^:")
    begin_phase(scene.r)
    scene.play("A", Card.MOVE_1)
    assert [scene.robot(letter).mover for letter in "ABCD"] == [NOBODY, 0, 0, NOBODY]


WALLED = """
    +-----+-----+-----+
    :     :     :     :
    +     +-----+     +
    :     |   A^|     :
    +     +-----+     +
    :     :     :     :
    +-----+-----+-----+
"""


@pytest.mark.parametrize("faces", "^>v<")
def test_rr13_a_wall_stops_a_robot_inside_it(faces):
    scene = Scene(WALLED.replace("A^", f"A{faces}"))
    assert scene.play("A", Card.MOVE_1).standing == ".../.A./..."


@pytest.mark.parametrize(
    ("x", "y", "faces"), [(1, 0, "v"), (2, 1, "<"), (1, 2, "^"), (0, 1, ">")]
)  # fmt: skip
def test_rr13_a_wall_stops_a_robot_outside_it(x, y, faces):
    scene = Scene(WALLED.replace("A^", "  ")).put("A", x, y, faces)
    assert scene.play("A", Card.MOVE_1).at("A") == (x, y)


def test_rr13_a_wall_stops_a_robot_that_backs_up():
    assert Scene(":     |   A>:").play("A", Card.BACK_UP).standing == ".A"


def test_rr13_a_wall_does_no_damage():
    assert Scene(":   A>|     :").play("A", Card.MOVE_3).robot("A").damage == 0


def test_rr13_a_wall_on_the_edge_keeps_a_robot_on_the_board():
    assert Scene(":     :   A>|").play("A", Card.MOVE_2).standing == ".A"


def test_rr13_a_wall_on_the_edge_stops_a_push():
    assert Scene(":   A>:   B^|").play("A", Card.MOVE_1).standing == "AB"


def test_rr14_a_robot_that_enters_a_pit_is_destroyed():
    scene = Scene(":   A>: []  :     :").play("A", Card.MOVE_1)
    assert scene.robot("A").place == Place.DESTROYED


def test_rr14_a_mover_dies_in_a_pit_in_the_middle_of_its_card():
    scene = Scene(":   A>:     : []  :   B^:     :").play("A", Card.MOVE_3)
    assert scene.at("A") == (2, 0)
    assert scene.standing == "...B."


@pytest.mark.parametrize("faces", "^>v<")
def test_rr14_the_open_edge_destroys(faces):
    scene = Scene(f":   A{faces}:").play("A", Card.MOVE_1)
    assert scene.robot("A").place == Place.DESTROYED


def test_rr14_a_robot_dies_once_and_moves_no_further_off_the_board():
    scene = Scene(":   A>:").play("A", Card.MOVE_3)
    assert scene.robot("A").lives == 2
    assert scene.at("A") == (1, 0)


def test_rr14_a_robot_falls_into_the_same_pit_after_the_one_it_pushed():
    scene = Scene(":   A>:   B^: []  :     :").play("A", Card.MOVE_2)
    assert scene.standing == "...."
    assert (scene.robot("B").fell, scene.robot("A").fell) == (1, 2)
