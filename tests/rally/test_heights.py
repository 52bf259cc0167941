"""Ramps, and what lasers hit on two heights: T6 and T8."""

import numpy as np
import pytest

from cogarena.envs.rally.cards import Card, Option
from cogarena.envs.rally.fire import aim_weapons, fire_board_lasers, fire_rear_lasers
from cogarena.envs.rally.floor_views import count_beams
from cogarena.envs.rally.machines import run_pushers, turn_gears
from cogarena.envs.rally.registers import begin_phase
from cogarena.envs.rally.state import Gear
from cogarena.envs.rally.turns import begin_turn
from support.scenes.rally import (
    Scene,
    back_up_2,
    belts,
    damage,
    fire_robot_lasers,
    pressed,
    put_tower,
)

RAMP = ":     :   A>/H    :H    :"
FROM_AFAR = ":   A>:     /H    :H    :"
TWO_RAMPS = """
    :     /H    :
    :   A>/H    :
    :   B^:     :
"""


def robot_lasers(drawing):
    return damage(Scene(drawing).run(fire_robot_lasers))


def board_lasers(drawing):
    return damage(Scene(drawing).run(fire_board_lasers))


def rear_lasers(drawing):
    return damage(Scene(drawing).give("A", Option.REAR_FIRING_LASER).run(fire_rear_lasers))


def next_turn(scene):
    begin_turn(scene.r)
    return scene


@pytest.mark.parametrize(
    ("card", "standing"),
    [(Card.MOVE_1, ".A.."), (Card.MOVE_2, "..A."), (Card.MOVE_3, "...A")],
    ids=lambda value: getattr(value, "name", ""),
)
def test_t6_going_up_a_ramp_costs_two_points(card, standing):
    assert Scene(RAMP).play("A", card).standing == standing


@pytest.mark.parametrize(
    ("faces", "drawing", "there"),
    [
        ("^", ":H    :\n+/////+\n:   A^:", (0, 0)),
        ("v", ":   Av:\n+/////+\n:H    :", (0, 1)),
        ("<", ":H    /   A<:", (0, 0)),
    ],
)
def test_t6_ramps_lead_in_every_direction(faces, drawing, there):
    scene = Scene(drawing).play("A", Card.MOVE_2)
    assert (scene.at("A"), scene.faces("A")) == (there, faces)


def test_t6_two_moves_of_1_in_one_turn_go_up_with_the_second():
    scene = Scene(RAMP).play("A", Card.MOVE_1)
    assert scene.standing == ".A.."
    assert scene.play("A", Card.MOVE_1).standing == "..A."


def test_t6_a_third_move_of_1_goes_on_from_there():
    scene = Scene(RAMP)
    for _ in range(3):
        scene.play("A", Card.MOVE_1)
    assert scene.standing == "...A"


def test_t6_a_phase_without_a_card_between_the_two_does_no_harm():
    scene = Scene(RAMP).play("A", Card.MOVE_1)
    begin_phase(scene.r)
    assert scene.run(belts, run_pushers, turn_gears).play("A", Card.MOVE_1).standing == "..A."


def test_t6_a_banked_point_makes_a_longer_card_longer():
    assert Scene(RAMP).play("A", Card.MOVE_1).play("A", Card.MOVE_2).standing == "...A"


def test_t6_backing_up_once_does_not_go_up():
    scene = Scene(RAMP.replace("A>", "A<")).play("A", Card.BACK_UP)
    assert scene.standing == ".A.."


def test_t6_backing_up_twice_in_one_turn_goes_up():
    scene = Scene(RAMP.replace("A>", "A<")).play("A", Card.BACK_UP).play("A", Card.BACK_UP)
    assert (scene.standing, scene.faces("A")) == ("..A.", "<")


def test_t6_reverse_gear_backs_up_a_ramp_with_one_card():
    assert back_up_2(Scene(RAMP.replace("A>", "A<")), "A").standing == "..A."


def test_t6_brakes_keep_the_banked_point():
    scene = Scene(RAMP).give("A", Option.BRAKES).play("A", Card.MOVE_1)
    scene.robot("A").gear = Gear.USED
    assert scene.play("A", Card.MOVE_1).standing == ".A.."
    assert scene.play("A", Card.MOVE_1).standing == "..A."


@pytest.mark.parametrize(
    ("card", "standing"),
    [(Card.MOVE_1, ".A.."), (Card.MOVE_2, ".A.."), (Card.MOVE_3, "..A.")],
    ids=lambda value: getattr(value, "name", ""),
)
def test_t6_a_step_to_the_ramp_leaves_the_rest_of_the_card_for_it(card, standing):
    assert Scene(FROM_AFAR).play("A", card).standing == standing


def test_t6_the_point_left_over_at_the_foot_is_banked():
    assert Scene(FROM_AFAR).play("A", Card.MOVE_2).play("A", Card.MOVE_1).standing == "..A."


def test_t6_a_card_that_ends_at_the_foot_banks_nothing():
    assert Scene(FROM_AFAR).play("A", Card.MOVE_1).play("A", Card.MOVE_1).standing == ".A.."


def test_t6_the_banked_point_is_lost_at_the_end_of_the_turn():
    scene = next_turn(Scene(RAMP).play("A", Card.MOVE_1))
    assert scene.play("A", Card.MOVE_1).standing == ".A.."


def test_t6_the_banked_point_is_lost_by_turning():
    scene = Scene(RAMP).play("A", Card.MOVE_1)
    scene.play("A", Card.ROTATE_LEFT).play("A", Card.ROTATE_RIGHT)
    assert scene.play("A", Card.MOVE_1).standing == ".A.."


def test_t6_the_banked_point_is_lost_by_a_u_turn_although_backing_up_leads_the_same_way():
    scene = Scene(RAMP).play("A", Card.MOVE_1).play("A", Card.U_TURN)
    assert scene.play("A", Card.BACK_UP).standing == ".A.."


def test_t6_the_banked_point_is_lost_on_a_gear():
    scene = Scene(": gRA>/H    :").play("A", Card.MOVE_1).run(turn_gears, turn_gears)
    assert scene.faces("A") == "<"
    assert scene.play("A", Card.BACK_UP).standing == "A."


def test_t6_the_banked_point_stays_on_a_gear_that_does_not_turn_the_robot():
    scene = Scene(": gRA>/H    :").give("A", Option.GYROSCOPIC_STABILIZER)
    scene.robot("A").gyroscope = 1
    assert scene.play("A", Card.MOVE_1).run(turn_gears).play("A", Card.MOVE_1).standing == ".A"


def test_t6_the_banked_point_is_lost_by_moving_elsewhere():
    scene = Scene(RAMP).play("A", Card.MOVE_1).play("A", Card.BACK_UP)
    assert scene.standing == "A..."
    assert scene.play("A", Card.MOVE_2).standing == ".A.."


def test_t6_the_banked_point_is_lost_by_being_pushed():
    scene = Scene(TWO_RAMPS).play("A", Card.MOVE_1).play("B", Card.MOVE_1)
    assert scene.standing == "A./B./.."
    assert scene.play("A", Card.MOVE_1).standing == "A./B./.."


def test_t6_the_banked_point_is_lost_on_a_belt():
    scene = Scene(TWO_RAMPS.replace("   A>", " ^ A>")).play("A", Card.MOVE_1).run(belts)
    assert scene.at("A") == (0, 0)
    assert scene.play("A", Card.MOVE_1).at("A") == (0, 0)


def test_t6_the_banked_point_is_lost_by_a_pusher():
    drawing = """
        +-----+     +
        :   o /H    :
        :     /H    :
    """
    scene = Scene(drawing).put("A", 0, 0, ">").play("A", Card.MOVE_1).run(run_pushers)
    assert scene.at("A") == (0, 1)
    assert scene.play("A", Card.MOVE_1).at("A") == (0, 1)


def test_t6_a_push_that_moves_nobody_leaves_the_banked_point():
    scene = Scene(":   B>:   A>/H    :").play("A", Card.MOVE_1).play("B", Card.MOVE_1)
    assert scene.standing == "BA."
    assert scene.play("A", Card.MOVE_1).standing == "B.A"


@pytest.mark.parametrize(
    ("card", "standing"),
    [(Card.MOVE_1, ".A.."), (Card.MOVE_2, "A..."), (Card.BACK_UP, "...A")],
    ids=lambda value: getattr(value, "name", ""),
)
def test_t6_going_down_a_ramp_costs_one_point(card, standing):
    scene = Scene(":     :     /H  A<:H    :").play("A", card)
    assert scene.standing == standing
    assert damage(scene) == [0]


@pytest.mark.parametrize(
    ("card", "standing"),
    [(Card.MOVE_1, "AB.."), (Card.MOVE_2, ".AB."), (Card.MOVE_3, ".AB.")],
    ids=lambda value: getattr(value, "name", ""),
)
def test_t6_a_push_up_a_ramp_needs_two_points(card, standing):
    assert Scene(":   A>:   B^/H    :H    :").play("A", card).standing == standing


@pytest.mark.parametrize(
    ("card", "standing"),
    [(Card.MOVE_1, ".AB.."), (Card.MOVE_2, ".AB.."), (Card.MOVE_3, "..AB.")],
    ids=lambda value: getattr(value, "name", ""),
)
def test_t6_a_push_up_a_ramp_needs_two_points_that_are_left(card, standing):
    assert Scene(":   A>:     :   B^/H    :H    :").play("A", card).standing == standing


def test_t6_backing_up_pushes_up_with_two_points():
    drawing = ":   A<:   B^/H    :"
    assert Scene(drawing).play("A", Card.BACK_UP).standing == "AB."
    assert back_up_2(Scene(drawing), "A").standing == ".AB"


def test_t6_the_points_a_robot_has_banked_do_not_help_who_pushes_it():
    scene = Scene(":   A>:   B>/H    :").play("B", Card.MOVE_1)
    assert scene.play("A", Card.MOVE_1).standing == "AB."


def test_t6_a_robot_that_waits_behind_another_banks_nothing():
    scene = Scene(":   A>:   B>/H    :")
    assert scene.play("A", Card.MOVE_1).play("A", Card.MOVE_1).standing == "AB."


def test_t6_a_chain_is_pushed_up_as_a_whole_for_two_points():
    drawing = ":   A>:   B^:   C^/H  D^:H    :"
    assert Scene(drawing).play("A", Card.MOVE_1).standing == "ABCD."
    assert Scene(drawing).play("A", Card.MOVE_2).standing == ".ABCD"


def test_t6_a_robot_that_goes_up_pushes_who_stands_there():
    assert Scene(":   A>/H  B^:H    :").play("A", Card.MOVE_2).standing == ".AB"


def test_t6_a_robot_does_not_go_up_if_who_stands_there_cannot_move():
    assert Scene(":   A>/H  B^|H    :").play("A", Card.MOVE_3).standing == "AB."


def test_t6_a_robot_is_pushed_down_a_ramp_for_one_point():
    scene = Scene(":     /H  B^:H  A<:").play("A", Card.MOVE_1)
    assert scene.standing == "BA."
    assert damage(scene) == [0, 0]


@pytest.mark.parametrize("belt", ["> ", ">>"])
def test_t6_belts_do_not_carry_up_a_ramp(belt):
    assert Scene(f": {belt}A^/H    :").run(belts).standing == "A."


def test_t6_belts_carry_down_a_ramp():
    scene = Scene(":     /H< A^:").run(belts)
    assert scene.standing == "A."
    assert damage(scene) == [0]


def test_t6_pushers_do_not_push_up_a_ramp():
    assert Scene("|o  A^/H    :").run(run_pushers).standing == "A."


def test_t6_weapons_do_not_push_up_a_ramp():
    assert pressed(":   A>:   B^/H    :").standing == "AB."


@pytest.mark.parametrize(
    ("mine", "theirs", "hits"), [(" ", " ", 1), ("H", "H", 1), (" ", "H", 0), ("H", " ", 0)]
)
def test_t8_robots_hit_on_their_own_height_only(mine, theirs, hits):
    assert robot_lasers(f":{mine}  A>:{theirs}  B^:") == [0, hits]


def test_t8_robots_do_not_hit_up_or_down_a_ramp():
    assert robot_lasers(":   A>/H  B<:") == [0, 0]


def test_t8_the_plateau_stops_lasers_of_robots_on_the_ground():
    assert robot_lasers(":   A>:H    :   B^:") == [0, 0]


def test_t8_a_ramp_stops_lasers_of_robots_on_the_ground():
    assert robot_lasers(":   A>/H    /   B^:") == [0, 0]


def test_t8_lasers_of_robots_on_the_plateau_pass_over_those_on_the_ground():
    assert robot_lasers(":H  A>:   B^:     :H  C^:") == [0, 0, 1]


def test_t8_lasers_of_robots_on_the_plateau_pass_over_a_tower_on_the_ground():
    scene = put_tower(Scene(":H  A>:     :H  B^:"), 1, 0)
    assert damage(scene.run(fire_robot_lasers)) == [0, 1]


def test_t8_a_wall_on_the_edge_of_the_plateau_stops_the_laser():
    assert robot_lasers(":H  A>|     :H  B^:") == [0, 0]


def test_t8_a_robot_on_another_height_is_no_target_of_weapons():
    scene = Scene(":H  A>:   B^:").give("A", Option.PRESSOR_BEAM)
    assert scene.ask(aim_weapons) is None


@pytest.mark.parametrize(("theirs", "hits"), [(" ", 1), ("H", 0)])
def test_t8_board_lasers_on_the_ground_hit_on_the_ground_only(theirs, hits):
    assert board_lasers(f"|1    :{theirs}  A^:") == [hits]


def test_t8_the_plateau_stops_board_lasers_on_the_ground():
    assert board_lasers("|1    :H    :   A^:") == [0]


def test_t8_board_lasers_on_the_plateau_hit_on_their_mount_and_on_the_plateau():
    assert board_lasers(":     :H  A^:H   1|") == [1]
    assert damage(Scene(":     :H   1|").put("A", 1, 0).run(fire_board_lasers)) == [1]


def test_t8_board_lasers_on_the_plateau_pass_over_robots_on_the_ground():
    assert board_lasers(":H  A^:   B^:     :H   1|") == [1, 0]


@pytest.mark.parametrize(
    ("drawing", "lit"),
    [
        ("|1    :     :H    :     :", [1, 1, 0, 0]),
        (":H    :     :     :H   1|", [1, 0, 0, 1]),
        ("|1    :     |     :     :", [1, 1, 0, 0]),
    ],
    ids=["from the ground", "from the plateau", "to a wall"],
)
def test_t8_beams_of_board_lasers_are_seen_where_they_hit(drawing, lit):
    scene = Scene(drawing)
    beams = np.zeros((4, 1), np.int64)
    count_beams(scene.floor, beams)
    assert beams[:, 0].tolist() == lit
    assert [damage(Scene(drawing).put("A", x, 0).run(fire_board_lasers)) for x in range(4)] == [
        [each] for each in lit
    ]


@pytest.mark.parametrize(
    ("mine", "theirs", "hits"), [(" ", " ", 1), ("H", "H", 1), (" ", "H", 0), ("H", " ", 0)]
)
def test_t8_rear_lasers_hit_on_their_own_height_only(mine, theirs, hits):
    assert rear_lasers(f":{mine}  A<:{theirs}  B^:") == [0, hits]


def test_t8_the_plateau_stops_rear_lasers_on_the_ground():
    assert rear_lasers(":   A<:H    :   B^:") == [0, 0]


def test_t8_rear_lasers_on_the_plateau_pass_over_robots_on_the_ground():
    assert rear_lasers(":H  A<:   B^:H  C^:") == [0, 0, 1]
