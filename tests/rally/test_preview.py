"""The preview of a program: where each card leads if nobody interferes."""

import pytest

from cogarena.envs.rally.cards import Card, Option
from cogarena.envs.rally.state import HAND, Ask
from cogarena.envs.rally.transitions import FAR
from support.scenes.preview import Preview

OPEN = """
    :     :     :     :     :     :
    :     :     :     :     :     :
    :     :     :     :     :     :
    :     :     :     :     :     :
    :     :   A^:     :     :     :
    :     :     :     :     :     :
"""


@pytest.mark.parametrize(
    ("card", "place"),
    [
        (Card.MOVE_1, (0, -1)),
        (Card.MOVE_2, (0, -2)),
        (Card.MOVE_3, (0, -3)),
        (Card.BACK_UP, (0, 1)),
        (Card.U_TURN, (0, 0)),
        (Card.ROTATE_LEFT, (0, 0)),
        (Card.ROTATE_RIGHT, (0, 0)),
    ],
)
def test_a_card_leads_so_far_right_and_behind(card, place):
    assert Preview(OPEN).place(card) == place


def test_places_are_relative_to_the_facing_of_now():
    assert Preview(OPEN.replace("A^", "A>")).place(Card.MOVE_2) == (0, -2)


@pytest.mark.parametrize(
    ("card", "facing"),
    [
        (Card.MOVE_1, (0, -1)),
        (Card.ROTATE_RIGHT, (1, 0)),
        (Card.ROTATE_LEFT, (-1, 0)),
        (Card.U_TURN, (0, 1)),
    ],
)
def test_the_facing_after_a_card_is_relative_to_the_facing_of_now(card, facing):
    shown = Preview(OPEN.replace("A^", "A<")).after(card)
    assert (shown["faces_right"], shown["faces_behind"]) == facing


def test_a_card_comes_after_the_program_so_far():
    scene = Preview(OPEN, Card.MOVE_1, Card.ROTATE_RIGHT)
    assert scene.place() == (0, -1)
    assert scene.place(Card.MOVE_2) == (2, -1)


def test_equal_cards_have_equal_previews():
    scene = Preview(OPEN)
    scene.robot("A").hand[7:9] = (66, 50)  # two more cards that move 1
    cards, _ = scene.rows()
    assert cards[7] == cards[8] == cards[4]


def test_a_slot_without_a_card_has_no_preview():
    cards, _ = Preview(OPEN).rows()
    assert not any(any(row.values()) for row in cards[len(Card) - 1 :])


def test_the_card_of_the_flywheel_has_a_preview():
    scene = Preview(OPEN)
    scene.robot("A").hand[HAND - 1] = 80  # Move 3
    cards, _ = scene.rows()
    assert cards[HAND - 1] == cards[6]


def test_nothing_is_told_to_who_is_not_asked_for_a_card():
    cards, end = Preview(OPEN).rows(Ask.POWER_DOWN)
    assert not any(any(row.values()) for row in [*cards, end])


def test_locked_registers_after_the_open_one_do_not_count():
    scene = Preview(OPEN, Card.MOVE_1)
    scene.robot("A").program[4] = 80
    assert scene.place() == (0, -1)


def test_a_wall_stops_the_robot():
    assert Preview("|   A<:     :", Card.MOVE_3).place() == (0, 0)


@pytest.mark.parametrize("drawing", [": []  :   A<:", ":   A<:"])
def test_pits_and_edges_destroy(drawing):
    shown = Preview(drawing).after(Card.MOVE_2)
    assert shown == dict.fromkeys(shown, 0) | {"dead": 1, "goal": FAR, "nearer": -8}


def test_who_is_destroyed_stays_so():
    assert Preview(":   A<:", Card.MOVE_1, Card.ROTATE_LEFT).after(Card.MOVE_1)["dead"] == 1


def test_other_robots_are_not_in_the_way():
    assert Preview(":     :   B^:   A<:").place(Card.MOVE_2) == (0, -2)


def test_an_express_belt_carries_the_robot_two_squares():
    assert Preview(":     : <<  : <<  :   A<:").place(Card.MOVE_1) == (0, -3)


def test_a_curve_turns_the_robot():
    drawing = """
        :     : ^   :     :
        : >   : ^   :   A<:
    """
    scene = Preview(drawing)
    assert scene.place(Card.MOVE_2) == (0, -1)
    shown = scene.after(Card.MOVE_2)
    assert (shown["faces_right"], shown["faces_behind"]) == (-1, 0)


def test_a_gear_turns_the_robot():
    shown = Preview(": gR  :   A<:").after(Card.MOVE_1)
    assert (shown["faces_right"], shown["faces_behind"]) == (1, 0)


@pytest.mark.parametrize(("program", "place"), [((), (0, 0)), ((Card.U_TURN,), (0, 1))])
def test_pushers_push_in_their_registers(program, place):
    assert Preview("|e  A<:     :", *program).place(Card.ROTATE_LEFT) == place


def test_a_tower_stops_the_robot_while_it_stands():
    scene = Preview(":     :     :     :   A<:", things=[(0, 0)])
    assert scene.place(Card.MOVE_3) == (0, -2)
    scene.r.things[0].health = 0
    assert scene.place(Card.MOVE_3) == (0, -3)


def test_a_tower_stops_a_belt():
    scene = Preview(":     : <   : <   :   A<:", things=[(0, 0)])
    assert scene.place(Card.MOVE_2) == (0, -2)
    scene.r.things[0].health = 0
    assert scene.place(Card.MOVE_2) == (0, -3)


def test_a_laser_hurts_after_each_register():
    scene = Preview("|2  A>:     :", Card.U_TURN)
    assert scene.after()["damage"] == 2
    assert scene.after(Card.ROTATE_LEFT)["damage"] == 4


def test_a_tower_takes_the_beam():
    scene = Preview("|2    :     :   A<:", things=[(1, 0)])
    assert scene.after(Card.U_TURN)["damage"] == 0
    scene.r.things[0].health = 0
    assert scene.after(Card.U_TURN)["damage"] == 2


def test_the_tenth_token_destroys():
    scene = Preview("|2  A>:     :")
    scene.robot("A").damage = 8
    assert scene.after(Card.U_TURN)["dead"] == 1
    scene.robot("A").damage = 7
    assert scene.after(Card.U_TURN)["dead"] == 0


def test_the_preview_tells_whom_the_laser_hits():
    scene = Preview(":   B^:     :   A^:   C^:")
    assert scene.after(Card.ROTATE_LEFT)["robot"] == 1
    assert scene.after(Card.ROTATE_RIGHT)["robot"] == 2
    assert scene.after(Card.U_TURN)["robot"] == 0


def test_the_target_is_the_first_robot():
    assert Preview(":   C^:   B^:     :   A^:").after(Card.ROTATE_LEFT)["robot"] == 1


@pytest.mark.parametrize("things", [[(1, 0)], []])
def test_walls_and_towers_protect(things):
    wall = ":" if things else "|"
    drawing = f":   B^{wall}     :   A^:"
    assert Preview(drawing, things=things).after(Card.ROTATE_LEFT)["robot"] == 0


def test_the_goal_is_the_next_flag():
    scene = Preview(":F1   :     :     :   A<:")
    assert [scene.after(card)["goal"] for card in (Card.MOVE_1, Card.MOVE_3)] == [2, 0]
    assert scene.after(Card.ROTATE_LEFT)["goal"] == 4


def test_a_flag_that_is_touched_on_the_way_is_not_the_goal_any_more():
    scene = Preview(":F2   :     :     :F1   :   A<:", Card.MOVE_1)
    assert (scene.after()["goals"], scene.after()["goal"]) == (1, 3)
    assert scene.after(Card.MOVE_3)["goals"] == 2


def test_a_flag_is_not_touched_in_passing():
    shown = Preview(":     :F1   :   A<:").after(Card.MOVE_2)
    assert (shown["goals"], shown["goal"]) == (0, 1)


def test_a_goal_that_cannot_be_reached_is_far():
    assert Preview(":F1   |     :   A<:").after(Card.MOVE_1)["goal"] == FAR


def test_dual_processor_turns_after_a_shorter_move():
    scene = Preview(OPEN, Card.MOVE_3).second(Card.ROTATE_RIGHT)
    assert scene.place() == (0, -2)
    assert scene.after()["faces_right"] == 1


def test_crab_legs_step_aside():
    scene = Preview(OPEN, Card.MOVE_1).second(Card.ROTATE_RIGHT, sideways=True)
    assert scene.place() == (1, 0)
    assert scene.after()["faces_behind"] == -1


RAMP = ":     :   A>/H    :H    :"
FROM_AFAR = ":   A>:     /H    :H    :"


def test_a_ramp_costs_two_points():
    cards = (Card.MOVE_1, Card.MOVE_2, Card.MOVE_3)
    assert [Preview(RAMP).place(card)[1] for card in cards] == [0, -1, -2]


def test_a_point_before_a_ramp_is_saved():
    assert Preview(FROM_AFAR, Card.MOVE_2).place(Card.MOVE_1) == (0, -2)


def test_a_turn_loses_the_saved_point():
    scene = Preview(FROM_AFAR, Card.MOVE_2, Card.U_TURN, Card.U_TURN)
    assert scene.place(Card.MOVE_1) == (0, -1)


@pytest.mark.parametrize(("edge", "damage"), [(":", 2), ("/", 0)])
def test_a_fall_from_a_plateau_hurts(edge, damage):
    assert Preview(f":H  A>{edge}     :").after(Card.MOVE_1)["damage"] == damage


def test_a_laser_hits_only_at_its_own_height():
    scene = Preview(":   B>:H  A<:     :   C<:H  D<:")
    assert scene.after(Card.U_TURN)["robot"] == 3


def test_stabilizers_that_are_always_on_stop_belts():
    scene = Preview(":     : <   :   A<:").give("A", Option.GYROSCOPIC_STABILIZER)
    assert scene.place(Card.MOVE_1) == (0, -2)
    scene.setup.floor.steadies = 1
    assert scene.place(Card.MOVE_1) == (0, -1)


def test_a_preview_changes_nothing():
    scene = Preview(OPEN, Card.MOVE_1)
    scene.rows()
    before = scene.states.tobytes()
    scene.rows()
    assert scene.states.tobytes() == before


@pytest.mark.parametrize(
    ("card", "gained"),
    [(Card.MOVE_1, 1), (Card.MOVE_3, 3), (Card.ROTATE_LEFT, -1), (Card.BACK_UP, -1)],
)
def test_a_card_gains_steps_on_the_program_so_far(card, gained):
    line = ":F1   :     :     :     :     :     :   A<:     :     :"
    assert Preview(line).after(card)["nearer"] == gained
    assert Preview(line, Card.MOVE_1).after(card)["nearer"] == gained


def test_the_program_so_far_gains_on_where_the_robot_stands():
    line = ":F1   :     :     :     :     :     :   A<:     :     :"
    assert Preview(line).after()["nearer"] == 0
    assert Preview(line, Card.MOVE_2, Card.MOVE_1).after()["nearer"] == 3


def test_a_goal_counts_as_the_most_that_can_be_gained():
    assert Preview(":F1   :     :   A<:F2   :").after(Card.MOVE_2)["nearer"] == 8
