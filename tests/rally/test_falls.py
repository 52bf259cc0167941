"""Cliffs, and falls from them: T7."""

import pytest

from cogarena.envs.core.rng import seed_rng
from cogarena.envs.rally.cards import Card
from cogarena.envs.rally.machines import run_pushers
from cogarena.envs.rally.registers import begin_phase
from cogarena.envs.rally.state import NOBODY, Place
from support.scenes.rally import LETTERS, Scene, back_up_2, belts, damage, pressed, put_tower

CLIFF = ":     :   A>:H    :H    :"
EDGE = ":     :     :H    :H  A<:H  B^:"
ROBOTS_BELOW = """
    :     :     :     :
    :     :   B^:H  A<:
    :     :     :     :
"""
SEEDS = 40


def landings(drawing):
    """The squares on which A ends up after a Move 1, over many games."""
    found = set()
    for seed in range(SEEDS):
        scene = Scene(drawing)
        seed_rng(scene.r, seed)
        found.add(scene.play("A", Card.MOVE_1).at("A"))
    return found


@pytest.mark.parametrize("card", [Card.MOVE_1, Card.MOVE_2, Card.MOVE_3])
def test_t7_a_cliff_is_a_wall_from_below(card):
    scene = Scene(CLIFF).play("A", card)
    assert scene.standing == ".A.."
    assert damage(scene) == [0]


def test_t7_a_cliff_is_a_wall_for_who_has_tried_before():
    assert Scene(CLIFF).play("A", Card.MOVE_1).play("A", Card.MOVE_1).standing == ".A.."


def test_t7_a_cliff_is_a_wall_for_backing_up():
    assert back_up_2(Scene(CLIFF.replace("A>", "A<")), "A").standing == ".A.."


def test_t7_a_cliff_is_a_wall_for_who_is_pushed_and_for_who_pushes():
    assert Scene(":   A>:   B^:H    :").play("A", Card.MOVE_3).standing == "AB."


@pytest.mark.parametrize("belt", ["> ", ">>"])
def test_t7_a_cliff_is_a_wall_for_belts(belt):
    assert Scene(f": {belt}A^:H    :").run(belts).standing == "A."


def test_t7_a_cliff_is_a_wall_for_pushers():
    assert Scene("|o  A^:H    :").run(run_pushers).standing == "A."


def test_t7_a_cliff_beside_a_ramp_is_a_wall():
    drawing = """
        :     /H    :
        :   A>:H    :
    """
    assert Scene(drawing).play("A", Card.MOVE_3).at("A") == (0, 1)


def test_t7_a_wall_on_the_edge_keeps_a_robot_on_the_plateau():
    scene = Scene(":     |H  A<:").play("A", Card.MOVE_1)
    assert scene.standing == ".A"
    assert damage(scene) == [0]


def test_t7_a_step_off_the_plateau_is_a_fall_with_two_damage():
    scene = Scene(":     :H  A<:").play("A", Card.MOVE_1)
    assert (scene.standing, scene.faces("A")) == ("A.", "<")
    assert damage(scene) == [2]


def test_t7_backing_off_the_plateau_is_a_fall():
    scene = Scene(":     :H  A>:").play("A", Card.BACK_UP)
    assert scene.standing == "A."
    assert damage(scene) == [2]


def test_t7_a_ramp_on_another_side_does_not_prevent_a_fall():
    scene = Scene(":     :H  A</     :").play("A", Card.MOVE_1)
    assert damage(scene) == [2]


def test_t7_a_robot_pushed_off_the_plateau_falls_and_who_pushes_does_not():
    scene = Scene(":     :H  B^:H  A<:")
    begin_phase(scene.r)
    scene.play("A", Card.MOVE_1)
    assert scene.standing == "BA."
    assert damage(scene) == [0, 2]
    assert scene.robot("B").mover == LETTERS.index("A")


@pytest.mark.parametrize("belt", ["< ", "<<"])
def test_t7_a_robot_carried_off_the_plateau_by_a_belt_falls(belt):
    scene = Scene(f":     :H{belt}A^:").run(belts)
    assert scene.standing == "A."
    assert damage(scene) == [2]


def test_t7_an_express_belt_stops_where_the_robot_has_fallen():
    assert Scene(":     :     :H<<A^:").run(belts).standing == ".A."


def test_t7_a_robot_pushed_off_the_plateau_by_a_pusher_falls():
    scene = Scene(":     :H   o|").put("A", 1, 0).run(run_pushers)
    assert scene.standing == "A."
    assert damage(scene) == [2]


def test_t7_a_robot_pushed_off_the_plateau_by_a_weapon_falls():
    scene = pressed(":     :H  B^:H  A<:")
    assert scene.standing == "B.A"
    assert damage(scene) == [0, 2]


def test_t7_a_fall_into_a_pit_destroys_and_does_no_damage():
    scene = Scene(": []  :H  A<:").play("A", Card.MOVE_1)
    assert scene.robot("A").place == Place.DESTROYED
    assert scene.robot("A").incoming == 0


def test_t7_a_robot_pushed_from_the_plateau_into_a_pit_is_destroyed():
    scene = Scene(": []  :H  B^:H  A<:").play("A", Card.MOVE_1)
    assert scene.standing == ".A."
    assert scene.robot("B").place == Place.DESTROYED


def test_t7_a_belt_from_the_plateau_into_a_pit_destroys():
    scene = Scene(": []  :H< A^:").run(belts)
    assert scene.robot("A").place == Place.DESTROYED


def test_t7_a_step_from_the_plateau_off_the_map_destroys():
    scene = Scene(":H  A<:").play("A", Card.MOVE_1)
    assert scene.robot("A").place == Place.DESTROYED
    assert scene.robot("A").incoming == 0


def test_t7_a_tower_below_the_edge_stops_a_step_and_a_push():
    scene = put_tower(Scene(":     :H  B^:H  A<:"), 0, 0)
    assert scene.play("A", Card.MOVE_2).standing == ".BA"
    assert scene.play("B", Card.ROTATE_LEFT).play("B", Card.MOVE_1).standing == ".BA"
    assert damage(scene) == [0, 0]


def test_t7_a_fall_upon_a_robot_does_one_damage_to_each():
    assert damage(Scene(ROBOTS_BELOW).play("A", Card.MOVE_1)) == [1, 1]


def test_t7_a_robot_that_is_fallen_upon_stays_and_is_not_pushed():
    scene = Scene(ROBOTS_BELOW)
    begin_phase(scene.r)
    scene.play("A", Card.MOVE_1)
    assert (scene.at("B"), scene.faces("B")) == ((1, 1), "^")
    assert scene.robot("B").mover == NOBODY


def test_t7_who_falls_upon_a_robot_rolls_to_any_of_the_ground_squares_around():
    around = {(x, y) for x in range(3) for y in range(3)} - {(1, 1), (2, 1)}
    assert landings(ROBOTS_BELOW) == around


def test_t7_who_falls_upon_a_robot_rolls_to_no_pit_robot_plateau_or_beside_the_floor():
    drawing = """
        : []  :     :H    :
        :   C^:   B^:H  A<:
    """
    assert landings(drawing) == {(1, 0)}


def test_t7_who_falls_upon_a_robot_rolls_to_no_tower():
    drawing = """
        :     :H    :
        :   B^:H  A<:
        :     :H    :
    """
    for seed in range(SEEDS):
        scene = put_tower(Scene(drawing), 0, 0)
        seed_rng(scene.r, seed)
        assert scene.play("A", Card.MOVE_1).at("A") == (0, 2)


def test_t7_who_finds_no_free_square_around_rolls_to_the_next_ring():
    drawing = ":     :     : []  :   B^:H  A<:"
    assert landings(drawing) == {(1, 0)}


def test_t7_a_robot_pushed_upon_another_hurts_both_but_not_who_pushes():
    scene = Scene(":     :   C^:H  B^:H  A<:").play("A", Card.MOVE_1)
    assert scene.standing == "BCA."
    assert damage(scene) == [0, 1, 1]


def test_t7_a_belt_does_not_drop_a_robot_upon_another():
    scene = Scene(":     :   B^:H< A^:").run(belts)
    assert scene.standing == ".BA"
    assert damage(scene) == [0, 0]


@pytest.mark.parametrize(("above", "below"), ["AB", "BA"])
def test_rr15_a_belt_drops_a_robot_where_another_belt_takes_one_away_at_the_same_moment(
    above, below
):
    scene = Scene(f":     : < {below}^:H< {above}^:").run(belts)
    assert scene.standing == f"{below}{above}."
    damage(scene)
    assert scene.damage(above, below) == [2, 0]


def test_t7_a_chain_loses_its_last_robot_over_the_edge():
    scene = Scene(":     :H  C^:H  B^:H  A<:").play("A", Card.MOVE_1)
    assert scene.standing == "CBA."
    assert damage(scene) == [0, 0, 2]


def test_t7_a_chain_on_the_plateau_does_not_push_who_stands_below():
    scene = Scene(":     :   D^:H  C^:H  B^:H  A<:").play("A", Card.MOVE_1)
    assert scene.standing == "CDBA."
    assert damage(scene) == [0, 0, 1, 1]


def test_t7_a_long_move_pushes_one_robot_after_the_other_over_the_edge():
    scene = Scene(":     :     :H  C^:H  B^:H  A<:").play("A", Card.MOVE_2)
    assert scene.standing == "BCA.."
    assert damage(scene) == [0, 1, 3]


def test_t7_who_follows_over_the_edge_falls_too():
    scene = Scene(EDGE).play("A", Card.MOVE_2)
    assert scene.standing == ".A..B"
    assert damage(scene) == [2, 0]


def test_t7_a_robot_goes_on_with_its_card_after_a_fall():
    scene = Scene(EDGE).play("A", Card.MOVE_3)
    assert scene.standing == "A...B"
    assert damage(scene) == [2, 0]


def test_t7_a_chain_that_ends_at_a_cliff_below_is_stopped():
    assert Scene(":   A>:   B^:   C^:H    :").play("A", Card.MOVE_3).standing == "ABC."


def test_t7_nobody_is_hurt_by_a_step_down_that_a_wall_stops():
    scene = Scene(":     |H  B^:H  A<:").play("A", Card.MOVE_1)
    assert scene.standing == ".BA"
    assert damage(scene) == [0, 0]
