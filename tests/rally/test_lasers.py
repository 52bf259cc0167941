"""Lasers of boards and robots, and the one snapshot they fire from: RR20 to RR22."""

import pytest

from cogarena.envs.rally.cards import CARD_SET, Card, Option
from cogarena.envs.rally.damage import deal_damage, remove_destroyed
from cogarena.envs.rally.fire import (
    aim_weapons,
    fire_board_lasers,
    fire_main_lasers,
    weapon_effects,
)
from cogarena.envs.rally.registers import begin_phase
from cogarena.envs.rally.state import Ask, Place, Power
from support.scenes.rally import Scene, fire_robot_lasers


def removal(floor, r):
    remove_destroyed(r)


def board_damage(drawing):
    return damage(Scene(drawing).run(fire_board_lasers, deal_damage))


def robot_damage(drawing):
    return damage(Scene(drawing).run(fire_robot_lasers, deal_damage))


def damage(scene):
    return [int(robot.damage) for robot in scene.r.robots[: scene.r.count]]


@pytest.mark.parametrize("beams", [1, 2, 3])
def test_rr20_each_beam_does_one_damage(beams):
    assert board_damage(f"|{beams}    :     :   A^:") == [beams]


def test_rr20_only_the_first_robot_in_the_beam_is_hit():
    assert board_damage("|1    :   B^:   A^:") == [0, 1]


def test_rr20_a_robot_on_the_square_of_the_mount_is_hit():
    assert board_damage("|1  A^:   B^:") == [1, 0]


def test_rr20_a_wall_ends_the_beam():
    assert board_damage("|1    :     |   A^:") == [0]


def test_rr20_a_pit_does_not_end_the_beam():
    assert board_damage("|1    : []  :   A^:") == [1]


def test_rr20_a_robot_beside_the_beam_is_not_hit():
    drawing = """
        |1    :     :     :
        :     :   A^:     :
    """
    assert board_damage(drawing) == [0]


def test_rr20_two_beams_on_one_square_both_hit():
    drawing = """
        +     +-----+
        :     :   2 :
        |1    :   A^:
    """
    assert board_damage(drawing) == [3]


def test_rr20_a_laser_on_an_east_wall_fires_west():
    assert board_damage(":   A^:     :    1|") == [1]


def test_rr20_crossing_a_beam_while_moving_is_harmless():
    scene = Scene(
        """
        :     :     :
        |1    :     :
        :     :   A^:
        """
    )
    scene.play("A", Card.MOVE_2).run(fire_board_lasers, deal_damage)
    assert scene.standing == ".A/../.."
    assert damage(scene) == [0]


def test_rr20_a_destroyed_robot_does_not_stop_the_beam():
    scene = Scene("|1    :   A^:   B^:")
    scene.robot("A").place = Place.DESTROYED
    assert damage(scene.run(fire_board_lasers, deal_damage)) == [0, 1]


def test_rr21_a_robot_hits_the_one_straight_ahead():
    assert robot_damage(":   A>:   B^:") == [0, 1]


@pytest.mark.parametrize(("faces", "hit"), [("^", "B"), (">", "C"), ("v", "D"), ("<", "E")])
def test_rr21_a_robot_fires_the_way_it_faces(faces, hit):
    drawing = f"""
        :     :   B^:     :
        :   E<:   A{faces}:   C>:
        :     :   Dv:     :
    """
    assert robot_damage(drawing) == [int(letter == hit) for letter in "ABCDE"]


def test_rr21_only_the_first_robot_is_hit():
    assert robot_damage(":   A>:   B^:   C^:") == [0, 1, 0]


def test_rr21_the_range_is_unlimited():
    assert robot_damage(":   A>:" + "     :" * 26 + "   B^:") == [0, 1]


@pytest.mark.parametrize("drawing", [":   A>|     :   B^:", ":   A>:     |   B^:"])
def test_rr21_a_wall_stops_the_laser(drawing):
    assert robot_damage(drawing) == [0, 0]


def test_rr21_a_pit_does_not_stop_the_laser():
    assert robot_damage(":   A>: []  :   B^:") == [0, 1]


def test_rr21_a_robot_does_not_hit_what_stands_behind_it():
    assert robot_damage(":   B^:   A>:") == [0, 0]


def test_rr21_firing_is_compulsory():
    scene = Scene(":   A>:   B^:").run(fire_robot_lasers)
    assert scene.ask(deal_damage) is None
    assert damage(scene) == [0, 1]


def test_rr21_a_robot_that_is_down_does_not_fire():
    scene = Scene(":   A>:   B^:")
    scene.robot("A").power = Power.DOWN
    assert damage(scene.run(fire_robot_lasers, deal_damage)) == [0, 0]


def test_rr21_a_destroyed_robot_neither_fires_nor_is_hit():
    scene = Scene(":   A>:   B^:   C<:")
    scene.robot("B").place = Place.DESTROYED
    assert damage(scene.run(fire_robot_lasers, deal_damage)) == [1, 0, 1]


def test_rr21_who_was_hit_knows_by_whom():
    scene = Scene(":   A>:   B^:   C<:")
    begin_phase(scene.r)
    scene.run(fire_robot_lasers)
    assert [scene.robot(letter).hitters for letter in "ABC"] == [0, 0b101, 0]


def test_rr22_two_robots_destroy_each_other():
    scene = Scene(":   A>:   B<:").hurt("A", 9).hurt("B", 9)
    scene.run(fire_robot_lasers, deal_damage, removal)
    assert scene.standing == ".."


def test_rr22_a_robot_that_this_phase_destroys_still_fires():
    scene = Scene("|1  A>:   B^:").hurt("A", 9)
    scene.run(fire_board_lasers, fire_robot_lasers, deal_damage, removal)
    assert scene.robot("A").place == Place.DESTROYED
    assert scene.robot("B").damage == 1


def test_rr22_a_robot_that_this_phase_destroys_still_shields_the_one_behind():
    scene = Scene("|3    :   A^:   B^:   C<:").hurt("A", 9)
    scene.run(fire_board_lasers, fire_robot_lasers, deal_damage, removal)
    assert scene.robot("B").damage == 1


def test_rr22_no_damage_is_dealt_before_all_have_fired():
    scene = Scene("|3    :   A^:   B<:").run(fire_board_lasers, fire_robot_lasers)
    assert (scene.robot("A").damage, scene.robot("A").incoming) == (0, 4)


def test_rr22_all_that_hits_a_robot_adds_up():
    scene = Scene("|3    :   A^:   B<:").run(fire_board_lasers, fire_robot_lasers, deal_damage)
    assert (scene.robot("A").damage, scene.robot("A").incoming) == (4, 0)


def test_rr22_the_destroyed_are_removed_after_all_damage():
    scene = Scene("|1  A^:").hurt("A", 9).run(fire_board_lasers, deal_damage)
    assert scene.robot("A").place == Place.FLOOR
    remove_destroyed(scene.r)
    assert scene.robot("A").place == Place.DESTROYED


def test_rr22_damage_beyond_ten_is_lost():
    scene = Scene("|3  A^:").hurt("A", 8).run(fire_board_lasers, deal_damage)
    assert (scene.robot("A").damage, scene.robot("A").incoming) == (10, 0)


def test_rr22_damage_is_not_dealt_twice():
    scene = Scene("|1  A^:").run(fire_board_lasers, deal_damage, deal_damage)
    assert scene.robot("A").damage == 1


def aimed(scene, **weapons):
    """Robots choose weapons instead of their main lasers, then all fire."""
    for letter, weapon in weapons.items():
        scene.robot(letter).lent |= CARD_SET[weapon]
        assert scene.ask(aim_weapons) == (letter, Ask.WEAPON)
        scene.answer("option", weapon)
    assert scene.ask(aim_weapons) is None
    return scene.run(fire_board_lasers, fire_main_lasers, deal_damage)


def test_rr22_a_robot_is_hit_where_it_stood_before_a_weapon_moved_it():
    scene = Scene(
        """
        :     :   Cv:     :
        :   A>:   B>:     :
        """
    )
    aimed(scene, A=Option.PRESSOR_BEAM).run(weapon_effects)
    assert scene.standing == ".C./A.B"
    assert damage(scene) == [0, 1, 0]


def test_rr22_a_robot_that_this_phase_destroys_is_removed_after_its_weapon_took_effect():
    scene = Scene("|1  A>:   B>:     :").hurt("A", 9)
    aimed(scene, A=Option.PRESSOR_BEAM).run(weapon_effects, removal)
    assert scene.standing == "..B"


@pytest.mark.parametrize(
    ("first", "second", "ends"), [("A", "B", (2, 2)), ("B", "A", (1, 2))], ids=["east", "south"]
)
def test_rr22_weapons_take_effect_by_the_priority_of_the_cards(first, second, ends):
    # A pushes C to the east, B to the south; from the square in the south a wall bars the east.
    scene = Scene(
        """
        :     :   Bv:     :
        :   A>:   C>:     :
        :     :     |     :
        """
    )
    scene.program(first, 84).program(second, 1)
    aimed(scene, A=Option.PRESSOR_BEAM, B=Option.PRESSOR_BEAM).run(weapon_effects)
    assert scene.at("C") == ends
