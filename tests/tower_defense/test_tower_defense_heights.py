"""Heights as they are met in the game: T6 to T8. Their details are the engine's."""

import pytest

from cogarena.envs.rally.cards import Card, Option
from support.scenes.tower_defense import Scene

RAMP = ":     :  A> /    H:    H:"
CLIFF = ":     :  A> :    H:    H:"


def test_t6_a_move_2_goes_up_a_ramp():
    assert Scene(RAMP).phase(A=Card.MOVE_2).at("A") == (2, 0)


def test_t6_a_move_1_does_not_go_up_a_ramp():
    assert Scene(RAMP).phase(A=Card.MOVE_1).at("A") == (1, 0)


def test_t6_two_moves_of_1_in_one_turn_do():
    assert Scene(RAMP).phase(A=Card.MOVE_1).phase(A=Card.MOVE_1).at("A") == (2, 0)


def test_t6_the_banked_point_is_lost_with_the_turn():
    scene = Scene(RAMP).phase(A=Card.MOVE_1).end_of_turn().next_turn()
    assert scene.phase(A=Card.MOVE_1).at("A") == (1, 0)


def test_t6_the_point_left_of_a_longer_card_is_banked():
    scene = Scene(RAMP).put("A", 0, 0, ">").phase(A=Card.MOVE_2)
    assert scene.phase(A=Card.MOVE_1).at("A") == (2, 0)


def test_t6_a_robot_is_pushed_up_with_two_points():
    scene = Scene(RAMP).put("B", 0, 0, ">")
    assert scene.phase(B=Card.MOVE_1).at("A") == (1, 0)
    assert scene.phase(B=Card.MOVE_2).at("A") == (2, 0)


def test_t7_a_cliff_is_a_wall_from_below():
    assert Scene(CLIFF).phase(A=Card.MOVE_3).at("A") == (1, 0)


def test_t7_a_step_off_a_cliff_is_a_fall_of_two_damage():
    scene = Scene(CLIFF).put("A", 2, 0, "<").phase(A=Card.MOVE_1)
    assert (scene.at("A"), scene.damage("A")) == ((1, 0), [2])


def test_t7_a_fall_upon_a_robot_hurts_both_once():
    scene = Scene(CLIFF).put("B", 2, 0, "<").phase(B=Card.MOVE_1)
    assert scene.damage("A", "B") == [1, 1]
    assert (scene.at("A"), scene.at("B")) == ((1, 0), (0, 0))


@pytest.mark.parametrize(("mine", "theirs", "damage"), [
    (" ", " ", 1), ("H", "H", 1), (" ", "H", 0), ("H", " ", 0),
])  # fmt: skip
def test_t8_lasers_hit_on_their_own_height(mine, theirs, damage):
    assert Scene(f":  A>{mine}:  B^{theirs}:").damage_step().damage("B") == [damage]


def test_t8_the_plateau_stops_lasers_fired_on_the_ground():
    scene = Scene(":  A> :    H:  B^ :")
    assert scene.damage_step().damage("B") == [0]


RAMMED = ":  A> /  B^H:    H:"


def rammed(drawing, *cards):
    """What A's Ramming Gear did to B."""
    scene = Scene(drawing).give("A", Option.RAMMING_GEAR)
    for card in cards:
        scene.play(A=card)
    return scene.damage("B")


def test_t14_ramming_gear_does_not_reach_up_a_ramp_that_the_robot_cannot_climb():
    assert rammed(RAMMED, Card.MOVE_1) == [0]


@pytest.mark.parametrize("cards", [[Card.MOVE_2], [Card.MOVE_1, Card.MOVE_1]])
def test_t14_ramming_gear_hits_who_is_in_the_way_of_a_climb(cards):
    assert rammed(RAMMED, *cards) == [1]


def test_t14_ramming_gear_hits_who_stops_a_climb():
    assert rammed(":  A> /  B^H|    H:", Card.MOVE_2) == [1]


def test_t14_ramming_gear_hits_who_cannot_be_pushed_up_a_ramp():
    assert rammed(":  A> :  B^ /    H:", Card.MOVE_1) == [1]


@pytest.mark.parametrize(("card", "health"), [(Card.MOVE_1, 6), (Card.MOVE_2, 4)])
def test_t14_ramming_gear_hits_a_tower_up_a_ramp_with_the_points_to_climb(card, health):
    scene = Scene(":  A> /tL  H:").give("A", Option.RAMMING_GEAR).play(A=card)
    assert scene.health((1, 0)) == [health]
