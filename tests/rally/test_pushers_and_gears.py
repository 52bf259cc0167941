"""Pushers and gears: RR18 and RR19."""

import pytest

from cogarena.envs.rally.cards import Card
from cogarena.envs.rally.machines import run_pushers, turn_gears
from cogarena.envs.rally.state import Place, Power
from support.scenes.rally import Scene


@pytest.mark.parametrize(("pusher", "registers"), [("o", {1, 3, 5}), ("e", {2, 4})])
def test_rr18_a_pusher_works_in_its_registers_only(pusher, registers):
    pushed = {
        register for register in range(1, 6)
        if Scene(f"|{pusher}  A^:     :", register=register).run(run_pushers).standing == ".A"
    }  # fmt: skip
    assert pushed == registers


def test_rr18_a_pusher_pushes_a_chain():
    assert Scene("|o  A^:   B^:   C^:     :").run(run_pushers).standing == ".ABC"


def test_rr18_a_pusher_cannot_push_against_a_wall():
    assert Scene("|o  A^:   B^|     :").run(run_pushers).standing == "AB."


def test_rr18_a_pusher_pushes_into_a_pit():
    scene = Scene("|o  A^: []  :").run(run_pushers)
    assert scene.robot("A").place == Place.DESTROYED


def test_rr18_a_pusher_pushes_a_chain_off_the_edge():
    scene = Scene("|o  A^:   B^:").run(run_pushers)
    assert scene.standing == ".A"
    assert scene.robot("B").place == Place.DESTROYED


def test_rr18_a_pushed_robot_keeps_its_facing():
    assert Scene("|o  Av:     :").run(run_pushers).faces("A") == "v"


def test_rr18_a_pusher_pushes_only_the_robot_on_its_square():
    assert Scene("|o    :   A^:     :").run(run_pushers).standing == ".A."


def test_rr18_a_robot_is_not_pushed_on_by_the_pusher_to_which_it_was_pushed():
    scene = Scene(
        """
        +     +     +-----+
        |o  A^:   B^:   o :
        :     :     :     :
        """
    )
    assert scene.run(run_pushers).standing == ".AB/..."


def test_rr18_a_pusher_pushes_away_from_the_wall_it_stands_on():
    scene = Scene(
        """
        +-----+
        :   o :
        :     :
        """
    ).put("A", 0, 0)
    assert scene.run(run_pushers).standing == "./A"


def test_rr18_walking_over_a_pusher_does_nothing():
    assert Scene("|o    :   A<:     :").play("A", Card.MOVE_1).standing == "A.."


@pytest.mark.parametrize("faces", "^>v<")
def test_rr19_a_green_gear_turns_right(faces):
    scene = Scene(f": gRA{faces}:").run(turn_gears)
    assert scene.faces("A") == {"^": ">", ">": "v", "v": "<", "<": "^"}[faces]


@pytest.mark.parametrize("faces", "^>v<")
def test_rr19_a_red_gear_turns_left(faces):
    scene = Scene(f": gLA{faces}:").run(turn_gears)
    assert scene.faces("A") == {"^": "<", "<": "v", "v": ">", ">": "^"}[faces]


def test_rr19_a_gear_moves_nobody_and_turns_nobody_beside_it():
    scene = Scene(": gRA^:   B^:").run(turn_gears)
    assert scene.standing == "AB"
    assert scene.faces("B") == "^"


def test_rr19_a_gear_turns_a_powered_down_robot():
    scene = Scene(": gRA^:")
    scene.robot("A").power = Power.DOWN
    assert scene.run(turn_gears).faces("A") == ">"
