"""Ramming Gear deals its damage before the robot that is touched moves (RR25)."""

from cogarena.envs.rally.cards import Card, Option
from cogarena.envs.rally.registers import move_robots
from cogarena.envs.rally.state import Ask
from support.scenes import powerball, tower_defense
from support.scenes.rally import NUMBER, Scene

MOVE_1, MOVE_2 = NUMBER[Card.MOVE_1], NUMBER[Card.MOVE_2]


def rammer(drawing, card=MOVE_1):
    """A has Ramming Gear and executes a card."""
    return Scene(drawing).give("A", Option.RAMMING_GEAR).program("A", card)


def test_rr25_a_robot_rammed_to_death_is_neither_pushed_nor_pushes_others():
    scene = rammer(":   A>:   B^:   C^:     :").hurt("B", 9)
    assert scene.ask(move_robots) is None
    assert scene.standing == ".AC."


def test_rr25_a_robot_rammed_to_death_falls_into_no_pit():
    scene = rammer(":   A>:   B^: []  :").hurt("B", 9)
    assert scene.ask(move_robots) is None
    assert (scene.at("B"), scene.standing) == ((1, 0), ".A.")


def test_rr25_a_robot_that_nothing_could_push_makes_room_when_it_is_rammed_to_death():
    scene = rammer(":   A>:   B^|     :").hurt("B", 9)
    assert scene.ask(move_robots) is None
    assert scene.standing == ".A."


def test_rr24_the_rammed_player_is_asked_before_the_push():
    scene = rammer(":   A>:   B^:     :     :", MOVE_2).give("B", Option.BRAKES)
    assert scene.ask(move_robots) == ("B", Ask.PREVENT)
    assert scene.standing == "AB.."
    scene.answer("option", Option.BRAKES)
    assert scene.ask(move_robots) is None
    assert (scene.standing, scene.damage("B")) == ("..AB", [0])


def test_rr25_who_takes_the_tenth_token_in_a_ram_loses_an_option_before_the_card_goes_on():
    scene = rammer(":   A>:   B^:     :     :", MOVE_2).hurt("B", 9)
    scene.give("B", Option.BRAKES, Option.FLYWHEEL)
    assert scene.ask(move_robots) == ("B", Ask.PREVENT)
    scene.answer("pass")
    assert scene.ask(move_robots) == ("B", Ask.LOSE)
    scene.answer("option", Option.BRAKES)
    assert scene.ask(move_robots) is None
    assert scene.standing == "..A."


def test_power_down_shield_stops_a_ram():
    scene = rammer(":   A>:   B^:     :").give("B", Option.POWER_DOWN_SHIELD).power_down("B")
    assert scene.ask(move_robots) is None
    assert (scene.standing, scene.damage("B")) == (".AB", [0])


def test_power_down_shield_stops_one_ram_from_a_direction_in_a_phase():
    scene = rammer(":   A>:   B^:     :").give("B", Option.POWER_DOWN_SHIELD).power_down("B")
    scene.robot("B").shield = 0b0010
    assert scene.ask(move_robots) == ("B", Ask.PREVENT)


def test_rr25_a_robot_rammed_to_death_pushes_nobody_in_tower_defense():
    scene = tower_defense.Scene(":  A> :  B^ :  C^ :     :").hurt("B", 9)
    scene.give("A", Option.RAMMING_GEAR).play(A=Card.MOVE_1)
    assert (scene.at("A"), scene.at("C"), scene.is_alive("B")) == ((1, 0), (2, 0), False)


def test_rr25_a_robot_rammed_to_death_pushes_nobody_in_powerball():
    scene = powerball.Scene()
    for i, name in enumerate(("robot_0", "robot_1", "robot_2")):
        scene.put(name, i + 3, 0, ">")
    scene.hurt("robot_1", 9).give("robot_0", Option.RAMMING_GEAR).play(robot_0=Card.MOVE_1)
    assert (scene.at("robot_0"), scene.at("robot_2")) == ((4, 0), (5, 0))
