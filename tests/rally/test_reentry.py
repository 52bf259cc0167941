"""Destroyed robots returning: RR26."""

import pytest

from cogarena.envs.core.grid import Direction
from cogarena.envs.rally.cards import Card
from cogarena.envs.rally.damage import remove_destroyed
from cogarena.envs.rally.deck import is_running
from cogarena.envs.rally.moves import shift
from cogarena.envs.rally.state import ACTIONS, NOBODY, REACH, Ask, Place, Power
from cogarena.envs.rally.turns import begin_turn, reenter
from support.scenes.rally import LETTERS, Scene

NORTH, EAST, SOUTH, WEST = Direction
NEIGHBOURS = {(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} - {(0, 0)}
OPEN_FLOOR = "\n".join([":     :     :     :     :     :     :     :     :     :"] * 9)
CENTRE = (4, 4)


def fallen(scene, *letters):
    """Robots destroyed by damage, one after another."""
    for letter in letters:
        scene.hurt(letter, 10 - scene.robot(letter).damage)
        remove_destroyed(scene.r)
    return scene


def crowd(count, drawing=OPEN_FLOOR, **settings):
    """So many robots whose archives are all in the centre; they themselves stand off the floor."""
    scene = Scene(drawing, **settings)
    for letter in LETTERS[:count]:
        scene.put(letter, *CENTRE)
    return scene


def enter(scene, facing=NORTH):
    """Answer a robot's questions after that for the square."""
    scene.ask(reenter)
    scene.answer("facing", facing)
    scene.ask(reenter)
    scene.answer("pass")


def beside(scene, dx, dy):
    """Let the first take the archive, the second a square beside it: B is asked for its facing."""
    fallen(scene, "A", "B")
    enter(scene)
    assert scene.ask(reenter) == ("B", Ask.SQUARE)
    scene.answer("square", dx + REACH, dy + REACH)
    assert scene.ask(reenter) == ("B", Ask.FACING)
    return scene


def test_rr26_a_destroyed_robot_returns_to_its_archive():
    scene = Scene(":   A^:     :     :").put("A", 2, 0)
    fallen(scene, "A").ask(reenter)
    assert scene.standing == "A.."


def test_rr26_it_returns_with_two_damage_and_empty_registers():
    scene = Scene(":   A^:").program("A", 50, 51, 52, 53, 54)
    fallen(scene, "A").ask(reenter)
    assert scene.robot("A").damage == 2
    assert scene.locked("A") == []
    assert scene.registers("A") == [0, 0, 0, 0, 0]


def test_rr26_damage_before_a_fall_is_forgotten():
    scene = Scene(":   A^:").hurt("A", 7).play("A", Card.MOVE_1)
    scene.ask(reenter)
    assert (scene.robot("A").damage, scene.locked("A")) == (2, [])


def test_rr26_damage_taken_while_powered_down_is_forgotten_too():
    scene = Scene(":   A^: []  :").power_down("A").hurt("A", 6)
    shift(scene.floor, scene.r, 0, EAST, NOBODY)
    scene.ask(reenter)
    assert (scene.damage("A"), scene.locked("A")) == ([2], [])


def test_rr26_a_robot_without_lives_does_not_return():
    scene = Scene(":   A^:")
    scene.robot("A").lives = 1
    assert fallen(scene, "A").ask(reenter) is None
    assert scene.standing == "."


def test_rr26_on_the_archive_any_facing_is_allowed_even_into_a_robot():
    scene = fallen(Scene(":   A^:   B<:"), "A")
    assert scene.ask(reenter) == ("A", Ask.FACING)
    assert scene.facings == "^>v<"
    scene.answer("facing", SOUTH)
    assert scene.faces("A") == "v"


def test_rr26_its_owner_may_declare_it_powered_down():
    scene = fallen(Scene(":   A^:"), "A")
    scene.ask(reenter)
    scene.answer("facing", NORTH)
    assert scene.ask(reenter) == ("A", Ask.ENTER_DOWN)
    scene.answer("yes")
    assert scene.ask(reenter) is None
    begin_turn(scene.r)
    assert (scene.robot("A").power, scene.robot("A").damage) == (Power.DOWN, 0)


def test_rr26_a_robot_not_declared_down_runs_with_its_damage():
    scene = fallen(Scene(":   A^:"), "A")
    enter(scene)
    begin_turn(scene.r)
    assert is_running(scene.robot("A"))
    assert scene.robot("A").damage == 2


def test_rr26_the_announcement_made_before_is_asked_for_anew():
    scene = Scene(":   A^:")
    scene.robot("A").announced = 1
    fallen(scene, "A")
    enter(scene)
    begin_turn(scene.r)
    assert scene.robot("A").power == Power.ON


def test_rr26_robots_return_in_the_order_of_their_destruction():
    scene = fallen(crowd(3), "C", "A", "B")
    assert scene.ask(reenter) == ("C", Ask.FACING)
    scene.answer("facing", NORTH)
    scene.ask(reenter)
    scene.answer("pass")
    assert scene.ask(reenter) == ("A", Ask.SQUARE)
    assert scene.at("C") == CENTRE


def test_rr26_the_second_of_an_archive_picks_a_neighbour():
    scene = fallen(crowd(2), "A", "B")
    enter(scene)
    assert scene.ask(reenter) == ("B", Ask.SQUARE)
    assert scene.entrances == NEIGHBOURS
    scene.answer("square", REACH + 1, REACH - 1)
    assert scene.at("B") == (CENTRE[0] + 1, CENTRE[1] - 1)
    assert scene.robot("B").damage == 2


def test_rr26_an_archive_on_which_another_robot_stands_is_taken():
    scene = Scene(":   A^:     :").put("A", 1, 0).put("B", 0, 0)
    assert fallen(scene, "A").ask(reenter) == ("A", Ask.SQUARE)
    assert scene.entrances == {(1, 0)}


def test_rr26_a_pit_is_no_neighbour_and_other_elements_are():
    scene = Scene(
        """
        : []  : gR  : >>  :
        : w1  :     : v   :
        |1    : F1  : []  :
        """
    )
    scene.put("A", 1, 1).put("B", 1, 1)
    fallen(scene, "A", "B")
    enter(scene)
    scene.ask(reenter)
    assert scene.entrances == NEIGHBOURS - {(-1, -1), (1, 1)}


def test_rr26_a_square_off_the_board_is_no_neighbour():
    scene = Scene(":   A^:     :").put("B", 0, 0)
    fallen(scene, "A", "B")
    enter(scene)
    scene.ask(reenter)
    assert scene.entrances == {(1, 0)}


def test_rr26_an_occupied_square_is_no_neighbour():
    scene = crowd(3).put("C", 3, 4)
    fallen(scene, "A", "B")
    enter(scene)
    scene.ask(reenter)
    assert scene.entrances == NEIGHBOURS - {(-1, 0)}


def test_rr26_if_all_neighbours_fail_the_next_ring_is_used():
    scene = Scene(
        """
        :     :     :     :     :
        :     : []  : []  : []  :
        :     : []  :     : []  :
        :     : []  : []  : []  :
        """
    )
    scene.put("A", 2, 2).put("B", 2, 2)
    fallen(scene, "A", "B")
    enter(scene)
    scene.ask(reenter)
    ring = {(dx, dy) for dx in range(-2, 3) for dy in range(-2, 3) if max(abs(dx), abs(dy)) == 2}
    assert scene.entrances == {(dx, dy) for dx, dy in ring if dx < 2 and dy < 2}


@pytest.mark.parametrize("asks", [True, False])
def test_rr26_beyond_the_squares_of_the_choice_the_nearest_one_is_taken_unasked(asks):
    scene = Scene(":   A^:   B^:   C^:   D^:   E^:   F^:   G^:     :     :", asks=asks)
    fallen(scene.put("H", 3, 0), "H")
    assert scene.ask(reenter) == (("H", Ask.FACING) if asks else None)
    assert scene.standing == "ABCDEFGH."


def test_rr26_beside_the_archive_it_may_not_face_a_robot_in_sight():
    assert beside(crowd(2), -1, 0).facings == "^v<"


@pytest.mark.parametrize(("distance", "facings"), [(1, "v<"), (2, "v<"), (3, "v<"), (4, "^v<")])
def test_rr26_sight_reaches_three_squares(distance, facings):
    scene = crowd(3).put("C", CENTRE[0] - 1, CENTRE[1] - distance)
    assert beside(scene, -1, 0).facings == facings


def test_rr26_a_wall_ends_the_sight():
    rows = OPEN_FLOOR.splitlines()
    rows[CENTRE[1]] = rows[CENTRE[1]].replace(":", "|")
    assert beside(crowd(2, "\n".join(rows)), -1, 0).facings == "^>v<"


def test_rr26_a_diagonal_neighbour_sees_the_archive_not():
    assert beside(crowd(2), -1, -1).facings == "^>v<"


def test_rr26_a_neighbour_from_which_every_facing_sees_a_robot_fails():
    x, y = CENTRE
    scene = crowd(5).put("C", x - 3, y).put("D", x - 1, y - 2).put("E", x - 1, y + 3)
    fallen(scene, "A", "B")
    enter(scene)
    scene.ask(reenter)
    assert scene.entrances == NEIGHBOURS - {(-1, 0)}


def test_rr26_three_robots_of_one_archive_find_three_squares():
    scene = fallen(crowd(3), "A", "B", "C")
    enter(scene)
    for dx in (-1, 1):
        scene.ask(reenter)
        scene.answer("square", dx + REACH, REACH)
        enter(scene)
    assert scene.ask(reenter) is None
    assert [scene.at(letter) for letter in "ABC"] == [(4, 4), (3, 4), (5, 4)]


def test_rr26_a_third_robot_does_not_find_the_square_of_the_second():
    scene = fallen(crowd(3), "A", "B", "C")
    enter(scene)
    scene.ask(reenter)
    scene.answer("square", REACH - 1, REACH)
    enter(scene)
    assert scene.ask(reenter) == ("C", Ask.SQUARE)
    assert scene.entrances == NEIGHBOURS - {(-1, 0)}


def test_rr26_robots_with_archives_of_their_own_are_not_asked_for_squares():
    scene = fallen(Scene(":   A^:   B^:"), "B", "A")
    assert scene.ask(reenter) == ("B", Ask.FACING)
    scene.answer("facing", WEST)
    assert scene.ask(reenter) == ("B", Ask.ENTER_DOWN)
    scene.answer("pass")
    assert scene.ask(reenter) == ("A", Ask.FACING)


def test_rr26_if_only_programs_are_asked_robots_find_their_own_squares():
    scene = fallen(crowd(8, asks=False), *"HGFEDCBA")
    assert scene.ask(reenter) is None
    assert scene.at("H") == CENTRE
    squares = {scene.at(letter) for letter in LETTERS}
    assert len(squares) == 8
    assert all(max(abs(x - 4), abs(y - 4)) <= 1 for x, y in squares)


def test_rr26_if_only_programs_are_asked_robots_keep_their_facing_where_they_may():
    scene = crowd(2, asks=False)
    scene.robot("A").facing = scene.robot("B").facing = WEST
    fallen(scene, "A", "B").ask(reenter)
    assert (scene.faces("A"), scene.robot("A").power) == ("<", Power.ON)
    assert scene.faces("B") == "<"


def test_rr26_who_returns_is_asked_nothing_more_in_this_turn():
    scene = fallen(Scene(":   A^:"), "A")
    enter(scene)
    assert scene.ask(reenter) is None
    assert scene.robot("A").place == Place.FLOOR


def test_rr26_a_robot_that_returned_is_not_returned_again_in_the_next_turn():
    scene = fallen(Scene(":   A^:     :"), "A")
    enter(scene)
    begin_turn(scene.r)
    scene.put("A", 1, 0)
    assert scene.ask(reenter) is None
    assert scene.standing == ".A"


def test_rr26_the_order_of_destruction_begins_anew_in_each_turn():
    scene = fallen(Scene(":   A^:   B^:"), "A")
    enter(scene)
    begin_turn(scene.r)
    assert fallen(scene, "B").ask(reenter) == ("B", Ask.FACING)


def test_rr26_the_choice_of_a_square_cannot_be_passed():
    scene = fallen(crowd(2), "A", "B")
    enter(scene)
    scene.ask(reenter)
    assert ACTIONS.number("pass") not in scene.legal
