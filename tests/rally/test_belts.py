"""Conveyor belts: RR15 to RR17."""

import pytest

from cogarena.envs.rally.cards import Card
from cogarena.envs.rally.floor import Belt
from cogarena.envs.rally.machines import run_belts, run_pushers, turn_gears
from cogarena.envs.rally.state import Place
from support.scenes.rally import Scene


def express_belts(floor, r):
    run_belts(floor, r, int(Belt.EXPRESS))


def all_belts(floor, r):
    run_belts(floor, r, int(Belt.NORMAL))


def after_all_belts(drawing):
    return Scene(drawing).run(all_belts)


@pytest.mark.parametrize(
    ("belt", "standing"),
    [("^", ".A./.../..."), (">", ".../..A/..."), ("v", ".../.../.A."), ("<", ".../A../...")],
)
def test_rr15_a_belt_carries_one_square_its_way(belt, standing):
    scene = after_all_belts(
        f"""
        :     :     :     :
        :     : {belt} A^:     :
        :     :     :     :
        """
    )
    assert scene.standing == standing
    assert scene.faces("A") == "^"


def test_rr15_only_express_belts_run_first():
    scene = Scene(
        """
        : >>A^:     :
        : > B^:     :
        """
    )
    assert scene.run(express_belts).standing == ".A/B."


def test_rr15_express_belts_run_again_with_the_normal_ones():
    scene = Scene(
        """
        : >>A^: >>  :     :
        : > B^: >   :     :
        """
    )
    assert scene.run(express_belts, all_belts).standing == "..A/.B."


def test_rr15_a_robot_dropped_on_a_normal_belt_moves_on_with_it():
    scene = Scene(
        """
        : >>A^: v   :
        :     :     :
        """
    )
    assert scene.run(express_belts, all_belts).standing == "../.A"


def test_rr15_a_robot_dropped_on_plain_floor_stops():
    assert Scene(": >>A^:     :     :").run(express_belts, all_belts).standing == ".A."


def test_rr15_a_robot_beside_a_belt_stays():
    assert after_all_belts(":   A^: >   :     :").standing == "A.."


def test_rr15_a_train_of_three_moves_together():
    assert after_all_belts(": > A^: > B^: > C^:     :").standing == ".ABC"


def test_rr15_a_train_moves_whatever_the_order_of_its_robots():
    assert after_all_belts(": > C^: > A^: > B^:     :").standing == ".CAB"


def test_rr15_a_ring_full_of_robots_turns():
    scene = after_all_belts(
        """
        : > A^: v B^:
        : ^ D^: < C^:
        """
    )
    assert scene.standing == "DA/CB"


def test_rr15_a_belt_carries_into_a_pit():
    scene = after_all_belts(": > A^: []  :")
    assert scene.robot("A").place == Place.DESTROYED


def test_rr15_a_belt_carries_off_the_edge():
    scene = after_all_belts(":     : > A^:")
    assert scene.robot("A").place == Place.DESTROYED


def test_rr15_a_train_runs_into_a_pit_one_robot_at_a_time():
    assert after_all_belts(": > A^: > B^: []  :").standing == ".A."


def test_rr15_a_belt_carries_onto_a_gear_which_turns_the_robot():
    scene = Scene(": > A^: gR  :").run(all_belts, turn_gears)
    assert scene.standing == ".A"
    assert scene.faces("A") == ">"


def test_rr15_a_wall_keeps_a_robot_on_its_belt():
    assert after_all_belts(": > A^|     :").standing == "A."


def test_rr15_a_wall_on_the_edge_keeps_a_robot_on_its_belt():
    assert after_all_belts(":     : > A^|").standing == ".A"


def test_rr15_a_belt_does_nothing_to_a_destroyed_robot():
    scene = Scene(": > A^:     :")
    scene.robot("A").place = Place.DESTROYED
    assert scene.run(all_belts).at("A") == (0, 0)


def test_rr16_two_robots_that_would_arrive_on_one_square_both_stay():
    assert after_all_belts(": > A^:     : < B^:").standing == "A.B"


def test_rr16_two_belts_merging_into_a_third_move_neither_robot():
    scene = after_all_belts(
        """
        :     : v A^:     :
        : > B^: >   :     :
        """
    )
    assert scene.standing == ".A./B.."


def test_rr16_who_follows_a_stopped_robot_stays_too():
    scene = after_all_belts(
        """
        :     :     : v A^:     :
        : > C^: > B^: >   :     :
        """
    )
    assert scene.standing == "..A./CB.."


def test_rr16_robots_on_head_on_belts_stay():
    assert after_all_belts(": > A^: < B^:").standing == "AB"


def test_rr16_a_belt_does_not_push_a_robot_that_stays():
    assert after_all_belts(": > A^:   B^:     :").standing == "AB."


def test_rr16_an_express_belt_does_not_push_a_robot_on_a_normal_one():
    scene = Scene(": >>A^: > B^:     :").run(express_belts)
    assert scene.standing == "AB."
    assert scene.run(all_belts).standing == ".AB"


def test_rr16_a_train_stays_behind_a_robot_that_a_wall_holds():
    assert after_all_belts(": > A^: > B^: > C^|     :").standing == "ABC."


def test_rr16_a_robot_moves_into_a_square_that_another_leaves_sideways():
    scene = after_all_belts(
        """
        : > A^: v B^:
        :     :     :
        """
    )
    assert scene.standing == ".A/.B"


def test_rr16_a_pit_takes_all_that_belts_bring():
    scene = after_all_belts(": > A^: []  : < B^:")
    assert scene.standing == "..."
    assert (scene.robot("A").fell, scene.robot("B").fell) == (1, 2)


def test_rr16_of_three_robots_for_one_square_none_moves():
    scene = after_all_belts(
        """
        :     : v A^:     :
        : > B^:     : < C^:
        """
    )
    assert scene.standing == ".A./B.C"


CURVES = """
    :     :     :     :
    : > A^: {}   :     :
    :     :     :     :
"""


@pytest.mark.parametrize(("exit_", "faces"), [("v", ">"), ("^", "<"), (">", "^"), ("<", "^")])
def test_rr17_a_belt_that_carries_onto_a_curve_turns_the_robot(exit_, faces):
    scene = after_all_belts(CURVES.format(exit_))
    assert scene.standing == ".../.A./..."
    assert scene.faces("A") == faces


@pytest.mark.parametrize("faces", "^>v<")
def test_rr17_the_turn_is_a_quarter_whatever_the_robot_faces(faces):
    scene = after_all_belts(CURVES.format("v").replace("A^", f"A{faces}"))
    assert scene.faces("A") == {"^": ">", ">": "v", "v": "<", "<": "^"}[faces]


def test_rr17_mixed_speeds_turn_too():
    scene = Scene(
        """
        : >>A^: v   :
        :     :     :
        """
    )
    assert scene.run(express_belts).faces("A") == ">"


def test_rr17_an_express_belt_through_two_curves_turns_twice():
    scene = Scene(
        """
        : >>A^: vv  :
        :     : <<  :
        """
    )
    assert scene.run(express_belts, all_belts).faces("A") == "v"


def test_rr17_entering_a_curve_by_its_own_move_does_not_turn():
    scene = Scene(CURVES.format("v").replace("> A^", "> A>")).play("A", Card.MOVE_1)
    assert scene.standing == ".../.A./..."
    assert scene.faces("A") == ">"


def test_rr17_being_pushed_onto_a_curve_does_not_turn():
    scene = Scene(
        """
        :   A>: > B^: v   :
        :     :     :     :
        """
    )
    assert scene.play("A", Card.MOVE_1).faces("B") == "^"


def test_rr17_a_pusher_onto_a_curve_does_not_turn():
    scene = Scene(
        """
        |o  A^: v   :
        :     :     :
        """
    )
    assert scene.run(run_pushers).standing == ".A/.."
    assert scene.faces("A") == "^"


def test_rr17_leaving_a_curve_does_not_turn():
    scene = after_all_belts(
        """
        : >   : v A^:
        :     :     :
        """
    )
    assert scene.faces("A") == "^"


@pytest.mark.parametrize(
    ("drawing", "faces"),
    [
        (": > A^: >   :     :\n:     : ^   :     :", "^"),
        (": >   : >   :     :\n:     : ^ A^:     :", ">"),
    ],
    ids=["straight through", "from the side"],
)
def test_rr17_on_a_merge_only_the_robot_from_the_side_turns(drawing, faces):
    scene = after_all_belts(drawing)
    assert scene.standing == ".A./..."
    assert scene.faces("A") == faces


def test_rr17_a_robot_that_a_belt_could_not_move_does_not_turn():
    assert after_all_belts(CURVES.format("v").replace("A^: v", "A^| v")).faces("A") == "^"
