"""Turrets, from the event that stations them to the end of their turn: P22."""

import pytest

from cogarena.envs.powerball.state import Happening, Stage
from cogarena.envs.rally.cards import Card, Option
from cogarena.envs.rally.state import Power
from support.scenes.powerball import Scene

TURRETS = f"1d6={int(Happening.TURRETS)}"
ON_FLAGS = ("robot_0", "robot_1", "robot_2")
AHEAD = [(5, 1), (10, 5), (6, 10), (1, 6)]
IN_REACH = [(5, 4), (9, 0), (1, 0), (7, 2), (4, 3), (6, 1)]
OUT_OF_REACH = [(5, 5), (10, 0), (0, 0), (7, 3), (8, 2)]


def three_on_flags(**settings):
    """robot_0, robot_1 and robot_2 are on the flags 1, 2 and 3, facing north, with damage."""
    scene = Scene(register=5, **settings)
    for i, name in enumerate(ON_FLAGS):
        scene.flag(name, i + 1).hurt(name, 7)
    return scene


def turret(x=5, y=3, **settings):
    """robot_0 is a turret on the first flag, robot_1 a robot near it that looks away."""
    return Scene(**settings).station("robot_0", 1).put("robot_1", x, y, "v")


# The event.


def test_p22_robots_on_flags_heal_fully():
    scene = three_on_flags().put("robot_3", 4, 4).hurt("robot_3", 7).end_of_turn(TURRETS)
    assert scene.damage(*ON_FLAGS, "robot_3") == [0, 0, 0, 7]
    assert not scene.r.robots["locks"][:3].any()


def test_p22_they_are_stationed_for_the_next_turn():
    scene = three_on_flags().put("robot_3", 4, 4).end_of_turn(TURRETS)
    assert scene.robot("robot_0").power == Power.ON
    scene.next_turn()
    assert scene.r.robots["power"][:4].tolist() == [Power.STATIONED] * 3 + [Power.ON]


def test_p22_for_that_turn_only():
    scene = three_on_flags().end_of_turn(TURRETS).next_turn().next_turn()
    assert not scene.r.robots["power"][:3].any()
    assert not scene.r.robots["anchored"][:3].any()


def test_p22_an_announced_power_down_gives_way():
    scene = three_on_flags()
    scene.robot("robot_0").announced = 1
    assert scene.end_of_turn(TURRETS).next_turn().robot("robot_0").power == Power.STATIONED


# The turn.


def test_p22_turrets_have_no_hand_and_no_program():
    scene = three_on_flags().put("robot_3", 4, 4).end_of_turn(TURRETS).next_turn()
    assert not scene.r.robots["hand"][:3].any()
    assert scene.ask(Stage.PROGRAM) == ("robot_3", "PROGRAM")
    assert scene.r.pending == 0b1000


def test_p22_nobody_pushes_a_turret():
    scene = turret().put("robot_1", 4, 0, ">").play(robot_1=Card.MOVE_1)
    assert (scene.at("robot_0"), scene.at("robot_1")) == ((5, 0), (4, 0))


def test_p22_nor_a_robot_before_it():
    scene = turret(4, 0).put("robot_2", 3, 0, ">").play(robot_2=Card.MOVE_2)
    assert (scene.at("robot_1"), scene.at("robot_2")) == ((4, 0), (3, 0))


def test_p22_no_belt_moves_a_turret():
    scene = turret()
    scene.setup.floor.squares[5, 0].belt = 1
    scene.setup.floor.squares[5, 0].leads = 1
    assert scene.belts().at("robot_0") == (5, 0)


@pytest.mark.parametrize("weapon", [Option.PRESSOR_BEAM, Option.MINI_HOWITZER, Option.TRACTOR_BEAM])
def test_p22_no_weapon_moves_a_turret(weapon):
    scene = turret(2, 0).put("robot_1", 2, 0, ">").give("robot_1", weapon)
    assert scene.weapons(robot_0="pass", robot_1=weapon).at("robot_0") == (5, 0)


def test_p22_no_ball_moves_a_turret():
    scene = turret().put("robot_1", 2, 0, ">").carry("robot_1")
    scene.weapons(robot_1=("throw", 0), robot_0=["pass", "pass"])
    assert scene.at("robot_0") == (5, 0)
    assert scene.damage("robot_0") == [2]
    assert scene.balls == {(5, 0)}


def test_p22_turrets_execute_nothing():
    scene = turret()
    scene.robot("robot_0").program[0] = 49
    assert scene.movement().at("robot_0") == (5, 0)


def test_p22_each_movement_step_a_turret_makes_a_u_turn():
    scene = turret()
    seen = []
    for _ in range(5):
        scene.program().phase()
        seen.append(scene.faces("robot_0"))
    assert seen == ["v", "^", "v", "^", "v"]


def test_p22_after_everyone_else():
    scene = turret(0, 0).put("robot_1", 0, 0, ">").program(robot_1=Card.MOVE_1).ball((1, 0))
    scene.run(Stage.SWAP, Stage.REVEAL)
    assert scene.ask(Stage.MOVE) == ("robot_1", "PICK_UP")
    assert scene.faces("robot_0") == "^"
    scene.answer("yes").ask(Stage.MOVE)
    assert scene.faces("robot_0") == "v"


def test_p22_after_bombs_too():
    scene = turret().put("robot_1", 9, 9).put("robot_2", 8, 0).give("robot_2", Option.BRAKES)
    scene.bomb("robot_1", 7, 0, ">", Card.MOVE_1).program().run(Stage.SWAP, Stage.REVEAL)
    assert scene.ask(Stage.MOVE) == ("robot_2", "PREVENT")
    assert scene.faces("robot_0") == "^"


# Its fire.


def test_p22_it_does_two_damage():
    assert turret().weapons(robot_0=("robot", 1)).damage("robot_1") == [2]


@pytest.mark.parametrize(("x", "y"), IN_REACH)
def test_p22_within_four_spaces(x, y):
    assert turret(x, y).weapons(robot_0=("robot", 1)).damage("robot_1") == [2]


@pytest.mark.parametrize(("x", "y"), OUT_OF_REACH)
def test_p22_not_further(x, y):
    scene = turret(x, y).weapons()
    assert not scene.who("TURRET")
    assert scene.damage("robot_1") == [0]


def test_p22_walls_robots_and_facing_do_not_matter():
    scene = turret(5, 3).put("robot_2", 5, 1)
    assert scene.weapons(robot_0=("robot", 1)).damage("robot_1", "robot_2") == [2, 0]


def test_p22_one_robot_of_those_in_reach_is_a_decision():
    scene = turret().put("robot_2", 6, 0).put("robot_3", 11, 11)
    assert scene.ask(Stage.AIM) == ("robot_0", "TURRET")
    assert scene.may_only("pass", ("robot", 1), ("robot", 2))


def test_p22_the_player_may_hold_fire():
    assert turret().weapons(robot_0="pass").damage("robot_1") == [0]


@pytest.mark.parametrize(("near", "far"), [("robot_1", "robot_2"), ("robot_2", "robot_1")])
def test_p22_unasked_the_closest_robot_is_hit(near, far):
    scene = turret(ask="program").put(far, 5, 3, "v").put(near, 6, 1, "v").weapons()
    assert scene.damage(near, far) == [2, 0]


def test_p22_its_main_laser_does_not_fire():
    scene = turret(8, 0).station("robot_0", 1, ">").weapons(robot_0="pass")
    assert scene.damage("robot_1") == [0]


def test_p22_a_turret_with_balls_throws_none():
    scene = turret().station("robot_0", 1, ">").carry("robot_0").put("robot_1", 8, 0)
    scene.ask(Stage.AIM)
    assert scene.may_only("pass", ("robot", 1))


def test_p22_each_turret_fires():
    scene = turret().put("robot_2", 8, 3)
    scene.robot("robot_2").power = Power.STATIONED
    scene.weapons(robot_0=("robot", 1), robot_2=("robot", 1))
    assert scene.damage("robot_1") == [4]


def test_p22_it_fires_in_every_phase():
    scene = turret(4, 0).put("robot_1", 4, 0, "^")
    for _ in range(2):
        scene.program().phase(robot_0=("robot", 1))
    assert scene.damage("robot_1") == [4]


def test_p22_its_kills_are_credited():
    scene = turret().hurt("robot_1", 8).weapons(robot_0=("robot", 1))
    assert not scene.is_alive("robot_1")
    assert scene.points("robot_0") == [2]


def test_p22_turrets_can_be_hit():
    scene = turret().put("robot_1", 8, 0, "<")
    assert scene.weapons(robot_0="pass").damage("robot_0") == [1]


# Deaths.


def killed_turret():
    """A turret on flag 1 dies in the first phase."""
    return turret().hurt("robot_0", 9).put("robot_1", 8, 0, "<").program().roll("1d4=3")


def test_p22_who_is_destroyed_is_a_turret_no_more():
    scene = killed_turret().phase(robot_0="pass")
    assert scene.at("robot_0") == (6, 11)
    assert scene.robot("robot_0").power == Power.DOWN
    scene.put("robot_1", 6, 9, "^").program().phase()
    assert not scene.who("TURRET")
    assert scene.faces("robot_0") == "^"


def test_p22_it_can_be_moved_again():
    scene = killed_turret().phase(robot_0="pass")
    scene.put("robot_1", 5, 11, ">").play(robot_1=Card.MOVE_1)
    assert scene.at("robot_0") == (7, 11)


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_p22_a_robot_that_re_enters_on_such_a_flag_is_placed_one_square_on(number):
    scene = Scene().station("robot_0", number).dead("robot_1").roll(f"1d4={number}").reentry()
    assert scene.at("robot_1") == AHEAD[number - 1]
    assert scene.told("entered")[0]["flag"] == number


def test_p22_with_any_facing():
    scene = Scene().station("robot_0", 1).dead("robot_1").put("robot_2", 7, 1).roll("1d4=1")
    scene.ask(Stage.REENTER)
    assert scene.may_only("^", ">", "v", "<")


def test_p22_a_robot_there_is_shifted_on():
    scene = Scene().station("robot_0", 1).put("robot_2", 5, 1).dead("robot_1").roll("1d4=1")
    scene.setup.floor.squares[5, 1].walls = 0
    scene.reentry()
    assert (scene.at("robot_1"), scene.at("robot_2")) == ((5, 1), (5, 2))


def test_p22_if_that_cannot_be_the_next_flag_is_taken():
    scene = Scene().station("robot_0", 1).put("robot_2", 5, 1).dead("robot_1").roll("1d4=1")
    assert scene.reentry().at("robot_1") == (11, 5)


def test_p22_from_the_event_to_the_end_of_the_turn():
    scene = three_on_flags().put("robot_3", 3, 0, "<").end_of_turn(TURRETS).next_turn()
    for _ in range(4):
        scene.program().phase(robot_0=("robot", 3))
    assert scene.damage("robot_3") == [8]
    assert [scene.faces(name) for name in ON_FLAGS] == ["^", "^", "^"]
    scene.program().roll("1d4=1", "1d6=2").phase(robot_0=("robot", 3))
    assert scene.points("robot_0") == [2]
    assert scene.at("robot_3") == (5, 1)
    scene.end_of_turn(TURRETS).next_turn()
    assert scene.r.robots["power"][:4].tolist() == [Power.STATIONED] * 3 + [Power.ON]
