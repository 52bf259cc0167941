"""Who is credited for what robots do with the cards of others: P15, and P14 for their balls."""

from cogarena.envs.powerball.state import Stage
from cogarena.envs.rally.cards import Card, Option
from support.scenes.powerball import PIT, Scene

RADIO, SCRAMBLER, RAM = Option.RADIO_CONTROL, Option.SCRAMBLER, Option.RAMMING_GEAR


def remote_control(balls=0):
    """robot_0 has shot robot_1 with Radio Control, and robot_1 faces a pit."""
    scene = Scene().put("robot_0", 0, 4, ">").put("robot_1", 3, 4, "^").carry("robot_1", balls)
    scene.give("robot_0", RADIO).weapons(robot_0=RADIO)
    scene.r.register = 1
    return scene


def scrambled(balls=0):
    """robot_0 has scrambled the next register of robot_1, which faces a pit."""
    scene = Scene().put("robot_0", 0, 4, ">").put("robot_1", 3, 4, "^").carry("robot_1", balls)
    scene.give("robot_0", SCRAMBLER).weapons(robot_0=SCRAMBLER)
    scene.r.register = 1
    return scene.program(robot_1=Card.MOVE_1)


def scrambled_and_controlled(x, y, faces):
    """robot_0 controls robot_1, which faces a pit; robot_2 has scrambled whom it sees."""
    scene = Scene().put("robot_0", 0, 4, ">").put("robot_1", 3, 4, "^").put("robot_2", x, y, faces)
    scene.give("robot_0", RADIO).give("robot_2", SCRAMBLER)
    scene.weapons(robot_0=RADIO, robot_2=SCRAMBLER)
    scene.r.register = 1
    return scene


def points(scene):
    return scene.points("robot_0", "robot_1", "robot_2")


def test_p15_radio_control_the_player_who_initiated_the_radio_control_is_credited():
    scene = remote_control().play(robot_0=Card.MOVE_1)
    assert scene.at("robot_1") == PIT
    assert points(scene) == [2, 0, 0]


def test_p15_radio_control_in_a_later_phase_too():
    scene = remote_control()
    scene.r.register = 4
    assert points(scene.play(robot_0=Card.MOVE_1)) == [2, 0, 0]


def test_p15_radio_control_the_player_who_pushed_the_robot_is_credited_for_the_death():
    scene = remote_control().put("robot_1", 3, 5, "^").put("robot_2", 3, 6, "^")
    scene.play(robot_0=Card.MOVE_1, robot_2=Card.MOVE_2)
    assert scene.at("robot_1") == PIT
    assert points(scene) == [0, 0, 2]


def test_p15_radio_control_a_push_of_an_earlier_phase_does_not_go_before_it():
    scene = remote_control().put("robot_1", 3, 5, "^").put("robot_2", 3, 6, "^")
    scene.play(robot_2=Card.MOVE_1)
    scene.r.register = 2
    scene.play(robot_0=Card.MOVE_1)
    assert scene.at("robot_1") == PIT
    assert points(scene) == [2, 0, 0]


def test_p15_radio_control_the_player_who_fired_a_laser_at_the_robot_receives_credit():
    scene = remote_control().put("robot_0", 0, 4, "<").hurt("robot_1", 9)
    scene.put("robot_2", 9, 4, "<").weapons()
    assert points(scene) == [0, 0, 2]


def test_p15_radio_control_ends_with_the_turn():
    scene = remote_control().run(Stage.BEGIN, Stage.BEGIN)
    assert points(scene.put("robot_1", 3, 4).play(robot_1=Card.MOVE_1)) == [0, 0, 0]


def test_p14_radio_control_brings_nothing_for_balls():
    scene = remote_control(2).play(robot_0=Card.MOVE_1)
    assert points(scene) == [2, 0, 0]
    assert scene.in_pool == 8


def test_p15_scramble_the_player_who_scrambled_receives_credit_for_the_death():
    scene = scrambled().movement()
    assert scene.at("robot_1") == PIT
    assert points(scene) == [2, 0, 0]


def test_p15_scramble_only_in_that_register():
    scene = scrambled()
    scene.r.register = 2
    assert points(scene.play(robot_1=Card.MOVE_1)) == [0, 0, 0]


def test_p15_scramble_a_push_in_this_phase_goes_before_it():
    scene = scrambled().put("robot_1", 3, 5, "^").put("robot_2", 3, 6, "^")
    scene.robot("robot_2").program[1] = 79
    scene.movement()
    assert scene.at("robot_1") == PIT
    assert points(scene) == [0, 0, 2]


def test_p14_scrambling_brings_nothing_for_balls():
    assert points(scrambled(2).movement()) == [2, 0, 0]


# P15: who made the card.


def test_p15_a_scrambled_card_under_radio_control_is_the_scramblers():
    scene = scrambled_and_controlled(9, 4, "<").program(robot_1=Card.MOVE_1).movement()
    assert scene.at("robot_1") == PIT
    assert points(scene) == [0, 0, 2]


def test_p15_so_is_a_scrambled_card_of_the_controller():
    scene = scrambled_and_controlled(0, 8, "^").program(robot_0=Card.MOVE_1).movement()
    assert scene.at("robot_1") == PIT
    assert points(scene) == [0, 0, 2]


def test_p15_a_card_that_replaces_the_scrambled_one_is_the_own():
    scene = scrambled().program(robot_1=Card.U_TURN)
    scene.robot("robot_1").spare = 50
    assert scene.movement(robot_1="yes").at("robot_1") == PIT
    assert points(scene) == [0, 0, 0]


def test_p15_so_is_one_that_replaces_the_controllers():
    scene = remote_control().program(robot_0=Card.U_TURN)
    scene.robot("robot_1").spare = 50
    assert scene.movement(robot_1="yes").at("robot_1") == PIT
    assert points(scene) == [0, 0, 0]


def pushing(scene):
    """robot_1 stands behind robot_2, which stands before a pit with a ball."""
    return scene.put("robot_1", 3, 5, "^").put("robot_2", 3, 4).carry("robot_2")


def test_p15_a_push_of_a_controlled_robot_is_the_controllers():
    scene = pushing(remote_control()).play(robot_0=Card.MOVE_1)
    assert not scene.is_alive("robot_2")
    assert points(scene) == [3, 0, 0]


def test_p15_a_push_with_a_scrambled_card_is_the_scramblers():
    scene = pushing(scrambled()).movement()
    assert not scene.is_alive("robot_2")
    assert points(scene) == [3, 0, 0]


def test_p15_so_is_a_ram():
    scene = remote_control().put("robot_1", 3, 6, "^").give("robot_1", RAM)
    scene.put("robot_2", 3, 5).hurt("robot_2", 9).play(robot_0=Card.MOVE_1)
    assert not scene.is_alive("robot_2")
    assert points(scene) == [2, 0, 0]


def test_p15_a_controller_pushed_by_its_own_card_credits_nobody():
    scene = remote_control().put("robot_0", 2, 4, ">").put("robot_1", 3, 5, "^").carry("robot_0")
    scene.play(robot_0=Card.MOVE_1)
    assert scene.at("robot_0") == PIT
    assert points(scene) == [0, 0, 0]


def test_p15_a_weapon_of_a_controlled_robot_is_its_own():
    scene = remote_control().put("robot_0", 0, 0, "<").put("robot_1", 3, 7, "^")
    scene.put("robot_2", 3, 4).give("robot_1", Option.PRESSOR_BEAM)
    assert points(scene.weapons(robot_1=Option.PRESSOR_BEAM)) == [0, 2, 0]


def test_p15_onto_a_bomb_as_into_a_pit():
    scene = remote_control().put("robot_1", 3, 6, "^").hurt("robot_1", 4)
    scene.put("robot_2", 11, 11).bomb("robot_2", 3, 5).play(robot_0=Card.MOVE_1)
    assert not scene.is_alive("robot_1")
    assert points(scene) == [2, 0, 2]


def test_p15_who_re_enters_onto_a_bomb_is_controlled_no_more():
    scene = remote_control().put("robot_2", 11, 11).bomb("robot_2", 5, 0).bomb("robot_2", 5, 0)
    scene.roll("1d4=1").program(robot_0=Card.MOVE_1).phase()
    assert len(scene.told("destroyed")) == 2
    assert points(scene) == [2, 0, 2]


# P15: a controller that dies.


def doomed_controller():
    """robot_0, which controls robot_1, stands between robot_2 and a pit."""
    scene = remote_control().put("robot_0", 6, 5, "v").put("robot_2", 6, 6, "^")
    return scene.put("robot_1", 1, 0, ">")


def test_p15_when_the_controller_dies_its_victim_goes_on_with_its_own_program():
    scene = doomed_controller().play(robot_2=60, robot_0=Card.U_TURN, robot_1=Card.MOVE_3)
    assert not scene.is_alive("robot_0")
    assert scene.at("robot_1") == (4, 0)


def test_p15_in_the_following_phases_too():
    scene = doomed_controller().put("robot_0", 7, 5, "<").roll("1d4=3")
    scene.program(robot_0=66, robot_2=60).phase()  # both Move 1
    assert scene.at("robot_1") == (2, 0)
    assert scene.program(robot_1=Card.MOVE_3).phase().at("robot_1") == (5, 0)


def test_p15_until_then_it_runs_the_controllers():
    scene = doomed_controller().put("robot_0", 0, 11, ">").play(robot_0=49, robot_1=Card.MOVE_3)
    assert scene.at("robot_1") == (2, 0)


def test_p15_its_death_is_then_its_own():
    scene = doomed_controller().put("robot_1", 3, 4, "^")
    scene.play(robot_2=60, robot_0=Card.U_TURN, robot_1=50)
    assert scene.at("robot_1") == PIT
    assert points(scene) == [0, 0, 2]


def test_p15_a_push_before_that_is_still_the_controllers():
    scene = remote_control().put("robot_0", 7, 5, "<").put("robot_3", 6, 6, "^")
    scene.put("robot_1", 3, 6, "^").put("robot_2", 3, 5, "^")
    scene.play(robot_0=66, robot_3=60, robot_2=50)  # three times Move 1
    assert not scene.is_alive("robot_0")
    assert scene.at("robot_2") == PIT
    assert scene.points("robot_0", "robot_1", "robot_3") == [2, 0, 2]
